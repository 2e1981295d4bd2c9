"""A logged film of Just 4 Fun Colours as moments with their truth: what was done between one stretch and the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from calibration.shades import Shades
from companion.eyes.hints import Hints
from companion.eyes.shown import Shown
from companion.follow.follows import at_time
from companion.follow.hypothesis import A, Step
from companion.follow.just4fun_states import Act
from companion.follow.likelihood.fields_look import FieldsLook
from companion.session.games.just4fun_board import names_p, prints_lab
from models.evaluation.geometry import best_turn, turned_cell
from models.evaluation.look_logs import LookLog
from models.fitting.believed_names import by_names
from models.fitting.examples import Moment
from referee import just4fun_colours as rules
from referee.just4fun_colours import FIELD_COLOURS

_SAME_S = 0.01  # events tell times to that
_LIES_S = 0.15  # seconds after it was filmed so, at which a result surely lies there
_LOOK_AGAIN_S = 1.0  # while the table rests, so often it is asked what can be told by then
_ASTRAY_PX = 40.0  # pixels: a corner found so far from where it is, is one of something else
Done = rules.Place | rules.Exchange | rules.Change


@dataclass(frozen=True)
class Filmed(Generic[A]):
    """An act of the truth, in the cells of the eyes: what was done, from when on its result lies there, whether it is
    ``faulty``, and from when on that is taken back, if it is."""

    act: A
    since: float
    faults: tuple[str, ...]
    restored: float | None


def moments(log: LookLog) -> Iterator[Moment[rules.State, Act, FieldsLook]]:
    """The last look of each stretch from the beginning of the game on, with what was done since the one before, by
    the names of the fields as they were learnt. Raises ValueError if no game began, or on something else than the
    board."""
    yield from by_names(_as_filmed(log), start_state(log))


def _as_filmed(log: LookLog) -> Iterator[Moment[rules.State, rules.Act, FieldsLook]]:
    if best_turn(*_corners_px(log))[1] > _ASTRAY_PX:
        raise ValueError("the board was not found where it lies")
    acts, state, fault, before_t = filmed_acts(log), start_state(log), None, 0.0
    for shown in last_looks(log):
        steps = steps_until(acts, before_t, shown.t)
        for step in steps:
            fault = step.act if step.kind == "act" and step.faults else None
            if step.kind == "accepted" or (step.kind == "act" and not step.faults):
                state = rules.accept(state, step.act)
        before_t = shown.t
        yield Moment(at_rest(log, look(log, shown))[-1], steps, state, fault, False)


def look(log: LookLog, shown: Shown) -> FieldsLook:
    """A look as the tracker wants it, with what was learnt of the board when the game began."""
    learnt = log.header["learnt"]
    shades = learnt["shades"]
    hints = Hints(
        fields=np.array(learnt["fields"]),
        sure=np.array(learnt["sure"]),
        shades=Shades(tuple(shades), np.array([*shades.values()], float).reshape(-1, 3)),
    )
    return FieldsLook.of(shown, names_p(hints), prints_lab(hints))


def start_state(log: LookLog) -> rules.State:
    """The state in which the game begins, with the fields' names as they were learnt; raises ValueError if it did
    not."""
    if not log.header.get("learnt"):
        raise ValueError("no game began in this recording")
    fields = tuple(tuple(FIELD_COLOURS[i] for i in row) for row in log.header["learnt"]["fields"])
    options = rules.Options(row=int(_truth(log).get("row", 4)), size=len(fields))
    return rules.start(tuple(_truth(log)["players"]), fields, options)


def true_fields(log: LookLog) -> NDArray[np.int64]:
    """(n, n) the fields' colours as FIELD_COLOURS, by the truth, turned as the board was found."""
    turn, true = _turn(log), _truth(log)["fields"]
    fields = np.zeros((len(true), len(true)), int)
    for row, names in enumerate(true):
        for column, name in enumerate(names):
            fields[tuple(turned_cell([row, column], turn))] = FIELD_COLOURS.index(name)
    return fields


def filmed_acts(log: LookLog) -> list[Filmed[rules.Act]]:
    """The acts of the truth in their order."""
    turn = _turn(log)
    return [
        Filmed(_act(act, turn), float(act["stands_from"]), tuple(sorted(act["verdict"])), act.get("restored"))
        for act in _truth(log)["acts"]
    ]


def looks_of_game(log: LookLog) -> list[Shown]:
    """The looks from the one on at which the game began."""
    began = next((event["t"] for event in log.events if event["event"] == "ready"), np.inf)
    return [shown for shown in log.looks if shown.t >= began - _SAME_S]


def at_rest(log: LookLog, seen: FieldsLook) -> list[FieldsLook]:
    """The last look of a stretch, and the same once more each second and at its end, as long as the table rests."""
    rest_s = log.rests.get(seen.number, seen.t) - seen.t
    later_s = [*np.arange(0.0, rest_s, _LOOK_AGAIN_S).tolist(), *[rest_s] * (rest_s > 0)] or [0.0]
    return [at_time(seen, seen.t + s) for s in later_s]


def last_looks(log: LookLog) -> Iterator[Shown]:
    """The last look of each stretch, which shows it best."""
    looks = looks_of_game(log)
    for look, after in zip(looks, [*looks[1:], None], strict=True):
        if after is None or after.number != look.number:
            yield look


def steps_until(acts: Sequence[Filmed[A]], before_t: float, t: float) -> tuple[Step[A], ...]:
    """What was done after ``before_t`` and by ``t``, in its order, as steps."""
    happened: list[tuple[float, Step[A]]] = []
    for i, act in enumerate(acts):
        happened.append((act.since, Step("act", act.act, act.faults)))
        if act.restored is not None:
            happened.append((act.restored, Step("restored", act.act)))
        elif act.faults:
            after = acts[i + 1].since if i + 1 < len(acts) else np.inf
            happened.append((after - 1e-6, Step("accepted", act.act)))
    return tuple(
        step for at, step in sorted(happened, key=lambda each: each[0]) if before_t < at + _LIES_S <= t
    )


def _truth(log: LookLog) -> dict[str, Any]:
    if log.truth is None:
        raise ValueError("the log has no truth: lay NAME.json beside the recording, and log it anew")
    return log.truth


def _turn(log: LookLog) -> int:
    return best_turn(*_corners_px(log))[0]


def _corners_px(log: LookLog) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The board's corners (4, 2) as they were found, and as they are."""
    ready = next((event for event in log.events if event["event"] == "ready"), None)
    if ready is None:
        raise ValueError("no game began in this recording")
    return np.array(ready["board"]["corners"]), np.array(_truth(log)["grid_corners"])


def _act(act: dict[str, Any], turn: int) -> Done:
    cards = tuple(sorted(act.get("cards", ()), key=FIELD_COLOURS.index))
    if act["kind"] == "place":
        row, column = turned_cell(act["cell"], turn)
        return rules.Place(act["player"], (row, column), cards)
    if act["kind"] == "exchange":
        return rules.Exchange(act["player"], cards)

    def stones(name: str) -> tuple[Any, ...]:
        turned = ((colour, tuple(turned_cell(cell, turn))) for colour, cell in act[name])
        return tuple(sorted(turned, key=lambda stone: stone[1]))

    return rules.Change(stones("added"), stones("removed"), cards)

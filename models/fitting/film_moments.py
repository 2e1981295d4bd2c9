"""A logged film of Just 4 Fun Colours as moments with their truth: what was done between one stretch and the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.eyes.shown import Shown
from companion.follow.hypothesis import Step
from models.evaluation.geometry import best_turn, turned_cell
from models.evaluation.look_logs import LookLog
from referee import just4fun_colours as rules

_LIES_S = 0.15  # seconds after it was filmed so, at which a result surely lies there


@dataclass(frozen=True)
class Filmed:
    """An act of the truth, in the cells of the eyes: what was done, from when on its result lies there, whether it is
    ``faulty``, and from when on that is taken back, if it is."""

    act: rules.Act
    since: float
    faults: tuple[str, ...]
    restored: float | None


def start_state(log: LookLog) -> rules.State:
    """The state in which the filmed game begins, the fields as the eyes' board lies."""
    truth, turn = _truth(log), _turn(log)
    size = len(truth["fields"])
    fields: list[list[Any]] = [[None] * size for _ in range(size)]
    for row in range(size):
        for column in range(size):
            r, c = turned_cell([row, column], turn)
            fields[r][c] = truth["fields"][row][column]
    options = rules.Options(row=int(truth.get("row", 4)), size=size)
    return rules.start(tuple(truth["players"]), tuple(map(tuple, fields)), options)


def filmed_acts(log: LookLog) -> list[Filmed]:
    """The acts of the truth in their order."""
    turn = _turn(log)
    return [
        Filmed(_act(act, turn), float(act["stands_from"]), tuple(sorted(act["verdict"])), act.get("restored"))
        for act in _truth(log)["acts"]
    ]


def last_looks(log: LookLog) -> Iterator[Shown]:
    """The last look of each stretch, which shows it best."""
    for look, after in zip(log.looks, [*log.looks[1:], None], strict=True):
        if after is None or after.number != look.number:
            yield look


def steps_until(acts: list[Filmed], before_t: float, t: float) -> tuple[Step[rules.Act], ...]:
    """What was done after ``before_t`` and by ``t``, in its order, as steps."""
    happened: list[tuple[float, Step[rules.Act]]] = []
    for i, act in enumerate(acts):
        happened.append((act.since, Step("act", act.act, act.faults)))
        if act.restored is not None:
            happened.append((act.restored, Step("restored", act.act)))
        elif act.faults:
            after = acts[i + 1].since if i + 1 < len(acts) else np.inf
            happened.append((after - 1e-6, Step("accepted", act.act)))
    return tuple(step for at, step in sorted(happened, key=lambda each: each[0]) if before_t < at + _LIES_S <= t)


def _truth(log: LookLog) -> dict[str, Any]:
    if log.truth is None:
        raise ValueError("the log has no truth: lay NAME.json beside the recording, and log it anew")
    return log.truth


def _turn(log: LookLog) -> int:
    ready = next(event for event in log.events if event["event"] == "ready")
    return best_turn(np.array(ready["board"]["corners"]), np.array(_truth(log)["grid_corners"]))[0]


def _act(act: dict[str, Any], turn: int) -> rules.Act:
    cards = tuple(act.get("cards", ()))
    if act["kind"] == "place":
        row, column = turned_cell(act["cell"], turn)
        return rules.Place(act["player"], (row, column), cards)
    if act["kind"] == "exchange":
        return rules.Exchange(act["player"], cards)

    def stones(name: str) -> tuple[Any, ...]:
        return tuple((colour, tuple(turned_cell(cell, turn))) for colour, cell in act[name])

    return rules.Change(stones("added"), stones("removed"), cards)

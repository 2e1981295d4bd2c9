"""A recorded game, watched whole: are the acts told as they were done?

An act is told exactly when player, field, cards and verdict are right, within the time its result lies on the
table and a second more. One told so later, by what followed, was told late: that is neither exact nor a false alarm.
Every other act told that was not due counts as one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from models.evaluation.cases import Case, Judged
from models.evaluation.disturbances import Picture, disturbances, disturbed
from models.evaluation.geometry import Points, best_turn, turned_cell
from models.evaluation.labelled import Labelled, read_truth
from models.evaluation.pictures import picture_groups
from models.evaluation.poor_cameras import Camera, through
from models.evaluation.tally import Groups, Tally

_EARLY_S, _GRACE_S = 0.3, 1.5
_PROMPT_S = 1.0
_LATE_S = 30.0  # no longer after an act may it be told by what followed
_NO_GAME, _MISSED, _INVENTED, _UNCLEAR = 1000.0, 100.0, 100.0, 1.0
Event = dict[str, Any]


@dataclass(frozen=True)
class GameResult:
    """What came out of one recording; ``judged`` has the counts of it, broken down."""

    name: str
    acts: int
    exact: int
    false_alarms: int
    unclear: int
    delays_s: tuple[float, ...]
    won_right: bool
    lines: tuple[str, ...]
    frames_per_s: float
    judged: Judged


@dataclass(frozen=True)
class Words:
    """A game's acts as far as they are compared: what is ``due``, an act of the truth on a board that was
    found in a turn; what an event ``told``; and by what ``groups`` all that is counted is broken down."""

    due: Callable[[dict[str, Any], int], dict[str, Any]]
    told: Callable[[Event], dict[str, Any]]
    groups: Callable[[Labelled], Groups]


def watch(
    video: Path,
    players: tuple[str, ...],
    options: dict[str, Any],
    seen: Camera = lambda bgr, _: bgr,
    every: int = 1,
) -> Iterator[Event]:
    """The events of a recording, as ``tableref watch --json`` tells them; ``seen`` makes of each frame, and of its
    time in seconds, what the camera sees, which shows one frame in ``every`` so many."""
    from companion.record.keeper import Keeper
    from companion.record.store import Store
    from companion.session.at_table import Agreed
    from companion.session.games import door
    from companion.session.live import play
    from vision.sources import open_source

    game = door("just4fun-colours")
    session = game.session(Agreed("just4fun-colours", players, options), Keeper(Store.open(":memory:")))
    watcher = game.eyes(options, None)
    with open_source(str(video), realtime=False) as source:
        for frame in islice(source, 0, None, every):
            yield from play(replace(frame, bgr=seen(frame.bgr, frame.t)), watcher, session)


def evaluate(video: Path, *, disturb: bool = False, camera: str | None = None, every: int = 1) -> GameResult:
    """Hold what is told of a recording against its truth; raises TruthError.

    ``disturb`` lays ``models.evaluation.disturbances`` over it; it is seen through ``camera``, one of
    ``models.evaluation.poor_cameras``, which shows one frame in ``every`` so many.
    """
    shown = Labelled(video, read_truth(video.with_suffix(".json")), video.parent.name)
    return evaluate_recording(shown, disturb=disturb, camera=camera, every=every)


def evaluate_recording(
    shown: Labelled, *, disturb: bool = False, camera: str | None = None, every: int = 1
) -> GameResult:
    """Watch a recording and judge what is told of it."""
    truth, options = shown.truth, {"row": shown.truth.get("row", 4)}
    happen = disturbances(truth) if disturb else ()
    looks = through(camera) if camera else lambda bgr, _: bgr
    start = time.perf_counter()
    players = tuple(truth["players"])

    def seen(bgr: Picture, t: float) -> Picture:
        return looks(disturbed(bgr, t, happen), t)

    events = list(watch(shown.path, players, options, seen, every))
    return judge_recording(shown, events, truth["frames"] / every / (time.perf_counter() - start))


def judge_recording(
    shown: Labelled, events: list[Event], frames_per_s: float, words: Words | None = None
) -> GameResult:
    """Hold the events told of a recording against its truth; by default in the ``words`` of Just 4 Fun Colours."""
    words = words or Words(words_due, words_told, picture_groups)
    truth, groups, tally = shown.truth, words.groups(shown), Tally()
    tally.measure("frames read in a second", frames_per_s, {})
    ready = next((e for e in events if e["event"] == "ready"), None)
    tally.count("game begun", ready is not None, groups)
    turn = _turn(ready, truth) if ready else 0
    told = [e for e in events if e["event"] == "act"]
    unclear = [e for e in events if e["event"] == "unclear"]
    cases, delays, left = _judge_acts(tally, groups, shown, told, turn, words)
    if ready is None:
        why = "; ".join(str(e.get("why")) for e in events)
        cases = [_case(shown, 0.0, _NO_GAME, f"no game began: {why}")]
    cases += [_case(shown, e["t"], _INVENTED, f"told, but not due: {_in_words(e)}") for e in left]
    cases += [_case(shown, e["t"], _UNCLEAR, f"unclear: {e['why']}") for e in unclear]
    tally.count("false alarm (of acts told)", True, groups, times=len(left))
    tally.count("false alarm (of acts told)", False, groups, times=len(told) - len(left))
    won = ready is not None and _winners(events) == (truth["result"] or {}).get("winners")
    tally.count("winner right", won, groups)
    tally.measure("unclear in a recording", len(unclear), groups)
    lines = tuple(line for case in cases for line in case.lines)
    return GameResult(
        shown.path.stem,
        len(truth["acts"]),
        len(delays),
        len(left),
        len(unclear),
        tuple(delays),
        won,
        lines,
        frames_per_s,
        Judged(tally, tuple(cases)),
    )


def _judge_acts(
    tally: Tally, groups: Groups, shown: Labelled, told: list[Event], turn: int, words: Words
) -> tuple[list[Case], list[float], list[Event]]:
    """Each due act with what was told then: cases of those missed, delays of those exact, events left over."""
    cases, delays, left, missed = [], [], list(told), []
    for act in shown.truth["acts"]:
        due = words.due(act, turn)
        more = {**groups, "act": act["kind"], "verdict due": "+".join(sorted(act["verdict"])) or "legal"}
        near = [e for e in left if _in_time(e, act)]
        exact = next((e for e in near if words.told(e) == due), None)
        alike = exact or next((e for e in near if words.told(e) | {"faults": due["faults"]} == due), None)
        tally.count("act right", alike is not None, more)
        if alike:
            tally.count("verdict right (of acts right)", alike is exact, more)
        tally.count("act and verdict right", exact is not None, more)
        if not act["verdict"]:
            tally.count("legal act called a fault", any(e["faults"] for e in near) and not exact, more)
        if exact is None:
            told_then = "; ".join(_in_words(e) for e in near) or "nothing"
            cases.append(_case(shown, act["stands_from"], _MISSED, f"due {due}; told then: {told_then}"))
            missed.append(act)
            continue
        left.remove(exact)
        delays.append(exact["t"] - act["stands_from"])
        tally.measure("act told after (s)", delays[-1], more)
        tally.count("told within 1 s (of acts right)", delays[-1] <= _PROMPT_S, more)
    for act in missed:
        due = words.due(act, turn)
        late = next((e for e in left if _is_late(e, act) and words.told(e) == due), None)
        tally.count("told late (of acts missed)", late is not None, groups)
        if late:
            left.remove(late)
    return cases, delays, left


def _turn(ready: Event, truth: dict[str, Any]) -> int:
    """0 where no board lies."""
    corners = ready["board"].get("corners")
    return best_turn(np.array(corners), np.array(truth["grid_corners"]))[0] if corners else 0


def words_due(act: dict[str, Any], turn: int) -> dict[str, Any]:
    """The act of the truth in the words of an event, as far as they are compared."""
    due = {"act": act["kind"], "cards": sorted(act.get("cards", [])), "faults": sorted(act["verdict"])}
    if act["kind"] == "change":
        return due | {"added": _stones(act["added"], turn), "removed": _stones(act["removed"], turn)}
    due["player"] = act["player"]
    return due | {"cell": turned_cell(act["cell"], turn)} if act["kind"] == "place" else due


def words_told(event: Event) -> dict[str, Any]:
    """The act of an event, as far as it is compared."""
    told = event["act"]
    seen = {"act": told["act"], "cards": sorted(told.get("cards", [])), "faults": sorted(event["faults"])}
    if told["act"] == "change":
        return seen | {"added": _stones(told["added"], 0), "removed": _stones(told["removed"], 0)}
    seen["player"] = told["player"]
    return seen | {"cell": list(told["cell"])} if told["act"] == "place" else seen


def _stones(stones: list[Any], turn: int) -> list[Any]:
    return sorted([colour, turned_cell(cell, turn)] for colour, cell in stones)


def _in_time(event: Event, act: dict[str, Any]) -> bool:
    return bool(act["stands_from"] - _EARLY_S <= event["t"] <= act["stands_to"] + _GRACE_S)


def _is_late(event: Event, act: dict[str, Any]) -> bool:
    return bool(0 < event["t"] - act["stands_to"] - _GRACE_S <= _LATE_S)


def _in_words(event: Event) -> str:
    return f"{event['t']} {event['act']} {event['faults']}"


def _winners(events: list[Event]) -> Any:
    outcome = next((e["outcome"] for e in events if e["event"] == "outcome"), None)
    return outcome["winners"] if outcome else None


def _case(shown: Labelled, t: float, badness: float, line: str) -> Case:
    return Case(
        shown.path,
        f"{shown.set_name}/{shown.path.name} at {t:.1f} s",
        badness,
        (line,),
        (),
        _grid(shown),
        t=t,
    )


def _grid(shown: Labelled) -> Points:
    return np.array(shown.truth["grid_corners"], float)

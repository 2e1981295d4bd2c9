"""A film of One Two Three … Four watched by the eyes and followed by the tracker, held against its truth.

Size, corners and direction are given, as people can; whether the board tells them too is counted apart.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from companion.eyes.hints import Hints
from companion.eyes.tiles.shown import cells_look
from companion.eyes.tiles.stretch import TileStretch
from companion.eyes.tiles.watcher import TileWatcher
from companion.follow.decision import Costs, Decision, waits
from companion.follow.follows import at_time
from companion.follow.likelihood.cells import CellMemory, CellsLook
from companion.follow.one_two_three_four import OneTwoThreeFour
from companion.follow.tracker import Tracker
from companion.follow.weights import Weights
from companion.session.followed_game import AGAIN_AFTER_S, LOOKS_TO_BEGIN
from models.evaluation.disturbances import disturbances, disturbed
from models.evaluation.geometry import best_turn, field_px, turned_cell
from models.evaluation.labelled import Labelled, read_truth
from models.evaluation.poor_cameras import Camera
from models.evaluation.recordings import Event, GameResult, Words, judge_recording
from models.evaluation.tally import Groups, angle_group, size_group
from models.evaluation.tiles.logs import TileLog, write_tile_log
from referee import one_two_three_four as rules
from referee.one_two_three_four_acts import Act, State
from referee.records import one_two_three_four as records
from vision.sources import open_source
from vision.tile_table.reading import TileCells

_GAME = OneTwoThreeFour()
_SAID_OF_ACTS = ("player", "colour", "steps", "lane", "slide")


@dataclass
class Followed:
    """One film, followed: the ``events`` told so far, and what the board told of itself at first, ``cells``."""

    weights: Weights
    state: State
    events: list[Event] = field(default_factory=list)
    looks: list[CellsLook] = field(default_factory=list)  # from the first one on that begins the game
    cells: TileCells | None = None
    tracker: Tracker[State, Act, CellMemory, CellsLook] | None = None
    clear_at: float | None = None  # of the last look after which nothing waits to be told

    def see(self, seen: CellsLook, stretch: TileStretch) -> None:
        """Take in a look at a stretch: the first one that is sharp enough begins the game. After its end people clear
        up."""
        if rules.outcome(self.state):
            return
        if self.tracker is None:
            if seen.looks < LOOKS_TO_BEGIN:
                return
            self.cells = stretch.cells
            costs = Costs.read(Costs.SHIPPED)
            self.tracker = Tracker(_GAME, self.weights, costs, self.state, seen)
            board = {"corners": stretch.board.corners_px.tolist()}
            self.events.append({"t": seen.t, "event": "ready", "board": board})
        self.looks.append(seen)
        for decision in self.tracker.see(seen):
            self.events += self._events(decision, seen.t)
        if seen.looks >= LOOKS_TO_BEGIN and not waits(self.tracker.beam):
            self.clear_at = stretch.t

    def _events(self, decision: Decision[Act], t: float) -> Iterator[Event]:
        if decision.kind == "unclear":
            yield {"t": t, "event": "unclear", "why": str(decision.options[:3])}
            return
        step = decision.options[0][0] if decision.kind == "passed over" else decision.step
        if step is None:
            return
        if step.kind == "restored":
            yield {"t": t, "event": "restored"}
            return
        if step.kind == "accepted" or not step.faults:
            self.state = _GAME.apply(self.state, step.act)
        if step.kind != "act" or decision.kind == "passed over":
            return
        told = {"act": records.write_act(step.act), "legal": not step.faults, "faults": list(step.faults)}
        yield {"t": t, "event": "act", **told, "confidence": round(decision.p, 4)}
        if (ended := rules.outcome(self.state)) and not step.faults:
            yield {"t": t, "event": "outcome", "outcome": records.write_outcome(ended)}


def evaluate_film(
    film: Path, weights: Weights, *, disturb: bool = False, logs: Path | None = None
) -> GameResult:
    """Watch a film and judge what is told of it; raises TruthError. ``disturb`` lays
    ``models.evaluation.disturbances`` over it. What the eyes saw is written down in the folder ``logs``."""
    shown = Labelled(film, read_truth(film.with_suffix(".json")), film.parent.name)
    happen = disturbances(shown.truth) if disturb else ()
    start = time.perf_counter()
    followed = follow(film, shown.truth, weights, lambda bgr, t: disturbed(bgr, t, happen))
    rate = shown.truth["frames"] / (time.perf_counter() - start)
    if logs is not None:
        name = "-".join([film.parent.name, film.stem, *["disturbed"] * disturb])
        write_tile_log(logs / f"{name}.npz", TileLog(shown.truth, followed.looks))
    return judge_film(shown, followed, rate)


def follow(
    film: Path, truth: dict[str, Any], weights: Weights, seen: Camera = lambda bgr, _: bgr
) -> Followed:
    """Watch a film of which size, corners and direction are known from its ``truth``; ``seen`` makes of each frame,
    and of its time in seconds, what the camera sees."""
    state = records.read_setup(truth["header"])
    hints = Hints(size=state.options.size, corners=state.options.corners)
    followed, watcher = Followed(weights, state), TileWatcher()
    last: CellsLook | None = None
    stretch: TileStretch | None = None
    with open_source(str(film), realtime=False) as source:
        for frame in source:
            clear = replace(hints, clear_at=followed.clear_at)
            for item in watcher.feed(seen(frame.bgr, frame.t), frame.t, clear):
                if isinstance(item, TileStretch):
                    stretch, last = item, cells_look(item, watcher.keyframes.kept)
                    followed.see(last, stretch)
            if last and stretch and watcher.eyes == "watching" and frame.t - last.t >= AGAIN_AFTER_S:
                last = at_time(last, frame.t)
                followed.see(last, stretch)
    return followed


def judge_film(shown: Labelled, followed: Followed, frames_per_s: float) -> GameResult:
    """Hold what was told of a film against its truth."""
    words = Words(lambda act, turn: words_due(act, turn, shown.truth["size"]), words_told, film_groups)
    result = judge_recording(shown, followed.events, frames_per_s, words)
    if followed.cells is not None:
        _judge_board(result, shown, followed.cells, followed.events[0])
    return result


def _judge_board(result: GameResult, shown: Labelled, cells: TileCells, ready: Event) -> None:
    """Whether the board lies as it was told, and tells of itself what it was told."""
    truth, tally, groups = shown.truth, result.judged.tally, film_groups(shown)
    turn, _ = best_turn(np.array(ready["board"]["corners"]), np.array(truth["grid_corners"]))
    tally.count("board the right way up", turn == 0, groups)
    due = tuple(records.read_setup(truth["header"]).options.corners)
    told = cells.corner_names()
    seen = None if told is None else tuple(np.roll(np.array(told), turn).tolist())
    tally.count("corner colours right", seen == due, groups)
    tally.count("corner colours told wrong", seen not in (due, None), groups)
    if truth.get("board", {}).get("arrow", "not told"):
        tally.count("direction right", cells.direction() == truth["direction"], groups)
        tally.count("direction told wrong", cells.direction() not in (truth["direction"], None), groups)


def film_groups(shown: Labelled) -> Groups:
    """What a film's figures are broken down by."""
    truth = shown.truth
    return {
        "set": shown.set_name,
        "cell (pixels)": size_group(field_px(truth["grid_corners"], truth["size"])),
        "cells a side": str(truth["size"]),
        "camera angle (degrees)": angle_group(float(truth["elevation"])),
    }


def words_due(act: dict[str, Any], turn: int, size: int) -> dict[str, Any]:
    """The act of the truth in the words of an event, as far as they are compared."""
    due = {"act": act["kind"], "faults": sorted(act["verdict"])}
    if act["kind"] == "change":
        return due | {name: _tiles(act[name], turn, size) for name in ("added", "removed")}
    if "from" in act:
        due["from"] = turned_cell(act["from"], turn, size)
    return due | _said(act)


def words_told(event: Event) -> dict[str, Any]:
    """The act of an event, as far as it is compared."""
    act = event["act"]
    told = {"act": act["act"], "faults": sorted(event["faults"])}
    if act["act"] == "change":
        return told | {name: _tiles(act[name], 0, 0) for name in ("added", "removed")}
    if "from" in act:
        told["from"] = list(act["from"])
    return told | _said(act)


def _said(act: dict[str, Any]) -> dict[str, Any]:
    said = {name: act[name] for name in _SAID_OF_ACTS if name in act}
    return said | {"slide": act.get("slide", 0)}


def _tiles(tiles: list[Any], turn: int, size: int) -> list[Any]:
    return sorted([colour, turned_cell(cell, turn, size)] for colour, cell in tiles)

"""Films of One Two Three … Four, held against their truth: see ``models.evaluation.films.FilmedGame``."""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.eyes.tiles.stretch import TileStretch
from models.evaluation.cell_logs import write_log
from models.evaluation.films import Truth, Watched
from models.evaluation.geometry import best_turn, field_px, turned_cell
from models.evaluation.labelled import Labelled
from models.evaluation.recordings import Event, GameResult, Words
from models.evaluation.tally import Groups, angle_group, size_group
from referee.records import one_two_three_four as records

__all__ = ["write_log"]

_SAID_OF_ACTS = ("player", "colour", "steps", "lane", "slide")


def seats(truth: Truth) -> None:
    """Nobody need say where players sit."""


def as_seen(truth: Truth, events: list[Event]) -> Truth:
    """As it is: the board has its own way up."""
    return truth


def words(shown: Labelled) -> Words:
    """Acts on a board of its size."""
    size = shown.truth["size"]
    return Words(lambda act, turn: words_due(act, turn, size), words_told, film_groups)


def judge_begun(result: GameResult, shown: Labelled, watched: Watched) -> None:
    """Whether the board lies as it was told, and tells of itself what it was told."""
    assert isinstance(watched.begun_on, TileStretch)
    cells, ready = watched.begun_on.cells, next(e for e in watched.events if e["event"] == "ready")
    truth, tally, groups = shown.truth, result.judged.tally, film_groups(shown)
    true_px = np.array(truth["grid_corners"])
    tally.count(
        "board the right way up", best_turn(np.array(ready["board"]["corners"]), true_px)[0] == 0, groups
    )
    turn, _ = best_turn(np.asarray(watched.begun_on.board.corners_px), true_px)
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
    """The act of the truth in the words of an event, as far as they are compared; of a board of this size."""
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

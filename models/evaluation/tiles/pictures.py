"""One reading of a table of tiles held against its truth.

Counted are: whether the board was found, over all pictures (one that lies more than half a cell off, or with another
number of cells, is not found); cells over those of the boards found of which no more than half is covered; whole
boards over all pictures, so that a board not found is not right either. What the board tells itself (the colours of
its corners, the lane's direction where arrows are drawn) is counted over the boards found; to tell nothing is counted
apart from telling it wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypedDict, cast

import numpy as np

from models.evaluation.cases import Case, Judged, Mark
from models.evaluation.geometry import Points, best_turn, cell_outline_px, field_px, turned_cell
from models.evaluation.labelled import PICTURES, read_truth
from models.evaluation.tally import Groups, Tally, angle_group, size_group
from referee.lane import corners
from vision.pictures import Picture
from vision.tile_table.reading import TileCells, TileReading

COVERED = 0.5  # a cell of which more is covered is not counted
MISPLACED_CELLS = 0.5
CORNERS_CELLS = 0.1
_WHOLE = ("whole board right", "whole board right, corners and direction too")


class Cell(TypedDict):
    """What of a cell's truth is judged by."""

    owner: str | None
    covered: float


class Truth(TypedDict, total=False):
    """What of a picture's truth is judged by; ``board`` and ``elevation`` are not always there."""

    size: int
    direction: str
    corners: dict[str, list[int]]
    grid_corners: list[list[float]]
    cells: list[list[Cell]]
    elevation: float
    tile: str
    board: dict[str, str | float | None]


def find_tables(folder: Path) -> Iterator[tuple[Path, Truth]]:
    """The pictures below a folder that tell of a table of tiles, each with its truth; raises TruthError."""
    for truth_path in sorted(folder.rglob("*.json")):
        truth = read_truth(truth_path)
        picture = next((p for p in map(truth_path.with_suffix, PICTURES) if p.exists()), None)
        if picture and {"direction", "grid_corners", "cells"} <= truth.keys():
            yield picture, cast(Truth, truth)


def read_table(bgr: Picture, size: int | None) -> TileReading:
    """What is seen in a picture, on a board of so many cells a side, where that is known."""
    from vision.tile_table.look import look_at_tiles

    return look_at_tiles(bgr, size)


def judge_table(path: Path, truth: Truth, reading: TileReading, ms: float) -> Judged:
    """Hold a reading, which took ``ms``, against the truth, in the turn that fits best."""
    tally, groups = Tally(), table_groups(truth)
    tally.measure("time to read (ms)", ms, {})
    true_px, size = np.array(truth["grid_corners"], float), truth["size"]
    board, cells = reading.board, reading.cells
    if board is None or cells is None:
        return _not_found(tally, groups, path, true_px, "no board")
    turn, distance = best_turn(board.corners_px, true_px)
    error = distance / field_px(true_px, size)
    if error > MISPLACED_CELLS:
        why = f"board misplaced by {error:.1f} cells"
        return _not_found(tally, groups, path, true_px, why, board.corners_px)
    if board.size != size:
        why = f"a board of {board.size} cells a side seen, of {size} due"
        return _not_found(tally, groups, path, true_px, why, board.corners_px)
    tally.count("board found", True, groups)
    tally.count(f"corners within {CORNERS_CELLS} cell", error <= CORNERS_CELLS, groups)
    tally.measure("corner error (cells)", error, groups)
    marks = list(_judge_cells(tally, groups, cells, truth, turn, board.corners_px))
    about = list(_judge_board(tally, groups, cells, truth, turn))
    whole = not any(mark.seen != "hidden" for mark in marks)
    tally.count(_WHOLE[0], whole, groups)
    tally.count(_WHOLE[1], whole and not about, groups)
    lines = (*(mark.line for mark in marks), *about)
    case = Case(path, path.name, len(lines) + error, lines, tuple(marks), true_px, board.corners_px)
    return Judged(tally, (case,) if lines else ())


def table_groups(truth: Truth) -> dict[str, str]:
    """What all that is counted in a picture is broken down by, as far as its truth tells."""
    groups = {
        "size": str(truth["size"]),
        "cell (pixels)": size_group(field_px(truth["grid_corners"], truth["size"])),
    }
    if "elevation" in truth:
        groups["camera angle (degrees)"] = angle_group(truth["elevation"])
    if "tile" in truth:
        groups["tile"] = truth["tile"]
    for key, name in (("material", "material"), ("corner", "corner mark")):
        if key in (about := truth.get("board", {})):
            groups[name] = str(about[key])
    return groups


def _not_found(
    tally: Tally, groups: Groups, path: Path, true_px: Points, why: str, found_px: Points | None = None
) -> Judged:
    for figure in ("board found", *_WHOLE):
        tally.count(figure, False, groups)
    case = Case(path, path.name, 1000.0, (why,), (), true_px, found_px)
    return Judged(tally, (case,))


def _judge_cells(
    tally: Tally, groups: Groups, cells: TileCells, truth: Truth, turn: int, corners_px: Points
) -> Iterator[Mark]:
    """Cell by cell; the truth is turned to the reading's way up. Cells read wrong, and those in sight told hidden."""
    size = truth["size"]
    for (row, col), cell in np.ndenumerate(np.rot90(np.array(truth["cells"], dtype=object), turn)):
        hidden = cells.is_hidden(row, col)
        if cell["covered"] > COVERED:
            tally.count("covered cell told hidden", hidden, groups)
            continue
        outline_px = cell_outline_px(corners_px, size, row, col)
        due, seen = cell["owner"], cells.owner_name(row, col)
        tally.count("cell in sight told hidden", hidden, groups)
        tally.count("cell right", seen == due, groups)
        tally.count("tile right" if due else "bare cell right", seen == due, groups)
        tally.tell("owner", float(cells.owner[row, col].max()), seen == due)
        if hidden:
            yield Mark(outline_px, "in sight", "hidden", f"cell [{row}, {col}]")
        if seen != due:
            yield Mark(outline_px, due or "none", seen or "none", f"cell [{row}, {col}]")


def _judge_board(tally: Tally, groups: Groups, cells: TileCells, truth: Truth, turn: int) -> Iterator[str]:
    """What the board says of itself; what is said wrong, or not at all though it shows, in words."""
    size = truth["size"]
    due_at = {tuple(turned_cell(at, turn, size)): name for name, at in truth["corners"].items()}
    due = tuple(due_at[at] for at in corners(size))
    seen = cells.corner_names()
    yield from _tell(tally, groups, "corner colours", seen, due)
    if "board" not in truth or truth["board"].get("arrow", True):
        yield from _tell(tally, groups, "direction", cells.direction(), truth["direction"])
    else:
        tally.count("direction told though no arrow is drawn", cells.direction() is not None, groups)


def _tell(
    tally: Tally, groups: Groups, what: str, seen: Iterable[str] | None, due: Iterable[str]
) -> Iterator[str]:
    tally.count(f"{what} right", seen == due, groups)
    tally.count(f"{what} told wrong", seen is not None and seen != due, groups)
    if seen != due:
        yield f"{what}: due {due}, seen {seen}"

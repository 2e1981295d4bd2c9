"""A grid laid on the picture of a board with a lane, seen from above: as the board lies, or wrong.

The inner cells of a board are a grid as well, and lines round it may make a larger one: which grid is the board only
its corners, its arrows and its rim tell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.evaluation.geometry import field_px
from models.training.augmentation import recoloured
from models.training.pictures import Labelled
from models.training.targets import Arrays
from vision.pictures import Picture
from vision.pose import CameraPose
from vision.tile_table.above import board_from_above, places
from vision.tile_table.look import SIZES
from vision.tile_table.reading import COLOURS, CONTENTS

NO_CORNER, UNSEEN_CORNER = -100, -1  # instead of a corner's colour
SOME_TILE = len(CONTENTS)  # instead of whose it is, where nobody can say
_COVERED = 0.5  # of a corner, or more: its colour is hardly seen
_OFF_CELLS = (0.01, 0.035)  # by how much a corner of the board is misplaced: as found, and while training
_FARTHEST = 2  # cells that a wrong grid is shifted by
_OTHER_UNIT = 2.0  # how much larger its cells are at most, or smaller


@dataclass(frozen=True, eq=False)
class Laid:
    """A grid laid: what is seen of it from above (see ``vision.tile_table.above``), and whether it is the board.
    ``per_cell``, each (n, n): whose tile lies there, the share that is covered, the colour of a corner, and whether
    the cell is what it is said to be."""

    view: Picture
    per_cell: Arrays
    right: bool


def laid_right(picture: Labelled, rng: np.random.Generator, training: bool) -> Laid:
    """The board, hardly off."""
    size, truth = picture.size, picture.truth
    view = board_from_above(picture.bgr, _pose(picture, rng, training), size)
    owner = [[CONTENTS.index(cell["owner"] or "none") for cell in row] for row in truth["cells"]]
    covered = [[cell["covered"] for cell in row] for row in truth["cells"]]
    corner = np.full((size, size), NO_CORNER)
    for name, (row, col) in truth["corners"].items():
        cell = truth["cells"][row][col]
        seen = cell["owner"] is None and cell["covered"] < _COVERED
        corner[row, col] = COLOURS.index(name) if seen else UNSEEN_CORNER
    every = np.ones((size, size), np.float32)
    return Laid(view, (np.array(owner), np.array(covered, np.float32), corner, every), True)


def is_of_game(picture: Labelled) -> bool:
    """Whether a picture shows a board with a lane. Boards of other games have none, wherever a grid is laid."""
    return "direction" in picture.truth


def laid_wrong(picture: Labelled, rng: np.random.Generator) -> Laid:
    """A part of its grid, or more than that; or cells of another size. Of another game's board its own grid too."""
    size = picture.size
    pose, wrong = _pose(picture, rng, True), int(rng.choice(SIZES))
    kind = rng.random()
    at: NDArray[np.float64]
    if not is_of_game(picture) and kind < 0.4 and size in SIZES:
        wrong, unit, at = size, 1.0, np.zeros(2)
    elif kind < 0.5:
        shift = rng.integers(-_FARTHEST, _FARTHEST + 1, 2)
        if wrong == size and not shift.any():
            shift[0] = rng.choice([-1, 1])
        unit, at = 1.0, shift + np.float64((wrong - size) % 2 / 2)
    elif kind < 0.75 and wrong != size:
        unit, at = size / wrong, rng.normal(0, 0.1, 2)
    else:
        unit, at = float(_OTHER_UNIT ** rng.uniform(-1, 1)), rng.uniform(-_FARTHEST, _FARTHEST, 2)
    view = board_from_above(picture.bgr, on_grid(pose, at, unit), wrong)
    on_lines = unit == 1 and is_of_game(picture)
    of_board = belongs(size, wrong, at) if on_lines else np.zeros((wrong, wrong), np.float32)
    nothing = np.zeros((wrong, wrong), np.int64)
    covered = np.ones((wrong, wrong), np.float32)
    return Laid(view, (nothing, covered, nothing + NO_CORNER, of_board), False)


def in_other_dyes(laid: Laid, rng: np.random.Generator) -> Laid:
    """Board and tiles in dyes whose names nobody can say any more; what is bare stays so."""
    owner, covered, corner, of_board = laid.per_cell
    unnamed = np.where(owner > 0, SOME_TILE, 0), covered, np.full_like(corner, NO_CORNER), of_board
    return replace(laid, view=recoloured(laid.view[None], rng)[0], per_cell=unnamed)


def on_grid(pose: CameraPose, at_board: NDArray[Any], unit: float) -> CameraPose:
    """The camera as a grid sees it whose middle is ``at_board`` (2,), and whose cells are ``unit`` cells wide."""
    moved = pose.rotation() @ np.array([*at_board, 0.0]) + np.array(pose.tvec)
    x, y, z = (moved / unit).tolist()
    return replace(pose, tvec=(x, y, z))


def belongs(size: int, wrong: int, at_board: NDArray[Any]) -> NDArray[np.float32]:
    """(wrong, wrong) 1 where a grid laid on the board's own lines has the kind of cell that the board has there."""
    kinds, said = places(size).reshape(size, size, -1), places(wrong).reshape(wrong, wrong, -1)
    right, up = at_board
    rows = np.arange(wrong) + round((size - wrong) / 2 - up)
    cols = np.arange(wrong) + round((size - wrong) / 2 + right)
    inside = np.logical_and.outer((rows >= 0) & (rows < size), (cols >= 0) & (cols < size))
    there = kinds[np.clip(rows, 0, size - 1)][:, np.clip(cols, 0, size - 1)]
    return (inside & (there == said).all(-1)).astype(np.float32)


def _pose(picture: Labelled, rng: np.random.Generator, training: bool) -> CameraPose:
    return picture.pose(_OFF_CELLS[training] * field_px(picture.corners_px, picture.size), rng)

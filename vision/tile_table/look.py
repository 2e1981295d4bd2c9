"""One look at one picture of a table of One Two Three … Four."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import numpy as np

from models.catalogue import FOLDER
from vision.finding.board import Board, find_board, is_believable, refine
from vision.finding.crossings import corner_indices
from vision.finding.overview import Overview, glance
from vision.maps import Points
from vision.pictures import Picture
from vision.pose import lattice_board
from vision.tile_table.cells import read_cells
from vision.tile_table.reading import TileReading

SIZES = (5, 6, 7, 8)  # cells a side
FINDER, LATTICE = "tile_finder", "tile_lattice"  # the networks for boards with a lane
FEATURES = ("constant", "cells belong", "outlined")
WEIGHTS = FOLDER.parent / "weights" / "tile-board.json"
SAID = float(np.log(19))  # log-odds: of 20 people who say how many cells their board has 19 are right
# Of 40 tables drawn 35 had a board found at first that shows so well, all of them rightly.
_SURE, _SURE_OUTLINE = 0.85, 0.9


def look_at_tiles(bgr: Picture, size: int | None = None, board: Board | None = None) -> TileReading:
    """Read a picture (H, W, 3) whole. With ``board`` known (a camera that has not moved), it is not searched again;
    ``size``: cells a side, as a person says. Row 0 is the side that lies uppermost in the picture.

    Where a board of another size is seen instead, that is told (``other_size``), and it is not read.
    """
    if board is not None:
        return TileReading(board, read_cells(bgr, board))
    overview = glance(bgr, FINDER)
    if size is not None:
        whole = find_board(bgr, size, overview, lattice=LATTICE)
        if whole is not None and whole.confidence > _SURE and whole.outlined > _SURE_OUTLINE:
            reading = TileReading(whole, read_cells(bgr, whole))
            if board_log_odds(reading) > 0:
                return reading
    readings = {
        each: board_log_odds(each) + SAID * (grid.size == size) for grid, each in grids(bgr, overview)
    }
    best = max(readings, key=lambda each: readings[each], default=None)
    if best is None or best.board is None or readings[best] < 0:
        return TileReading(None, None)
    return best if size in (None, best.board.size) else TileReading(None, None, best.board.size)


def grids(bgr: Picture, overview: Overview) -> Iterator[tuple[Board, TileReading]]:
    """The grids of squares in a picture, and what their cells read. The inner cells of a board are a grid as well:
    from every grid found larger ones about it are tried."""
    for part in [find_board(bgr, cells, overview, lattice=LATTICE) for cells in SIZES]:
        if part is None:
            continue
        yield part, TileReading(part, read_cells(bgr, part))
        for cells in SIZES:
            if cells > part.size:
                board = refine(bgr, _outline_px(part, cells), cells, lattice=LATTICE)
                if board is not None and is_believable(board):
                    yield board, TileReading(board, read_cells(bgr, board))


def board_log_odds(reading: TileReading) -> float:
    """How likely it is that a grid is the board, as log-odds: by whether its cells look like those of a board with a
    lane, and by how well it covers what looks like cells."""
    return sum(weight * seen for weight, seen in zip(_weights(), features(reading), strict=True))


def features(reading: TileReading) -> tuple[float, ...]:
    """What is seen of a grid, in the order of FEATURES."""
    assert reading.board is not None and reading.cells is not None
    return 1.0, reading.cells.belong, reading.board.outlined


def _outline_px(board: Board, size: int) -> Points:
    """(4, 2) the corners of a board of ``size`` cells a side about the middle of another."""
    return board.pose.project(lattice_board(size)[corner_indices(size)])


@cache
def _weights() -> tuple[float, ...]:
    told = json.loads(WEIGHTS.read_text("utf-8"))["weights"]
    return tuple(float(told[name]) for name in FEATURES)

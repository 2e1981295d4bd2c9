"""One look at one picture of a table of One Two Three … Four."""

from __future__ import annotations

from calibration.lens import Lens
from vision.board import Board, find_board, is_believable, refine
from vision.crossings import corner_indices
from vision.maps import Points
from vision.overview import Overview, glance
from vision.pictures import Picture
from vision.pose import lattice_board
from vision.tile_table.cells import read_cells
from vision.tile_table.reading import TileReading

SIZES = (5, 6, 7, 8)  # cells a side
# Of 40 tables drawn 35 had a board found at first that shows so well, all of them rightly.
_SURE, _SURE_OUTLINE = 0.85, 0.9


def look_at_tiles(bgr: Picture, size: int | None = None, board: Board | None = None) -> TileReading:
    """Read a picture (H, W, 3) whole. With ``board`` known (a camera that has not moved), it is not searched again;
    with ``size`` known, no other board is looked for."""
    where = board or find_tile_board(bgr, size)
    if where is None:
        return TileReading(None, None)
    return TileReading(where, read_cells(bgr, where))


def find_tile_board(bgr: Picture, size: int | None = None, lens: Lens | None = None) -> Board | None:
    """The board with a lane, of ``size`` cells a side or of the size that most of the grid speaks for; None where
    there is none to be sure of. Row 0 is the side that lies uppermost in the picture.

    The inner cells are a grid as well: from every grid found larger ones about it are tried.
    """
    overview = glance(bgr, "tile_finder")
    if size is not None:
        board = find_board(bgr, size, overview, lens)
        if board is not None and _shows_whole(board):
            return board
    wanted = SIZES if size is None else (size,)
    parts = (find_board(bgr, cells, overview, lens) for cells in SIZES if cells <= max(wanted))
    found = [part for part in parts if part is not None]
    for part in tuple(found):
        for cells in wanted:
            if cells > part.size:
                board = refine(bgr, _outline_px(part, cells), cells, lens)
                found += [board] if board is not None and is_believable(board) else []
    fitting = (board for board in found if board.size in wanted)
    return max(fitting, key=lambda board: _evidence(board, overview), default=None)


def _shows_whole(board: Board) -> bool:
    """Whether so much of its grid is seen that, of a size that is known, it can be no other board."""
    return board.confidence > _SURE and board.outlined > _SURE_OUTLINE


def _outline_px(board: Board, size: int) -> Points:
    """(4, 2) the corners of a board of ``size`` cells a side about the middle of another."""
    return board.pose.project(lattice_board(size)[corner_indices(size)])


def _evidence(board: Board, overview: Overview) -> float:
    """How many more of its grid's crossings were seen than not, times how well it covers (0..1) what looks like
    cells from afar and from near: a part of the grid has few crossings, one that reaches beyond it covers what is
    none."""
    covers = overview.covers(board.corners_px * overview.scale - 0.5)
    return (board.size + 1) ** 2 * (2 * board.confidence - 1) * covers * board.outlined

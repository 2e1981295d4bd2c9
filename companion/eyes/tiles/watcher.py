"""A table of One Two Three … Four, as the eyes must know it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.eyes.hints import Hints
from companion.eyes.orientation import turned
from companion.eyes.table import WhyNone
from companion.eyes.tiles.stretch import TileLooks, TileStretch
from companion.eyes.watcher import TableWatcher
from companion.messages import message
from vision.finding.board import Board
from vision.finding.overview import Overview, glance
from vision.following.follow import Follower
from vision.pictures import Picture
from vision.tile_table.cells import read_cells
from vision.tile_table.look import FINDER, look_at_tiles
from vision.tile_table.reading import COLOURS, TileCells

_LEAST_P = 0.01  # a corner may be under a tile, a tile may have been moved since


class TileTable:
    """A board with a lane, and tiles on it: see ``companion.eyes.table.WatchedTable``."""

    tells_focus = True

    def __init__(self, size: int | None) -> None:
        """``size``: cells a side; None where that is found out."""
        self._size = size

    def glance(self, bgr: Picture) -> Overview:
        """By the network that finds boards with a lane."""
        return glance(bgr, FINDER)

    def hidden(self, bgr: Picture, board: Board) -> NDArray[np.float32]:
        """As the cells read."""
        return read_cells(bgr, board).hidden

    def pieces_px(self, bgr: Picture, board: Board) -> Sequence[NDArray[np.float64]]:
        """Tiles beside the board are too small to pass for an arm."""
        return ()

    def find(self, bgr: Picture, hints: Hints) -> Board | WhyNone:
        """Of the size that is given or known."""
        size = self._size or hints.size
        seen = look_at_tiles(bgr, size)
        if seen.other_size is not None:
            return message("other_size", size=str(size), seen=str(seen.other_size))
        return seen.board or message("no_board")

    def upright(self, bgr: Picture, board: Board, hints: Hints, before: TileStretch | None) -> Board:
        """By the corners' colours where they are known, and by the tiles as they lay when they were seen last."""
        cells = read_cells(bgr, board)
        scores = np.zeros(4)
        if hints.corners is not None:
            scores += corner_scores(cells, hints.corners)
        if before is not None and before.board.size == board.size:
            scores += tile_scores(cells, before.cells)
        return turned(board, int(scores.argmax()))

    def settle(self, board: Board) -> None:
        """Nothing is known beforehand of where a board lies."""

    def follower(self, bgr: Picture, board: Board) -> Follower:
        """By the board alone."""
        return Follower(bgr, board.corners_px, board.size)

    def looks(self) -> TileLooks:
        """Of cells and corners."""
        return TileLooks()

    def hidden_in(self, stretch: TileStretch) -> NDArray[np.float32]:
        """As the cells read."""
        return stretch.cells.hidden


class TileWatcher(TableWatcher[TileStretch]):
    """Follows a board of One Two Three … Four."""

    def __init__(self, size: int | None = None) -> None:
        """``size``: cells a side; None where that is found out."""
        super().__init__(TileTable(size))
        self._given = size

    @property
    def size(self) -> int | None:
        """Cells a side, as far as that is known."""
        return self.board.size if self.board else self._given


def corner_scores(cells: TileCells, corners: Sequence[str]) -> NDArray[np.float64]:
    """(4,) how well the corners fit those known, clockwise from [0, 0], in each turn: logarithms."""
    due = [COLOURS.index(name) for name in corners]
    seen = np.log(cells.corner_p + _LEAST_P)
    return np.array([seen[(np.arange(4) + turn) % 4, due].sum() for turn in range(4)])


def tile_scores(cells: TileCells, before: TileCells) -> NDArray[np.float64]:
    """(4,) how well the tiles lie as they lay before, in each turn: logarithms."""
    alike = [np.sqrt(np.rot90(cells.owner, turn) * before.owner).sum(-1) for turn in range(4)]
    return np.array([np.log(each + _LEAST_P).sum() for each in alike])

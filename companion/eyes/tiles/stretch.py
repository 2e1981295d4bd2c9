"""What a time in which nothing moved has shown of a table of One Two Three … Four."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.eyes.stretch import Floats, Looks, Rest
from vision.finding.board import Board
from vision.pictures import Picture
from vision.tile_table.above import board_from_above, cut_cells
from vision.tile_table.cells import cells_in
from vision.tile_table.reading import TileCells, TileReading

_LEAST_P = 1e-4


@dataclass(frozen=True)
class TileStretch(Rest):
    """``cells`` and ``patches`` (n * n, 32, 32, 3), cut by ``vision.tile_table.above``, are means of all looks."""

    cells: TileCells

    def reading(self) -> TileReading:
        """The same as a reading of one picture."""
        return TileReading(self.board, self.cells)


class TileLooks(Looks[TileStretch]):
    """The looks at cells and corners: the geometric mean of their probabilities."""

    def __init__(self) -> None:
        """No look yet."""
        super().__init__()
        self._logs: list[Floats] = []
        self._hidden: Floats = np.zeros(0, np.float32)

    def read(self, bgr: Picture, board: Board, weight: float) -> Picture:
        """The cells, all together."""
        view = board_from_above(bgr, board.pose, board.size)
        seen = cells_in(view, board.size)
        turns = np.array([seen.clockwise_p, 1 - seen.clockwise_p], np.float32)
        logs = [np.log(p + _LEAST_P) for p in (seen.owner, seen.corner_p, turns)]
        self._logs = [old + (new - old) * weight for old, new in zip(self._logs or logs, logs, strict=True)]
        self._hidden = seen.hidden if weight == 1 else self._hidden + (seen.hidden - self._hidden) * weight
        return cut_cells(view, board.size)

    def stretch(self, rest: Rest) -> TileStretch:
        """All that was read so far."""
        owner, corner, turns = (_shares(log) for log in self._logs)
        return TileStretch(**vars(rest), cells=TileCells(owner, self._hidden, corner, float(turns[0])))


def _shares(logs: NDArray[np.float32]) -> Floats:
    """Probabilities (..., K) from means of their logarithms."""
    p = np.exp(logs - logs.max(-1, keepdims=True))
    return np.asarray(p / p.sum(-1, keepdims=True), np.float32)

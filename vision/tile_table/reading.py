"""What one look at a table of tiles saw, as probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.finding.board import Board
from vision.finding.whole import why_none

COLOURS = ("red", "blue", "yellow", "green")
CONTENTS = ("none", *COLOURS)
_TOLD = 0.8  # a direction, or the colour of a corner, that is less likely is told as unknown
_IN_THE_WAY = 0.5


@dataclass(frozen=True, eq=False)
class TileCells:
    """The n x n cells: ``owner`` (n, n, 5) how likely each of CONTENTS is, and ``hidden`` (n, n) which share of a
    cell something hides.

    ``corner_p`` (4, 4): how likely the corner cell of each row, clockwise from [0, 0], is of each of COLOURS: a board
    has each once. ``clockwise_p``: how likely the lane's arrows point clockwise as seen from above; 0.5 where none
    show. ``belong``: how sure it is, as log-odds, that the corners and the lane's cells are those of a board with a
    lane, on the average.
    """

    owner: NDArray[np.float32]
    hidden: NDArray[np.float32]
    corner_p: NDArray[np.float32]
    clockwise_p: float
    belong: float = np.inf

    def owner_name(self, row: int, col: int) -> str | None:
        """Whose tile likeliest lies on a cell, None where none does."""
        best = int(self.owner[row, col].argmax())
        return CONTENTS[best] if best else None

    def is_hidden(self, row: int, col: int) -> bool:
        """Whether something is in the way of the cell."""
        return bool(self.hidden[row, col] > _IN_THE_WAY)

    def corner_names(self) -> tuple[str, ...] | None:
        """The corners' colours clockwise from [0, 0]; None where that is not sure."""
        best = self.corner_p.argmax(1)
        if self.corner_p.max(1).min() < _TOLD:
            return None
        return tuple(COLOURS[k] for k in best)

    def direction(self) -> str | None:
        """The lane's direction, clockwise or anticlockwise; None where no arrows tell."""
        if max(self.clockwise_p, 1 - self.clockwise_p) < _TOLD:
            return None
        return "clockwise" if self.clockwise_p > 0.5 else "anticlockwise"


@dataclass(frozen=True, eq=False)
class TileReading:
    """``board`` and ``cells``; both None where no board was found. ``other_size``: where one of another size than was
    asked for was, so many cells a side."""

    board: Board | None
    cells: TileCells | None
    other_size: int | None = None

    def to_json(self, image: str, ms: float) -> dict[str, Any]:
        """The line that ``look --json`` prints."""
        if self.board is None or self.cells is None:
            return {"image": image, "found": False, "why": why_none(self.other_size), "ms": round(ms, 1)}
        cells, size = self.cells, self.board.size
        return {
            "image": image,
            "found": True,
            "ms": round(ms, 1),
            "board": {
                "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in self.board.corners_px],
                "confidence": round(self.board.confidence, 3),
                "cells": [[_cell(cells, row, col) for col in range(size)] for row in range(size)],
                "corner_colours": cells.corner_names(),
                "direction": cells.direction(),
            },
            "cards": [],
            "hand": bool(cells.hidden.max() > _IN_THE_WAY),
        }


def _cell(cells: TileCells, row: int, col: int) -> dict[str, Any]:
    return {
        "owner": cells.owner_name(row, col),
        "confidence": round(float(cells.owner[row, col].max()), 3),
        "hidden": cells.is_hidden(row, col),
    }

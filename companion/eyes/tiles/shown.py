"""From a stretch at a table of tiles to what the tracker wants to know of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.eyes.cells_shown import comparable, condition
from companion.eyes.keyframes import Kept
from companion.eyes.tiles.stretch import TileStretch
from companion.follow.likelihood.cells import CellsLook, CellsSeen
from vision.cell_changes import change_of_cells
from vision.light_on_board import light_of_before


def cells_look(stretch: TileStretch, keyframes: Sequence[Kept[TileStretch]]) -> CellsLook:
    """What a stretch shows by now, against each of the ``keyframes``, the oldest first."""
    earlier = [kept.stretch for kept in keyframes if kept.stretch.number < stretch.number]
    cells = stretch.cells
    seen = CellsSeen(
        stretch.number,
        cells.owner.reshape(-1, cells.owner.shape[-1]).astype(np.float64),
        cells.hidden.ravel().astype(np.float64),
        {before.number: _changed(before, stretch) for before in earlier},
    )
    last = earlier[-1] if earlier else None
    return CellsLook(stretch.t, stretch.looks, stretch.settled_for_s, condition(last, stretch), seen)


def _changed(before: TileStretch, now: TileStretch) -> NDArray[np.float64]:
    """(N,) by how many times the usual each cell differs; nan from another place."""
    if not comparable(before, now):
        return np.full(now.board.size**2, np.nan)
    light = light_of_before(before.patches, now.patches)
    return change_of_cells(before.patches, now.patches, light).astype(np.float64)

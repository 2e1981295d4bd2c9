"""What differs between two looks at the cells of one board from one place, whatever it may be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.changes import grey_levels
from vision.light_on_board import burnt_out_in_both, in_one_light
from vision.tile_table.above import CELL_PX, PATCH_PX

Floats = NDArray[np.float32]

_INSIDE = slice((PATCH_PX - CELL_PX) // 2, (PATCH_PX + CELL_PX) // 2)  # of a patch: the cell itself
_LEAST_USUAL = 1.0  # grey levels
_LEAST_LEFT = 0.1  # of a cell must not be burnt out


def change_of_cells(before: Floats, now: Floats, light: Floats) -> Floats:
    """(N,) by how many times the usual cell's each cell's picture changed, nan where a lamp burns it out.

    ``before`` and ``now`` are patches (N, 32, 32, 3) as cut by ``vision.tile_table.above``; ``light`` (N, 3) puts
    those of now in the light of before (see ``vision.light_on_board``).
    """
    a, b = (patches[:, _INSIDE, _INSIDE] for patches in (before, now))
    looks = in_one_light(a, b, light)
    told = ~burnt_out_in_both(looks, light)
    area = told.sum((1, 2))
    total = (grey_levels(looks[0] - looks[1]) * told).sum((1, 2))
    enough = area > _LEAST_LEFT * told[0].size
    change = np.where(enough, total / np.maximum(area, 1), np.nan)
    usual = max(float(np.median(change[enough])) if enough.any() else 0.0, _LEAST_USUAL)
    return np.asarray(change / usual, np.float32)

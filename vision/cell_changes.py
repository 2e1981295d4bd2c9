"""What differs between two looks at cells from one place, those of a board or a grid, whatever it may be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.light_on_board import burnt_out_in_both, in_one_light
from vision.stone_table.changes import grey_levels

Floats = NDArray[np.float32]

# Of a patch on each side: what is left is the middle of a cell, which anything on it covers. The median of what
# differs there is not moved by a neighbour's shadow or rim: in two films 1.2 of 100 cells that were left alone
# differed by 3 times the usual and more, by the mean over the whole cell 6.7.
_RIM = 1 / 4
_LEAST_USUAL = 1.0  # grey levels
_LEAST_LEFT = 0.1  # of the middle must not be burnt out


def change_of_cells(before: Floats, now: Floats, light: Floats) -> Floats:
    """(N,) by how many times the usual cell's each cell's picture changed; as usual where a lamp burns it out.

    ``before`` and ``now`` are patches (N, S, S, 3), a cell with half as much round it; ``light`` (N, 3) puts those of
    now in the light of before (see ``vision.light_on_board``).
    """
    rim = int(_RIM * before.shape[1])
    a, b = (patches[:, rim:-rim, rim:-rim] for patches in (before, now))
    looks = in_one_light(a, b, light)
    differs = np.where(burnt_out_in_both(looks, light), np.nan, grey_levels(looks[0] - looks[1]))
    in_sight = np.isfinite(differs).mean((1, 2)) > _LEAST_LEFT
    if not in_sight.any():
        return np.ones(len(a), np.float32)
    change = np.nanmedian(differs[in_sight].reshape(in_sight.sum(), -1), axis=1)
    usual = max(float(np.median(change)), _LEAST_USUAL)
    told = np.ones(len(a), np.float32)
    told[in_sight] = change / usual
    return told

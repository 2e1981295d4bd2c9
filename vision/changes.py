"""What differs between two looks at one board from one place, field by field, whatever it may be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.patches import TOWER_BASE_ROW, TOWER_PX_PER_FIELD, TOWER_WIDTH

# In fields: half the width of a stone, and what each stone may add to a tower's height.
_STONE_HALF, _RISE = 0.32, 0.3


def change_of_fields(
    before: NDArray[np.float32],
    now: NDArray[np.float32],
    heights: NDArray[np.int64],
    sines: NDArray[np.float32],
) -> NDArray[np.float32]:
    """How much each field's patch changed where its tower stands, up to one stone more than its ``heights``
    (n, n), as a multiple of the typical field's change; (n, n).

    ``before`` and ``now`` are patches (n * n, H, W, 3) as cut by ``vision.patches``, ``sines`` (n * n,) the
    sine of the angle at which each cell is seen: from above towers look low, from aside fields look flat. What
    lies behind (cards, other towers) is left out; a lamp that brightens all alike is divided out.
    """
    half = round(_STONE_HALF * TOWER_PX_PER_FIELD)
    columns = slice(TOWER_WIDTH // 2 - half, TOWER_WIDTH // 2 + half)
    a, b = before[..., columns, :], now[..., columns, :]
    gain = np.median((a + 8) / (b + 8))
    by_row = np.abs(a - b * gain).mean((2, 3))  # (cells, rows)
    difference = np.empty(heights.size)
    for cell, height in enumerate(heights.ravel()):
        sine = float(sines[cell])
        above = _STONE_HALF * sine + _RISE * (int(height) + 1) * float(np.sqrt(max(0.0, 1 - sine * sine)))
        top = max(0, round(TOWER_BASE_ROW - above * TOWER_PX_PER_FIELD))
        difference[cell] = by_row[cell, top : round(TOWER_BASE_ROW) + half].mean()
    typical = max(float(np.median(difference)), 1.0)
    return np.asarray((difference / typical).reshape(heights.shape), np.float32)

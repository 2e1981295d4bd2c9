"""What the eyes may know beforehand: the only way in which anything believed about the game comes to them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.shades import Shades


@dataclass(frozen=True)
class Hints:
    """What is known of a board of n fields a side, and of the table round it; what is not known is None.

    ``fields`` (n, n) the fields' colours as indices into FIELD_COLOURS, ``sure`` (n, n) how sure each of their names
    is, and their ``shades`` in the light in which they were learnt; ``zone_board`` (N, 2) where played cards are
    laid, a polygon in the board frame: no hand may be over it either.

    ``size`` cells a side, and the ``corners``' colours clockwise from cell [0, 0], are of a board with a lane.

    ``clear_at`` is when, in seconds, the last look was taken that showed the table as it should lie, without a hand.
    What lies there from that look on is no hand, no blur and no other board, and the eyes take it in. Taking in every
    look instead, by the film alone, told the shipped game the same; games that are disturbed were not measured so.
    """

    fields: NDArray[np.int64] | None = None
    sure: NDArray[np.float64] | None = None
    shades: Shades | None = None
    zone_board: NDArray[np.float64] | None = None
    clear_at: float | None = None
    size: int | None = None
    corners: tuple[str, ...] | None = None


NOTHING_KNOWN = Hints()

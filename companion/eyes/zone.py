"""Where played cards are laid: one side of the board, found by itself, where the first new card appears; or what a
person says.

Frame: the board's, in fields, origin in its centre, y up (see ``vision.pose``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_REACH, _ASIDE = 3.5, 0.5  # in fields: so far off the board cards are laid, and so far past its ends
SIDES = ("top", "right", "bottom", "left")


@dataclass(frozen=True)
class Zone:
    """Where played cards are laid: a side of the board (index into SIDES, in the board frame), or a polygon
    (N, 2) in the board frame. ``size``: fields a side of the board."""

    side: int | None = None
    polygon: NDArray[np.float64] | None = None
    size: int = 6

    @property
    def known(self) -> bool:
        """Whether it is known at all."""
        return self.side is not None or self.polygon is not None

    def holds(self, centre_board: NDArray[np.float64]) -> bool:
        """Whether a card with this centre lies in the zone."""
        if self.polygon is not None:
            return _within(centre_board, self.polygon)
        return self.side is None or side_of(centre_board) == self.side

    def outline_board(self) -> NDArray[np.float64] | None:
        """The zone as a polygon (N, 2) in the board frame, as far as cards are laid; None while unknown."""
        if self.polygon is not None:
            return self.polygon
        if self.side is None:
            return None
        import numpy as np

        near = self.size / 2
        far, half = near + _REACH, near + _ASIDE
        strip = np.array([[-half, near], [half, near], [half, far], [-half, far]])
        quarter = np.array([[0.0, -1.0], [1.0, 0.0]])  # a turn to the right: top, right, bottom, left
        return np.asarray(strip @ np.linalg.matrix_power(quarter, self.side))


def side_of(centre_board: NDArray[np.float64]) -> int:
    """The side of the board, as an index into SIDES, on which a point lies."""
    x, y = float(centre_board[0]), float(centre_board[1])
    if abs(y) >= abs(x):
        return 0 if y > 0 else 2
    return 1 if x > 0 else 3


def _within(place_board: NDArray[np.float64], outline_board: NDArray[np.float64]) -> bool:
    import cv2
    import numpy as np

    x, y = float(place_board[0]), float(place_board[1])
    return cv2.pointPolygonTest(outline_board.astype(np.float32), (x, y), False) >= 0

"""The board seen coarsely, a colour a field: tells a place on the grid from the same place a field further.

A grid looks like itself moved by a field, and small patches fall for it. The colours of the fields, and where
they end, do not.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Points = NDArray[np.float64]

REACH = 3  # fields a place may be wrong by
RING = 1  # fields around the board that are compared too: there it ends
_PX = 8  # of a field in the coarse picture
_DARK = 10.0  # grey levels added, so that the logarithm of the dark is not all noise
_LOGARITHM = np.log(np.arange(256, dtype=np.float32) + _DARK)
_SAME = 0.2  # as logarithm: fields whose colours differ by less are the same in another light
_MIN_SHARE = 0.4  # of the fields must be the same: a hand may hide the others
_MARGIN = 0.05  # by which the best place must be better than all others


class Tiles:
    """The colours of a board's fields, and of a ring around them."""

    def __init__(self, bgr: Bytes, plane_to_px: Points, fields: int) -> None:
        """`plane_to_px` (3, 3) takes fields, from (0, 0) to (`fields`, `fields`), to pixels of `bgr`."""
        self._fields = fields
        self._coarse = _coarse(bgr, plane_to_px, fields, RING)

    def locate(self, bgr: Bytes, plane_to_px: Points) -> tuple[float, float]:
        """How many fields (right, down) the board seems to lie from where `plane_to_px` has it in `bgr`.

        The best correlation of the coarse pictures, to an eighth of a field, up to `REACH` fields away.
        """
        around = _coarse(bgr, plane_to_px, self._fields, RING + REACH)
        _, _, _, best = cv2.minMaxLoc(cv2.matchTemplate(around, self._coarse, cv2.TM_CCOEFF_NORMED))
        return best[0] / _PX - REACH, best[1] / _PX - REACH

    def lies(self, bgr: Bytes, plane_to_px: Points) -> bool:
        """Whether the board lies where `plane_to_px` has it in `bgr`, and not as well a field or more away."""
        around = _means(_coarse(bgr, plane_to_px, self._fields, RING + REACH))
        board = _means(self._coarse)
        windows = np.lib.stride_tricks.sliding_window_view(around, board.shape[:2], axis=(0, 1))
        change = windows - board.transpose(2, 0, 1)  # (places down, places right, channel, n, n)
        change = np.abs(change - np.median(change, axis=(3, 4), keepdims=True)).max(axis=2)
        same = change < _SAME
        scores = same.mean(axis=(2, 3))
        here = scores[REACH, REACH]
        on_fields = same[REACH, REACH, RING:-RING, RING:-RING].mean()  # the ring looks alike from all sides
        return bool(on_fields >= _MIN_SHARE and (scores > here - _MARGIN).sum() == 1)


def _coarse(bgr: Bytes, plane_to_px: Points, fields: int, beyond: int) -> Floats:
    """Logarithms of the colours of the board and of `beyond` fields around it, `_PX` pixels a field."""
    size = (fields + 2 * beyond) * _PX
    to_plane = np.array([[1 / _PX, 0, -beyond], [0, 1 / _PX, -beyond], [0, 0, 1]])
    to_plane[:2, 2] += 0.5 / _PX  # the middle of the first pixel
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    coarse = cv2.warpPerspective(
        bgr, plane_to_px @ to_plane, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(_LOGARITHM[coarse], np.float32)


def _means(coarse: Floats) -> Floats:
    """(n, n, 3): the mean of each field."""
    size = coarse.shape[0] // _PX
    return np.asarray(cv2.resize(coarse, (size, size), interpolation=cv2.INTER_AREA), np.float32)

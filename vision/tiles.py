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
_SAME = 0.2  # as logarithm: fields whose colours differ by less are the same in another light
_MIN_SHARE = 0.3  # of the fields must be the same
_MARGIN = 0.05  # by which the best place must be better than all others


class Tiles:
    """The colours of a board's fields, and of a ring around them."""

    def __init__(self, bgr: Bytes, plane_to_px: Points, fields: int) -> None:
        """`plane_to_px` (3, 3) takes fields, from (0, 0) to (`fields`, `fields`), to pixels of `bgr`."""
        self._fields = fields
        self._colours = _colours(bgr, plane_to_px, fields, RING)

    def offset(self, bgr: Bytes, plane_to_px: Points) -> tuple[int, int] | None:
        """How many fields (right, down) the board really lies from where `plane_to_px` has it in `bgr`.

        None where nothing there looks like the board, or several places equally do.
        """
        around = _colours(bgr, plane_to_px, self._fields, RING + REACH)
        windows = np.lib.stride_tricks.sliding_window_view(around, self._colours.shape[:2], axis=(0, 1))
        change = windows - self._colours.transpose(2, 0, 1)  # (places down, places right, channel, n, n)
        change = np.abs(change - np.median(change, axis=(3, 4), keepdims=True)).max(axis=2)
        scores = (change < _SAME).mean(axis=(2, 3))
        best = scores.max()
        if best < _MIN_SHARE or (scores > best - _MARGIN).sum() > 1:
            return None
        row, column = np.unravel_index(scores.argmax(), scores.shape)
        return int(column) - REACH, int(row) - REACH


def _colours(bgr: Bytes, plane_to_px: Points, fields: int, beyond: int) -> Floats:
    """Logarithms of the mean colours, (n, n, 3), of all fields and of those up to `beyond` fields around."""
    tiles = fields + 2 * beyond
    to_plane = np.array([[1 / _PX, 0, -beyond], [0, 1 / _PX, -beyond], [0, 0, 1]])
    to_plane[:2, 2] += 0.5 / _PX
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    coarse = cv2.warpPerspective(
        bgr, plane_to_px @ to_plane, (tiles * _PX, tiles * _PX), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    means = cv2.resize(coarse.astype(np.float32), (tiles, tiles), interpolation=cv2.INTER_AREA)
    return np.asarray(np.log(means + _DARK), np.float32)

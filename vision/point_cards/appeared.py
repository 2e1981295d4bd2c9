"""Cards that were laid since an earlier picture of the same table: what changed, outlined.

The network that finds cards sees one picture; a lone card on a chequered cloth may escape it. What was laid since has
changed the picture, and has the shape of a card.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light_on_board import evened
from vision.pictures import Picture, over_channels
from vision.point_cards.plane import Points

_CHANGED = 24.0  # grey levels: of a card against the table, above the noise of compressed films
_LEAST, _MOST = 4e-4, 0.05  # of the picture: how large cards are seen
_FILLED = 0.75  # of its outline at least is changed, where a card was laid on the bare table
_EVERY = 6


def appeared(before: Picture, now: Picture) -> Points:
    """(K, 4, 2) outlines, clockwise, of what has the shape of a card and did not lie there ``before``, a picture
    (H, W, 3) from the same place."""
    then, there = (picture.astype(np.float32) for picture in (before, now))
    change = over_channels(np.maximum, np.abs(evened(there, then, _EVERY) - there))
    mask = (cv2.GaussianBlur(change, (0, 0), 1.0) > _CHANGED).astype(np.uint8)
    for way, side in ((cv2.MORPH_CLOSE, 5), (cv2.MORPH_OPEN, 5)):
        mask = np.asarray(cv2.morphologyEx(mask, way, np.ones((side, side), np.uint8)), np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outlines = (
        _outline(contour) for contour in contours if _LEAST < cv2.contourArea(contour) / mask.size < _MOST
    )
    return np.array([each for each in outlines if each is not None]).reshape(-1, 4, 2)


def _outline(contour: NDArray[np.int32]) -> Points | None:
    """(4, 2) the corners of a patch that is a quadrilateral, None of any other."""
    hull = cv2.convexHull(contour)
    length = cv2.arcLength(hull, True)
    for tolerance in np.linspace(0.02, 0.1, 9):
        corners = cv2.approxPolyDP(hull, tolerance * length, True)[:, 0].astype(np.float64)
        if len(corners) == 4:
            filled = cv2.contourArea(contour) / max(cv2.contourArea(corners.astype(np.float32)), 1.0)
            return corners if filled > _FILLED else None
    return None

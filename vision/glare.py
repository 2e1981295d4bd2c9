"""Whether a lamp is mirrored on the table: what lies there cannot be seen by anybody."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

# What is told of it is a hint, and decides nothing: these numbers are set by hand.
_BURNT_OUT = 235  # of 255 in each colour: some cameras hold back their whites
_LEAST_SHARE = 0.003  # of the picture: a smaller spot hides nothing
_DARK = 128  # of 255: on a lighter table, all may be burnt out, and things show there all the same
_ROUND = 0.7  # of its convex outline: a lamp's image fills so much, the white of a board does not
_NEAR, _FAR = 0.15, 0.3  # radii beyond the rim of the spot: white paper ends there, a mirrored lamp fades out


def mirrors_lamp(bgr: Picture) -> bool:
    """True if a picture (H, W, 3) shows a burnt-out spot without an edge on a dark table. Nothing but a mirror image
    is so much brighter than what lies beside it, and fades out."""
    least = bgr.min(axis=2)
    around = float(np.median(least))
    count, labels, stats, _ = cv2.connectedComponentsWithStats((least >= _BURNT_OUT).astype(np.uint8))
    if count < 2 or around >= _DARK:
        return False
    spot = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    area = float(stats[spot, cv2.CC_STAT_AREA])
    if area < max(_LEAST_SHARE * least.size, _ROUND * _hull_area(labels == spot)):
        return False
    beyond = cv2.distanceTransform((labels != spot).astype(np.uint8), cv2.DIST_L2, 3) / np.sqrt(area / np.pi)
    rim = least[(beyond > _NEAR) & (beyond < _FAR)]
    return bool(len(rim) and np.median(rim) > (_BURNT_OUT + around) / 2)


def _hull_area(spot: NDArray[np.bool_]) -> float:
    """How many pixels lie within the smallest convex outline about a spot."""
    rows, columns = np.nonzero(spot)
    hull = cv2.convexHull(np.stack([columns, rows], 1).astype(np.int32))
    return float(cv2.contourArea(hull))

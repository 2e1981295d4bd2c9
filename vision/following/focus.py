"""How sharp the board is seen: a camera that hunts for its focus shows stones as others' for a moment."""

from __future__ import annotations

import cv2
import numpy as np

from vision.maps import Points
from vision.pictures import Picture

_FINE_PX, _COARSE_PX = 1.0, 2.5
_STRONGEST = 98  # of a hundred: edges, and not the noise of plain fields


def sharpness(bgr: Picture, corners_px: Points) -> float:
    """How strong the board's finest edges are against coarser ones, whatever the light: 0.6 to 0.9 where a camera of
    ``models.scenes`` is in focus, half of that where it is lost. ``corners_px`` (4, 2) of the board."""
    low, high = np.floor(corners_px.min(0)).astype(int), np.ceil(corners_px.max(0)).astype(int)
    left, top = np.maximum(low, 0)
    grey = cv2.cvtColor(bgr[top : high[1], left : high[0]], cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.GaussianBlur(grey, (0, 0), _FINE_PX)
    coarse = cv2.GaussianBlur(fine, (0, 0), _COARSE_PX)
    finest, coarser = (
        float(np.percentile(np.abs(one - other)[::2, ::2], _STRONGEST))
        for one, other in ((grey, fine), (fine, coarse))
    )
    return finest / max(coarser, 1.0)

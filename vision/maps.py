"""What the networks' maps show: where they peak, and how well an outline fits what they mark."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

Points = NDArray[np.float64]
Map = NDArray[np.float32]


def local_maxima(heat: Map, threshold: float, limit: int) -> tuple[Points, Map]:
    """Local maxima (N, 2) as x, y in the map's pixels, strongest first, and their strengths (N,).

    Their places are refined by a parabola each way, through the logarithms: exact for a Gaussian peak.
    """
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > threshold))
    order = np.argsort(-heat[rows, columns])[:limit]
    rows, columns = rows[order], columns[order]
    padded = np.pad(np.log(heat + 1e-4), 1, mode="edge")
    r, c = rows + 1, columns + 1

    def offset(before: Map, here: Map, after: Map) -> Map:
        bend = before - 2 * here + after
        return np.clip(np.where(bend < -1e-6, 0.5 * (before - after) / np.minimum(bend, -1e-6), 0), -0.5, 0.5)

    dx = offset(padded[r, c - 1], padded[r, c], padded[r, c + 1])
    dy = offset(padded[r - 1, c], padded[r, c], padded[r + 1, c])
    return np.column_stack([columns + dx, rows + dy]).astype(np.float64), heat[rows, columns]


def intersection_over_union(quad: Points, mask: Picture, open_view: Picture) -> float:
    """Intersection over union of a quadrilateral and a mask, where the view is open."""
    drawn = np.zeros_like(mask)
    cv2.fillConvexPoly(drawn, np.round(quad * 16).astype(np.int32), 1, shift=4)
    union = int(((drawn | mask) & open_view).sum())
    return int((drawn & mask & open_view).sum()) / union if union else 0.0

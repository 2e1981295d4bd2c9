"""How what was found lies on what is there, in pixels."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


def best_turn(corners_px: Points, truth_px: Points) -> tuple[int, float]:
    """By how many corners the truth is turned against what was found, and the largest corner error in pixels."""
    distances = [
        float(np.linalg.norm(np.roll(truth_px, -k, axis=0) - corners_px, axis=1).max()) for k in range(4)
    ]
    turn = int(np.argmin(distances))
    return turn, distances[turn]


def turned_cell(cell: list[int], turn: int, size: int = 6) -> list[int]:
    """A cell of the truth as the reading names it, which is ``turn`` quarter turns on (as ``np.rot90``)."""
    row, col = cell
    for _ in range(turn):
        row, col = size - 1 - col, row
    return [row, col]


def area_px(quad: Any) -> float:
    """The area of a polygon (N, 2)."""
    x, y = np.asarray(quad, float).T
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def field_px(corners_px: Any, size: int) -> float:
    """The side of a field as large as the board's fields are on average."""
    return math.sqrt(area_px(corners_px)) / size


def cell_outline_px(corners_px: Points, size: int, row: int, col: int) -> Points:
    """(4, 2) a field's corners between the board's outer corners; the lens's bend is left out."""
    import cv2

    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    homography = cv2.getPerspectiveTransform(unit * size, corners_px.astype(np.float32))
    corners = unit + np.array([col, row], np.float32)
    return np.asarray(cv2.perspectiveTransform(corners[:, None], homography)[:, 0], np.float64)

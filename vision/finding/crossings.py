"""The crossings of a board's grid, seen from near: a guess of its corners is rectified into a crop, in which a
network marks them, and the grid is matched to what it marks."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from models.catalogue import network
from vision.maps import Map, Points, intersection_over_union, local_maxima
from vision.pictures import Picture, shrink_by_halves, sigmoid, to_network
from vision.pose import lattice_board

LATTICE = "lattice"  # the network for boards of coloured fields
LATTICE_STRIDE = 2
LATTICE_FIELD_PX = 19.0
_LATTICE_RIM_PX = 23.0  # around the fields, so that a guess may be a field off
_LEAST_FIELD_PX = 4
_HOPELESS = 0.3  # so little of a grid leads to none
_RANSAC_ROUNDS = 50  # of 470 pictures held out as many boards are found as with 2000
SURE_FIT = 0.85 + 0.9  # how much of the grid is seen, and how well it covers the fields


def crop_side(size: int) -> int:
    """Pixels along a side of the rectified crop of a board of ``size`` fields: a multiple of 32 (160 for 6)."""
    return 32 * math.ceil((LATTICE_FIELD_PX * size + 2 * _LATTICE_RIM_PX) / 32)


def crop_homography(corners_px: Points, size: int) -> Points:
    """(3, 3) map from the picture to the rectified crop, in whose middle the fields are 19 pixels wide each."""
    half = LATTICE_FIELD_PX * size / 2
    middle = (crop_side(size) - 1) / 2
    square = middle + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.asarray(
        cv2.getPerspectiveTransform(corners_px.astype(np.float32), square.astype(np.float32)), np.float64
    )


def corner_indices(size: int) -> list[int]:
    """Which of the (size+1)^2 crossings, row by row, are the corners of cells [0, 0], [0, n], [n, n] and [n, 0]."""
    last = (size + 1) ** 2 - 1
    return [0, size, last, last - size]


def mean_field_px(corners_px: Points, size: int) -> float:
    """How wide a field is in the picture, in pixels: the side of a square as large as a field is on average."""
    return float(np.sqrt(abs(cv2.contourArea(corners_px.astype(np.float32))))) / size


@dataclass(frozen=True)
class Crossings:
    """The grid as one look from near shows it. Crossings that were not seen are filled in from the others."""

    points_px: Points  # (N, 2)
    weights: Points  # (N,) 0..1, 0 where not seen
    shift_fields: float  # how far off the guess was
    outlined: float  # 0..1: how well the grid covers what looks like fields


def find_crossings(bgr: Picture, corners_px: Points, size: int, by: str = LATTICE) -> Crossings | None:
    """The grid's crossings near a guess of its corners (4, 2), marked ``by`` the network of that name, or None where
    too few show to hope for a board."""
    field_px = mean_field_px(corners_px, size)
    if not _LEAST_FIELD_PX <= field_px <= max(bgr.shape):  # a fitted camera may have run away
        return None
    small, factor = shrink_by_halves(bgr, LATTICE_FIELD_PX / field_px * 1.3)
    crop_from_small = crop_homography((corners_px + 0.5) * factor - 0.5, size)
    crop = cv2.warpPerspective(small, crop_from_small, (crop_side(size), crop_side(size)))
    heat, inside = sigmoid(network(by).run(picture=to_network(np.asarray(crop, np.uint8))[None])["maps"][0])
    peaks, strength = local_maxima(heat, threshold=0.25, limit=200)
    if len(peaks) < 8:
        return None
    peaks = (peaks + 0.5) * LATTICE_STRIDE - 0.5
    fitted = _fit_lattice(peaks, strength, (inside > 0.5).astype(np.uint8), size)
    if fitted is None or fitted.weights.mean() < _HOPELESS:
        return None
    ideal = _ideal_crop(size)
    moved = cv2.perspectiveTransform(ideal[:, None], fitted.homography)[:, 0]
    shift = float(np.abs(moved - ideal).max()) / LATTICE_FIELD_PX
    back = np.linalg.inv(crop_from_small)
    points_small = cv2.perspectiveTransform(fitted.points_crop[:, None], back)[:, 0]
    return Crossings((points_small + 0.5) / factor - 0.5, fitted.weights, shift, fitted.outlined)


def _ideal_crop(size: int) -> Points:
    board = lattice_board(size)
    return (crop_side(size) - 1) / 2 + LATTICE_FIELD_PX * np.column_stack([board[:, 0], -board[:, 1]])


@dataclass(frozen=True)
class _Lattice:
    """The grid expected, matched to the peaks seen in the crop."""

    points_crop: Points  # (N, 2)
    weights: Points  # (N,)
    homography: Points  # (3, 3) from where the guess expects it
    outlined: float


def _fit_lattice(peaks: Points, strength: Map, fields: Picture, size: int) -> _Lattice | None:
    """Match the peaks seen (M, 2) to the grid expected.

    The grid may be off by a field: what shows as fields (a mask) decides with the peaks.
    """
    ideal, step = _ideal_crop(size), LATTICE_FIELD_PX
    best, best_fit = None, 0.0
    for dx, dy in _likely_shifts(peaks, strength, size):
        homography = np.array([[1, 0, dx * step], [0, 1, dy * step], [0, 0, 1.0]])
        for reach in (0.5, 0.35, 0.25, 0.2):
            expected = cv2.perspectiveTransform(ideal[:, None], homography)[:, 0]
            nearest, off = _nearest(expected, peaks)
            near = off < reach * step
            if near.sum() < 8:
                break
            fitted, _ = cv2.findHomography(
                ideal[near], peaks[nearest[near]], cv2.RANSAC, 0.15 * step, maxIters=_RANSAC_ROUNDS
            )
            if fitted is None or abs(np.linalg.det(fitted)) < 1e-3:
                break
            homography = fitted
        else:
            expected = cv2.perspectiveTransform(ideal[:, None], homography)[:, 0]
            nearest, off = _nearest(expected, peaks)
            seen = off < 0.15 * step
            weights = np.where(seen, strength[nearest], 0.0)
            points = np.where(seen[:, None], peaks[nearest], expected)
            outline = (expected[corner_indices(size)] + 0.5) / LATTICE_STRIDE - 0.5
            outlined = intersection_over_union(outline, fields, np.ones_like(fields))
            fit = float(weights.mean()) + outlined
            if seen.sum() >= 8 and fit > best_fit:
                best, best_fit = _Lattice(points, weights, homography, outlined), fit
        if best_fit > SURE_FIT:
            break
    return best


def _likely_shifts(peaks: Points, strength: Map, size: int) -> list[tuple[int, int]]:
    """By how many fields (x, y) the grid may be off: the three that most peaks speak for."""
    ring = size + 3  # crossings along a side of a grid that is a field wider all round
    wider = _ideal_crop(size + 2) + (crop_side(size) - crop_side(size + 2)) / 2
    nearest, off = _nearest(wider, peaks)
    speaking = np.where(off < 0.4 * LATTICE_FIELD_PX, strength[nearest], 0.0).reshape(ring, ring)
    votes = sliding_window_view(speaking, (size + 1, size + 1)).sum((2, 3))
    return [(int(n) % 3 - 1, int(n) // 3 - 1) for n in np.argsort(-votes, axis=None)[:3]]


def _nearest(points: Points, peaks: Points) -> tuple[NDArray[np.intp], Points]:
    """Which of the peaks (M, 2) is nearest to each point (N, 2), and how far off it is, (N,) each."""
    dx, dy = (points[:, axis, None] - peaks[:, axis] for axis in (0, 1))
    squared = dx * dx + dy * dy
    nearest = squared.argmin(1)
    return nearest, np.sqrt(squared[np.arange(len(points)), nearest])

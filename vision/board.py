"""The board found in one picture, without markers, at any turn.

Two looks: over the whole picture at low resolution where the fields lie (mask and corners), then at the
rectified board where the grid's lines cross, to a fraction of a pixel. The camera's pose follows from the
crossings, lens included.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from models.catalogue import network
from vision.pictures import Picture, shrink, sigmoid, to_network
from vision.pose import CameraPose, fit_pose, lattice_board

FINDER_LONG_SIDE = 384
FINDER_STRIDE = 4
LATTICE_STRIDE = 2
LATTICE_FIELD_PX = 19.0
_LATTICE_RIM_PX = 23.0  # around the fields, so that a guess may be a field off
_CORNER_SEEN, _MOST_CORNERS = 0.08, 12
# Guesses are tried until one shows a grid; most often the first does. Glare, a hand, a checked cloth make bad ones.
_LEAST_FIT, _MOST_GUESSES = 0.4, 8
_SAME_GUESS = 3.0  # cells of the overview
_LEAST_FIELD_PX = 4
_LEAST_CONFIDENCE = 0.5
# Of 1,528 pictures held out no board within half a field was off its grid by more (the worst 0.067),
# all nine elsewhere were: no camera sees half of a board, or what an arm leaves of one, as a square.
_MOST_ERROR_FIELDS = 0.07
_SURE_FIT = 0.85 + 0.75  # confidence, and how well it covers what looks like fields

Points = NDArray[np.float64]
Map = NDArray[np.float32]


@dataclass(frozen=True)
class Board:
    """A board found: its camera, its corners in pixels (4, 2) from cell [0, 0] along row 0, and how sure."""

    size: int
    pose: CameraPose
    corners_px: Points
    confidence: float  # 0..1: how much of the grid was seen where it should be
    error_fields: float  # RMS distance of the crossings seen from the pose's, in fields


@dataclass(frozen=True)
class Overview:
    """The whole picture at a glance: probabilities at ``scale`` times the picture's resolution."""

    board: Map
    corner: Map
    hand: Map
    scale: float

    @cached_property
    def fields(self) -> Picture | None:
        """(h, w) 1 on what looks like fields, the largest patch of them; None where nothing does."""
        return _largest_blob(self.board > 0.5)

    @cached_property
    def open_view(self) -> Picture:
        """(h, w) 1 where no hand is."""
        return (self.hand < 0.5).astype(np.uint8)

    def covers(self, quad: Points) -> float:
        """How well a quadrilateral (4, 2), in pixels of the maps, covers what looks like fields, 0 to 1."""
        return 0.0 if self.fields is None else _overlap(quad, self.fields, self.open_view)

    def hand_share(self, polygon_px: Points) -> float:
        """The share of a polygon in the picture (N, 2) that hands or arms cover."""
        inside = np.zeros(self.hand.shape, np.uint8)
        cv2.fillPoly(inside, [np.round(polygon_px * self.scale).astype(np.int32)], 1)
        area = int(inside.sum())
        return float((self.hand > 0.5)[inside > 0].sum() / area) if area else 0.0


def glance(bgr: Picture) -> Overview:
    """Where fields, their outer corners, and hands seem to be."""
    height, width = bgr.shape[:2]
    factor = FINDER_LONG_SIDE / max(height, width)
    interpolation = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    small = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=interpolation)
    rows, columns = small.shape[:2]
    padded = np.full((-(-rows // 32) * 32, -(-columns // 32) * 32, 3), 114, np.uint8)
    padded[:rows, :columns] = small
    maps = sigmoid(network("finder").run(picture=to_network(padded)[None])["maps"][0])
    maps = maps[:, : -(-rows // FINDER_STRIDE), : -(-columns // FINDER_STRIDE)]
    return Overview(maps[0], maps[1], maps[2], factor / FINDER_STRIDE)


def find_board(
    bgr: Picture, size: int = 6, overview: Overview | None = None, lens: Lens | None = None
) -> Board | None:
    """The board with ``size`` fields a side, or None where there is none to be sure of. ``lens``: the camera's,
    where it was measured, for pictures of this size.

    Row 0 is the side that lies uppermost in the picture: a single picture knows no other way up.
    """
    overview = overview or glance(bgr)
    best, best_fit = None, 0.0
    for guess_px in coarse_corners(overview):
        board = refine(bgr, guess_px, size, lens)
        if board is None or board.confidence <= _LEAST_CONFIDENCE or board.error_fields > _MOST_ERROR_FIELDS:
            continue
        # A grid of half fields is a grid too: the whole board must show.
        fit = board.confidence + overview.covers(board.corners_px * overview.scale - 0.5)
        if fit > best_fit:
            best, best_fit = board, fit
        if best_fit > _SURE_FIT:
            break
    return best


def coarse_corners(overview: Overview) -> list[Points]:
    """Guesses (4, 2) in pixels of the fields' outer corners, likeliest first, clockwise from the upper left."""
    if overview.fields is None:
        return []
    peaks, strength = _peaks(overview.corner, _CORNER_SEEN, _MOST_CORNERS)
    scored = []
    for which, quad in _quads(peaks):
        score = overview.covers(quad) + 0.1 * float(strength[list(which)].sum())
        if score > _LEAST_FIT:
            scored.append((score, quad))
    scored.sort(key=lambda item: -item[0])
    guesses: list[Points] = []
    for _, quad in scored:
        if len(guesses) == _MOST_GUESSES:
            break
        if all(np.abs(quad - other).max() > _SAME_GUESS for other in guesses):
            guesses.append(quad)
    outline = _quad_around(overview.fields)
    if outline is not None:
        guesses.insert(2, outline)
    return [(quad + 0.5) / overview.scale for quad in guesses[:_MOST_GUESSES]]


def _quads(peaks: Points) -> Iterator[tuple[tuple[int, ...], Points]]:
    """Convex quadrilaterals (4, 2) that four of the peaks (N, 2) make, or three: a hand may hide one corner, and near
    enough it completes the parallelogram. With which of the peaks they are."""
    for four in itertools.combinations(range(len(peaks)), 4):
        quad = _clockwise(peaks[list(four)])
        if cv2.isContourConvex(quad.astype(np.float32)):
            yield four, quad
    for three in itertools.permutations(range(min(len(peaks), 5)), 3):
        a, b, c = peaks[list(three)]
        quad = _clockwise(np.array([a, b, c, a + c - b]))
        if three[0] < three[2] and cv2.isContourConvex(quad.astype(np.float32)):
            yield three, quad


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


def refine(bgr: Picture, guess_px: Points, size: int = 6, lens: Lens | None = None) -> Board | None:
    """The grid's crossings near a guess of its corners, and the camera that explains them."""
    corners_px = guess_px
    for attempt in range(4):
        seen = _crossings(bgr, corners_px, size)
        if seen is None:
            return None
        points_px, weights, shift_fields = seen
        try:
            image_size = (bgr.shape[1], bgr.shape[0])
            pose, rms = fit_pose(lattice_board(size), points_px, weights, image_size, lens)
        except ValueError:
            return None
        corners_px = pose.project(lattice_board(size)[_corner_indices(size)])
        confidence = float(np.clip(weights, 0, 1).mean())
        if attempt and (shift_fields < 0.05 or confidence < _LEAST_CONFIDENCE):
            break
    field_px = float(np.sqrt(abs(cv2.contourArea(corners_px.astype(np.float32))))) / size
    return Board(size, pose, corners_px, confidence, rms / field_px)


def _crossings(bgr: Picture, corners_px: Points, size: int) -> tuple[Points, Points, float] | None:
    """The lattice (N, 2) in pixels, a weight each in 0..1, and how far in fields the guess was off.

    Crossings that were not seen are filled in from the others with weight 0.
    """
    field_px = np.sqrt(abs(cv2.contourArea(corners_px.astype(np.float32)))) / size
    if not _LEAST_FIELD_PX <= field_px <= max(bgr.shape):  # a fitted camera may have run away
        return None
    small, factor = shrink(bgr, LATTICE_FIELD_PX / float(field_px) * 1.3)
    crop_from_small = crop_homography((corners_px + 0.5) * factor - 0.5, size)
    crop = cv2.warpPerspective(small, crop_from_small, (crop_side(size), crop_side(size)))
    heat, inside = sigmoid(
        network("lattice").run(picture=to_network(np.asarray(crop, np.uint8))[None])["maps"][0]
    )
    peaks, strength = _peaks(heat, threshold=0.25, limit=200)
    if len(peaks) < 8:
        return None
    peaks = (peaks + 0.5) * LATTICE_STRIDE - 0.5
    fitted = _fit_lattice(peaks, strength, (inside > 0.5).astype(np.uint8), size)
    if fitted is None:
        return None
    points_crop, weights, homography = fitted
    ideal = _ideal_crop(size)
    moved = cv2.perspectiveTransform(ideal[:, None], homography)[:, 0]
    shift = float(np.abs(moved - ideal).max()) / LATTICE_FIELD_PX
    back = np.linalg.inv(crop_from_small)
    points_small = cv2.perspectiveTransform(points_crop[:, None], back)[:, 0]
    return (points_small + 0.5) / factor - 0.5, weights, shift


def _ideal_crop(size: int) -> Points:
    board = lattice_board(size)
    return (crop_side(size) - 1) / 2 + LATTICE_FIELD_PX * np.column_stack([board[:, 0], -board[:, 1]])


def _fit_lattice(
    peaks: Points, strength: Map, fields: Picture, size: int
) -> tuple[Points, Points, Points] | None:
    """Match the peaks seen to the grid expected: (points in the crop, weights, homography from the ideal).

    The grid may be off by a field: what shows as fields (a mask) decides with the peaks.
    """
    ideal, step = _ideal_crop(size), LATTICE_FIELD_PX
    shifts = _likely_shifts(peaks, strength, ideal, step)
    best: tuple[float, Points, Points, Points] | None = None
    for dx, dy in shifts:
        homography = np.array([[1, 0, dx * step], [0, 1, dy * step], [0, 0, 1.0]])
        for reach in (0.5, 0.35, 0.25, 0.2):
            expected = cv2.perspectiveTransform(ideal[:, None], homography)[:, 0]
            distance = np.linalg.norm(expected[:, None] - peaks[None], axis=2)
            nearest = distance.argmin(1)
            near = distance.min(1) < reach * step
            if near.sum() < 8:
                break
            fitted, _ = cv2.findHomography(ideal[near], peaks[nearest[near]], cv2.RANSAC, 0.15 * step)
            if fitted is None or abs(np.linalg.det(fitted)) < 1e-3:
                break
            homography = fitted
        else:
            expected = cv2.perspectiveTransform(ideal[:, None], homography)[:, 0]
            distance = np.linalg.norm(expected[:, None] - peaks[None], axis=2)
            nearest, off = distance.argmin(1), distance.min(1)
            seen = off < 0.15 * step
            weights = np.where(seen, strength[nearest], 0.0)
            points = np.where(seen[:, None], peaks[nearest], expected)
            outline = (expected[_corner_indices(size)] + 0.5) / LATTICE_STRIDE - 0.5
            score = float(weights.mean()) + _overlap(outline, fields, np.ones_like(fields))
            if seen.sum() >= 8 and (best is None or score > best[0]):
                best = score, points, weights, homography
    return None if best is None else best[1:]


def _likely_shifts(peaks: Points, strength: Map, ideal: Points, step: float) -> list[tuple[int, int]]:
    """By how many fields (x, y) the grid may be off: the three that most peaks speak for."""
    scored = []
    for dx, dy in itertools.product((-1, 0, 1), repeat=2):
        distance = np.linalg.norm(ideal[:, None] + [dx * step, dy * step] - peaks[None], axis=2)
        scored.append(
            (float((strength[distance.argmin(1)] * (distance.min(1) < 0.4 * step)).sum()), (dx, dy))
        )
    return [shift for _, shift in sorted(scored, reverse=True)[:3]]


def _corner_indices(size: int) -> list[int]:
    last = (size + 1) ** 2 - 1
    return [0, size, last, last - size]


def _peaks(heat: Map, threshold: float, limit: int) -> tuple[Points, Map]:
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


def _largest_blob(mask: NDArray[np.bool_]) -> Picture | None:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    if stats[largest, cv2.CC_STAT_AREA] < 30:
        return None
    return np.asarray(labels == largest, np.uint8)


def _clockwise(quad: Points) -> Points:
    """Clockwise as seen in the picture (y down), starting with the corner whose next side runs most to the right."""
    centre = quad.mean(0)
    quad = quad[np.argsort(np.arctan2(quad[:, 1] - centre[1], quad[:, 0] - centre[0]))]
    sides = quad[[1, 2, 3, 0]] - quad
    start = int((sides[:, 0] / np.linalg.norm(sides, axis=1)).argmax())
    return quad[np.arange(start, start + 4) % 4]


def _overlap(quad: Points, mask: Picture, open_view: Picture) -> float:
    """Intersection over union of a quadrilateral and a mask, where the view is open."""
    drawn = np.zeros_like(mask)
    cv2.fillConvexPoly(drawn, np.round(quad * 16).astype(np.int32), 1, shift=4)
    union = int(((drawn | mask) & open_view).sum())
    return int((drawn & mask & open_view).sum()) / union if union else 0.0


def _quad_around(mask: Picture) -> Points | None:
    """The quadrilateral that best fits a mask's hull, by simplifying the hull to four corners."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    length = cv2.arcLength(hull, True)
    for tolerance in np.linspace(0.02, 0.15, 14):
        outline = cv2.approxPolyDP(hull, tolerance * length, True)[:, 0].astype(np.float64)
        if len(outline) == 4:
            return _clockwise(outline)
    return _clockwise(cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float64))

"""A picture at a glance: where fields, their outer corners and hands seem to be, and guesses at the corners."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from models.catalogue import network
from vision.maps import Map, Points, intersection_over_union, local_maxima
from vision.pictures import Picture, sigmoid, to_network

FINDER_LONG_SIDE = 384
FINDER_STRIDE = 4
_CORNER_SEEN, _MOST_CORNERS = 0.08, 12
# Guesses are tried until one shows a grid; most often the first does. Glare, a hand, a checked cloth make bad ones.
# In 830 pictures held out a seventh or eighth led to one board more, of another game, in twice the time.
_LEAST_FIT, _MOST_GUESSES = 0.4, 6
_SAME_GUESS = 3.0  # cells of the overview


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
        return 0.0 if self.fields is None else intersection_over_union(quad, self.fields, self.open_view)

    def hand_share(self, polygon_px: Points) -> float:
        """The share of a polygon in the picture (N, 2) that hands or arms cover."""
        inside = np.zeros(self.hand.shape, np.uint8)
        cv2.fillPoly(inside, [np.round(polygon_px * self.scale).astype(np.int32)], 1)
        area = int(inside.sum())
        return float((self.hand > 0.5)[inside > 0].sum() / area) if area else 0.0


def glance(bgr: Picture, finder: str = "finder") -> Overview:
    """Where fields, their outer corners, and hands seem to be, by the network of that name."""
    height, width = bgr.shape[:2]
    factor = FINDER_LONG_SIDE / max(height, width)
    interpolation = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    small = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=interpolation)
    rows, columns = small.shape[:2]
    padded = np.full((-(-rows // 32) * 32, -(-columns // 32) * 32, 3), 114, np.uint8)
    padded[:rows, :columns] = small
    maps = sigmoid(network(finder).run(picture=to_network(padded)[None])["maps"][0])
    maps = maps[:, : -(-rows // FINDER_STRIDE), : -(-columns // FINDER_STRIDE)]
    return Overview(maps[0], maps[1], maps[2], factor / FINDER_STRIDE)


def coarse_corners(overview: Overview) -> list[Points]:
    """Guesses (4, 2) in pixels of the fields' outer corners, likeliest first, clockwise from the upper left."""
    if overview.fields is None:
        return []
    corners, strength = local_maxima(overview.corner, _CORNER_SEEN, _MOST_CORNERS)
    quads, strengths = _quads(corners, strength)
    fit = np.array([overview.covers(quad) for quad in quads]) + 0.1 * strengths
    guesses: list[Points] = []
    for quad in quads[np.argsort(-fit, stable=True)][: int((fit > _LEAST_FIT).sum())]:
        if len(guesses) == _MOST_GUESSES:
            break
        if all(np.abs(quad - other).max() > _SAME_GUESS for other in guesses):
            guesses.append(quad)
    guesses.insert(2, _quad_around(overview.fields))
    return [(quad + 0.5) / overview.scale for quad in guesses[:_MOST_GUESSES]]


def _quads(corners: Points, strength: Map) -> tuple[Points, Points]:
    """Convex quadrilaterals (M, 4, 2) that four of the corners (N, 2) make, or three: a hand may hide one, and near
    enough it completes the parallelogram. With the strengths of the corners they are made of, summed, (M,)."""
    fours = list(itertools.combinations(range(len(corners)), 4))
    threes = [
        three for three in itertools.permutations(range(min(len(corners), 5)), 3) if three[0] < three[2]
    ]
    four_px = corners[np.array(fours, int).reshape(-1, 4)]
    three_px = corners[np.array(threes, int).reshape(-1, 3)]
    fourth_px = three_px[:, 0] + three_px[:, 2] - three_px[:, 1]
    quads = _clockwise(np.concatenate([four_px, np.concatenate([three_px, fourth_px[:, None]], 1)]))
    sums = np.array([strength[list(which)].sum() for which in (*fours, *threes)])
    sides = np.roll(quads, -1, axis=1) - quads
    before = np.roll(sides, 1, axis=1)
    convex = (before[..., 0] * sides[..., 1] - before[..., 1] * sides[..., 0] > 0).all(1)
    return quads[convex], sums[convex]


def _largest_blob(mask: NDArray[np.bool_]) -> Picture | None:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    if stats[largest, cv2.CC_STAT_AREA] < 30:
        return None
    return np.asarray(labels == largest, np.uint8)


def _clockwise(quads: Points) -> Points:
    """Quadrilaterals (..., 4, 2), each clockwise as seen in the picture (y down), starting with the corner whose next
    side runs most to the right."""
    from_middle = quads - quads.mean(-2, keepdims=True)
    order = np.argsort(np.arctan2(from_middle[..., 1], from_middle[..., 0]), axis=-1)
    quads = np.take_along_axis(quads, order[..., None], -2)
    sides = np.roll(quads, -1, axis=-2) - quads
    start = (sides[..., 0] / np.linalg.norm(sides, axis=-1)).argmax(-1)
    return np.take_along_axis(quads, ((start[..., None] + np.arange(4)) % 4)[..., None], -2)


def _quad_around(mask: Picture) -> Points:
    """The quadrilateral that best fits a mask's hull, by simplifying the hull to four corners."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    length = cv2.arcLength(hull, True)
    for tolerance in np.linspace(0.02, 0.15, 14):
        outline = cv2.approxPolyDP(hull, tolerance * length, True)[:, 0].astype(np.float64)
        if len(outline) == 4:
            return _clockwise(outline)
    return _clockwise(cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float64))

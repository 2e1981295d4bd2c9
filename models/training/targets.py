"""Maps that networks are taught with, without torch: soft peaks, where and as what each card shows, and where in a
fan one lies over another."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.stone_table.fans import FAN_COLUMN

Arrays = tuple[NDArray[Any], ...]
Forward = Callable[..., Any]  # a network, or a network called in another precision
Quad = NDArray[np.float64]
Labels = NDArray[np.int64]

# Of a fan a third of each card shows; less is a pile, of which only the top card can be told.
CARD_SHOWS = 0.25
COVERED = -2  # as a label: by a hand
_LEAST_PX, _GAP_PX = 3, 10  # of a fan's line: what shows of a card; what may part two cards that still meet
_REACH = 2.2  # cells round a card's mark that point at its outline


def peaks(points: NDArray[np.float64], size: tuple[int, int], sigma: float) -> NDArray[np.float32]:
    """A map (height, width) with a Gaussian of height 1 at each point (N, 2); ``size`` is (width, height)."""
    x, y = np.arange(size[0]), np.arange(size[1])
    gx = np.exp(-0.5 * ((x - points[:, :1]) / sigma) ** 2)
    gy = np.exp(-0.5 * ((y - points[:, 1:]) / sigma) ** 2)
    return np.max(gy[:, :, None] * gx[:, None, :], axis=0).astype(np.float32)


def card_targets(
    quads_map: list[Quad], faces: list[int], shows: list[float], covered: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], NDArray[np.float32], Labels, NDArray[np.float32]]:
    """(marks (H, W), geometry (6, H, W) with NaN where nothing is pointed at, faces (H, W) with -1 where no card
    shows, and (H, W) 1 where marks count).

    ``quads_map`` are the cards' corners (4, 2) in cells of the map in laying order, ``shows`` the share of each
    that shows in the picture, ``covered`` (H, W) of what a hand covers or the picture does not reach.
    """
    shape = covered.shape
    on_top = topmost(quads_map, shape)
    marks = np.zeros(shape, np.float32)
    geometry = np.full((6, *shape), np.nan, np.float32)
    nearest = np.full(shape, np.inf)
    count = np.ones(shape, np.float32)
    y, x = np.mgrid[: shape[0], : shape[1]]
    for index, (quad, share) in enumerate(zip(quads_map, shows, strict=True)):
        visible = (on_top == index) & ~covered
        if not visible.any():
            continue
        if share < CARD_SHOWS:
            count[visible] = 0
            continue
        mark = _middle(visible)
        marks = np.maximum(marks, peaks(mark[None], (shape[1], shape[0]), 1.2))
        distance = np.hypot(x - mark[0], y - mark[1])
        own = (distance < _REACH) & (distance < nearest)
        nearest[own] = distance[own]
        centre = quad.mean(0)
        geometry[:, own] = np.array(
            [centre[0] - x[own], centre[1] - y[own], *_size_and_turn(quad, own.sum())]
        )
    count[marks > 0.1] = 1
    kinds = np.append(np.array(faces, np.int64), -1)[on_top]  # index -1 (no card) takes the last
    kinds[covered] = -1
    return marks, geometry, kinds, count


def fan_targets(
    labels: Labels,
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """(edges, cards, count), each (columns,), of the ``labels`` along a fan's line: a soft peak at each edge between
    two cards that meet, the share of each column where a card shows, and 1 where no hand is over it.

    A label is the index of the card that lies uppermost, -1 where none does, -2 where a hand covers it.
    """
    bounds = np.r_[0, np.flatnonzero(np.diff(labels)) + 1, len(labels)]
    strips = [(labels[a], a, b) for a, b in pairwise(bounds) if labels[a] >= 0 and b - a >= _LEAST_PX]
    by_column = labels.reshape(-1, FAN_COLUMN)
    at_px = (np.arange(len(by_column)) + 0.5) * FAN_COLUMN - 0.5
    edges = np.zeros(len(by_column))
    for (card, _, end), (other, start, _) in pairwise(strips):
        if card != other and start - end <= _GAP_PX:
            off = (at_px - (end + start - 1) / 2) / FAN_COLUMN
            edges = np.maximum(edges, np.exp(-0.5 * off**2))
    count = (by_column != COVERED).all(1)
    return edges.astype(np.float32), (by_column >= 0).mean(1).astype(np.float32), count.astype(np.float32)


def topmost(quads_map: list[Quad], shape: tuple[int, ...]) -> Labels:
    """(H, W) the index of the card that lies uppermost in each cell, -1 where none does."""
    labels = np.full(shape, -1, np.int32)
    for index, quad in enumerate(quads_map):
        if np.isfinite(quad).all() and np.abs(quad).max() < 4000:
            cv2.fillConvexPoly(labels, np.round(quad * 16).astype(np.int32), index, shift=4)
    return labels.astype(np.int64)


def _middle(visible: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(2,) x, y of the middle of a region; where that lies outside of it, the region's nearest cell."""
    rows, columns = np.nonzero(visible)
    middle = np.array([columns.mean(), rows.mean()])
    if visible[round(middle[1]), round(middle[0])]:
        return middle
    nearest = int(np.hypot(columns - middle[0], rows - middle[1]).argmin())
    return np.array([columns[nearest], rows[nearest]], float)


def _size_and_turn(quad: Quad, count: int) -> NDArray[np.float64]:
    """(4, count) logarithms of the short and long side, cosine and sine of twice the long side's angle."""
    along, across = quad[1] - quad[0], quad[2] - quad[1]
    long, short = (along, across) if np.hypot(*along) > np.hypot(*across) else (across, along)
    angle = 2 * np.arctan2(long[1], long[0])
    values = [np.log(np.hypot(*short) + 1e-6), np.log(np.hypot(*long) + 1e-6), np.cos(angle), np.sin(angle)]
    return np.repeat(np.array(values)[:, None], count, axis=1)

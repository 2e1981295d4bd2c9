"""The plane that cards lie on, by the cards alone: all of them are the same square.

Seen from straight above every card would be a square with sides of 1. That tells the view from above but for a turn
and a shift: five numbers, the two of the vanishing line and a triangular matrix, are fitted to the sides of all cards
(Gauss and Newton's method; what does not fit loses its weight). Once it is known which cards lie on which cells of a
grid, their middles tell it more sharply: those must be a grid, seen from above.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.point_cards.squares import crossing

Points = NDArray[np.float64]
Cells = NDArray[np.complex128]

_ROUNDS = 6
_MISFIT = 0.12  # of a card's side: what is off by more counts ever less
_OFF_GRID = 0.05  # of a cell
_BESIDE_GRID = 0.1  # of their weight outlines keep where a grid tells: they are all wrong in one way
_LEAST_ON_GRID = 4  # cards that tell more than where the grid is
_USUAL_BEND = (
    0.35  # of the vanishing line, with half the picture's length as unit: a weak prior for few cards
)
_STEP = 1e-5
_PARAMETERS = 5


@dataclass(frozen=True, eq=False)
class Plane:
    """``from_px`` (3, 3) takes pixels to the plane, where cards have sides of 1, y down, turned and shifted in any
    way."""

    from_px: Points

    def of_px(self, points_px: Points) -> Points:
        """(..., 2) points of the picture on the plane."""
        return moved(points_px, self.from_px)

    def to_px(self, points: Points) -> Points:
        """(..., 2) points of the plane in the picture."""
        return moved(points, np.asarray(np.linalg.inv(self.from_px)))


def fit_plane(corners_px: Points, weight: Points, cells: Cells | None = None) -> Plane:
    """The plane on which squares with corners (N, 4, 2) lie, N at least 1, each trusted by ``weight`` (N,). ``cells``
    (N,): on which cells of a grid they lie, column and row as a complex number, nan where a card lies on none."""
    middle, unit = (
        corners_px.reshape(-1, 2).mean(0),
        max(float(np.ptp(corners_px.reshape(-1, 2), axis=0).max()), 1.0),
    )
    corners = (corners_px - middle) / unit
    at = crossing(corners)
    one = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    other = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    sides = np.stack([one, other], -1)
    cells = np.full(len(at), np.nan, np.complex128) if cells is None else cells
    on_grid = np.isfinite(cells) & (np.isfinite(cells).sum() >= _LEAST_ON_GRID)
    n = cells[on_grid]

    def misfits(params: Points) -> Points:
        """(3 N + 2 M,) of sides, then of middles on the grid, each as a multiple of what is usual."""
        off = _off_grid(params, at[on_grid], n, weight[on_grid])
        return np.concatenate([_misfit(params, at, sides).ravel() / _MISFIT, off.ravel() / _OFF_GRID])

    params = _beginning(sides, weight)
    of_sides = weight * (_BESIDE_GRID if on_grid.any() else 1.0)
    trust = np.concatenate([np.repeat(of_sides, 3), np.repeat(weight[on_grid], 2)])
    for _ in range(_ROUNDS):
        misfit = misfits(params)
        params = params + _improvement(misfits, params, misfit, trust / (1 + misfit**2))
    to_unit = np.array([[1 / unit, 0, -middle[0] / unit], [0, 1 / unit, -middle[1] / unit], [0, 0, 1]])
    return Plane(_homography(params) @ to_unit)


def moved(points: Points, homography: Points) -> Points:
    """Points (..., 2) through a homography."""
    flat = np.ascontiguousarray(points, np.float64).reshape(-1, 1, 2)
    if not len(flat):
        return np.zeros(points.shape)
    return np.asarray(cv2.perspectiveTransform(flat, homography), np.float64).reshape(points.shape)


def _beginning(sides: Points, weight: Points) -> Points:
    """(5,) without perspective, by the usual card."""
    usual = np.einsum("n,nij,nkj->ik", weight / weight.sum(), sides, sides)
    lower = np.linalg.inv(np.linalg.cholesky(usual))
    return np.array([np.log(lower[0, 0]), lower[1, 0], np.log(lower[1, 1]), 0.0, 0.0])


def _homography(params: Points) -> Points:
    a, b, d, *line = params
    linear = np.array([[np.exp(a), 0, 0], [b, np.exp(d), 0], [0, 0, 1]])
    return np.asarray(linear @ np.array([[1, 0, 0], [0, 1, 0], [*line, 1]]))


def _misfit(params: Points, at: Points, sides: Points) -> Points:
    """(N, 3) by how much the two sides of each card are not of length 1 and at right angles, seen from above."""
    a, b, d, *line = params
    depth = np.maximum(1 + at @ np.array(line), 0.05)[:, None, None]
    bend = (depth * np.eye(2) - at[:, :, None] * np.array(line)) / depth**2
    above = np.array([[np.exp(a), 0], [b, np.exp(d)]]) @ bend @ sides
    one, other = above[..., 0], above[..., 1]
    lengths = np.stack([np.linalg.norm(one, axis=1), np.linalg.norm(other, axis=1)], 1)
    return np.column_stack([lengths - 1, (one * other).sum(1)])


def _off_grid(params: Points, at: Points, cells: Cells, weight: Points) -> Points:
    """(M, 2) by how many cells middles (M, 2) are off the grid that fits them best, seen from above."""
    if not len(cells):
        return np.zeros((0, 2))
    above = moved(at, _homography(params))
    z = above[:, 0] + 1j * above[:, 1]
    start, step = fit_steps(z, cells, weight)
    off = (z - start - step * cells) / max(abs(step), 1e-6)
    return np.stack([off.real, off.imag], 1)


def fit_steps(z: Cells, cells: Cells, weight: Points) -> tuple[complex, complex]:
    """Start and step of the grid on whose ``cells`` (M,) places (M,) lie, all of them complex, by least squares; no
    step where all lie on one cell."""
    mean_n, mean_z = (complex((weight * each).sum() / weight.sum()) for each in (cells, z))
    spread = float((weight * np.abs(cells - mean_n) ** 2).sum())
    if spread < 1e-6:
        return mean_z, 0j
    step = complex((weight * (cells - mean_n).conj() * (z - mean_z)).sum() / spread)
    return mean_z - step * mean_n, step


def _improvement(
    misfits: Callable[[Points], Points], params: Points, misfit: Points, trust: Points
) -> Points:
    """(5,) a step of Gauss and Newton's method."""
    slopes = np.stack([(misfits(params + _STEP * e) - misfit) / _STEP for e in np.eye(_PARAMETERS)], -1)
    root = np.sqrt(trust)
    prior = np.diag([1e-3, 1e-3, 1e-3, 1 / _USUAL_BEND, 1 / _USUAL_BEND])
    wanted = np.concatenate([-misfit * root, -prior @ (params * [0, 0, 0, 1, 1])])
    step, *_ = np.linalg.lstsq(np.concatenate([slopes * root[:, None], prior]), wanted, rcond=None)
    return np.asarray(step.clip(-0.5, 0.5))

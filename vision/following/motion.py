"""The small motion that most of many displaced points agree on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

SCALES = (4, 2, 1, 0.5, 0.3)  # times the tolerance: outliers are let go of by and by
PULL = 0.3  # points' worth of belief that the motion is a mere translation


@dataclass(frozen=True, eq=False, slots=True)
class Motion:
    """A small homography (3, 3), which points agree with it (N,), and how sure it is."""

    homography: Points
    agree: NDArray[np.bool_]
    covariance: Points
    """(8, 8), of its parameters."""

    def doubt(self, unit: Points) -> float:
        """Standard deviation of where it takes points (N, 2), the worst of them, in their unit."""
        basis = _basis(unit)
        return float(np.sqrt(np.einsum("nki,ij,nkj->n", basis, self.covariance, basis).max()))


def common_motion(unit: Points, moves: Points, trust: Points, tolerance: float) -> Motion:
    """The small homography that takes most `unit` points by their `moves`.

    `unit` (N, 2) are the points in units of their spread about their middle, `moves` (N, 2) displacements and
    `tolerance` in the same unit; `trust` (N,) from 0 to 1. Iteratively reweighted least squares on the
    homography's motion to first order; a weak pull towards mere translation holds the far corners where only
    one side of the board is seen.
    """
    basis, motion, usable = _basis(unit), np.zeros(8), trust > 0
    if not usable.any():
        return Motion(np.eye(3), usable, np.full((8, 8), np.inf))
    motion[[0, 3]] = np.median(moves[usable], axis=0)
    pull = np.diag(PULL * np.array([0.001, 1, 1, 0.001, 1, 1, 4, 4]))
    for scale in SCALES:
        squared = ((moves - basis @ motion) ** 2).sum(axis=1)
        weight = trust * (1 + squared / (scale * tolerance) ** 2) ** -2
        weighted = basis * weight[:, None, None]
        normal = np.einsum("nki,nkj->ij", weighted, basis) + pull
        motion = np.linalg.solve(normal, np.einsum("nki,nk->i", weighted, moves))
    squared = ((moves - basis @ motion) ** 2).sum(axis=1)
    variance = (weight * squared).sum() / max(2 * weight.sum(), 1e-9)
    x, xx, xy, y, yx, yy, along, across = motion
    homography = np.array([[1 + xx, xy, x], [yx, 1 + yy, y], [-along, -across, 1]])
    return Motion(homography, usable & (squared < tolerance**2), variance * np.linalg.inv(normal))


def _basis(unit: Points) -> Points:
    """(N, 2, 8): displacement of each point by each of a small homography's parameters."""
    x, y = unit.T
    one, zero = np.ones_like(x), np.zeros_like(x)
    along_x = np.stack([one, x, y, zero, zero, zero, x * x, x * y], 1)
    along_y = np.stack([zero, zero, zero, one, x, y, x * y, y * y], 1)
    return np.stack([along_x, along_y], 1)

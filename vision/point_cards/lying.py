"""Cards as they lie on the plane, seen from above, and how well they lie on a grid there.

Places on the plane are complex numbers: a grid is two of them, where a cell is, and the step to the next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.point_cards.plane import Plane, Points
from vision.point_cards.squares import crossing


@dataclass(frozen=True)
class Habits:
    """How people lay cards, measured on scenes: standard deviations of where a card lies in its cell (cells) and of
    its turn (radians), log-odds that a card seen is in play, and how much less that is where it lies by itself, and a
    picture's length farther from the picture's middle."""

    off: float
    turn: float
    in_play: float
    alone: float
    aside: float
    over: float

    def looser(self, factor: float) -> Habits:
        """Those of people who lay cards so much more carelessly."""
        return replace(self, off=factor * self.off, turn=factor * self.turn)


@dataclass(frozen=True, eq=False)
class Lattice:
    """Cells are at ``start + step * (column + i row)``."""

    start: complex
    step: complex

    def cells(self, z: NDArray[np.complex128]) -> tuple[NDArray[np.complex128], Points]:
        """The nearest cells as complex whole numbers (N,), and how far off they are, in cells."""
        at = (z - self.start) / self.step
        nearest = np.round(at.real) + 1j * np.round(at.imag)
        return nearest, np.abs(at - nearest)


@dataclass(frozen=True, eq=False)
class Lying:
    """Cards on the plane: middles and directions of sides as complex numbers, how sure each is a card, and how far
    each is from the picture's middle, in its lengths."""

    z: NDArray[np.complex128]
    side: NDArray[np.complex128]
    p: Points
    aside: Points

    def gain(
        self, lattice: Lattice, habits: Habits, spread: Points | float = 1.0
    ) -> tuple[NDArray[np.complex128], Points]:
        """The cells (N,), and by how much more likely each card lies so on a grid than anywhere (log-odds, N), where
        each may seem ``spread`` (N,) times farther off than people lay it."""
        cells, off = lattice.cells(self.z)
        turned = np.angle((self.side * lattice.step.conjugate()) ** 4) / 4
        usual = habits.off * spread
        on = -0.5 * (off / usual) ** 2 - np.log(2 * np.pi * usual**2)
        straight = -0.5 * (turned / habits.turn) ** 2 - 0.5 * np.log(2 * np.pi * habits.turn**2)
        return cells, on + straight - np.log(2 / np.pi)


def on_plane(plane: Plane, corners_px: Points, p: Points, picture_px: tuple[int, int]) -> Lying:
    """The cards with corners (N, 4, 2), each one by ``p`` (N,), in a picture of that width and height."""
    above = plane.of_px(corners_px)
    z = above[..., 0] + 1j * above[..., 1]
    # The direction of a square, told by all four sides, whichever is the first
    side = (z * np.array([1, -1j, -1, 1j])).mean(1) * np.exp(0.75j * np.pi)
    middle = np.array(picture_px) / 2
    aside = np.linalg.norm(corners_px.mean(1) - middle, axis=1) / max(picture_px)
    middles = plane.of_px(crossing(corners_px))
    return Lying(middles[:, 0] + 1j * middles[:, 1], side / np.abs(side), p, aside)

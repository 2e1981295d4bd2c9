"""What each field looked like with fewer stones on it, and whether it looks so again: then they were taken off.

A stone may pass for its field's print, and a tower of one stone look much like one of two; but a field looks again
as it did.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light_on_board import light_of_before
from vision.stone_table.changes import RISE, Cell, Floats, top_row, unshaded
from vision.stone_table.patches import (
    TOWER_BASE_ROW,
    TOWER_HEIGHT,
    TOWER_PX_PER_FIELD,
    TOWER_WIDTH,
    TowerPatches,
)

_RADIUS = 0.36  # in fields, of what is looked at of a field: a stone's foot and some of its side
_SHADE = 0.5  # a deeper one may as well be a black stone


@dataclass(frozen=True)
class EarlierLooks:
    """``looks[n * row + col]`` of a board of ``n`` fields a side: patches (H, W, 3) as cut by
    ``vision.stone_table.patches``, all from one place, of a field with no stone on it, with one, and so on, up to
    those on it at the last look; None where it was not seen with so many."""

    looks: tuple[tuple[Floats | None, ...], ...]

    @staticmethod
    def first(patches: Floats, heights: NDArray[np.int64]) -> EarlierLooks:
        """At the first look from one place, at fields with ``heights`` (n, n) stones."""
        return EarlierLooks(
            tuple((None,) * h + (patch,) for patch, h in zip(patches, heights.ravel().tolist(), strict=True))
        )

    def and_now(self, patches: Floats, heights: NDArray[np.int64]) -> EarlierLooks:
        """The same after a later look; what is not seen any more, in the light of now."""
        light = light_of_before(patches, self._last())
        looks = []
        for patch, height, earlier, gain in zip(
            patches, heights.ravel().tolist(), self.looks, light, strict=True
        ):
            lower = [None if look is None else look * gain for look in earlier[:height]]
            looks.append((*lower, *[None] * (height - len(lower)), patch))
        return EarlierLooks(tuple(looks))

    def unlike(
        self, now: Floats, towers: TowerPatches, cells: Iterable[Cell]
    ) -> dict[Cell, tuple[float, ...]]:
        """How far each of the ``cells`` is from how it looked with no stone, with one, and so on, less than at the
        last look, each as a share of how far that one was from it: 0 where it looks so again, 1 and more where it
        does not, nan where that was not seen.

        ``now`` are patches as cut by ``vision.stone_table.patches``, in the light of the last look, ``towers`` says
        how. Only the field and its tower are looked at, as much of them as was covered; that a shadow has fallen on
        them since is not counted.
        """
        size = int(np.sqrt(len(self.looks)))
        covered = [cell for cell in cells if len(self.looks[cell[0] * size + cell[1]]) > 1]
        if not covered:
            return {}
        told = {}
        for cell in covered:
            index = cell[0] * size + cell[1]
            *earlier, last = self.looks[index]
            assert last is not None
            where = _where(float(towers.views[index, 0]), len(earlier))
            seen = now[index][where]
            told[cell] = tuple(
                np.nan if look is None else _unlike(look[where], last[where], seen) for look in earlier
            )
        return told

    def _last(self) -> Floats:
        return np.array([look[-1] for look in self.looks], np.float32)


def _unlike(earlier: Floats, last: Floats, now: Floats) -> float:
    was, left = unshaded(earlier, last, _SHADE), unshaded(earlier, now, _SHADE)
    return float((was * left).sum() / max((was * was).sum(), 1.0))


def _where(sine: float, height: int) -> NDArray[np.bool_]:
    """(H, W) where in its patch a field's own face is, seen at an angle of that ``sine``, and the tower on it."""
    where = np.zeros((TOWER_HEIGHT, TOWER_WIDTH), np.uint8)
    middle = round(TOWER_WIDTH / 2), round(TOWER_BASE_ROW)
    half = round(_RADIUS * TOWER_PX_PER_FIELD)
    cv2.ellipse(where, middle, (half, round(half * sine)), 0, 0, 360, 1, cv2.FILLED)
    if height > 1:
        where[top_row(RISE * height, sine) : middle[1], middle[0] - half : middle[0] + half] = 1
    return where.astype(bool)

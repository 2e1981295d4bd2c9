"""What each field looked like when it was last known to be bare, and whether it looks so again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.changes import Cell, Floats, brighter, unshaded
from vision.patches import TOWER_BASE_ROW, TOWER_HEIGHT, TOWER_PX_PER_FIELD, TOWER_WIDTH, TowerPatches

Mask = NDArray[np.bool_]

_RADIUS = 0.36  # in fields, of what is looked at of a field: a stone's foot and some of its side
_SHADE = 0.5  # a deeper one may as well be a black stone


@dataclass(frozen=True)
class BareFields:
    """``patches`` (n * n, H, W, 3) as cut by ``vision.patches``, all from one place; ``known`` (n, n) says which
    fields were seen bare from there, ``covered`` which of them no longer were at the last look."""

    patches: Floats
    known: Mask
    covered: Mask

    def and_now(self, patches: Floats, bare: Mask) -> BareFields:
        """The same after a look at which the fields ``bare`` (n, n) were; what stones hide, in the light of now."""
        still = (self.known & bare).ravel()
        lit = self.patches * brighter(patches[still], self.patches[still]) if still.any() else self.patches
        now = bare.reshape(-1, 1, 1, 1)
        known = self.known | bare
        return BareFields(np.where(now, patches, lit).astype(np.float32), known, known & ~bare)

    def unlike(
        self, before: Floats, now: Floats, towers: TowerPatches, cells: Iterable[Cell]
    ) -> dict[Cell, float]:
        """How far each of the covered ``cells`` is from how it looked bare, as a share of how far it was at the last
        look: 0 where the field is bare again, 1 and more where it is not.

        ``before``, the last look, and ``now`` are patches as cut by ``vision.patches``, ``towers`` says how. Only the
        field's own face is looked at, as much of it as was covered; that a shadow has fallen on it since it was bare
        is not counted.
        """
        gain = brighter(before, now)
        told = {}
        for cell in cells:
            if not self.covered[cell]:
                continue
            index = cell[0] * len(self.known) + cell[1]
            face = _face(float(towers.views[index, 0]))
            bare = self.patches[index][face]
            was = unshaded(bare, before[index][face], _SHADE)
            left = unshaded(bare, now[index][face] * gain, _SHADE)
            told[cell] = float((was * left).sum() / max((was * was).sum(), 1.0))
        return told


def _face(sine: float) -> Mask:
    """(H, W) where in its patch a field's own face is, seen at an angle of that ``sine``."""
    face = np.zeros((TOWER_HEIGHT, TOWER_WIDTH), np.uint8)
    middle = round(TOWER_WIDTH / 2), round(TOWER_BASE_ROW)
    half = _RADIUS * TOWER_PX_PER_FIELD
    cv2.ellipse(face, middle, (round(half), round(half * sine)), 0, 0, 360, 1, cv2.FILLED)
    return face.astype(bool)

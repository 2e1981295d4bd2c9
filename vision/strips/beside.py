"""What signs are held against when they are read, beside one another: the cloth, and signs that were seen earlier.

Which red is this set's white in this light, other colours tell. Of 124 signs of a single colour in pictures drawn by
``models.scenes`` 20 of 100 were read in their colour by themselves, 87 with patches of the table beside them.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

Floats = NDArray[np.float64]

PATCH_PX = 32
CLOTH = 48  # patches of the table
_OF_COLOUR = 4  # signs of each colour that are kept
_SURE = 0.9
NO_PATCHES: Picture = np.zeros((0, PATCH_PX, PATCH_PX, 3), np.uint8)


def cloth(bgr: Picture, half_widths_px: Floats) -> Picture:
    """(CLOTH, 32, 32, 3) patches from all over a picture (H, W, 3), as large as those of signs whose strips
    are so wide (N,); the same for the same picture's size."""
    side = int(np.clip(2.6 * np.median(half_widths_px), 4, min(bgr.shape[:2]) - 1))
    rng = np.random.default_rng(0)
    found = []
    for _ in range(CLOTH):
        y, x = (int(rng.integers(0, size - side)) for size in bgr.shape[:2])
        patch = bgr[y : y + side, x : x + side]
        found.append(cv2.resize(patch, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA))
    return np.asarray(found, np.uint8)


class SeenEarlier:
    """The last signs of each colour that were surely read at one table."""

    def __init__(self) -> None:
        """None yet."""
        self._kept: dict[int, Sequence[Picture]] = {}

    @property
    def patches(self) -> Picture:
        """(N, 32, 32, 3) all of them."""
        return np.array([patch for those in self._kept.values() for patch in those] or NO_PATCHES, np.uint8)

    def keep(self, patches: Picture, colours: Floats, real: Floats) -> None:
        """Take in signs (N, 32, 32, 3), with how probable each colour is (N, 4) and that it is a sign at all (N,)."""
        best = colours.argmax(1)
        sure = (colours.max(1) > _SURE) & (real > _SURE)
        for colour in set(best[sure].tolist()):
            self._kept[colour] = list(patches[sure & (best == colour)][:_OF_COLOUR])

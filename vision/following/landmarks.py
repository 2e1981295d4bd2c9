"""Small distinct patches of a picture, and how far each of them has moved in another picture of the same place.

A patch is compared where it was, and its displacement follows from one step of Gauss and Newton along the
patch's own gradient (Lucas and Kanade 1981, with the roles of the pictures exchanged as in Baker and Matthews
2004, so that everything but the comparison is computed once). That is right for motions of about a pixel, costs
next to nothing, and needs no search.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Points = NDArray[np.float64]

RADIUS = 7  # of a patch, in pixels of the view
ALIKE = 0.8  # correlation from which a patch is held to show the same thing
_FLAT = 2.0  # grey levels: a patch of less contrast says nothing


class Landmarks:
    """Up to `most` patches of a grey view, spread over where `mask` is not 0.

    `points` (N, 2) are the patches' centres, x and y in pixels of the view, whole numbers.
    """

    def __init__(self, view: Floats, mask: NDArray[np.uint8], most: int) -> None:
        """Choose the patches where the view has corners."""
        inside = np.zeros_like(mask)
        inside[RADIUS + 1 : -RADIUS - 1, RADIUS + 1 : -RADIUS - 1] = 255
        apart = max(4.0, np.sqrt(np.count_nonzero(mask) / most) * 0.7)
        corners = cv2.goodFeaturesToTrack(
            view.astype(np.uint8), most, 0.003, apart, mask=cv2.bitwise_and(mask, inside), blockSize=5
        )
        found = np.zeros((0, 2)) if corners is None else corners.reshape(-1, 2)
        self.points: Points = np.round(found).astype(np.float64)
        steps = np.arange(-RADIUS, RADIUS + 1)
        self._rows = (self.points[:, 1, None, None] + steps[:, None]).astype(np.intp)
        self._columns = (self.points[:, 0, None, None] + steps[None, :]).astype(np.intp)
        self._patches = np.zeros((len(found), steps.size**2), np.float32)
        self._steppers = np.zeros((len(found), 2, steps.size**2), np.float32)
        self.renew(view, np.ones(len(found), bool))

    def __len__(self) -> int:
        """How many there are."""
        return len(self.points)

    def renew(self, view: Floats, which: NDArray[np.bool_]) -> None:
        """Take the look of these patches from the view: what lies there has changed."""
        right = cv2.Sobel(view, cv2.CV_32F, 1, 0, scale=1 / 8)
        down = cv2.Sobel(view, cv2.CV_32F, 0, 1, scale=1 / 8)
        patches, length = self._cut(view, which)
        at = self._rows[which], self._columns[which]
        slopes = np.stack([right[at], down[at]], 1).reshape(-1, 2, patches.shape[1])
        slopes = slopes / np.maximum(length, 1.0)[:, None, None]
        square = slopes @ slopes.transpose(0, 2, 1) + 1e-3 * np.eye(2, dtype=np.float32)
        self._patches[which] = np.where(length[:, None] > _FLAT * (2 * RADIUS + 1), patches, 0)
        self._steppers[which] = -np.linalg.inv(square) @ slopes

    def measure(self, view: Floats) -> tuple[Points, Floats]:
        """Displacements (N, 2) in pixels of the view, and correlations (N,) from -1 to 1, of all patches."""
        patches, _ = self._cut(view, np.ones(len(self), bool))
        likeness = np.einsum("np,np->n", patches, self._patches)
        moves = np.einsum("nkp,np->nk", self._steppers, patches - self._patches)
        return moves.astype(np.float64), likeness

    def _cut(self, view: Floats, which: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """Patches (n, pixels) without their mean and scaled to length 1, and the lengths (n,) they had."""
        patches = view[self._rows[which], self._columns[which]].reshape(-1, self._patches.shape[1])
        patches = patches - patches.mean(axis=1, keepdims=True)
        length = np.sqrt(np.einsum("np,np->n", patches, patches))
        return patches / np.maximum(length, 1e-3)[:, None], length

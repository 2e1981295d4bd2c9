"""The plane that strips lie on, by their signs alone: all strips are of one width.

What a network tells of one sign's frame is off by a tenth or a fifth; that all frames are the same square, seen from
straight above, tells each of them better.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.point_cards.plane import Plane, fit_plane
from vision.strips.signs import Signs

Floats = NDArray[np.float64]

_LEAST_WEIGHT = 1e-3  # what is surely no sign still counts so much


@dataclass(frozen=True, eq=False)
class Laid:
    """N signs on their plane, in half widths of a strip: ``at`` (N, 2), where each stands; ``inward`` (N, 2), a unit
    vector along its strip; ``size`` (N,), how large it was told to be, as a share of what is due there."""

    plane: Plane
    at: Floats
    inward: Floats
    size: Floats

    def to_px(self, points: Floats) -> Floats:
        """(..., 2) points of the plane in the picture."""
        return self.plane.to_px(points / 2)

    def only(self, which: NDArray[np.bool_]) -> Laid:
        """Some of them, on the same plane."""
        return Laid(self.plane, self.at[which], self.inward[which], self.size[which])


def lay(signs: Signs, weight: Floats) -> Laid:
    """The signs, one at least, on the plane that fits best, each trusted by ``weight`` (N,)."""
    corners = [signs.points_px(x, y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    plane = fit_plane(np.stack(corners, 1), np.maximum(weight, _LEAST_WEIGHT))
    at = plane.of_px(signs.centre_px)
    frames = 2 * _slopes(plane, signs.centre_px, at) @ np.stack([signs.across_px, signs.inward_px], -1)
    # The turn next to a frame: of the two vectors across, the one turned back by a quarter as well
    inward = frames[..., 1] + frames[..., 0] @ [[0, 1], [-1, 0]]
    inward /= np.maximum(np.linalg.norm(inward, axis=1, keepdims=True), 1e-9)
    return Laid(plane, 2 * at, inward, np.sqrt(np.abs(np.linalg.det(frames))))


def squared(signs: Signs, laid: Laid) -> Signs:
    """The signs with the frames that strips have on that plane."""
    across = laid.inward @ [[0, -1], [1, 0]]
    slopes = _slopes(laid.plane, signs.centre_px, laid.at / 2)
    frames = np.linalg.inv(slopes) @ np.stack([across, laid.inward], -1) / 2
    return replace(signs, across_px=frames[..., 0], inward_px=frames[..., 1])


def _slopes(plane: Plane, points_px: Floats, at: Floats) -> Floats:
    """(N, 2, 2) how points of the plane move with those of the picture (N, 2), which are ``at`` (N, 2) on it."""
    h = plane.from_px
    depth = points_px @ h[2, :2] + h[2, 2]
    return np.asarray((h[:2, :2] - at[:, :, None] * h[2, :2]) / depth[:, None, None])

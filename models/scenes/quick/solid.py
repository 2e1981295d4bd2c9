"""The quick renderer's solids: faces with a paint colour, and the canvas that draws them nearest first.

Faces are small flat quads (N, 4, 3) in world millimetres; a triangle repeats a corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.scenes.quick.lens import Lens

Points = NDArray[np.float64]

UNIT = 16000.0  # one unit of linear light on the canvas
_NEAR_MM = 120.0


@dataclass(frozen=True)
class Faces:
    """Quads with outward normals (N, 3), paint (N, 3) linear blue first, and the share of sky each sees (N,).

    ``layer`` (N,) says which are printed or laid on others: they are drawn after those of a lower layer.
    """

    quads: Points
    normals: Points
    albedo: Points
    sky: Points
    layer: Points

    @classmethod
    def plain(cls, quads: Points, normals: Points, albedo: Points) -> Faces:
        """All of one paint (3,), under the open sky, in one layer."""
        count = len(quads)
        return cls(quads, normals, np.tile(albedo, (count, 1)), np.ones(count), np.zeros(count))

    def moved(self, turn: Points, shift: ArrayLike) -> Faces:
        """Turned by (3, 3), then shifted."""
        return Faces(
            self.quads @ turn.T + np.asarray(shift), self.normals @ turn.T, self.albedo, self.sky, self.layer
        )


def join(parts: Sequence[Faces]) -> Faces:
    """One body of several."""
    columns = ("quads", "normals", "albedo", "sky", "layer")
    return Faces(*(np.concatenate([getattr(p, c) for p in parts]) for c in columns))


def revolve(profile_mm: Sequence[tuple[float, float]], albedo: Points, segments: int = 20) -> Faces:
    """Body of revolution about z from (radius, z) points; outward is to the right when walking along them."""
    profile = np.asarray(profile_mm, float)
    angle = np.arange(segments + 1) * (2 * np.pi / segments)
    circle = np.stack([np.cos(angle), np.sin(angle)], 1)
    rings = np.concatenate(
        [
            profile[:, None, :1] * circle[None],
            np.broadcast_to(profile[:, None, 1:], (len(profile), segments + 1, 1)),
        ],
        -1,
    )
    quads = np.stack([rings[:-1, :-1], rings[:-1, 1:], rings[1:, 1:], rings[1:, :-1]], 2)
    run, rise = np.diff(profile, axis=0).T
    length = np.maximum(np.hypot(run, rise), 1e-9)
    mid = angle[:-1] + np.pi / segments
    outward, up = (rise / length)[:, None], (-run / length)[:, None]
    normals = np.stack(
        [outward * np.cos(mid), outward * np.sin(mid), np.broadcast_to(up, (len(run), segments))], -1
    )
    count = len(run) * segments
    return Faces.plain(quads.reshape(count, 4, 3), normals.reshape(count, 3), albedo)


def box(size_mm: ArrayLike, albedo: Points, pieces: int = 3) -> Faces:
    """Box standing on z = 0 about the z axis; each face is cut into ``pieces`` squared, so light varies."""
    half = np.asarray(size_mm, float) / 2
    cut = np.linspace(-1, 1, pieces + 1)
    quads, normals = [], []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for sign in (-1, 1):
            normal = np.zeros(3)
            normal[axis] = sign
            for a0, a1 in pairwise(cut):
                for b0, b1 in pairwise(cut):
                    quad = np.zeros((4, 3))
                    quad[:, axis] = sign
                    quad[:, u], quad[:, v] = (a0, a1, a1, a0), (b0, b0, b1, b1)
                    quads.append(quad * half + (0, 0, half[2]))
                    normals.append(normal)
    return Faces.plain(np.array(quads), np.array(normals), albedo)


def stack(parts: Sequence[Faces]) -> Faces:
    """One body of several, each lying on those before."""
    return join([replace(part, layer=np.full(len(part.sky), float(i))) for i, part in enumerate(parts)])


class Canvas:
    """Solids at twice the pinhole picture's resolution: linear light and nearness in 16 bit.

    Channels: blue, green, red in 1/UNIT, and nearness (0 where nothing stands).
    """

    def __init__(self, lens: Lens) -> None:
        """Empty."""
        self._lens = lens
        self.pixels = np.zeros((2 * lens.height, 2 * lens.width, 4), np.uint16)

    def px_per_mm(self, points_mm: Points) -> Points:
        """(N,) scale of the pinhole picture at points (N, 3)."""
        return self._lens.camera.focal_px / np.maximum(self._lens.project(points_mm)[1], _NEAR_MM)

    def paint(self, quads_mm: Points, light: Points, see_through: bool = False) -> None:
        """Draw quads (N, 4, 3) with light (N, 3), a later over an earlier one, before all that is farther.

        ``see_through`` leaves out every second pixel.
        """
        part, window = self._draw(quads_mm, light)
        if see_through:
            part[::2, ::2] = 0
            part[1::2, 1::2] = 0
        self._merge(part, window)

    def paint_smooth(self, quads_mm: Points, light: Points, smooth_mm: float) -> NDArray[np.uint8]:
        """As ``paint``, but light smoothed over about ``smooth_mm``; where it shows (2H, 2W), 255 or 0."""
        shown = np.zeros(self.pixels.shape[:2], np.uint8)
        part, window = self._draw(quads_mm, light)
        if part.any():
            _smooth_light(part, 2 * smooth_mm * float(np.median(self.px_per_mm(quads_mm[:, 0]))))
            shown[window][self._merge(part, window)] = 255
        return shown

    def _merge(self, part: NDArray[np.uint16], window: tuple[slice, slice]) -> NDArray[np.bool_]:
        """Keep what is nearer; returns where that is the part."""
        below = self.pixels[window]
        front = part[..., 3] > below[..., 3]
        np.copyto(below, part, where=front[..., None])
        return front

    def _draw(self, quads_mm: Points, light: Points) -> tuple[NDArray[np.uint16], tuple[slice, slice]]:
        """The quads on a patch of their own, and the window of the canvas where it belongs."""
        px, depth = self._lens.project(quads_mm)
        ahead = depth.min(1) > _NEAR_MM
        corners, depth, light = np.rint((2 * px[ahead] + 0.5) * 16), depth[ahead], light[ahead]
        size = np.array(self.pixels.shape[1::-1])
        if not len(corners):
            return np.zeros((0, 0, 4), np.uint16), (slice(0, 0), slice(0, 0))
        low = np.clip(np.floor(corners.min((0, 1)) / 16).astype(int) - 1, 0, size)
        high = np.clip(np.ceil(corners.max((0, 1)) / 16).astype(int) + 2, low, size)
        part = np.zeros((high[1] - low[1], high[0] - low[0], 4), np.uint16)
        window = slice(low[1], high[1]), slice(low[0], high[0])
        if not part.size:
            return part, window
        corners = (corners - low * 16).clip(-(2**19), 2**19).astype(np.int32)
        nearness = 65535 * _NEAR_MM / depth.mean(1)
        values = np.column_stack([np.minimum(light * UNIT, 65535), nearness]).tolist()
        fill = cv2.fillConvexPoly
        for corner, value in zip(corners, values, strict=True):
            fill(part, corner, value, cv2.LINE_8, 4)
        return part, window

    def over(self, ground: NDArray[np.float32]) -> NDArray[np.float32]:
        """The solids over ``ground`` (H, W, 3), linear light of the pinhole picture."""
        size = (self._lens.width, self._lens.height)
        small = cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA)
        covered = (cv2.extractChannel(self.pixels, 3) > 0).view(np.uint8)
        share = cv2.resize(covered * np.uint8(240), size, interpolation=cv2.INTER_AREA)
        clear = 1 - share.astype(np.float32) / 240
        light = small[..., :3].astype(np.float32)
        light *= 1 / UNIT
        light += ground * clear[..., None]
        return light


def _smooth_light(part: NDArray[np.uint16], sigma_px: float) -> None:
    """Blur the light of a patch in place, within what is drawn."""
    height, width = part.shape[:2]
    shrink = max(1, int(sigma_px / 1.5))
    size = (max(1, width // shrink), max(1, height // shrink))
    drawn = (part[..., 3] > 0).astype(np.float32)
    light = cv2.resize(part[..., :3].astype(np.float32), size, interpolation=cv2.INTER_AREA)
    share = cv2.resize(drawn, size, interpolation=cv2.INTER_AREA)
    light = cv2.GaussianBlur(light, (0, 0), sigma_px / shrink)
    share = cv2.GaussianBlur(share, (0, 0), sigma_px / shrink)
    light /= np.maximum(share, 1e-4)[..., None]
    smooth = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)
    part[..., :3] = np.where(drawn[..., None] > 0, smooth.clip(0, 65535), 0)

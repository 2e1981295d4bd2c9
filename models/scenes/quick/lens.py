"""The quick renderer's lens: draw in a pinhole picture with some margin, bend it once at the end."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.scenes.camera import eye_mm
from models.scenes.scene import Camera

_KNOT_PX = 8  # the lens is smooth: solve for it at knots, interpolate between
_SETTLE = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-7)


class Lens:
    """A pinhole view just large enough that ``bend`` finds every pixel of the camera's picture in it.

    Pixels of the pinhole picture are called ``flat_px``; whole numbers are pixel centres.
    """

    def __init__(self, camera: Camera) -> None:
        """Solve for the lens; about 5 ms at 1280x720."""
        self.camera = camera
        self.eye_mm = eye_mm(camera)
        self._r, self._t = np.array(camera.r), np.array(camera.t_mm)
        straight = self._straighten()
        rim = np.concatenate([straight[0], straight[-1], straight[:, 0], straight[:, -1]])
        low, high = np.floor(rim.min(0)) - 2, np.ceil(rim.max(0)) + 2
        self.width, self.height = (int(v) for v in high - low + 1)
        self._map = straight - low.astype(np.float32)
        self.k = camera.matrix()
        self.k[:2, 2] -= low

    def _straighten(self) -> NDArray[np.float32]:
        """(H, W, 2) undistorted pixel of every pixel."""
        camera, step = self.camera, _KNOT_PX
        cells = -(-camera.width // step), -(-camera.height // step)
        # resize() puts knot k in the middle of cell k; one more cell on each side keeps the rim exact
        x = (np.arange(-1, cells[0] + 1) + 0.5) * step - 0.5
        y = (np.arange(-1, cells[1] + 1) + 0.5) * step - 0.5
        knots = np.stack(np.meshgrid(x, y), -1).reshape(-1, 1, 2)
        k, dist = camera.matrix(), np.array(camera.dist, float)
        flat = cv2.undistortPoints(knots, k, dist, P=k, criteria=_SETTLE).reshape(len(y), len(x), 2)
        size = (len(x) * step, len(y) * step)
        dense = cv2.resize(flat.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
        return dense[step : step + camera.height, step : step + camera.width]

    def bend(self, flat: NDArray[np.uint8], mode: int = cv2.INTER_LINEAR) -> NDArray[np.uint8]:
        """The pinhole picture as the lens shows it, (camera.height, camera.width, ...)."""
        return cv2.remap(flat, self._map, None, mode, borderMode=cv2.BORDER_REPLICATE)

    def project(self, points_mm: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """World points (..., 3) mm to flat_px (..., 2) and depth along the line of sight (...) mm."""
        seen = np.asarray(points_mm, float) @ self._r.T + self._t
        depth = np.maximum(seen[..., 2], 1.0)
        px = seen[..., :2] * (self.camera.focal_px / depth[..., None]) + self.k[:2, 2]
        return px, seen[..., 2]

    def plane(self, z_mm: float) -> NDArray[np.float64]:
        """(3, 3) homography from world x, y (mm) on the horizontal plane at ``z_mm`` to flat_px."""
        r = self._r
        return self.k @ np.stack([r[:, 0], r[:, 1], r[:, 2] * z_mm + self._t], 1)

    def footprint_mm(self, z_mm: float, reach_mm: float) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1: what is in sight of a horizontal plane, within ``reach_mm`` of the origin."""
        x, y = np.meshgrid(np.linspace(0, self.width, 9), np.linspace(0, self.height, 9))
        rays = np.stack([x, y, np.ones_like(x)], -1).reshape(-1, 3) @ np.linalg.inv(self.k).T @ self._r
        down = np.maximum(-rays[:, 2], 1e-3)
        ground = self.eye_mm[:2] + rays[:, :2] * ((self.eye_mm[2] - z_mm) / down)[:, None]
        low, high = ground.min(0).clip(-reach_mm, reach_mm), ground.max(0).clip(-reach_mm, reach_mm)
        return float(low[0]), float(low[1]), float(high[0]) + 1, float(high[1]) + 1

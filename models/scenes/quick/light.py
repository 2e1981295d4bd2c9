"""The quick renderer's light: lamps, what they leave on a surface, and the shadows on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.scenes.quick.lens import Lens
from models.scenes.scene import RGB, Light, Setting

Floats = NDArray[np.float32]

_BANDS_MM = (7.0, 18.0, 40.0, 80.0, 150.0)  # heights whose shadows share one softness
_REACH_MM = 1300.0
_LEAST_COSINE = 0.3  # a lamp near the horizon would otherwise outshine everything on upright faces


def linear(rgb: RGB) -> NDArray[np.float64]:
    """(3,) linear light, blue first, of an sRGB colour 0..1."""
    v = np.asarray(rgb[::-1], float)
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)


@dataclass(frozen=True)
class Lamp:
    """A light as the shading uses it: ``colour`` (3,), blue first, is what it leaves at the origin."""

    xyz_mm: NDArray[np.float64]
    radius_mm: float
    colour: NDArray[np.float64]

    @classmethod
    def of(cls, light: Light) -> Lamp:
        """From the scene's description."""
        return cls(np.array(light.xyz_mm), light.radius_mm, light.power * np.array(light.rgb[::-1]))

    @property
    def home_mm(self) -> float:
        """From the origin to the lamp."""
        return float(np.linalg.norm(self.xyz_mm))

    def towards(self, points_mm: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Unit vectors (..., 3) to the lamp and strength (...) there, 1 for a level surface at the origin."""
        way = self.xyz_mm - points_mm
        distance = np.linalg.norm(way, axis=-1)
        cosine = max(self.xyz_mm[2] / self.home_mm, _LEAST_COSINE)
        way /= np.maximum(distance, 1e-6)[..., None]
        # A disc faces the board: it is dimmer seen from aside
        facing = np.maximum(way @ (self.xyz_mm / self.home_mm), 0)
        return way, facing * (self.home_mm / np.maximum(distance, 50)) ** 2 / cosine


@dataclass(frozen=True)
class Balls:
    """What throws shadows on other solids, as balls; ``owner`` numbers solids, none shades itself."""

    centre_mm: NDArray[np.float64]
    radius_mm: NDArray[np.float64]
    owner: NDArray[np.int64]

    def visible(
        self, points_mm: NDArray[np.float64], owner: NDArray[np.int64], lamp: Lamp
    ) -> NDArray[np.float64]:
        """(N,) share of the lamp that points (N, 3) of the given owners see past the others' balls."""
        if not len(self.radius_mm):
            return np.ones(len(points_mm))
        way = lamp.xyz_mm - points_mm
        distance = np.linalg.norm(way, axis=1)
        way /= distance[:, None]
        offset = self.centre_mm[None] - points_mm[:, None]
        along = np.einsum("nmk,nk->nm", offset, way)
        across = np.sqrt(np.maximum(np.einsum("nmk,nmk->nm", offset, offset) - along**2, 0))
        soft = 1.0 + lamp.radius_mm * np.maximum(along, 0) / distance[:, None]
        hidden = np.clip((self.radius_mm - across) / (2 * soft) + 0.5, 0, 1)
        hidden[(along <= 0) | (owner[:, None] == self.owner[None])] = 0
        return np.prod(1 - 0.9 * hidden, axis=1)


class Lighting:
    """All light of a scene, seen from its camera."""

    def __init__(self, scene: Setting, eye_mm: NDArray[np.float64]) -> None:
        """Take lamps and ambient light from the scene."""
        self.lamps = [Lamp.of(light) for light in scene.lights]
        self.ambient = scene.ambient * np.array(scene.ambient_rgb[::-1])
        self.eye_mm = eye_mm

    def shade(
        self,
        points_mm: NDArray[np.float64],
        normals: NDArray[np.float64],
        albedo: NDArray[np.float64],
        gloss: float,
        open_sky: ArrayLike = 1.0,
        seen: ArrayLike = 1.0,
    ) -> NDArray[np.float64]:
        """(..., 3) light leaving surface points (..., 3) towards the eye, blue first.

        ``open_sky`` (...) is the share of ambient light that reaches them, ``seen`` (lamps, ...) that of each lamp.
        """
        sky = np.asarray(open_sky) * (0.72 + 0.28 * normals[..., 2])
        view = self.eye_mm - points_mm
        view /= np.linalg.norm(view, axis=-1, keepdims=True)
        room = mirrored_share(np.einsum("...k,...k", normals, view), gloss)
        out = (albedo + 0.6 * room[..., None]) * self.ambient * sky[..., None]
        shares = np.broadcast_to(seen, (len(self.lamps), *points_mm.shape[:-1]))
        for lamp, share in zip(self.lamps, shares, strict=True):
            to_lamp, strength = lamp.towards(points_mm)
            strength = strength * share
            wrap = min(0.35, 0.5 * lamp.radius_mm / lamp.home_mm)
            facing = np.maximum((np.einsum("...k,...k", normals, to_lamp) + wrap) / (1 + wrap), 0)
            half = to_lamp + view
            half /= np.maximum(np.linalg.norm(half, axis=-1, keepdims=True), 1e-6)
            power = 8 + 110 * gloss**2 * (1 - wrap)
            shine = np.maximum(np.einsum("...k,...k", normals, half), 0) ** power * (0.03 + 0.5 * gloss**1.5)
            out = (
                out
                + (albedo * facing[..., None] + (shine * (facing > 0))[..., None])
                * strength[..., None]
                * lamp.colour
            )
        return out


class Ground:
    """Light on the table, as a map over its plane: ``light`` falls on it, ``glare`` is mirrored off it."""

    def __init__(self, lens: Lens, lighting: Lighting, casters: Sequence[NDArray[np.float64]]) -> None:
        """``casters``: the corner points (N, 3) of convex bodies, x and y as seen on the plane z = 0."""
        self._lens, self._lighting = lens, lighting
        x0, y0, x1, y1 = lens.footprint_mm(0.0, _REACH_MM)
        longest = max(x1 - x0, y1 - y0)
        centre_scale = lens.camera.focal_px / float(np.linalg.norm(lens.eye_mm))
        self.px_per_mm = float(min(0.75 * centre_scale, 800 / longest))
        self._x0, self._y1 = x0, y1
        self.size = max(8, int((x1 - x0) * self.px_per_mm)), max(8, int((y1 - y0) * self.px_per_mm))
        self._coarse = self._coarse_points()
        heights = np.array([points[:, 2].mean() for points in casters])
        bands = np.searchsorted(_BANDS_MM, heights)
        self._bands = []
        for b in np.unique(bands):
            members = [c for c, band in zip(casters, bands, strict=True) if band == b]
            ends = np.cumsum([len(c) for c in members])[:-1]
            self._bands.append((float(heights[bands == b].mean()), np.concatenate(members), ends))
        self.light = self._light()

    def _coarse_points(self) -> NDArray[np.float64]:
        """(h, w, 3) points of the plane, a coarse grid over the whole map."""
        w, h = (max(2, s // 12) for s in self.size)
        u = ((np.arange(w) + 0.5) * self.size[0] / w - 0.5) / self.px_per_mm + self._x0
        v = self._y1 - ((np.arange(h) + 0.5) * self.size[1] / h - 0.5) / self.px_per_mm
        x, y = np.meshgrid(u, v)
        return np.stack([x, y, np.zeros_like(x)], -1)

    def _light(self) -> Floats:
        light = np.zeros((self.size[1], self.size[0], 3), np.float32)
        for lamp in self._lighting.lamps:
            to_lamp, strength = lamp.towards(self._coarse)
            level = (np.maximum(to_lamp[..., 2], 0) * strength).astype(np.float32)
            bright = cv2.resize(level, self.size, interpolation=cv2.INTER_CUBIC)
            bright *= self._seen(lamp, 0.97)
            light += bright[..., None] * lamp.colour.astype(np.float32)
        sky = Lamp(np.array([0, 0, 5000.0]), 2600.0, np.zeros(3))
        light += self._seen(sky, 0.7)[..., None] * self._lighting.ambient.astype(np.float32)
        return light

    def _seen(self, lamp: Lamp, depth: float) -> Floats:
        """(H, W) share of the lamp that reaches the plane."""
        total = np.zeros(self.size[::-1], np.uint8)
        for height, points, ends in self._bands:
            mask = np.zeros_like(total)
            for thrown in np.split(self._thrown(points, lamp), ends):
                cv2.fillConvexPoly(mask, cv2.convexHull(thrown), 255, cv2.LINE_AA, 4)
            spread_mm = 0.5 + 0.5 * lamp.radius_mm * height / max(lamp.xyz_mm[2] - height, 50)
            total = cv2.add(total, _blur(mask, spread_mm * self.px_per_mm))
        return 1 - total.astype(np.float32) * (depth / 255)

    def _thrown(self, points_mm: NDArray[np.float64], lamp: Lamp) -> NDArray[np.int32]:
        """(K, 2) where the shadows of points (K, 3) fall, in 1/16 pixel of the map."""
        lamp_z = lamp.xyz_mm[2]
        stretch = lamp_z / np.maximum(lamp_z - points_mm[:, 2], 0.12 * lamp_z)
        xy = lamp.xyz_mm[:2] + (points_mm[:, :2] - lamp.xyz_mm[:2]) * stretch[:, None]
        px = np.stack([xy[:, 0] - self._x0, self._y1 - xy[:, 1]], 1) * self.px_per_mm
        return np.rint(px.clip(-4000, 4000) * 16).astype(np.int32)

    def _to_flat(self) -> NDArray[np.float64]:
        """(3, 3) from the map's pixels to flat_px."""
        s = 1 / self.px_per_mm
        to_mm = np.array([[s, 0, self._x0], [0, -s, self._y1], [0, 0, 1]])
        return self._lens.plane(0.0) @ to_mm

    def light_in_view(self) -> Floats:
        """(H, W, 3) light on the plane, in the pinhole picture."""
        size = (self._lens.width, self._lens.height)
        return cv2.warpPerspective(self.light, self._to_flat(), size, borderMode=cv2.BORDER_REPLICATE)

    def glare_in_view(self, gloss: float) -> Floats:
        """(H, W, 3) lamps mirrored in a plane of this gloss (0 matt .. 1 polished), pinhole picture."""
        points = self._coarse
        view = self._lighting.eye_mm - points
        view /= np.linalg.norm(view, axis=-1, keepdims=True)
        mirrored = view * np.array([-1, -1, 1.0])
        fresnel = mirrored_share(view[..., 2], gloss)
        rough = max(0.06, 0.75 - 0.68 * gloss) ** 2
        glare = (0.6 * fresnel)[..., None] * self._lighting.ambient
        for lamp in self._lighting.lamps:
            to_lamp, strength = lamp.towards(points)
            angle2 = 2 - 2 * np.einsum("...k,...k", mirrored, to_lamp)
            width = np.hypot(0.5 * lamp.radius_mm / lamp.home_mm, 1.3 * rough) + 0.01
            peak = 0.5 / width**2
            glare += (fresnel * strength * peak * np.exp(-angle2 / (2 * width**2)))[..., None] * lamp.colour
        fine = cv2.resize(glare.astype(np.float32), self.size, interpolation=cv2.INTER_CUBIC)
        size = (self._lens.width, self._lens.height)
        # Smooth enough to be laid into the view at half its size
        halved = np.diag([0.5, 0.5, 1.0]) @ self._to_flat()
        small = cv2.warpPerspective(
            fine, halved, (size[0] // 2 + 1, size[1] // 2 + 1), borderMode=cv2.BORDER_REPLICATE
        )
        return cv2.resize(small, size, interpolation=cv2.INTER_LINEAR)


def mirrored_share(cosine: NDArray[np.float64], gloss: float) -> NDArray[np.float64]:
    """Share of light a surface mirrors, by the cosine to its normal (Schlick 1994); less if rough."""
    grazing = (1 - np.clip(cosine, 0, 1)) ** 5
    return 0.02 + 0.024 * gloss + (0.25 + 0.7 * gloss) * grazing


def _blur(mask: NDArray[np.uint8], sigma_px: float) -> NDArray[np.uint8]:
    """Gaussian blur; a wide one is done on a smaller picture."""
    if sigma_px < 0.4:
        return mask
    if sigma_px < 5:
        return cv2.GaussianBlur(mask, (0, 0), sigma_px)
    height, width = mask.shape
    shrink = int(sigma_px / 2.5)
    small = cv2.resize(
        mask, (max(1, width // shrink), max(1, height // shrink)), interpolation=cv2.INTER_AREA
    )
    small = cv2.GaussianBlur(small, (0, 0), sigma_px / shrink)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)

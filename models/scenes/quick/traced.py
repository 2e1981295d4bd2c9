"""Light on stones, traced: where stones of a tower meet it is dark, and their lower sides mirror the board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.scenes.quick.light import Lamp, Lighting, mirrored_share
from models.scenes.scene import Scene, StoneKind

Points = NDArray[np.float64]

_REACH = np.geomspace(0.02, 1.6, 10)  # stone radii: how far along a ray another stone is looked for
_CLEAR = 0.02  # stone radii: a ray begins so far from its own face
_SKY_WAYS = 12
_MIRROR_WAYS = 4
_LAMP_POINTS = 4
_PROFILE_STEPS = 64
_FACET = 0.06  # radians, about: what a flat face in place of a round one blurs
_SHADED = 0.5  # of the light on the open board, what falls on it close to a tower
_LIT = 0.25  # the same on the side of another stone


@dataclass(frozen=True)
class Standing:
    """The stones as they stand: ``feet_mm`` (S, 3), paint (S, 3) and that of what they stand on (S, 3), linear blue
    first; the stones (S, 2) beneath and on each, -1 where there is none."""

    feet_mm: Points
    paint: Points
    ground: Points
    beside: NDArray[np.int64]


class TracedLight:
    """Rays from stones' faces: to the lamps, over the half space above each face, and mirrored from the eye."""

    def __init__(self, scene: Scene, lighting: Lighting, standing: Standing) -> None:
        """``standing``: the stones of the scene."""
        self._lighting, self._standing = lighting, standing
        self._kind = scene.stone_kind
        self._radii_mm = _outer_radii(self._kind)
        self._walls = np.random.default_rng(scene.seed).uniform(0.1, 1.9, (2, 8))
        self._walls /= self._walls.mean()

    def shade(
        self,
        points_mm: Points,
        normals: Points,
        albedo: Points,
        stone: NDArray[np.int64],
        open_sky: Points,
        visible: Points,
    ) -> Points:
        """(N, 3) light leaving faces at points (N, 3) of the given stones (N,) towards the eye, blue first.

        ``open_sky`` (N,) dims what does not come from a lamp, ``visible`` (lamps, N) each lamp.
        """
        gloss = self._kind.gloss
        points = points_mm + normals * (_CLEAR * self._kind.radius_mm)
        view = self._lighting.eye_mm - points
        view /= np.linalg.norm(view, axis=-1, keepdims=True)
        facing = np.einsum("nk,nk->n", normals, view)
        alpha = max(0.06, 0.75 - 0.68 * gloss) ** 2
        mirrored, shown = _mirrored(normals, view, alpha)
        ways = np.concatenate([_over(normals), mirrored], 1)
        light = self._arriving(points, ways, stone) * open_sky[:, None, None]
        shine = mirrored_share(facing, gloss)[:, None] * (light[:, _SKY_WAYS:] * shown[..., None]).mean(1)
        out = albedo * light[:, :_SKY_WAYS].mean(1) + shine
        for lamp, seen in zip(self._lighting.lamps, visible, strict=True):
            for middle in _points_of(lamp):
                to_lamp, strength = middle.towards(points)
                cosine = np.maximum(np.einsum("nk,nk->n", normals, to_lamp), 0)
                strength = strength * cosine * seen / _LAMP_POINTS
                lit = np.flatnonzero(strength > 1e-4)
                strength[lit] *= ~self._met(points[lit], to_lamp[lit, None], stone[lit])[0][:, 0]
                spread = alpha + 0.35 * lamp.radius_mm / lamp.home_mm + _FACET
                glint = _highlight(normals, view, to_lamp, spread, 0.02 + 0.024 * gloss)
                out += (albedo + glint[:, None]) * strength[:, None] * lamp.colour
        return np.asarray(out)

    def _arriving(self, points: Points, ways: Points, stone: NDArray[np.int64]) -> Points:
        """(N, K, 3) light that reaches points (N, 3) from directions (N, K, 3): of the room's walls, the board, or
        other stones of the tower."""
        met, by = self._met(points, ways, stone)
        board = self._standing.ground[stone] * self._on_board(points)
        light = np.where(ways[..., 2:] < 0, board[:, None] * _SHADED, self._room(ways))
        side = self._standing.paint[by] * self._on_board(points)[:, None]
        return np.where(met[..., None], side * _LIT, light)

    def _room(self, ways: Points) -> Points:
        """(..., 3) ambient light from directions (..., 3): the walls of a room are of uneven brightness."""
        turn = (np.arctan2(ways[..., 1], ways[..., 0]) / (2 * np.pi) % 1) * 8
        left, share = turn.astype(int) % 8, (turn % 1)
        high = ways[..., 2].clip(0, 1)
        low_wall, high_wall = ((1 - share) * w[left] + share * w[(left + 1) % 8] for w in self._walls)
        return ((1 - high) * low_wall + high * high_wall)[..., None] * self._lighting.ambient

    def _on_board(self, points: Points) -> Points:
        """(N, 3) light that falls on the level board there."""
        light = np.tile(0.9 * self._lighting.ambient, (len(points), 1))
        for lamp in self._lighting.lamps:
            to_lamp, strength = lamp.towards(points)
            light += (np.maximum(to_lamp[:, 2], 0) * strength)[:, None] * lamp.colour
        return light

    def _met(
        self, points: Points, ways: Points, stone: NDArray[np.int64]
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """(N, K) whether rays meet the stone beneath or above in their tower; which (its own where none)."""
        met = np.zeros(ways.shape[:2], bool)
        by = np.repeat(stone[:, None], ways.shape[1], 1)
        reach = (_REACH * self._kind.radius_mm)[:, None]
        for other in self._standing.beside.T:
            some = np.flatnonzero(other[stone] >= 0)
            there = other[stone[some]]
            start = points[some] - self._standing.feet_mm[there]
            at = start[:, None, None] + ways[some][:, :, None] * reach
            step = (at[..., 2] * (_PROFILE_STEPS / self._kind.height_mm)).astype(int)
            radius = self._radii_mm[step.clip(-1, _PROFILE_STEPS)]
            inside = (at[..., 2] > 0) & (at[..., 0] ** 2 + at[..., 1] ** 2 < radius**2)
            hit = inside.any(-1)
            met[some] |= hit
            by[some] = np.where(hit, there[:, None], by[some])
        return met, by


def _outer_radii(kind: StoneKind) -> Points:
    """(_PROFILE_STEPS + 2,) a stone's radius from its foot to its top; 0 above and, as the last, below."""
    steps = (np.arange(_PROFILE_STEPS) + 0.5) * kind.height_mm / _PROFILE_STEPS
    radius, height = np.array(kind.profile_mm).T
    last = int(height.argmax()) + 1
    return np.append(np.interp(steps, height[:last], radius[:last]), [0.0, 0.0])


def _over(normals: Points) -> Points:
    """(N, K, 3) directions spread over the half spaces above faces, as many as their cosine makes them count."""
    k = np.arange(_SKY_WAYS) + 0.5
    return _about(normals, np.sqrt(k / _SKY_WAYS), k * np.pi * (3 - np.sqrt(5)))  # Vogel's spiral


def _mirrored(normals: Points, view: Points, alpha: float) -> tuple[Points, NDArray[np.bool_]]:
    """(N, K, 3) directions from which faces of roughness ``alpha`` mirror towards the eye; which are above them."""
    k = np.arange(_MIRROR_WAYS)
    facets = _about(normals, np.full(_MIRROR_WAYS, np.sin(np.arctan(alpha))), k * 2 * np.pi / _MIRROR_WAYS)
    ways = 2 * np.einsum("nkj,nj->nk", facets, view)[..., None] * facets - view[:, None]
    return ways, np.einsum("nkj,nj->nk", ways, normals) > 0


def _about(normals: Points, out: Points, turn: Points) -> Points:
    """(N, K, 3) unit vectors whose parts along the faces are ``out`` (K,) long, turned by ``turn`` (K,)."""
    side = np.cross(normals, np.where(np.abs(normals[:, 2:]) < 0.9, [0.0, 0, 1], [1.0, 0, 0]))
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    other = np.cross(normals, side)
    parts = (out * np.cos(turn), out * np.sin(turn), np.sqrt(1 - out**2))
    return np.asarray(
        sum(p[None, :, None] * a[:, None] for p, a in zip(parts, (side, other, normals), strict=True))
    )


def _points_of(lamp: Lamp) -> list[Lamp]:
    """The lamp as points spread over its disc."""
    away = lamp.xyz_mm / lamp.home_mm
    side = np.cross(away, [0.0, 0, 1] if abs(away[2]) < 0.9 else [1.0, 0, 0])
    side /= np.linalg.norm(side)
    turns = np.arange(_LAMP_POINTS) * 2 * np.pi / _LAMP_POINTS
    ring = np.cos(turns)[:, None] * side + np.sin(turns)[:, None] * np.cross(away, side)
    return [Lamp(lamp.xyz_mm + 0.7 * lamp.radius_mm * at, lamp.radius_mm, lamp.colour) for at in ring]


def _highlight(normals: Points, view: Points, to_lamp: Points, alpha: float, f0: float) -> Points:
    """(N,) a lamp's highlight as a multiple of its light on the face (GGX, Walter et al. 2007)."""
    half = to_lamp + view
    half /= np.maximum(np.linalg.norm(half, axis=-1, keepdims=True), 1e-6)
    nh, nv, nl, vh = (
        np.einsum("nk,nk->n", a, b).clip(1e-3, 1)
        for a, b in ((normals, half), (normals, view), (normals, to_lamp), (view, half))
    )
    a2 = alpha**2
    spread = a2 / (nh**2 * (a2 - 1) + 1) ** 2
    masked = 0.5 / (nl * np.sqrt(a2 + (1 - a2) * nv**2) + nv * np.sqrt(a2 + (1 - a2) * nl**2))
    fresnel = f0 + (1 - f0) * (1 - vh) ** 5
    return np.asarray(spread * masked * fresnel)

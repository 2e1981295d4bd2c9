"""The quick renderer's hands: meshes, shaded smoothly, and what of them throws shadows."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from models.scenes.hands import Mesh, hand_mesh
from models.scenes.quick.light import Balls, Lighting, linear
from models.scenes.quick.solid import Canvas
from models.scenes.scene import RGB, Hand

Points = NDArray[np.float64]

_PIECES = 4
_LUMP_MM = 26.0  # shadows are thrown by lumps of this size


class PaintedHand:
    """A hand with its arm and sleeve."""

    def __init__(self, hand: Hand) -> None:
        """Build the mesh; about 80 ms."""
        skin, sleeve = hand_mesh(hand)
        if sleeve is not None:
            skin = _uncovered(skin, sleeve, hand.yaw)
        tips = np.linalg.norm(skin.vertices[skin.faces].mean(1) - np.array(hand.tip_mm), axis=1)
        parts = [_part(skin, _skin_paint(hand.skin_rgb, tips))]
        if sleeve is not None:
            cloth = np.tile(linear(hand.sleeve_rgb), (len(sleeve.faces), 1))
            rng = np.random.default_rng(hand.seed)
            parts.append(_part(sleeve, cloth * rng.uniform(0.92, 1.08, (len(cloth), 1))))
        self._quads, self._normals, self._albedo = (np.concatenate(c) for c in zip(*parts, strict=True))
        self._lumps = _lumps(self._quads)

    def casters(self) -> list[Points]:
        """Corner points (K, 3) of lumps that together cover the hand."""
        return [self._quads[i].reshape(-1, 3) for i in self._lumps]

    def balls(self, owner: int) -> Balls:
        """What shades stones."""
        centres = np.array([self._quads[i].mean((0, 1)) for i in self._lumps])
        near = np.linalg.norm(centres[:, :2], axis=1) < 400
        count = int(near.sum())
        return Balls(centres[near], np.full(count, 0.55 * _LUMP_MM), np.full(count, owner))

    def paint(self, canvas: Canvas, lighting: Lighting) -> NDArray[np.uint8]:
        """Shade and draw; returns where it shows (2H, 2W), 255 or 0."""
        centres = self._quads.mean(1)
        shown = np.einsum("qk,qk->q", self._normals, lighting.eye_mm - centres) > -20
        distance = np.linalg.norm(centres - lighting.eye_mm, axis=1)
        order = np.flatnonzero(shown)
        order = order[np.argsort(-distance[order])]
        normals = self._normals[order]
        sky = 0.95 - 0.1 * normals[:, 2]  # the table throws some light up
        light = lighting.shade(centres[order], normals, self._albedo[order], 0.22, sky)
        return canvas.paint_smooth(self._quads[order], light, 2.0)


def _part(mesh: Mesh, paint: Points) -> tuple[Points, Points, Points]:
    """Small quads, smooth normals and paint of the mesh's faces."""
    quads = mesh.vertices[mesh.faces]
    flat = np.cross(quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1])
    flat /= np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-9)
    summed = np.zeros_like(mesh.vertices)
    for corner in range(4):
        np.add.at(summed, mesh.faces[:, corner], flat)
    quads, corners, paint = _split(quads, summed[mesh.faces], paint)
    normals = corners.sum(1)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    return quads, normals, paint


def _split(quads: Points, corners: Points, paint: Points) -> tuple[Points, Points, Points]:
    """Long faces of arm and sleeve in pieces, so that the nearer of two that cross is told piece by piece."""
    long = np.linalg.norm(quads[:, 2] - quads[:, 1], axis=1) > 8

    def pieces(values: Points) -> Points:
        """(N, 4, 3) cut across the edges 0-3 and 1-2."""
        start, stop = values[long][:, [0, 1]], values[long][:, [3, 2]]
        cuts = [start + share * (stop - start) for share in np.linspace(0, 1, _PIECES + 1)]
        cut = [np.concatenate([a, b[:, ::-1]], axis=1) for a, b in pairwise(cuts)]
        return np.concatenate([values[~long], *cut])

    return pieces(quads), pieces(corners), np.concatenate([paint[~long], *[paint[long]] * _PIECES])


def _uncovered(skin: Mesh, sleeve: Mesh, yaw: float) -> Mesh:
    """The skin without what is deep inside the sleeve."""
    outward = np.array([np.cos(yaw), np.sin(yaw), 0])
    begins = (sleeve.vertices @ outward).min()
    inside = (skin.vertices @ outward)[skin.faces].min(1) > begins + 40
    return Mesh(skin.vertices, skin.faces[~inside])


def _skin_paint(rgb: RGB, from_tips_mm: Points) -> Points:
    """(N, 3) skin: redder towards the fingertips."""
    warm = np.exp(-from_tips_mm / 30.0)[:, None]
    return linear(rgb) * (1 + warm * np.array([-0.25, -0.2, 0.06]))


def _lumps(quads: Points) -> list[NDArray[np.int64]]:
    """Indices of the quads in each cube of ``_LUMP_MM``."""
    cube = np.floor(quads.mean(1) / _LUMP_MM).astype(np.int64)
    _, label = np.unique(cube, axis=0, return_inverse=True)
    order = np.argsort(label.ravel(), kind="stable")
    return np.split(order, np.flatnonzero(np.diff(label.ravel()[order])) + 1)

"""Hands with arms as meshes: fingers and palm are capsules melted into one another, the arm a tapering tube.

The surface is drawn from the melted distance field with surface nets (Gibson 1998).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.scene import Camera, Hand, Scene

Points = NDArray[np.float64]

_STEP_MM = 3.2
_MELT_MM = 2.6
_ARM_MM = 1300.0
# Knuckles from the thumb's side on, in the hand's frame: x from wrist to fingers, y to the thumb, z out of the back.
_KNUCKLES = np.array([[92, 25, 2], [97, 8, 4], [91, -10, 2], [81, -27, -2]], float)
_LENGTHS = np.array([[43, 27, 21], [47, 30, 22], [44, 28, 22], [34, 20, 20]], float)
_RADII = np.array([[9.4, 8.4, 7.2], [9.6, 8.6, 7.3], [9.2, 8.1, 7.0], [8.2, 7.2, 6.3]])
_BENDS_DEG = {  # at the three joints of each finger
    "flat": [(8, 14, 8)] * 4,
    "pinch": [(42, 42, 22), (48, 52, 28), (56, 62, 34), (60, 68, 38)],
    "fist": [(68, 92, 48)] * 4,
    "point": [(14, 12, 6), (64, 92, 52), (68, 94, 52), (70, 94, 52)],
}
_THUMB_TIPS = {"flat": (74, 64, -12), "fist": (92, 12, -46), "point": (88, 18, -44)}
_PITCH_DEG = {"flat": (4, 16), "pinch": (18, 42), "fist": (5, 30), "point": (10, 32)}


@dataclass(frozen=True)
class Mesh:
    """A closed or open surface: vertices (N, 3) in world mm, faces (M, 4) indices; a triangle repeats its last."""

    vertices: Points
    faces: NDArray[np.int64]


def hand_mesh(hand: Hand) -> tuple[Mesh, Mesh | None]:
    """The skin, and the sleeve if there is one, in world millimetres."""
    rng = np.random.default_rng(hand.seed)
    bones = _bones(hand.pose, rng)
    tip = bones[2][1] if hand.pose != "flat" else bones[5][1]  # of the index or middle finger
    if hand.pose == "fist":
        tip = np.array([105.0, 0.0, -45.0])
    vertices, faces = _melted(bones)
    pitch = math.radians(rng.uniform(*_PITCH_DEG[hand.pose]))
    slope = math.radians(rng.uniform(4, 18))
    place = _placement(hand, tip, pitch, mirrored=rng.random() < 0.5)
    wrist = place(np.zeros((1, 3)))[0]
    along = np.array(
        [math.cos(hand.yaw) * math.cos(slope), math.sin(hand.yaw) * math.cos(slope), math.sin(slope)]
    )
    start = -28.0 * hand.scale
    stretch = np.linspace(start, _ARM_MM, 32)
    widths = np.interp(stretch, [start, 40, 250, 620], [24, 28, 43, 50]) * hand.scale
    heights = np.interp(stretch, [start, 40, 250, 620], [16, 21, 40, 48]) * hand.scale
    arm = _tube(wrist, along, stretch, widths, heights)
    skin = _joined(Mesh(place(vertices), faces), arm)
    begins = hand.sleeve_from_mm - 170.0 * hand.scale
    if begins > 600:
        return skin, None
    return skin, _sleeve(wrist, along, max(begins, -5.0), hand.scale, rng)


def hand_mask(scene: Scene) -> NDArray[np.uint8]:
    """(H, W) 255 where a hand or sleeve hides what lies behind, in the lens's distorted picture."""
    camera = scene.camera
    mask = np.zeros((camera.height, camera.width), np.uint8)
    for hand in scene.hands:
        for mesh in hand_mesh(hand):
            if mesh is not None:
                _fill(mask, mesh, camera)
    return mask


def _fill(mask: NDArray[np.uint8], mesh: Mesh, camera: Camera) -> None:
    r, t = np.array(camera.r), np.array(camera.t_mm)
    depth = (mesh.vertices @ r.T + t)[:, 2]
    flat = cv2.projectPoints(mesh.vertices, cv2.Rodrigues(r)[0], t, camera.matrix(), np.array(camera.dist))[
        0
    ][:, 0]
    # Far outside the lens's model folds back into the picture: leave such faces out.
    reach = np.abs((mesh.vertices @ r.T + t)[:, :2] / np.maximum(depth, 1e-6)[:, None])
    bound = np.array([camera.width, camera.height]) / camera.focal_px
    good = (depth > 30) & (reach < bound).all(1)
    shown = mesh.faces[good[mesh.faces].all(1)]
    for quad in np.round(flat[shown] * 16).astype(np.int32):
        cv2.fillConvexPoly(mask, quad, 255, cv2.LINE_8, shift=4)


def _bones(pose: str, rng: np.random.Generator) -> list[tuple[Points, Points, float, float]]:
    """Capsules (from, to, radius from, radius to) in the hand's frame, fingertips of finger i at bone 3 i + 2."""
    bones: list[tuple[Points, Points, float, float]] = []
    spread = np.radians(rng.uniform(0, 5)) * np.array([1.2, 0.3, -0.6, -1.6])
    if pose == "flat":
        spread *= rng.uniform(0.5, 2.5)
    for finger in range(4):
        bend, at = 0.0, _KNUCKLES[finger]
        for joint in range(3):
            bend += math.radians(_BENDS_DEG[pose][finger][joint] * rng.uniform(0.85, 1.12))
            turn = spread[finger]
            way = np.array(
                [math.cos(bend) * math.cos(turn), math.cos(bend) * math.sin(turn), -math.sin(bend)]
            )
            end = at + way * _LENGTHS[finger, joint]
            radius = _RADII[finger, joint]
            bones.append((at, end, radius, _RADII[finger, min(2, joint + 1)] if joint < 2 else radius * 0.86))
            at = end
    index_tip = bones[2][1]
    thumb_tip = index_tip + np.array([-7.0, 9, -6]) if pose == "pinch" else np.array(_THUMB_TIPS[pose], float)
    base = np.array([22.0, 26.0, -9.0])
    way = thumb_tip - base
    out = np.array([0.0, 13.0, 3.0])
    knee, bend_at = base + 0.42 * way + out, base + 0.72 * way + 0.75 * out
    bones += [(base, knee, 14.0, 11.0), (knee, bend_at, 10.5, 9.5), (bend_at, thumb_tip, 9.3, 7.8)]
    for finger in range(4):  # the palm
        bones.append((np.array([4.0, 17 - 11.0 * finger, 0.0]), _KNUCKLES[finger] * [0.98, 1, 1], 15.5, 11.0))
    bones.append((np.array([10.0, 14.0, -10.0]), np.array([55.0, 24.0, -10.0]), 14.0, 12.0))
    bones.append((np.array([10.0, -16.0, -9.0]), np.array([60.0, -24.0, -8.0]), 13.0, 11.0))
    for side in (-9.0, 9.0):  # the wrist
        bones.append((np.array([12.0, side, 0.0]), np.array([-45.0, side, 0.0]), 17.0, 17.5))
    return bones


def _melted(bones: list[tuple[Points, Points, float, float]]) -> tuple[Points, NDArray[np.int64]]:
    """Vertices and faces of the smooth union of capsules, in the hand's frame."""
    ends = np.array([[a, b] for a, b, _, _ in bones]).reshape(-1, 3)
    low, high = ends.min(0) - 22, ends.max(0) + 22
    axes = [np.arange(a, b, _STEP_MM, dtype=np.float32) for a, b in zip(low, high, strict=True)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), -1)
    total = np.zeros(grid.shape[:3], np.float32)
    for a, b, radius_a, radius_b in bones:
        axis = (b - a).astype(np.float32)
        share = np.clip((grid - a.astype(np.float32)) @ axis / float(axis @ axis), 0, 1)
        away = grid - a.astype(np.float32) - share[..., None] * axis
        distance = np.sqrt((away * away).sum(-1)) - (radius_a + share * (radius_b - radius_a))
        total += np.exp(-np.maximum(distance, -40) / _MELT_MM)
    field = (-_MELT_MM * np.log(np.maximum(total, 1e-12))).astype(np.float32)
    vertices, faces = _surface_net(field)
    return vertices * _STEP_MM + low, faces


def _surface_net(field: NDArray[np.float32]) -> tuple[Points, NDArray[np.int64]]:
    """Vertices in grid units and quads of the surface where the field (X, Y, Z) crosses zero, normals outward."""
    inside = field < 0
    corners = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    size = np.array(field.shape) - 1
    count = sum(
        inside[i : size[0] + i, j : size[1] + j, k : size[2] + k].astype(np.int8) for i, j, k in corners
    )
    cells = np.argwhere((count > 0) & (count < 8))
    number = np.full(size, -1, np.int64)
    number[tuple(cells.T)] = np.arange(len(cells))
    values = np.stack([field[tuple((cells + c).T)] for c in corners], 1)
    total, crossings = np.zeros((len(cells), 3)), np.zeros(len(cells))
    for a in range(8):
        for b in range(a + 1, 8):
            if np.abs(corners[a] - corners[b]).sum() != 1:
                continue
            va, vb = values[:, a], values[:, b]
            cut = (va < 0) != (vb < 0)
            share = np.where(cut, va / np.where(cut, va - vb, 1), 0)
            total += np.where(cut[:, None], corners[a] + share[:, None] * (corners[b] - corners[a]), 0)
            crossings += cut
    vertices = cells + total / crossings[:, None]
    quads = []
    for axis in range(3):
        u, v = np.eye(3, dtype=int)[(axis + 1) % 3], np.eye(3, dtype=int)[(axis + 2) % 3]
        step = np.eye(3, dtype=int)[axis]
        edges = np.argwhere(np.diff(inside.astype(np.int8), axis=axis) != 0)
        edges = edges[((edges > 0) & (edges < size)).all(1)]
        ring = np.stack([number[tuple((edges - d).T)] for d in (0 * u, u, u + v, v)], 1)
        leaving = inside[tuple(edges.T)] & ~inside[tuple((edges + step).T)]
        ring[~leaving] = ring[~leaving][:, ::-1]
        quads.append(ring[(ring >= 0).all(1)])
    return vertices, np.concatenate(quads)


def _placement(hand: Hand, tip: Points, pitch: float, mirrored: bool) -> Callable[[Points], Points]:
    """The map from the hand's frame to the world: pitch the fingers down, turn the arm to yaw, tip to its place."""
    cos, sin = math.cos(pitch), math.sin(pitch)
    down = np.array([[cos, 0, sin], [0, 1, 0], [-sin, 0, cos]])
    flip = np.diag([1.0, -1.0 if mirrored else 1.0, 1.0])
    cos, sin = math.cos(hand.yaw + math.pi), math.sin(hand.yaw + math.pi)
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    matrix = turn @ down @ flip * hand.scale
    shift = np.array(hand.tip_mm) + np.array([0, 0, 7 * hand.scale]) - matrix @ tip
    return lambda points: points @ matrix.T + shift


def _tube(
    start: Points, along: Points, stretch: Points, widths: Points, heights: Points, sides: int = 28
) -> Mesh:
    """A tube of elliptic rings at distances ``stretch`` from ``start``."""
    across = np.cross([0, 0, 1.0], along)
    across /= np.linalg.norm(across)
    up = np.cross(along, across)
    angle = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    if widths.ndim == 1:
        widths, heights = widths[:, None], heights[:, None]
    ring = widths[..., None] * np.cos(angle)[None, :, None] * across
    ring = ring + heights[..., None] * np.sin(angle)[None, :, None] * up
    vertices = (start + stretch[:, None, None] * along + ring).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(len(stretch) - 1), np.arange(sides), indexing="ij")
    after = (j + 1) % sides
    faces = np.stack([i * sides + j, i * sides + after, (i + 1) * sides + after, (i + 1) * sides + j], -1)
    return Mesh(vertices, faces.reshape(-1, 4))


def _sleeve(wrist: Points, along: Points, begins: float, scale: float, rng: np.random.Generator) -> Mesh:
    """A loose wrinkled tube about the arm with a cuff turned in."""
    stretch = np.r_[begins + 12, begins, np.linspace(begins + 2, _ARM_MM + 40, 80)]
    loose = rng.uniform(5, 15)
    angle = np.linspace(0, 2 * math.pi, 28, endpoint=False)
    phase = rng.uniform(0, 2 * math.pi, 4)
    waves = np.sin(stretch[:, None] / rng.uniform(14, 26) + phase[0] + 1.5 * np.sin(angle + phase[1]))
    waves = waves + 0.7 * np.sin(
        stretch[:, None] / rng.uniform(7, 12) + phase[2] + 2 * np.sin(angle + phase[3])
    )
    wrinkle = waves * rng.uniform(0.3, 2.2) * np.clip((stretch - begins) / 40, 0, 1)[:, None]
    wide = np.array(np.interp(stretch, [0, 40, 250, 620], [28, 29, 45, 55]))
    high = np.array(np.interp(stretch, [0, 40, 250, 620], [21, 23, 42, 53]))
    widths = wide[:, None] * scale + loose + wrinkle
    heights = high[:, None] * scale + loose + wrinkle
    widths[0] -= 4
    heights[0] -= 4
    return _tube(wrist, along, stretch, widths, heights)


def _joined(a: Mesh, b: Mesh) -> Mesh:
    return Mesh(
        np.concatenate([a.vertices, b.vertices]), np.concatenate([a.faces, b.faces + len(a.vertices)])
    )

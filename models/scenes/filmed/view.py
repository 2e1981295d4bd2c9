"""What the camera of a filmed game must have in its picture, before and after it is knocked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import project
from models.scenes.sample_set import triple
from models.scenes.scene import Camera, Clutter, Setting
from models.scenes.solids import clutter_parts

Points = NDArray[np.float64]

_FIELD_SHARE = (0.05, 0.155)  # of the picture's height: a field's side, between the farthest and the nearest
_EDGE = 0.01  # of the picture: what is to be seen keeps so far from its edges
_FAIR_EV = 0.7


def grid_px(scene: Setting) -> Points:
    """(4, 2) the corners of the fields in the picture."""
    return project(np.c_[scene.board.grid_corners_mm(), np.zeros(4)], scene.camera)


def in_full_view(scene: Setting, outlines_px: Sequence[Points]) -> bool:
    """Whether the outlines (N, 2) are in the picture, the fields of a fair size, and the picture fairly exposed."""
    camera, grid = scene.camera, grid_px(scene)
    sides = np.linalg.norm(grid - np.roll(grid, 1, axis=0), axis=1) / scene.board.size / camera.height
    fair = sides.min() > _FIELD_SHARE[0] and sides.max() < _FIELD_SHARE[1]
    return bool(
        inside_picture(np.concatenate(outlines_px), camera) and fair and abs(camera.exposure_ev) < _FAIR_EV
    )


def in_the_way(scene: Setting, thing: Clutter, quads_px: Sequence[Points]) -> bool:
    """Whether a thing hides part of any of the quads (4, 2) in the picture."""
    corners = np.concatenate([part.mesh.vertices for part in clutter_parts(thing)])
    cos, sin = math.cos(thing.yaw), math.sin(thing.yaw)
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    world = corners @ turn.T + [*thing.xy_mm, -scene.board.thickness_mm]
    hull = cv2.convexHull(project(world, scene.camera).astype(np.float32))
    return any(cv2.intersectConvexConvex(hull, quad.astype(np.float32))[0] > 0 for quad in quads_px)


def knocked(rng: np.random.Generator, stage: Setting) -> Camera:
    """The camera turned by a few degrees, the board still in its picture."""
    camera = stage.camera
    for degrees in np.linspace(4.0, 0.5, 30):
        turn, _ = cv2.Rodrigues(np.radians(degrees) * rng.normal(0, [0.6, 0.6, 0.5]))
        r, t = turn @ np.array(camera.r), turn @ np.array(camera.t_mm)
        moved = replace(camera, r=tuple(triple(row) for row in r), t_mm=triple(t))
        px = grid_px(replace(stage, camera=moved))
        by = np.linalg.norm(px - grid_px(stage), axis=1).mean() / camera.height
        if inside_picture(px, camera) and by > 0.02:
            break
    return moved


def inside_picture(px: Points, camera: Camera) -> bool:
    """Whether all points (N, 2) are in the picture, off its edges."""
    size = np.array([camera.width, camera.height])
    return bool((px > _EDGE * size).all() and (px < (1 - _EDGE) * size).all())

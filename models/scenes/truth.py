"""What a picture of a scene shows, as plain values: the truth that networks learn and readers are measured by."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import project
from models.scenes.rotation import stone_turn, yaw
from models.scenes.sample_layout import CARD_MM, board_side_mm, card_outline
from models.scenes.scene import Camera, Card, Grid, Scene, Setting, Stone
from models.scenes.solids import clutter_parts

Mask = NDArray[np.uint8]
Points = NDArray[np.float64]

_CELL_POINTS = 16  # looked at along a side of a field
_CARD_POINTS = 28  # looked at along a side of a card


def truth(scene: Scene, hand_mask: Mask) -> dict[str, Any]:
    """All that can be known of a picture, ready for JSON; ``hand_mask`` (H, W) is set where a hand is.

    Pixels follow OpenCV: whole numbers are pixel centres. Corners run clockwise as seen from above, cards'
    from their short side. ``covered`` is the share of a field's square that a hand hides; ``axis_px``
    where a tower's stones begin, from the bottom up, and last where its topmost ends, each on the stone's axis;
    ``visible`` the share of a card that neither other things nor the picture's edge hide.
    """
    board, camera = scene.board, scene.camera
    cards = _cards(scene, hand_mask)
    return {
        "grid_corners": rounded(project(at_height(board.grid_corners_mm(), 0), camera)),
        "cells": [
            [
                {
                    "field": board.fields[r][c],
                    "stack": [stone.colour for stone in scene.towers[r][c]],
                    "axis_px": rounded(_axis_px(scene, scene.towers[r][c])),
                    "covered": _covered(scene, hand_mask, r, c),
                }
                for c in range(board.size)
            ]
            for r in range(board.size)
        ],
        "zone_cards": [
            {k: card[k] for k in ("colour", "corners")} for card in cards if card["role"] == "zone"
        ],
        "cards": cards,
        "play_zone": rounded(project(at_height(np.array(scene.play_zone_mm), -board.thickness_mm), camera)),
        "hand": bool(hand_mask.any()),
        "stone_kind": scene.stone_kind.name,
        "stone_radius_mm": scene.stone_kind.radius_mm,
        "stone_top_radius_mm": scene.stone_kind.top_radius_mm,
        "stone_height_mm": scene.stone_kind.height_mm,
        "rise_mm": scene.stone_kind.rise_mm,
        "cell_m": board.pitch_mm / 1000,
        "elevation": camera.elevation_deg,
        "width": camera.width,
        "height": camera.height,
        "camera": camera_truth(camera),
        "seed": scene.seed,
    }


def camera_truth(camera: Camera) -> dict[str, list[Any]]:
    """K, distortion and pose_camera_from_world, in pixels and metres."""
    return {
        "K": camera.matrix().tolist(),
        "dist": list(camera.dist),
        "R": [list(row) for row in camera.r],
        "t": [v / 1000 for v in camera.t_mm],
    }


def card_corners_mm(scene: Scene, card: Card) -> Points:
    """(4, 3) corners of a card's upper face in the world."""
    return at_height(card_outline(card).astype(float), card.z_mm + CARD_MM - scene.board.thickness_mm)


def _axis_px(scene: Scene, tower: tuple[Stone, ...]) -> Points:
    if not tower:
        return np.zeros((0, 2))
    feet = np.array([stone.xyz_mm for stone in tower])
    return project(np.vstack([feet, feet[-1] + [0, 0, scene.stone_kind.height_mm]]), scene.camera)


def _covered(scene: Scene, mask: Mask, row: int, col: int) -> float:
    half = scene.board.pitch_mm / 2
    line = (np.arange(_CELL_POINTS) + 0.5) / _CELL_POINTS * 2 - 1
    x, y = np.meshgrid(line * half, line * half)
    spots = np.stack([x.ravel(), y.ravel()], 1) + scene.board.cell_centre_mm(row, col)
    hit, _ = looked_up(mask, project(at_height(spots, 0), scene.camera))
    return round(float(hit.mean()), 3)


def _cards(scene: Scene, hand_mask: Mask) -> list[dict[str, Any]]:
    hidden = hand_mask.copy()
    for body in _bodies(scene):
        if before_lens(scene.camera, body):
            fill_hull(hidden, hull_px(body, scene.camera))
    line = (np.arange(_CARD_POINTS) + 0.5) / _CARD_POINTS - 0.5
    found = []
    for i, card in enumerate(scene.cards):
        u, v = np.meshgrid(line * card.size_mm[0], line * card.size_mm[1])
        spots = np.stack([u.ravel(), v.ravel()], 1) @ yaw(card.yaw)[:2, :2].T + card.xy_mm
        z = card.z_mm + CARD_MM - scene.board.thickness_mm
        hit, inside = looked_up(hidden, project(at_height(spots, z), scene.camera))
        seen = inside & ~hit
        for other in scene.cards[i + 1 :]:
            seen &= ~_within(spots, other)
        found.append(
            {
                "colour": card.colour,
                "corners": rounded(project(card_corners_mm(scene, card), scene.camera)),
                "face_up": card.face_up,
                "role": card.role,
                "visible": round(float(seen.mean()), 3),
            }
        )
    return found


def before_lens(camera: Camera, points: Points) -> bool:
    """Whether all points (N, 3) are ahead of the camera and no further aside than its lens is good for."""
    x, y, depth = (points @ np.array(camera.r).T + camera.t_mm).T
    aside = 1.5 * camera.width / 2 / camera.focal_px
    return bool((depth > 20).all() and (np.hypot(x, y) < aside * depth).all())


def _within(spots: Points, card: Card) -> NDArray[np.bool_]:
    own = np.abs((spots - card.xy_mm) @ yaw(card.yaw)[:2, :2])
    half_width, half_height = np.array(card.size_mm) / 2
    return (own[:, 0] < half_width) & (own[:, 1] < half_height)


def _bodies(scene: Scene) -> list[Points]:
    """World points of everything that stands up from the table; what lies behind their hulls is hidden."""
    towers = [stone for row in scene.towers for tower in row for stone in tower]
    stones = [_stone_points(scene, stone) for stone in [*towers, *scene.spare_stones]]
    return [slab_points(scene.board), *stones, *clutter_points(scene)]


def slab_points(board: Grid) -> Points:
    """(8, 3) corners of the board, world mm."""
    side, bottom = board_side_mm(board) / 2, -board.thickness_mm
    return np.array([[x, y, z] for x in (-side, side) for y in (-side, side) for z in (0, bottom)])


def clutter_points(scene: Setting) -> list[Points]:
    """Points (N, 3) of each thing that lies about, world mm."""
    parts = [np.concatenate([p.mesh.vertices for p in clutter_parts(thing)]) for thing in scene.clutter]
    bottom = -scene.board.thickness_mm
    return [
        points @ yaw(thing.yaw).T + [*thing.xy_mm, bottom]
        for thing, points in zip(scene.clutter, parts, strict=True)
    ]


def _stone_points(scene: Scene, stone: Stone) -> Points:
    angle = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    rings = [
        np.stack([r * np.cos(angle), r * np.sin(angle), 0 * angle + z], 1)
        for r, z in scene.stone_kind.profile_mm
    ]
    return np.concatenate(rings) @ stone_turn(stone).T + stone.xyz_mm


def hull_px(points_mm: Points, camera: Camera) -> NDArray[np.float32]:
    """(K, 1, 2) pixels of the outline of a convex body with corners (N, 3)."""
    return np.asarray(cv2.convexHull(project(points_mm, camera).astype(np.float32)), np.float32)


def fill_hull(mask: Mask, hull: NDArray[np.float32]) -> None:
    """Set the mask (H, W) within a convex outline in pixels."""
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_8, shift=4)


def looked_up(mask: Mask, px: Points) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether the mask is set at each pixel (N, 2), and whether that lies in the picture at all."""
    x, y = np.round(px).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < mask.shape[1]) & (y < mask.shape[0])
    hit = np.zeros(len(px), bool)
    hit[inside] = mask[y[inside], x[inside]] > 0
    return hit, inside


def at_height(xy: Points, z: float) -> Points:
    """(N, 3) points at one height."""
    return np.column_stack([xy, np.full(len(xy), z)])


def rounded(points: Points) -> list[list[float]]:
    """Pixels (N, 2) as lists, to a hundredth."""
    return [[round(float(x), 2), round(float(y), 2)] for x, y in points]

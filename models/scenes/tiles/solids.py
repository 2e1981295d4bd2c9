"""A tile as faces: its outline, shrunk towards the middle along the profile."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.sheets.colours import sign
from models.scenes.quick.solid import Faces
from models.scenes.rotation import leaning
from models.scenes.tiles.scene import Tile, TileKind

Points = NDArray[np.float64]

_LONGEST_PIECE = 1 / 14  # of a side: from ring to ring, so that light differs along the top
_EDGE_PIECES = 7  # along a straight side as long as the tile
_ARC_PIECES = 7  # round a corner of a round tile
_LEAST_ARC_PIECES = 3
_SIGN_POINTS = 36  # of the sign that has most
_INK_MM = 0.01
_QUARTERS = ((1, 1), (-1, 1), (-1, -1), (1, -1))


def tile_faces(kind: TileKind) -> Faces:
    """The tile about the z axis, bottom at z = 0; ``albedo`` holds factors on its paint."""
    profile = _in_short_pieces(kind)
    ring = outline(kind)
    rings = np.stack([_ring(kind, ring, inset, z) for inset, z in profile])
    after = np.roll(rings, -1, axis=1)
    quads = np.stack([rings[:-1], after[:-1], after[1:], rings[1:]], 2).reshape(-1, 4, 3)
    normals = np.cross(quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    inset = np.repeat((profile[:-1, 0] + profile[1:, 0]) / 2, len(ring))
    tone = np.array([factor for _, factor in kind.tones])
    step = np.searchsorted([start for start, _ in kind.tones], inset, side="right") - 1
    albedo = np.repeat(tone[step.clip(0)][:, None], 3, 1)
    count = len(quads)
    return Faces(quads, normals, albedo, np.ones(count), np.zeros(count))


def _ring(kind: TileKind, ring: Points, inset_mm: float, z_mm: float) -> Points:
    """(K, 3) the outline's ``ring`` as it is that far in."""
    share = 1 - inset_mm / (kind.side_mm / 2)
    like = share**kind.turns_round
    circle = ring / np.linalg.norm(ring, axis=1, keepdims=True)
    flat = share * kind.side_mm / 2 * (like * ring + (1 - like) * circle)
    return np.column_stack([flat, np.full(len(ring), z_mm)])


def sign_faces(kind: TileKind, colour: str) -> Faces:
    """The sign printed on the top, of ``_SIGN_POINTS`` faces whatever the colour, in a layer of its own."""
    points = np.array(sign(colour, (0.0, 0.0), kind.sign * kind.side_mm)) * (1, -1)
    points = points[np.minimum(np.arange(_SIGN_POINTS), len(points) - 1)][::-1]
    after = np.roll(points, -1, axis=0)
    flat = np.stack([0 * points, points, after, after], 1)
    top_mm = kind.profile_mm[-1][1] + _INK_MM
    quads = np.concatenate([flat, np.full((_SIGN_POINTS, 4, 1), top_mm)], -1)
    return replace(
        Faces.plain(quads, np.tile([0, 0, 1.0], (_SIGN_POINTS, 1)), np.ones(3)), layer=np.ones(_SIGN_POINTS)
    )


def outline(kind: TileKind) -> Points:
    """(K, 2) anticlockwise outline of a tile that is 2 across, about the origin."""
    radius = min(1.0, 2 * kind.corner_radius_mm / kind.side_mm)
    straight = 1 - radius
    arcs = max(_LEAST_ARC_PIECES, math.ceil(_ARC_PIECES * radius))
    pieces = math.ceil(_EDGE_PIECES * straight)
    points: list[Points] = []
    for quarter, way in enumerate(_QUARTERS):
        angle = (quarter + np.linspace(0, 1, arcs + 1)) * math.pi / 2
        arc = straight * np.array(way) + radius * np.stack([np.cos(angle), np.sin(angle)], 1)
        points.append(arc if pieces else arc[:-1])
        if pieces:
            onward = straight * np.array(_QUARTERS[(quarter + 1) % 4]) - straight * np.array(way)
            points.append(arc[-1] + np.linspace(0, 1, pieces + 1)[1:-1, None] * onward)
    return np.concatenate(points)


def upper_corners_mm(tile: Tile, kind: TileKind) -> Points:
    """(4, 3) corners of the square about the tile's upper edge in the world, clockwise as seen from above."""
    half = kind.side_mm / 2
    square = np.array([[-half, half], [half, half], [half, -half], [-half, -half]])
    return placed(tile, np.column_stack([square, np.full(4, kind.edge_mm)]))


def corner_points_mm(tile: Tile, kind: TileKind) -> Points:
    """(N, 3) world points whose hull is the tile."""
    ring = outline(kind)
    return placed(tile, np.concatenate([_ring(kind, ring, inset, z) for inset, z in kind.profile_mm]))


def placed(tile: Tile, points_mm: Points) -> Points:
    """Points (N, 3) of a tile's own frame in the world."""
    return points_mm @ leaning(tile.yaw, tile.tilt).T + tile.xyz_mm


def outside_mm(points_mm: Points, kind: TileKind) -> Points:
    """(...) how far points (..., 2) of a tile's own frame lie outside its outline; negative inside."""
    radius = kind.corner_radius_mm
    over = np.abs(points_mm) - (kind.side_mm / 2 - radius)
    return np.hypot(*np.moveaxis(np.maximum(over, 0), -1, 0)) + np.minimum(over.max(-1), 0) - radius


def _in_short_pieces(kind: TileKind) -> Points:
    """(N, 2) the profile in pieces of ``_LONGEST_PIECE``, from the outline's foot to the middle."""
    line = [np.array(kind.profile_mm[:1])]
    for start, stop in zip(kind.profile_mm[:-1], kind.profile_mm[1:], strict=True):
        count = math.ceil(math.dist(start, stop) / (_LONGEST_PIECE * kind.side_mm))
        shares = np.linspace(0, 1, count + 1)[1:, None]
        line.append(np.array(start) + shares * (np.array(stop) - np.array(start)))
    return np.concatenate(line)

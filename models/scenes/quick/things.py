"""The quick renderer's stones and clutter, as faces; and what of them throws shadows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes import printed
from models.scenes.camera import to_linear
from models.scenes.printed import DISC_SHARE
from models.scenes.quick.light import Balls, Lighting, linear
from models.scenes.quick.solid import Canvas, Faces, box, join, revolve, stack
from models.scenes.quick.traced import Standing, TracedLight
from models.scenes.rotation import stone_turn, yaw
from models.scenes.scene import Clutter, Printing, Scene, Stone, StoneKind

Points = NDArray[np.float64]

_SEGMENTS = (12, 36)  # round a stone, at least and at most
_FACE_RADIUS = 0.44  # of a printed smiley, in stone radii
_LONGEST_PIECE = 0.12  # of a side, in stone heights
_RINGS, _DISC_PX = 13, 32  # of faces in a printed disc; the side of its picture


class Stones:
    """All stones of a scene, on the board and beside it."""

    def __init__(self, scene: Scene) -> None:
        """Place them; tower by tower from the bottom up, then the spare ones."""
        towers = [tower for row in scene.towers for tower in row if tower]
        self._kind = scene.stone_kind
        self.stones: list[Stone] = [s for tower in towers for s in tower] + list(scene.spare_stones)
        owners = [i for i, tower in enumerate(towers) for _ in tower]
        owners += range(len(towers), len(towers) + len(scene.spare_stones))
        self._owner = np.array(owners, np.int64)
        self._turns = np.array([stone_turn(s) for s in self.stones]).reshape(-1, 3, 3)
        self._feet = np.array([s.xyz_mm for s in self.stones]).reshape(-1, 3)
        self._height = max(z for _, z in self._kind.profile_mm)
        self._scene = scene
        self._standing = self._as_they_stand(scene)

    def _as_they_stand(self, scene: Scene) -> Standing:
        board = scene.board
        shades = dict(board.shades)
        fields = [
            linear(shades[name])
            for names, row in zip(board.fields, scene.towers, strict=True)
            for name, tower in zip(names, row, strict=True)
            for _ in tower
        ]
        fields += [linear(scene.table.rgb)] * len(scene.spare_stones)
        index = np.arange(len(self._owner))
        same = self._owner[1:] == self._owner[:-1]
        below, above = np.full(len(index), -1), np.full(len(index), -1)
        below[1:][same], above[:-1][same] = index[:-1][same], index[1:][same]
        colours = np.array([linear(stone.rgb) for stone in self.stones]).reshape(-1, 3)
        return Standing(self._feet, colours, np.array(fields).reshape(-1, 3), np.stack([below, above], 1))

    def balls(self) -> Balls:
        """What shades other stones."""
        middle = self._feet + self._turns[:, :, 2] * (0.5 * self._height)
        size = 0.5 * (self._kind.radius_mm * 0.75 + 0.5 * self._height)
        return Balls(middle, np.full(len(middle), size), self._owner)

    def casters(self) -> list[Points]:
        """Corner points (K, 3) of each stone."""
        profile = np.array(self._kind.profile_mm)
        angle = np.arange(12) * (np.pi / 6)
        r, z = profile[:, :1], np.broadcast_to(profile[:, 1:], (len(profile), 12))
        local = np.stack([r * np.cos(angle), r * np.sin(angle), z], -1).reshape(-1, 3)
        return list(np.einsum("sij,kj->ski", self._turns, local) + self._feet[:, None])

    def paint(self, canvas: Canvas, lighting: Lighting, others: Balls) -> None:
        """Shade and draw all stones; ``others`` shade them."""
        if not self.stones:
            return
        lying = np.abs(self._turns[:, 2, 2] - 1) > 1e-6
        shape, face_from = _stone_shape(self._kind, bool(lying.any()), self._segments(canvas))
        tone = shape.albedo[:, 0]  # a factor on the stone's colour; negative means ink
        quads = np.einsum("sij,qcj->sqci", self._turns, shape.quads) + self._feet[:, None, None]
        normals = np.einsum("sij,qj->sqi", self._turns, shape.normals)
        centres = quads.mean(2)
        towards_eye = np.einsum("sqk,sqk->sq", normals, lighting.eye_mm - centres) > 0
        distance = np.linalg.norm(centres - lighting.eye_mm, axis=-1)
        distance[:, face_from:] = -1  # the print goes on last
        colours = np.array([linear(s.rgb) for s in self.stones])
        inks = np.array([linear(_ink(s)) for s in self.stones])
        albedo = np.where(
            (tone < 0)[None, :, None], inks[:, None], colours[:, None] * np.abs(tone)[None, :, None]
        )
        if self._kind.printing:
            albedo[:, face_from:] = self._printed_faces(self._kind.printing, shape.quads[face_from:])
        towards_eye[self._standing.beside[:, 1] >= 0, face_from:] = False  # under another stone
        stone, face = np.nonzero(towards_eye)
        visible = np.array([seen[stone, face] for seen in self._visible(others, lighting, shape)])
        light = np.zeros(centres.shape)
        light[stone, face] = TracedLight(self._scene, lighting, self._standing).shade(
            centres[stone, face], normals[stone, face], albedo[stone, face], stone, shape.sky[face], visible
        )
        order = np.argsort(-distance, axis=1)
        for owner in np.unique(self._owner):
            faces, lights = [], []
            for i in np.flatnonzero(self._owner == owner):
                keep = order[i][towards_eye[i][order[i]]]
                faces.append(quads[i, keep])
                lights.append(light[i, keep])
            canvas.paint(np.concatenate(faces), np.concatenate(lights))

    def _printed_faces(self, printing: Printing, quads: Points) -> Points:
        """(stones, faces, 3) paint of the printed discs, linear blue first."""
        share = quads.mean(1)[:, :2] / (DISC_SHARE * self._kind.radius_mm)
        spots = ((share * (1, -1) + 1) / 2 * _DISC_PX - 0.5).astype(np.float32)
        paint = {}
        for name in {stone.colour for stone in self.stones}:
            disc = printed.disc_picture(name, printing, _DISC_PX)
            seen = cv2.remap(disc, spots[:, None], None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            paint[name] = to_linear(seen[:, 0])
        return np.array([paint[stone.colour] for stone in self.stones])

    def _segments(self, canvas: Canvas) -> int:
        """As many as make a stone look round at its size in the picture."""
        radius_px = self._kind.radius_mm * float(np.max(canvas.px_per_mm(self._feet)))
        return int(np.clip(10 + 0.9 * radius_px, *_SEGMENTS))

    def _visible(self, others: Balls, lighting: Lighting, shape: Faces) -> list[Points]:
        """Share (stones, faces) of each lamp, sampled at three heights of each stone's axis."""
        levels = np.array([0.12, 0.5, 0.95]) * self._height
        points = self._feet[:, None] + self._turns[:, None, :, 2] * levels[None, :, None]
        z = shape.quads[..., 2].mean(1)
        weights = np.stack([np.interp(z, levels, row) for row in np.eye(3)])
        owner = np.repeat(self._owner, 3)
        seen = [others.visible(points.reshape(-1, 3), owner, lamp) for lamp in lighting.lamps]
        inner = np.where(shape.sky < 0.4, 0.3, 1.0)  # little light finds its way into a hollow
        return [s.reshape(-1, 3) @ weights * inner for s in seen]


def _stone_shape(kind: StoneKind, hollow: bool, segments: int) -> tuple[Faces, int]:
    """A stone's faces and where its printed face begins; ``albedo`` holds factors, -1 for ink."""
    height = max(z for _, z in kind.profile_mm)
    outer = revolve(_in_short_pieces(kind.profile_mm), np.ones(3), segments)
    parts = [outer]
    if hollow:
        radius, bottom = kind.profile_mm[0]
        if kind.name == "disc":
            inside = revolve([(0.0, bottom), (radius, bottom)], np.full(3, 0.95), segments)
        else:
            wall = [(max(r - 0.1 * radius, 0.0), min(z, 0.9 * height)) for r, z in kind.profile_mm]
            rim = revolve([wall[0], (radius, bottom)], np.full(3, 0.9), segments)
            parts.append(rim)
            inside = revolve(wall[::-1], np.full(3, 0.55), segments)
            inside = replace(inside, sky=np.full(len(inside.sky), 0.35))
        parts.append(inside)
    face_from = sum(len(p.sky) for p in parts)
    if kind.printing:
        parts.append(_disc(DISC_SHARE * kind.radius_mm, height, segments))
    elif kind.smiley:
        parts.append(_smiley(kind.radius_mm, height))
    return join(parts), face_from


def _in_short_pieces(profile_mm: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same profile of pieces that climb little: light differs along a side where stones meet."""
    longest = _LONGEST_PIECE * max(z for _, z in profile_mm)
    line = [profile_mm[0]]
    for (r0, z0), (r1, z1) in pairwise(profile_mm):
        shares = np.linspace(0, 1, int(abs(z1 - z0) / longest) + 2)[1:]
        line += [(r0 + s * (r1 - r0), z0 + s * (z1 - z0)) for s in shares]
    return line


def _disc(radius: float, height: float, segments: int) -> Faces:
    """A flat disc on top, in faces small enough to carry a picture."""
    return revolve([(r * radius, height) for r in np.linspace(1, 0, _RINGS + 1)], np.ones(3), segments)


def _smiley(stone_radius: float, height: float) -> Faces:
    """A printed face on top: rim, mouth and eyes as thin quads."""
    radius = _FACE_RADIUS * stone_radius
    half = 0.075 * radius

    def arc(reach: float, start: float, stop: float, pieces: int) -> Points:
        angle = np.linspace(start, stop, pieces + 1)
        ray = np.stack([np.cos(angle), np.sin(angle)], 1)
        low, high = ray * (reach - half), ray * (reach + half)
        return np.stack([low[:-1], low[1:], high[1:], high[:-1]], 1)

    eye = 0.12 * radius * np.array([[-1, 0], [0, -1], [1, 0], [0, 1.0]])
    eyes = np.stack([eye + np.array([side * 0.36, 0.28]) * radius for side in (-1, 1)])
    flat = np.concatenate([arc(radius, 0, 2 * np.pi, 18), arc(0.57 * radius, -2.8, -0.35, 7), eyes])
    quads = np.concatenate([flat, np.full((*flat.shape[:2], 1), height)], -1)
    return Faces.plain(quads, np.tile([0, 0, 1.0], (len(quads), 1)), np.full(3, -1.0))


def _ink(stone: Stone) -> tuple[float, float, float]:
    """What a face is printed with: dark, or white on dark paint, showing a little of the stone."""
    luma = 0.3 * stone.rgb[0] + 0.59 * stone.rgb[1] + 0.11 * stone.rgb[2]
    ink = 0.08 if luma > 0.25 else 0.95
    r, g, b = (0.15 * c + 0.85 * ink for c in stone.rgb)
    return r, g, b


# --- clutter ------------------------------------------------------------------------------------------------


def clutter_faces(thing: Clutter, floor_mm: float) -> tuple[Faces, float, bool] | None:
    """A thing's faces in the world, its gloss and whether one sees through it; None for flat things."""
    paint, size = linear(thing.rgb), thing.size_mm
    dark = np.full(3, 0.012)
    through = False
    gloss = 0.6
    if thing.kind in ("cup", "glass"):
        tall, wide = (1.05, 0.46) if thing.kind == "cup" else (1.5, 0.44)
        outside = [(0.36, 0.0), (0.4, 0.05), (0.44, 0.5 * tall), (wide, tall), (wide - 0.04, tall)]
        inside = [(wide - 0.04, tall), (0.38, 0.45 * tall), (0.36, 0.3 * tall)]
        body = revolve(_scaled(outside, size), paint, 32)
        inner = _shaded_inside(revolve(_scaled(inside, size), paint, 32), size)
        drink = revolve(
            _scaled([(0.36, 0.55 * tall), (0.0, 0.55 * tall)], size), np.array([0.01, 0.03, 0.06]), 32
        )
        parts = [body, inner, drink] if thing.kind == "cup" else [body, inner]
        if thing.kind == "cup":
            parts.append(_handle(size, paint))
        faces, through = join(parts), thing.kind == "glass"
    elif thing.kind == "bowl":
        outside = [(0.22, 0.0), (0.3, 0.06), (0.45, 0.25), (0.5, 0.4), (0.47, 0.4)]
        inside = [(0.47, 0.4), (0.42, 0.25), (0.28, 0.1), (0.0, 0.06)]
        inner = _shaded_inside(revolve(_scaled(inside, size), paint, 36), size)
        faces = join([revolve(_scaled(outside, size), paint, 36), inner])
    elif thing.kind == "phone":
        body = box((0.48 * size, size, 8.0), dark, 4)
        screen = box((0.45 * size, 0.95 * size, 0.2), 0.3 * paint + 0.008, 6).moved(np.eye(3), (0, 0, 8.0))
        faces, gloss = stack([body, screen]), 0.95
    elif thing.kind == "book":
        cover = box((0.72 * size, size, 3.0), paint, 5)
        pages = box((0.7 * size, 0.97 * size, 0.1 * size), np.array([0.55, 0.65, 0.7]), 4)
        top = cover.moved(np.eye(3), (0, 0, 3 + 0.1 * size))
        faces, gloss = stack([cover, pages.moved(np.eye(3), (0, 0, 3)), top]), 0.35
    elif thing.kind == "dice":
        faces, gloss = _die(size, paint), 0.5
    elif thing.kind == "coin":
        faces = revolve(
            [(0.5 * size, 0.0), (0.5 * size, 2.0), (0.46 * size, 2.2), (0, 2.0)], 0.5 * paint + 0.15, 28
        )
        gloss = 0.9
    elif thing.kind == "pen":
        lying = np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0.0]])
        shape = [(0.3, 0.0), (1.0, 12.0), (1.0, 0.6 * size), (1.05, 0.6 * size), (1.05, size), (0, size)]
        faces = revolve([(5 * r, z) for r, z in shape], paint, 12)
        faces = faces.moved(lying, (-size / 2, 0, 5.2))
    else:
        return None
    return faces.moved(yaw(thing.yaw), (*thing.xy_mm, floor_mm)), gloss, through


def paint_faces(canvas: Canvas, lighting: Lighting, faces: Faces, gloss: float, through: bool) -> None:
    """Shade and draw one thing."""
    centres = faces.quads.mean(1)
    shown = np.einsum("qk,qk->q", faces.normals, lighting.eye_mm - centres) > 0
    distance = np.linalg.norm(centres[shown] - lighting.eye_mm, axis=-1)
    order = np.flatnonzero(shown)[np.lexsort((-distance, faces.layer[shown]))]
    light = lighting.shade(centres[order], faces.normals[order], faces.albedo[order], gloss, faces.sky[order])
    canvas.paint(faces.quads[order], light, through)


def _scaled(profile: list[tuple[float, float]], size: float) -> list[tuple[float, float]]:
    return [(r * size, z * size) for r, z in profile]


def _shaded_inside(faces: Faces, size: float) -> Faces:
    """The inner side of a vessel: the deeper the darker."""
    z = faces.quads[..., 2].mean(1)
    depth = np.clip((z.max() - z) / (0.6 * size), 0, 1)
    return replace(faces, albedo=faces.albedo * (1 - 0.6 * depth)[:, None], sky=0.8 - 0.5 * depth)


def _handle(size: float, albedo: Points) -> Faces:
    """A cup's ear: a bent bar of boxes."""
    angle = np.linspace(-1.3, 1.3, 8)
    ring = np.stack([0.42 + 0.25 * np.cos(angle), np.zeros(8), 0.55 + 0.3 * np.sin(angle)], 1) * size
    parts = []
    for a, b in pairwise(ring):
        length = float(np.linalg.norm(b - a))
        way = (b - a) / length
        turn = np.stack([np.cross((0, 1.0, 0), way), (0, 1.0, 0), way], 1)
        parts.append(box((0.07 * size, 0.1 * size, 1.1 * length), albedo, 1).moved(turn, a))
    return join(parts)


def _die(size: float, albedo: Points) -> Faces:
    """A die with six pips on top."""
    body = box((size, size, size), albedo, 1)
    pip = 0.09 * size * np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0.0]])
    spots = [(x, y) for x in (-0.27, 0.27) for y in (-0.27, 0, 0.27)]
    quads = np.array([pip + np.array([x, y, 1.003]) * size for x, y in spots])
    ink = np.full(3, 0.01 if albedo.mean() > 0.12 else 0.8)
    return stack([body, Faces.plain(quads, np.tile([0, 0, 1.0], (len(quads), 1)), ink)])

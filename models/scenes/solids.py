"""Meshes of stones, slabs and the things that lie about, in millimetres and their own frame (bottom at z = 0)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from models.scenes.hands import Mesh
from models.scenes.scene import RGB, Clutter, StoneKind

_WALL = 0.1  # of a cap's radius


@dataclass(frozen=True)
class Part:
    """One piece of a thing: its mesh and the stuff it is made of."""

    mesh: Mesh
    rgb: RGB
    gloss: float = 0.5
    metal: float = 0.0
    glass: bool = False


def revolved(profile: ArrayLike, sides: int = 28) -> Mesh:
    """The surface that a line of (radius, z) points sweeps about the z axis; normals to its right-hand side."""
    line = np.asarray(profile, float)
    angle = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle)], -1)
    vertices = np.concatenate(
        [line[:, None, :1] * ring[None], np.broadcast_to(line[:, None, 1:], (len(line), sides, 1))], -1
    ).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(len(line) - 1), np.arange(sides), indexing="ij")
    after = (j + 1) % sides
    faces = np.stack([i * sides + j, i * sides + after, (i + 1) * sides + after, (i + 1) * sides + j], -1)
    return Mesh(vertices, faces.reshape(-1, 4))


def stone_mesh(kind: StoneKind) -> Mesh:
    """A stone: caps and cones are hollow shells open below, discs are solid."""
    outer = list(kind.profile_mm)
    if kind.name == "disc":
        return revolved([(0.0, outer[0][1]), *outer])
    wall = _WALL * kind.radius_mm
    inner = [(max(r - wall, 0.0), max(z - wall, 0.0)) for r, z in outer]
    return revolved([*reversed(inner), *outer])


def slab(width: float, height: float, thickness: float, corner: float = 0.0, steps: int = 4) -> Mesh:
    """A flat plate with rounded corners about the origin; the first face list entries fan out over its top."""
    corner = min(corner, min(width, height) / 2 - 1e-3)
    outline = []
    for quarter, (sx, sy) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)]):
        centre = np.array([sx * (width / 2 - corner), sy * (height / 2 - corner)])
        turns = np.linspace(0, math.pi / 2, steps + 1) if corner > 0 else np.array([math.pi / 4])
        reach = corner if corner > 0 else 0.0
        for turn in turns + quarter * math.pi / 2:
            outline.append(centre + reach * np.array([math.cos(turn), math.sin(turn)]))
    flat = np.array(outline)
    n = len(flat)
    top, bottom = np.c_[flat, np.full(n, thickness)], np.c_[flat, np.zeros(n)]
    vertices = np.concatenate([top, bottom, [[0, 0, thickness], [0, 0, 0]]])
    i = np.arange(n)
    after = (i + 1) % n
    above = np.stack([np.full(n, 2 * n), i, after, after], -1)
    around = np.stack([i, n + i, n + after, after], -1)
    below = np.stack([np.full(n, 2 * n + 1), n + after, n + i, n + i], -1)
    return Mesh(vertices, np.concatenate([above, around, below]))


def clutter_parts(thing: Clutter) -> list[Part]:
    """What one thing is built of, in its own frame."""
    return _BUILDERS[thing.kind](thing.size_mm, thing.rgb)


def clutter_height_mm(thing: Clutter) -> float:
    """How high it stands above the table."""
    return float(max(part.mesh.vertices[:, 2].max() for part in clutter_parts(thing)))


def _moved(mesh: Mesh, x: float, y: float, z: float) -> Mesh:
    return Mesh(mesh.vertices + np.array([x, y, z]), mesh.faces)


def _cup(size: float, rgb: RGB) -> list[Part]:
    radius, height = size / 2, size * 1.15
    wall = radius * 0.07
    body = [
        (0, 0),
        (radius * 0.8, 0),
        (radius * 0.9, height * 0.1),
        (radius, height),
        (radius - wall, height),
    ]
    body += [(radius * 0.9 - wall, height * 0.12), (0, height * 0.08)]
    drink = revolved([(radius * 0.95 - wall, height * 0.7), (0, height * 0.7)])
    handle = _ring_handle(radius, height)
    return [Part(revolved(body, 40), rgb, 0.8), Part(handle, rgb, 0.8), Part(drink, (0.08, 0.04, 0.02), 0.95)]


def _ring_handle(radius: float, height: float) -> Mesh:
    angle = np.linspace(-math.pi / 2, math.pi / 2, 14)
    thick = radius * 0.11
    round_ = np.linspace(0, 2 * math.pi, 10, endpoint=False)
    centre = np.stack(
        [radius * 0.92 + 0.6 * radius * np.cos(angle), 0 * angle, height / 2 + 0.32 * height * np.sin(angle)],
        -1,
    )
    out = np.stack([np.cos(angle), 0 * angle, np.sin(angle)], -1)
    ring = np.cos(round_)[None, :, None] * out[:, None] + np.sin(round_)[None, :, None] * np.array(
        [0, 1.0, 0]
    )
    vertices = (centre[:, None] + thick * ring).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(13), np.arange(10), indexing="ij")
    after = (j + 1) % 10
    faces = np.stack([i * 10 + j, i * 10 + after, (i + 1) * 10 + after, (i + 1) * 10 + j], -1)
    return Mesh(vertices, faces.reshape(-1, 4))


def _bowl(size: float, rgb: RGB) -> list[Part]:
    radius, height = size / 2, size * 0.32
    turns = np.linspace(0, 1, 9)
    outer = [
        (radius * (0.4 + 0.6 * math.sin(t * math.pi / 2)), height * (1 - math.cos(t * math.pi / 2)))
        for t in turns
    ]
    inner = [(r * 0.95, z + height * 0.05) for r, z in reversed(outer)]
    return [Part(revolved([(0, 0), *outer, *inner, (0, height * 0.05)], 48), rgb, 0.8)]


def _glass(size: float, rgb: RGB) -> list[Part]:
    radius, height = size / 2, size * 1.6
    body = [
        (0, 0),
        (radius * 0.8, 0),
        (radius, height),
        (radius * 0.96, height),
        (radius * 0.77, height * 0.06),
    ]
    return [Part(revolved([*body, (0, height * 0.06)], 40), (0.97, 0.98, 0.98), 1.0, glass=True)]


def _phone(size: float, rgb: RGB) -> list[Part]:
    body = slab(size * 0.48, size, 8, size * 0.05)
    screen = _moved(slab(size * 0.45, size * 0.95, 0.3, size * 0.04), 0, 0, 8)
    return [Part(body, rgb, 0.6), Part(screen, (0.015, 0.015, 0.02), 0.97)]


def _book(size: float, rgb: RGB) -> list[Part]:
    thick = size * 0.09
    pages = _moved(slab(size * 0.68, size * 0.97, thick - 4), -0.012 * size, 0, 2)
    cover = slab(size * 0.7, size, 2)
    band = _moved(slab(size * 0.5, size * 0.16, 0.2), 0, size * 0.22, thick)
    red, green, blue = (0.3 + 0.6 * (1 - v) for v in rgb)
    return [
        Part(cover, rgb, 0.5),
        Part(_moved(cover, 0, 0, thick - 2), rgb, 0.5),
        Part(pages, (0.9, 0.88, 0.82), 0.1),
        Part(band, (red, green, blue), 0.4),
    ]


def _pen(size: float, rgb: RGB) -> list[Part]:
    radius = 4.5
    line = [(0, 0), (1, 0), (radius, 14), (radius, size), (0, size)]
    upright = revolved(line, 16)
    lying = Mesh(upright.vertices[:, [2, 1, 0]] * [1, 1, -1] + [-size / 2, 0, radius], upright.faces)
    clip = _moved(slab(40, 2.4, 1.2), size / 2 - 26, 0, 2 * radius)
    return [Part(lying, rgb, 0.7), Part(clip, (0.75, 0.75, 0.77), 0.8, metal=1.0)]


def _dice(size: float, rgb: RGB) -> list[Part]:
    parts = [Part(slab(size, size, size, size * 0.12), rgb, 0.7)]
    ink = (0.03, 0.03, 0.03) if sum(rgb) > 1.2 else (0.95, 0.95, 0.95)
    for x, y in ((-0.27, -0.27), (0, 0), (0.27, 0.27), (-0.27, 0.27), (0.27, -0.27)):
        pip = revolved([(size * 0.09, 0.1), (0, 0.1)], 12)
        parts.append(Part(_moved(pip, x * size, y * size, size), ink, 0.3))
    return parts


def _paper(size: float, rgb: RGB) -> list[Part]:
    parts = [Part(slab(size * 0.707, size, 0.25), (0.95, 0.95, 0.93), 0.1)]
    for i in range(9):
        length = size * 0.5 * (0.6 + 0.4 * math.sin(i * 7.3) ** 2)
        line = _moved(
            slab(length, size * 0.008, 0.05), (length - size * 0.5) / 2, size * (0.36 - 0.07 * i), 0.25
        )
        parts.append(Part(line, (0.15, 0.15, 0.2), 0.1))
    return parts


def _coin(size: float, rgb: RGB) -> list[Part]:
    r = size / 2
    line = [(0, 0), (r, 0), (r, 2), (r * 0.9, 2), (r * 0.86, 1.7), (0, 1.7)]
    return [Part(revolved(line, 32), (0.8, 0.62, 0.35), 0.7, metal=1.0)]


_BUILDERS = {
    "cup": _cup,
    "bowl": _bowl,
    "glass": _glass,
    "phone": _phone,
    "book": _book,
    "pen": _pen,
    "dice": _dice,
    "paper": _paper,
    "coin": _coin,
}

"""Draw one set's stones by lot: caps, cones and discs, plain as from a mould, or turned on a lathe."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.scenes.sample_set import pick
from models.scenes.scene import Board, Point, StoneKind

Profile = list[
    Point
]  # (radius, z) in units of the stone's radius, from the bottom rim over the top to the axis

_TURNED = 0.5  # of the sets have stones of a richer shape
_PIECES = 6  # of an arc
_WIDEST = 1.0
_FACE, _BARE = 0.72, 0.15  # radii within which a disc's top stays flat, with a face on it and without


def sample_stone_kind(rng: np.random.Generator, board: Board) -> StoneKind:
    """Caps, cones or discs that fit the board's fields."""
    radius = float((board.pitch_mm - board.gap_mm) * rng.uniform(0.48, 0.72) / 2)
    name = str(pick(rng, ("cap", 0.45), ("cone", 0.25), ("disc", 0.3)))
    shape = {"cap": _cap, "cone": _cone, "disc": _disc}[name]
    profile, rise = shape(rng)
    smiley = bool(rng.random() < (0.0 if name == "cone" else 0.4))
    gloss = float(rng.uniform(0.1, 0.95))
    lathe = rng.spawn(1)[0]  # of its own: however stones are turned, the rest of the scene stays as it is
    if lathe.random() < _TURNED:
        profile, rise = (
            _turned_disc(lathe, rise, smiley) if name == "disc" else (_turned(lathe, profile), rise)
        )
    return StoneKind(
        name=name,
        profile_mm=tuple((r * radius, z * radius) for r, z in profile),
        rise_mm=rise * radius,
        smiley=smiley,
        gloss=gloss,
    )


def _cap(rng: np.random.Generator) -> tuple[Profile, float]:
    """A truncated cone open below, perhaps with a brim, in units of its radius."""
    height, top = rng.uniform(0.7, 1.7), rng.uniform(0.58, 0.84)
    rounding = rng.uniform(0.05, 0.16)
    profile = [(1.0, 0.0)]
    if rng.random() < 0.35:
        brim = rng.uniform(0.06, 0.14)
        profile += [(1.0, brim), (rng.uniform(0.86, 0.95), brim + 0.03)]
        top = min(top, profile[-1][0] - 0.08)
    profile += [(top, height - rounding), (top - 0.35 * rounding, height - 0.3 * rounding)]
    profile += [(top - rounding, height), (0.0, height + rng.choice([0, 0, 0.08]))]
    return profile, height * rng.uniform(0.25, 0.7)


def _cone(rng: np.random.Generator) -> tuple[Profile, float]:
    """A cone with a blunt tip, perhaps with a foot, in units of its radius."""
    height, tip = rng.uniform(1.2, 2.3), rng.uniform(0.08, 0.3)
    profile = [(1.0, 0.0)]
    if rng.random() < 0.5:
        foot = rng.uniform(0.08, 0.25)
        profile += [(1.0, foot), (rng.uniform(0.8, 0.93), foot + 0.05)]
    profile += [(tip * 1.15, height - tip), (tip * 0.8, height - 0.4 * tip), (tip * 0.4, height - 0.1 * tip)]
    return [*profile, (0.0, height)], height * rng.uniform(0.25, 0.5)


def _disc(rng: np.random.Generator) -> tuple[Profile, float]:
    """A draughtsman: flat, bevelled, perhaps with a raised rim, in units of its radius."""
    height, bevel = rng.uniform(0.22, 0.62), rng.uniform(0.03, 0.09)
    profile = [(1.0 - bevel, 0.0), (1.0, bevel), (1.0, height - bevel), (1.0 - bevel, height)]
    if rng.random() < 0.5:
        inner = rng.uniform(0.55, 0.82)
        profile += [(inner, height), (inner - 0.05, height - rng.uniform(0.04, 0.1))]
    return [*profile, (0.0, profile[-1][1])], height


# --- turned on a lathe --------------------------------------------------------------------------------------


def _turned(rng: np.random.Generator, profile: Profile) -> Profile:
    """A cap or cone, its side worked on."""
    longest = max(range(len(profile) - 2), key=lambda i: profile[i + 1][1] - profile[i][1])
    side = _side(rng, profile[longest], profile[longest + 1])
    return [*profile[: longest + 1], *side, *profile[longest + 1 :]]


def _turned_disc(rng: np.random.Generator, height: float, smiley: bool) -> tuple[Profile, float]:
    """A disc, thinner or thicker than those from a mould, with edges rounded or cut off, and rings on its top that
    leave room for a face where a ``smiley`` is printed on it; and its height."""
    height = float(height * rng.uniform(0.75, 1.4))
    round_below, round_above = (_rounding(rng, height) for _ in range(2))
    below = [(1.0 - round_below, 0.0), *_arc(rng, 1.0 - round_below, round_below, 0.0, up=True)]
    above = _arc(rng, 1.0 - round_above, round_above, height, up=False)
    profile = [*below, *_side(rng, below[-1], above[0]), *above]
    reach = profile[-1][0]
    if reach > (_FACE if smiley else _BARE) + 0.1 and rng.random() < 0.6:
        profile += _rings(rng, reach, height, smiley)
    return [*profile, (0.0, profile[-1][1])], height


def _rounding(rng: np.random.Generator, height: float) -> float:
    """How far an edge is rounded or cut off."""
    return float(height * pick(rng, (rng.uniform(0.05, 0.2), 0.5), (rng.uniform(0.2, 0.48), 0.5)))


def _arc(rng: np.random.Generator, inner: float, reach: float, z: float, *, up: bool) -> Profile:
    """The rounded or slanting edge between a disc's flat face at ``z`` and its side; ``up`` from its bottom."""
    turn = np.linspace(0, np.pi / 2, _PIECES if rng.random() < 0.7 else 2)
    if up:
        return [(inner + reach * float(np.sin(t)), z + reach * (1 - float(np.cos(t)))) for t in turn[1:]]
    return [(inner + reach * float(np.cos(t)), z - reach * (1 - float(np.sin(t)))) for t in turn]


def _rings(rng: np.random.Generator, reach: float, z: float, smiley: bool) -> Profile:
    """Grooves turned into a disc's top, round a face where a ``smiley`` is printed: never higher than its rim."""
    count = int(rng.integers(1, 3))
    edges = np.linspace(reach, _FACE if smiley else _BARE, 2 * count + 2)
    wide = float(edges[0] - edges[1])
    deep = float(rng.uniform(0.02, 0.1)) * min(1.0, 2.5 * z)
    line: Profile = []
    for edge, (above, below) in zip(edges[1:-1], [(z, z - deep), (z - deep, z)] * count, strict=True):
        at = float(edge + rng.uniform(-0.3, 0.3) * wide)
        line += [(at, above), (at - 0.3 * wide, below)]
    # At times the middle lies as deep as the grooves.
    return line if smiley or rng.random() < 0.5 else line[:-2]


def _side(rng: np.random.Generator, start: Point, end: Point) -> Profile:
    """What lies between two points of a stone's side: nothing, a belly or a waist, grooves, ribs, or a step."""
    ways: tuple[tuple[Callable[..., Profile] | None, float], ...] = (
        (None, 0.2),
        (_bent, 0.25),
        (_grooved, 0.35),
        (_stepped, 0.2),
    )
    way = pick(rng, *ways)
    if way is None or end[1] - start[1] < 0.05:
        return []
    return [(min(r, _WIDEST), z) for r, z in way(rng, np.array(start), np.array(end))]


def _bent(rng: np.random.Generator, start: np.ndarray, end: np.ndarray) -> Profile:
    """A belly or a waist."""
    deep = float(rng.uniform(0.03, 0.14) * rng.choice([-1, 1]))
    share = np.linspace(0, 1, _PIECES + 1)[1:-1, None]
    return _points(start + share * (end - start) + deep * np.sin(np.pi * share) * np.array([1, 0]))


def _grooved(rng: np.random.Generator, start: np.ndarray, end: np.ndarray) -> Profile:
    """One to three grooves, or ribs, round it."""
    deep = float(rng.uniform(0.02, 0.07) * rng.choice([-1, -1, 1]))
    count = int(rng.integers(1, 4))
    wide = float(rng.uniform(0.15, 0.45)) / count
    middles = (np.arange(count) + rng.uniform(0.35, 0.65)) / count
    share = np.ravel([[m - wide / 2, m - wide / 4, m + wide / 4, m + wide / 2] for m in middles])[:, None]
    off = np.tile([0.0, deep, deep, 0.0], count)[:, None]
    return _points(start + share.clip(0, 1) * (end - start) + off * np.array([1, 0]))


def _stepped(rng: np.random.Generator, start: np.ndarray, end: np.ndarray) -> Profile:
    """A step inwards, or a collar."""
    at, deep = float(rng.uniform(0.2, 0.8)), float(rng.uniform(0.04, 0.13))
    here = start + at * (end - start)
    out = np.array([deep, 0.0])
    if rng.random() < 0.5:
        return _points(np.array([here, here - out]))
    there = start + min(at + float(rng.uniform(0.1, 0.3)), 0.95) * (end - start)
    return _points(np.array([here, here + out, there + out, there]))


def _points(line: np.ndarray) -> Profile:
    return [(float(r), float(z)) for r, z in line]

"""In which area strips lie: before one of the players, or in the middle. Nothing marks these areas on the table.

A person says on which side of the picture each player sits. Where the middle is, what lies there tells, and what is
laid first lies there; what is laid later belongs to that which it lies near. What speaks for each area is weighed by
numbers that are fitted on tables drawn by ``models.scenes``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from models.catalogue import FOLDER

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

WEIGHTS = FOLDER.parent / "weights" / "strip-areas.json"
TERMS = (
    "seat",
    "middle: log of how far from what lay there",
    "middle: log of how far from its centre",
    "seat: nothing lay there",
    "seat: log of how far from what lay there",
    "seat: log of how far from the middle, if nothing lay there",
    "seat: off its side",
    "seat: off its side, if nothing lay there",
    "seat: lies across",
    "seat: a strip of the middle is gone",
    "seat: log of how many are new",
)
_WAYS = {"bottom": (0.0, 1.0), "right": (1.0, 0.0), "top": (0.0, -1.0), "left": (-1.0, 0.0)}
SIDES = tuple(_WAYS)
_NEAREST, _FARTHEST = 0.05, 6.0  # strips' lengths: nearer, and farther, tells no more
_AT = {name: index for index, name in enumerate(TERMS)}


def ways_of(sides: Sequence[str]) -> Floats:
    """(N, 2) which way in the picture each of SIDES lies from its middle."""
    return np.array([_WAYS[side] for side in sides])


def sides_of(seats_px: Mapping[str, Floats], middle_px: Floats) -> tuple[str, ...]:
    """On which side of the middle (N, 2) each player's area (N, 2) lies, each on one of his own: so that they lie as
    well as can be that way."""
    off = np.array([_unit(area.mean(0) - middle_px.mean(0)) for area in seats_px.values()])
    fits = off @ ways_of(SIDES).T
    best = max(
        permutations(range(len(SIDES)), len(off)), key=lambda way: sum(fits[i, s] for i, s in enumerate(way))
    )
    return tuple(SIDES[side] for side in best)


@dataclass(frozen=True)
class Happened:
    """What was seen to happen since the table was at rest last: so many strips are ``new``, and whether one that lay
    in the middle is ``gone``: who lays a meld takes it."""

    new: int
    gone: bool


def areas_of(
    at_px: Floats, along_px: Floats, known_px: Floats, known: Ints, ways: Floats, middle_gone: bool
) -> Ints:
    """(M,) the area of each strip: the number of a player, or as many as there are for the middle.

    ``at_px`` (M, 2) their middles and ``along_px`` (M, 2) from there to one of their ends; ``known_px`` (K, 2) where
    strips lie or lay whose area is ``known`` (K,); ``ways`` (players, 2); ``middle_gone``: whether a strip of the
    middle is gone. The surest is told first, and tells of the
    others; what is laid first of all lies in the middle.
    """
    areas, left = np.full(len(at_px), -1), list(range(len(at_px)))
    length = 2 * float(np.median(np.linalg.norm(along_px, axis=1))) if len(at_px) else 1.0
    happened = Happened(len(at_px), middle_gone)
    while left:
        which = 0
        if (known == len(ways)).any():
            rows = [
                terms(at_px[i], along_px[i], length, known_px, known, ways, happened) @ _weights()
                for i in left
            ]
            best = np.sort(rows, 1)
            which = int(np.argmax(best[:, -1] - best[:, -2]))
            areas[left[which]] = int(rows[which].argmax())
        else:
            areas[left[which]] = len(ways)
        index = left.pop(which)
        known_px, known = np.vstack([known_px, at_px[index]]), np.append(known, areas[index])
    return areas


def terms(
    at_px: Floats,
    along_px: Floats,
    length: float,
    known_px: Floats,
    known: Ints,
    ways: Floats,
    happened: Happened,
) -> Floats:
    """(players + 1, TERMS) what speaks for each area; ``length`` of a strip in pixels, else as ``areas_of``. Some lay
    in the middle."""
    players = len(ways)
    rows = np.zeros((players + 1, len(TERMS)))
    away = np.linalg.norm(known_px - at_px, axis=1) / length
    in_middle = known == players
    middle_px = known_px[in_middle].mean(0)
    out_px = at_px - middle_px
    out = _log(float(np.linalg.norm(out_px)) / length)
    rows[:players, _AT["seat"]] = 1
    rows[:players, _AT["seat: a strip of the middle is gone"]] = happened.gone
    rows[:players, _AT["seat: log of how many are new"]] = np.log(max(1, happened.new))
    rows[players, _AT["middle: log of how far from what lay there"]] = _log(float(away[in_middle].min()))
    rows[players, _AT["middle: log of how far from its centre"]] = out
    for seat, side in enumerate(ways):
        own = known == seat
        way = _unit(known_px[own].mean(0) - middle_px) if own.any() else side
        off = 1 - float(_unit(out_px) @ way)
        if own.any():
            rows[seat, _AT["seat: log of how far from what lay there"]] = _log(float(away[own].min()))
            rows[seat, _AT["seat: off its side"]] = off
        else:
            rows[seat, _AT["seat: nothing lay there"]] = 1
            rows[seat, _AT["seat: log of how far from the middle, if nothing lay there"]] = out
            rows[seat, _AT["seat: off its side, if nothing lay there"]] = off
        rows[seat, _AT["seat: lies across"]] = 1 - float(_unit(along_px) @ way) ** 2
    return rows


def _log(lengths: float) -> float:
    return float(np.log(np.clip(lengths, _NEAREST, _FARTHEST)))


def _unit(vector: Floats) -> Floats:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9))


@cache
def _weights() -> Floats:
    told = json.loads(WEIGHTS.read_text("utf-8"))["weights"]
    return np.array([float(told[name]) for name in TERMS])

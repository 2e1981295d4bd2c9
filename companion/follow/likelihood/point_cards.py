"""What a look tells of cards with points: what they may be taken for, and when one lies on another just like it.

Which red is a set's orange, other cards tell. What a card reads as is no news as long as it is not touched; but of
one that was read while few lay there the last reading counts, and not the first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.follow.follows import Floats
from companion.follow.likelihood.cells import (
    FEATURES,
    FLOOR,
    CellFeatures,
    CellMemory,
    CellsSeen,
    cell_features,
)
from referee.punto_acts import AREA, COLOURS, POINTS
from referee.table import Cell, PointCard

READ = ("read with other points", "read with another colour", "read as something else")
CONTENTS = (None, *(PointCard(colour, points) for colour in COLOURS for points in POINTS))
TELL_COLOURS = 4  # cards: so many tell each other's colours
_READS_SO = len(READ) + FEATURES.index("touched cell: reads so")
AGAIN = len(CONTENTS)  # stands for one more content: another card that looks like the one beneath
# The first card of a round lies in the middle of a frame of 11 by 11 cells, so that none that the rules allow has a
# row or column below 0; a card one row outside the area still lies in the window.
FIRST: Cell = (AREA - 1, AREA - 1)
_RIM = 1
SIDE = 2 * AREA - 1 + 2 * _RIM
Table = NDArray[np.int64]


def place_of(cell: Cell) -> int:
    """Which cell of the window, counted row by row, a cell is."""
    return (cell[0] + _RIM) * SIDE + cell[1] + _RIM


def cell_at(place: int) -> Cell:
    """The other way round."""
    return place // SIDE - _RIM, place % SIDE - _RIM


def in_window(cell: Cell) -> bool:
    """Whether a cell lies in the window."""
    return all(0 <= each + _RIM < SIDE for each in cell)


def _likeness() -> Floats:
    """(C, C + 1, len(READ)) as what a thing is read, of each pair of what it is read as and what it is."""
    unlike = np.zeros((AGAIN, AGAIN + 1, len(READ)))
    for read, one in enumerate(CONTENTS):
        for content, other in enumerate(CONTENTS):
            alike = (one is not None and other is not None) and (
                one.colour == other.colour,
                one.points == other.points,
            )
            kind = 2 if not alike or not any(alike) else 1 - alike[0]
            unlike[read, content, kind] = one != other
    return unlike


_UNLIKE = _likeness()


@dataclass(frozen=True)
class PointCardsLook:
    """A look held against what is remembered, with AGAIN as one more content of each cell: the same, but touched.
    ``unlike`` (N, C + 1, len(READ)): how surely a cell reads otherwise, 0 for what it may be as well. ``sharper``
    (N, len(READ) + len(FEATURES)): what those cells of which the last reading counts say of what lies there, now and
    not before."""

    features: CellFeatures
    unlike: Floats
    sharper: Floats

    def of_tables(self, lies: Table, tables: Table, weights: Floats) -> Floats:
        """As ``CellFeatures.of_tables``, with the features READ before the others."""
        rows = self.features.of_tables(lies, tables, weights[len(READ) :])
        every = np.concatenate([lies[None], lies[None], tables])
        changed = every != self.features.contents
        some = np.flatnonzero(changed.any(0))
        read = np.einsum("nc,ncf->nf", changed[:, some], self.unlike[some, every[:, some]])
        return np.hstack([read, rows]) + ~changed @ self.sharper

    def gains(self, weights: Floats) -> Floats:
        """(N, C + 1) by how much each content explains each cell better than that it was not touched."""
        gains = self.features.gains(weights[len(READ) :]) + self.unlike @ weights[: len(READ)]
        return np.asarray(gains - (self.sharper @ weights)[:, None])


@lru_cache(maxsize=128)
def look_at(memory: CellMemory, seen: CellsSeen, early: tuple[int, ...] = ()) -> PointCardsLook:
    """A look held against what is remembered; ``early`` are the cells that were read while few cards lay there."""
    features, places = cell_features(memory, seen), np.arange(len(memory.contents))
    each = np.concatenate([features.each, features.again[:, None]], 1)
    short = _short(seen.p) * (seen.hidden < 0.5)[:, None]
    short = np.concatenate([short, short[places, memory.contents][:, None]], 1)
    unlike = _UNLIKE[seen.p.argmax(1)] * short[..., None]
    unlike[:, AGAIN] = unlike[places, memory.contents]
    sharper = np.zeros((len(places), len(READ) + len(FEATURES)))
    read = [place for place in early if seen.hidden[place] < 0.5]
    lies = memory.contents[read]
    for p, sign in ((seen.p[read], 1), (memory.p[read], -1)):
        of_each = np.arange(len(read)), lies
        sharper[read, : len(READ)] += sign * _UNLIKE[p.argmax(1), lies] * _short(p)[of_each][:, None]
        sharper[read, _READS_SO] += sign * np.log(p[of_each] + FLOOR)
    return PointCardsLook(replace(features, each=each), unlike, sharper)


def read_early(memory: CellMemory, seen: CellsSeen, before: tuple[int, ...]) -> tuple[int, ...]:
    """The places of the cards that were read while few lay there, after a look: those of ``before`` that it did not
    show among more."""
    lie, now = memory.contents > 0, memory.since == seen.number
    few = (lie & now).sum() < TELL_COLOURS
    early = np.isin(np.arange(len(lie)), before)
    return tuple(np.flatnonzero(lie & np.where(now, few, early)).tolist())


def _short(p: Floats) -> Floats:
    """(N, C) by how much each content is less likely than the likeliest, from 0 to 1."""
    return np.asarray(1 - p / p.max(1, keepdims=True))

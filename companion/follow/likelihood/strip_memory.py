"""Strips that lie open, as a look shows them, and as they are remembered: M are seen, T remembered, each one of C
cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.follow.follows import Floats

NO_CARD, OF_BEFORE = -1, -2  # the card of a strip that is none, and of one of a round that is over
NOT_SEEN = -1  # the keyframe of a strip that lies there by the account, and was not seen since
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Key = tuple[int, int]  # an area and a card
Lies = Counter[Key]  # how many strips of each lie open


@dataclass(frozen=True)
class Since:
    """What became of each of the K strips of a keyframe: ``now`` (K,) which of the strips of this look lies just
    there, -1 none; ``changed`` (K,) by how many times the usual the picture there differs from then; ``hidden`` (K,)
    how likely something is in the way."""

    now: Ints
    changed: Floats
    hidden: Floats


@dataclass(frozen=True)
class StripsSeen:
    """What a look at a stretch showed: ``area`` (M,) in which each strip lies; ``p`` (M, C) of each card; ``real``
    (M,) how likely it is a strip at all, and not one seen twice; ``in_the_way`` (areas,) which share of each area is
    hidden; ``since`` each keyframe (the number of a stretch) with which this look can be compared."""

    number: int
    area: Ints
    p: Floats
    real: Floats
    in_the_way: Floats
    since: Mapping[int, Since]

    @property
    def is_strip(self) -> NDArray[np.bool_]:
        """(M,) what is sooner a strip than none."""
        return np.asarray(self.real > 0.5)

    def as_read(self) -> Lies:
        """How the strips lie, if each is what it reads as."""
        there = self.is_strip
        return Counter(zip(self.area[there].tolist(), self.p[there].argmax(1).tolist(), strict=True))


@dataclass(frozen=True)
class StripMemory:
    """Of each strip: ``area`` (T,), ``card`` (T,) by the account (NO_CARD, OF_BEFORE: none of this round), ``since``
    (T,) the keyframe in which it was seen last, as which of the strips there (``index``), and ``p`` (T, C) what it
    read as then. ``round``: which round is played."""

    area: Ints
    card: Ints
    since: Ints
    index: Ints
    p: Floats
    round: int = 0

    @staticmethod
    def of(lies: Lies, cards: int, round: int) -> StripMemory:
        """Strips that lie there by the account, and were not seen."""
        keys = np.array(sorted(lies.elements()), int).reshape(-1, 2)
        unseen = np.full(len(keys), NOT_SEEN)
        return StripMemory(
            keys[:, 0], keys[:, 1], unseen, unseen, np.full((len(keys), cards), 1 / cards), round
        )

    def in_round(self, round: int) -> StripMemory:
        """The same strips in that round: those of one before are of no account any more."""
        if round == self.round:
            return self
        seen = self.since != NOT_SEEN
        kept = self._only(seen)
        return replace(kept, card=np.full(len(kept.card), OF_BEFORE), round=round)

    def _only(self, those: Bools) -> StripMemory:
        return StripMemory(
            self.area[those],
            self.card[those],
            self.since[those],
            self.index[those],
            self.p[those],
            self.round,
        )


def memory_of(found: Sequence[tuple[int, int, int, int, Floats]], cards: int, round: int) -> StripMemory:
    """The memory of strips, each with its area, card, keyframe and index there, and what it read as."""
    numbers = np.array([each[:4] for each in found], int).reshape(-1, 4)
    p = np.array([each[4] for each in found]).reshape(-1, cards)
    area, card, since, index = numbers.T
    return StripMemory(area, card, since, index, p, round)

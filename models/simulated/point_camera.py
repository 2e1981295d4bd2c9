"""A camera that is no camera: what the eyes would say of cards with points.

They take a card for one with a point or two more or less, or of a colour alike; the bare table for no card. Which red
is a set's orange other cards tell: a card may read as one of the colour alike until more are seen.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.follow.follows import Floats
from companion.follow.likelihood.cells import CellsSeen
from companion.follow.likelihood.point_cards import CONTENTS, Table, place_of
from companion.follow.punto_tables import contents
from models.simulated.camera import CellCamera
from models.simulated.noise import Noise
from referee.table import Colour, Piles, PointCard

ALIKE: dict[Colour, Colour] = {"red": "orange", "orange": "red", "blue": "green", "green": "blue"}
# How likely a card reads as one of the colour alike, where it may be that: counted were 0.11 to 0.56.
_TAKEN_P = (0.1, 0.6)
_SEEMS_LAID = 0.1  # of cards beside their decks so many may seem in play: in 13 films one did, of 290 acts
OTHER_COLOUR = np.array(
    [0, *(CONTENTS.index(PointCard(ALIKE[card.colour], card.points)) for card in CONTENTS if card)]
)


def lying(piles: Piles) -> Table:
    """(N,) what lies on each cell and how high, in one number: one card on another looks other than none laid."""
    lies = contents(piles)
    for cell, pile in piles:
        lies[place_of(cell)] += len(CONTENTS) * len(pile)
    return lies


class CardCamera(CellCamera):
    """What lies there is told to it as ``lying`` says it."""

    def __init__(self, rng: np.random.Generator, lies: Table, noise: Noise) -> None:
        """``lies`` (N,): what lies there at first."""
        super().__init__(rng, lies, len(CONTENTS), noise)
        self._taken = np.zeros(len(lies))  # how likely each card reads as one of the colour alike
        self._most = 0  # so many cards were seen at once

    def look_at(
        self, lies: Table, hidden: np.ndarray | None = None, aside: np.ndarray | None = None
    ) -> CellsSeen:
        """As ``look``; cards that lie ``aside`` (N,), beside their decks, may seem in play."""
        rng, alike = self._rng, self._noise.alike
        new, count = lies != self._contents, int((lies % len(CONTENTS) > 0).sum())
        if count > self._most:  # all are held against one more
            new, self._most = np.ones(len(lies), bool), count
        seen = self.look(lies, hidden)
        share = alike[min(max(self._most, 1), len(alike)) - 1]
        drawn = np.where(rng.random(len(lies)) < share, rng.uniform(*_TAKEN_P, len(lies)), 0.0)
        self._taken = np.where(new, drawn, self._taken)
        p = seen.p + self._taken[:, None] * (seen.p[:, OTHER_COLOUR] - seen.p)
        if aside is not None:
            in_play = self._rng.uniform(0, 1, len(lies)) * (self._rng.random(len(lies)) < _SEEMS_LAID)
            p[aside] *= in_play[aside, None]
            p[aside, 0] += 1 - in_play[aside]
        return replace(seen, p=p)

    def _reading(self, content: int) -> Floats:
        content %= len(CONTENTS)
        p, card = super()._reading(content), CONTENTS[content]
        if card is None:
            p[1:] = np.minimum(p[1:], 0.005)
            p[0] = 1 - p[1:].sum()
            return p
        first, second = np.argsort(-p)[:2]
        taken, other = first if first != content else second, _mistaken(self._rng, card)
        p[[taken, other]] = p[[other, taken]]
        return p


def _mistaken(rng: np.random.Generator, card: PointCard) -> int:
    """What a card is taken for, where its points are miscounted."""
    off = [each for each in (-2, -1, 1, 2) if 1 <= card.points + each <= 9]
    p = np.array([1 / abs(each) for each in off])
    return CONTENTS.index(PointCard(card.colour, card.points + int(rng.choice(off, p=p / p.sum()))))

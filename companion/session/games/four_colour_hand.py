"""A hand of Four Colour Cards that is laid open, as far as it can be read: what a person is asked of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.follow.four_colour_tables import OF_CARD
from companion.follow.likelihood.strip_memory import StripsSeen
from referee.four_colour_acts import State
from referee.four_colour_deck import CARDS, Card

_READ = 0.9  # a strip that is less likely what it looks like is left open


@dataclass(frozen=True)
class LaidOpen:
    """A player's hand of ``size`` cards, each by its card or None where it cannot be read; and the lucky card."""

    player: str
    size: int
    cards: tuple[Card | None, ...]
    lucky: Card | None

    @property
    def read(self) -> int:
        """How many are read."""
        return sum(card is not None for card in self.cards)

    def fields(self) -> dict[str, Any]:
        """The act as records have it, as far as it is known: a strip that nobody saw is one that cannot be read."""
        unseen = [None] * max(0, self.size - len(self.cards))
        fields = {"act": "hu", "player": self.player, "hand": [*self.cards, *unseen]}
        return fields if self.lucky is None else fields | {"lucky": self.lucky}


def hand_laid_open(state: State, seen: StripsSeen) -> LaidOpen | None:
    """The hand that is seen to lie open where a card is on offer: at least half of what a player has, besides his
    melds; None if there is none."""
    offer, middle = state.table.offer, len(state.players)
    if offer is None:
        return None
    turned = _besides(seen, middle, state.table.passed)
    left_lying = _most_like(seen, turned, offer.card) if turned else None
    if left_lying is not None and seen.p[left_lying].argmax() == OF_CARD[offer.card]:
        turned.remove(left_lying)
    else:
        left_lying = None
    for seat, player in enumerate(state.players):
        laid = _besides(seen, seat, [card for meld in state.table.melds[seat] for card in meld])
        if laid and left_lying is None:  # it was taken to the hand
            laid.remove(_most_like(seen, laid, offer.card))
        if laid and 2 * len(laid) >= state.hand(player):
            lucky = next((card for card in _read(seen, turned) if card), None)
            return LaidOpen(player, state.hand(player), tuple(_read(seen, laid)), lucky)
    return None


def _besides(seen: StripsSeen, area: int, due: Iterable[Card]) -> list[int]:
    """Which strips lie in an area besides those of the cards that are due there."""
    left = np.flatnonzero((seen.area == area) & seen.is_strip).tolist()
    for card in due:
        if left:
            left.remove(_most_like(seen, left, card))
    return left


def _most_like(seen: StripsSeen, those: list[int], card: Card) -> int:
    return max(those, key=lambda i: float(seen.p[i, OF_CARD[card]]))


def _read(seen: StripsSeen, those: list[int]) -> list[Card | None]:
    """The card of each strip, None where it cannot be read; those that can come first, in their order."""
    read = [CARDS[int(p.argmax())] if p.max() > _READ else None for p in seen.p[those]]
    return sorted(read, key=lambda card: (card is None, card or ""))

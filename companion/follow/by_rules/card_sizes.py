"""How large a set's cards are, as they are seen, and how much of the table they cover: two that are read as one are
found out by that, and one that is hardly seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from referee.just4fun_colours import HAND
from vision.stone_table.background import covered_area
from vision.stone_table.reading import CardSeen

# Of 1,200 cards none alone was read as larger than 1.2 times its set's, two that overlap as 1.5 times as large; in
# recordings one alone as 1.22 times, and two in a game that grew dark as 1.26 times.
_PAIR, _FAINT_PAIR = 1.25, 1.12
# Of 268 faint marks in 480 pictures held out none of the 6 so small was a card, nor the 28 of more than 1.5.
_LEAST = 0.5
# Of a card's area, what of it shows beside others. In three games drawn by models.scenes the table was covered by 0.2
# of a card more at most than by the outlines of those that lay there; in a blurred one by 0.2 for each of them.
_SHOWS = 0.3
# What one card covers, of the set's usual outline; two that are read as one have a larger one.
_LARGEST = 1.15
_MOST_SWOLLEN = 1.25  # in a picture out of focus it was 1.2


@dataclass
class CardSizes:
    """What the cards played so far tell; before the first each card is taken to be of the usual size."""

    _areas: list[float] = field(default_factory=list)  # of their outlines, in square fields
    _swellings: list[float] = field(default_factory=list)  # what was covered where they lay, against that

    def learn(self, played: Sequence[CardSeen], lying: Sequence[CardSeen]) -> None:
        """Learn from the cards ``played``, which are among those ``lying`` there."""
        self._areas += [a for card in played if (a := _area(card)) < _PAIR * self._usual_area(a)]
        covered = {card.component: card.component_area for card in played if card.component}
        for component, area in covered.items():
            self._swellings.append(area / covered_area([c for c in lying if c.component == component]))

    def copy(self) -> CardSizes:
        """The same, to be taught apart."""
        return CardSizes(list(self._areas), list(self._swellings))

    def fair(self, card: CardSeen) -> bool:
        """Whether a faint mark is not far too small for a card of this set."""
        area = _area(card)
        return area > _LEAST * self._usual_area(area)

    def pairs(self, cards: Sequence[CardSeen]) -> list[CardSeen]:
        """Cards larger than those of this set: two of one colour, one over the other, without a rim to tell them
        apart. What is read as one card is faint then, or even larger."""

        def pair(card: CardSeen) -> bool:
            area = _area(card)
            return area > (_PAIR if card.seen_plainly else _FAINT_PAIR) * self._usual_area(area)

        return [card for card in cards if pair(card)]

    def more_is_covered(self, sure: CardSeen, lying: Sequence[CardSeen]) -> bool:
        """Whether of the table more came to be covered, in one with a ``sure`` card, than the cards ``lying`` there
        cover: by a good part of a card, but by less than a hand of them."""
        if not sure.component:
            return False
        there = [card for card in lying if card.component == sure.component]
        usual = self._usual_area(_area(sure))
        # A blurred picture swells what is covered.
        swelling = min(float(np.median(self._swellings)), _MOST_SWOLLEN) if self._swellings else 1.0
        covered = min(covered_area(there), len(there) * _LARGEST * usual) * swelling
        return _SHOWS * usual < sure.component_area - covered < HAND * usual

    def _usual_area(self, unknown: float) -> float:
        return float(np.median(self._areas)) if self._areas else unknown


def _area(card: CardSeen) -> float:
    a, b, c, _ = card.corners_board
    return float(np.linalg.norm(b - a) * np.linalg.norm(c - b))

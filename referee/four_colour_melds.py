"""The melds of Four Colour Cards, what they count, and the best split of a hand into them.

| meld | in hand | on the table |
|---|---|---|
| general alone | 1 | 1 |
| command: general, advisor and elephant of one colour | 2 | 2 |
| field: chariot, horse and cannon of one colour | 1 | 1 |
| pair (no generals, no soldiers) | 0 | 0 |
| triple (no generals) | 3 | 1 |
| quadruple | 8 | 6 |
| quadruple of generals | 6 | 8 |
| soldiers of 3 different colours | 3 | 3 |
| soldiers of 4 different colours | 5 | 5 |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Literal

from referee.four_colour_deck import CARDS, COLOURS, COPIES, Card, Cards, colour_of, rank_of

Kind = Literal["general", "command", "field", "pair", "triple", "quadruple", "soldiers"]
Where = Literal["hand", "table"]

ALIKE: dict[int, Kind] = {2: "pair", 3: "triple", 4: "quadruple"}
COMMAND = {"general", "advisor", "elephant"}
FIELD = {"chariot", "horse", "cannon"}
# Points in hand and on the table; those of generals alike and of soldiers are below.
POINTS: dict[str, tuple[int, int]] = {
    "general": (1, 1),
    "command": (2, 2),
    "field": (1, 1),
    "pair": (0, 0),
    "triple": (3, 1),
    "quadruple": (8, 6),
}
FOUR_GENERALS = (6, 8)
SOLDIERS = {3: (3, 3), 4: (5, 5)}


@dataclass(frozen=True)
class CountedMeld:
    """Cards that count together, and whether they count as in hand or as on the table.

    >>> CountedMeld(("red-chariot",) * 4, "hand").points, CountedMeld(("red-chariot",) * 4, "table").points
    (8, 6)
    """

    cards: Cards  # in any order
    where: Where

    @property
    def kind(self) -> Kind:
        """Which meld it is."""
        kind = kind_of(self.cards)
        assert kind is not None, self.cards
        return kind

    @property
    def points(self) -> int:
        """What it counts."""
        return _points(self.cards)[self.where == "table"]


Split = tuple[CountedMeld, ...]


def kind_of(cards: Sequence[Card]) -> Kind | None:
    """Return which meld the cards are, None if they are none.

    >>> kind_of(["white-horse", "white-chariot", "white-cannon"]), kind_of(["red-soldier", "red-soldier"])
    ('field', None)
    """
    ranks, distinct = {rank_of(card) for card in cards}, len(set(cards))
    if distinct == 1:
        return _kind_of_alike(ranks.pop(), len(cards))
    if distinct < len(cards):
        return None
    if ranks == {"soldier"}:
        return "soldiers" if len(cards) >= 3 else None
    if len(cards) == 3 and len({colour_of(card) for card in cards}) == 1:
        return "command" if ranks == COMMAND else "field" if ranks == FIELD else None
    return None


def melds_with(card: Card) -> tuple[Cards, ...]:
    """Return every meld that `card` can be part of: `card` first, the others in the deck's order."""
    melds = (meld for suit in _suits() if card in suit for meld in _melds_of(suit) if card in meld)
    return tuple((card, *_without(meld, card)) for meld in melds)


def best_split(hand: Sequence[Card], claimed: Card | None = None, where: Where = "table") -> Split | None:
    """Split `hand` and a card `claimed` wholly into the melds that count most, None if it cannot be done.

    The meld that takes in the claimed card counts as in `where`, all others as in hand.

    >>> [meld.kind for meld in best_split(["red-horse", "red-horse", "red-general"]) or ()]
    ['general', 'pair']
    """
    melds, left = best_melds(hand, claimed, where)
    return None if left else melds


def best_melds(
    hand: Sequence[Card], claimed: Card | None = None, where: Where = "table"
) -> tuple[Split, Cards]:
    """Return the melds that leave fewest cards over, of these the ones that count most; and the cards left over.

    `claimed` and `where` are as for `best_split`.

    >>> best_melds(["red-horse", "red-horse", "red-soldier"])[1]
    ('red-soldier',)
    """
    counts, found = Counter(hand), list[CountedMeld]()
    for suit in _suits():
        held = tuple(counts[card] for card in suit)
        found += _best_with(suit, held, claimed, where) if claimed in suit else _best(suit, held)
    left = Counter([*hand, *([claimed] if claimed else [])])
    left.subtract(card for meld in found for card in meld.cards)
    return tuple(found), tuple(card for card in CARDS for _ in range(left[card]))


def total(melds: Iterable[CountedMeld]) -> int:
    """Return what melds count together."""
    return sum(meld.points for meld in melds)


def _kind_of_alike(rank: str, count: int) -> Kind | None:
    if rank == "general" and count == 1:
        return "general"
    if count < {"general": 4, "soldier": 3}.get(rank, 2):
        return None
    return ALIKE.get(count)


@lru_cache(maxsize=4096)
def _points(cards: Cards) -> tuple[int, int]:
    kind = kind_of(cards)
    if kind == "soldiers":
        return SOLDIERS[len(cards)]
    if kind == "quadruple" and rank_of(cards[0]) == "general":
        return FOUR_GENERALS
    return POINTS[str(kind)]


# No meld has cards of two suits, so the suits are split one by one: each is small.


@cache
def _suits() -> tuple[Cards, ...]:
    """The cards that can meld with one another."""
    camps = [
        tuple(card for card in CARDS if colour_of(card) == colour and rank_of(card) in ranks)
        for colour in COLOURS
        for ranks in (COMMAND, FIELD)
    ]
    return (*camps, tuple(card for card in CARDS if rank_of(card) == "soldier"))


@cache
def _melds_of(suit: Cards) -> tuple[Cards, ...]:
    """Every meld of a suit."""
    alike = [(card,) * count for card in suit for count in range(1, COPIES + 1)]
    mixed = [cards for count in (3, 4) for cards in combinations(suit, count)]
    return tuple(cards for cards in [*alike, *mixed] if kind_of(cards))


@lru_cache(maxsize=4096)
def _best(suit: Cards, counts: tuple[int, ...]) -> Split:
    """The best melds of a suit's cards, all in hand."""
    if not any(counts):
        return ()
    first = next(card for card, count in zip(suit, counts, strict=True) if count)
    found = [
        (CountedMeld(meld, "hand"), *_best(suit, _less(suit, counts, meld)))
        for meld in _fitting(suit, counts, first)
    ]
    return max([*found, _best(suit, _less(suit, counts, (first,)))], key=_merit)


@lru_cache(maxsize=4096)
def _best_with(suit: Cards, counts: tuple[int, ...], claimed: Card, where: Where) -> Split:
    """The best melds of a suit's cards in hand and one `claimed`, whose meld counts as in `where`."""
    held = tuple(count + (card == claimed) for card, count in zip(suit, counts, strict=True))
    found = [
        (CountedMeld(meld, where), *_best(suit, _less(suit, held, meld)))
        for meld in _fitting(suit, held, claimed)
    ]
    return max([*found, _best(suit, counts)], key=_merit)


def _merit(melds: Split) -> tuple[int, int, int]:
    """Most cards in melds; of equals, most points, then the fewest melds."""
    return sum(len(meld.cards) for meld in melds), total(melds), -len(melds)


def _fitting(suit: Cards, counts: tuple[int, ...], card: Card) -> Iterator[Cards]:
    """The melds with `card` for which there are enough cards."""
    held = dict(zip(suit, counts, strict=True))
    for meld in _melds_of(suit):
        if card in meld and all(meld.count(other) <= held[other] for other in meld):
            yield meld


def _less(suit: Cards, counts: tuple[int, ...], taken: Cards) -> tuple[int, ...]:
    return tuple(count - taken.count(card) for card, count in zip(suit, counts, strict=True))


def _without(cards: Cards, card: Card) -> Cards:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]

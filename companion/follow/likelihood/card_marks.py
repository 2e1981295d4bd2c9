"""What looks like cards on the table, and what is remembered of it from stretch to stretch."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.follow.follows import Floats
from companion.follow.likelihood.fields_look import FieldsLook, OpenCard
from referee.just4fun_colours import FIELD_COLOURS
from referee.table import Colour

Cards = tuple[Colour, ...]
_SAME_PLACE, _PILE = 0.3, 0.6  # in fields
_FROM_ELSEWHERE = 0.9  # after a knock a card at the picture's edge is seen so much elsewhere
OF_ONE_COLOUR = 0.1  # probability: a card that is moved may read as little as that as the colour that it had
FORGOTTEN = 4  # a card that was not seen in so many stretches is gone for good
HALF_A_HAND = 5  # so many cards at once are a hand shown rather than a price paid


# What a card that came to lie there may be instead of one that was laid anew.
SEEN_AGAIN, ON_THE_PILE, ON_AN_OLD_ONE = "seen again", "on the pile", "where an old one lies"
# Before it is known where cards are cleared away to, and after.
CLEARED_AWAY = "one cleared away", "one cleared away, not onto the pile"
# It lay there when an act was done, and was none of its cards: said once.
LEFT_OVER = "left over before"
TAKEN_BACK, LET_STAND = "taken back", "let stand"  # how a faulty act may end
DOUBTS = SEEN_AGAIN, ON_THE_PILE, *CLEARED_AWAY, ON_AN_OLD_ONE, LEFT_OVER


@dataclass(frozen=True, eq=False)
class Mark:
    """What looked like a card when it was seen last, in stretch ``since``; it came after stretch ``bare`` (None: that
    is not known). ``missing``: for so many stretches it was not seen. ``doubt``: one of DOUBTS, None if it is a card
    laid anew, or a mistake of the eyes. ``of_fault``: it belongs to the faulty act that lies there."""

    card: OpenCard
    since: int
    bare: int | None
    came_now: bool
    missing: int = 0
    doubt: str | None = None
    of_fault: bool = False


@dataclass(frozen=True, eq=False)
class CardsMemory:
    """``old`` marks belong to what was done, ``new`` ones to what is to come, or to a faulty act that lies there;
    ``discards`` is the referee's pile by then, ``faulty`` the cards of that act, None if none lies there, and
    ``ended`` how it ended since: it was TAKEN_BACK or LET_STAND, None if it lies there still. ``played``
    (k, 2) where cards were laid, ``areas`` (k,) how large they were, in square fields, ``pile`` (2,) where they were
    cleared away to, ``gone`` (k, 6) the colours of those that were just taken from there."""

    old: tuple[Mark, ...]
    new: tuple[Mark, ...]
    discards: Cards
    faulty: Cards | None
    played: Floats
    areas: Floats
    pile: Floats | None
    gone: Floats
    ended: str | None = None

    @staticmethod
    def first(discards: Cards, seen: FieldsLook) -> CardsMemory:
        """At the first look: whatever lies there is old."""
        old = tuple(Mark(card, seen.number, None, False) for card in seen.cards)
        none = np.zeros((0, len(FIELD_COLOURS)))
        return CardsMemory(old, (), discards, None, np.zeros((0, 2)), np.zeros(0), None, none)

    @property
    def fault_stands(self) -> bool:
        """Whether there was a faulty act that was not taken back: what its cards are was weighed when it was done."""
        return self.faulty is not None and self.ended != TAKEN_BACK


def in_order(cards: Iterable[Colour]) -> Cards:
    """Cards in the order in which their colours are always named."""
    return tuple(sorted(cards, key=FIELD_COLOURS.index))


def seen_now(memory: CardsMemory, seen: FieldsLook) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
    """The marks remembered as they are seen now, ``old`` ones and others; these with those that came now."""
    old, new = ([mark for mark in marks if _is_known(mark, seen)] for marks in (memory.old, memory.new))
    remembered = [*old, *new]
    still: dict[int, OpenCard] = {}
    fresh: list[tuple[OpenCard, bool, bool]] = []
    for card in seen.cards:
        lies, on_old, again = _same(card, remembered)
        if lies is None:
            fresh.append((card, on_old, again))
        elif lies not in still or still[lies].confidence < card.confidence:
            still[lies] = card
    kept = [_seen_again(mark, still.get(i), seen.number) for i, mark in enumerate(remembered)]
    gone = np.vstack([memory.gone, cleared_away(kept, memory.pile)])
    doubts = _doubts(fresh, gone, memory.pile)
    marks = [
        Mark(card, seen.number, max(card.since, default=None), True, doubt=doubt)
        for (card, *_), doubt in zip(fresh, doubts, strict=True)
    ]
    return tuple(kept[: len(old)]), (*kept[len(old) :], *marks)


def _is_known(mark: Mark, seen: FieldsLook) -> bool:
    """False of what was read as no card a while ago: the eyes tell that it came, and not whether it lies there."""
    return not mark.card.unread or seen.number - mark.since <= FORGOTTEN


def _doubts(
    fresh: Sequence[tuple[OpenCard, bool, bool]], gone: Floats, pile: Floats | None
) -> list[str | None]:
    """What each card that came may be. ``gone`` (k, 6) are the colours of those that were cleared away; ``pile`` is
    where they are put, if that is known. A card of these colours on the pile is that one: then all others are new."""
    piled = [is_on(pile, card) for card, *_ in fresh]
    alike = [is_one_of(gone, card) for card, *_ in fresh]
    seen_there = any(on_pile and is_alike for on_pile, is_alike in zip(piled, alike, strict=True))
    doubts: list[str | None] = []
    for (_, on_old, again), on_pile, is_alike in zip(fresh, piled, alike, strict=True):
        if again or on_pile:
            doubts.append(SEEN_AGAIN if again else ON_THE_PILE)
        elif is_alike and not seen_there:
            doubts.append(CLEARED_AWAY[0 if pile is None else 1])
        else:
            doubts.append(ON_AN_OLD_ONE if on_old else None)
    return doubts


def cleared_away(marks: Iterable[Mark], pile: Floats | None) -> Floats:
    """(k, 6) the colours of those that may just have been cleared away, as far as they were cards: from the ``pile``
    (2,) none is, but others may cover it."""
    gone = [
        mark.card.colour_p * mark.card.confidence
        for mark in marks
        if mark.missing == 1 and not is_on(pile, mark.card)
    ]
    return np.array(gone).reshape(-1, len(FIELD_COLOURS))


def is_one_of(gone: Floats, card: OpenCard) -> bool:
    """Whether a card may be one of those that are ``gone`` (k, 6), by its colour."""
    return len(gone) > 0 and float((gone @ card.colour_p).max()) > OF_ONE_COLOUR


def is_on(pile: Floats | None, card: OpenCard) -> bool:
    """Whether a card lies on the ``pile`` (2,)."""
    return pile is not None and float(np.linalg.norm(card.centre - pile)) < _PILE


def _seen_again(mark: Mark, card: OpenCard | None, number: int) -> Mark:
    if card is None:  # what was read as no card is told once, when it comes to lie there
        return mark if mark.card.unread else replace(mark, missing=mark.missing + 1)
    return replace(mark, card=card, since=number)


def _same(card: OpenCard, remembered: Sequence[Mark]) -> tuple[int | None, bool, bool]:
    """Which of those remembered a card is, if any. If it is none: whether it lies on the place of one of them, and
    whether it may be one of them that was not seen for a while."""
    lies, on_old, again = None, False, False
    least = np.inf
    for i, mark in enumerate(remembered):
        fields, place = apart(card, mark.card), card.since.get(mark.since)
        if mark.missing:
            again |= fields < _SAME_PLACE and place is not None and place.as_before
            continue
        if place is None:
            limit = _FROM_ELSEWHERE if _alike(card, mark.card) else 0.0
        else:
            on_old |= fields < _SAME_PLACE and not place.as_before
            limit = _SAME_PLACE if place.as_before else 0.0
        if fields < min(limit, least):
            lies, least = i, fields
    return lies, on_old and lies is None, again and lies is None


def _alike(one: OpenCard, other: OpenCard) -> bool:
    return float(np.sqrt(one.colour_p * other.colour_p).sum()) > 0.5


def apart(one: OpenCard, other: OpenCard) -> float:
    """How far two cards' middles are apart, in fields."""
    (x, y), (other_x, other_y) = one.centre, other.centre
    return math.hypot(x - other_x, y - other_y)

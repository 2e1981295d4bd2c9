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
OF_ONE_COLOUR = 0.3  # probability


@dataclass(frozen=True, eq=False)
class Mark:
    """What looked like a card when it was seen last, in stretch ``since``; it came after stretch ``bare`` (None: that
    is not known). ``missing``: for so many stretches it was not seen; ``old_place``: it lies where an older one lay;
    ``cleared``: it may be one that was just cleared away; ``piled``: it lies on the pile; ``of_fault``: it belongs to
    the faulty act that lies on the table."""

    card: OpenCard
    since: int
    bare: int | None
    came_now: bool
    missing: int = 0
    old_place: bool = False
    cleared: bool = False
    piled: bool = False
    of_fault: bool = False


@dataclass(frozen=True, eq=False)
class CardsMemory:
    """``old`` marks belong to what was done, ``new`` ones to what is to come, or to a faulty act that lies there;
    ``discards`` is the referee's pile by then, ``faulty`` the cards of that act. ``played`` (k, 2) where cards were
    laid, ``areas`` (k,) how large they were, in square fields, ``pile`` (2,) where they were cleared away to,
    ``gone`` (k, 6) the colours of those that were just taken from there."""

    old: tuple[Mark, ...]
    new: tuple[Mark, ...]
    discards: Cards
    faulty: Cards
    played: Floats
    areas: Floats
    pile: Floats | None
    gone: Floats

    @staticmethod
    def first(discards: Cards, seen: FieldsLook) -> CardsMemory:
        """At the first look: whatever lies there is old."""
        old = tuple(Mark(card, seen.number, None, False) for card in seen.cards)
        none = np.zeros((0, len(FIELD_COLOURS)))
        return CardsMemory(old, (), discards, (), np.zeros((0, 2)), np.zeros(0), None, none)

    def played_since(self, discards: Cards) -> Cards | None:
        """The cards of what was done since, by the referee's pile; None where it was shuffled meanwhile."""
        before = len(self.discards)
        return discards[before:] if discards[:before] == self.discards else None


def in_order(cards: Iterable[Colour]) -> Cards:
    """Cards in the order in which their colours are always named."""
    return tuple(sorted(cards, key=FIELD_COLOURS.index))


def seen_now(memory: CardsMemory, seen: FieldsLook) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
    """The marks remembered as they are seen now, ``old`` ones and others; these with those that came now."""
    remembered = [*memory.old, *memory.new]
    still: dict[int, OpenCard] = {}
    fresh: list[tuple[OpenCard, bool]] = []
    for card in seen.cards:
        lies, on_old = _same(card, remembered)
        if lies is None:
            fresh.append((card, on_old))
        elif lies not in still or still[lies].confidence < card.confidence:
            still[lies] = card
    kept = [_seen_again(mark, still.get(i), seen.number) for i, mark in enumerate(remembered)]
    vanished = [mark.card.colour_p for mark in kept if mark.missing == 1]
    gone = np.vstack([memory.gone, *vanished])
    marks = [
        Mark(
            card,
            seen.number,
            max(card.since, default=None),
            True,
            old_place=on_old,
            cleared=len(gone) > 0 and float((gone @ card.colour_p).max()) > OF_ONE_COLOUR,
            piled=memory.pile is not None and float(np.linalg.norm(card.centre - memory.pile)) < _PILE,
        )
        for card, on_old in fresh
    ]
    count = len(memory.old)
    return tuple(kept[:count]), (*kept[count:], *marks)


def _seen_again(mark: Mark, card: OpenCard | None, number: int) -> Mark:
    if card is None:  # what was read as no card is told once, when it comes to lie there
        return mark if mark.card.unread else replace(mark, missing=mark.missing + 1)
    sharper = card if card.confidence >= mark.card.confidence or not mark.missing else mark.card
    return replace(mark, card=sharper, since=number, missing=0)


def _same(card: OpenCard, remembered: Sequence[Mark]) -> tuple[int | None, bool]:
    """Which of those remembered a card is, if any; and whether it lies where one of them lies or lay."""
    near, on_old = None, False
    least = np.inf
    for i, mark in enumerate(remembered):
        fields, place = apart(card, mark.card), card.since.get(mark.since)
        if place is None:
            limit = _FROM_ELSEWHERE if _alike(card, mark.card) and not mark.missing else 0.0
        else:
            on_old |= fields < _SAME_PLACE and not (place.as_before or mark.missing)
            limit = _SAME_PLACE if place.as_before else 0.0
        if fields < min(limit, least):
            near, least = i, fields
    return near, on_old and near is None


def _alike(one: OpenCard, other: OpenCard) -> bool:
    return float(np.sqrt(one.colour_p * other.colour_p).sum()) > 0.5


def apart(one: OpenCard, other: OpenCard) -> float:
    """How far two cards' middles are apart, in fields."""
    (x, y), (other_x, other_y) = one.centre, other.centre
    return math.hypot(x - other_x, y - other_y)

"""Four Colour Cards: what strips that are new, or gone, may come of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from companion.follow.four_colour_tables import (
    OF_CARD,
    drawn_before,
    faults_of,
    in_order,
    lying,
    overruled_offer,
    takes_at_once,
    turns_lucky,
)
from companion.follow.likelihood.strips import FLOOR, Held
from referee.four_colour_acts import Act, Discard, Draw, Exhausted, Hu, Meld, Offer, State, Stuck
from referee.four_colour_deck import CARDS, COPIES, GENERALS, Card, Cards
from referee.four_colour_melds import melds_with

_READINGS = 3  # so many cards are tried for a strip, the likeliest first
_HANDS = 8  # and so many hands for the strips of a hand laid open
_SEARCHED = 200  # of so many, the likeliest, those that are all melds are tried besides
_MELD = 5  # a meld has no more cards than 4; one that is none hardly more


def acts(state: State, look: Held) -> Iterator[Act]:
    """What the strips that are new or gone may come of, each once, and nothing for which there are not the cards."""
    found: dict[Act, None] = {}
    for seat, player in enumerate(state.players):
        found |= dict.fromkeys(_at_seat(state, look, seat, player))
    if len(look.new):
        found |= dict.fromkeys(_into_middle(state, look))
    offer_seen = _offer_was_seen(state, look)
    for act in found:
        if "no_such_card" in faults_of(state, act) or _looks_legal(state, act):
            continue
        if offer_seen or not _claims(state, act) or takes_at_once(state, act):
            yield act
    if look.gone.any():
        if not faults_of(state, Exhausted()):
            yield Exhausted()
        if not state.hand(state.on_turn) and not state.table.offer:
            yield Stuck(state.on_turn)


def _looks_legal(state: State, act: Act) -> bool:
    """Whether a fault looks like what is legal: a general drawn and taken at once; or a hand with which nothing is
    wrong but that cards lack, for these may lie there unseen."""
    if isinstance(act, Hu) and len(act.hand) < state.hand(act.player):
        return faults_of(state, act) == ("hand_not_shown",)
    return isinstance(act, Meld) and drawn_before(state, act) is not None


def _claims(state: State, act: Act) -> bool:
    """Whether an act takes the card on offer."""
    offer = state.table.offer
    return isinstance(act, Hu) or bool(offer and isinstance(act, Meld) and offer.card in act.cards)


def _offer_was_seen(state: State, look: Held) -> bool:
    """Whether the card on offer lay there before this stretch, now or before what was taken back; True if none is."""
    offer, middle, lies = state.table.offer, len(state.players), lying(state)
    if not offer:
        return True
    key = middle, OF_CARD[offer.card]
    taken_back = any(len(those) > lies[each] for each, those in look.groups.items() if each[0] != middle)
    return taken_back or len(look.groups.get(key, ())) >= lies[key]


def _into_middle(state: State, look: Held) -> Iterator[Act]:
    """A card drawn where one is on offer, else discarded."""
    kind = Draw if state.table.offer else Discard
    for which in _of_area(look, len(state.players)):
        yield from (kind(state.on_turn, card) for card in _readings(look, which))


def _at_seat(state: State, look: Held, seat: int, player: str) -> Iterator[Act]:
    """Claims of the card on offer, and the new strips at a seat taken for a meld, for a hand, as they read; with them
    those that still lie there of what was taken back."""
    those, size = _of_area(look, seat), state.hand(player)
    offer = state.table.offer or overruled_offer(state, player)
    kept = _kept(state, look, seat)
    count = len(those) + len(kept)
    if not count:
        return
    if offer:
        most = count + 1 if not look.seen.in_the_way[seat] else COPIES  # one may lie under another
        claims = (cards for cards in melds_with(offer.card) if len(cards) <= most)
        yield from (Meld(player, in_order(cards)) for cards in claims)
        if player == state.on_turn:  # a general that was drawn, and taken at once
            read = {card for which in those[:_MELD] for card in _readings(look, which)}
            yield from (Draw(player, card) for card in GENERALS if card in read)
    if count <= _MELD:
        for cards in _hands(look, those):
            yield Meld(player, in_order((*cards, *kept)))
            yield from (Meld(player, each) for each in _with_offer(offer, look, those, cards, kept))
    if those and 2 * len(those) >= size:
        yield from _shown(state, offer, look, those, player)


def _kept(state: State, look: Held, seat: int) -> Cards:
    """The cards that lie at a seat and that ``state`` does not have there: a meld with them was taken back."""
    lies, now = lying(state), look.now
    return tuple(
        CARDS[card]
        for (area, card), those in look.groups.items()
        if area == seat and len(those) > lies[area, card]
        for _ in range(min(len(those) - lies[area, card], sum(bool(now[t] >= 0) for t in those)))
    )


def _with_offer(
    offer: Offer | None, look: Held, those: Sequence[int], cards: Cards, kept: Cards
) -> Iterator[Cards]:
    """The same cards with the one on offer instead of the one whose strip is likeliest it."""
    if offer and those and offer.card not in cards:
        which = max(those, key=lambda i: float(look.log_p[i, OF_CARD[offer.card]]))
        others = [_readings(look, i)[0] for i in those if i != which]
        yield in_order((*others, *kept, offer.card))


def _shown(state: State, offer: Offer | None, look: Held, those: Sequence[int], player: str) -> Iterator[Act]:
    """A hand laid open, at hu or by one who cannot discard; with the lucky card, where one may have been turned."""
    middle = _of_area(look, len(state.players))
    turned = {card for which in middle for card in _readings(look, which)}
    without = () if turns_lucky(state) else (None,)
    hands: list[Cards] = []
    for each in _may_be_hand(offer, look, those):
        every = _hands(look, each, _SEARCHED)
        melds = [hand for hand in every[_HANDS:] if not faults_of(state, Hu(player, hand))]
        hands += [*every[:_HANDS], *melds[:_HANDS], *_completed(state, every, player)]
    for hand in dict.fromkeys(hands):
        if offer:
            yield from (Hu(player, hand, lucky) for lucky in (*sorted(turned), *without))
        elif set(hand) <= set(GENERALS):
            yield Stuck(player, hand)


def _may_be_hand(offer: Offer | None, look: Held, those: Sequence[int]) -> Iterator[list[int]]:
    """The strips that may be a hand: all, or all but the card on offer, laid there too, or but the least legible."""
    log_p = look.log_p[those]
    least = int(log_p.max(1).argmin())
    claimed = int(log_p[:, OF_CARD[offer.card]].argmax()) if offer else None
    for out in dict.fromkeys(((), (claimed,), (least,), (claimed, least))):
        yield [which for i, which in enumerate(those) if i not in out]


def _completed(state: State, hands: Sequence[Cards], player: str) -> Iterator[Cards]:
    """Hands of a card more or less than were seen, of the likeliest, that split wholly with the card on offer."""
    size = state.hand(player)
    for hand in hands[:2]:
        if len(hand) == size - 1:
            every = [in_order((*hand, card)) for card in CARDS]
        elif len(hand) == size + 1:
            every = [hand[:i] + hand[i + 1 :] for i in range(len(hand))]
        else:
            every = []
        yield from (each for each in every if not faults_of(state, Hu(player, each)))


def _hands(look: Held, those: Sequence[int], most: int = _HANDS) -> list[Cards]:
    """What the strips may be together, at most so many, the likeliest first, and no card more often than there are
    copies left."""
    surest = sorted(those, key=lambda i: -float(look.log_p[i].max()))
    read = [[(card, float(look.log_p[i, OF_CARD[card]])) for card in _readings(look, i)] for i in surest]
    return list(_together(tuple(map(tuple, read)), most))


@lru_cache(maxsize=64)
def _together(readings: tuple[tuple[tuple[Card, float], ...], ...], most: int) -> tuple[Cards, ...]:
    """At most so many hands, of each strip one of its readings, which are given with their log-probabilities."""
    found: list[tuple[float, Cards]] = [(0.0, ())]
    for strip in readings:
        longer: dict[Cards, float] = {}
        for before, cards in found:
            for card, log_p in strip:
                if cards.count(card) < COPIES:
                    each = in_order((*cards, card))
                    longer[each] = max(before + log_p, longer.get(each, -np.inf))
        found = sorted(((more, each) for each, more in longer.items()), key=lambda each: -each[0])[:most]
    return tuple(cards for _, cards in found)


def _readings(look: Held, which: int) -> list[Card]:
    """The cards that a new strip is likeliest, the likeliest first."""
    first, *others = np.argsort(-look.log_p[which], kind="stable")[:_READINGS].tolist()
    return [CARDS[i] for i in (first, *(i for i in others if look.seen.p[look.new[which], i] > FLOOR))]


def _of_area(look: Held, area: int) -> list[int]:
    """Which of the new strips lie there."""
    return np.flatnonzero(look.seen.area[look.new] == area).tolist()

"""Four Colour Cards: how the strips lie in a state, after an act, and if the table counts as it lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from companion.follow.likelihood.strip_memory import Lies
from referee import four_colour_cards as rules
from referee.four_colour_acts import (
    Act,
    Discard,
    Draw,
    Exhausted,
    Hu,
    Meld,
    Offer,
    OpenCards,
    SetTable,
    State,
    Stuck,
)
from referee.four_colour_claims import judged_in
from referee.four_colour_deck import CARDS, GENERALS, Card, Cards
from referee.four_colour_melds import best_melds, kind_of
from referee.game import Unfit

OF_CARD = {card: index for index, card in enumerate(CARDS)}
_OFFERS = 2  # of so many cards in the middle each may be the one on offer, if the table counts as it lies


@lru_cache(maxsize=256)
def lying(state: State) -> Lies:
    """What lies open: at the seats in the players' order, and in the middle."""
    middle, table = len(state.players), state.table
    lies: Lies = Counter()
    for seat, melds in enumerate(table.melds):
        lies.update((seat, OF_CARD[card]) for meld in melds for card in meld)
    lies.update((middle, OF_CARD[card]) for card in table.passed)
    if table.offer:
        lies[middle, OF_CARD[table.offer.card]] += 1
    return lies


@lru_cache(maxsize=4096)
def tables(state: State, act: Act | None) -> tuple[Lies, ...]:
    """How the strips may lie after an act in ``state``, legal or not: at hu the card on offer is taken, or left. What
    an act overrules was put back."""
    state = state if act is None else judged_in(state, act)
    lies, middle, offer = lying(state).copy(), len(state.players), state.table.offer
    match act:
        case Discard() | Draw():
            lies[middle, OF_CARD[act.card]] += 1
        case Meld():
            _lay(lies, state.players.index(act.player), act.cards)
            if offer and offer.card in act.cards:
                lies[middle, OF_CARD[offer.card]] -= 1
        case Hu():
            seat = state.players.index(act.player)
            _lay(lies, seat, act.hand)
            if act.lucky:
                lies[middle, OF_CARD[act.lucky]] += 1
            if offer:
                taken = lies.copy()
                taken[middle, OF_CARD[offer.card]] -= 1
                _lay(taken, seat, (offer.card,))
                return lies, taken
        case Stuck(player, hand) if hand:
            _lay(lies, state.players.index(player), hand)
        case Stuck() | Exhausted():
            return (Counter(),)  # it is seen when the strips are swept off the table
    return (lies,)


def in_order(cards: Iterable[Card]) -> Cards:
    """The cards of a meld or a hand in the one order in which they are told."""
    return tuple(sorted(cards))


@lru_cache(maxsize=8192)
def faults_of(state: State, act: Act) -> tuple[str, ...]:
    """What is wrong with an act."""
    return rules.judge(state, act).faults


def overruled_offer(state: State, player: str) -> Offer | None:
    """The card that a meld has just taken, which a stronger claim of ``player`` may yet overrule; None if none."""
    before = state.before_meld
    return before.table.offer if before and player != state.on_turn else None


@lru_cache(maxsize=1024)
def drawn_before(state: State, meld: Meld) -> Draw | None:
    """The general of a meld that is not on offer, drawn just before and taken at once, so that nobody saw it lie in
    the middle: by that the meld is legal; None if it cannot be."""
    offer, generals = state.table.offer, [card for card in meld.cards if card in GENERALS]
    if not offer or not generals or offer.card in meld.cards or meld.player != state.on_turn:
        return None
    first = Draw(meld.player, generals[0])
    legal = not faults_of(state, first) and not faults_of(rules.accept(state, first), meld)
    return first if legal else None


def takes_at_once(state: State, act: Act) -> bool:
    """Whether an act takes a card on offer that need not have been seen in the middle: a general, by its drawer. With
    every other people wait for who else may claim it."""
    offer = state.table.offer
    return bool(
        offer
        and isinstance(act, Meld)
        and offer.drawn
        and offer.card in GENERALS
        and act.player == offer.player
        and offer.card not in state.table.passed[-1:]
    )


def turns_lucky(state: State) -> bool:
    """Whether who calls hu turns up a lucky card: until it lies there he has not done."""
    return bool(state.stock) and state.options.lucky != "none"


@lru_cache(maxsize=512)
def set_tables(state: State, lies: frozenset[tuple[tuple[int, int], int]]) -> tuple[SetTable, ...]:
    """The acts that say that the strips lie so (each area and card, and how often), whatever was done: with no card
    on offer and anybody on turn, or with one that anybody discarded; none if the cards at a seat are no melds."""
    areas = [Counter[Card]() for _ in range(len(state.players) + 1)]
    for (area, index), count in lies:
        areas[area][CARDS[index]] += count
    melds = [_melds(laid, cards) for laid, cards in zip(state.table.melds, areas[:-1], strict=True)]
    passed, new = _split(state.table.passed, areas[-1])
    every = [
        SetTable(OpenCards(tuple(each for each in melds if each is not None), (*passed, *new)), player)
        for player in state.players
    ]
    for card in dict.fromkeys(new[:_OFFERS]):
        others = list(new)
        others.remove(card)
        for player in state.players:
            offer = Offer(card, player)
            every.append(SetTable(replace(every[0].table, passed=(*passed, *others), offer=offer), None))
    return () if None in melds else tuple(act for act in every if _fits(state, act))


def _melds(laid: tuple[Cards, ...], cards: Counter[Card]) -> tuple[Cards, ...] | None:
    """The cards at a seat as melds: those that were laid, and the others, else all anew; None if they are none."""
    kept, left = list[Cards](), cards.copy()
    for meld in laid:
        if Counter(meld) <= left and kind_of(meld):
            kept.append(meld)
            left -= Counter(meld)
    for old, others in ((kept, left), ([], cards)):
        found, over = best_melds(in_order(others.elements()))
        if not over:
            return (*old, *(in_order(meld.cards) for meld in found))
    return None


def _split(passed: Cards, cards: Counter[Card]) -> tuple[Cards, Cards]:
    """The cards in the middle: those that lay there and were not claimed, and the others."""
    left, kept = cards.copy(), list[Card]()
    for card in passed:
        if left[card]:
            left[card] -= 1
            kept.append(card)
    return tuple(kept), in_order((+left).elements())


def _fits(state: State, act: SetTable) -> bool:
    try:
        rules.with_table(state, act.table, act.on_turn)
    except Unfit:
        return False
    return True


def _lay(lies: Lies, seat: int, cards: Cards) -> None:
    lies.update((seat, OF_CARD[card]) for card in cards)

"""Claims of the card on offer in Four Colour Cards: who may make one, which goes first, and what it overrules.

Hu goes before gan and pong, they go before chi; of equals the first in turn order. Whoever lays a meld claims by
that; a claim can also be spoken before anything is laid, and then binds: a weaker one must wait until whoever spoke
lays, or passes. Until the next discard a stronger claim overrules a meld on the same card, which is put back: it was
no fault when it was laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from referee.four_colour_acts import Act, Called, Claim, Hu, Meld, Offer, Player, State
from referee.four_colour_deck import COPIES, GENERALS, Card
from referee.four_colour_melds import Kind, kind_of, melds_with

FREELY: Mapping[Kind, Called] = {
    "triple": "pong",
    "quadruple": "gan",
}  # from whomever; every other meld is chi


def called(kind: Kind | None) -> Called:
    """Return what who lays a meld of that kind calls out.

    >>> called("triple"), called("field")
    ('pong', 'chi')
    """
    return FREELY.get(kind, "chi") if kind else "chi"


def judged_in(state: State, act: Act) -> State:
    """Return the state in which an act is judged: a meld that it overrules is put back before."""
    before = state.before_meld
    offer = before.table.offer if before else None
    if before is None or offer is None or not isinstance(act, Claim | Meld | Hu):
        return state
    not_on_it = isinstance(act, Meld) and offer.card not in act.cards
    if act.player == state.on_turn or not_on_it or act == Claim(act.player, "pass"):
        return state
    laid = Meld(state.on_turn, state.table.melds[state.turn][-1])
    if precedence(before, offer, act) > precedence(before, offer, laid):
        return state
    return replace(before, overruled=laid)


def overruled_by(state: State, act: Act) -> Meld | None:
    """Return the meld that a stronger one, or a hu, overrules; a claim may have put it back before."""
    back = judged_in(state, act).overruled
    return back if back and isinstance(act, Meld | Hu) and act.player != back.player else None


def precedence(state: State, offer: Offer, claim: Claim | Meld | Hu) -> tuple[int, int]:
    """Return where a claim of the card on offer, laid or spoken, stands among others: the least prevails.

    Of equals the first in turn order, beginning with who drew the card, or after a discard with the next player.
    """
    match claim:
        case Hu():
            word: Called = "hu"
        case Meld():
            word = called(kind_of(claim.cards))
        case Claim():
            word = claim.kind
    weakness = {"hu": 0, "gan": 1, "pong": 1}.get(word, 2)
    first = state.players.index(offer.player) if offer.drawn else state.after(offer.player)
    return weakness, (state.players.index(claim.player) - first) % len(state.players)


def standing(state: State, beside: Player | None = None) -> Claim | None:
    """Return the claim that goes first of those that were spoken, but for those of a player `beside`; None where
    nobody claims the card on offer."""
    offer = state.table.offer
    spoken = [claim for claim in state.claims if claim.kind != "pass" and claim.player != beside]
    return min(spoken, key=lambda claim: precedence(state, offer, claim), default=None) if offer else None


def goes_before(state: State, act: Meld | Hu) -> Claim | None:
    """Return the claim spoken by another player for which who lays must wait, None if there is none."""
    offer, first = state.table.offer, standing(state, act.player)
    if offer is None or first is None:
        return None
    return first if precedence(state, offer, first) < precedence(state, offer, act) else None


def faults_of_claim(state: State, act: Claim) -> Iterator[str]:
    """A claim may be spoken where by what lies open there can be a meld for it; whether it is in hand is seen when it
    is laid. Whoever drew a general cannot pass. With no card on offer who may overrule a meld may say that he passes.
    """
    offer = state.table.offer
    if act.kind == "pass":
        if not offer and (state.before_meld is None or act.player == state.on_turn):
            yield "card_not_on_offer"
        if offer and general_waits(state) and act.player == offer.player:
            yield "general_not_taken"
        return
    if not offer:
        yield "card_not_on_offer"
        return
    if own_discard(offer, act.player):
        yield "claim_order"
    if act.kind != "hu":
        tried = [set(faults_of_meld(replace(state, claims=()), meld)) for meld in melds_for(offer, act)]
        yield from set.intersection(*tried) if tried else ("not_a_meld",)


def faults_of_meld(state: State, act: Meld) -> Iterator[str]:
    """A chi out of turn is one whether or not it takes in the card on offer."""
    offer, kind = state.table.offer, kind_of(act.cards)
    claimed = offer is not None and offer.card in act.cards
    if not claimed:
        yield "card_not_on_offer"
    if not kind:
        yield "not_a_meld"
    chi = kind is not None and kind not in FREELY
    own = claimed and offer is not None and own_discard(offer, act.player)
    if own or goes_before(state, act) or (offer and chi and act.player not in entitled(state, offer)):
        yield "claim_order"
    from_hand = Counter(act.cards) - Counter([offer.card] if offer and claimed else [])
    if from_hand.total() > state.hand(act.player) or too_many(state, act.player, from_hand.elements()):
        yield "no_such_card"


def melds_for(offer: Offer, claim: Claim) -> list[Meld]:
    """Return every meld with the card on offer by which who claims it could keep his word."""
    return [
        Meld(claim.player, cards) for cards in melds_with(offer.card) if called(kind_of(cards)) == claim.kind
    ]


def general_waits(state: State) -> bool:
    """True if a general was drawn that its drawer must take."""
    offer = state.table.offer
    return offer is not None and offer.drawn and offer.card in GENERALS


def own_discard(offer: Offer, player: Player) -> bool:
    """True if `player` discarded the card on offer himself: nobody claims what he just gave away."""
    return offer.player == player and not offer.drawn


def entitled(state: State, offer: Offer) -> tuple[Player, ...]:
    """Return who may take the card on offer by chi: its drawer, and the next player unless it is a general."""
    following = state.players[state.after(offer.player)]
    if not offer.drawn:
        return (following,)
    return (offer.player,) if general_waits(state) else (offer.player, following)


def too_many(state: State, player: Player, cards: Iterable[Card]) -> bool:
    """True if `cards` of `player`, with those known to be elsewhere, are more of a card than there are."""
    return any(known(state, player, card) + count > COPIES for card, count in Counter(cards).items())


def known(state: State, player: Player, card: Card) -> int:
    """Return how many copies lie open, or were seen in another's hand than `player`'s when a meld was put back."""
    back, offer = state.overruled, state.table.offer
    if back is None or offer is None or back.player == player:
        return state.table.count(card)
    return state.table.count(card) + back.cards.count(card) - (card == offer.card)

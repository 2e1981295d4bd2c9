"""How people play Four Colour Cards, with cards that are hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from companion.follow.four_colour_tables import OF_CARD, drawn_before, in_order, lying, set_tables
from models.simulated.play import Plays
from referee import four_colour_cards as rules
from referee.four_colour_acts import Act, Discard, Draw, Exhausted, Hu, Meld, Options, SetTable, State, Stuck
from referee.four_colour_claims import general_waits, judged_in, precedence
from referee.four_colour_deck import CARDS, COPIES, GENERALS, Cards, colour_of, rank_of
from referee.four_colour_melds import COMMAND, FIELD, melds_with
from referee.four_colour_score import splits_wholly

CLAIMS = 0.7  # how often who can takes a card
SEES_HU = 0.95  # how often who can calls hu
NO_LUCKY = 0.03  # how often the lucky card is forgotten
OVERRULES = (
    0.6  # how often who can take a card by pong, gan or hu still does so when a chi with it lies there
)
LATE = 0.3  # how often a game is looked at from the end of a round on only


@dataclass(frozen=True)
class Deal:
    """A game with the cards that are hidden: each player's hand, and the deck from the top down."""

    state: State
    hands: tuple[Cards, ...]
    deck: Cards
    seed: int  # of all deals of the game

    def hand(self, player: str) -> Cards:
        """The cards in a player's hand."""
        return self.hands[self.state.players.index(player)]


def deal(seed: int, state: State) -> Deal:
    """The cards of a round that begins."""
    rng = np.random.default_rng([seed, state.rounds_over])
    deck = [card for card in CARDS for _ in range(COPIES)]
    deck = [deck[i] for i in rng.permutation(len(deck))]
    hands = []
    for size in state.hands:
        hands.append(tuple(deck[:size]))
        deck = deck[size:]
    return Deal(state, tuple(hands), tuple(deck), seed)


def after(dealt: Deal, act: Act) -> Deal:
    """What there is after an act that stands; a new deal after one that ends a round."""
    state = rules.accept(dealt.state, act)
    if state.rounds_over != dealt.state.rounds_over:
        return deal(dealt.seed, state)
    if isinstance(act, SetTable):
        return _set(dealt, state)
    before = judged_in(dealt.state, act)
    deck, gone, hands = dealt.deck, Counter[str](), dealt.hands
    if before is not dealt.state and before.overruled:
        hands = _taken_back(dealt, before, before.overruled)
    match act:
        case Draw():
            deck = deck[1:]
        case Discard():
            gone = Counter([act.card])
        case Meld():
            offer = before.table.offer
            gone = Counter(act.cards) - Counter([offer.card] if offer and offer.card in act.cards else [])
    player = getattr(act, "player", None)
    hands = tuple(
        tuple((Counter(hand) - gone).elements()) if who == player else hand
        for who, hand in zip(state.players, hands, strict=True)
    )
    return replace(dealt, state=state, hands=hands, deck=deck)


def _taken_back(dealt: Deal, before: State, overruled: Meld) -> tuple[Cards, ...]:
    """The hands where a meld was overruled: whoever laid it has its cards again, but for the one on offer."""
    offer = before.table.offer
    own = Counter(overruled.cards) - Counter([offer.card] if offer else [])
    return tuple(
        (*hand, *own.elements()) if who == overruled.player else hand
        for who, hand in zip(before.players, dealt.hands, strict=True)
    )


def _set(dealt: Deal, state: State) -> Deal:
    """The hidden cards, where the table was made otherwise: of those that do not lie open, each keeps what he can."""
    left = Counter({card: COPIES - state.table.count(card) for card in CARDS})
    hands = []
    for hand, size in zip(dealt.hands, state.hands, strict=True):
        kept = in_order((Counter(hand) & left).elements())[:size]
        left -= Counter(kept)
        hands.append(kept)
    for seat, size in enumerate(state.hands):
        more = in_order(left.elements())[:: max(1, left.total() // 20)][: size - len(hands[seat])]
        left -= Counter(more)
        hands[seat] = (*hands[seat], *more)
    rest = in_order(left.elements())
    rng = np.random.default_rng([dealt.seed, len(rest)])
    return replace(
        dealt, state=state, hands=tuple(hands), deck=tuple(rest[i] for i in rng.permutation(len(rest)))
    )


class StripPlays(Plays[Deal, Act]):
    """How the game is played."""

    def legal(self, rng: np.random.Generator, state: Deal) -> Act | None:
        """What a sensible player does next."""
        return legal(rng, state)

    def faulty(self, rng: np.random.Generator, state: Deal) -> Act | None:
        """A mistake of which somebody might see that it is one."""
        act = faulty(rng, state)
        return None if isinstance(act, Meld) and drawn_before(state.state, act) else act

    def rearranged(self, rng: np.random.Generator, state: Deal) -> Act | None:
        """Two players lay melds, and a card lies in the middle besides, all at once."""
        if rules.outcome(state.state):
            return None
        lies, players = lying(state.state).copy(), state.state.players
        for player in [players[i] for i in rng.permutation(len(players))[:2]]:
            hand = state.hand(player)
            meld = _from_hand(rng, player, hand) if hand else None
            if meld is None or set(meld.cards) <= set(GENERALS):
                return None
            lies.update((players.index(player), OF_CARD[card]) for card in meld.cards)
        if not state.deck:
            return None
        lies[len(players), OF_CARD[state.deck[0]]] += 1
        ways = set_tables(state.state, frozenset((+lies).items()))
        return ways[int(rng.integers(len(ways)))] if ways else None

    def table(self, state: Deal) -> Hashable:
        """The strips that lie open."""
        return state.state.rounds_over, frozenset((+lying(state.state)).items())

    def apply(self, state: Deal, act: Act) -> Deal:
        """What there is after an act that counts."""
        return after(state, act)

    def faults(self, state: Deal, act: Act) -> tuple[str, ...]:
        """What is wrong with it."""
        return rules.judge(state.state, act).faults


def legal(rng: np.random.Generator, dealt: Deal) -> Act | None:
    """What a sensible player does next; None after the end."""
    state, offer = dealt.state, dealt.state.table.offer
    if rules.outcome(state):
        return None
    if offer is None:
        if (late := _overruling(dealt)) and rng.random() < OVERRULES:
            return late
        hand = dealt.hand(state.on_turn)
        least = sorted(
            (_worth(hand, card) + rng.random(), card) for card in sorted(set(hand) - set(GENERALS))
        )
        return Discard(state.on_turn, least[0][1]) if least else Stuck(state.on_turn, in_order(hand) or None)
    claims = sorted(_claims(rng, dealt), key=lambda claim: precedence(state, offer, claim))
    if claims:
        return claims[0]
    return Draw(state.on_turn, dealt.deck[0]) if dealt.deck else Exhausted()


def _overruling(dealt: Deal) -> Meld | None:
    """A meld by which somebody overrules the chi that has just been laid, None if nobody holds the cards for one."""
    before = dealt.state.before_meld
    offer = before.table.offer if before else None
    for player in dealt.state.players if offer else ():
        for cards in melds_with(offer.card) if offer else ():
            held = not Counter(cards) - Counter([*dealt.hand(player), offer.card if offer else ""])
            late = Meld(player, in_order(cards))
            if held and not rules.judge(dealt.state, late).faults:
                return late
    return None


def _claims(rng: np.random.Generator, dealt: Deal) -> Iterator[Meld | Hu]:
    """Those that the players make of the card on offer."""
    state, offer = dealt.state, dealt.state.table.offer
    assert offer is not None
    for player in state.players:
        hand = dealt.hand(player)
        lucky = dealt.deck[0] if dealt.deck and rng.random() > NO_LUCKY else None
        hu = Hu(player, in_order(hand), lucky)
        if splits_wholly(state, hand) and rng.random() < SEES_HU and rules.judge(state, hu).legal:
            yield hu
        must = general_waits(state) and player == offer.player
        for cards in melds_with(offer.card):
            held = not Counter(cards) - Counter([*hand, offer.card])
            claim = Meld(player, in_order(cards))
            if held and rules.judge(state, claim).legal and (must or rng.random() < CLAIMS):
                yield claim


def faulty(rng: np.random.Generator, dealt: Deal) -> Act | None:
    """A mistake that people make, None if none is at hand."""
    state, offer = dealt.state, dealt.state.table.offer
    player = state.players[int(rng.integers(len(state.players)))]
    hand = dealt.hand(player)
    kind = rng.random()
    if not hand or rules.outcome(state):
        return None
    if offer is None:
        generals = [card for card in dealt.hand(state.on_turn) if card in GENERALS]
        if kind < 0.6:
            return Discard(state.on_turn, generals[0]) if generals else None
        return _from_hand(rng, player, hand)
    if general_waits(state) and kind < 0.5:
        return Draw(state.on_turn, dealt.deck[0]) if dealt.deck else None
    if kind < 0.5:
        held = [
            cards for cards in melds_with(offer.card) if not Counter(cards) - Counter([*hand, offer.card])
        ]
        claims = [
            claim for cards in held if rules.judge(state, claim := Meld(player, in_order(cards))).faults
        ]
        return claims[int(rng.integers(len(claims)))] if claims else None
    if kind < 0.8:
        some = rng.permutation(len(hand))[: int(rng.integers(1, 3))]
        return Meld(player, in_order((offer.card, *(hand[i] for i in some))))
    if kind < 0.9:
        return _from_hand(rng, player, hand)
    back = int(rng.integers(0, 2)) * int(rng.integers(1, 3))  # so many cards are held back
    lucky = dealt.deck[0] if dealt.deck and rng.random() < 0.5 else None
    return Hu(player, in_order(hand[back:]), lucky) if len(hand) - back > 1 and rng.random() < 0.3 else None


def _from_hand(rng: np.random.Generator, player: str, hand: Cards) -> Meld | None:
    """A meld of cards in hand only."""
    card = hand[int(rng.integers(len(hand)))]
    melds = [cards for cards in melds_with(card) if not Counter(cards) - Counter(hand)]
    return Meld(player, in_order(melds[int(rng.integers(len(melds)))])) if melds else None


def _worth(hand: Cards, card: str) -> float:
    """How much a card is worth keeping."""
    rank, colour = rank_of(card), colour_of(card)
    camp = next((ranks for ranks in (COMMAND, FIELD) if rank in ranks), set())
    others = sum(f"{colour}-{other}" in hand for other in camp - {rank})
    if rank == "soldier":
        others = len({other for other in hand if rank_of(other) == "soldier"}) - 1
    return 3 * (hand.count(card) - 1) + (4 if others >= 2 else others)


def begin(rng: np.random.Generator) -> Deal:
    """A game of 2 to 4 players, a round or two; at times one that was begun before, and that has used up its deck."""
    players = ("ann", "bo", "cy", "di")[: int(rng.integers(2, 5))]
    options = Options(rounds=int(rng.integers(1, 3)))
    seed = int(rng.integers(2**31))
    dealt = deal(seed, rules.start(players, options))
    left = int(rng.integers(1, 6)) if rng.random() < LATE else 0
    while left and len(dealt.deck) > left and (act := legal(rng, dealt)):
        dealt = after(dealt, act)
    return deal(seed, rules.start(players, options)) if rules.outcome(dealt.state) else dealt

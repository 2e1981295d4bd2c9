"""The words of Four Colour Cards: its acts and states, and what an act does to the cards, legal or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, get_args

from referee.four_colour_deck import CARDS, COPIES, Card, Cards
from referee.four_colour_melds import Where, kind_of
from referee.game import VoidRound
from referee.table import Lying
from wording import Phrase

ID = "four-colour-cards"
HAND = 20  # cards; the first player has one more

Player = str
Called = Literal["chi", "pong", "gan", "hu", "pass"]
CALLED: tuple[Called, ...] = get_args(Called)  # what is said of the card on offer


@dataclass(frozen=True)
class Options:
    """The settings; `OPTIONS` says what they mean."""

    threshold: int = 10
    base: int = 1
    rounds: int = 3
    credits: int = 0
    claimed: Where = "table"
    lucky: str = "above"
    next_starter: str = "winner"
    edition: str = "taiwan"


@dataclass(frozen=True)
class Discard:
    """`player` laid `card` open out of his hand."""

    player: Player
    card: Card


@dataclass(frozen=True)
class Draw:
    """`player` turned `card` up from the deck."""

    player: Player
    card: Card


@dataclass(frozen=True)
class Claim:
    """`player` said what he does with the card on offer, and has laid nothing yet; who says pass claims nothing."""

    player: Player
    kind: Called


@dataclass(frozen=True)
class Meld:
    """`player` laid the card on offer with others out of his hand: `cards`, in any order."""

    player: Player
    cards: Cards


@dataclass(frozen=True)
class Hu:
    """`player` showed his whole `hand`, without the card on offer; `lucky` is the card then turned, if any."""

    player: Player
    hand: Cards
    lucky: Card | None = None


@dataclass(frozen=True)
class Stuck:
    """`player` has no card that he may discard. `hand` is what he has left, None if he did not show it."""

    player: Player
    hand: Cards | None = None


@dataclass(frozen=True)
class Exhausted:
    """The deck is used up, and nobody claims the last card."""


@dataclass(frozen=True)
class Count:
    """A person said how many cards are left in the `deck`, which nobody sees."""

    deck: int


@dataclass(frozen=True)
class Offer:
    """The card that can be claimed, who laid it open, and whether he drew it."""

    card: Card
    player: Player
    drawn: bool = False


@dataclass(frozen=True)
class OpenCards:
    """What lies open: each player's melds, in the players' order, the cards nobody claimed, and the offer."""

    melds: tuple[tuple[Cards, ...], ...]
    passed: Cards = ()
    offer: Offer | None = None

    @property
    def lying(self) -> Lying:
        """The strips by where they lie: (area, card) as if it was a cell, each as many of it as lie there. Areas are
        the players in their order, and the middle last; cards are counted as in CARDS."""
        middle = (*self.passed, *((self.offer.card,) if self.offer else ()))
        areas = [[card for meld in melds for card in meld] for melds in self.melds] + [list(middle)]
        return {
            (area, CARDS.index(card)): (card,) * count
            for area, cards in enumerate(areas)
            for card, count in Counter(cards).items()
        }

    def count(self, card: Card) -> int:
        """Return how many copies of `card` lie open."""
        melded = sum(meld.count(card) for melds in self.melds for meld in melds)
        return melded + self.passed.count(card) + (self.offer is not None and self.offer.card == card)


@dataclass(frozen=True)
class SetTable:
    """A person set the table by hand: so the cards lie. With no offer, `on_turn` (None: as before) discards."""

    table: OpenCards
    on_turn: Player | None = None


Act = Discard | Draw | Claim | Meld | Hu | Stuck | Exhausted | VoidRound | Count | SetTable


@dataclass(frozen=True)
class State:
    """The game between two acts; compare `start`.

    `turn` is who must discard; with a card on offer, who draws if nobody claims it. `emptied`: whose hand a meld
    emptied, which ended the round before. `claims`: what was said of the card on offer, each player's last word, in
    the players' order.

    Until the next discard a stronger claim overrules the meld that took the card on offer: `before_meld` is the state
    before that meld, and `overruled` a meld that was put back so, its cards in its player's hand again.
    """

    game: ClassVar[str] = ID

    players: tuple[Player, ...]  # clockwise
    options: Options
    credits: tuple[int, ...]  # by player
    rounds_over: int
    starter: int  # index into players, of this round
    turn: int  # index into players
    table: OpenCards
    hands: tuple[int, ...]  # cards in each hand
    stock: int  # cards left in the deck
    emptied: Player | None = None
    claims: tuple[Claim, ...] = ()
    before_meld: State | None = None
    overruled: Meld | None = None

    @property
    def on_turn(self) -> Player:
        """The player whose turn it is (or would be, after the end)."""
        return self.players[self.turn]

    def hand(self, player: Player) -> int:
        """Return how many cards `player` has in hand."""
        return self.hands[self.players.index(player)]

    def after(self, player: Player) -> int:
        """Return the index of the player after `player`."""
        return (self.players.index(player) + 1) % len(self.players)


def dealt(
    players: tuple[Player, ...], options: Options, credits: tuple[int, ...], rounds_over: int, starter: int
) -> State:
    """Return the state in which a round begins: the starter has a card more, and must discard."""
    hands = tuple(HAND + (index == starter) for index in range(len(players)))
    return State(
        players=players,
        options=options,
        credits=credits,
        rounds_over=rounds_over,
        starter=starter,
        turn=starter,
        table=OpenCards(melds=((),) * len(players)),
        hands=hands,
        stock=COPIES * len(CARDS) - sum(hands),
    )


def dealt_again(state: State) -> State:
    """Return the state in which the round begins anew, since it counts for nothing: its starter starts again."""
    return dealt(state.players, state.options, state.credits, state.rounds_over, state.starter)


def discarded(state: State, act: Discard) -> State:
    """Return the state in which the discard is on offer; hands have no fewer than no cards."""
    return replace(_offered(state, Offer(act.card, act.player)), hands=_hands_less(state, act.player, 1))


def drawn(state: State, act: Draw) -> State:
    """Return the state in which the card drawn is on offer."""
    return replace(_offered(state, Offer(act.card, act.player, drawn=True)), stock=max(0, state.stock - 1))


def melded(state: State, act: Meld) -> State:
    """Return the state in which a meld lies on the table, and its player must discard.

    The card on offer is part of it; if it is not, nobody claimed it, and all cards of the meld were in hand, and
    nothing overrules it.
    """
    index = state.players.index(act.player)
    offer = state.table.offer
    claimed = offer is not None and offer.card in act.cards
    melds = tuple(
        (*laid, act.cards) if player == index else laid for player, laid in enumerate(state.table.melds)
    )
    passed = state.table.passed if claimed else _passed(state.table)
    hands = _hands_less(state, act.player, len(act.cards) - claimed)
    return replace(
        unsaid(state),
        turn=index,
        table=OpenCards(melds, passed),
        hands=hands,
        before_meld=unsaid(state) if claimed else None,
    )


def said(state: State, act: Claim) -> State:
    """Return the state in which a player said what he does with the card on offer: his last word counts."""
    claims = (*(claim for claim in state.claims if claim.player != act.player), act)
    return replace(state, claims=tuple(sorted(claims, key=lambda claim: state.players.index(claim.player))))


def unsaid(state: State) -> State:
    """Return the state without what was said of a card on offer, and without a meld that could be overruled."""
    return replace(state, claims=(), before_meld=None, overruled=None)


def impossible_cards(table: OpenCards) -> Iterator[Phrase]:
    """Yield every reason why the open cards cannot lie so: what is no meld, or too many copies of a card."""
    for meld in (meld for melds in table.melds for meld in melds if not kind_of(meld)):
        yield Phrase(
            "no_meld",
            "{count} cards that are no meld: {cards}",
            count=len(meld),
            cards=" ".join(meld[:4]),
        )
    for card in CARDS:
        if table.count(card) > COPIES:
            yield Phrase(
                "too_many_copies",
                "there are {copies} cards {card}, not {count}",
                copies=COPIES,
                card=card,
                count=table.count(card),
            )


def empties(state: State, act: Meld) -> bool:
    """True if a meld leaves its player no card: then he cannot discard, and the round is over."""
    return not melded(state, act).hand(act.player)


def is_said_already(state: State, act: Act) -> bool:
    """True if who says that he is stuck ended the round before by a meld, and nothing was done since."""
    untouched = state.table == OpenCards(((),) * len(state.players))
    return isinstance(act, Stuck) and not act.hand and act.player == state.emptied and untouched


def _offered(state: State, offer: Offer) -> State:
    table = replace(state.table, passed=_passed(state.table), offer=offer)
    return replace(unsaid(state), turn=state.after(offer.player), table=table)


def _passed(table: OpenCards) -> Cards:
    """The cards that nobody claimed, when nobody claims the one on offer."""
    return (*table.passed, table.offer.card) if table.offer else table.passed


def _hands_less(state: State, player: Player, cards: int) -> tuple[int, ...]:
    return tuple(
        max(0, hand - cards) if other == player else hand
        for other, hand in zip(state.players, state.hands, strict=True)
    )

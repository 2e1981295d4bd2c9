"""Four Colour Cards: melds claimed from discards and open draws, until someone's whole hand is melds.

The rule sheet decides; what it leaves open is decided in the docstrings here. Hands are hidden: what can be
known of them is their size, and which cards lie open elsewhere; nothing more is guessed. A hand that is shown
is judged exactly. States and acts are immutable; an illegal act changes nothing, unless a person lets it stand
(`accept`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from referee.four_colour_acts import (
    CALLED,
    HAND,
    ID,
    Act,
    Called,
    Claim,
    Count,
    Discard,
    Draw,
    Exhausted,
    Hu,
    Meld,
    OpenCards,
    Options,
    Player,
    SetTable,
    State,
    Stuck,
    dealt,
    dealt_again,
    discarded,
    drawn,
    empties,
    impossible_cards,
    is_said_already,
    melded,
    said,
    unsaid,
)
from referee.four_colour_claims import (
    faults_of_claim,
    faults_of_meld,
    general_waits,
    goes_before,
    judged_in,
    own_discard,
    precedence,
    standing,
    too_many,
)
from referee.four_colour_deck import CARDS, COPIES, EDITIONS, GENERALS
from referee.four_colour_melds import melds_with
from referee.four_colour_score import can_discard, settlement, splits_wholly
from referee.game import IllegalAct, Option, Unfit, Verdict, VoidRound, check_player, check_players, refuse
from wording import Phrase

NAME = "Four Colour Cards"
PLAYERS = (2, 4)
OPTIONS = (
    Option("threshold", 10, range(1001), "points that a hu must reach"),
    Option("base", 1, range(1001), "credits paid beside those for points"),
    Option("rounds", 3, range(1, 101), "rounds of a game"),
    Option("credits", 0, range(1_000_001), "credits of each player at the start"),
    Option(
        "claimed",
        "table",
        ("table", "hand"),
        "the meld that takes in the card on offer at hu counts as there",
    ),
    Option(
        "lucky",
        "above",
        ("above", "towards", "none"),
        "the lucky card counts from the threshold on, or towards it too, or not at all",
    ),
    Option(
        "next_starter",
        "winner",
        ("winner", "same", "next"),
        "who starts the next round: who called hu and reached the threshold (else the same again), the same"
        " player again, or the one after",
    ),
    Option("edition", "taiwan", tuple(EDITIONS), "which glyphs the strips carry"),
)
FAULTS = (
    "can_discard",
    "card_not_on_offer",
    "cards_left",
    "claim_order",
    "game_over",
    "general_discarded",
    "general_not_taken",
    "hand_incomplete",
    "hand_not_shown",
    "no_such_card",
    "not_a_meld",
    "not_now",
    "wrong_player",
)
WARNINGS = ()


@dataclass(frozen=True)
class Outcome:
    """How the game ended: after all rounds the most credits win; ties are joint."""

    game: ClassVar[str] = ID

    how: Literal["credits"]
    winners: tuple[Player, ...]  # in the players' order
    credits: tuple[tuple[Player, int], ...]


def start(players: Sequence[Player], options: Options | None = None) -> State:
    """Return the state before the first discard. Raises ValueError where the players are not of this game."""
    check_players(players, *PLAYERS)
    options = options or Options()
    return dealt(tuple(players), options, (options.credits,) * len(players), 0, 0)


def judge(state: State, act: Act) -> Verdict:
    """Name every fault of `act`. A player who is not in the game raises ValueError."""
    if isinstance(act, SetTable) or is_said_already(state, act):
        return Verdict()
    if outcome(state):
        return Verdict(("game_over",))
    if isinstance(act, VoidRound | Count):
        return Verdict()
    state = judged_in(state, act)
    match act:
        case Claim():
            faults = faults_of_claim(state, act)
        case Discard():
            faults = _faults_of_discard(state, act)
        case Draw():
            faults = _faults_of_draw(state, act)
        case Meld():
            faults = faults_of_meld(state, act)
        case Hu():
            faults = _faults_of_hu(state, act)
        case Stuck():
            faults = _faults_of_stuck(state, act)
        case Exhausted():
            faults = _faults_of_exhausted(state)
    return Verdict(tuple(sorted(set(faults))))


def apply(state: State, act: Act) -> State:
    """Return the state after a legal act. Raises IllegalAct for any other."""
    verdict = judge(state, act)
    if not verdict.legal:
        raise IllegalAct(verdict.faults)
    return accept(state, act)


def accept(state: State, act: Act) -> State:
    """Return the state after an act that stands, legal or not: the cards as they lie are what counts.

    Nobody has fewer than no cards. A meld that leaves its player none ends the round, for he cannot discard; nobody
    need say so. A claim is spoken, and changes nothing that lies there, unless it overrules a meld. After the end
    nothing changes any more, unless a person sets the table.
    """
    if isinstance(act, SetTable):
        return _lying(state, act.table, act.on_turn)
    if outcome(state) or is_said_already(state, act):
        return state
    state = judged_in(state, act)
    match act:
        case Claim():
            return said(state, act) if state.table.offer else state
        case Discard():
            return discarded(state, act)
        case Draw():
            return drawn(state, act)
        case Meld() if not empties(state, act):
            return melded(state, act)
        case VoidRound():
            return dealt_again(state)
        case Count():
            return replace(state, stock=act.deck)
        case _:
            return _next_round(state, act)


def with_table(state: State, table: OpenCards, on_turn: Player | None = None) -> State:
    """Return the state with the open cards set by hand; the sizes of hands and deck follow from them.

    With no card on offer `on_turn` (None: who was on turn before) must discard. Raises Unfit for cards that cannot
    lie so.
    """
    after = _lying(state, table, on_turn)
    refuse(status(state, table), status(state, state.table))
    return after


def status(state: State, table: OpenCards) -> tuple[Phrase, ...]:
    """Return every reason why open cards cannot lie so: what is no meld, or too many copies of a card."""
    return tuple(impossible_cards(table))


def legal_acts(state: State) -> tuple[Act, ...]:
    """Every act but a hu that is legal by what lies open, whatever the hands hold; what prevails comes first.

    Of what can be said only that is one of them without which nobody could go on: who claimed may yet pass.
    """
    if outcome(state):
        return ()
    acts: list[Act] = [Exhausted(), *(Stuck(player) for player in state.players)]
    if state.table.offer is None:
        acts += [Discard(state.on_turn, card) for card in CARDS]
    else:
        acts += [Draw(state.on_turn, card) for card in CARDS]
    acts += _melds(state)
    acts += [Claim(claim.player, "pass") for claim in state.claims if claim.kind != "pass"]
    return tuple(act for act in acts if judge(state, act).legal and not is_said_already(state, act))


def claimable(state: State, player: Player) -> tuple[Called, ...]:
    """Return what `player` may say of the card on offer now, the weakest first; nothing where he can but pass."""
    allowed = tuple(word for word in CALLED if judge(state, Claim(player, word)).legal and not outcome(state))
    return () if allowed == ("pass",) else allowed


def _melds(state: State) -> list[Meld]:
    """Every meld with the card on offer, or with the one that the last meld took; what prevails comes first."""
    offered = state if state.table.offer else state.before_meld
    offer = offered.table.offer if offered else None
    if offered is None or offer is None:
        return []
    melds = [Meld(player, cards) for player in state.players for cards in melds_with(offer.card)]
    return sorted(melds, key=lambda meld: precedence(offered, offer, meld))


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, None while rounds are left."""
    if state.rounds_over < state.options.rounds:
        return None
    most = max(state.credits)
    credit = tuple(zip(state.players, state.credits, strict=True))
    return Outcome("credits", tuple(player for player, credits in credit if credits == most), credit)


def expected_table(state: State) -> OpenCards:
    """Return what should lie open."""
    return state.table


def _lying(state: State, table: OpenCards, on_turn: Player | None) -> State:
    """The state with these open cards. Raises Unfit for more of them than a hand or the deck had."""
    if len(table.melds) != len(state.players):
        raise Unfit(
            "melds_for_all",
            "melds of {wanted} players are needed, not of {count}",
            wanted=len(state.players),
            count=len(table.melds),
        )
    check_player(on_turn, state.players)
    turn = state.turn if on_turn is None else state.players.index(on_turn)
    turn = state.after(table.offer.player) if table.offer else turn
    melded = [sum(map(len, melds)) for melds in table.melds]
    hands = [HAND - cards for cards in melded]
    hands[turn] += table.offer is None
    stock = COPIES * len(CARDS) - sum(hands) - sum(melded) - len(table.passed) - (table.offer is not None)
    if min(*hands, stock) < 0:
        raise Unfit("too_many_open", "more cards lie open than there can be")
    as_before = table == state.table and turn == state.turn
    return replace(
        state if as_before else unsaid(state), table=table, turn=turn, hands=tuple(hands), stock=stock
    )


def _faults_of_discard(state: State, act: Discard) -> Iterator[str]:
    if act.player != state.on_turn:
        yield "wrong_player"
    if state.table.offer:
        yield "not_now"
    if act.card in GENERALS:
        yield "general_discarded"
    if not state.hand(act.player) or too_many(state, act.player, (act.card,)):
        yield "no_such_card"


def _faults_of_draw(state: State, act: Draw) -> Iterator[str]:
    """A deck that is used up gives no card at any moment, nor is one drawn while a claim stands."""
    if act.player != state.on_turn:
        yield "wrong_player"
    if not state.table.offer or not state.stock or standing(state):
        yield "not_now"
    if general_waits(state):
        yield "general_not_taken"
    if too_many(state, act.player, (act.card,)):
        yield "no_such_card"


def _faults_of_hu(state: State, act: Hu) -> Iterator[str]:
    """Of a hand with a wrong number of cards it is judged, too, whether those that were shown split wholly."""
    offer = state.table.offer
    if not offer:
        yield "card_not_on_offer"
    elif own_discard(offer, act.player) or goes_before(state, act):
        yield "claim_order"
    if len(act.hand) != state.hand(act.player):
        yield "hand_not_shown"
    if not splits_wholly(state, act.hand):
        yield "hand_incomplete"
    if too_many(state, act.player, (*act.hand, act.lucky) if act.lucky else act.hand):
        yield "no_such_card"


def _faults_of_stuck(state: State, act: Stuck) -> Iterator[str]:
    """Who can discard is not stuck, whoever's turn it is. Hidden cards may be generals, while any are left."""
    if can_discard(state, act):
        yield "can_discard"
    elif state.table.offer:
        yield "not_now"
    elif act.player != state.on_turn:
        yield "wrong_player"
    if act.hand is not None:
        if len(act.hand) != state.hand(act.player):
            yield "hand_not_shown"
        if too_many(state, act.player, act.hand):
            yield "no_such_card"


def _faults_of_exhausted(state: State) -> Iterator[str]:
    """With cards left nothing else matters; the last card is on offer, and a general drawn last is taken first, as is
    a card that somebody claims."""
    if state.stock:
        yield "cards_left"
    elif not state.table.offer or standing(state):
        yield "not_now"
    elif general_waits(state):
        yield "general_not_taken"


def _next_round(state: State, act: Act) -> State:
    """The state in which the next round begins, after `act` ended one.

    A round at whose end nobody scores counts as one, too.
    """
    counted, options = settlement(state, act), state.options
    credits, starter = state.credits, state.starter
    if counted:
        credits = tuple(credit + gain for credit, gain in zip(credits, counted.pays, strict=True))
    if options.next_starter == "next":
        starter = (starter + 1) % len(state.players)
    elif options.next_starter == "winner" and isinstance(act, Hu) and counted and counted.reached:
        starter = state.players.index(act.player)
    following = dealt(state.players, options, credits, state.rounds_over + 1, starter)
    return replace(following, emptied=act.player) if isinstance(act, Meld) else following

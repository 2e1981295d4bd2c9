"""The facts that the sentences about Four Colour Cards tell.

A fact that is not always there is a list of one entry or none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from referee.four_colour_acts import (
    HAND,
    Act,
    Claim,
    Count,
    Discard,
    Draw,
    Exhausted,
    Hu,
    Meld,
    SetTable,
    State,
    Stuck,
)
from referee.four_colour_cards import Outcome
from referee.four_colour_claims import (
    called,
    entitled,
    general_waits,
    goes_before,
    judged_in,
    known,
    own_discard,
    standing,
)
from referee.four_colour_deck import COPIES, GENERALS, Card
from referee.four_colour_melds import best_melds, kind_of
from referee.four_colour_score import Settlement, settlement
from referee.game import VoidRound

KINDS: dict[type[Act], str] = {
    Discard: "discard",
    Draw: "draw",
    Claim: "claim",
    Meld: "meld",
    Hu: "hu",
    Stuck: "stuck",
    Exhausted: "exhausted",
    VoidRound: "void_round",
    Count: "count",
    SetTable: "table",
}


def case(state: State, act: Act) -> tuple[str, dict[str, Any]]:
    """Return the kind of act (as records name it, but for a claim of nothing: `pass`), and the facts of its case."""
    state = judged_in(state, act)
    offer = state.table.offer
    facts: dict[str, Any] = {"on_turn": state.on_turn, "stock": state.stock, **_moment_facts(state, act)}
    facts["unmade"] = []
    hand_up = [{"player": state.on_turn}] if isinstance(act, Hu) else []
    word_back: list[dict[str, Any]] = [{}] if isinstance(act, Claim) else []
    facts |= {"hand_up": hand_up, "word_back": word_back, "cards_back": [] if hand_up or word_back else [{}]}
    if offer:
        facts |= {"offer": offer.card, "drawer": offer.player}
    if not isinstance(act, Exhausted | VoidRound | Count | SetTable):
        facts |= {"player": act.player, "size": state.hand(act.player)}
    match act:
        case Discard(player, card) | Draw(player, card):
            needed = int(isinstance(act, Discard))
            facts |= {"card": card, **_card_facts(state, player, (card,), needed)}
        case Claim(player, word):
            claimed = {"player": player, "claim": word, "card": offer.card if offer else ""}
            facts |= {"claim": word, "offered": [], "tried": [], "uncalled": [claimed], "unmade": [claimed]}
            facts |= {"scarce": [], "short": [], **_claim_facts(state, act)}
        case Meld(player, cards):
            kind = kind_of(cards)
            facts |= {"cards": cards, "kind": kind or "", "claim": called(kind), **_claim_facts(state, act)}
            laid = Counter(cards) - Counter([offer.card] if offer else [])
            facts |= _card_facts(state, player, tuple(laid.elements()), laid.total())
            facts |= {
                "offered": [{"card": offer.card}] if offer else [],
                "tried": [{"cards": cards, "laid": [{"cards": cards}] if cards else []}],
                "uncalled": [],
            }
        case Hu(player, hand, lucky):
            facts |= {"shown": len(hand), "offered": [], **_claim_facts(state, act)}
            shown = (*hand, *((lucky,) if lucky else ()))
            facts |= _card_facts(state, player, shown, 0)
            facts |= _left_facts(hand, offer.card if offer else None)
        case Count(deck):
            facts["deck"] = deck
        case Stuck(player, hand):
            loose = sum(card not in GENERALS for card in hand or ())
            his = player == state.on_turn and offer is None
            facts |= {"shown": len(hand or ()), "loose": loose, **_card_facts(state, player, hand or (), 0)}
            facts |= {"his": [{}] if his else [], "others": [] if his else [{"player": state.on_turn}]}
    return "pass" if isinstance(act, Claim) and act.kind == "pass" else KINDS[type(act)], facts


def events(before: State, act: Act, after: State) -> list[tuple[str, dict[str, Any]]]:
    """Return what an act overruled; and if it ended a round, what that counted, who pays, how the credits stand, and
    the next round."""
    if isinstance(act, VoidRound) and after is not before:
        return [_next(after)]
    told: list[tuple[str, dict[str, Any]]] = []
    back = judged_in(before, act).overruled if before.before_meld and after is not before else None
    if back and isinstance(act, Claim | Meld | Hu):
        told.append(("overruled", {"player": back.player, "cards": back.cards, "first": act.player}))
    if after.rounds_over == before.rounds_over:
        return told
    counted = settlement(before, act)
    if isinstance(act, Meld):
        told.append(("emptied", {"player": act.player}))
    if counted and isinstance(act, Hu | Meld | Stuck):
        told += _counted(before, act, counted)
        told.append(("credits", {"credits": _credits(after)}))
    if after.rounds_over < after.options.rounds:
        told.append(_next(after))
    return told


def waiting(state: State) -> tuple[str, dict[str, Any]]:
    """Return whose turn it is (`open`), or that a card is on `offer`, the `last` one or a `general`; or that who must
    discard has no card (`stuck`); or that a card is `claimed`, by `hu` or by who is yet to lay a meld."""
    offer = state.table.offer
    if claim := standing(state):
        facts = {"player": claim.player, "claim": claim.kind, "card": offer.card if offer else ""}
        return ("hu" if claim.kind == "hu" else "claimed"), facts
    if offer is None:
        return ("open" if state.hand(state.on_turn) else "stuck"), {}
    kind = "general" if general_waits(state) else "offer" if state.stock else "last"
    return kind, {"card": offer.card, "drawer": offer.player}


def ending(outcome: Outcome) -> tuple[str, dict[str, Any]]:
    """Return the kind of outcome, and its facts."""
    credits = dict(outcome.credits)
    others = [
        {"player": player, "credits": held}
        for player, held in outcome.credits
        if player not in outcome.winners
    ]
    facts = {"winners": outcome.winners, "most": credits[outcome.winners[0]], "others": others}
    if len(outcome.winners) == 1:
        return "credits", facts
    return ("shared" if others else "shared_by_all"), facts


def _next(state: State) -> tuple[str, dict[str, Any]]:
    """Which round begins, and who discards first."""
    number = {"number": state.rounds_over + 1, "rounds": state.options.rounds, "starter": state.on_turn}
    return "round", number


def _moment_facts(state: State, act: Act) -> dict[str, Any]:
    """Why it is not the moment for the act: somebody must discard, a card is on offer or claimed, or the deck is used
    up; and who is to go on then."""
    offer, claim = state.table.offer, standing(state)
    used_up = isinstance(act, Draw) and not state.stock
    claimed = [{"player": claim.player, "claim": claim.kind, "card": offer.card}] if offer and claim else []
    open_to_all = offer and not used_up and not claim
    return {
        "due": [] if offer else [{"player": state.on_turn}],
        "waiting": [{"card": offer.card, "player": state.on_turn}] if offer and open_to_all else [],
        "claimed": claimed if not used_up else [],
        "empty": [{}] if offer and used_up else [],
        "moves": [] if claim else [{"player": state.on_turn}],
        "lays": claimed,
    }


def _claim_facts(state: State, act: Claim | Meld | Hu) -> dict[str, Any]:
    """Why a card may not be claimed: it is the own discard, another's claim goes before, or chi is for others."""
    offer, player = state.table.offer, act.player
    if not offer:
        return {"own": [], "before": [], "entitled": []}
    own = own_discard(offer, player)
    first = None if isinstance(act, Claim) else goes_before(state, act)
    before = [{"player": first.player, "claim": first.kind, "card": offer.card}] if first and not own else []
    return {
        "own": [{"player": player, "card": offer.card}] if own else [],
        "before": before,
        "entitled": [] if own or before else [{"players": entitled(state, offer), "card": offer.card}],
    }


def _card_facts(state: State, player: str, cards: Sequence[Card], needed: int) -> dict[str, Any]:
    """Cards of which this would be more than there are, else that `player` has fewer than `needed` in hand."""
    counts = {card: known(state, player, card) + count for card, count in Counter(cards).items()}
    scarce = [{"all": (card,) * COPIES, "count": count} for card, count in counts.items() if count > COPIES][
        :1
    ]
    size = state.hand(player)
    short = [{"player": player, "size": size, "needed": needed}] if needed > size and not scarce else []
    return {"scarce": scarce, "short": short}


def _left_facts(hand: Sequence[Card], claimed: Card | None) -> dict[str, Any]:
    """What is left over where a hand does not split wholly; nothing for more cards than any hand has."""
    left = best_melds(hand, claimed)[1] if len(hand) <= HAND + 1 else ()
    return {"left": [{"cards": left}] if left else [], "over": len(left)}


def _counted(before: State, act: Hu | Meld | Stuck, counted: Settlement) -> list[tuple[str, dict[str, Any]]]:
    melds = [
        {"kind": meld.kind, "points": meld.points, "cards": meld.cards}
        for meld in counted.melds
        if meld.points
    ]
    facts: dict[str, Any] = {"player": act.player, "points": counted.points, "melds": melds}
    threshold = before.options.threshold
    told = [("counted" if melds else "points", facts)]
    if counted.hidden:
        told.append(("hidden", {"count": counted.hidden}))
    if isinstance(act, Hu) and act.lucky:
        below = counted.points < threshold and before.options.lucky == "above"
        facts = {"card": act.lucky, "lucky": counted.lucky}
        facts |= {"below": [{"threshold": threshold}] if below else []}
        told.append(("lucky" if counted.lucky else "lucky_for_nothing", facts))
    each = abs(counted.pays[before.players.index(act.player)]) // (len(before.players) - 1)
    told.append(
        ("won" if counted.reached else "lost", {"player": act.player, "each": each, "threshold": threshold})
    )
    return told


def _credits(state: State) -> list[dict[str, Any]]:
    return [
        {"player": player, "credits": held} for player, held in zip(state.players, state.credits, strict=True)
    ]

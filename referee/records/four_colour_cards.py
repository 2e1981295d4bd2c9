"""The lines of a record of Four Colour Cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from referee import four_colour_cards as rules
from referee.four_colour_acts import (
    CALLED,
    Act,
    Called,
    Claim,
    Count,
    Discard,
    Draw,
    Exhausted,
    Hu,
    Meld,
    Offer,
    OpenCards,
    Options,
    SetTable,
    State,
    Stuck,
)
from referee.four_colour_claims import overruled_by
from referee.four_colour_deck import CARDS, COPIES, Card, Cards, no_card
from referee.four_colour_melds import CountedMeld
from referee.game import Unfit, VoidRound
from referee.records import wire

ACTS = ("discard", "draw", "claim", "meld", "hu", "stuck", "exhausted", "void_round", "count", "table")


def read_setup(header: Mapping[str, Any]) -> State:
    """Return the state before the first act from a record's first line. Raises Malformed."""
    options = Options(**wire.options(header.get("options", {}), rules.OPTIONS))
    players = wire.names(wire.need(header, "players"))
    try:
        return rules.start(players, options)
    except Unfit as error:
        raise wire.Malformed.of(error.said) from None


def write_setup(state: State) -> dict[str, Any]:
    """Return a record's first line."""
    return {"game": rules.ID, "players": list(state.players), "options": wire.plain(vars(state.options))}


def read_act(start: State, line: Mapping[str, Any]) -> Act:
    """Return the act on a line of a record. Raises Malformed."""
    act = wire.one_of(wire.need(line, "act"), ACTS, "act")
    if act == "exhausted":
        return Exhausted()
    if act == "void_round":
        return VoidRound()
    if act == "count":
        return Count(wire.whole(wire.need(line, "deck"), COPIES * len(CARDS), "deck"))
    if act == "table":
        return _read_table(start, line)
    player = wire.one_of(wire.need(line, "player"), start.players, "player")
    match act:
        case "discard":
            return Discard(player, _card(wire.need(line, "card")))
        case "draw":
            return Draw(player, _card(wire.need(line, "card")))
        case "claim":
            return Claim(player, _called(wire.need(line, "kind")))
        case "meld":
            return Meld(player, _cards(wire.need(line, "cards"), "cards"))
        case "hu":
            lucky = line.get("lucky")
            return Hu(
                player, _cards(wire.need(line, "hand"), "hand"), None if lucky is None else _card(lucky)
            )
        case _:
            hand = line.get("hand")
            return Stuck(player, None if hand is None else _cards(hand, "hand"))


def write_act(act: Act) -> dict[str, Any]:
    """Return the line of a record for an act."""
    match act:
        case Discard(player, card):
            return {"act": "discard", "player": player, "card": card}
        case Draw(player, card):
            return {"act": "draw", "player": player, "card": card}
        case Claim(player, kind):
            return {"act": "claim", "player": player, "kind": kind}
        case Meld(player, cards):
            return {"act": "meld", "player": player, "cards": list(cards)}
        case Hu(player, hand, lucky):
            turned = {} if lucky is None else {"lucky": lucky}
            return {"act": "hu", "player": player, "hand": list(hand), **turned}
        case Stuck(player, hand):
            return {"act": "stuck", "player": player, **({} if hand is None else {"hand": list(hand)})}
        case Exhausted():
            return {"act": "exhausted"}
        case VoidRound():
            return {"act": "void_round"}
        case Count(deck):
            return {"act": "count", "deck": deck}
        case SetTable(table, on_turn):
            return {
                "act": "table",
                "melds": wire.plain(table.melds),
                "passed": list(table.passed),
                "offer": dict(vars(table.offer)) if table.offer else None,
                "on_turn": on_turn,
            }


def retold(now: State, act: Act, before: State) -> None:
    """Whatever the settings are, a line says the same: it names the cards."""


def write_events(before: State, act: Act, after: State) -> dict[str, Any]:
    """Return the meld that the act overruled, and where it ended a round, what a player's cards counted and who pays
    what."""
    if after is before:
        return {}
    back = overruled_by(before, act)
    overruled = {"overruled": write_act(back)} if back else {}
    counted = rules.settlement(before, act)
    if counted is None:
        return overruled
    told: dict[str, Any] = {
        "points": counted.points,
        "melds": [_meld_fields(meld) for meld in counted.melds],
        "lucky": counted.lucky,
        "pays": dict(zip(before.players, counted.pays, strict=True)),
    }
    return overruled | {"hu": told | {"hidden": counted.hidden} if counted.hidden else told}


def write_outcome(outcome: rules.Outcome) -> dict[str, Any]:
    """Return the outcome as `judge --json` tells it."""
    return {"how": outcome.how, "winners": list(outcome.winners), "credits": dict(outcome.credits)}


def _meld_fields(meld: CountedMeld) -> dict[str, Any]:
    return {"kind": meld.kind, "cards": list(meld.cards), "where": meld.where, "points": meld.points}


def _read_table(start: State, line: Mapping[str, Any]) -> SetTable:
    players = wire.listed(wire.need(line, "melds"), "melds", len(start.players))
    melds = tuple(
        tuple(_cards(meld, "meld") for meld in wire.listed(laid, wire.each_of("melds"))) for laid in players
    )
    offer, on_turn = line.get("offer"), line.get("on_turn")
    table = OpenCards(
        melds, _cards(line.get("passed", []), "passed"), _offer(start, offer) if offer is not None else None
    )
    act = SetTable(table, None if on_turn is None else wire.one_of(on_turn, start.players, "on_turn"))
    try:
        rules.accept(start, act)
    except Unfit as error:
        raise wire.Malformed.of(error.said) from None
    return act


def _offer(start: State, value: object) -> Offer:
    fields = wire.mapping(value, "offer")
    player = wire.one_of(wire.need(fields, "player"), start.players, "player")
    drawn = fields.get("drawn", False)
    if not isinstance(drawn, bool):
        raise wire.no_yes_or_no("drawn", drawn)
    return Offer(_card(wire.need(fields, "card")), player, drawn)


def _called(value: object) -> Called:
    return cast(Called, wire.one_of(value, CALLED, "kind"))


def _card(value: object) -> Card:
    if not isinstance(value, str) or value not in CARDS:
        raise wire.Malformed.of(no_card(wire.shown(value)))
    return value


def _cards(value: object, what: str) -> Cards:
    cards = tuple(_card(card) for card in wire.listed(value, what))
    if len(cards) > COPIES * len(CARDS):
        raise wire.Malformed(
            "too_many_cards_named",
            "{name} are {count} cards, more than there are",
            name=what,
            count=len(cards),
        )
    return cards

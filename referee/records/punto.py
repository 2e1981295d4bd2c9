"""The lines of a record of Punto."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee import punto as rules
from referee.game import Unfit, VoidRound
from referee.punto_acts import POINTS, Act, CannotPlace, Change, Place, Placed, Player, SetTable, State, Teams
from referee.records import wire
from referee.table import Cell, Pile, PointCard
from wording import Phrase

ACTS = ("place", "cannot_place", "change", "void_round", "table")


def read_setup(header: Mapping[str, Any]) -> State:
    """Return the state before the first act from a record's first line. Raises Malformed."""
    players = wire.names(wire.need(header, "players"))
    given = wire.options(header.get("options", {}), rules.OPTIONS)
    teams = None if given["teams"] is None else _read_teams(given["teams"], players)
    colours = wire.mapping(wire.need(header, "colours"), "colours")
    own = {
        wire.one_of(player, players, Phrase("player_in", "player in {name}", name="colours")): wire.colours(
            named, rules.COLOURS, "colour", "colours"
        )
        for player, named in colours.items()
    }
    neutral = header.get("neutral")
    try:
        return rules.start(
            players,
            own,
            None if neutral is None else wire.colour(neutral, rules.COLOURS, "neutral"),
            rules.Options(**{**given, "teams": teams}),
        )
    except Unfit as error:
        raise wire.Malformed.of(error.said) from None


def write_setup(state: State) -> dict[str, Any]:
    """Return a record's first line."""
    return {
        "game": rules.ID,
        "players": list(state.players),
        "colours": {player: list(state.colours_of(player)) for player in state.players},
        "neutral": state.neutral,
        "options": wire.plain(vars(state.options)),
    }


def read_act(start: State, line: Mapping[str, Any]) -> Act:
    """Return the act on a line of a record. Raises Malformed."""
    match wire.one_of(wire.need(line, "act"), ACTS, "act"):
        case "place":
            card = _card(wire.need(line, "card"))
            return Place(_player(start, line), card, _cell(wire.need(line, "at"), "at"))
        case "cannot_place":
            shown = wire.need(line, "card")
            return CannotPlace(_player(start, line), None if shown is None else _card(shown))
        case "change":
            return Change(_placed(line, "added"), _placed(line, "removed"))
        case "void_round":
            return VoidRound()
        case _:
            on_turn = line.get("on_turn")
            player = None if on_turn is None else wire.one_of(on_turn, start.players, "on_turn")
            return SetTable(rules.in_order(_piles(line)), player)


def write_act(act: Act) -> dict[str, Any]:
    """Return the line of a record for an act."""
    match act:
        case Place(player, card, cell):
            return {"act": "place", "player": player, "card": card._asdict(), "at": list(cell)}
        case CannotPlace(player, shown):
            return {"act": "cannot_place", "player": player, "card": shown and shown._asdict()}
        case Change(added, removed):
            return {"act": "change", "added": _plain(added), "removed": _plain(removed)}
        case VoidRound():
            return {"act": "void_round"}
        case SetTable(piles, on_turn):
            cells = [[list(cell), [card._asdict() for card in pile]] for cell, pile in piles]
            return {"act": "table", "piles": cells, "on_turn": on_turn}


def retold(now: State, act: Act, before: State) -> None:
    """Whatever the settings are, a line says the same: it names the cells."""


def write_events(before: State, act: Act, after: State) -> dict[str, Any]:
    """Return the `round` that an act ended."""
    if isinstance(act, VoidRound) and after is not before:
        return {"round": {"winner": None, "how": "void", "cells": [], "removed": None}}
    if len(after.rounds) == len(before.rounds):
        return {}
    ended = after.rounds[-1]
    return {
        "round": {
            "winner": ended.winner,
            "how": ended.how,
            "cells": wire.plain(ended.cells),
            "removed": ended.removed and ended.removed._asdict(),
        }
    }


def write_outcome(outcome: rules.Outcome) -> dict[str, Any]:
    """Return the outcome as `judge --json` tells it."""
    won = {player: rounds for side, rounds in outcome.rounds for player in side}
    return {"how": "rounds", "winners": list(outcome.winners), "rounds": won}


def _read_teams(value: object, players: tuple[Player, ...]) -> Teams:
    in_teams = Phrase("player_in", "player in {name}", name="teams")
    first, second = (
        tuple(wire.one_of(name, players, in_teams) for name in wire.listed(team, wire.each_of("teams"), 2))
        for team in wire.listed(value, "teams", 2)
    )
    return (first[0], first[1]), (second[0], second[1])


def _player(start: State, line: Mapping[str, Any]) -> Player:
    return wire.one_of(wire.need(line, "player"), start.players, "player")


def _card(value: object) -> PointCard:
    fields = wire.mapping(value, "card")
    colour = wire.colour(wire.need(fields, "colour"), rules.COLOURS, "colour")
    points = wire.need(fields, "points")
    if not isinstance(points, int) or isinstance(points, bool) or points not in POINTS:
        raise wire.Malformed(
            "no_whole_number",
            "{what} {value} is not a whole number from {least} to {most}",
            what="points",
            value=wire.shown(points),
            least=POINTS[0],
            most=POINTS[-1],
        )
    return PointCard(colour, points)


def _cell(value: object, what: str) -> Cell:
    if isinstance(value, list) and [type(number) for number in value] == [int, int]:  # which a bool is not
        return value[0], value[1]
    raise wire.Malformed(
        "no_free_cell",
        "{what} {value} is not [row, column], two whole numbers",
        what=what,
        value=wire.shown(value),
    )


def _piles(line: Mapping[str, Any]) -> dict[Cell, Pile]:
    piles: dict[Cell, Pile] = {}
    for entry in wire.listed(wire.need(line, "piles"), "piles"):
        where, cards = wire.listed(entry, wire.each_of("piles"), 2)
        cell = _cell(where, "cell")
        if cell in piles:
            raise wire.Malformed("cell_twice", "cell {cell} is given twice", cell=wire.shown(where))
        piles[cell] = tuple(_card(card) for card in wire.listed(cards, "cards"))
    return piles


def _placed(line: Mapping[str, Any], name: str) -> tuple[Placed, ...]:
    return tuple((_card(card), _cell(cell, "cell")) for card, cell in wire.pieces(line, name))


def _plain(placed: tuple[Placed, ...]) -> list[Any]:
    return [[card._asdict(), list(cell)] for card, cell in placed]

"""The lines of a record of Just 4 Fun Colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee import just4fun_colours as rules
from referee.changes import Placed
from referee.game import Unfit
from referee.just4fun_colours import FIELD_COLOURS, STONE_COLOURS, Act, Change, Exchange, Place, SetTable
from referee.records import wire
from referee.table import Colour
from wording import Phrase

ACTS: dict[str, type[Act]] = {"place": Place, "exchange": Exchange, "change": Change, "table": SetTable}
FIELD_COLOUR = Phrase("field_colour", "field colour")


def read_setup(header: Mapping[str, Any]) -> rules.State:
    """Return the state before the first act from a record's first line. Raises Malformed."""
    given = wire.options(header.get("options", {}), rules.OPTIONS)
    players = wire.colours(wire.need(header, "players"), STONE_COLOURS, "player", "players")
    options = rules.Options(**given | {"names": _read_names(given["names"], players)})
    board = wire.mapping(wire.need(header, "board"), "board")
    rows = wire.square(wire.need(board, "fields"), options.size, "board.fields")
    fields = tuple(wire.colours(row, FIELD_COLOURS, FIELD_COLOUR, "fields") for row in rows)
    try:
        return rules.start(players, fields, options)
    except Unfit as error:
        raise wire.Malformed.of(error.said) from None


def write_setup(state: rules.State) -> dict[str, Any]:
    """Return a record's first line."""
    options, names = state.options, dict(state.names)
    return {
        "game": rules.ID,
        "players": list(state.players),
        "options": {"row": options.row, "size": options.size, **({"names": names} if names else {})},
        "board": {"fields": wire.plain(state.fields)},
    }


def read_act(start: rules.State, line: Mapping[str, Any]) -> Act:
    """Return the act on a line of a record. Raises Malformed."""
    size = start.options.size
    match wire.one_of(wire.need(line, "act"), tuple(ACTS), "act"):
        case "place":
            return Place(_player(line), wire.cell(wire.need(line, "cell"), size), _cards(line))
        case "exchange":
            return Exchange(_player(line), _cards(line))
        case "change":
            added, removed = _stones(line, "added", size), _stones(line, "removed", size)
            return Change(added, removed, _cards(line) if "cards" in line else ())
        case _:
            rows = wire.square(wire.need(line, "stacks"), size, "stacks")
            stacks = (
                tuple(wire.colours(stack, STONE_COLOURS, "stone", "stacks") for stack in row) for row in rows
            )
            on_turn = line.get("on_turn")
            player = None if on_turn is None else wire.colour(on_turn, start.players, "on_turn")
            return SetTable(tuple(stacks), player)


def write_act(act: Act) -> dict[str, Any]:
    """Return the line of a record for an act: its fields, under their own names."""
    name = next(name for name, kind in ACTS.items() if isinstance(act, kind))
    return {"act": name, **wire.plain(vars(act))}


def retold(now: rules.State, act: Act, before: rules.State) -> Act | None:
    """Return the act with its cards by their other names, where two colours were called the other way round; else
    None, for a line names the fields, and says the same."""
    names = rules.names_changed(before.fields, now.fields)
    if names is None or isinstance(act, SetTable):
        return None
    other = dict(zip(names, reversed(names), strict=True))
    return replace(act, cards=tuple(other.get(card, card) for card in act.cards))


def write_events(before: rules.State, act: Act, after: rules.State) -> dict[str, Any]:
    """Return nothing: an act has no other consequences than the outcome."""
    return {}


def write_outcome(outcome: rules.Outcome) -> dict[str, Any]:
    """Return the outcome as `judge --json` tells it."""
    told: dict[str, Any] = {"how": outcome.how, "winners": list(outcome.winners)}
    if outcome.how == "row":
        return told | {"cells": wire.plain(outcome.cells)}
    return told | {"areas": {player: [len(area.cells), area.stones] for player, area in outcome.areas}}


def _read_names(value: object, players: Sequence[Colour]) -> tuple[tuple[Colour, str], ...]:
    """What the players are called, in their order; a colour that does not play may have a name for another game."""
    named = {} if value is None else wire.mapping(value, "names")
    for colour in named:
        wire.colour(colour, STONE_COLOURS, "names")
    called = {player: named[player] for player in players if player in named}
    for name, count in Counter(wire.names(list(called.values()))).items():
        if count > 1:
            raise wire.Malformed("given_twice", "{name} is given twice", name=wire.shown(name))
    return tuple(called.items())


def _player(line: Mapping[str, Any]) -> Colour:
    # A colour that does not play in this game is judged (`wrong_player`): its stone can lie on the board.
    return wire.colour(wire.need(line, "player"), STONE_COLOURS, "player")


def _cards(line: Mapping[str, Any]) -> tuple[Colour, ...]:
    return wire.colours(wire.need(line, "cards"), FIELD_COLOURS, "card", "cards")


def _stones(line: Mapping[str, Any], name: str, size: int) -> tuple[Placed, ...]:
    pairs = wire.pieces(line, name)
    return tuple(
        (wire.colour(colour, STONE_COLOURS, "stone"), wire.cell(cell, size)) for colour, cell in pairs
    )

"""The lines of a record of noughts and crosses with caps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from examples.caps import referee as rules
from examples.caps.referee import SIZE, Act, Change, Lay, SetTable, State
from referee.changes import Placed
from referee.game import Unfit
from referee.records import wire
from referee.table import COLOURS

ACTS: dict[str, type[Act]] = {"lay": Lay, "change": Change, "table": SetTable}


def read_setup(header: Mapping[str, Any]) -> State:
    """Return the state before the first act from a record's first line. Raises Malformed."""
    wire.options(header.get("options", {}), rules.OPTIONS)
    players = wire.colours(wire.need(header, "players"), COLOURS, "player", "players")
    try:
        return rules.start(players)
    except Unfit as error:
        raise wire.Malformed.of(error.said) from None


def write_setup(state: State) -> dict[str, Any]:
    """Return a record's first line."""
    return {"game": rules.ID, "players": list(state.players), "options": {}}


def read_act(start: State, line: Mapping[str, Any]) -> Act:
    """Return the act on a line of a record. Raises Malformed."""
    match wire.one_of(wire.need(line, "act"), tuple(ACTS), "act"):
        case "lay":
            player = wire.colour(wire.need(line, "player"), start.players, "player")
            return Lay(player, wire.cell(wire.need(line, "cell"), SIZE))
        case "change":
            return Change(_caps(start, line, "added"), _caps(start, line, "removed"))
        case _:
            rows = wire.square(wire.need(line, "stacks"), SIZE, "stacks")
            stacks = tuple(
                tuple(wire.colours(cap, start.players, "cap", "stacks") for cap in row) for row in rows
            )
            if any(len(stack) > 1 for row in stacks for stack in row):
                raise wire.Malformed("caps_on_caps", "stacks: more than one cap lies on a cell")
            on_turn = line.get("on_turn")
            player_on_turn = None if on_turn is None else wire.colour(on_turn, start.players, "on_turn")
            return SetTable(stacks, player_on_turn)


def write_act(act: Act) -> dict[str, Any]:
    """Return the line of a record for an act: its fields, under their own names."""
    name = next(name for name, kind in ACTS.items() if isinstance(act, kind))
    return {"act": name, **wire.plain(vars(act))}


def retold(now: State, act: Act, before: State) -> None:
    """The game has no settings that could be corrected."""


def write_events(before: State, act: Act, after: State) -> dict[str, Any]:
    """Return nothing: an act has no other consequences than the outcome."""
    return {}


def write_outcome(outcome: rules.Outcome) -> dict[str, Any]:
    """Return the outcome as `judge --json` tells it."""
    return wire.plain(vars(outcome))


def _caps(start: State, line: Mapping[str, Any], name: str) -> tuple[Placed, ...]:
    pairs = wire.pieces(line, name)
    return tuple((wire.colour(cap, start.players, "cap"), wire.cell(cell, SIZE)) for cap, cell in pairs)

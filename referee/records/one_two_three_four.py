"""The lines of a record of One Two Three … Four."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee import lane
from referee import one_two_three_four as rules
from referee import one_two_three_four_tables as tables
from referee.changes import Placed
from referee.game import Unfit
from referee.one_two_three_four import COLOURS, Act, Change, Enter, Move, Pass, SetTable
from referee.records import wire
from referee.table import Colour

ACTS = ("enter", "move", "pass", "change", "table")
FAR = 99  # steps: more than anybody goes


def read_setup(header: Mapping[str, Any]) -> rules.State:
    """Return the state before the first act from a record's first line. Raises Malformed."""
    given = wire.options(header.get("options", {}), rules.OPTIONS)
    corners = given.pop("corners")
    options = rules.Options(**given)
    if corners is not None:
        options = rules.Options(**given, corners=_read_corners(corners, options.size))
    players = wire.names(wire.need(header, "players"))
    colours = wire.mapping(wire.need(header, "colours"), "colours")
    played = {player: wire.colours(named, COLOURS, "colour", "colours") for player, named in colours.items()}
    try:
        return rules.start(players, played, options)
    except Unfit as error:
        raise wire.Malformed.of(error.said) from None


def write_setup(state: rules.State) -> dict[str, Any]:
    """Return a record's first line."""
    corners = {colour: list(state.corner(colour)) for colour in state.options.corners}
    return {
        "game": rules.ID,
        "players": list(state.players),
        "colours": {player: list(state.colours_of(player)) for player in state.players},
        "options": {**vars(state.options), "corners": corners},
    }


def read_act(start: rules.State, line: Mapping[str, Any]) -> Act:
    """Return the act on a line of a record. Raises Malformed."""
    act = wire.one_of(wire.need(line, "act"), ACTS, "act")
    size = start.options.size
    if act == "change":
        return Change(_tiles(line, "added", size), _tiles(line, "removed", size))
    if act == "table":
        return _read_table(start, line)
    player = wire.one_of(wire.need(line, "player"), start.players, "player")
    slide = wire.whole(line.get("slide", 0), FAR, "slide")
    match act:
        case "enter":
            colour = wire.colour(wire.need(line, "colour"), COLOURS, "colour")
            return Enter(player, colour, wire.whole(wire.need(line, "steps"), FAR, "steps"), slide)
        case "move":
            origin = wire.cell(wire.need(line, "from"), size, "from")
            return Move(player, origin, wire.whole(wire.need(line, "lane"), FAR, "lane"), slide)
        case _:
            return Pass(player)


def write_act(act: Act) -> dict[str, Any]:
    """Return the line of a record for an act."""
    match act:
        case Enter(player, colour, steps, slide):
            slid = {"slide": slide} if slide else {}
            return {"act": "enter", "player": player, "colour": colour, "steps": steps, **slid}
        case Move(player, origin, steps, slide):
            return {"act": "move", "player": player, "from": list(origin), "lane": steps, "slide": slide}
        case Pass(player):
            return {"act": "pass", "player": player}
        case Change(added, removed):
            return {"act": "change", "added": wire.plain(added), "removed": wire.plain(removed)}
        case SetTable(stacks, on_turn):
            return {"act": "table", "stacks": wire.plain(stacks), "on_turn": on_turn}


def retold(now: rules.State, act: Act, before: rules.State) -> Act:
    """Return the act that leaves the same table where the lane goes otherwise; see `one_two_three_four_tables`."""
    return tables.retold(now, act, before)


def write_events(before: rules.State, act: Act, after: rules.State) -> dict[str, Any]:
    """Return the tiles that were kicked out, or fell off the board, each with the cell that it left."""
    if after is before or isinstance(act, SetTable):
        return {}
    done = rules.effect(before, act)
    told: dict[str, Any] = {"fallen": wire.plain(done.fallen)} if done.fallen else {}
    return told | {"kicked": wire.plain(done.kicked)} if done.kicked else told


def write_outcome(outcome: rules.Outcome) -> dict[str, Any]:
    """Return the outcome as `judge --json` tells it."""
    return {"how": outcome.how, "winners": list(outcome.winners), "cells": wire.plain(outcome.cells)}


def _read_corners(value: object, size: int) -> tuple[Colour, ...]:
    """Whose corner is which, clockwise; of four colours one may be left out, for its corner is left over."""
    cells = {
        wire.colour(colour, COLOURS, "corner"): wire.cell(cell, size, f"corners.{colour}")
        for colour, cell in wire.mapping(value, "corners").items()
    }
    left = [colour for colour in COLOURS if colour not in cells]
    owners = {cell: colour for colour, cell in cells.items()}
    if len(left) > 1 or len(owners) < len(cells) or not set(owners) <= set(lane.corners(size)):
        raise wire.Malformed(
            "shared_corners",
            "corners must give each of {known} a corner of its own",
            known=wire.known(COLOURS),
        )
    return tuple(owners.get(cell) or left[0] for cell in lane.corners(size))


def _read_table(start: rules.State, line: Mapping[str, Any]) -> SetTable:
    size = start.options.size
    rows = wire.square(wire.need(line, "stacks"), size, "stacks")
    stacks = tuple(tuple(wire.colours(stack, COLOURS, "tile", "stacks") for stack in row) for row in rows)
    if any(len(stack) > 1 for row in stacks for stack in row):
        raise wire.Malformed("tiles_on_tiles", "stacks: more than one tile lies on a cell")
    on_turn = line.get("on_turn")
    player = None if on_turn is None else wire.one_of(on_turn, start.players, "on_turn")
    return SetTable(stacks, player)


def _tiles(line: Mapping[str, Any], name: str, size: int) -> tuple[Placed, ...]:
    pairs = wire.pieces(line, name)
    return tuple((wire.colour(colour, COLOURS, "tile"), wire.cell(cell, size)) for colour, cell in pairs)

"""The facts that the sentences about One Two Three … Four tell.

A fact that is not always there is a list of one entry or none.
"""

from __future__ import annotations

from typing import Any

from referee.changes import Placed
from referee.one_two_three_four import ROW, Outcome, accept, can_move, outcome, ways
from referee.one_two_three_four_acts import (
    STEPS,
    TILES,
    Act,
    Change,
    Enter,
    Move,
    Pass,
    SetTable,
    State,
    as_entry,
    effect,
    obstacles,
    tile_differences,
    turn_cell,
)
from referee.phrases.rows import told_rows


def case(state: State, act: Act) -> tuple[str, dict[str, Any]]:
    """Return the kind of act (as records name it, and `slide` for a move inwards), and the facts of its case."""
    facts: dict[str, Any] = {"on_turn": state.on_turn, "all": TILES, "needed": STEPS}
    if isinstance(act, SetTable):
        return "table", facts
    act = as_entry(state, act)
    if isinstance(act, Change):
        return "change", facts | _change_facts(state, act)
    facts |= {"player": act.player, "own": state.colours_of(act.player)}
    match act:
        case Pass():
            return "pass", facts | _way_facts(state, act)
        case Enter():
            foreign = [{"colour": act.colour}] if act.colour not in facts["own"] else []
            facts |= {
                "colour": act.colour,
                "corner": state.corner(act.colour),
                "missing": [],
                "foreign": foreign,
            }
            return "enter", facts | _path_facts(state, act, act.steps)
        case Move():
            colour = state.lying.get(act.origin)
            foreign = [{"colour": colour}] if colour and colour not in facts["own"] else []
            missing = [] if colour else [{"cell": act.origin}]
            facts |= {"colour": colour, "origin": act.origin, "missing": missing, "foreign": foreign}
            if state.on_lane(act.origin):
                facts |= _path_facts(state, act, act.lane)
            return "slide" if act.slide else "move", facts | _step_facts(act.lane, act.slide)


def events(before: State, act: Act, after: State) -> list[tuple[str, dict[str, Any]]]:
    """Return what went back to its owner: `kicked` out, or `fallen` off the board."""
    if after is before or isinstance(act, SetTable):
        return []
    done = effect(before, act)
    told = []
    if done.kicked:
        told.append(("kicked", _owned(before, done.kicked)))
    if done.fallen:
        tiles = [_owned(before, tile) for tile in done.fallen]
        told.append(("fallen", {"cell": done.fallen[0][1], "tiles": tiles}))
    return told


def waiting(state: State) -> tuple[str, dict[str, Any]]:
    """Return that somebody is to play, or that he can only `pass`."""
    return ("open" if can_move(state) else "pass"), {}


def ending(outcome: Outcome) -> tuple[str, dict[str, Any]]:
    """Return the kind of outcome, and its facts. `row`: one line; `rows`: more; `blocked`: nobody can move."""
    if outcome.how == "blocked":
        return "blocked", {}
    rows = told_rows(outcome.cells, ROW)
    facts: dict[str, Any] = {
        "winners": outcome.winners,
        "cells": outcome.cells,
        "rows": rows,
        "length": len(outcome.cells),
        "colours": outcome.colours,
        "helpers": [] if outcome.mover in outcome.winners else [{"player": outcome.mover}],
    }
    return ("row" if len(rows) == len(outcome.colours) == 1 else "rows"), facts


def _path_facts(state: State, act: Enter | Move, lane: int) -> dict[str, Any]:
    """The cells on the way: where it turns inwards, where it ends, and what is in the way."""
    turn = turn_cell(state, act)
    reached = state.inwards(turn)[act.slide : act.slide + 1] if act.slide else (turn,)
    tiles = state.lying
    facts = {"turn": turn, "to": reached, **_step_facts(lane, act.slide)}
    for fault, cell in obstacles(state, act):
        facts |= {fault: cell, "occupant": tiles.get(cell, "")}
    return facts


def _step_facts(lane: int, slide: int) -> dict[str, Any]:
    unmoved = [{"slide": slide}] if slide and not lane else []
    counted = [] if unmoved else [{"total": lane + slide, "needed": STEPS}]
    return {"lane": lane, "slide": slide, "unmoved": unmoved, "counted": counted}


def _way_facts(state: State, act: Pass) -> dict[str, Any]:
    """One turn that is possible instead, and gives no win away, if there is one."""
    quiet = (way for way in ways(state, act.player) if outcome(accept(state, way)) is None)
    match way := next(quiet, None):
        case Enter():
            corner = state.corner(way.colour)
            return {"way": [], "entry": [{"colour": way.colour, "corner": corner, "steps": way.steps}]}
        case Move():
            slide = [{"slide": way.slide}] if way.slide else []
            return {"way": [{"origin": way.origin, "lane": way.lane, "slide": slide}], "entry": []}
    return {"way": [], "entry": []}


def _change_facts(state: State, act: Change) -> dict[str, Any]:
    change = tile_differences(state, act)
    return {
        "added": tuple(cell for _, cell in change.added),
        "moved": tuple({"colour": colour, "cell": cell, "to": to} for colour, cell, to in change.moved),
        "lost": tuple({"colour": colour, "cell": cell} for colour, cell in change.lost),
    }


def _owned(state: State, tile: Placed) -> dict[str, Any]:
    """A tile and whose it is; a colour that nobody plays is on a table set by hand only."""
    colour, cell = tile
    owner = state.owner(colour)
    return {"colour": colour, "cell": cell, "owner": [{"player": owner}] if owner else []}

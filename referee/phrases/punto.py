"""The facts that the sentences about Punto tell.

The grid floats, and its cells keep their names all the same: `a1` is cell (0, 0), whatever lies there and wherever
the others lie. A fact that is not always there is a list of one entry or none.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from referee import punto as rules
from referee.changes import without_common
from referee.game import VoidRound
from referee.phrases.rows import told_rows
from referee.punto_acts import AREA, CannotPlace, Change, Placed, Player, SetTable, State
from referee.punto_rounds import Tally, tallies
from referee.table import CardTable, PointCard, cell_name


def case(state: State, act: rules.Act) -> tuple[str, dict[str, Any]]:
    """Return the kind of act (as records name it, `cover` on a card, `used_up`), and the facts of its case."""
    facts: dict[str, Any] = {"on_turn": state.on_turn, "area": AREA}
    if isinstance(act, SetTable):
        return "table", facts
    if isinstance(act, VoidRound):
        return "void_round", facts
    act = rules.as_placement(state, act)
    if isinstance(act, Change) and rules.is_clearing_up(state, act):
        return "cleared", facts
    if isinstance(act, Change):
        return "change", facts | _change_facts(state, act)
    if isinstance(act, CannotPlace):
        kind, more = _claim(state, act)
        return kind, facts | more
    under = CardTable(state.piles).tops.get(act.cell)
    rows, columns = rules.area_with(state.piles, act.cell)
    facts |= {"cell": cell_name(act.cell), "rows": rows, "columns": columns}
    facts |= {"under": [_card_facts(under)] if under else []}
    return "cover" if under else "place", facts | _deck_facts(state, act.player, act.card)


def events(before: State, act: rules.Act, after: State) -> list[tuple[str, dict[str, Any]]]:
    """Return the end of a round, and who starts the `next`.

    `row`: one line; `rows`: more. `stalemate`: most lines, or the cheapest; `void`: nobody won.
    """
    if isinstance(act, VoidRound) and after is not before:
        return [_next(after)]
    if len(after.rounds) == len(before.rounds):
        return []
    ended = after.rounds[-1]
    facts: dict[str, Any] = {"number": len(after.rounds), "length": len(ended.cells)}
    if ended.winner:
        facts |= {
            "side": before.side_of(ended.winner),
            "cells": " ".join(map(cell_name, ended.cells)),
            "rows": told_rows(ended.cells, before.row, cell_name),
            "removed": [_card_facts(ended.removed)] if ended.removed else [],
        }
    kind: str = ended.how
    if kind == "row":
        kind = "row" if len(facts["rows"]) == 1 else "rows"
    else:
        facts |= {"tallies": [_tally_facts(tally) for tally in tallies(before)]}
    told = [(kind, facts)]
    if not rules.outcome(after):
        told.append(_next(after))
    return told


def waiting(state: State) -> tuple[str, dict[str, Any]]:
    """Return that somebody is to play, or that his deck is `used_up`."""
    return ("open" if any(state.deck_left(state.on_turn)) else "used_up"), {}


def ending(outcome: rules.Outcome) -> tuple[str, dict[str, Any]]:
    """Return the kind of outcome, and its facts."""
    sides = [{"side": side, "won": won} for side, won in outcome.rounds]
    return "rounds", {"winners": outcome.winners, "sides": sides}


def _next(state: State) -> tuple[str, dict[str, Any]]:
    """Who starts the round that begins."""
    return "next", {"starter": state.on_turn, "number": len(state.rounds) + 1}


def _claim(state: State, act: CannotPlace) -> tuple[str, dict[str, Any]]:
    """The kind and the facts of a claim that nothing can be laid."""
    if act.card is None:
        fewest, most = state.deck_left(act.player)
        left = [{"player": act.player, "left": fewest, "most": most}]
        kept = {"kept": left, "about": []} if fewest == most else {"kept": [], "about": left}
        return "used_up", {"player": act.player, "open": [], **kept}
    cells = rules.open_cells(state, act.card.points)
    # An example gives no win away.
    quiet = (cell for cell in cells if not _ends_round(state, rules.Place(act.player, act.card, cell)))
    example = [{"cell": cell_name(cell)} for cell in islice(quiet, 1)]
    places = [_card_facts(act.card) | {"example": example}] if cells else []
    return "cannot_place", _deck_facts(state, act.player, act.card) | {
        "open": places,
        "kept": [],
        "about": [],
    }


def _ends_round(state: State, act: rules.Place) -> bool:
    return len(rules.accept(state, act).rounds) > len(state.rounds)


def _card_facts(card: PointCard) -> dict[str, Any]:
    return {"colour": card.colour, "points": card.points}


def _deck_facts(state: State, player: Player, card: PointCard) -> dict[str, Any]:
    neutral = (state.neutral,) if state.neutral else ()
    return _card_facts(card) | {
        "player": player,
        "own": state.colours_of(player) + neutral,
        "lying": state.lying(card),
        "gone": state.gone(card),
    }


def _change_facts(state: State, act: Change) -> dict[str, Any]:
    _, removed, moved = rules.differences(act)
    laid, _ = without_common(act.added, act.removed)

    def placed_facts(placed: Placed) -> dict[str, Any]:
        return _card_facts(placed[0]) | {"cell": cell_name(placed[1])}

    return {
        "laid": [placed_facts(placed) for placed in laid],
        "removed": [placed_facts(placed) for placed in removed],
        "moved": [placed_facts((card, cell)) | {"to": cell_name(to)} for card, cell, to in moved],
    }


def _tally_facts(tally: Tally) -> dict[str, Any]:
    cheapest = [{"points": tally.points}] if tally.lines else []
    return {"side": tally.side, "lines": tally.lines, "cheapest": cheapest}

"""The facts that the sentences about Punto tell.

The grid floats, so cells are named within the smallest box around all cards in question: `a1` is its corner. A
fact that is not always there is a list of one entry or none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee import punto as rules
from referee.changes import without_common
from referee.game import VoidRound
from referee.punto_acts import AREA, CannotPlace, Change, Placed, Player, SetTable, State
from referee.punto_rounds import Tally, tallies
from referee.table import CardTable, Cell, PointCard, cell_name

COLUMNS = 26  # that have a letter


def case(state: State, act: rules.Act) -> tuple[str, dict[str, Any]]:
    """Return the kind of act (as records name it, `cover` on a card, `used_up`), and the facts of its case."""
    facts: dict[str, Any] = {"on_turn": state.on_turn, "area": AREA}
    if isinstance(act, SetTable):
        return "table", facts
    if isinstance(act, VoidRound):
        return "void_round", facts
    act = rules.as_placement(state, act)
    if isinstance(act, Change):
        return "change", facts | _change_facts(state, act)
    if isinstance(act, CannotPlace):
        kind, more = _claim(state, act)
        return kind, facts | more
    under = CardTable(state.piles).tops.get(act.cell)
    rows, columns = rules.area_with(state.piles, act.cell)
    facts |= {"cell": _Names(state, [act.cell])(act.cell), "rows": rows, "columns": columns}
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
            "cells": _Names(before, ended.cells).all(ended.cells),
            "removed": [_card_facts(ended.removed)] if ended.removed else [],
        }
    kind: str = ended.how
    if kind == "row":
        kind = "row" if _is_straight(ended.cells) else "rows"
    else:
        facts |= {"tallies": [_tally_facts(tally) for tally in tallies(before)]}
    told = [(kind, facts)]
    if not rules.outcome(after):
        told.append(_next(after))
    return told


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
        left, _ = state.deck_left(act.player)
        return "used_up", {"player": act.player, "open": [], "kept": [{"player": act.player, "left": left}]}
    cells = rules.open_cells(state, act.card.points)[:1]
    places = [_card_facts(act.card) | {"cell": _Names(state, cells)(cell)} for cell in cells]
    return "cannot_place", _deck_facts(state, act.player, act.card) | {"open": places, "kept": []}


class _Names:
    """Names cells within the smallest box around the cards on the table and further cells."""

    def __init__(self, state: State, cells: Iterable[Cell]) -> None:
        """Find the box."""
        known = [cell for cell, _ in state.piles] + list(cells)
        self._top, self._left = (min((cell[axis] for cell in known), default=0) for axis in (0, 1))

    def __call__(self, cell: Cell) -> str:
        """Name one cell; where the letters do not reach, by its row and column."""
        row, column = cell[0] - self._top, cell[1] - self._left
        return cell_name((row, column)) if column < COLUMNS else f"({row + 1}, {column + 1})"

    def all(self, cells: Sequence[Cell]) -> str:
        """Name several cells."""
        return " ".join(self(cell) for cell in cells)


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
    named = _Names(state, [cell for _, cell in (*act.added, *act.removed)])

    def placed_facts(placed: Placed) -> dict[str, Any]:
        return _card_facts(placed[0]) | {"cell": named(placed[1])}

    return {
        "laid": [placed_facts(placed) for placed in laid],
        "removed": [placed_facts(placed) for placed in removed],
        "moved": [placed_facts((card, cell)) | {"to": named(to)} for card, cell, to in moved],
    }


def _tally_facts(tally: Tally) -> dict[str, Any]:
    cheapest = [{"points": tally.points}] if tally.lines else []
    return {"side": tally.side, "lines": tally.lines, "cheapest": cheapest}


def _is_straight(cells: Sequence[Cell]) -> bool:
    """True if the cells, in reading order, are one line."""
    (row, column), (second_row, second_column) = cells[:2]
    down, right = second_row - row, second_column - column
    return all(cell == (row + down * step, column + right * step) for step, cell in enumerate(cells))

"""The facts that the sentences about Just 4 Fun Colours tell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from referee import just4fun_colours as rules
from referee.changes import differences
from referee.just4fun_colours import Act, Change, Exchange, Outcome, SetTable, State
from referee.phrases.rows import told_rows
from referee.table import Cell, Colour

SHORTEST = 4  # of the rows that win


def case(state: State, act: Act) -> tuple[str, dict[str, Any]]:
    """Return the kind of act (as records name it), and the facts of its case in `state`."""
    facts: dict[str, Any] = {"on_turn": state.on_turn, "hand": rules.HAND}
    if isinstance(act, SetTable):
        return "table", facts
    act = rules.as_placement(act)
    if isinstance(act, Change):
        return "change", facts | _change_facts(state, act)
    laid = state.discards + act.cards
    facts |= {"player": act.player, "played": len(act.cards), **_doubt_facts(act.cards, laid)}
    turn = [{"player": act.player, "on_turn": state.on_turn}]
    facts |= {"early": turn, "idle": []} if act.player in state.players else {"early": [], "idle": turn}
    if isinstance(act, Exchange):
        # An example gives no win away.
        payable = (rules.Place(act.player, cell, act.cards) for cell in rules.payable(state, act.cards))
        quiet = (stone.cell for stone in payable if rules.outcome(rules.accept(state, stone)) is None)
        return "exchange", facts | {"example": [_price_facts(state, cell) for cell in islice(quiet, 1)]}
    price = _price_facts(state, act.cell)
    return "place", facts | price | _pay_facts(price, len(act.cards))


def events(before: State, act: Act, after: State) -> list[tuple[str, dict[str, Any]]]:
    """Return nothing: the game has no rounds, and its end is told by `ending`."""
    return []


def waiting(state: State) -> tuple[str, dict[str, Any]]:
    """Return that somebody is to play: nothing else is ever waited for."""
    return "open", {}


def ending(outcome: Outcome) -> tuple[str, dict[str, Any]]:
    """Return the kind of outcome, and its facts.

    `row`: one line of one player; `rows`: more. `area`: the largest; `area_by_stones`: the first tie-break
    decided; `area_shared`: neither did; `area_shared_by_stones`: it decided against some of those tied.
    """
    winners = outcome.winners
    facts: dict[str, Any] = {"winners": winners, "count": len(winners)}
    if outcome.how == "row":
        rows = told_rows(outcome.cells, SHORTEST)
        facts |= {"cells": outcome.cells, "length": len(outcome.cells), "rows": rows}
        return ("row" if len(rows) == 1 else "rows"), facts
    scores = [
        {"player": player, "fields": len(area.cells), "stones": area.stones} for player, area in outcome.areas
    ]
    best = next(score for score in scores if score["player"] == winners[0])
    tied = [score for score in scores if score["fields"] == best["fields"]]
    facts |= best | {
        "others": tuple(score for score in scores if score["player"] not in winners),
        "tied": tuple(score["player"] for score in tied),
        "beaten": tuple(score for score in tied if score["player"] not in winners),
    }
    if len(winners) == 1:
        return ("area" if len(tied) == 1 else "area_by_stones"), facts
    return ("area_shared_by_stones" if facts["beaten"] else "area_shared"), facts


def _doubt_facts(cards: Sequence[Colour], laid: Sequence[Colour]) -> dict[str, Any]:
    """Of which card more were laid than there are, since the pile was shuffled; else that no hand has so many."""
    distinct = tuple(dict.fromkeys(cards))
    most = max(distinct, key=laid.count, default="")
    facts = {"distinct": distinct, "card": most}
    if laid.count(most) > rules.COPIES:
        return facts | {
            "scarce": [{"card": most, "laid": laid.count(most), "copies": rules.COPIES}],
            "over": [],
        }
    return facts | {"scarce": [], "over": [{"played": len(cards), "hand": rules.HAND}]}


def _change_facts(state: State, act: Change) -> dict[str, Any]:
    change = differences(state.stacks, act.added, act.removed)
    return {
        "added": tuple(cell for _, cell in change.added),
        "moved": tuple({"player": colour, "cell": cell, "to": to} for colour, cell, to in change.moved),
        "changed": change.changed,
        "lost": tuple({"player": colour, "cell": cell} for colour, cell in change.lost),
    }


def _pay_facts(price: dict[str, Any], played: int) -> dict[str, Any]:
    """What the field takes of who can `pay` it, or that it is `beyond` any hand."""
    missing = price["needed"] - played
    if price["needed"] > rules.HAND:
        return {"pay": [], "beyond": [{"hand": rules.HAND}]}
    return {"pay": [price | {"played": played, "missing": missing, "extra": -missing}], "beyond": []}


def _price_facts(state: State, cell: Cell) -> dict[str, Any]:
    row, column = cell
    height = len(state.stacks[row][column])
    return {"cell": cell, "field": state.fields[row][column], "height": height, "needed": height + 1}

"""The facts that the sentences about noughts and crosses with caps tell."""

from __future__ import annotations

from typing import Any

from examples.caps.referee import ROW, Act, Lay, Outcome, SetTable, State, as_lay, caps_gone, changes
from referee.phrases.rows import told_rows


def case(state: State, act: Act) -> tuple[str, dict[str, Any]]:
    """Return the kind of act (as records name it), and the facts of its case."""
    facts: dict[str, Any] = {"on_turn": state.on_turn}
    if isinstance(act, SetTable):
        return "table", facts
    act = as_lay(act)
    if isinstance(act, Lay):
        there = state.lying.get(act.cell, "")
        return "lay", facts | {"player": act.player, "cell": act.cell, "there": there}
    change = changes(state, act)
    return "change", facts | {
        "added": tuple(cell for _, cell in change.added),
        "moved": [{"colour": cap, "cell": cell, "to": to} for cap, cell, to in change.moved],
        "gone": [{"colour": cap, "cell": cell} for cap, cell in caps_gone(change)],
    }


def events(before: State, act: Act, after: State) -> list[tuple[str, dict[str, Any]]]:
    """Return nothing: an act has no other consequences than the outcome."""
    return []


def waiting(state: State) -> tuple[str, dict[str, Any]]:
    """Return that somebody is to play."""
    return "open", {}


def ending(outcome: Outcome) -> tuple[str, dict[str, Any]]:
    """Return the kind of outcome, `row`, `rows` or `full`, and its facts."""
    rows = told_rows(outcome.cells, ROW)
    kind = "rows" if len(rows) > 1 else outcome.how
    return kind, {"winners": outcome.winners, "cells": outcome.cells, "rows": rows}

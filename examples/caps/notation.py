"""The lines of a record of noughts and crosses with caps as text.

1. red: lay b2
2. change put red a1 blue c3 took red b2
3. table a1 red c3 blue turn blue
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from examples.caps.referee import SIZE
from referee.notation import read_parts, read_who, spell_act
from referee.records import wire
from referee.table import cell_from_name, cell_name, cells


def write_setup(header: Mapping[str, Any]) -> dict[str, str]:
    """Return nothing: the header has the entries of every game."""
    return {}


def read_setup(entries: Mapping[str, str]) -> dict[str, Any]:
    """Return no more fields."""
    return {}


def write_act(fields: Mapping[str, Any]) -> str:
    """Return a line of a record as text."""
    act = fields["act"]
    match act:
        case "lay":
            words = [act, cell_name(tuple(fields["cell"]))]
        case "change":
            words = [act, *_spell_caps("put", fields["added"]), *_spell_caps("took", fields["removed"])]
        case _:
            placed = [(cell, cap) for cell in cells(SIZE) for cap in fields["stacks"][cell[0]][cell[1]]]
            words = [act, *(word for cell, cap in placed for word in (cell_name(cell), cap))]
            words += ["turn", fields["on_turn"]] if fields["on_turn"] else []
    return spell_act(fields.get("player"), words)


def read_act(start: object, text: str) -> dict[str, Any]:
    """Return the fields of the line of a record that `text` spells. Raises Malformed."""
    player, (act, *words) = read_who(text)
    who = {"act": act} if player is None else {"act": act, "player": player}
    match act, words:
        case "lay", [name]:
            return {**who, "cell": _cell(name)}
        case "change", _:
            parts = read_parts(words, ("put", "took"))
            return {**who, "added": _caps(parts["put"]), "removed": _caps(parts["took"])}
        case "table", [*placed, "turn", on_turn]:
            return {**who, "stacks": _stacks(placed), "on_turn": on_turn}
        case "table", _:
            return {**who, "stacks": _stacks(words), "on_turn": None}
    raise wire.Malformed(
        "no_act", "{act} is not one of {known}", act=wire.shown(text), known="lay b2, change, table"
    )


def _spell_caps(key: str, caps: Sequence[tuple[str, list[int]]]) -> list[str]:
    named = [word for cap, (row, column) in caps for word in (cap, cell_name((row, column)))]
    return [key, *named] if caps else []


def _caps(words: Sequence[str]) -> list[list[Any]]:
    return [[cap, _cell(name)] for cap, name in _pairs(words)]


def _stacks(words: Sequence[str]) -> list[list[list[str]]]:
    stacks: list[list[list[str]]] = [[[] for _ in range(SIZE)] for _ in range(SIZE)]
    for name, cap in _pairs(words):
        row, column = wire.cell(_cell(name), SIZE)
        stacks[row][column].append(cap)
    return stacks


def _pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    if len(words) % 2:
        raise wire.Malformed(
            "cap_pairs", "a colour and a cell are needed for each cap, not {words}", words=wire.known(words)
        )
    return list(zip(words[::2], words[1::2], strict=True))


def _cell(name: str) -> list[int]:
    try:
        return list(cell_from_name(name))
    except ValueError:
        raise wire.no_cell_name(name) from None

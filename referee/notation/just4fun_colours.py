"""The lines of a record of Just 4 Fun Colours as text.

    fields:
      red orange yellow green blue violet
      ...

    1. red: place b3 green green
    2. blue: exchange red red red red red red red
    3. change put red a1 red b1 took blue e5 for green
    4. table b3 green green a1 red turn blue

On a table set by hand, towers are given from the bottom up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee import just4fun_colours as rules
from referee.notation import read_parts, read_who, read_words, spell_act
from referee.records import wire
from referee.table import cell_from_name, cell_name, cells


def write_setup(header: Mapping[str, Any]) -> dict[str, str]:
    """Return the entries of the header that this game has beside those of every game."""
    return {"fields": "".join(f"\n  {' '.join(row)}" for row in header["board"]["fields"])}


def read_setup(entries: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a record's first line that those entries give. Raises Malformed."""
    rows = wire.need(entries, "fields").strip().splitlines()
    return {"board": {"fields": [read_words(row) for row in rows]}}


def write_act(fields: Mapping[str, Any]) -> str:
    """Return a line of a record as text."""
    match fields["act"]:
        case "place":
            words = ["place", cell_name(tuple(fields["cell"])), *fields["cards"]]
        case "exchange":
            words = ["exchange", *fields["cards"]]
        case "change":
            words = ["change", *_stones("put", fields["added"]), *_stones("took", fields["removed"])]
            words += ["for", *fields["cards"]] if fields["cards"] else []
        case _:
            stacks = fields["stacks"]
            standing = [cell for cell in cells(len(stacks)) if stacks[cell[0]][cell[1]]]
            words = ["table"]
            for row, column in standing:
                words += [cell_name((row, column)), *stacks[row][column]]
            words += ["turn", fields["on_turn"]] if fields["on_turn"] else []
    return spell_act(fields.get("player"), words)


def read_act(start: rules.State, text: str) -> dict[str, Any]:
    """Return the fields of the line of a record that `text` spells. Raises Malformed."""
    player, (act, *words) = read_who(text)
    who = {"act": act} if player is None else {"act": act, "player": player}
    match act, words:
        case "place", _:
            name, *cards = words or [""]
            return {**who, "cell": _cell(name), "cards": cards}
        case "exchange", _:
            return {**who, "cards": words}
        case "change", _:
            parts = read_parts(words, ("put", "took", "for"))
            added, removed = _pairs(parts["put"]), _pairs(parts["took"])
            return {**who, "added": added, "removed": removed, "cards": parts["for"]}
        case "table", [*towers, "turn", on_turn]:
            return {**who, "stacks": _stacks(towers, start.options.size), "on_turn": on_turn}
        case "table", _:
            return {**who, "stacks": _stacks(words, start.options.size), "on_turn": None}
    raise wire.Malformed(
        "no_act", "{act} is not one of {known}", act=wire.shown(act), known="place, exchange, change, table"
    )


def _stones(key: str, stones: Sequence[tuple[str, list[int]]]) -> list[str]:
    named = [word for colour, (row, column) in stones for word in (colour, cell_name((row, column)))]
    return [key, *named] if stones else []


def _pairs(words: Sequence[str]) -> list[list[Any]]:
    if len(words) % 2:
        raise wire.Malformed(
            "stone_pairs",
            "a colour and a cell are needed for each stone, not {words}",
            words=wire.known(words),
        )
    return [[colour, _cell(name)] for colour, name in zip(words[::2], words[1::2], strict=True)]


def _stacks(words: Sequence[str], size: int) -> list[list[list[str]]]:
    stacks: list[list[list[str]]] = [[[] for _ in range(size)] for _ in range(size)]
    tower = None
    for word in words:
        if word[-1:].isdigit():
            row, column = wire.cell(_cell(word), size)
            tower = stacks[row][column]
        elif tower is None:
            raise wire.Malformed("cell_missing", "the cell of {word} is missing", word=wire.shown(word))
        else:
            tower.append(word)
    return stacks


def _cell(name: str) -> list[int]:
    try:
        return list(cell_from_name(name))
    except ValueError:
        raise wire.no_cell_name(name) from None

"""The lines of a record of One Two Three … Four as text.

    colours:
      ann red yellow
      bo blue green

    1. ann: enter red 4
    2. bo: move d1 2 in 2
    3. ann: pass
    4. change put red d1 took red c3
    5. table d1 red c3 blue turn bo

`in` parts the steps along the lane from those inwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee import one_two_three_four as rules
from referee.notation import read_parts, read_who, read_words, spell, spell_act
from referee.records import wire
from referee.table import cell_from_name, cell_name, cells


def write_setup(header: Mapping[str, Any]) -> dict[str, str]:
    """Return the entries of the header that this game has beside those of every game."""
    return {"colours": "".join(f"\n  {spell([player, *own])}" for player, own in header["colours"].items())}


def read_setup(entries: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a record's first line that those entries give. Raises Malformed."""
    rows = [read_words(row) for row in wire.need(entries, "colours").strip().splitlines()]
    return {"colours": wire.once([(player, own) for player, *own in rows])}


def write_act(fields: Mapping[str, Any]) -> str:
    """Return a line of a record as text."""
    act = fields["act"]
    match act:
        case "enter":
            words = [act, fields["colour"], *_spell_steps(fields["steps"], fields.get("slide", 0))]
        case "move":
            words = [act, cell_name(tuple(fields["from"])), *_spell_steps(fields["lane"], fields["slide"])]
        case "pass":
            words = [act]
        case "change":
            words = [act, *_tiles("put", fields["added"]), *_tiles("took", fields["removed"])]
        case _:
            stacks = fields["stacks"]
            placed = [(cell, colour) for cell in cells(len(stacks)) for colour in stacks[cell[0]][cell[1]]]
            words = [act, *(word for cell, colour in placed for word in (cell_name(cell), colour))]
            words += ["turn", fields["on_turn"]] if fields["on_turn"] else []
    return spell_act(fields.get("player"), words)


def read_act(start: rules.State, text: str) -> dict[str, Any]:
    """Return the fields of the line of a record that `text` spells. Raises Malformed."""
    player, (act, *words) = read_who(text)
    who = {"act": act} if player is None else {"act": act, "player": player}
    match act, words:
        case "enter", [colour, steps, *rest]:
            return {**who, "colour": colour, "steps": _number(steps), "slide": _slide(rest)}
        case "move", [origin, steps, *rest]:
            return {**who, "from": _cell(origin), "lane": _number(steps), "slide": _slide(rest)}
        case "pass", []:
            return who
        case "change", _:
            parts = read_parts(words, ("put", "took"))
            return {**who, "added": _pairs(parts["put"]), "removed": _pairs(parts["took"])}
        case "table", [*placed, "turn", on_turn]:
            return {**who, "stacks": _stacks(placed, start.options.size), "on_turn": on_turn}
        case "table", _:
            return {**who, "stacks": _stacks(words, start.options.size), "on_turn": None}
    raise wire.Malformed(
        "no_act",
        "{act} is not one of {known}",
        act=wire.shown(text),
        known="enter red 4, move d1 4, move d1 2 in 2, pass, change, table",
    )


def _spell_steps(steps: int, slide: int) -> list[str]:
    return [str(steps), "in", str(slide)] if slide else [str(steps)]


def _slide(words: Sequence[str]) -> int:
    match words:
        case []:
            return 0
        case ["in", steps]:
            return _number(steps)
    raise wire.Malformed(
        "no_slide", "in and a number are needed after the steps, not {words}", words=wire.known(words)
    )


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 5):
        raise wire.Malformed("no_steps", "{word} is not a number of steps", word=wire.shown(word))
    return int(word)


def _tiles(key: str, tiles: Sequence[tuple[str, list[int]]]) -> list[str]:
    named = [word for colour, (row, column) in tiles for word in (colour, cell_name((row, column)))]
    return [key, *named] if tiles else []


def _pairs(words: Sequence[str]) -> list[list[Any]]:
    if len(words) % 2:
        raise wire.Malformed(
            "tile_pairs", "a colour and a cell are needed for each tile, not {words}", words=wire.known(words)
        )
    return [[colour, _cell(name)] for colour, name in zip(words[::2], words[1::2], strict=True)]


def _stacks(words: Sequence[str], size: int) -> list[list[list[str]]]:
    stacks: list[list[list[str]]] = [[[] for _ in range(size)] for _ in range(size)]
    if len(words) % 2:
        raise wire.Malformed(
            "cell_pairs", "a cell and a colour are needed for each tile, not {words}", words=wire.known(words)
        )
    for name, colour in zip(words[::2], words[1::2], strict=True):
        row, column = wire.cell(_cell(name), size)
        stacks[row][column].append(colour)
    return stacks


def _cell(name: str) -> list[int]:
    try:
        return list(cell_from_name(name))
    except ValueError:
        raise wire.no_cell_name(name) from None

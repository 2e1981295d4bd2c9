"""The lines of a record of Punto as text.

    colours:
      ann red blue
      bo orange green
    neutral: none

    1. ann: place red-5 at 0 0
    2. bo: cannot-place green-1
    3. bo: deck-used-up
    4. change put red-5 at 0 3 took blue-2 at -1 0
    5. void-round
    6. table at 0 0 red-5 blue-7 at 0 1 green-3 turn ann

The numbers after `at` are a row and a column of a grid that floats. On a table set by hand piles are given from
the bottom up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee import punto as rules
from referee.notation import read_parts, read_who, read_words, spell, spell_act
from referee.records import wire

_WHOLE = re.compile("-?[0-9]{1,4300}")  # Python reads no longer ones


def write_setup(header: Mapping[str, Any]) -> dict[str, str]:
    """Return the entries of the header that this game has beside those of every game."""
    own = "".join(f"\n  {spell([player, *colours])}" for player, colours in header["colours"].items())
    return {"colours": own, "neutral": header["neutral"] or "none"}


def read_setup(entries: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a record's first line that those entries give. Raises Malformed."""
    colours: dict[str, list[str]] = {}
    for player, *own in filter(None, map(read_words, wire.need(entries, "colours").splitlines())):
        if player in colours:
            raise wire.Malformed("given_twice", "{name} is given twice", name=wire.shown(player))
        colours[player] = own
    neutral = entries.get("neutral", "none")
    return {
        "colours": colours,
        "neutral": None if neutral == "none" else neutral,
    }


def write_act(fields: Mapping[str, Any]) -> str:
    """Return a line of a record as text."""
    match fields["act"]:
        case "place":
            words = ["place", _spell_card(fields["card"]), *_spell_cell(fields["at"])]
        case "cannot_place":
            words = ["cannot-place", _spell_card(fields["card"])] if fields["card"] else ["deck-used-up"]
        case "change":
            words = ["change", *_spell_placed("put", fields["added"])]
            words += _spell_placed("took", fields["removed"])
        case "void_round":
            words = ["void-round"]
        case _:
            words = ["table"]
            for cell, cards in fields["piles"]:
                words += [*_spell_cell(cell), *map(_spell_card, cards)]
            words += ["turn", fields["on_turn"]] if fields["on_turn"] else []
    return spell_act(fields.get("player"), words)


def read_act(start: rules.State, text: str) -> dict[str, Any]:
    """Return the fields of the line of a record that `text` spells. Raises Malformed."""
    player, (act, *words) = read_who(text)
    who = {} if player is None else {"player": player}
    match act, words:
        case "place", [card, "at", row, column]:
            return {"act": "place", **who, "card": _card(card), "at": [_number(row), _number(column)]}
        case "cannot-place", [card]:
            return {"act": "cannot_place", **who, "card": _card(card)}
        case "deck-used-up", []:
            return {"act": "cannot_place", **who, "card": None}
        case "change", _:
            parts = read_parts(words, ("put", "took"))
            return {"act": "change", **who, "added": _placed(parts["put"]), "removed": _placed(parts["took"])}
        case "void-round", []:
            return {"act": "void_round", **who}
        case "table", [*lying, "turn", on_turn]:
            return {"act": "table", **who, "piles": _piles(lying), "on_turn": on_turn}
        case "table", _:
            return {"act": "table", **who, "piles": _piles(words), "on_turn": None}
    raise wire.Malformed(
        "no_act",
        "{act} is not one of {known}",
        act=wire.shown(text),
        known="place red-5 at 0 0, cannot-place red-5, deck-used-up, change, void-round, table",
    )


def _spell_card(card: Mapping[str, Any]) -> str:
    return f"{card['colour']}-{card['points']}"


def _spell_cell(cell: Sequence[int]) -> list[str]:
    return ["at", *map(str, cell)]


def _spell_placed(key: str, placed: Sequence[tuple[Mapping[str, Any], Sequence[int]]]) -> list[str]:
    words = [word for card, cell in placed for word in (_spell_card(card), *_spell_cell(cell))]
    return [key, *words] if words else []


def _card(word: str) -> dict[str, Any]:
    colour, dash, points = word.partition("-")
    if not dash:
        raise wire.Malformed("no_point_card", "{word} is no card, as red-5 is", word=wire.shown(word))
    return {"colour": colour, "points": _number(points)}


def _number(word: str) -> int:
    if not _WHOLE.fullmatch(word):
        raise wire.Malformed(
            "no_number", "{word} is no whole number, as in red-5 at 0 -1", word=wire.shown(word)
        )
    return int(word)


def _placed(words: Sequence[str]) -> list[list[Any]]:
    if len(words) % 4 or any(word != "at" for word in words[1::4]):
        raise wire.Malformed(
            "card_without_cell",
            "each card needs its cell, as in red-5 at 0 -1, not {words}",
            words=wire.shown(" ".join(words)),
        )
    entries = zip(words[::4], words[2::4], words[3::4], strict=True)
    return [[_card(card), [_number(row), _number(column)]] for card, row, column in entries]


def _piles(words: Sequence[str]) -> list[list[Any]]:
    piles: list[list[Any]] = []
    rest = list(words)
    while rest:
        match rest:
            case ["at", row, column, *more]:
                piles.append([[_number(row), _number(column)], []])
            case [card, *more] if piles:
                piles[-1][1].append(_card(card))
            case _:
                raise wire.Malformed(
                    "no_cell_first",
                    "a cell is needed first, as in at 0 0 red-5, not {word}",
                    word=wire.shown(rest[0]),
                )
        rest = more
    return piles

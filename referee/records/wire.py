"""Reading one JSON object field by field. Whatever is wrong is told in one line, and never as a traceback."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from referee.game import Option
from referee.table import Cell, Colour
from wording import Mendable, Phrase

MOST = 120  # pieces: no game has more


class Malformed(Mendable, ValueError):
    """A JSON value is not what was expected; the message is one line."""


def shown(value: object) -> str:
    """A value as it may be quoted in a message: one short line of ASCII.

    >>> shown("pïnk")
    '"p\\\\u00efnk"'
    """
    text = json.dumps(value, default=str)
    return text if len(text) <= 40 else f"{text[:37]}..."


def known(names: Iterable[object]) -> str:
    """The list of what would have been right, for the end of a message."""
    return ", ".join(str(name) if str(name).isprintable() else shown(name) for name in names)


def need(fields: Mapping[str, Any], name: str) -> Any:
    """Return the field `name`; raises Malformed if it is missing."""
    if name not in fields:
        raise Malformed("missing", "{name} is missing", name=name)
    return fields[name]


def once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields that are given as pairs of name and value; raises Malformed if one is given twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        named = [name for name, _ in pairs]
        twice = next(name for name in fields if named.count(name) > 1)
        raise Malformed("given_twice", "{name} is given twice", name=shown(twice))
    return fields


def one_of(value: object, allowed: Sequence[str], what: str) -> str:
    """Return `value` if it is one of the words `allowed`."""
    if not isinstance(value, str) or value not in allowed:
        raise Malformed(
            "not_one_of",
            "{what} {value} is not one of {known}",
            what=what,
            value=shown(value),
            known=known(allowed),
        )
    return value


def colour(value: object, allowed: Sequence[Colour], what: str) -> Colour:
    """Return `value` if it is one of the colours `allowed`."""
    return cast(Colour, one_of(value, allowed, what))


def no_yes_or_no(what: str, value: object) -> Malformed:
    """The error where something is neither true nor false."""
    return Malformed(
        "no_yes_or_no", "{what} must be true or false, not {value}", what=what, value=shown(value)
    )


def not_utf8() -> Phrase:
    """What is wrong with a line that is no text."""
    return Phrase("not_utf8", "not text in UTF-8")


def mapping(value: object, what: str) -> dict[str, Any]:
    """Return `value` if it is a JSON object."""
    if not isinstance(value, dict):
        raise Malformed("no_object", "{what} must be an object, not {value}", what=what, value=shown(value))
    return value


def listed(value: object, what: str, length: int | None = None) -> list[Any]:
    """Return `value` if it is a list, and as long as `length` if that is given."""
    if not isinstance(value, list):
        raise Malformed("no_list", "{what} must be a list, not {value}", what=what, value=shown(value))
    if length is not None and len(value) != length:
        raise Malformed(
            "wrong_length",
            "{what} must have {wanted} entries, not {count}",
            what=what,
            wanted=length,
            count=len(value),
        )
    return value


def pieces(fields: Mapping[str, Any], name: str) -> list[list[Any]]:
    """Return the pairs of a piece and a cell that the field `name` lists, no more of them than there are pieces."""
    entries = listed(need(fields, name), name)
    if len(entries) > MOST:
        raise Malformed(
            "too_many_pieces", "{name} are {count} pieces, more than there are", name=name, count=len(entries)
        )
    return [listed(entry, each_of(name), 2) for entry in entries]


def each_of(name: str) -> Phrase:
    """What an entry of a list is called."""
    return Phrase("each_of", "each of {name}", name=name)


def colours(value: object, allowed: Sequence[Colour], what: str, whole: str) -> tuple[Colour, ...]:
    """Return a list of colours, each one of `allowed`; `what` each is, and `whole` the list, for messages."""
    return tuple(colour(entry, allowed, what) for entry in listed(value, whole))


def names(value: object) -> tuple[str, ...]:
    """Return a list of the players' names: any text but none at all."""
    named = listed(value, "players")
    for name in named:
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise Malformed("no_name", "player {name} is no name", name=shown(name))
    return tuple(named)


def whole(value: object, most: int, what: str) -> int:
    """Return a whole number from 0 to `most`."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise Malformed(
            "no_whole_number",
            "{what} {value} is not a whole number from {least} to {most}",
            what=what,
            value=shown(value),
            least=0,
            most=most,
        )
    return value


def cell(value: object, size: int, what: str = "cell") -> Cell:
    """Return a cell `[row, column]` of a board of `size` rows and columns."""
    match value:
        case [int(row), int(column)] if not isinstance(row, bool) and not isinstance(column, bool):
            if 0 <= row < size and 0 <= column < size:
                return row, column
    raise Malformed(
        "no_cell",
        "{what} {value} is not [row, column], each from 0 to {last}",
        what=what,
        value=shown(value),
        last=size - 1,
    )


def no_cell_name(name: object) -> Malformed:
    """The error where a word is not the name of a cell."""
    return Malformed("no_cell_name", "{name} names no cell, as b3 does", name=shown(name))


def square(value: object, size: int, what: str) -> list[list[Any]]:
    """Return `size` rows of `size` entries."""
    each_row = Phrase("each_row", "each row of {name}", name=what)
    return [listed(row, each_row, size) for row in listed(value, what, size)]


def options(value: object, offered: Sequence[Option]) -> dict[str, Any]:
    """Return all options `offered`, with the values given, else their defaults.

    The value of one that has a `form` is returned as it was given: the game reads it.
    """
    given = mapping(value, "options")
    for name in given:
        one_of(name, [option.name for option in offered], "option")
    return {option.name: _chosen(option, given) for option in offered}


def plain(value: Any) -> Any:
    """Return `value` with its tuples as lists and its mappings as dicts: as JSON would give it back."""
    if isinstance(value, Mapping):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, tuple | list):
        return [plain(entry) for entry in value]
    return value


def _chosen(option: Option, given: Mapping[str, Any]) -> Any:
    value = given.get(option.name, option.default)
    if option.form:
        return value
    if value in option.choices:
        choice = option.choices[option.choices.index(value)]
        # `True == 1` and `4.0 == 4`, but neither is what an option wants.
        if type(value) is type(choice):
            return choice
    raise Malformed(
        "wrong_option",
        "option {name} {value} is not one of {known}",
        name=option.name,
        value=shown(value),
        known=option.allowed,
    )

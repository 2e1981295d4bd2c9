"""Reading one JSON object field by field. Whatever is wrong is told in one line, and never as a traceback."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from referee.game import Option
from referee.table import Cell, Colour

MOST = 120  # pieces: no game has more


class Malformed(ValueError):
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
        raise Malformed(f"{name} is missing")
    return fields[name]


def once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields that are given as pairs of name and value; raises Malformed if one is given twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        named = [name for name, _ in pairs]
        twice = next(name for name in fields if named.count(name) > 1)
        raise Malformed(f"{shown(twice)} is given twice")
    return fields


def one_of(value: object, allowed: Sequence[str], what: str) -> str:
    """Return `value` if it is one of the words `allowed`."""
    if not isinstance(value, str) or value not in allowed:
        raise Malformed(f"{what} {shown(value)} is not one of {known(allowed)}")
    return value


def colour(value: object, allowed: Sequence[Colour], what: str) -> Colour:
    """Return `value` if it is one of the colours `allowed`."""
    return cast(Colour, one_of(value, allowed, what))


def mapping(value: object, what: str) -> dict[str, Any]:
    """Return `value` if it is a JSON object."""
    if not isinstance(value, dict):
        raise Malformed(f"{what} must be an object, not {shown(value)}")
    return value


def listed(value: object, what: str, length: int | None = None) -> list[Any]:
    """Return `value` if it is a list, and as long as `length` if that is given."""
    if not isinstance(value, list):
        raise Malformed(f"{what} must be a list, not {shown(value)}")
    if length is not None and len(value) != length:
        raise Malformed(f"{what} must have {length} entries, not {len(value)}")
    return value


def pieces(fields: Mapping[str, Any], name: str) -> list[list[Any]]:
    """Return the pairs of a piece and a cell that the field `name` lists, no more of them than there are pieces."""
    entries = listed(need(fields, name), name)
    if len(entries) > MOST:
        raise Malformed(f"{name} are {len(entries)} pieces, more than there are")
    return [listed(entry, f"each of {name}", 2) for entry in entries]


def colours(value: object, allowed: Sequence[Colour], what: str) -> tuple[Colour, ...]:
    """Return a list of colours, each one of `allowed`."""
    return tuple(colour(entry, allowed, what) for entry in listed(value, f"{what}s"))


def names(value: object, what: str) -> tuple[str, ...]:
    """Return a list of the players' names: any text but none at all."""
    named = listed(value, f"{what}s")
    for name in named:
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise Malformed(f"{what} {shown(name)} is no name")
    return tuple(named)


def whole(value: object, most: int, what: str) -> int:
    """Return a whole number from 0 to `most`."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise Malformed(f"{what} {shown(value)} is not a whole number from 0 to {most}")
    return value


def cell(value: object, size: int, what: str = "cell") -> Cell:
    """Return a cell `[row, column]` of a board of `size` rows and columns."""
    match value:
        case [int(row), int(column)] if not isinstance(row, bool) and not isinstance(column, bool):
            if 0 <= row < size and 0 <= column < size:
                return row, column
    raise Malformed(f"{what} {shown(value)} is not [row, column], each from 0 to {size - 1}")


def square(value: object, size: int, what: str) -> list[list[Any]]:
    """Return `size` rows of `size` entries."""
    return [listed(row, f"each row of {what}", size) for row in listed(value, what, size)]


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
    raise Malformed(f"option {option.name} {shown(value)} is not one of {option.allowed}")

"""Where the table is not as the game has it, field by field; and the stacks if the table is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, TypeVar

from companion.session.port import Difference
from referee.table import Cell, Lying, Piece, PointCard, Stack

P = TypeVar("P")


def told_differences(expected: Lying, lying: Lying) -> list[Difference]:
    """Where what is known to lie on the table is not what the game has."""
    return [
        {"cell": list(cell), "expected": _told(expected.get(cell, ())), "seen": _top(lying.get(cell, ()))}
        for cell in sorted(changed_by(expected, lying))
    ]


def changed_by(expected: Lying, lying: Lying) -> set[Cell]:
    """The cells on which something else lies on the table than in the game."""
    return {cell for cell in {*expected, *lying} if expected.get(cell) != lying.get(cell)}


def laid_and_taken(
    before: Mapping[Cell, Sequence[P]], now: Mapping[Cell, Sequence[P]]
) -> tuple[tuple[tuple[P, Cell], ...], tuple[tuple[P, Cell], ...]]:
    """The pieces that were laid since ``before``, and those that were taken, each with its cell: on each from the
    lowest one on that is another."""
    laid, taken = list[tuple[P, Cell]](), list[tuple[P, Cell]]()
    for cell in sorted({*before, *now}):
        lay, lie = before.get(cell, ()), now.get(cell, ())
        same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(lay, lie, strict=False))))
        taken += [(piece, cell) for piece in lay[same:]]
        laid += [(piece, cell) for piece in lie[same:]]
    return tuple(laid), tuple(taken)


def pieces_in(lying: Lying) -> list[Piece]:
    """All pieces that lie somewhere."""
    return [piece for pieces in lying.values() for piece in pieces]


def tower_seen(difference: Difference) -> Stack:
    """The stack that is seen on a field where the game has another."""
    known: Any = difference["expected"]
    return _tower(tuple(known), **difference["seen"])


def _tower(known: Stack, owner: Any, height: int) -> Stack:
    if not owner or not height:
        return ()
    below = known[: height - 1]
    return (*below, *(owner,) * (height - len(below)))


def _told(pieces: tuple[Piece, ...]) -> list[Any]:
    """Pieces as the page is told of them: a colour, or of a card its colour and points."""
    return [list(piece) if isinstance(piece, PointCard) else piece for piece in pieces]


def _top(pieces: tuple[Piece, ...]) -> dict[str, Any]:
    """What is seen of them: whose piece is on top, and how many lie there."""
    return {"owner": _told(pieces)[-1] if pieces else None, "height": len(pieces)}

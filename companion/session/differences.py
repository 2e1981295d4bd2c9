"""Where the table is not as the game has it, field by field; and the stacks if the table is right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.follow.by_rules.interpreter import Interpretation
from companion.session.port import Difference
from referee.table import Cell, Lying, Piece, PointCard, Stack, Stacks
from vision.stone_table.reading import Fields


def seen_differences(stacks: Stacks, fields: Fields, cells: Iterable[Cell]) -> list[Difference]:
    """What the game has on `cells`, and what is seen there."""
    return [
        _difference(stacks, (row, col), fields.owner_name(row, col), fields.height_of(row, col))
        for row, col in dict.fromkeys(cells)
    ]


def told_differences(expected: Lying, lying: Lying) -> list[Difference]:
    """Where what is known to lie on the table is not what the game has."""
    return [
        {"cell": list(cell), "expected": _told(expected.get(cell, ())), "seen": _top(lying.get(cell, ()))}
        for cell in sorted(changed_by(expected, lying))
    ]


def changed_cells(seen: Interpretation) -> list[Cell]:
    """The fields that an interpretation found changed, or could not make out."""
    return sorted({*seen.unclear, *(cell for _, cell in (*seen.added, *seen.removed))})


def changed_by(expected: Lying, lying: Lying) -> set[Cell]:
    """The cells on which something else lies on the table than in the game."""
    return {cell for cell in {*expected, *lying} if expected.get(cell) != lying.get(cell)}


def stacks_as_seen(stacks: Stacks, seen: Interpretation, fields: Fields) -> Stacks:
    """The stacks as the table is seen: what surely changed, and on unclear fields the likeliest.

    Of a tower only the top and the height are seen; what lay below it is taken to lie there still.
    """
    changed: list[list[list[Any]]] = [[list(stack) for stack in row] for row in stacks]
    for _, (row, col) in seen.removed:
        changed[row][col].pop()
    for colour, (row, col) in seen.added:
        changed[row][col].append(colour)
    for row, col in seen.unclear:
        changed[row][col] = list(
            _tower(stacks[row][col], fields.owner_name(row, col), fields.height_of(row, col))
        )
    return tuple(tuple(tuple(stack) for stack in row) for row in changed)


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


def _difference(stacks: Stacks, cell: Cell, owner: str | None, height: int) -> Difference:
    return {
        "cell": list(cell),
        "expected": list(stacks[cell[0]][cell[1]]),
        "seen": {"owner": owner, "height": height},
    }

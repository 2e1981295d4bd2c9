"""Where the table is not as the game has it, field by field; and the stacks if the table is right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.follow.by_rules.interpreter import Interpretation
from companion.session.port import Difference
from referee.table import Cell, Stack, Stacks
from vision.reading import Fields


def seen_differences(stacks: Stacks, fields: Fields, cells: Iterable[Cell]) -> list[Difference]:
    """What the game has on `cells`, and what is seen there."""
    return [
        _difference(stacks, (row, col), fields.owner_name(row, col), fields.height_of(row, col))
        for row, col in dict.fromkeys(cells)
    ]


def told_differences(stacks: Stacks, lying: Stacks) -> list[Difference]:
    """Where stacks that are known to lie on the table are not those of the game."""
    there = {(row, col): lying[row][col] for row, col in sorted(changed_by(stacks, lying))}
    return [
        _difference(stacks, cell, stack[-1] if stack else None, len(stack)) for cell, stack in there.items()
    ]


def changed_cells(seen: Interpretation) -> list[Cell]:
    """The fields that an interpretation found changed, or could not make out."""
    return sorted({*seen.unclear, *(cell for _, cell in (*seen.added, *seen.removed))})


def changed_by(stacks: Stacks, lying: Stacks) -> set[Cell]:
    """The fields on which stacks that lie on the table are not those of the game."""
    size = range(len(stacks))
    return {(row, col) for row in size for col in size if stacks[row][col] != lying[row][col]}


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


def _difference(stacks: Stacks, cell: Cell, owner: str | None, height: int) -> Difference:
    return {
        "cell": list(cell),
        "expected": list(stacks[cell[0]][cell[1]]),
        "seen": {"owner": owner, "height": height},
    }

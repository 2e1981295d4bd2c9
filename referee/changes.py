"""What a change of the table did, when it was no act of the game: pieces added, removed, moved, replaced.

A *placed* piece is `(colour, cell)`. Stacks run from the bottom up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from referee.table import Cell, Colour, Stacks

Placed = tuple[Colour, Cell]
T = TypeVar("T")  # a piece


@dataclass(frozen=True)
class Differences:
    """What was added and removed, without the pieces that are in both lists, for those have not changed.

    `moved`: (colour, from, to), for each removed piece and each added one of its colour. `changed`: cells
    where another colour took a piece's place, or where the pieces removed were not the topmost. `lost`:
    removed pieces whose part no added piece takes: neither on the same cell, nor, failing that, of the same
    colour.
    """

    added: tuple[Placed, ...]
    removed: tuple[Placed, ...]
    moved: tuple[tuple[Colour, Cell, Cell], ...]
    changed: tuple[Cell, ...]
    lost: tuple[Placed, ...]


def differences(stacks: Stacks, added: Sequence[Placed], removed: Sequence[Placed]) -> Differences:
    """Work out what a change did to the pieces that stood in `stacks` before."""
    new, gone = map(tuple, without_common(added, removed))
    replaced = {cell for _, cell in gone} & {cell for _, cell in new}
    from_below = {cell for _, cell in gone if _taken_from_below(stacks, cell, gone)}
    return Differences(
        added=new,
        removed=gone,
        moved=tuple((colour, cell, to) for colour, cell in gone for other, to in new if other == colour),
        changed=tuple(sorted(replaced | from_below)),
        lost=_lost(new, gone),
    )


def only_added(added: Sequence[tuple[T, Cell]], removed: Sequence[tuple[T, Cell]]) -> tuple[T, Cell] | None:
    """Return the one added piece where nothing else changed, else None."""
    if len(added) != len(removed) + 1:
        return None
    new, gone = without_common(added, removed)
    return new[0] if not gone else None


def changed_stacks(stacks: Stacks, change: Differences) -> Stacks:
    """Take off and put on pieces; where one is replaced, the new one stands at the old one's height."""
    grid = [[list(stack) for stack in row] for row in stacks]
    waiting = list(change.added)
    for colour, cell in change.removed:
        stack = grid[cell[0]][cell[1]]
        if colour not in stack:
            continue  # it did not stand there: a person's table is taken as it is
        level = len(stack) - 1 - stack[::-1].index(colour)
        new = next((placed for placed in waiting if placed[1] == cell), None)
        if new:
            waiting.remove(new)
        stack[level : level + 1] = [new[0]] if new else []
    for colour, (row, column) in waiting:
        grid[row][column].append(colour)
    return tuple(tuple(tuple(stack) for stack in row) for row in grid)


def without_common(
    added: Sequence[tuple[T, Cell]], removed: Sequence[tuple[T, Cell]]
) -> tuple[list[tuple[T, Cell]], list[tuple[T, Cell]]]:
    """Return what was added and what was removed, without what is in both lists."""
    put, taken = Counter(added), Counter(removed)
    return list((put - taken).elements()), list((taken - put).elements())


def _taken_from_below(stacks: Stacks, cell: Cell, removed: Sequence[Placed]) -> bool:
    """True if pieces that stood on `cell` are gone, and they were not its topmost."""
    stack = stacks[cell[0]][cell[1]]
    gone = Counter(colour for colour, where in removed if where == cell) & Counter(stack)
    return gone != Counter(stack[len(stack) - gone.total() :])


def _lost(added: Sequence[Placed], removed: Sequence[Placed]) -> tuple[Placed, ...]:
    """Removed pieces whose part no added piece takes; see `Differences`."""
    waiting, lost = list(added), list(removed)
    for same in (1, 0):  # the same cell comes before the same colour
        for piece in tuple(lost):
            partner = next((placed for placed in waiting if placed[same] == piece[same]), None)
            if partner:
                waiting.remove(partner)
                lost.remove(piece)
    return tuple(lost)

"""The outer lane of a square board: its cells in the order in which tiles go, and the lines that lead inwards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from referee.changes import Placed
from referee.table import Cell, Colour


@lru_cache(maxsize=16)
def lane(size: int, clockwise: bool) -> tuple[Cell, ...]:
    """All cells of the rim of a board of `size` rows and columns, from (0, 0) on in the lane's direction.

    >>> lane(3, clockwise=True)
    ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))
    """
    end = size - 1
    top = [(0, column) for column in range(end)]
    right = [(row, end) for row in range(end)]
    # The other two sides are these two, seen from the opposite corner.
    cells = [*top, *right, *((end - row, end - column) for row, column in (*top, *right))]
    return tuple(cells) if clockwise else (cells[0], *reversed(cells[1:]))


def corners(size: int) -> tuple[Cell, Cell, Cell, Cell]:
    """The corner cells, clockwise from (0, 0)."""
    end = size - 1
    return (0, 0), (0, end), (end, end), (end, 0)


@lru_cache(maxsize=4096)
def along(cell: Cell, steps: int, size: int, clockwise: bool) -> Cell:
    """Return the cell that lies `steps` further on the lane than the lane's `cell`; the lane is a cycle."""
    places = _places(size, clockwise)
    return lane(size, clockwise)[(places[cell] + steps) % len(places)]


@lru_cache(maxsize=256)
def path(cell: Cell, steps: int, size: int, clockwise: bool) -> tuple[Cell, ...]:
    """Return the lane's `cell` and the `steps` cells that follow it on the lane."""
    return tuple(along(cell, step, size, clockwise) for step in range(steps + 1))


def steps_between(cell: Cell, to: Cell, size: int, clockwise: bool) -> int:
    """Return the steps from one cell of the lane on to another, less than once round."""
    places = _places(size, clockwise)
    return (places[to] - places[cell]) % len(places)


def on_lane(cell: Cell, size: int) -> bool:
    """Tell whether a cell of the board belongs to the outer lane."""
    return cell in _places(size, True)


@lru_cache(maxsize=128)
def across(cell: Cell, size: int) -> tuple[Cell, ...]:
    """Return the straight line from the lane's `cell` inwards to the far side, `cell` first.

    From a corner no line leads inwards: then it is empty.
    """
    row, column = cell
    end = size - 1
    if cell in corners(size):
        return ()
    if row in (0, end):
        return tuple((abs(row - depth), column) for depth in range(size))
    return tuple((row, abs(column - depth)) for depth in range(size))


def slide(
    tiles: Mapping[Cell, Colour], colour: Colour, line: tuple[Cell, ...], steps: int
) -> tuple[dict[Cell, Colour], tuple[Placed, ...]]:
    """Slide a tile of `colour` from the first cell of `line` `steps` (one or more) along it.

    It pushes the tiles ahead of it cell by cell; a gap takes up the push. Return the tiles as they lie then,
    and those that were pushed off the far side, in the order of their fall, each with the cell it fell from:
    the last of the line. A tile on the first cell is passed over.
    """
    after = dict(tiles)
    depth = steps
    pushed = [(colour, depth)]
    for ahead, cell in enumerate(line):
        if ahead and cell in after:
            # No tile can lie nearer than right behind the one that comes after it.
            depth = max(ahead, depth + 1)
            pushed.append((after.pop(cell), depth))
    for tile, reached in pushed:
        if reached < len(line):
            after[line[reached]] = tile
    return after, tuple((tile, line[-1]) for tile, reached in reversed(pushed) if reached >= len(line))


@lru_cache(maxsize=16)
def _places(size: int, clockwise: bool) -> dict[Cell, int]:
    return {cell: place for place, cell in enumerate(lane(size, clockwise))}

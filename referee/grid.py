"""Straight lines and connected areas on a square grid, for any game that counts them."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from referee.table import Cell, cells

DIRECTIONS: tuple[Cell, ...] = ((0, 1), (1, 0), (1, 1), (1, -1))
_AROUND = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


@lru_cache(maxsize=32)
def lines(size: int, length: int) -> tuple[frozenset[Cell], ...]:
    """All straight lines of exactly `length` adjacent cells: horizontal, vertical and diagonal."""
    found = []
    for row, column in cells(size):
        for down, right in DIRECTIONS:
            line = [(row + down * step, column + right * step) for step in range(length)]
            if all(0 <= r < size and 0 <= c < size for r, c in line):
                found.append(frozenset(line))
    return tuple(found)


@lru_cache(maxsize=512)
def lines_through(cell: Cell, size: int, length: int) -> tuple[frozenset[Cell], ...]:
    """Those of `lines` that go through `cell`."""
    return tuple(line for line in lines(size, length) if cell in line)


@lru_cache(maxsize=256)
def gaps(owned: frozenset[Cell], size: int, length: int) -> frozenset[Cell]:
    """Return every cell that alone is missing in a straight line of exactly `length` cells.

    >>> sorted(gaps(frozenset({(0, 0), (0, 1), (2, 2)}), 3, 3))
    [(0, 2), (1, 1)]
    """
    missing = (line - owned for line in lines(size, length))
    return frozenset().union(*(cells for cells in missing if len(cells) == 1))


def cells_in_lines(owned: Collection[Cell], size: int, length: int) -> tuple[Cell, ...]:
    """Return every cell of every straight line of at least `length` within `owned`, in reading order."""
    held = frozenset(owned)
    return tuple(sorted({cell for line in lines(size, length) if line <= held for cell in line}))


def runs(owned: Collection[Cell], length: int) -> list[tuple[Cell, ...]]:
    """Return every straight run of at least `length` cells (two or more), as long as it goes, without bounds.

    A run goes from its first cell in reading order to its last; so are the runs among one another.

    >>> runs([(0, 0), (1, 1), (2, 2), (2, 1)], 3)
    [((0, 0), (1, 1), (2, 2))]
    """
    held = frozenset(owned)
    if len(held) < length:
        return []
    found = []
    for row, column in held:
        for down, right in DIRECTIONS:
            if (row + down, column + right) not in held or (row - down, column - right) in held:
                continue
            run = _run(held, (row, column), (down, right))
            if len(run) >= length:
                found.append(run)
    return sorted(found)


def runs_through(cell: Cell, owned: Collection[Cell], length: int) -> list[tuple[Cell, ...]]:
    """Return those of `runs` that go through `cell`, which is one of `owned`, without a look at the others.

    >>> runs_through((2, 1), [(0, 0), (1, 1), (2, 2), (2, 1)], 2)
    [((1, 1), (2, 1)), ((2, 1), (2, 2))]
    """
    if len(owned) < length:
        return []
    found = []
    for down, right in DIRECTIONS:
        row, column = cell
        while (row - down, column - right) in owned:
            row, column = row - down, column - right
        run = _run(owned, (row, column), (down, right))
        if len(run) >= length:
            found.append(run)
    return sorted(found)


def neighbours(cell: Cell) -> list[Cell]:
    """Return the eight cells that touch `cell` by a side or a corner."""
    row, column = cell
    return [(row + down, column + right) for down, right in _AROUND]


def areas(owned: Collection[Cell]) -> list[frozenset[Cell]]:
    """Split `owned` into areas that hang together orthogonally; touching by a corner does not connect."""
    left = set(owned)
    found = []
    while left:
        area: set[Cell] = set()
        edge = {min(left)}
        while edge:
            area |= edge
            edge = {neighbour for cell in edge for neighbour in _neighbours(cell)} & left - area
        found.append(frozenset(area))
        left -= area
    return found


def _run(owned: Collection[Cell], first: Cell, direction: Cell) -> tuple[Cell, ...]:
    """The cells of `owned` from the first on, as far as they go in one direction."""
    (row, column), (down, right) = first, direction
    run = [first]
    while (cell := (row + down * len(run), column + right * len(run))) in owned:
        run.append(cell)
    return tuple(run)


def _neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    row, column = cell
    return (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)

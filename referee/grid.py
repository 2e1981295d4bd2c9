"""Straight lines and connected areas on a square grid, for any game that counts them."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from referee.table import Cell, cells

DIRECTIONS: tuple[Cell, ...] = ((0, 1), (1, 0), (1, 1), (1, -1))


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


def cells_in_lines(owned: Collection[Cell], size: int, length: int) -> tuple[Cell, ...]:
    """Return every cell of every straight line of at least `length` within `owned`, in reading order."""
    held = frozenset(owned)
    return tuple(sorted({cell for line in lines(size, length) if line <= held for cell in line}))


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


def _neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    row, column = cell
    return (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)

"""The words for the physical things on a table: colours, cells, stacks, and the table as the rules know it.

Cells are `(row, column)`, zero-based, row 0 at the top of the page's board. People read `b3`: the letter is
the column, the number is the row + 1.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

Colour = Literal["red", "orange", "yellow", "green", "blue", "violet", "white", "black"]
COLOURS: tuple[Colour, ...] = get_args(Colour)

Cell = tuple[int, int]
Stack = tuple[Colour, ...]  # from the bottom up; empty on an empty field
Fields = tuple[tuple[Colour, ...], ...]  # the printed colours, row by row
Stacks = tuple[tuple[Stack, ...], ...]


@dataclass(frozen=True)
class Table:
    """What lies on a table: the printed fields, the stones on them, and the cards that lie open.

    `cards` is None where nothing is said about cards.

    >>> table = Table(fields=(("red", "blue"),), stacks=(((), ("green", "red")),))
    >>> table.owner((0, 1)), table.height((0, 1))
    ('red', 2)
    """

    fields: Fields
    stacks: Stacks
    cards: tuple[Colour, ...] | None = None

    @property
    def size(self) -> int:
        """Fields along one side."""
        return len(self.fields)

    def owner(self, cell: Cell) -> Colour | None:
        """Return the colour of the top stone on `cell`, None if it is empty."""
        stack = self.stacks[cell[0]][cell[1]]
        return stack[-1] if stack else None

    def height(self, cell: Cell) -> int:
        """Return how many stones stand on `cell`."""
        return len(self.stacks[cell[0]][cell[1]])


def cells(size: int) -> Iterator[Cell]:
    """All cells of a board of `size` rows and columns, in reading order."""
    return ((row, column) for row in range(size) for column in range(size))


def cell_name(cell: Cell) -> str:
    """Name a cell as people read it.

    >>> cell_name((2, 1))
    'b3'
    """
    row, column = cell
    return f"{string.ascii_lowercase[column]}{row + 1}"


def cell_from_name(name: str) -> Cell:
    """Return the cell that people call `name`. Raises ValueError if it is no such name.

    >>> cell_from_name("b3")
    (2, 1)
    """
    letter, number = name[:1].lower(), name[1:]
    if letter in string.ascii_lowercase and letter and number.isascii() and number.isdigit() and int(number):
        return int(number) - 1, string.ascii_lowercase.index(letter)
    raise ValueError(f"{name!r} names no cell: a letter for the column and a number for the row are needed")

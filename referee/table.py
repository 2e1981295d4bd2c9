"""The words for the physical things on a table: colours, cells, stacks, and the table as the rules know it.

Cells are `(row, column)`, zero-based, row 0 at the top of the page's board. People read `b3`: the letter is
the column, the number is the row + 1.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

Colour = Literal["red", "orange", "yellow", "green", "blue", "violet", "white", "black"]
COLOURS: tuple[Colour, ...] = get_args(Colour)

Cell = tuple[int, int]
Stack = tuple[Colour, ...]  # from the bottom up; empty on an empty field
Fields = tuple[tuple[Colour, ...], ...]  # the printed colours, row by row
Stacks = tuple[tuple[Stack, ...], ...]


@dataclass(frozen=True)
class Table:
    """What lies on a table: the printed fields, the stones on them, and the cards that lie open.

    `fields` is empty on a board whose fields have no colours; `cards` is None where nothing is said about cards.

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
        return len(self.stacks)

    def owner(self, cell: Cell) -> Colour | None:
        """Return the colour of the top stone on `cell`, None if it is empty."""
        stack = self.stacks[cell[0]][cell[1]]
        return stack[-1] if stack else None

    def height(self, cell: Cell) -> int:
        """Return how many stones stand on `cell`."""
        return len(self.stacks[cell[0]][cell[1]])

    @property
    def lying(self) -> Lying:
        """What lies on each cell that is not empty."""
        return lying_in(self.stacks)


class PointCard(NamedTuple):
    """A card of a colour with points: pips that can be counted."""

    colour: Colour
    points: int


Pile = tuple[PointCard, ...]  # from the bottom up
Strip = str  # a narrow card without points, by its name
Piece = Colour | PointCard | Strip
Lying = Mapping[Cell, tuple[Piece, ...]]  # the pieces on each cell, from the bottom up; none of empty ones
Piles = tuple[tuple[Cell, Pile], ...]  # in reading order; nothing is said of cells without cards


@dataclass(frozen=True)
class CardTable:
    """Cards that make their own grid on a table without a board: it floats, so cells may be negative.

    >>> table = CardTable((((-1, 3), (PointCard("red", 2), PointCard("blue", 5))),))
    >>> table.tops
    {(-1, 3): PointCard(colour='blue', points=5)}
    >>> table.boxed().tops
    {(0, 0): PointCard(colour='blue', points=5)}
    """

    piles: Piles

    @property
    def tops(self) -> dict[Cell, PointCard]:
        """The cards that can be seen."""
        return {cell: pile[-1] for cell, pile in self.piles}

    @property
    def lying(self) -> Lying:
        """What lies on each cell that is not empty."""
        return dict(self.piles)

    def boxed(self) -> CardTable:
        """Return the same cards with the corner of the smallest box around them at (0, 0)."""
        top, left = (min((cell[axis] for cell, _ in self.piles), default=0) for axis in (0, 1))
        return CardTable(tuple(((row - top, column - left), pile) for (row, column), pile in self.piles))


def lying_in(stacks: Stacks) -> Lying:
    """What lies on each cell of a board that is not empty.

    >>> lying_in((((), ("red", "blue")),))
    {(0, 1): ('red', 'blue')}
    """
    rows = enumerate(stacks)
    return {(row, column): stack for row, line in rows for column, stack in enumerate(line) if stack}


def cells(size: int) -> Iterator[Cell]:
    """All cells of a board of `size` rows and columns, in reading order."""
    return ((row, column) for row in range(size) for column in range(size))


ROWS, COLUMNS = range(-39, 60), range(-8, 18)  # that have a number of two digits and a letter


def cell_name(cell: Cell) -> str:
    """Name a cell as people read it: no other one has its name, however large the grid is.

    On a grid that floats names go on where a board would end, as round a globe: left of `a` is `z`, above 1 is 99.
    Far away a cell is told by its row and column.

    >>> cell_name((2, 1)), cell_name((0, -1)), cell_name((-1, -2)), cell_name((1, 40))
    ('b3', 'z1', 'y99', '(2, 41)')
    """
    row, column = cell
    if row in ROWS and column in COLUMNS:
        return f"{string.ascii_lowercase[column % len(COLUMNS)]}{row % len(ROWS) + 1}"
    return f"({row + 1}, {column + 1})"


def cell_from_name(name: str) -> Cell:
    """Return the cell that people call `name`. Raises ValueError if it is no such name.

    >>> cell_from_name("b3")
    (2, 1)
    """
    letter, number = name[:1].lower(), name[1:]
    if letter in string.ascii_lowercase and letter and number.isascii() and number.isdigit() and int(number):
        return int(number) - 1, string.ascii_lowercase.index(letter)
    raise ValueError(f"{name!r} names no cell: a letter for the column and a number for the row are needed")

"""What lies on a table of Punto, as plain values; frames and units as in ``models.scenes.scene``.

No board lies there: ``Cells`` say where the cards' grid is, and nothing of them is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from models.scenes.scene import RGB, Grid, Point, Setting
from referee.table import Cell


@dataclass(frozen=True)
class Cells(Grid):
    """The smallest box of cells about the cards in play, its middle at the origin. ``gloss`` is the cards'."""

    rows: int
    cols: int
    framed: int  # cells a side that the camera is set up for: people leave room for what is still to come

    @property
    def size(self) -> int:
        """Cells along one side of what the camera is set up for."""
        return self.framed

    def cell_centre_mm(self, row: int, col: int) -> Point:
        """World x, y of the centre of a cell of the box."""
        return (col - (self.cols - 1) / 2) * self.pitch_mm, ((self.rows - 1) / 2 - row) * self.pitch_mm

    def box_corners_mm(self) -> NDArray[np.float64]:
        """(4, 2) outer edge of the box: corner of cell [0, 0], along row 0, and on round."""
        x, y = self.cols * self.pitch_mm / 2, self.rows * self.pitch_mm / 2
        return np.array([[-x, y], [x, y], [x, -y], [-x, -y]])


@dataclass(frozen=True)
class PipLook:
    """How a set's pips look; measures in sides of a card."""

    shape: str  # disc | square | diamond | ring | star
    size: float  # across
    apart: float  # from one pip to the next
    layout: str  # dice | rows: two and three in a line | tall: the same, with six to nine in three rows of their own
    rim: float  # how wide a darker rim is
    fade: float  # how much darker they are towards one side, 0..1


@dataclass(frozen=True)
class BackLook:
    """What is printed on the cards' backs."""

    kind: str  # plain | specks | four | hatch | ring | frame
    rgb: RGB  # of the print; four: one dot of each of the set's colours
    size: float  # in sides: how far from the middle it reaches
    seed: int


@dataclass(frozen=True)
class CardLook:
    """One set's cards."""

    side_mm: float
    thick_mm: float
    corner_radius_mm: float
    ground_rgb: RGB
    edge_rgb: RGB  # of the cardboard, seen from the side
    line_rgb: RGB | None  # a line along the edge
    line: float  # in sides: how wide it is, and how far from the edge
    shades: tuple[tuple[str, RGB], ...]  # colour name -> pips' shade
    pips: PipLook
    back: BackLook
    signs: bool  # a small sign of the colour in two corners, as on the sheets of ``tableref print``
    worn: float  # 0..1: how pale edges and corners are


@dataclass(frozen=True)
class PointCard:
    """A card on the table. ``sheen``: how much more light it mirrors than others, for no two lie quite level."""

    colour: str
    points: int
    xy_mm: Point
    z_mm: float  # height of its underside above the table
    yaw: float
    tone: float = 1.0  # of its print's darkness
    sheen: float = 0.0


@dataclass(frozen=True)
class Laid:
    """A card in play, and its cell of the box."""

    cell: Cell
    card: PointCard


@dataclass(frozen=True)
class Deck:
    """Cards face down, in a stack none too straight."""

    player: int
    cards: int
    xy_mm: Point
    yaw: float
    seed: int


@dataclass(frozen=True)
class Slab:
    """A dark flat thing that might pass for cards: domino | coaster | notebook."""

    kind: str
    size_mm: Point
    height_mm: float
    xy_mm: Point
    yaw: float
    rgb: RGB
    seed: int


@dataclass(frozen=True)
class PointScene(Setting):
    """All of it. ``laid`` are in the order laid: a later card lies on earlier ones."""

    board: Cells
    look: CardLook
    players: int
    laid: tuple[Laid, ...]
    loose: tuple[PointCard, ...]  # face up, not in play
    decks: tuple[Deck, ...]
    held: tuple[PointCard, ...]  # by a hand
    slabs: tuple[Slab, ...]

    @cached_property
    def tops(self) -> dict[Cell, PointCard]:
        """The card that lies uppermost on each cell."""
        return {each.cell: each.card for each in self.laid}

    def under(self, cell: Cell) -> tuple[PointCard, ...]:
        """What lies beneath that, from the bottom up."""
        return tuple(each.card for each in self.laid if each.cell == cell)[:-1]

"""What stands on a table of One Two Three … Four, as plain values; frames and units as in ``models.scenes.scene``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from models.scenes.scene import RGB, Grid, Point, Printing, Setting


@dataclass(frozen=True)
class DirectionMark:
    """How the lane's direction is shown: marks that point along it."""

    kind: str  # chevron | double | triangle | shaft | line
    rgb: RGB
    length: float  # in fields
    every: int  # one on every so manieth cell of the lane
    between: bool  # where cells meet, not in their middle
    strength: float  # 0..1
    on_corners: bool = False  # on filled corners too


@dataclass(frozen=True)
class CornerMark:
    """How the four corners show their colours. A filled field is of the board's ``grounds`` already."""

    kind: str  # field | disc | ring | quarter | arc | frame | diamond
    size: float  # in fields: radius, or half a side
    line: float  # in fields: how thick a ring, an arc or a frame is


@dataclass(frozen=True)
class TileBoard(Grid):
    """A board with a lane of marked direction about its inner cells, and a corner for each colour."""

    grounds: tuple[tuple[RGB, ...], ...]  # paint of each field, n rows of n
    gap_mm: float  # strip between fields, in ``gap_rgb``; 0 = they touch
    gap_rgb: RGB
    corner_radius_mm: float  # rounding of each field
    line_mm: float  # line drawn around each field; 0 = none
    line_rgb: RGB
    lane_line_mm: float  # line between the lane and the inner cells; 0 = none
    corners: tuple[tuple[str, RGB], ...]  # colour names with their shades, clockwise from cell [0, 0]
    corner_mark: CornerMark
    clockwise: bool
    direction_mark: DirectionMark | None
    border_print: str  # plain | letters | ornaments | lines
    material: str  # card | wood | cloth
    seed: int  # of the material's grain
    printing: Printing | None = (
        None  # then it looks as the sheets of ``tableref print`` do, whatever else is said
    )

    @property
    def size(self) -> int:
        """Fields along one side."""
        return len(self.grounds)


@dataclass(frozen=True)
class TileKind:
    """One set's tile: an outline that shrinks towards the middle along a profile."""

    name: str  # flat | rounded | dome | curved | dish | rim
    side_mm: float  # of the square about its outline
    corner_radius_mm: float  # of the outline; half the side = round
    profile_mm: tuple[
        Point, ...
    ]  # (inset from the outline, z) from the bottom's edge over the top to the middle
    turns_round: float  # how fast the outline turns into a circle towards the middle; 0 = not at all
    tones: tuple[Point, ...]  # (from this inset on, factor on the paint), from the outline inwards
    gloss: float
    sign: float = 0.0  # of a side: radius of the colour's sign that is printed on the top; 0 = none
    body_rgb: RGB | None = None  # of the sides, where another than the top's

    @property
    def height_mm(self) -> float:
        """How high a tile that lies flat rises."""
        return max(z for _, z in self.profile_mm)

    @property
    def edge_mm(self) -> float:
        """Height of the upper edge, where the outline is widest."""
        return max(z for inset, z in self.profile_mm if inset <= 0)


@dataclass(frozen=True)
class Tile:
    """A tile somewhere in the world: flat, or leaning by ``tilt`` radians about the horizontal axis at ``yaw``."""

    colour: str
    rgb: RGB
    xyz_mm: tuple[float, float, float]  # centre of its bottom
    yaw: float
    tilt: float = 0.0


@dataclass(frozen=True)
class TileScene(Setting):
    """All of it. ``cells[r][c]`` is the tile on a cell, if any; the supply lies beside the board."""

    board: TileBoard
    tile_kind: TileKind
    players: int
    cells: tuple[tuple[Tile | None, ...], ...]
    supply: tuple[Tile, ...]  # in the order laid: a later one may lie on earlier ones
    held: tuple[Tile, ...]  # by a hand

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile: those on the board in reading order, the supply, what is held."""
        return (*(tile for row in self.cells for tile in row if tile), *self.supply, *self.held)

"""What lies on a table of Four Colour Cards, as plain values; frames and units as in ``models.scenes.scene``."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.scenes.scene import RGB, Grid, Point, Setting

STRIP_MM = 0.35  # how thick a strip is


@dataclass(frozen=True)
class PlayArea(Grid):
    """No board: the rectangle about all strips, on the table itself, with the origin in its middle."""

    length_mm: float  # along x
    depth_mm: float  # along y

    @property
    def size(self) -> int:
        """One field, of the pitch."""
        return 1

    def grid_corners_mm(self) -> NDArray[np.float64]:
        """(4, 2) its corners, clockwise from the one at -x, +y."""
        x, y = self.length_mm / 2, self.depth_mm / 2
        return np.array([[-x, y], [x, y], [x, -y], [-x, -y]])


@dataclass(frozen=True)
class Brush:
    """How a set's signs are written. Lengths are shares of a sign's side."""

    font: str
    weight: float  # strokes thicker on either side; below 0 thinner
    wobble: float  # how far they are pushed about
    slip: float  # how far each stroke has slipped
    lean: float
    stretch: float  # wider; below 1 taller
    ragged: float  # 0..1 how rough edges are
    dry: float  # 0..1 how much ink is missing in streaks
    seed: int


@dataclass(frozen=True)
class StripSet:
    """One deck: its strips' size, paper, signs and what else is printed on them."""

    edition: str
    signs: tuple[tuple[str, str], ...]  # card -> its sign
    shades: tuple[tuple[str, RGB], ...]  # colour -> paper
    inks: tuple[tuple[str, RGB], ...]  # colour -> what its signs are printed with
    brush: Brush
    size_mm: Point  # short side, long side
    corner_radius_mm: float
    sign_mm: float  # side of a sign
    sign_inset_mm: float  # from a strip's end to the middle of its sign
    frame: str  # none | line | double: about the strip
    frame_inset_mm: float
    frame_mm: float
    seal: str  # none | ring | disc | box: about a sign
    ornament: str  # none | phrase | rosette | diamond | bars: in the strip's middle
    phrase: str
    ornament_strength: float
    back_style: str
    back_rgb: RGB
    gloss: float
    seed: int  # of the paper's grain

    @property
    def short_mm(self) -> float:
        """A strip's width."""
        return self.size_mm[0]

    @property
    def long_mm(self) -> float:
        """A strip's length."""
        return self.size_mm[1]


@dataclass(frozen=True)
class Strip:
    """A strip that lies face up; ``yaw`` 0 has its long side along y, and its first sign at the end of +y."""

    card: str
    group: int
    xy_mm: Point  # its middle
    z_mm: float  # of its underside above the table
    yaw: float
    tint: float  # factor on its paper: no two are as worn


@dataclass(frozen=True)
class StripGroup:
    """Strips laid together. ``player_side``: 0 for the player at -y, and on anticlockwise; None in the middle."""

    kind: str
    laid: str  # side | fan | cascade | row
    player_side: int | None


@dataclass(frozen=True)
class Pile:
    """Strips face down, one upon another."""

    xy_mm: Point
    yaw: float
    strips: int


@dataclass(frozen=True)
class StripScene(Setting):
    """All of it. ``strips`` in the order laid: a later one covers an earlier one."""

    strip_set: StripSet
    mode: str  # game | hand
    strips: tuple[Strip, ...]
    groups: tuple[StripGroup, ...]
    piles: tuple[Pile, ...]

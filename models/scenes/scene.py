"""What stands on a table, as plain values: the one description that both renderers draw and truth is computed from.

World frame: millimetres, right-handed, origin at the centre of the board's top face, z up. Seen with the
board upright, columns run along +x and rows along -y, so the centre of cell (r, c) is
``((c - (n-1)/2) * pitch, ((n-1)/2 - r) * pitch, 0)``. The table's surface lies at ``z = -board.thickness_mm``.
Colours of materials are sRGB in 0..1, as paint looks in white light.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RGB = tuple[float, float, float]
Point = tuple[float, float]

_ROUNDED = 0.95  # of its height is where a stone's side has turned half into its top


@dataclass(frozen=True)
class Printing:
    """A printing of the sheets that ``tableref print`` makes: what the printer made of their colours.

    Board, cards and stones that have one look as those sheets do, whatever else is said of their print.
    """

    paper_rgb: RGB
    ink_rgb: RGB  # black as it came out
    saturation: float  # 1 = as in the file
    gamma: RGB  # of red, green and blue
    seed: int  # of the small errors made with scissors and glue


@dataclass(frozen=True)
class Grid:
    """A flat square board of n x n fields within a border, whatever is printed on it."""

    pitch_mm: float  # centre to centre of neighbouring fields
    border_mm: float  # strip around the outer edge of the fields; may be 0
    border_rgb: RGB
    thickness_mm: float
    gloss: float  # 0 matt .. 1 laminated

    @property
    def size(self) -> int:
        """Fields along one side."""
        raise NotImplementedError

    def cell_centre_mm(self, row: int, col: int) -> Point:
        """World x, y of the centre of a cell."""
        half = (self.size - 1) / 2
        return (col - half) * self.pitch_mm, (half - row) * self.pitch_mm

    def grid_corners_mm(self) -> NDArray[np.float64]:
        """(4, 2) outer edge of the fields in the world: corner of cell [0,0], along row 0, and on round."""
        e = self.size * self.pitch_mm / 2
        return np.array([[-e, e], [e, e], [e, -e], [-e, -e]])


@dataclass(frozen=True)
class Board(Grid):
    """The printed board: an n x n grid of coloured fields within a border."""

    fields: tuple[tuple[str, ...], ...]  # colour names, n rows of n
    shades: tuple[tuple[str, RGB], ...]  # colour name -> printed shade, shared with the cards
    gap_mm: float  # unprinted strip between fields; 0 = they touch
    gap_rgb: RGB
    corner_radius_mm: float  # rounding of each field
    line_mm: float  # dark line drawn around each field; 0 = none
    print_style: str  # what is printed on each field: plain | ring | smiley | dot | frame | glyph
    print_strength: float  # 0..1 contrast of that print
    border_print: str = "plain"  # what is printed on the border: plain | letters | ornaments | lines
    print_size: float = 1.0  # of each field's print, against what is usual for its kind
    print_line: float = 0.05  # how thick a ring is drawn, in sides of the printed field
    print_rgb: RGB | None = None  # one ink for all fields; None = whichever shows on each
    printing: Printing | None = None

    @property
    def size(self) -> int:
        """Fields along one side."""
        return len(self.fields)


@dataclass(frozen=True)
class StoneKind:
    """One set's stone: a body of revolution."""

    name: str  # cap | cone | disc
    profile_mm: tuple[Point, ...]  # (radius, z) from the bottom rim over the top to the axis
    rise_mm: float  # how much a tower grows with each stone (caps and cones sink into one another)
    smiley: bool  # a face printed on the top
    gloss: float
    printing: Printing | None = None  # a printed disc is glued on the top

    @property
    def radius_mm(self) -> float:
        """Largest radius."""
        return max(r for r, _ in self.profile_mm)

    @property
    def top_radius_mm(self) -> float:
        """Radius of the top's face, whose rim is seen as an edge: in the middle of the rounding that leads to it."""
        radii, heights = np.array([(r, z) for r, z in self.profile_mm if r > 0]).T
        last = int(heights.argmax()) + 1
        return float(np.interp(_ROUNDED * heights.max(), heights[:last], radii[:last]))

    @property
    def height_mm(self) -> float:
        """How high a single stone stands."""
        return max(z for _, z in self.profile_mm)


@dataclass(frozen=True)
class Stone:
    """A stone somewhere in the world, upright or lying on its side (in a heap)."""

    colour: str
    rgb: RGB
    xyz_mm: tuple[float, float, float]  # centre of its bottom
    yaw: float
    tilt: float = 0.0  # radians from upright, about the horizontal axis at ``yaw``


@dataclass(frozen=True)
class Card:
    """A loose card. ``role``: zone (just played) | discard | stock | other (lies about, not in play)."""

    colour: str  # of its face
    rgb: RGB
    xy_mm: Point
    z_mm: float  # height of its underside above the table
    yaw: float
    size_mm: Point  # short side, long side
    face_up: bool
    role: str
    print_style: str
    margin_mm: float  # unprinted rim
    corner_radius_mm: float
    back_style: str
    back_rgb: RGB
    printing: Printing | None = None


@dataclass(frozen=True)
class Hand:
    """A hand with its arm: fingertips at ``tip_mm``, the arm leaving the table in direction ``yaw``."""

    tip_mm: tuple[float, float, float]
    yaw: float
    scale: float
    skin_rgb: RGB
    sleeve_rgb: RGB
    sleeve_from_mm: float  # distance from the fingertips where the sleeve begins
    pose: str  # flat | pinch | fist | point
    seed: int


@dataclass(frozen=True)
class Clutter:
    """Things that lie about: cup | phone | book | bowl | pen | dice | paper | glass | coin."""

    kind: str
    xy_mm: Point
    yaw: float
    size_mm: float
    rgb: RGB


@dataclass(frozen=True)
class TableTop:
    """The table's surface."""

    kind: str  # plain | wood | checked | cloth | striped | dotted | marble
    rgb: RGB
    rgb2: RGB
    period_mm: float
    yaw: float
    gloss: float
    seed: int


@dataclass(frozen=True)
class Light:
    """A lamp or window: an emitting disc."""

    xyz_mm: tuple[float, float, float]
    radius_mm: float
    power: float  # relative: 1 lights a white board to a normal exposure on its own
    rgb: RGB


@dataclass(frozen=True)
class Camera:
    """A pinhole with mild lens distortion, and what its sensor does.

    ``r`` (3, 3) and ``t_mm`` (3,) are pose_camera_from_world in OpenCV's convention (x right, y down, z
    forward): ``p_camera = r @ p_world + t``. ``dist`` are OpenCV's k1, k2, p1, p2, k3.
    """

    width: int
    height: int
    focal_px: float
    r: tuple[tuple[float, float, float], ...]
    t_mm: tuple[float, float, float]
    dist: tuple[float, float, float, float, float]
    exposure_ev: float
    white_balance: RGB  # channel gains
    gamma: float
    saturation: float
    blur_px: float
    sharpen: float
    noise: float  # standard deviation at mid grey, 0..1
    vignette: float
    jpeg_quality: int
    seed: int

    def matrix(self) -> NDArray[np.float64]:
        """(3, 3) camera matrix K in pixels; the principal point is the picture's centre."""
        f = self.focal_px
        return np.array([[f, 0, self.width / 2], [0, f, self.height / 2], [0, 0, 1.0]])

    @property
    def elevation_deg(self) -> float:
        """Degrees of the camera above the table, seen from the board's centre (90 = straight down)."""
        centre = -np.array(self.r).T @ np.array(self.t_mm)
        return float(np.degrees(np.arcsin(centre[2] / np.linalg.norm(centre))))


@dataclass(frozen=True)
class Setting:
    """What pictures of every game have: a board on a table, lit, seen, and people and things about it."""

    seed: int
    board: Grid
    hands: tuple[Hand, ...]
    clutter: tuple[Clutter, ...]
    table: TableTop
    lights: tuple[Light, ...]
    ambient_rgb: RGB
    ambient: float
    camera: Camera


@dataclass(frozen=True)
class Scene(Setting):
    """All of it. ``towers[r][c]`` are the stones on a cell from the bottom up."""

    board: Board
    stone_kind: StoneKind
    towers: tuple[tuple[tuple[Stone, ...], ...], ...]
    spare_stones: tuple[Stone, ...]
    cards: tuple[Card, ...]  # in the order laid: a later one covers an earlier one
    play_zone_mm: tuple[Point, ...]  # polygon on the table where played cards are laid

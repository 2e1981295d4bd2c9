"""Lay the tiles by lot: on the board as far as a game has come, the others beside it in rows, stacks or heaps."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.sample_layout import Floor, board_side_mm, rectangle, rotated
from models.scenes.sample_set import pick
from models.scenes.scene import RGB
from models.scenes.tiles.scene import Tile, TileBoard, TileKind
from models.scenes.tiles.solids import outline
from referee.lane import corners, on_lane
from referee.one_two_three_four_acts import TILES
from referee.table import Cell

Cells = tuple[tuple[Tile | None, ...], ...]
Laid = dict[Cell, Tile]
Points = NDArray[np.float64]

_ROOM = 1.08  # sides: what a tile takes of the floor
_ROOM_ASKEW = 1.35  # where tiles are turned any way
_TRIES = 400
_LANE_SHARE = 0.6  # of the tiles on the board
_OVERHANG = 0.08  # of the pitch: how far careless players let a tile reach over its cell
_MOST_ON_BOARD = 0.6  # of the cells
_CORNERS_TAKEN, _TAKEN_EACH = 0.3, 0.7  # on so many boards tiles lie on the corners; on each of them so often


def sample_cells(rng: np.random.Generator, board: TileBoard, kind: TileKind, shades: dict[str, RGB]) -> Cells:
    """The tiles on the board, at most eight of each colour; each lies in its cell, more or less askew."""
    stage = str(pick(rng, ("empty", 0.08), ("few", 0.25), ("mid", 0.42), ("many", 0.25)))
    low, high = {"empty": (0, 0), "few": (1, 5), "mid": (5, 15), "many": (15, 33)}[stage]
    most = min(TILES * len(shades), int(_MOST_ON_BOARD * board.size**2))
    count = min(int(rng.integers(low, high + 1)), most)
    bag = rng.permutation(np.repeat(list(shades), TILES))[:count]
    names = dict(zip(_sample_places(rng, board.size, count), map(str, bag), strict=True))
    if rng.random() < _CORNERS_TAKEN:
        names |= _on_corners(rng, board, names, shades)
    careless = float(rng.uniform(0.1, 1))
    laid: Laid = {}
    for cell, name in names.items():
        tile = _in_hand(name, shades)
        laid[cell] = lie(rng, board, kind, cell, tile, careless, around(cell, laid))
    part(rng, board, kind, laid)
    span = range(board.size)
    return tuple(tuple(laid.get((row, col)) for col in span) for row in span)


def _on_corners(
    rng: np.random.Generator, board: TileBoard, names: dict[Cell, str], shades: dict[str, RGB]
) -> dict[Cell, str]:
    """Tiles on most corners, half of them of the corner's own colour: they are the hardest to tell from its mark."""
    left, laid = Counter(dict.fromkeys(shades, TILES)), dict[Cell, str]()
    left.subtract(names.values())
    for cell, (own, _) in zip(corners(board.size), board.corners, strict=True):
        name = own if rng.random() < 0.5 else str(rng.choice(list(shades)))
        if left[name] > 0 and rng.random() < _TAKEN_EACH:
            laid[cell] = name
            left[name] -= 1
    return laid


def part(rng: np.random.Generator, board: TileBoard, kind: TileKind, laid: Laid) -> None:
    """Lay tiles that overlap in the middle of their cells, until none do."""
    while overlapping := [
        cell for cell, tile in laid.items() if any(touch(tile, other, kind) for other in around(cell, laid))
    ]:
        for cell in overlapping:
            laid[cell] = lie(rng, board, kind, cell, laid[cell], careless=0.0)


def around(cell: Cell, laid: Laid) -> list[Tile]:
    """The tiles on the up to eight cells about one."""
    return [tile for at, tile in laid.items() if max(abs(at[0] - cell[0]), abs(at[1] - cell[1])) == 1]


def lie(
    rng: np.random.Generator,
    board: TileBoard,
    kind: TileKind,
    cell: Cell,
    tile: Tile,
    careless: float,
    around: Sequence[Tile] = (),
) -> Tile:
    """The tile laid onto a cell, the more askew the more ``careless`` (0..1), clear of those ``around``."""
    slack = max(0.0, (board.pitch_mm - kind.side_mm) / 2) + _OVERHANG * board.pitch_mm
    quarter = int(rng.integers(4)) * math.pi / 2
    for calm in (1.0, 0.6, 0.3, 0.0):
        x, y = np.array(board.cell_centre_mm(*cell)) + rng.uniform(-1, 1, 2) * slack * careless * calm
        turn = rng.normal(0, 0.16 * careless * calm)
        if kind.corner_radius_mm >= kind.side_mm / 2 and calm > 0:
            turn = rng.uniform(0, 2 * math.pi)
        laid = replace(tile, xyz_mm=(float(x), float(y), 0.0), yaw=float(quarter + turn))
        if not any(touch(laid, other, kind) for other in around):
            break
    return laid


def touch(tile: Tile, other: Tile, kind: TileKind) -> bool:
    """Whether the outlines of two tiles that lie flat overlap."""
    return bool(cv2.intersectConvexConvex(_outline_mm(tile, kind), _outline_mm(other, kind))[0] > 0)


def sample_supply(
    rng: np.random.Generator,
    board: TileBoard,
    kind: TileKind,
    shades: dict[str, RGB],
    cells: Cells,
    floor: Floor,
) -> tuple[Tile, ...]:
    """The tiles that are not on the board, each colour by itself beside it."""
    used = Counter(tile.colour for row in cells for tile in row if tile)
    left = {name: TILES - used[name] for name in shades}
    first = int(rng.integers(4))
    supply: list[Tile] = []
    for number, name in enumerate(shades):
        if left[name]:
            tile = _in_hand(name, shades)
            supply += _set_out(rng, board, kind, tile, left[name], first + number, floor)
    return tuple(supply)


def _in_hand(name: str, shades: dict[str, RGB]) -> Tile:
    """A tile of that colour that lies nowhere yet."""
    return Tile(name, shades[name], (0.0, 0.0, 0.0), 0.0)


def _sample_places(rng: np.random.Generator, size: int, count: int) -> list[Cell]:
    """So many cells, more of them in the lane."""
    cells = [(row, col) for row in range(size) for col in range(size)]
    ring = np.array([on_lane(cell, size) for cell in cells])
    weight = np.where(ring, _LANE_SHARE / ring.sum(), (1 - _LANE_SHARE) / (~ring).sum())
    return [cells[int(i)] for i in rng.choice(len(cells), count, replace=False, p=weight)]


def _outline_mm(tile: Tile, kind: TileKind) -> NDArray[np.float32]:
    ring = rotated(outline(kind) * kind.side_mm / 2, tile.yaw)
    return np.ascontiguousarray((ring + tile.xyz_mm[:2]), np.float32)


# --- the supply ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Spot:
    """Where a tile of a supply lies, about the supply's middle: x, y and height in mm, turns in radians."""

    x: float
    y: float
    z: float
    yaw: float
    tilt: float = 0.0


def _set_out(
    rng: np.random.Generator,
    board: TileBoard,
    kind: TileKind,
    tile: Tile,
    count: int,
    side: int,
    floor: Floor,
) -> list[Tile]:
    """``count`` tiles like ``tile`` beside the board, along its side of that number where there is room."""
    style = pick(rng, (_row, 0.3), (_block, 0.2), (_stacks, 0.2), (_shingled, 0.12), (_heap, 0.18))
    spots = style(rng, kind, count)
    room_mm = kind.side_mm * (_ROOM_ASKEW if style is _heap else _ROOM)
    reach: Points = np.ptp([[spot.x, spot.y] for spot in spots], axis=0) + room_mm
    centre, turn = _free_place(rng, board, floor, reach, side)
    floor.take(rectangle(tuple(centre), reach[0], reach[1], turn))
    laid = []
    for spot in spots:
        x, y = centre + rotated(np.array([spot.x, spot.y]), turn)
        z = spot.z - board.thickness_mm
        laid.append(replace(tile, xyz_mm=(float(x), float(y), float(z)), yaw=spot.yaw + turn, tilt=spot.tilt))
    return laid


def _free_place(
    rng: np.random.Generator, board: TileBoard, floor: Floor, reach: Points, side: int
) -> tuple[Points, float]:
    """Centre and yaw of a free rectangle of the size ``reach`` (2,), near that side; farther out in the end."""
    half = board_side_mm(board) / 2
    for attempt in range(_TRIES):
        loose = attempt / 40
        way = (side + int(attempt > _TRIES / 4) * int(rng.integers(4))) * math.pi / 2
        along = rng.uniform(-1, 1) * max(0.3 * half, half - reach[0] / 2) * (1 + 0.3 * loose)
        away = half + reach[1] / 2 + rng.uniform(0.02, 0.25 + 0.3 * loose) * half
        centre = rotated(np.array([along, away]), way)
        turn = way + rng.normal(0, 0.06) + (rng.uniform(0, math.pi) if rng.random() < 0.15 else 0)
        if floor.free(rectangle(tuple(centre), 1.03 * reach[0], 1.03 * reach[1], turn)):
            break
    return centre, float(turn)


def _centred(spots: list[_Spot]) -> list[_Spot]:
    x, y = np.mean([[spot.x, spot.y] for spot in spots], axis=0)
    return [replace(spot, x=spot.x - float(x), y=spot.y - float(y)) for spot in spots]


def _row(rng: np.random.Generator, kind: TileKind, count: int) -> list[_Spot]:
    """Side by side in one line."""
    step = kind.side_mm * rng.uniform(1.03, 1.25)
    loose = kind.side_mm * rng.uniform(0, 0.015)
    return _centred(
        [
            _Spot(i * step, float(rng.normal(0, 3 * loose)), 0.0, float(rng.normal(0, 0.03)))
            for i in range(count)
        ]
    )


def _block(rng: np.random.Generator, kind: TileKind, count: int) -> list[_Spot]:
    """In rows of some tiles each."""
    wide = int(rng.integers(2, 5))
    step = kind.side_mm * rng.uniform(1.06, 1.3)
    slip = 0.25 * (step - kind.side_mm)
    return _centred(
        [
            _Spot(
                i % wide * step + float(rng.uniform(-slip, slip)),
                -(i // wide) * step + float(rng.uniform(-slip, slip)),
                0.0,
                float(rng.normal(0, 0.03)),
            )
            for i in range(count)
        ]
    )


def _stacks(rng: np.random.Generator, kind: TileKind, count: int) -> list[_Spot]:
    """In one to three stacks, none quite straight."""
    stacks = int(rng.integers(1, 4))
    step, slip = kind.side_mm * rng.uniform(1.08, 1.4), kind.side_mm * rng.uniform(0.01, 0.07)
    return _centred(
        [
            _Spot(
                i % stacks * step + float(rng.normal(0, slip)),
                float(rng.normal(0, slip)),
                i // stacks * kind.height_mm,
                float(rng.normal(0, 0.12)),
            )
            for i in range(count)
        ]
    )


def _shingled(rng: np.random.Generator, kind: TileKind, count: int) -> list[_Spot]:
    """Each leaning on the one before, like roof tiles."""
    step = kind.side_mm * rng.uniform(0.45, 0.75)
    lean = math.asin(min(0.9, kind.height_mm / step))
    # Its foot is a little before the last one's upper edge; a leaning tile's middle is half its length up
    rise = kind.side_mm / 2 * math.sin(lean)
    spots = [_Spot(0.0, 0.0, 0.0, 0.0)]
    for i in range(1, count):
        spots.append(_Spot(0.0, -i * step, rise + 1e-3 * i, float(rng.normal(0, 0.02)), lean))
    return _centred(spots)


def _heap(rng: np.random.Generator, kind: TileKind, count: int) -> list[_Spot]:
    """Strewn, none on another."""
    apart = kind.side_mm * (1.02 if kind.corner_radius_mm >= kind.side_mm / 2 else 1.42)
    reach = 0.6 * apart * math.sqrt(count)
    spots: list[_Spot] = []
    while len(spots) < count:
        x, y = (float(v) for v in rng.uniform(-reach, reach, 2))
        reach *= 1.01
        if all(math.hypot(x - s.x, y - s.y) > apart for s in spots):
            spots.append(_Spot(x, y, 0.0, float(rng.uniform(0, 2 * math.pi))))
    return _centred(spots)

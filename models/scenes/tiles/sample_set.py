"""Draw one set by lot: the board's look, the tiles' shape and their four colours."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from calibration.sheets import one_two_three_four as sheet
from calibration.sheets.boards import Frame
from calibration.sheets.colours import STONES
from models.scenes.printed import printed
from models.scenes.prints import ink_on
from models.scenes.sample_printed import sample_printing, sheet_rgb
from models.scenes.sample_set import hsv, lab, near, pick, printed_shade, printing_style, triple
from models.scenes.scene import RGB, Point, Printing
from models.scenes.tiles.scene import CornerMark, DirectionMark, TileBoard, TileKind
from referee.lane import on_lane
from referee.one_two_three_four_acts import COLOURS

Shades = dict[str, RGB]

_FOUR_APART = 26.0  # CIELAB: the four colours from one another
_OFF_GROUND = 20.0  # and from the lane that they are printed on
_PARTED = 12.0  # and a gap from the fields, to be seen
_GAMMA = 2.2
_TRIES = 50
_PEN = (0.05, 0.05, 0.06)
_CURVE_STEPS = 9
_BENT = ("dome", "curved", "dish")
_TURNS_ROUND = 2.0
_ARROWS_ON_CORNERS = 0.5  # so often, where corners are filled and arrows are drawn


def sample_shades(rng: np.random.Generator) -> Shades:
    """A shade for each of the four colours: full, pastel, dark or faded, no two alike."""
    style = printing_style(rng)
    while True:
        shades: Shades = {name: printed_shade(rng, name, style) for name in COLOURS}
        values = np.array([lab(rgb) for rgb in shades.values()])
        away = np.linalg.norm(values[:, None] - values[None], axis=-1)
        if away[np.triu_indices(len(values), 1)].min() > _FOUR_APART:
            return shades


def sample_tile_board(rng: np.random.Generator, table_rgb: RGB, tile_shades: Shades) -> TileBoard:
    """A board of 5 to 8 fields a side; ``table_rgb`` so that it may be of the table's colour."""
    size = int(pick(rng, (5, 0.15), (6, 0.45), (7, 0.2), (8, 0.2)))
    pitch = float(rng.uniform(24, 50))
    material = str(pick(rng, ("card", 0.6), ("wood", 0.3), ("cloth", 0.1)))
    inks = _corner_shades(rng, tile_shades)
    lane_rgb, inner_rgb, other_rgb = _sample_grounds(rng, material, table_rgb, inks)
    mark = _sample_corner_mark(rng)
    names = COLOURS if rng.random() < 0.5 else tuple(str(name) for name in rng.permutation(COLOURS))
    corners = tuple((name, inks[name]) for name in names)
    gap = float(pick(rng, (0.0, 0.5), (rng.uniform(0.3, 1.5), 0.25), (rng.uniform(1.5, 0.12 * pitch), 0.25)))
    line_rgb = ink_on(lane_rgb) if rng.random() < 0.6 else triple(0.6 * np.array(lane_rgb))
    border_rgb = pick(rng, (lane_rgb, 0.45), (_ground(rng, material, table_rgb), 0.55))
    gap_rgb = pick(rng, (border_rgb, 0.5), (line_rgb, 0.25), (triple(0.55 * np.array(inner_rgb)), 0.25))
    gap_shows = gap > 0 and min(_apart(gap_rgb, rgb) for rgb in (lane_rgb, inner_rgb)) > _PARTED
    parted = gap_shows or inner_rgb != other_rgb
    board = TileBoard(
        grounds=_laid_out(size, lane_rgb, (inner_rgb, other_rgb), corners if mark.kind == "field" else ()),
        pitch_mm=pitch,
        gap_mm=gap,
        gap_rgb=gap_rgb,
        border_mm=0.0 if rng.random() < 0.1 else float(rng.uniform(0.05, 0.7) * pitch),
        border_rgb=border_rgb,
        corner_radius_mm=0.0 if rng.random() < 0.6 or gap == 0 else float(rng.uniform(0.02, 0.25) * pitch),
        line_mm=float(rng.uniform(0.3, 1.3)) if rng.random() < 0.25 or not parted else 0.0,
        line_rgb=line_rgb,
        lane_line_mm=float(rng.uniform(0.5, 2.5)) if rng.random() < 0.3 else 0.0,
        corners=corners,
        corner_mark=mark,
        clockwise=bool(rng.random() < 0.5),
        direction_mark=_sample_direction_mark(rng, lane_rgb) if rng.random() < 0.85 else None,
        border_print=str(pick(rng, ("plain", 0.75), ("lines", 0.12), ("letters", 0.07), ("ornaments", 0.06))),
        material=material,
        thickness_mm=_sample_one(rng, ((0.4, 1.5), 0.3), ((1.5, 5), 0.5), ((5, 14), 0.2)),
        gloss=0.0 if material == "cloth" else float(rng.beta(1.2, 2)),
        seed=int(rng.integers(2**31)),
    )
    arrows = board.direction_mark
    if arrows and mark.kind == "field" and np.random.default_rng(board.seed).random() < _ARROWS_ON_CORNERS:
        return replace(board, direction_mark=replace(arrows, on_corners=True))
    return board


def sample_tile_kind(rng: np.random.Generator, pitch_mm: float) -> TileKind:
    """A tile that fits a field of that pitch: square, rounded or round; flat, domed, curved up, or with a rim."""
    name = str(
        pick(
            rng,
            ("flat", 0.15),
            ("rounded", 0.2),
            ("dome", 0.2),
            ("curved", 0.2),
            ("dish", 0.1),
            ("rim", 0.15),
        )
    )
    side = pitch_mm * float(rng.uniform(0.62, 0.96))
    high = side * float(rng.uniform(0.09, 0.26))
    half = side / 2
    radius = half * _sample_one(rng, ((0.04, 0.2), 0.35), ((0.2, 0.6), 0.35), ((1.0, 1.0), 0.3))
    return TileKind(
        name=name,
        side_mm=side,
        corner_radius_mm=radius,
        profile_mm=_profile(rng, name, half, high),
        turns_round=_TURNS_ROUND if name in _BENT else 0.0,
        tones=_sample_tones(rng, half),
        sign=float(rng.uniform(0.1, 0.32)) if rng.random() < 0.18 else 0.0,
        body_rgb=_sample_body(rng) if rng.random() < 0.15 else None,
        gloss=_sample_one(rng, ((0.02, 0.35), 0.4), ((0.35, 0.8), 0.4), ((0.8, 0.95), 0.2)),
    )


def _sample_one(rng: np.random.Generator, *spans: tuple[Point, float]) -> float:
    """A number from one of the (span, weight) pairs."""
    return float(rng.uniform(*pick(rng, *spans)))


# --- boards -------------------------------------------------------------------------------------------------


def _corner_shades(rng: np.random.Generator, tile_shades: Shades) -> Shades:
    """The corners' inks: the tiles' paints, nearly, or another printing of the same four colours."""
    if rng.random() < 0.55:
        return {name: near(rng, rgb, 0.04) for name, rgb in tile_shades.items()}
    return sample_shades(rng)


def _sample_grounds(
    rng: np.random.Generator, material: str, table_rgb: RGB, inks: Shades
) -> tuple[RGB, RGB, RGB]:
    """Paint of the lane and of the inner fields, which may be of two kinds; every ink shows on the lane."""
    for _ in range(_TRIES):
        lane_rgb = _ground(rng, material, table_rgb)
        if min(_apart(lane_rgb, ink) for ink in inks.values()) > _OFF_GROUND:
            break
    tint = triple(np.clip(np.array(lane_rgb) * rng.uniform(0.75, 1.2), 0.03, 0.97))
    inner_rgb = pick(rng, (lane_rgb, 0.35), (tint, 0.35), (_ground(rng, material, table_rgb), 0.3))
    chequered = triple(np.clip(np.array(inner_rgb) * rng.uniform(0.7, 0.93), 0.02, 0.97))
    return lane_rgb, inner_rgb, chequered if rng.random() < 0.22 else inner_rgb


def _apart(rgb: RGB, other: RGB) -> float:
    """How different two colours look, CIELAB."""
    return float(np.linalg.norm(lab(rgb) - lab(other)))


def _ground(rng: np.random.Generator, material: str, table_rgb: RGB) -> RGB:
    """Wood, paper, something dark, any colour, or the table's."""
    if material == "wood":
        return hsv(rng.uniform(18, 42), rng.uniform(0.2, 0.7), rng.uniform(0.25, 0.95))
    return pick(
        rng,
        (triple(np.array([0.95, 0.94, 0.9]) * rng.uniform(0.8, 1)), 0.3),
        (hsv(rng.uniform(0, 360), rng.uniform(0.0, 0.35), rng.uniform(0.6, 0.95)), 0.25),
        (hsv(rng.uniform(0, 360), rng.uniform(0.0, 0.7), rng.uniform(0.05, 0.35)), 0.25),
        (hsv(rng.uniform(0, 360), rng.uniform(0.2, 0.8), rng.uniform(0.3, 0.9)), 0.12),
        (table_rgb, 0.08),
    )


def _laid_out(
    size: int, lane_rgb: RGB, inner: tuple[RGB, RGB], corners: tuple[tuple[str, RGB], ...]
) -> tuple[tuple[RGB, ...], ...]:
    """Paint of each field: lane and inner fields, the corners in their colours if those fill them."""
    rows = [
        [lane_rgb if on_lane((row, col), size) else inner[(row + col) % 2] for col in range(size)]
        for row in range(size)
    ]
    for (row, col), (_, rgb) in zip(((0, 0), (0, -1), (-1, -1), (-1, 0)), corners, strict=False):
        rows[row][col] = rgb
    return tuple(tuple(row) for row in rows)


def _sample_corner_mark(rng: np.random.Generator) -> CornerMark:
    kinds = ("field", "disc", "ring", "quarter", "arc", "frame", "diamond")
    kind = str(pick(rng, *zip(kinds, (0.35, 0.2, 0.1, 0.14, 0.07, 0.07, 0.07), strict=True)))
    return CornerMark(kind, float(rng.uniform(0.22, 0.44)), float(rng.uniform(0.06, 0.2)))


def _sample_direction_mark(rng: np.random.Generator, lane_rgb: RGB) -> DirectionMark:
    bright = hsv(rng.uniform(0, 360), rng.uniform(0.1, 0.9), rng.uniform(0.5, 1))
    return DirectionMark(
        kind=str(rng.choice(("chevron", "double", "triangle", "shaft", "line"))),
        rgb=pick(rng, (ink_on(lane_rgb), 0.55), (_PEN, 0.15), (bright, 0.3)),
        length=float(rng.uniform(0.22, 0.6)),
        every=int(pick(rng, (1, 0.6), (2, 0.3), (3, 0.1))),
        between=bool(rng.random() < 0.2),
        strength=float(rng.uniform(0.45, 1)),
    )


# --- tiles --------------------------------------------------------------------------------------------------


def _profile(rng: np.random.Generator, name: str, half: float, high: float) -> tuple[Point, ...]:
    """From the bottom's edge over the top to the middle: (inset, z), mm."""
    bevel = min(half * rng.uniform(0.01, 0.04), 0.3 * high)
    if name == "rounded":
        bevel = min(half * rng.uniform(0.12, 0.3), 0.85 * high)
    foot = [(0.6 * bevel, 0.0), (0.0, min(0.6 * bevel, 0.3 * high))]
    if name in _BENT:
        # A high power bends the tile near its rim alone
        power = rng.uniform(1.8, 2.6) if name == "dome" else rng.uniform(2.6, 6)
        bend = high * rng.uniform(0.25, 0.6)
        return tuple(_floats(foot + _bent(half, high, -bend if name == "dish" else bend, power)))
    turn = np.linspace(0, math.pi / 2, _CURVE_STEPS if name == "rounded" else 3)
    top = [(bevel * (1 - math.cos(t)), high - bevel * (1 - math.sin(t))) for t in turn]
    if name == "rim":
        wide, deep = half * rng.uniform(0.1, 0.28), high * rng.uniform(0.08, 0.3)
        slope = deep * rng.uniform(0.6, 1.5)
        top += [(bevel + wide, high), (bevel + wide + slope, high - deep)]
        return tuple(_floats([*foot, *top, (half, high - deep)]))
    return tuple(_floats([*foot, *top, (half, high)]))


def _bent(half: float, high: float, bend: float, power: float) -> list[Point]:
    """The top of a tile whose middle is higher by ``bend`` than its edge, or lower."""
    share = np.linspace(1, 0, _CURVE_STEPS)
    z = (high - bend if bend > 0 else high) + bend * (1 - share**power)
    return [(half * (1 - s), h) for s, h in zip(share, z, strict=True)]


def _floats(points: list[Point]) -> list[Point]:
    return [(float(inset), float(z)) for inset, z in points]


def _sample_body(rng: np.random.Generator) -> RGB:
    """Wood, cardboard, or white or black stuff, with the colour on top alone."""
    wood = hsv(rng.uniform(18, 42), rng.uniform(0.15, 0.6), rng.uniform(0.3, 0.9))
    grey = rng.uniform(0.05, 0.95)
    return wood if rng.random() < 0.65 else (grey, grey, grey)


def _sample_tones(rng: np.random.Generator, half: float) -> tuple[Point, ...]:
    """Plain, with a rim, a ring or a dot of a lighter or darker paint."""
    tone = float(pick(rng, (rng.uniform(0.45, 0.8), 0.6), (rng.uniform(1.2, 1.5), 0.4)))
    start, wide = half * rng.uniform(0.15, 0.4), half * rng.uniform(0.12, 0.3)
    looks: tuple[tuple[tuple[Point, ...], float], ...] = (
        (((0.0, 1.0),), 0.6),
        (((0.0, tone), (float(wide), 1.0)), 0.18),
        (((0.0, 1.0), (float(start), tone), (float(start + wide), 1.0)), 0.12),
        (((0.0, 1.0), (float(half * rng.uniform(0.5, 0.75)), tone)), 0.1),
    )
    return pick(rng, *looks)


# --- the set of ``tableref print`` ---------------------------------------------------------------------------


def sample_printed_board(rng: np.random.Generator) -> TileBoard:
    """A printed board on paper or cardboard, of any size and field."""
    printing = sample_printing(rng)
    frame = Frame(
        int(rng.choice(sheet.SIZES)), float(pick(rng, (sheet.FIELD_MM, 0.6), (rng.uniform(25, 50), 0.4)))
    )
    paper = printing.paper_rgb
    return TileBoard(
        grounds=((paper,) * frame.size,) * frame.size,
        pitch_mm=frame.field,
        gap_mm=0.0,
        gap_rgb=paper,
        border_mm=frame.border,
        border_rgb=paper,
        corner_radius_mm=0.0,
        line_mm=0.0,
        line_rgb=paper,
        lane_line_mm=0.0,
        corners=tuple(_printed_shades(printing).items()),
        corner_mark=CornerMark("field", 0.0, 0.0),
        clockwise=bool(rng.random() < 0.5),
        direction_mark=DirectionMark("shaft", printing.ink_rgb, 0.32, 2, False, 1.0),
        border_print="plain",
        material="card",
        thickness_mm=_sample_one(rng, ((0.3, 0.8), 0.4), ((1, 4), 0.6)),
        gloss=_sample_one(rng, ((0.0, 0.35), 0.75), ((0.5, 0.95), 0.25)),
        seed=printing.seed,
        printing=printing,
    )


def sample_printed_tiles(rng: np.random.Generator, board: TileBoard) -> tuple[TileKind, Shades]:
    """Rounds or squares of cardboard or wood with the printed tiles glued on, and those tiles' shades."""
    assert board.printing is not None, "a printed board has its printing"
    side = float(sheet.tile_mm(board.pitch_mm))
    high = side * _sample_one(rng, ((0.01, 0.03), 0.15), ((0.05, 0.16), 0.85))
    edge = min(0.1 * high, 0.3)
    kind = TileKind(
        name="flat",
        side_mm=side,
        corner_radius_mm=sheet.TILE_CORNER * side if rng.random() < 0.7 else 0.02 * side,
        profile_mm=((edge, 0.0), (0.0, edge), (0.0, high - edge), (edge, high), (side / 2, high)),
        turns_round=0.0,
        tones=((0.0, sheet.TILE_RIM_TONE**_GAMMA), (sheet.TILE_RIM * side, 1.0)),
        gloss=float(rng.uniform(0.0, 0.6)),
        sign=sheet.TILE_SIGN,
        body_rgb=_sample_body(rng),
    )
    return kind, _printed_shades(board.printing)


def _printed_shades(printing: Printing) -> Shades:
    return {name: triple(printed(sheet_rgb(STONES[name]), printing)) for name in COLOURS}

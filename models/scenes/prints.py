"""What is printed or woven on flat things: boards, cards and table-tops, painted from above as BGR pictures."""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes import printed
from models.scenes.scene import RGB, Board, Card, Grid, Stone, StoneKind, TableTop

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

_INK = (0.08, 0.08, 0.09)
_WHITE = (0.96, 0.96, 0.95)


def paint_board(board: Board, px_per_mm: float) -> Picture:
    """(H, W, 3) BGR of the whole board with its border, seen from above, row 0 on top.

    The scale is rounded so that a field is a whole number of pixels; the picture spans exactly
    ``size * pitch_mm + 2 * border_mm`` a side, give or take half a pixel.
    """
    if board.printing:
        return printed.board_picture(board, board.printing, px_per_mm)
    tile_px = max(8, round(board.pitch_mm * px_per_mm))
    scale = tile_px / board.pitch_mm
    border_px = round(board.border_mm * scale)
    shades = dict(board.shades)
    tiles = {name: _field(board, shades[name], tile_px, scale) for row in board.fields for name in row}
    grid = np.vstack([np.hstack([tiles[name] for name in row]) for row in board.fields])
    side = grid.shape[0] + 2 * border_px
    picture = np.empty((side, side, 3), np.float32)
    picture[:] = board.border_rgb
    print_border(picture, board, board.border_print, board.print_strength, tile_px, border_px)
    picture[border_px : side - border_px, border_px : side - border_px] = grid
    return bgr8(picture)


def paint_card(card: Card, px_per_mm: float) -> Picture:
    """(H, W, 3) BGR of a card upright, long side vertical: its face if it lies face up, else its back."""
    if card.printing:
        return printed.card_picture(card, card.printing, px_per_mm)
    width, height = (max(12, round(mm * px_per_mm)) for mm in card.size_mm)
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = _WHITE
    inside = rounded_box(width, height, card.margin_mm * px_per_mm, card.corner_radius_mm * px_per_mm)
    if card.face_up:
        filled = np.empty_like(picture)
        filled[:] = card.rgb
        short = width - 2 * card.margin_mm * px_per_mm
        symbol = _Symbol(card.print_style, card.colour, 0.8)
        _print_symbol(filled, symbol, card.rgb, (width / 2, height / 2), short)
        if card.print_style not in ("plain", "frame"):
            for x, y in ((0.2, 0.13), (0.8, 0.87)):
                _print_symbol(filled, symbol, card.rgb, (x * width, y * height), 0.3 * short)
    else:
        filled = card_back(card.back_style, card.back_rgb, width, height, px_per_mm)
    return bgr8(blend(picture, filled, inside))


def paint_table(table: TableTop, size_mm: float, px_per_mm: float) -> Picture:
    """(N, N, 3) BGR of a square of table-top ``size_mm`` a side, before it is turned by ``table.yaw``."""
    n = max(16, round(size_mm * px_per_mm))
    rng = np.random.default_rng(table.seed)
    base, other = (np.array(c, np.float32) for c in (table.rgb, table.rgb2))
    period = n / (
        2 * max(1, round(n / (2 * max(2.0, table.period_mm * px_per_mm))))
    )  # regular ones can be tiled
    painters = {"wood": wood, "checked": _checked, "cloth": _cloth, "striped": _striped, "marble": _marble}
    if table.kind == "dotted":
        share = _dotted(n, period)
    elif table.kind in painters:
        share = painters[table.kind](n, period, rng)
    else:
        share = 0.06 * clouds(n, max(2, n // 300), rng)
    picture = base + share[..., None] * (other - base)
    grain = rng.normal(0, 0.012, (n, n, 1)).astype(np.float32)
    stains = 0.05 * (clouds(n, 4, rng) - 0.5)[..., None]
    return bgr8(picture + grain + stains)


def paint_stone(stone: Stone, kind: StoneKind, side_px: int = 64) -> Picture:
    """(side_px, side_px, 3) BGR of a stone seen from above, filling the picture; perhaps with a face on top."""
    rgb = stone.rgb
    picture = np.empty((side_px, side_px, 3), np.float32)
    picture[:] = rgb
    if kind.printing:
        return printed.on_stone(bgr8(picture), stone.colour, kind.printing)
    if kind.smiley:
        paint_smiley(picture, (side_px / 2, side_px / 2), side_px * 0.22, ink_on(rgb), 0.85)
    return bgr8(picture)


def paint_smiley(
    picture: Floats, centre: tuple[float, float], radius: float, rgb: RGB, strength: float
) -> None:
    """Draw a smiling face into a float RGB picture, in place; centre and radius in pixels."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    line = max(1, round(radius * 0.13))
    circle(mask, centre, radius, line)
    for side in (-1, 1):
        circle(mask, (centre[0] + side * 0.36 * radius, centre[1] - 0.28 * radius), 0.1 * radius, -1)
    axes = (fixed(0.58 * radius), fixed(0.55 * radius))
    cv2.ellipse(mask, (fixed(centre[0]), fixed(centre[1])), axes, 0, 20, 160, 255, line, cv2.LINE_AA, shift=4)
    stamp(picture, mask, rgb, strength)


# --- border, fields and cards -----------------------------------------------------------------------------------


def print_border(
    picture: Floats, board: Grid, style: str, strength: float, tile_px: int, border_px: int
) -> None:
    """Letters and numbers, ornaments or lines along the four sides, where there is room for them.

    ``style``: plain | letters | ornaments | lines; ``strength`` 0..1 its contrast.
    """
    if style == "plain" or border_px < 6:
        return
    mask = np.zeros(picture.shape[:2], np.uint8)
    side, middle = len(mask), border_px / 2
    if style == "lines":
        for inset in (0.25, 0.6):
            near = round(inset * border_px)
            cv2.rectangle(
                mask, (near, near), (side - 1 - near, side - 1 - near), 255, max(1, border_px // 14)
            )
    else:
        for i in range(board.size):
            along = border_px + (i + 0.5) * tile_px
            for turn, text in enumerate((chr(65 + i), str(i + 1), chr(65 + i), str(i + 1))):
                x, y = [(along, middle), (side - middle, along), (along, side - middle), (middle, along)][
                    turn
                ]
                if style == "letters":
                    _letter(mask, text, (x, y), 0.6 * min(border_px, tile_px))
                else:
                    _glyph(mask, (i + turn) % 6, (x, y), 0.32 * min(border_px, tile_px))
    stamp(picture, mask, ink_on(board.border_rgb), 0.5 + 0.5 * strength)


def _letter(mask: Picture, text: str, centre: tuple[float, float], height: float) -> None:
    """Sign ``text``, about ``height`` pixels high, round ``centre``."""
    scale = height / 22  # Hershey capitals are 22 pixels high
    line = max(1, round(height / 9))
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, line)
    at = (round(centre[0] - wide / 2), round(centre[1] + high / 2))
    cv2.putText(mask, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, 255, line, cv2.LINE_AA)


def _field(board: Board, rgb: RGB, side: int, scale: float) -> Floats:
    """(side, side, 3) RGB of one field with its half of the gap around it."""
    tile = np.empty((side, side, 3), np.float32)
    tile[:] = board.gap_rgb
    filled = np.empty_like(tile)
    filled[:] = rgb
    name = next(n for n, shade in board.shades if shade == rgb)
    symbol = _Symbol(
        board.print_style, name, board.print_strength, board.print_size, board.print_line, board.print_rgb
    )
    _print_symbol(filled, symbol, rgb, (side / 2, side / 2), side - board.gap_mm * scale)
    inset, radius = board.gap_mm * scale / 2, board.corner_radius_mm * scale
    if board.line_mm > 0:
        dark = np.empty_like(tile)
        dark[:] = _INK
        tile = blend(tile, dark, rounded_box(side, side, inset, radius))
        inset += board.line_mm * scale
    return blend(tile, filled, rounded_box(side, side, inset, radius))


@dataclass(frozen=True)
class _Symbol:
    """What is printed on a field or card; ``Board`` tells the words and measures."""

    style: str
    colour: str  # the field's or card's, by which glyphs differ
    strength: float
    size: float = 1.0
    line: float = 0.05
    ink: RGB | None = None


def _print_symbol(
    picture: Floats, symbol: _Symbol, rgb: RGB, centre: tuple[float, float], side: float
) -> None:
    """Print it on paint of ``rgb``, in place, on a field of ``side`` pixels about ``centre``."""
    ink = symbol.ink or ink_on(rgb)
    mask = np.zeros(picture.shape[:2], np.uint8)
    if symbol.style == "ring":
        circle(mask, centre, 0.3 * symbol.size * side, max(1, round(symbol.line * side)))
        ink = symbol.ink or (_WHITE if min(rgb) < 0.8 else _INK)
    elif symbol.style == "dot":
        circle(mask, centre, 0.16 * symbol.size * side, -1)
    elif symbol.style == "frame":
        half = np.array([picture.shape[1], picture.shape[0]]) / 2 - (min(picture.shape[:2]) - side) / 2
        half = half - 0.1 * side
        a, b = (tuple(int(v) for v in np.array(centre) + s * half) for s in (-1, 1))
        cv2.rectangle(mask, a, b, 255, max(1, round(0.035 * side)), cv2.LINE_AA)
    elif symbol.style == "glyph":
        _glyph(mask, zlib.crc32(symbol.colour.encode()) % 6, centre, 0.27 * symbol.size * side)
    elif symbol.style == "smiley":
        paint_smiley(picture, centre, 0.28 * symbol.size * side, ink, symbol.strength)
        return
    stamp(picture, mask, ink, symbol.strength)


def _glyph(mask: Picture, kind: int, centre: tuple[float, float], radius: float) -> None:
    """A filled star, triangle, square, ... so that a colour can be told without seeing colours."""
    corners = (3, 4, 5, 6, 10, 12)[kind]
    angle = np.arange(corners) * 2 * math.pi / corners - math.pi / 2
    reach = np.where((np.arange(corners) % 2 == 1) & (corners >= 10), 0.45, 1.0) * radius
    points = np.stack([centre[0] + reach * np.cos(angle), centre[1] + reach * np.sin(angle)], 1)
    cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, shift=4)


def card_back(style: str, rgb: RGB, width: int, height: int, px_per_mm: float) -> Floats:
    """(height, width, 3) RGB of a card's patterned back."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / px_per_mm
    step = 3.2
    waves = {
        "hatch": np.sin((x + y) * 2 * math.pi / step),
        "checks": np.sin(x * 2 * math.pi / (1.6 * step)) * np.sin(y * 2 * math.pi / (1.6 * step)) * 2,
        "cross": np.maximum(np.sin((x + y) * 2 * math.pi / step), np.sin((x - y) * 2 * math.pi / step)) - 0.7,
        "dots": np.cos(x * 2 * math.pi / step) + np.cos(y * 2 * math.pi / step) - 0.8,
        "rings": np.sin(np.hypot(x - x.mean(), y - y.mean()) * 2 * math.pi / (2 * step)),
    }
    wave = waves.get(style)
    dark = np.empty((height, width, 3), np.float32)
    dark[:] = rgb
    if wave is None:
        return dark
    light = dark + 0.45 * (1 - dark)
    return blend(dark, light, np.clip(wave * 1.5 + 0.5, 0, 1).astype(np.float32))


# --- table-tops: each gives the share (N, N) of the second colour ------------------------------------------


def wood(n: int, period: float, rng: np.random.Generator) -> Floats:
    """Boards with grain along x."""
    bend = 2.5 * clouds(n, 3, rng) + 0.8 * cv2.resize(clouds(256, 24, rng), (n, n))
    y = np.linspace(0, n / max(period * 0.5, 6), n, dtype=np.float32)[:, None]
    rings = 0.5 + 0.5 * np.sin(y + 6 * bend)
    rows, columns = n // 2 + 1, max(4, n // 60)
    fibre = cv2.resize(rng.random((rows, columns), np.float32), (n, n), interpolation=cv2.INTER_CUBIC)
    share = 0.45 * rings * cv2.GaussianBlur(fibre, (0, 0), 1.2) + 0.4 * fibre + 0.15 * bend
    if rng.random() < 0.5:  # planks
        plank = max(12, int(period * rng.uniform(3, 8)))
        index = np.arange(n) // plank
        share = share + rng.normal(0, 0.12, index.max() + 1).astype(np.float32)[index][:, None]
        share[np.arange(n) % plank < max(1, n // 900)] += 0.6
    return np.clip(share, 0, 1.3)


def _checked(n: int, period: float, rng: np.random.Generator) -> Floats:
    """A checked cloth: hard squares, or gingham where stripes cross."""
    index = (np.arange(n) / period).astype(int) % 2
    a, b = index[:, None], index[None, :]
    share = (a ^ b) if rng.random() < 0.5 else (a + b) / 2
    return share.astype(np.float32) + _weave(n, rng)


def _striped(n: int, period: float, rng: np.random.Generator) -> Floats:
    wide = rng.uniform(0.15, 0.6)
    row = ((np.arange(n) / period) % 1 < wide).astype(np.float32)
    return np.repeat(row[None, :], n, 0) + _weave(n, rng)


def _dotted(n: int, period: float) -> Floats:
    y, x = np.mgrid[0:n, 0:n].astype(np.float32) / period
    row = np.floor(y)
    return (np.hypot((x + 0.5 * (row % 2)) % 1 - 0.5, y % 1 - 0.5) < 0.22).astype(np.float32)


def _cloth(n: int, period: float, rng: np.random.Generator) -> Floats:
    return 0.25 * clouds(n, max(3, int(n / period / 2)), rng) + 2 * _weave(n, rng)


def _marble(n: int, period: float, rng: np.random.Generator) -> Floats:
    veins = np.abs(clouds(n, max(3, int(n / period / 2)), rng, octaves=6) - 0.5)
    return np.clip(1 - veins * 12, 0, 1) * 0.7 + 0.3 * clouds(n, 5, rng)


def _weave(n: int, rng: np.random.Generator) -> Floats:
    """Threads: faint noise along both ways."""
    threads = rng.normal(0, 0.05, (n, 1)) + rng.normal(0, 0.05, (1, n))
    return threads.astype(np.float32)


def clouds(n: int, cells: int, rng: np.random.Generator, octaves: int = 4) -> Floats:
    """(n, n) soft noise about 0..1 with about ``cells`` blobs a side, each octave twice as fine."""
    total = np.zeros((n, n), np.float32)
    for octave in range(octaves):
        side = min(n, cells * 2**octave + 2)
        layer = rng.random((side, side), np.float32)
        total += cv2.resize(layer, (n, n), interpolation=cv2.INTER_CUBIC) / 2**octave
    return total / (2 - 2 ** (1 - octaves))


# --- small change ---------------------------------------------------------------------------------------


def rounded_box(width: int, height: int, inset: float, radius: float) -> Floats:
    """(height, width) cover 0..1 of a rounded box, ``inset`` pixels from the picture's edges."""
    radius = min(radius, min(width, height) / 2 - inset)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) + 0.5
    dx = np.abs(x - width / 2) - (width / 2 - inset - radius)
    dy = np.abs(y - height / 2) - (height / 2 - inset - radius)
    outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0) - radius
    return np.clip(0.5 - outside, 0, 1)


def ink_on(rgb: RGB) -> RGB:
    """Ink that shows on a colour: dark, or white on dark paint."""
    luma = 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2]
    return _INK if luma > 0.25 else _WHITE


def stamp(picture: Floats, mask: Picture, rgb: RGB, strength: float) -> None:
    """Print ink into a float RGB picture, in place, where the mask (H, W) says."""
    share = mask[..., None].astype(np.float32) * (strength / 255)
    picture += share * (np.array(rgb, np.float32) - picture)


def blend(below: Floats, above: Floats, share: Floats) -> Floats:
    """One float picture over another, by the share (H, W) of the upper."""
    return below + share[..., None] * (above - below)


def circle(mask: Picture, centre: tuple[float, float], radius: float, line: int) -> None:
    """Draw into a mask, in place; pixels, ``line`` -1 fills."""
    at = (fixed(centre[0]), fixed(centre[1]))
    cv2.circle(mask, at, fixed(radius), 255, line, cv2.LINE_AA, shift=4)


def fixed(value: float) -> int:
    """A pixel coordinate in sixteenths, for OpenCV's sub-pixel drawing."""
    return round(value * 16)


def bgr8(rgb: Floats) -> Picture:
    """A float RGB picture in bytes."""
    return np.ascontiguousarray((np.clip(rgb[..., ::-1], 0, 1) * 255 + 0.5).astype(np.uint8))

"""What is printed on the cards of Punto, and on what might pass for them, seen from above as BGR pictures."""

from __future__ import annotations

import math

import cv2
import numpy as np

from calibration.sheets.colours import sign
from calibration.sheets.punto import pips
from models.scenes.point_cards.scene import CardLook, PipLook, PointCard, Slab
from models.scenes.prints import Floats, Picture, bgr8, blend, circle, clouds, rounded_box, stamp
from models.scenes.scene import RGB, Point

_SHEET_APART = 0.26  # of a side: from pip to pip on the printed sheets
_IN_A_LINE = {2: ((-0.5, 0), (0.5, 0)), 3: ((-1, 0), (0, 0), (1, 0))}
_TALL = {
    6: ((-1, -0.5), (0, -0.5), (1, -0.5), (-1, 0.5), (0, 0.5), (1, 0.5)),
    7: ((-0.5, -0.9), (0.5, -0.9), (-1, 0), (0, 0), (1, 0), (-0.5, 0.9), (0.5, 0.9)),
    8: ((-1, -1), (0, -1), (1, -1), (-0.5, 0), (0.5, 0), (-1, 1), (0, 1), (1, 1)),
}
_SIGN_AT, _SIGN = 0.435, 0.022  # of a side, as on the sheets
_LEAST_PX = 16


def places(points: int, look: PipLook) -> tuple[Point, ...]:
    """The pips' centres from the card's centre, in sides, x to the right and y down."""
    own = _IN_A_LINE | (_TALL if look.layout == "tall" else {}) if look.layout != "dice" else {}
    if points in own:
        return tuple((look.apart * x, look.apart * y) for x, y in own[points])
    return tuple((look.apart / _SHEET_APART * x, look.apart / _SHEET_APART * y) for x, y in pips(points))


def paint_face(look: CardLook, card: PointCard, px_per_mm: float) -> Picture:
    """(N, N, 3) the card's face, its own up."""
    picture = _blank(look, px_per_mm)
    side = len(picture)
    shade = np.array(dict(look.shades)[card.colour])
    for x, y in places(card.points, look.pips):
        at = ((0.5 + x) * side, (0.5 + y) * side)
        rgb = shade * (1 - look.pips.fade * (0.5 + x + y))
        if look.pips.rim:
            _pip(picture, look.pips, at, look.pips.size + 2 * look.pips.rim, 0.35 * rgb)
        _pip(picture, look.pips, at, look.pips.size, rgb)
    if look.signs:
        for way in (-1, 1):
            at = ((0.5 + way * _SIGN_AT) * side, (0.5 - way * _SIGN_AT) * side)
            _fill(picture, np.array(sign(card.colour, at, _SIGN * side)), shade)
    return bgr8(picture * card.tone + card.sheen)


def paint_back(look: CardLook, px_per_mm: float) -> Picture:
    """(N, N, 3) a card's back."""
    picture = _blank(look, px_per_mm)
    side, back = len(picture), look.back
    rng = np.random.default_rng(back.seed)
    if back.kind == "four":
        _four_dots(picture, look, rng)
    elif back.kind == "specks":
        for _ in range(int(rng.integers(40, 130))):
            angle, far = rng.uniform(0, 2 * math.pi), back.size * side * rng.uniform(0.7, 1.1)
            at = (side / 2 + far * math.cos(angle), side / 2 + far * math.sin(angle))
            _disc(picture, at, side * rng.uniform(0.004, 0.02), back.rgb)
    elif back.kind == "hatch":
        y, x = np.mgrid[0:side, 0:side].astype(np.float32) / px_per_mm
        waves = np.maximum(np.sin((x + y) * 2), np.sin((x - y) * 2))
        ink = np.broadcast_to(np.array(back.rgb, np.float32), picture.shape)
        inside = rounded_box(side, side, 0.06 * side, 0.05 * side)
        picture = blend(picture, ink, (np.clip(waves * 2 - 1, 0, 1) * inside * 0.7).astype(np.float32))
    elif back.kind in ("ring", "frame"):
        mask = np.zeros((side, side), np.uint8)
        line = max(1, round(0.03 * side))
        if back.kind == "ring":
            circle(mask, (side / 2, side / 2), back.size * side, line)
        else:
            a, b = round((0.5 - back.size) * side), round((0.5 + back.size) * side)
            cv2.rectangle(mask, (a, a), (b, b), 255, line, cv2.LINE_AA)
        stamp(picture, mask, back.rgb, 1.0)
    return bgr8(picture)


def paint_slab(slab: Slab, px_per_mm: float) -> Picture:
    """(H, W, 3) a thing that might pass for cards; a domino has pips of one colour on both its halves."""
    width, height = (max(_LEAST_PX, round(mm * px_per_mm)) for mm in slab.size_mm)
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = slab.rgb
    rng = np.random.default_rng(slab.seed)
    if slab.kind == "domino":
        ink: RGB = (0.9, 0.9, 0.86) if rng.random() < 0.7 else (0.85, 0.7, 0.3)
        for half in (0.25, 0.75):
            for x, y in pips(int(rng.integers(1, 7))):
                _disc(picture, ((0.5 + x) * width, half * height + y * width), 0.08 * width, ink)
        picture[round(0.49 * height) : round(0.51 * height), round(0.1 * width) : round(0.9 * width)] = ink
    elif slab.kind == "coaster":
        mask = np.zeros((height, width), np.uint8)
        circle(mask, (width / 2, height / 2), 0.3 * min(width, height), max(1, width // 30))
        stamp(picture, mask, (0.6, 0.6, 0.6), float(rng.uniform(0, 0.6)))
    return bgr8(picture)


def _blank(look: CardLook, px_per_mm: float) -> Floats:
    """(N, N, 3) RGB of a card with nothing on it but its line, and what wear has left."""
    side = max(_LEAST_PX, round(look.side_mm * px_per_mm))
    picture = np.empty((side, side, 3), np.float32)
    picture[:] = look.ground_rgb
    if look.line_rgb:
        radius = look.corner_radius_mm * px_per_mm
        outer, inner = (
            rounded_box(side, side, k * look.line * side, max(0.0, radius - k * look.line * side))
            for k in (1, 2)
        )
        line = np.broadcast_to(np.array(look.line_rgb, np.float32), picture.shape)
        picture = blend(picture, line, outer - inner)
    if look.worn:
        rim = 1 - rounded_box(side, side, 0.012 * side, look.corner_radius_mm * px_per_mm)
        patchy = clouds(side, 9, np.random.default_rng(side))
        pale = np.broadcast_to(np.array(look.edge_rgb, np.float32), picture.shape)
        picture = blend(picture, pale, (0.7 * look.worn * rim * (patchy > 0.4)).astype(np.float32))
    return picture


def _four_dots(picture: Floats, look: CardLook, rng: np.random.Generator) -> None:
    """One of each colour about the middle, on the sides or on the diagonals."""
    side = len(picture)
    start = float(rng.choice([0, math.pi / 4]))
    far, size = rng.uniform(0.08, 0.24), rng.uniform(0.35, 0.6)
    for number, (_, rgb) in enumerate(look.shades):
        angle = start + number * math.pi / 2
        at = ((0.5 + far * math.cos(angle)) * side, (0.5 + far * math.sin(angle)) * side)
        _disc(picture, at, size * far * side, rgb)


def _pip(picture: Floats, look: PipLook, at: Point, size: float, rgb: np.ndarray) -> None:
    """One pip ``size`` sides across about a place in pixels."""
    reach = size * len(picture) / 2
    if look.shape == "disc":
        _disc(picture, at, reach, rgb)
    elif look.shape == "ring":
        mask = np.zeros(picture.shape[:2], np.uint8)
        circle(mask, at, 0.75 * reach, max(1, round(0.5 * reach)))
        stamp(picture, mask, (float(rgb[0]), float(rgb[1]), float(rgb[2])), 1.0)
    else:
        corners = {"square": 4, "diamond": 4, "star": 10}[look.shape]
        angle = np.arange(corners) * 2 * math.pi / corners + (math.pi / 4 if look.shape == "square" else 0)
        far = reach * np.where((np.arange(corners) % 2 == 1) & (corners == 10), 0.5, 1.15)
        _fill(picture, np.stack([at[0] + far * np.cos(angle), at[1] + far * np.sin(angle)], 1), rgb)


def _disc(picture: Floats, at: Point, radius: float, rgb: RGB | np.ndarray) -> None:
    angle = np.linspace(0, 2 * math.pi, 28, endpoint=False)
    _fill(picture, np.stack([at[0] + radius * np.cos(angle), at[1] + radius * np.sin(angle)], 1), rgb)


def _fill(picture: Floats, outline: np.ndarray, rgb: RGB | np.ndarray) -> None:
    """Fill an outline (N, 2) in pixels, in place."""
    low = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    high = np.ceil(outline.max(0)).astype(int) + 2
    part = picture[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round((outline - low - 0.5) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    stamp(part, mask, (float(rgb[0]), float(rgb[1]), float(rgb[2])), 1.0)

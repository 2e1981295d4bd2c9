"""Draw one set by lot: the board's shades and print, the stones' colours, the look of the cards."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import ArrayLike

from models.scenes.scene import RGB, Board, Printing

T = TypeVar("T")
FIELD_COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")

# HSV ranges of printed colours: hue in degrees, saturation, value.
_HUES: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "red": ((-14, 8), (0.72, 0.96), (0.62, 0.97)),
    "orange": ((16, 36), (0.72, 1.0), (0.82, 1.0)),
    "yellow": ((44, 60), (0.65, 1.0), (0.86, 1.0)),
    "green": ((80, 165), (0.5, 0.95), (0.4, 0.88)),
    "blue": ((196, 238), (0.5, 0.95), (0.42, 0.97)),
    "violet": ((268, 328), (0.4, 0.9), (0.36, 0.9)),
}
_STONE_HUES = {
    "red": ((-12, 8), (0.7, 0.97), (0.55, 0.95)),
    "green": ((90, 160), (0.55, 0.95), (0.35, 0.8)),
    "blue": ((200, 238), (0.55, 0.95), (0.4, 0.9)),
    "yellow": ((40, 58), (0.7, 1.0), (0.8, 1.0)),
}
_PRINTS = ("plain", "ring", "smiley", "dot", "frame", "glyph")
_BACKS = ("hatch", "checks", "cross", "dots", "rings", "plain")


@dataclass(frozen=True)
class CardLook:
    """What all cards of one set share."""

    shades: dict[str, RGB]
    size_mm: tuple[float, float]
    print_style: str
    margin_mm: float
    corner_radius_mm: float
    back_style: str
    back_rgb: RGB
    printing: Printing | None = None


def pick(rng: np.random.Generator, *weighted: tuple[T, float]) -> T:
    """One of the (value, weight) pairs by lot."""
    weights = np.array([w for _, w in weighted], float)
    return weighted[int(rng.choice(len(weighted), p=weights / weights.sum()))][0]


def triple(values: ArrayLike) -> tuple[float, float, float]:
    """Three numbers as plain floats."""
    a, b, c = (float(v) for v in np.asarray(values))
    return a, b, c


def sample_board(rng: np.random.Generator, table_rgb: RGB) -> Board:
    """A board of 6 x 6 fields; ``table_rgb`` so that it may be printed in the table's colour."""
    shades = _sample_shades(rng)
    pitch = float(rng.uniform(25, 60))
    gap = float(pick(rng, (0.0, 0.45), (rng.uniform(0.3, 2), 0.3), (rng.uniform(2, min(8, pitch / 5)), 0.25)))
    dark = hsv(rng.uniform(0, 360), rng.uniform(0.2, 0.8), rng.uniform(0.08, 0.4))
    inks = rng.spawn(1)[0]  # of its own: however fields are printed, the rest of the scene stays as it is
    bright = hsv(inks.uniform(0, 360), inks.uniform(0, 0.9), inks.uniform(0.6, 1))
    looks = (
        ((0.94, 0.94, 0.92), 0.22),
        ((0.05, 0.09, 0.3), 0.12),
        ((0.04, 0.04, 0.05), 0.15),
        (hsv(rng.uniform(20, 38), rng.uniform(0.3, 0.65), rng.uniform(0.35, 0.85)), 0.13),
        (table_rgb, 0.1),
        (dark, 0.16),
        (hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.3, 1)), 0.12),
    )
    border_rgb, other_rgb = pick(rng, *looks), pick(rng, *looks)
    board_print = str(pick(rng, *zip(_PRINTS, (0.38, 0.24, 0.14, 0.1, 0.07, 0.07), strict=True)))
    return Board(
        fields=_sample_fields(rng),
        shades=tuple(shades.items()),
        pitch_mm=pitch,
        gap_mm=gap,
        gap_rgb=border_rgb if rng.random() < 0.7 else other_rgb,
        border_mm=0.0 if rng.random() < 0.15 else float(rng.uniform(1, 25)),
        border_rgb=border_rgb,
        corner_radius_mm=0.0 if rng.random() < 0.55 else float(rng.uniform(0.02, 0.3) * pitch),
        line_mm=0.0 if rng.random() < 0.7 else float(rng.uniform(0.3, 1.2)),
        print_style=board_print,
        print_strength=float(rng.uniform(0.25, 1)),
        thickness_mm=float(
            pick(rng, (rng.uniform(0.3, 1), 0.3), (rng.uniform(1, 4), 0.5), (rng.uniform(4, 10), 0.2))
        ),
        gloss=float(rng.beta(1.2, 1.8)),
        border_print=str(pick(rng, ("plain", 0.7), ("letters", 0.1), ("ornaments", 0.1), ("lines", 0.1))),
        # From well within a stone's foot to the field's edge: a ring that shows beside a stone looks much
        # like the rim of another beneath it.
        print_size=float(inks.uniform(0.6, 2.6 if board_print == "dot" else 1.55)),
        print_line=float(inks.uniform(0.012, 0.07)),
        print_rgb=pick(inks, (None, 0.45), (dark, 0.2), ((0.04, 0.04, 0.05), 0.2), (bright, 0.15)),
    )


def sample_owners(rng: np.random.Generator, board: Board) -> dict[str, RGB]:
    """2 to 4 players' stone colours with their shades."""
    names = list(rng.permutation(["red", "green", "blue", "yellow"]))
    for special in ("white", "black"):
        if rng.random() < 0.1:
            names.insert(int(rng.integers(0, 2)), special)
    count = int(pick(rng, (2, 0.35), (3, 0.25), (4, 0.4)))
    shades, bright = dict(board.shades), rng.uniform(0.75, 1.1)
    owners: dict[str, RGB] = {}
    for name in names[:count]:
        if name == "white":
            owners[name] = triple(rng.uniform(0.82, 0.95) - rng.uniform(0, 0.06, 3))
        elif name == "black":
            owners[name] = triple(rng.uniform(0.03, 0.1) + rng.uniform(0, 0.02, 3))
        elif rng.random() < 0.2:  # one dye for stones and fields
            owners[name] = near(rng, shades[name], 0.02)
        else:
            hue, saturation, value = (rng.uniform(*span) for span in _STONE_HUES[name])
            owners[name] = hsv(hue, saturation, min(1.0, value * bright))
    return owners


def sample_card_look(rng: np.random.Generator, board: Board) -> CardLook:
    """Cards of the board's colours, a field or more wide."""
    short = float(board.pitch_mm * rng.uniform(1.0, 1.7))
    style = board.print_style if rng.random() < 0.6 else str(rng.choice(_PRINTS))
    back = hsv(rng.uniform(200, 260), rng.uniform(0.4, 0.9), rng.uniform(0.15, 0.6))
    if rng.random() < 0.5:
        back = hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.1, 0.8))
    return CardLook(
        shades={name: near(rng, rgb, 0.025) for name, rgb in board.shades},
        size_mm=(short, short * float(rng.uniform(1.35, 1.6))),
        print_style=style,
        margin_mm=0.0 if rng.random() < 0.3 else float(rng.uniform(0.03, 0.1) * short),
        corner_radius_mm=float(rng.uniform(0.02, 0.11) * short),
        back_style=str(rng.choice(_BACKS)),
        back_rgb=back,
    )


def hsv(hue_deg: float, saturation: float, value: float) -> RGB:
    """An sRGB colour in 0..1 from its hue in degrees, saturation and value."""
    return colorsys.hsv_to_rgb(hue_deg / 360 % 1, float(saturation), float(value))


def near(rng: np.random.Generator, rgb: RGB, spread: float) -> RGB:
    """A colour close by: another printing of the same ink."""
    return triple(np.clip(np.array(rgb) + rng.normal(0, spread, 3), 0.01, 0.99))


def lab(rgb: RGB) -> np.ndarray:
    """CIE L*a*b* of an sRGB colour."""
    picture = np.array([[rgb]], np.float32)
    return cv2.cvtColor(picture, cv2.COLOR_RGB2LAB)[0, 0]


def printing_style(rng: np.random.Generator) -> str:
    """How a printing, or a set's paint, changes all its colours: full | pastel | dark | faded."""
    return str(pick(rng, ("full", 0.5), ("pastel", 0.17), ("dark", 0.15), ("faded", 0.18)))


def printed_shade(rng: np.random.Generator, name: str, style: str) -> RGB:
    """Some shade of the colour of that name, in a printing of that ``style``."""
    h, s, v = (rng.uniform(*span) for span in _HUES[name])
    if style == "pastel":
        s, v = s * rng.uniform(0.5, 0.72), 1 - (1 - v) * 0.45
    elif style == "dark":
        v *= rng.uniform(0.62, 0.85) if name not in ("orange", "yellow") else rng.uniform(0.75, 0.92)
    elif style == "faded":
        s, v = s * rng.uniform(0.65, 0.9), 0.25 + 0.68 * v
    return hsv(h, s, v)


def _sample_shades(rng: np.random.Generator) -> dict[str, RGB]:
    """Six shades of one printing: saturated, pastel, faded or dark, no two alike."""
    style = printing_style(rng)
    while True:
        shades = {name: printed_shade(rng, name, style) for name in _HUES}
        if _apart(shades):
            return shades


def _apart(shades: dict[str, RGB]) -> bool:
    """Whether all shades can be told from one another, and orange from its neighbours."""
    values = np.array([lab(rgb) for rgb in shades.values()])
    away = np.linalg.norm(values[:, None] - values[None], axis=-1) + 1e3 * np.eye(len(values))
    angle = np.degrees(np.arctan2(values[:, 2], values[:, 1]))
    red, orange, yellow = (angle[list(shades).index(n)] for n in ("red", "orange", "yellow"))
    return bool(away.min() > 24 and orange - red > 15 and yellow - orange > 13)


def _sample_fields(rng: np.random.Generator) -> tuple[tuple[str, ...], ...]:
    """Mostly six of each colour, sometimes any mix."""
    if rng.random() < 0.75:
        names = rng.permutation(np.repeat(FIELD_COLOURS, 6))
    else:
        names = rng.choice(FIELD_COLOURS, 36, p=rng.dirichlet(np.full(6, 2.0)))
    return tuple(tuple(str(n) for n in row) for row in names.reshape(6, 6))

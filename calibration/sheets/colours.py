"""The inks of the printed sets, and the sign that goes with each colour, so that nothing rests on colour alone.

The field colours were searched for at random among printed hues: seen with any of the common kinds of colour
blindness (Machado et al., "A physiologically-based model for simulation of color vision deficiency", 2009), two of
them never come nearer to one another than 25 units of CIE L*a*b*. The signs are those of the page.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

RGB = tuple[int, int, int]
Outline = tuple[tuple[float, float], ...]

INK: RGB = (24, 24, 28)
PAPER: RGB = (255, 255, 255)
FAINT: RGB = (150, 150, 155)
_STANDS_OUT = 3.2  # contrast: WCAG asks 3 of signs, and printers differ

FIELDS: Mapping[str, RGB] = {
    "red": (197, 39, 55),
    "orange": (240, 130, 40),
    "yellow": (255, 240, 40),
    "green": (76, 188, 133),
    "blue": (40, 100, 230),
    "violet": (110, 42, 125),
}
STONES: Mapping[str, RGB] = {
    "red": (222, 32, 38),
    "green": (24, 130, 62),
    "blue": (22, 66, 178),
    "yellow": (255, 206, 0),
    "white": (250, 249, 246),
    "black": (34, 34, 38),
}
PIPS: Mapping[str, RGB] = {
    "red": (228, 40, 46),
    "orange": (250, 160, 20),
    "green": (40, 172, 84),
    "blue": (48, 130, 235),
}
STRIPS: Mapping[str, RGB] = {
    "red": (226, 62, 52),
    "green": (72, 176, 98),
    "yellow": (250, 218, 60),
    "white": (255, 255, 255),
}


def ink_on(rgb: RGB) -> RGB:
    """The ink, black or white, that stands out better on a colour (WCAG's contrast)."""
    return INK if luminance(rgb) > 0.18 else PAPER


def tint_on(rgb: RGB) -> RGB:
    """The ink of a stone's face: on dark stones a tint of their own colour that just stands out.

    From afar face and stone run together, and a blue stone with a white face is read as a white one.
    """
    if ink_on(rgb) == INK:
        return INK
    tints = (lighter(rgb, percent / 100) for percent in range(60, 0, -5))
    return next((tint for tint in tints if contrast(tint, rgb) >= _STANDS_OUT), PAPER)


def contrast(a: RGB, b: RGB) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2)."""
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def luminance(rgb: RGB) -> float:
    """The relative luminance of an sRGB colour, 0 to 1 (WCAG 2)."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def darker(rgb: RGB, share: float = 0.6) -> RGB:
    """The colour with that share of its light."""
    r, g, b = (round(c * share) for c in rgb)
    return r, g, b


def lighter(rgb: RGB, share: float = 0.55) -> RGB:
    """The colour on its way to white: with that share of what it lacks."""
    r, g, b = (round(255 - (255 - c) * share) for c in rgb)
    return r, g, b


def sign(colour: str, at: tuple[float, float], radius: float) -> Outline:
    """The outline of a colour's sign, as large as a circle of `radius` about `at`."""
    x, y = at
    return tuple((x + radius * dx, y + radius * dy) for dx, dy in _SIGNS[colour])


def _regular(corners: int, start_degrees: float = -90.0, inner: float = 1.0) -> Outline:
    """A polygon on a circle of radius 1; every other corner at `inner` of it."""
    angles = [math.radians(start_degrees + 360 * i / corners) for i in range(corners)]
    reach = [inner if i % 2 else 1.0 for i in range(corners)]
    return tuple((r * math.cos(a), r * math.sin(a)) for r, a in zip(reach, angles, strict=True))


def _cross(arm: float, reach: float) -> Outline:
    """A plus whose arms are 2 `arm` wide."""
    quarter = [(-arm, -arm), (-arm, -reach), (arm, -reach)]
    turns = [(1, 0), (0, 1), (-1, 0), (0, -1)]  # cosine and sine of four quarter turns
    return tuple((c * x - s * y, s * x + c * y) for c, s in turns for x, y in quarter)


def _slanting(outline: Outline) -> Outline:
    half = math.sqrt(0.5)
    return tuple((half * (x - y), half * (x + y)) for x, y in outline)


def _ring(inner: float) -> Outline:
    """A ring in one line: once round outside, and back inside."""
    outside = _regular(36)
    outside = (*outside, outside[0])
    return (*outside, *((inner * x, inner * y) for x, y in reversed(outside)))


_SIGNS: Mapping[str, Outline] = {
    "red": _regular(3),
    "orange": _regular(4),
    "yellow": _regular(10, inner=0.42),
    "green": _regular(4, start_degrees=-45),
    "blue": _regular(36),
    "violet": _cross(0.3, 0.92),
    "white": _ring(0.52),
    "black": _slanting(_cross(0.3, 1.0)),
}

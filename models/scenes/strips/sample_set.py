"""Draw one deck by lot: its signs, its paper, what else is printed on its strips."""

from __future__ import annotations

import math

import numpy as np

from models.scenes.sample_set import hsv, lab, pick, printed_shade, printing_style, triple
from models.scenes.scene import RGB
from models.scenes.strips.fonts import names_for
from models.scenes.strips.scene import Brush, StripSet
from referee.four_colour_deck import CARDS, COLOURS, EDITIONS, glyph

_APART = 17.0  # CIELAB: the four colours from one another
_INK_SHOWS = 32.0  # and ink from paper, in lightness
_OTHER_CANNONS = {"炮": "砲", "包": "炮"}
_PHRASES = ("福喜吉春", "大吉春喜", "福", "春", "花月山水", "一二三四")
_BACKS = ("hatch", "checks", "cross", "dots", "rings", "plain")
_FADED_WHITE = 0.3


def sample_strip_set(rng: np.random.Generator, seed: int) -> StripSet:
    """A deck of one of the three editions; which fonts there are depends on the scene's number ``seed``."""
    edition = str(pick(rng, *((name, 1.0) for name in EDITIONS)))
    shades = _sample_shades(rng)
    short = float(rng.uniform(19, 25))
    long = short * float(pick(rng, (rng.uniform(2.3, 3.2), 0.4), (rng.uniform(3.2, 5.2), 0.6)))
    frame = str(pick(rng, ("none", 0.6), ("line", 0.28), ("double", 0.12)))
    inset = 0.0 if frame == "none" else float(rng.uniform(0.02, 0.07) * short)
    seal = str(pick(rng, ("none", 0.85), ("ring", 0.09), ("disc", 0.03), ("box", 0.03)))
    room = short - 2 * inset
    sign = room * float(rng.uniform(0.5, 0.66) if seal != "none" else rng.uniform(0.62, 0.95))
    ornament = str(
        pick(rng, ("none", 0.3), ("phrase", 0.25), ("rosette", 0.17), ("diamond", 0.17), ("bars", 0.11))
    )
    nearest = inset + (0.62 if seal != "none" else 0.52) * sign
    farthest = 0.25 * long if ornament == "none" else 0.2 * long
    return StripSet(
        edition=edition,
        signs=_signs(rng, edition),
        shades=shades,
        inks=_inks(rng, shades),
        brush=_brush(rng, seed),
        size_mm=(short, long),
        corner_radius_mm=0.0 if rng.random() < 0.3 else float(rng.uniform(0.02, 0.16) * short),
        sign_mm=sign,
        sign_inset_mm=float(rng.uniform(nearest, max(nearest, min(farthest, nearest + 0.3 * short)))),
        frame=frame,
        frame_inset_mm=inset,
        frame_mm=float(rng.uniform(0.2, 0.7)),
        seal=seal,
        ornament=ornament,
        phrase=str(rng.choice(_PHRASES)),
        ornament_strength=float(rng.uniform(0.4, 1)),
        back_style=str(rng.choice(_BACKS)),
        back_rgb=hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.1, 0.95)),
        gloss=float(rng.beta(1.1, 2.2)),
        seed=int(rng.integers(2**31)),
    )


def _signs(rng: np.random.Generator, edition: str) -> tuple[tuple[str, str], ...]:
    """Each card's sign as the edition has it; a cannon may be written otherwise."""
    other = rng.random() < 0.25
    signs = {card: glyph(card, edition) for card in CARDS}
    return tuple((card, _OTHER_CANNONS.get(sign, sign) if other else sign) for card, sign in signs.items())


def _brush(rng: np.random.Generator, seed: int) -> Brush:
    """Half of the time as printed, else more or less as brushed."""
    brushed = rng.random() < 0.5
    strength = float(rng.uniform(0.2, 1)) if brushed else 0.0
    return Brush(
        font=str(rng.choice(names_for(seed))),
        weight=float(rng.normal(0.004, 0.008) + strength * rng.uniform(-0.01, 0.018)),
        wobble=strength * float(rng.uniform(0, 0.022)),
        slip=strength * float(rng.uniform(0, 0.012)),
        lean=float(rng.normal(0, 0.02 + 0.07 * strength)),
        stretch=float(math.exp(rng.normal(0, 0.04 + 0.05 * strength))),
        ragged=strength * float(rng.uniform(0, 1)),
        dry=strength * float(rng.uniform(0, 0.75)) if rng.random() < 0.5 else 0.0,
        seed=int(rng.integers(2**31)),
    )


def _sample_shades(rng: np.random.Generator) -> tuple[tuple[str, RGB], ...]:
    """Four papers that can be told apart: full, pastel, dark, faded, or yellowed alike."""
    while True:
        style = printing_style(rng)
        shades = {name: _shade(rng, name, style) for name in COLOURS}
        veil = rng.uniform(0, 0.25) if rng.random() < 0.3 else 0.0
        old = np.array([0.85, 0.76, 0.58])
        shades = {name: triple((1 - veil) * np.array(rgb) + veil * old) for name, rgb in shades.items()}
        values = np.array([lab(rgb) for rgb in shades.values()])
        away = np.linalg.norm(values[:, None] - values[None], axis=-1)
        if away[np.triu_indices(len(values), 1)].min() > _APART:
            return tuple(shades.items())


def _shade(rng: np.random.Generator, name: str, style: str) -> RGB:
    """White is anything from bleached to grey or cream; red may be pink or brick, yellow gold."""
    if name == "white":
        value = rng.uniform(0.72, 0.97) if style in ("dark", "faded") else rng.uniform(0.85, 0.98)
        return hsv(rng.uniform(20, 260), rng.uniform(0, 0.1), value)
    if name == "red" and rng.random() < 0.3:
        return hsv(rng.uniform(-28, 12), rng.uniform(0.5, 0.95), rng.uniform(0.45, 0.98))
    if name == "yellow" and rng.random() < 0.35:
        return hsv(rng.uniform(36, 58), rng.uniform(0.45, 1), rng.uniform(0.65, 1))
    if name == "green" and rng.random() < 0.3:
        return hsv(rng.uniform(95, 170), rng.uniform(0.35, 0.9), rng.uniform(0.25, 0.8))
    return printed_shade(rng, name, style)


def _inks(rng: np.random.Generator, shades: tuple[tuple[str, RGB], ...]) -> tuple[tuple[str, RGB], ...]:
    """Mostly one dark ink; at times each colour's own, or white on the dark ones."""
    black = triple(rng.uniform(0.02, 0.16) + rng.uniform(0, 0.04, 3))
    blue = hsv(rng.uniform(205, 250), rng.uniform(0.3, 0.9), rng.uniform(0.12, 0.35))
    brown = hsv(rng.uniform(0, 35), rng.uniform(0.3, 0.9), rng.uniform(0.1, 0.35))
    common = pick(rng, (black, 0.7), (blue, 0.16), (brown, 0.14))
    own = str(pick(rng, ("one", 0.84), ("own", 0.1), ("white", 0.06)))
    return tuple((name, _ink(rng, own, common, rgb)) for name, rgb in shades)


def _ink(rng: np.random.Generator, own: str, common: RGB, paper: RGB) -> RGB:
    light = float(lab(paper)[0])
    if own == "white" and light < 62:
        return (0.95, 0.94, 0.92)
    ink = common if own != "own" else triple(np.array(paper) * rng.uniform(0.1, 0.4))
    return ink if light - float(lab(ink)[0]) > _INK_SHOWS else (0.04, 0.04, 0.05)

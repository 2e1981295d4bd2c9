"""Draw one set of Punto by lot: its cards' faces, pips, colours and backs."""

from __future__ import annotations

import numpy as np

from calibration.sheets import punto as sheet
from calibration.sheets.colours import PIPS
from models.scenes.point_cards.scene import BackLook, CardLook, PipLook
from models.scenes.printed import printed
from models.scenes.sample_printed import sample_printing, sheet_rgb
from models.scenes.sample_set import hsv, lab, near, pick, printing_style, triple
from models.scenes.scene import RGB

COLOURS = tuple(PIPS)

_HUES = {  # hue in degrees, saturation, value
    "red": ((-16, 9), (0.62, 0.98), (0.6, 0.98)),
    "orange": ((15, 54), (0.65, 1.0), (0.78, 1.0)),
    "green": ((78, 162), (0.45, 0.95), (0.4, 0.9)),
    "blue": ((178, 230), (0.5, 0.97), (0.55, 0.98)),
}
_FOUR_APART = 24.0  # CIELAB: the four colours from one another
_RED_TO_ORANGE = 13.0  # degrees of hue
_OFF_GROUND = 26.0  # CIELAB: pips from the card
_CARDBOARD: RGB = (0.86, 0.82, 0.7)


def sample_look(rng: np.random.Generator) -> CardLook:
    """A set as it may be bought, or made from the sheets of ``tableref print``."""
    return _sample_printed(rng) if rng.random() < 0.12 else _sample_bought(rng)


def _sample_bought(rng: np.random.Generator) -> CardLook:
    ground = _sample_ground(rng)
    shades = sample_shades(rng, ground)
    side = float(rng.uniform(36, 60))
    pale = near(rng, hsv(rng.uniform(30, 50), rng.uniform(0, 0.3), rng.uniform(0.6, 0.95)), 0.02)
    line_rgb = pick(rng, (None, 0.75), (pale, 0.1), (triple(0.5 + 0.5 * np.array(ground)), 0.15))
    return CardLook(
        side_mm=side,
        thick_mm=float(rng.uniform(0.25, 0.6)),
        corner_radius_mm=side * float(pick(rng, (rng.uniform(0.04, 0.1), 0.75), (rng.uniform(0, 0.2), 0.25))),
        ground_rgb=ground,
        edge_rgb=pick(rng, (near(rng, _CARDBOARD, 0.06), 0.6), (ground, 0.4)),
        line_rgb=line_rgb,
        line=float(rng.uniform(0.006, 0.025)),
        shades=tuple(shades.items()),
        pips=_sample_pips(rng),
        back=_sample_back(rng),
        signs=False,
        worn=float(rng.uniform(0, 1)) if rng.random() < 0.25 else 0.0,
    )


def _sample_printed(rng: np.random.Generator) -> CardLook:
    """As the sheets say, as far as the printer's inks and the scissors went along."""
    printing = sample_printing(rng)
    return CardLook(
        side_mm=sheet.CARD_MM,
        thick_mm=float(rng.uniform(0.1, 0.5)),
        corner_radius_mm=0.0 if rng.random() < 0.5 else float(rng.uniform(1, 4)),
        ground_rgb=triple(printed(np.array([20, 20, 22]) / 255, printing)),
        edge_rgb=printing.paper_rgb,
        line_rgb=printing.paper_rgb if rng.random() < 0.4 else None,
        line=float(rng.uniform(0.004, 0.02)),
        shades=tuple((name, triple(printed(sheet_rgb(ink), printing))) for name, ink in PIPS.items()),
        pips=PipLook("disc", 0.16, 0.26, "dice", 0.0, 0.0),
        back=BackLook(str(rng.choice(["plain", "hatch"])), (0.27, 0.27, 0.3), 0.45, int(rng.integers(2**31))),
        signs=True,
        worn=0.0,
    )


def _sample_ground(rng: np.random.Generator) -> RGB:
    """Black, dark grey, dark blue, or another dark colour."""
    return pick(
        rng,
        (hsv(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.02, 0.14)), 0.6),
        (hsv(rng.uniform(0, 360), rng.uniform(0, 0.15), rng.uniform(0.1, 0.26)), 0.2),
        (hsv(rng.uniform(205, 250), rng.uniform(0.3, 0.9), rng.uniform(0.06, 0.3)), 0.12),
        (hsv(rng.uniform(0, 360), rng.uniform(0.2, 0.7), rng.uniform(0.06, 0.22)), 0.08),
    )


def sample_shades(rng: np.random.Generator, ground_rgb: RGB) -> dict[str, RGB]:
    """A shade for each of the four colours: full, pastel, dark or faded, none like another or like the card."""
    style = printing_style(rng)
    while True:
        hues = {name: rng.uniform(*spans[0]) for name, spans in _HUES.items()}
        shades = {
            name: _in_style(hues[name], rng.uniform(*spans[1]), rng.uniform(*spans[2]), style)
            for name, spans in _HUES.items()
        }
        values = np.array([lab(rgb) for rgb in (*shades.values(), ground_rgb)])
        away = np.linalg.norm(values[:, None] - values[None], axis=-1) + 1e3 * np.eye(len(values))
        apart = away[:-1, :-1].min() > _FOUR_APART and away[-1].min() > _OFF_GROUND
        if apart and hues["orange"] - hues["red"] > _RED_TO_ORANGE:
            return shades


def _in_style(hue: float, saturation: float, value: float, style: str) -> RGB:
    if style == "pastel":
        return hsv(hue, 0.68 * saturation, 1 - 0.5 * (1 - value))
    if style == "dark":
        return hsv(hue, saturation, 0.8 * value)
    if style == "faded":
        return hsv(hue, 0.78 * saturation, 0.2 + 0.62 * value)
    return hsv(hue, saturation, value)


def _sample_pips(rng: np.random.Generator) -> PipLook:
    shape = pick(rng, ("disc", 0.66), ("square", 0.12), ("diamond", 0.1), ("ring", 0.05), ("star", 0.07))
    apart = float(rng.uniform(0.2, 0.3))
    usual = rng.uniform(0.5, 0.8) if shape == "disc" else rng.uniform(0.55, 0.9)
    return PipLook(
        shape=str(shape),
        size=float(usual) * apart,
        apart=apart,
        layout=str(pick(rng, ("dice", 0.5), ("rows", 0.25), ("tall", 0.25))),
        rim=float(rng.uniform(0.004, 0.014)) if rng.random() < 0.15 else 0.0,
        fade=float(rng.uniform(0, 0.35)) if rng.random() < 0.25 else 0.0,
    )


def _sample_back(rng: np.random.Generator) -> BackLook:
    kind = pick(
        rng,
        ("plain", 0.1),
        ("specks", 0.24),
        ("four", 0.26),
        ("hatch", 0.14),
        ("ring", 0.14),
        ("frame", 0.12),
    )
    pale = hsv(rng.uniform(0, 360), rng.beta(0.7, 1.5), rng.uniform(0.4, 0.98))
    return BackLook(str(kind), pale, float(rng.uniform(0.12, 0.45)), int(rng.integers(2**31)))

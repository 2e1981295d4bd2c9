"""Draw by lot the boards and stones of other games: chequered or plain, 5 to 10 fields a side.

What reads this game's boards shall not live in them alone: the grid of a draughts board is a grid as well, and a
stone on it a stone.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.scenes.just4fun_colours.sample_stones import sample_stone_kind
from models.scenes.sample_set import (
    FIELD_COLOURS,
    hsv,
    lab,
    pick,
    sample_board,
    sample_owners,
    triple,
)
from models.scenes.scene import RGB, Board, StoneKind

LIGHT, DARK = "light", "dark"  # the two shades of a chequered board: no field colours of this game
STRANGE = "strange"  # a stone of a colour that no player of this game has
_STONES = ("red", "green", "blue", "yellow", "white", "black")


def sample_other_board(rng: np.random.Generator, table_rgb: RGB) -> Board:
    """A board of another game, mostly chequered."""
    board = sample_board(rng, table_rgb)
    size = int(pick(rng, (5, 0.1), (6, 0.05), (7, 0.15), (8, 0.35), (9, 0.1), (10, 0.25)))
    light, dark = _two_shades(rng)
    style = str(pick(rng, ("chequered", 0.72), ("plain", 0.16), ("coloured", 0.12)))
    if style == "coloured":
        fields = rng.choice(FIELD_COLOURS, (size, size))
    elif style == "plain":
        fields = np.full((size, size), LIGHT if rng.random() < 0.6 else DARK)
    else:
        fields = np.where(np.indices((size, size)).sum(0) % 2, DARK, LIGHT)
    gap = 0.0 if style == "chequered" and rng.random() < 0.85 else board.gap_mm
    parted = gap > 0 or board.line_mm > 0 or style == "chequered"
    return replace(
        board,
        fields=tuple(tuple(str(name) for name in row) for row in fields),
        shades=(*board.shades, (LIGHT, light), (DARK, dark)),
        gap_mm=gap,
        line_mm=board.line_mm if parted else float(rng.uniform(0.4, 1.5)),
        corner_radius_mm=board.corner_radius_mm if style == "coloured" else 0.0,
        border_mm=board.border_mm if rng.random() < 0.3 else float(rng.uniform(0.2, 1.0) * board.pitch_mm),
        print_style=board.print_style if style == "coloured" or rng.random() < 0.15 else "plain",
        border_print=str(pick(rng, ("plain", 0.35), ("letters", 0.35), ("ornaments", 0.15), ("lines", 0.15))),
    )


def sample_other_stones(rng: np.random.Generator, board: Board) -> StoneKind:
    """Stones up to the field's full width, mostly flat, some of them as thick as a draughtsman turned of wood."""
    thicker = rng.spawn(1)[0]  # of its own: the rest of the scene stays as it is
    while True:
        kind = sample_stone_kind(rng, board)
        if kind.name == "disc" or rng.random() < 0.3:
            break
    widest = (board.pitch_mm - board.gap_mm) / (2 * kind.radius_mm)
    grown = float(rng.uniform(1.0, widest))
    tall = grown * float(thicker.uniform(1.0, 1.8) if kind.name == "disc" and thicker.random() < 0.6 else 1.0)
    return replace(
        kind,
        profile_mm=tuple((r * grown, z * tall) for r, z in kind.profile_mm),
        rise_mm=kind.rise_mm * tall,
    )


def sample_other_owners(rng: np.random.Generator, board: Board) -> dict[str, RGB]:
    """Two colours of stones, wood among them, and often one that this game does not know."""
    known = sample_owners(rng, board)
    owners: dict[str, RGB] = {}
    for name in rng.permutation(_STONES)[:2]:
        if name == "white":
            owners["white"] = hsv(rng.uniform(25, 50), rng.uniform(0, 0.5), rng.uniform(0.65, 0.95))
        elif name == "black":
            owners["black"] = triple(rng.uniform(0.02, 0.13) + rng.uniform(0, 0.03, 3))
        else:
            owners[str(name)] = known.get(str(name), dict(board.shades)[str(name)])
    if rng.random() < 0.6:
        owners.pop(str(rng.choice(list(owners))))
        owners[STRANGE] = hsv(rng.uniform(0, 360), rng.uniform(0.1, 1.0), rng.uniform(0.1, 1.0))
    return owners


def _two_shades(rng: np.random.Generator) -> tuple[RGB, RGB]:
    """A light and a dark shade that can be told apart: wood, paper or any colours."""
    while True:
        if rng.random() < 0.45:
            hue = rng.uniform(18, 45)
            light = hsv(hue, rng.uniform(0.05, 0.6), rng.uniform(0.65, 0.97))
            dark = hsv(hue + rng.normal(0, 8), rng.uniform(0.2, 0.8), rng.uniform(0.08, 0.55))
        else:
            light = hsv(rng.uniform(0, 360), rng.beta(1.1, 1.3), rng.uniform(0.4, 1.0))
            dark = hsv(rng.uniform(0, 360), rng.beta(1.3, 1.0), rng.uniform(0.03, 0.85))
        if np.linalg.norm(lab(light) - lab(dark)) > 22:
            return light, dark

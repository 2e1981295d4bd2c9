"""Draw by lot a set as ``tableref print`` makes it: how it came out of a printer, and what its discs are glued on."""

from __future__ import annotations

import numpy as np

from calibration.sheets import colours
from calibration.sheets import just4fun_colours as sheet
from calibration.sheets.boards import Frame
from models.scenes.printed import DISC_SHARE, printed
from models.scenes.sample_set import CardLook, hsv, pick, triple
from models.scenes.scene import RGB, Board, Printing, StoneKind

_LAYOUTS = 1000  # as many boards by lot are laid out


def sample_printed_board(rng: np.random.Generator, table_rgb: RGB) -> Board:
    """A board of some layout and field size, on paper or cardboard, at times laminated."""
    printing = sample_printing(rng)
    frame = Frame(
        sheet.SIZE, float(pick(rng, (sheet.FIELD_MM, 0.6), (28.0, 0.2), (rng.uniform(25, 60), 0.2)))
    )
    ground = triple(printed(sheet_rgb(sheet.GROUND), printing))
    return Board(
        fields=sheet.shuffled(int(rng.integers(_LAYOUTS))),
        shades=tuple(
            (name, triple(printed(sheet_rgb(ink), printing))) for name, ink in colours.FIELDS.items()
        ),
        pitch_mm=frame.field,
        gap_mm=sheet.GAP_MM,
        gap_rgb=ground,
        border_mm=frame.border,
        border_rgb=ground,
        corner_radius_mm=0.0,
        line_mm=0.0,
        print_style="plain",
        print_strength=1.0,
        thickness_mm=float(pick(rng, (rng.uniform(0.3, 0.8), 0.4), (rng.uniform(1, 4), 0.6))),
        gloss=float(pick(rng, (rng.uniform(0.0, 0.35), 0.75), (rng.uniform(0.5, 0.95), 0.25))),
        border_print="letters",
        printing=printing,
    )


def sample_printed_stones(rng: np.random.Generator, board: Board) -> StoneKind:
    """Buttons, lids or rounds of cardboard, with the printed discs on top; some thinner than the sheet asks for."""
    radius = sheet.stone_mm(board.pitch_mm) / 2 / DISC_SHARE
    thick = board.pitch_mm * float(pick(rng, (rng.uniform(0.1, 0.18), 0.8), (rng.uniform(0.04, 0.1), 0.2)))
    edge = min(0.3 * thick, (1 - DISC_SHARE) * radius)
    return StoneKind(
        name="disc",
        profile_mm=(
            (radius - edge, 0.0),
            (radius, edge),
            (radius, thick - edge),
            (radius - edge, thick),
            (0.0, thick),
        ),
        rise_mm=thick,
        smiley=False,
        gloss=float(rng.uniform(0.0, 0.6)),
        printing=board.printing,
    )


def sample_printed_owners(rng: np.random.Generator, board: Board) -> dict[str, RGB]:
    """2 to 4 players' colours, each with that of the body below its discs: mostly one for all."""
    assert board.printing is not None, "a printed board has its printing"
    names = list(rng.permutation(["red", "green", "blue", "yellow"]))
    for special in ("white", "black"):
        if rng.random() < 0.15:
            names.insert(int(rng.integers(0, 2)), special)
    names = names[: int(pick(rng, (2, 0.35), (3, 0.25), (4, 0.4)))]
    if rng.random() < 0.3:  # buttons or lids in the players' own colours
        return {str(name): triple(printed(sheet_rgb(colours.STONES[name]), board.printing)) for name in names}
    body = pick(
        rng,
        (
            hsv(rng.uniform(20, 40), rng.uniform(0.2, 0.6), rng.uniform(0.35, 0.85)),
            0.4,
        ),  # wood, cardboard, copper
        (hsv(rng.uniform(0, 360), rng.uniform(0, 0.08), rng.uniform(0.05, 0.95)), 0.6),  # metal, plastic
    )
    return {str(name): body for name in names}


def sample_printed_card_look(rng: np.random.Generator, board: Board) -> CardLook:
    """The printed cards, true to size, cut with scissors."""
    return CardLook(
        shades=dict(board.shades),
        size_mm=sheet.card_mm(board.pitch_mm),
        print_style="plain",
        margin_mm=0.0,
        corner_radius_mm=0.0 if rng.random() < 0.6 else float(rng.uniform(1, 4)),
        back_style="hatch",
        back_rgb=sheet_rgb(sheet.BACK),
        printing=board.printing,
    )


def sample_printing(rng: np.random.Generator) -> Printing:
    """From a photograph printer to office paper with little ink left."""
    black = rng.uniform(0.02, 0.2)
    return Printing(
        paper_rgb=triple(rng.uniform(0.9, 0.98) + rng.uniform(-0.02, 0.02, 3)),
        ink_rgb=triple(black + rng.uniform(0, 0.03, 3)),
        saturation=float(rng.uniform(0.7, 1.05)),
        gamma=triple(np.exp(rng.normal(0, 0.15) + rng.normal(0, 0.07, 3))),
        seed=int(rng.integers(2**31)),
    )


def sheet_rgb(ink: colours.RGB) -> RGB:
    """A sheet's ink as a scene's colour."""
    return triple(np.array(ink) / 255)

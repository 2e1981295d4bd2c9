"""Just 4 Fun Colours: the board of six colours, its 60 cards, and discs with a smiley as stones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from calibration.sheets import colours
from calibration.sheets.boards import Frame, fields, print_board, print_border
from calibration.sheets.colours import FIELDS, RGB, STONES, darker, ink_on, sign, tint_on
from calibration.sheets.cutting import Piece, Sort, lay_out
from calibration.sheets.page import Box, Sheets

NAME = "Just 4 Fun Colours"
SIZE = 6
CARDS_A_COLOUR = 10
STONES_A_COLOUR = 20
FIELD_MM = 45.0
CARD_MM = (56.0, 77.0)  # with fields of that size, and larger ones

Layout = tuple[tuple[str, ...], ...]  # the fields' colours, row by row

GROUND: RGB = (38, 42, 54)  # of the board
BACK: RGB = (46, 70, 120)  # of the cards
GAP_MM = 0.8  # between fields

_STONE = 0.6  # of a field
_THICK = 0.1  # of a field: in towers of thinner stones a camera miscounts (models/figures/printed.csv)
_SIGN_AT, _SIGN = 0.4, 0.055  # of a field: outside a stone, and small enough to leave the colour alone
_CARD_MARGIN_MM = 3.0  # white, so that cards need no cut to the hair


class WrongLayout(ValueError):
    """A layout that is none. The message is one line: what is wrong, and how to mend it."""


def shuffled(seed: int) -> Layout:
    """A board by lot, the same for the same seed: six fields of each colour, no two of them side by side.

    >>> shuffled(1) == shuffled(1) != shuffled(2)
    True
    """
    lot = random.Random(seed)
    while True:
        if layout := _filled(lot):
            return layout


def _filled(lot: random.Random) -> Layout | None:
    """A board filled field by field; None where at last only colours are left that would touch themselves."""
    left = dict.fromkeys(FIELDS, SIZE)
    rows: list[list[str]] = []
    for row in range(SIZE):
        rows.append([])
        for column in range(SIZE):
            beside = {*rows[row][-1:], *([rows[row - 1][column]] if row else [])}
            free = [name for name, count in left.items() for _ in range(count) if name not in beside]
            if not free:
                return None
            name = lot.choice(free)
            left[name] -= 1
            rows[row].append(name)
    return tuple(map(tuple, rows))


def read_layout(text: str) -> Layout:
    """Read a board: the colours' first letters, row by row, with / between rows. Raises WrongLayout.

    >>> read_layout("/".join(["roygbv"] * 6))[5][:2]
    ('red', 'orange')
    """
    names = {name[0]: name for name in FIELDS}
    rows = text.lower().replace(" ", "").split("/")
    if [len(row) for row in rows] != [SIZE] * SIZE or set("".join(rows)) - set(names):
        raise WrongLayout(
            f"layout {text!a} is not six rows of six colours, the letters {''.join(names)}, parted by /"
        )
    return tuple(tuple(names[letter] for letter in row) for row in rows)


def board(sheets: Sheets, layout: Layout, field_mm: float = FIELD_MM, told: str = "") -> None:
    """Print the board; ``told`` names its layout. Raises DoesNotFit."""
    words = sheets.words
    facts = words("field", mm=f"{field_mm:g}")
    if told:
        facts = f"{words('layout', layout=told)} · {facts}"
    frame = Frame(SIZE, field_mm)
    print_board(sheets, frame, partial(board_face, layout, frame), f"{NAME} · {words('board')}", facts)


def cards(sheets: Sheets, backs: bool = True, field_mm: float = FIELD_MM) -> None:
    """Print the cards that go with a board, and their backs for the sheets' other sides."""
    deck = [Piece(partial(card_face, name)) for name in FIELDS for _ in range(CARDS_A_COLOUR)]
    w, h = size = card_mm(field_mm)
    note = sheets.words("cards_note", count=len(deck), w=f"{w:g}", h=f"{h:g}")
    sort = Sort(size, back=Piece(partial(card_back, rgb=BACK)) if backs else None)
    lay_out(sheets, deck, sort, f"{NAME} · {sheets.words('cards')}", note)


def stones(sheets: Sheets, owners: Sequence[str], field_mm: float = FIELD_MM) -> None:
    """Print 20 discs in each of the players' colours."""
    across = stone_mm(field_mm)
    discs = [Piece(partial(stone_face, name, across / 2)) for name in owners for _ in range(STONES_A_COLOUR)]
    note = sheets.words("stones_note", count=len(discs), mm=across, thick=round(_THICK * field_mm))
    sort = Sort((across + 2.0, across + 2.0))
    lay_out(sheets, discs, sort, f"{NAME} · {sheets.words('stones')}", note)


def card_mm(field_mm: float = FIELD_MM) -> tuple[float, float]:
    """Width and height of the cards that go with a board's fields: smaller with smaller ones, since cards and
    fields are read by the same eyes."""
    share = min(1.0, field_mm / FIELD_MM)
    w, h = CARD_MM
    return float(round(share * w)), float(round(share * h))


def stone_mm(field_mm: float) -> int:
    """How large the discs are that go with a board's fields."""
    return round(_STONE * field_mm)


def card_back(sheets: Sheets, box: Box, rgb: RGB) -> None:
    """A card's back: a hatched box with white around it, which forgives a sheet that was turned askew."""
    inner = box.grown(-_CARD_MARGIN_MM)
    light = colours.lighter(rgb)
    with sheets.only_in(inner):
        sheets.fill(inner, rgb)
        step, reach = 3.2, inner.w + inner.h
        for i in range(int(reach / step) + 1):
            x = inner.x + i * step
            sheets.stroke([(x, inner.y), (x - inner.h, inner.bottom)], light, 0.9)
            sheets.stroke([(x - inner.h, inner.y), (x, inner.bottom)], light, 0.9)


def board_face(layout: Layout, frame: Frame, sheets: Sheets, whole: Box) -> None:
    """The board with its border."""
    print_border(sheets, frame, whole, GROUND)
    for row, column, box in fields(frame, whole):
        name = layout[row][column]
        sheets.fill(box.grown(-GAP_MM / 2), FIELDS[name])
        x, y = box.centre
        for way in (-1, 1):
            away = way * _SIGN_AT * frame.field
            mark = sign(name, (x + away, y + away), _SIGN * frame.field)
            sheets.shape(mark, ink_on(FIELDS[name]))


def card_face(name: str, sheets: Sheets, box: Box) -> None:
    """A card's face: its colour and sign with white around them."""
    inner = box.grown(-_CARD_MARGIN_MM)
    ink = ink_on(FIELDS[name])
    sheets.fill(inner, FIELDS[name], 0.06 * inner.w)
    sheets.shape(sign(name, inner.centre, 0.17 * inner.w), ink)
    corners = inner.grown(-0.13 * inner.w)
    for x in (corners.x, corners.right):
        for y in (corners.y, corners.bottom):
            sheets.shape(sign(name, (x, y), 0.064 * inner.w), ink)


def stone_face(name: str, radius: float, sheets: Sheets, box: Box) -> None:
    """A stone's disc in the middle of the box."""
    rgb = STONES[name]
    edge = 0.09 * radius
    sheets.disc(box.centre, radius, darker(rgb))
    sheets.disc(box.centre, radius - edge, rgb)
    ink = tint_on(rgb)
    _smiley(sheets, box.centre, 0.46 * radius, ink)
    x, y = box.centre
    sheets.shape(sign(name, (x, y - 0.72 * radius), 0.13 * radius), ink)


def _smiley(sheets: Sheets, centre: tuple[float, float], radius: float, ink: RGB) -> None:
    x, y = centre
    line = 0.15 * radius
    sheets.arc(centre, radius, (0, 360), ink, line)
    sheets.arc(centre, 0.58 * radius, (20, 160), ink, line)
    for side in (-1, 1):
        sheets.disc((x + side * 0.36 * radius, y - 0.28 * radius), 0.12 * radius, ink)

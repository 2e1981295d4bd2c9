"""Punto: 72 square cards, black, with one to nine coloured pips."""

from __future__ import annotations

from functools import partial

from calibration.sheets.colours import PIPS, RGB, sign
from calibration.sheets.cutting import Piece, Sort, lay_out
from calibration.sheets.just4fun_colours import card_back
from calibration.sheets.page import Box, Sheets

NAME = "Punto"
POINTS = range(1, 10)
COPIES = 2
CARD_MM = 46.0

_PITCH, _PIP = 0.26, 0.16  # of a card's side: from pip to pip, and across a pip
_SIGN_AT, _SIGN = 0.435, 0.022  # of a card's side; too small to be taken for a pip
_FACE: RGB = (20, 20, 22)
_CORNER_MM = 4.0

_DIAGONAL = ((-1, -1), (1, 1))
_CORNERS = (*_DIAGONAL, (-1, 1), (1, -1))
_SIDES = ((-1, 0), (1, 0))
_ENDS = ((0, -1), (0, 1))
_CENTRE = ((0, 0),)
_PATTERNS = {  # (column, row) of each pip, from the centre
    1: _CENTRE,
    2: _DIAGONAL,
    3: _DIAGONAL + _CENTRE,
    4: _CORNERS,
    5: _CORNERS + _CENTRE,
    6: _CORNERS + _SIDES,
    7: _CORNERS + _SIDES + _CENTRE,
    8: _CORNERS + _SIDES + _ENDS,
    9: _CORNERS + _SIDES + _ENDS + _CENTRE,
}


def cards(sheets: Sheets, backs: bool = True) -> None:
    """Print the deck, a sheet a colour, and the backs for the sheets' other sides."""
    title = f"{NAME} · {sheets.words('cards')}"
    each = len(POINTS) * COPIES
    note = sheets.words("cards_note", count=each * len(PIPS), w=f"{CARD_MM:g}", h=f"{CARD_MM:g}")
    sort = Sort((CARD_MM, CARD_MM), (4, 5), Piece(partial(card_back, rgb=(70, 70, 78))) if backs else None)
    for colour in PIPS:
        faces = [
            Piece(partial(_card, colour, points), _FACE, _CORNER_MM)
            for points in POINTS
            for _ in range(COPIES)
        ]
        lay_out(sheets, faces, sort, title, note)


def pips(points: int) -> tuple[tuple[float, float], ...]:
    """The pips' centres from the card's centre, in sides of the card, x to the right, y down.

    >>> pips(3)
    ((-0.26, -0.26), (0.26, 0.26), (0.0, 0.0))
    """
    return tuple((_PITCH * column, _PITCH * row) for column, row in _PATTERNS[points])


def _card(colour: str, points: int, sheets: Sheets, box: Box) -> None:
    sheets.fill(box, _FACE)
    x, y = box.centre
    for dx, dy in pips(points):
        sheets.disc((x + dx * box.w, y + dy * box.h), _PIP * box.w / 2, PIPS[colour])
    for way in (-1, 1):
        away = way * _SIGN_AT * box.w
        sheets.shape(sign(colour, (x + away, y - away), _SIGN * box.w), PIPS[colour])

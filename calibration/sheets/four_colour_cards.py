"""Four Colour Cards: 112 strips in four colours, a glyph at either end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from calibration.sheets.colours import INK, STRIPS, sign
from calibration.sheets.cutting import Piece, Sort, lay_out
from calibration.sheets.just4fun_colours import card_back
from calibration.sheets.page import Box, Sheets

NAME = "Four Colour Cards"
COPIES = 4
STRIP_MM = (20.0, 58.0)

_GLYPH_MM = 14.5


def cards(sheets: Sheets, glyphs: Mapping[str, str], edition: str = "", backs: bool = True) -> None:
    """Print the deck, a sheet a colour, and the backs for the sheets' other sides.

    ``glyphs``: for each colour of strips its seven glyphs; ``edition`` is what people call them.
    """
    words = sheets.words
    title = f"{NAME} · {words('cards')}"
    if edition:
        title += f" · {words('edition', edition=edition)}"
    w, h = STRIP_MM
    count = COPIES * sum(len(army) for army in glyphs.values())
    note = words("cards_note", count=count, w=f"{w:g}", h=f"{h:g}")
    back = Piece(partial(card_back, rgb=(120, 54, 50))) if backs else None
    for colour, army in glyphs.items():
        strips = [
            Piece(partial(_strip, colour, glyph), STRIPS[colour]) for _ in range(COPIES) for glyph in army
        ]
        lay_out(sheets, strips, Sort(STRIP_MM, (len(army), COPIES), back), title, note)


def _strip(colour: str, glyph: str, sheets: Sheets, box: Box) -> None:
    sheets.fill(box, STRIPS[colour])
    x, y = box.centre
    away = box.h / 2 - _GLYPH_MM / 2 - 2.5
    sheets.write(glyph, (x, y - away), _GLYPH_MM, INK, "centre", font="glyphs")
    sheets.write(glyph, (x, y + away), _GLYPH_MM, INK, "centre", turn=180, font="glyphs")
    sheets.shape(sign(colour, (x, y), 2.6), INK)

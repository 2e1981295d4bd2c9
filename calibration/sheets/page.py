"""A growing PDF whose every page carries a title, what to do, its number and a ruler to measure it by."""

from __future__ import annotations

import math
import os
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fpdf import FPDF
from fpdf.prefs import ViewerPreferences

from calibration.sheets.colours import INK, RGB
from calibration.sheets.words import FONTS, Words, letters

MARGIN_MM = 7.0  # printers leave 5 mm white; two more, since paper is never drawn in quite straight
RULER_MM = 100.0

_HEAD_MM, _FOOT_MM = 13.0, 10.0
_PT = 72 / 25.4  # points in a millimetre
_CAPITAL = 0.714  # of a size: how high Noto Sans's capitals are
_SQUARE_MIDDLE = 0.38  # of a size: how far above the baseline the middle of a Chinese glyph is


@dataclass(frozen=True)
class Paper:
    """A sheet of paper, upright."""

    name: str
    width_mm: float
    height_mm: float


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}


@dataclass(frozen=True)
class Box:
    """A rectangle on the page: its upper left corner, width and height in millimetres."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The right edge's x."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The lower edge's y."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def grown(self, by: float) -> Box:
        """The box with all four sides moved outwards by `by`, or inwards where that is below nought."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def cell(self, row: int, column: int, rows: int, columns: int) -> Box:
        """One of the equal cells of a grid that fills the box."""
        w, h = self.w / columns, self.h / rows
        return Box(self.x + column * w, self.y + row * h, w, h)

    def middle(self, w: float, h: float) -> Box:
        """A box of that size in the middle of this one."""
        return Box(self.x + (self.w - w) / 2, self.y + (self.h - h) / 2, w, h)


class Sheets:
    """The sheets drawn so far. `page` is begun before anything is drawn.

    >>> sheets = Sheets(PAPERS["a4"])
    >>> area = sheets.page("A dot")
    >>> sheets.disc(area.centre, 10, (0, 0, 0))
    >>> sheets.pages
    1
    """

    def __init__(self, paper: Paper, language: str = "en") -> None:
        """Begin without a page. Raises KeyError for a language that there is no catalogue for."""
        self.paper, self.words = paper, Words(language)
        self._pdf = FPDF(unit="mm", format=(paper.width_mm, paper.height_mm))
        self._pdf.set_auto_page_break(False)
        self._pdf.set_title("tableref")
        self._pdf.set_lang(language)
        # A viewer that scales to fit would spoil every measure.
        self._pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
        for name, file in (("letters", letters(language)), ("glyphs", FONTS / "NotoSerifTC-glyphs.ttf")):
            self._pdf.add_font(name, fname=str(file))
        # fpdf leaves the fonts' files open where a PDF is never put out.
        weakref.finalize(self, _close, list(self._pdf.fonts.values()))

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return int(self._pdf.page)

    def page(self, title: str, note: str = "", landscape: bool = False) -> Box:
        """Begin a page. Return the box on it that is free to draw in."""
        self._pdf.add_page(orientation="landscape" if landscape else "portrait")
        room = self.room(landscape)
        whole = Box(room.x, room.y - _HEAD_MM, room.w, room.h + _HEAD_MM + _FOOT_MM)
        self.write(title, (whole.x, whole.y + 2.6), 4.4, width=whole.w)
        self.write(note, (whole.x, whole.y + 8.4), 2.7, width=whole.w)
        self.write(
            self.words("sheet", number=self.pages, paper=self.paper.name),
            (whole.right, whole.bottom - 2.4),
            2.7,
            align="right",
        )
        self._ruler(whole.x, whole.bottom)
        return room

    def room(self, landscape: bool = False) -> Box:
        """The box on each page that is free to draw in."""
        w, h = self.paper.width_mm, self.paper.height_mm
        whole = Box(0, 0, h, w) if landscape else Box(0, 0, w, h)
        inside = whole.grown(-MARGIN_MM)
        return Box(inside.x, inside.y + _HEAD_MM, inside.w, inside.h - _HEAD_MM - _FOOT_MM)

    def _ruler(self, x: float, y: float) -> None:
        """A ruler whose lower edge is at y: a tick each 5 mm, the outer ones to be measured between."""
        for mm in range(0, int(RULER_MM) + 1, 5):
            high = 4.8 if mm in (0, RULER_MM) else 3.2 if mm % 10 == 0 else 1.8
            self.stroke([(x + mm, y - 0.1), (x + mm, y - high)], INK, 0.2)
        self.stroke([(x, y - 0.1), (x + RULER_MM, y - 0.1)], INK, 0.2)
        self.write(self.words("ruler"), (x, y - 6.8), 2.5)

    def fill(self, box: Box, rgb: RGB, radius: float = 0.0) -> None:
        """Fill a box, its corners rounded by `radius`."""
        self._pdf.set_fill_color(*rgb)
        self._pdf.rect(box.x, box.y, box.w, box.h, style="F", round_corners=radius > 0, corner_radius=radius)

    def disc(self, centre: tuple[float, float], radius: float, rgb: RGB) -> None:
        """Fill a circle."""
        self._pdf.set_fill_color(*rgb)
        self._pdf.circle(*centre, radius, style="F")

    def shape(self, points: Sequence[tuple[float, float]], rgb: RGB) -> None:
        """Fill a polygon."""
        self._pdf.set_fill_color(*rgb)
        self._pdf.polygon(list(points), style="F")

    def stroke(
        self,
        points: Sequence[tuple[float, float]],
        rgb: RGB,
        line: float,
        dash: float = 0.0,
        closed: bool = False,
    ) -> None:
        """Draw a line through the points; dashed where a `dash` is given."""
        self._pen(rgb, line)
        self._pdf.set_dash_pattern(dash=dash, gap=dash)
        self._pdf.polyline(list(points), polygon=closed, style="D")
        self._pdf.set_dash_pattern()

    def arc(
        self, centre: tuple[float, float], radius: float, degrees: tuple[float, float], rgb: RGB, line: float
    ) -> None:
        """Draw a part of a circle, from an angle to another: 0 is right, 90 is down; all of it from 0 to 360."""
        start, end = (math.radians(angle) for angle in degrees)
        steps = max(8, math.ceil(abs(degrees[1] - degrees[0]) / 4))
        angles = [start + (end - start) * i / steps for i in range(steps + 1)]
        x, y = centre
        points = [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
        self.stroke(points, rgb, line, closed=degrees[1] - degrees[0] == 360)

    def write(
        self,
        text: str,
        at: tuple[float, float],
        size: float,
        rgb: RGB = INK,
        align: str = "left",
        width: float = math.inf,
        turn: float = 0.0,
        font: str = "letters",
    ) -> None:
        """Write a line whose middle height is at `at`, left, right or centre aligned there; smaller where it is
        wider than `width`; turned clockwise by `turn` degrees about `at`. `font`: letters or glyphs."""
        x, y = at
        self._pdf.set_text_color(*rgb)
        self._pdf.set_font(font, size=size * _PT)
        wide = float(self._pdf.get_string_width(text))
        if wide > width:
            size, wide = size * width / wide, width
            self._pdf.set_font(font, size=size * _PT)
        left = x - wide * {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
        down = size * (_SQUARE_MIDDLE if font == "glyphs" else _CAPITAL / 2)
        with self._pdf.rotation(-turn, x, y):
            self._pdf.text(left, y + down, text)

    def picture(self, png: bytes, box: Box) -> None:
        """Lay a PNG picture exactly into a box."""
        self._pdf.image(png, box.x, box.y, box.w, box.h)

    @contextmanager
    def only_in(self, box: Box) -> Iterator[None]:
        """Draw nothing outside a box for a while."""
        # The context makes fpdf forget the pens and inks of the time within, as the PDF does.
        with self._pdf.local_context(), self._pdf.rect_clip(box.x, box.y, box.w, box.h):
            yield

    def pdf(self) -> bytes:
        """The file. Nothing can be drawn any more."""
        return bytes(self._pdf.output())

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all. Raises OSError that names `path`."""
        part = path.with_name(f".{path.name}.part")
        try:
            part.write_bytes(self.pdf())
            os.replace(part, path)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        finally:
            part.unlink(missing_ok=True)

    def _pen(self, rgb: RGB, line: float) -> None:
        self._pdf.set_draw_color(*rgb)
        self._pdf.set_line_width(line)


def _close(fonts: list[Any]) -> None:
    for font in fonts:
        font.close()

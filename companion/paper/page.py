"""One page of paper, painted in millimetres: a PDF, and the same page in pixels.

Places are (x, y) from the page's upper left corner, y downwards; colours are sRGB, 0 to 255.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from calibration.sheets.colours import RGB
from calibration.sheets.words import letters
from companion.paper.name_fonts import Face

Point = tuple[float, float]
_PT_MM = 72 / 25.4
_DPI = 150  # the picture's pixels in an inch
_pdfium = threading.Lock()  # it is for one thread at a time, whatever it reads


def runs(words: str, faces: Mapping[str, Face]) -> Iterator[tuple[Face | None, str]]:
    """The words in pieces of one font each; None is the language's own."""
    for face, letters_ in groupby(words, faces.get):
        yield face, "".join(letters_)


class Page:
    """A page that is painted, and then a PDF."""

    def __init__(
        self, width: float, height: float, title: str, language: str, faces: Mapping[str, Face]
    ) -> None:
        """A page of that size; `title` is what viewers call it, and `faces` the fonts of foreign characters."""
        from fpdf import FPDF

        self._pdf: Any = FPDF(unit="mm", format=(width, height))
        self._pdf.set_auto_page_break(False)
        self._pdf.set_title(title)
        self._pdf.set_lang(language)
        self._pdf.add_font("letters", fname=str(letters(language)))
        self._faces = faces
        self._called: dict[Face | None, str] = {None: "letters"}
        for face in dict.fromkeys(faces.values()):
            self._called[face] = f"names {len(self._called)}"
            self._pdf.add_font(self._called[face], fname=str(face.path), collection_font_number=face.number)
        self._pdf.add_page()

    def shape(self, points: Sequence[Point], rgb: RGB) -> None:
        """Fill a polygon."""
        self._pdf.set_fill_color(*rgb)
        self._pdf.polygon(list(points), style="F")

    def disc(self, at: Point, radius: float, rgb: RGB) -> None:
        """Fill a circle."""
        self._pdf.set_fill_color(*rgb)
        self._pdf.circle(*at, radius, style="F")

    def stroke(self, points: Sequence[Point], rgb: RGB, width: float) -> None:
        """Draw a line through points."""
        self._pdf.set_draw_color(*rgb)
        self._pdf.set_line_width(width)
        self._pdf.polyline(list(points))

    def text(self, words: str, at: Point, size: float, rgb: RGB) -> None:
        """Write a line from its left end."""
        self._pdf.set_text_color(*rgb)
        x, y = at
        for face, piece in runs(words, self._faces):
            self._pdf.set_font(self._called[face], size=size * _PT_MM)
            self._pdf.text(x, y, piece)
            x += self._pdf.get_string_width(piece)

    def width(self, words: str, size: float) -> float:
        """How long a line is."""
        long = 0.0
        for face, piece in runs(words, self._faces):
            self._pdf.set_font(self._called[face], size=size * _PT_MM)
            long += self._pdf.get_string_width(piece)
        return long

    def file(self) -> bytes:
        """The PDF."""
        return bytes(self._pdf.output())


def picture(pdf: bytes) -> bytes:
    """The first page of a PDF as PNG."""
    import pypdfium2

    file = io.BytesIO()
    with _pdfium, pypdfium2.PdfDocument(pdf) as document:
        page = document[0].render(scale=_DPI / 72).to_pil()
        page.save(file, "PNG", dpi=(_DPI, _DPI), optimize=True)
    return file.getvalue()

"""One page of paper, painted in millimetres: as PDF, or as the same page in pixels.

Places are (x, y) from the page's upper left corner, y downwards; colours are sRGB, 0 to 255.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Protocol

from calibration.sheets.colours import RGB
from calibration.sheets.words import letters
from companion.paper.name_fonts import Face

Point = tuple[float, float]
_PT_MM = 72 / 25.4
_PX_MM = 150 / 25.4  # the picture's pixels in a millimetre
_FINER = 2  # painted so many times larger first: then edges are smooth


class Painter(Protocol):
    """What both pages can do. `text` writes a line with its baseline at y."""

    def shape(self, points: Sequence[Point], rgb: RGB) -> None:
        """Fill a polygon."""
        ...

    def disc(self, at: Point, radius: float, rgb: RGB) -> None:
        """Fill a circle."""
        ...

    def stroke(self, points: Sequence[Point], rgb: RGB, width: float) -> None:
        """Draw a line through points."""
        ...

    def text(self, words: str, at: Point, size: float, rgb: RGB) -> None:
        """Write a line from its left end."""
        ...

    def width(self, words: str, size: float) -> float:
        """How long a line is."""
        ...

    def file(self) -> bytes:
        """The page as a file."""
        ...


def runs(words: str, faces: Mapping[str, Face]) -> Iterator[tuple[Face | None, str]]:
    """The words in pieces of one font each; None is the language's own."""
    for face, letters_ in groupby(words, faces.get):
        yield face, "".join(letters_)


class PdfPainter:
    """Paints a PDF."""

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


class PngPainter:
    """Paints the same page in pixels."""

    def __init__(
        self, width: float, height: float, title: str, language: str, faces: Mapping[str, Face]
    ) -> None:
        """A white page of that size; `faces` are the fonts of foreign characters."""
        from PIL import Image, ImageDraw

        self._size = (round(width * _PX_MM), round(height * _PX_MM))
        self._scale = _PX_MM * _FINER
        wide, high = self._size
        self._image = Image.new("RGB", (wide * _FINER, high * _FINER), "white")
        self._draw = ImageDraw.Draw(self._image)
        self._letters, self._faces = Face(letters(language)), faces
        self._fonts: dict[tuple[Face, float], Any] = {}

    def shape(self, points: Sequence[Point], rgb: RGB) -> None:
        """Fill a polygon."""
        self._draw.polygon([self._px(point) for point in points], fill=rgb)

    def disc(self, at: Point, radius: float, rgb: RGB) -> None:
        """Fill a circle."""
        (x, y), r = self._px(at), radius * self._scale
        self._draw.ellipse((x - r, y - r, x + r, y + r), fill=rgb)

    def stroke(self, points: Sequence[Point], rgb: RGB, width: float) -> None:
        """Draw a line through points."""
        pixels = [self._px(point) for point in points]
        self._draw.line(pixels, fill=rgb, width=round(width * self._scale), joint="curve")

    def text(self, words: str, at: Point, size: float, rgb: RGB) -> None:
        """Write a line from its left end."""
        x, y = self._px(at)
        for face, piece in runs(words, self._faces):
            font = self._font(face, size)
            self._draw.text((x, y), piece, fill=rgb, font=font, anchor="ls")
            x += font.getlength(piece)

    def width(self, words: str, size: float) -> float:
        """How long a line is."""
        pieces = runs(words, self._faces)
        return float(sum(self._font(face, size).getlength(piece) for face, piece in pieces)) / self._scale

    def file(self) -> bytes:
        """The PNG."""
        file = io.BytesIO()
        dpi = _PX_MM * 25.4
        self._image.resize(self._size, resample=1).save(file, "PNG", dpi=(dpi, dpi), optimize=True)
        return file.getvalue()

    def _px(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale

    def _font(self, face: Face | None, size: float) -> Any:
        from PIL import ImageFont

        face = face or self._letters
        if (face, size) not in self._fonts:
            pixels = round(size * self._scale)
            self._fonts[face, size] = ImageFont.truetype(str(face.path), pixels, index=face.number)
        return self._fonts[face, size]

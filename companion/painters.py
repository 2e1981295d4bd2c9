"""One page of paper, painted in millimetres: as PDF, or as the same page in pixels.

Places are (x, y) from the page's upper left corner, y downwards; colours are sRGB, 0 to 255.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Protocol

from calibration.sheets.colours import RGB
from calibration.sheets.words import letters

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


class PdfPainter:
    """Paints a PDF."""

    def __init__(self, width: float, height: float, title: str, language: str) -> None:
        """A page of that size; `title` is what viewers call it."""
        from fpdf import FPDF

        self._pdf: Any = FPDF(unit="mm", format=(width, height))
        self._pdf.set_auto_page_break(False)
        self._pdf.set_title(title)
        self._pdf.set_lang(language)
        self._pdf.add_font("letters", fname=str(letters(language)))
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
        self._pdf.set_font("letters", size=size * _PT_MM)
        self._pdf.set_text_color(*rgb)
        self._pdf.text(*at, words)

    def width(self, words: str, size: float) -> float:
        """How long a line is."""
        self._pdf.set_font("letters", size=size * _PT_MM)
        return float(self._pdf.get_string_width(words))

    def file(self) -> bytes:
        """The PDF."""
        return bytes(self._pdf.output())


class PngPainter:
    """Paints the same page in pixels."""

    def __init__(self, width: float, height: float, title: str, language: str) -> None:
        """A white page of that size."""
        from PIL import Image, ImageDraw

        self._size = (round(width * _PX_MM), round(height * _PX_MM))
        self._scale = _PX_MM * _FINER
        wide, high = self._size
        self._image = Image.new("RGB", (wide * _FINER, high * _FINER), "white")
        self._draw = ImageDraw.Draw(self._image)
        self._font_file = str(letters(language))
        self._fonts: dict[float, Any] = {}

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
        self._draw.text(self._px(at), words, fill=rgb, font=self._font(size), anchor="ls")

    def width(self, words: str, size: float) -> float:
        """How long a line is."""
        return float(self._font(size).getlength(words)) / self._scale

    def file(self) -> bytes:
        """The PNG."""
        file = io.BytesIO()
        dpi = _PX_MM * 25.4
        self._image.resize(self._size, resample=1).save(file, "PNG", dpi=(dpi, dpi), optimize=True)
        return file.getvalue()

    def _px(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale

    def _font(self, size: float) -> Any:
        from PIL import ImageFont

        if size not in self._fonts:
            self._fonts[size] = ImageFont.truetype(self._font_file, round(size * self._scale))
        return self._fonts[size]

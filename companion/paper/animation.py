"""A game as a short animation, GIF or WebP, with a picture for each act: the table, and what was done in words."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from calibration.sheets.colours import (
    FAINT,
    FIELDS,
    INK,
    PAPER,
    PIPS,
    RGB,
    STONES,
    darker,
    ink_on,
    lighter,
    sign,
)
from calibration.sheets.words import LANGUAGES, letters
from companion.errors import CommandError
from companion.paper.name_fonts import Face
from companion.paper.names import paper_names
from companion.paper.page import runs
from companion.record.replay import replay
from referee import records

FORMS = {"webp": "image/webp", "gif": "image/gif"}

_SIDE = 480  # pixels: of the table
_EDGE = 20
_WORDS = 92  # below it
_SIZES = (22, 19, 16, 14)  # of the words, in pixels: the largest that fits
_GROUND: RGB = (244, 241, 234)
_CARD: RGB = (48, 48, 54)
_MARK: RGB = (22, 104, 63)
_BAD: RGB = (163, 35, 27)
_STEP_MS, _END_MS = 1200, 5000
_MOST = 600  # acts
_PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {  # where the points of a card are, in a square of -1 to 1
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
    9: ((-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
}


def animation(record: records.Record, language: str, form: str) -> bytes:
    """The game as a file of this form, one of FORMS. Raises CommandError for one whose table is not drawn, or that is
    too long."""
    others = {letters(other) for other in LANGUAGES} - {letters(language)}
    names = paper_names(record, language, (letters(language), *others), str)
    steps = replay(names.record)["steps"]
    if steps[0]["table"] is None:
        raise CommandError("no_animation", "there is no animation of this game: share it as a page instead")
    if len(steps) > _MOST:
        raise CommandError(
            "long_animation", "the game is too long for an animation: share it as a page instead"
        )
    frame = _Frame(language, names.faces, _window(steps))
    pictures = [frame.picture(step) for step in steps]
    lasts = [_STEP_MS] * (len(pictures) - 1) + [_END_MS]
    file = io.BytesIO()
    more: dict[str, Any] = {"quality": 80, "method": 2} if form == "webp" else {}
    pictures[0].save(file, form, save_all=True, append_images=pictures[1:], duration=lasts, loop=0, **more)
    return file.getvalue()


Window = tuple[int, int, int]  # the cell at the top left, and how many a side are shown


def _window(steps: Iterable[dict[str, Any]]) -> Window:
    """What is shown of the table: a board, or the smallest square in which all cards come to lie."""
    tables = [step["table"] for step in steps]
    if "piles" not in tables[0]:
        return 0, 0, tables[0]["size"]
    cells = [cell for table in tables for cell, _ in table["piles"]] or [[0, 0]]
    (top, bottom), (left, right) = ((min(line), max(line)) for line in zip(*cells, strict=True))
    size = max(bottom - top, right - left) + 1
    return (top + bottom + 1 - size) // 2, (left + right + 1 - size) // 2, size


@dataclass
class _Frame:
    """Draws the steps of one game."""

    language: str
    faces: Mapping[str, Face]
    window: Window

    def picture(self, step: dict[str, Any]) -> Image.Image:
        image = Image.new("RGB", (_SIDE + 2 * _EDGE, _SIDE + 2 * _EDGE + _WORDS), _GROUND)
        draw = ImageDraw.Draw(image)
        for (row, col), paint in self._cells(step):
            paint(draw, self._box(row, col))
        act, outcome = step["act"], step["outcome"]
        cells = (outcome or {}).get("cells") or [cell for _, cell in _pieces(act)]
        for row, col in cells:
            if self._shows(row, col):
                colour = _BAD if act and not act["legal"] else _MARK
                draw.rounded_rectangle(self._box(row, col), 9, outline=colour, width=5)
        self._write(draw, step)
        return image

    def _cells(self, step: dict[str, Any]) -> Iterator[Any]:
        table = step["table"]
        if "piles" in table:
            for (row, col), pile in table["piles"]:
                colour, points = pile[-1]
                yield (row, col), lambda draw, box, c=colour, n=points: _card(draw, box, c, n)
            return
        corners = {(row, col): colour for colour, (row, col) in table.get("corners", {}).items()}
        for row, stacks in enumerate(table["stacks"]):
            for col, stack in enumerate(stacks):
                colour = table["fields"][row][col] if table["fields"] else corners.get((row, col))
                yield (row, col), lambda draw, box, c=colour, s=stack: _field(draw, box, c, s, self._font(22))

    def _shows(self, row: int, col: int) -> bool:
        top, left, size = self.window
        return top <= row < top + size and left <= col < left + size

    def _box(self, row: int, col: int) -> tuple[float, float, float, float]:
        top, left, size = self.window
        cell = _SIDE / size
        x, y = _EDGE + (col - left) * cell, _EDGE + (row - top) * cell
        return x + 2, y + 2, x + cell - 2, y + cell - 2

    def _write(self, draw: ImageDraw.ImageDraw, step: dict[str, Any]) -> None:
        """What was done, or how it ended, as large as there is room for."""
        act, outcome = step["act"], step["outcome"]
        told = outcome["text"] if outcome else act["text"] if act else step["standing"]
        number = f"{act['n']}. " if act and not outcome else ""
        text, ink = number + told[self.language], _BAD if act and not act["legal"] else INK
        for size in _SIZES:
            lines = list(self._lines(text, size))
            if len(lines) * size * 1.3 <= _WORDS:
                break
        for i, line in enumerate(lines):
            x = float(_EDGE)
            for face, piece in runs(line, self.faces):
                font = self._font(size, face)
                draw.text((x, _SIDE + 1.6 * _EDGE + i * size * 1.3), piece, ink, font)
                x += font.getlength(piece)

    def _lines(self, text: str, size: int) -> Iterator[str]:
        """The text in lines; Chinese may be broken anywhere."""
        line = ""
        for piece in text if self.language == "zh-Hant" else text.split(" "):
            space = "" if self.language == "zh-Hant" or not line else " "
            if line and self._length(line + space + piece, size) > _SIDE:
                yield line
                line, space = "", ""
            line += space + piece
        yield line

    def _length(self, text: str, size: int) -> float:
        return sum(self._font(size, face).getlength(piece) for face, piece in runs(text, self.faces))

    def _font(self, size: int, face: Face | None = None) -> ImageFont.FreeTypeFont:
        if face is None:
            return ImageFont.truetype(str(letters(self.language)), size)
        return ImageFont.truetype(str(face.path), size, index=face.number)


def _pieces(act: dict[str, Any] | None) -> list[Any]:
    """Where an act put something, as pairs of what and where."""
    told = act["act"] if act else {}
    placed = [[None, told[name]] for name in ("cell", "at") if isinstance(told.get(name), list)]
    return [*placed, *told.get("added", ())]


def _field(draw: ImageDraw.ImageDraw, box: Any, colour: str | None, stack: list[str], font: Any) -> None:
    """A field in its colour with its sign, and the tower on it with its height."""
    x0, y0, x1, _ = box
    side = x1 - x0
    inks = FIELDS if colour in FIELDS else STONES
    paper = lighter(inks[colour], 0.6) if colour else darker(PAPER, 0.92)
    draw.rounded_rectangle(box, side * 0.12, fill=paper)
    if colour:
        draw.polygon(sign(colour, (x0 + side * 0.17, y0 + side * 0.17), side * 0.09), fill=darker(FAINT))
    if not stack:
        return
    x, y, radius = x0 + side / 2, y0 + side / 2, side * 0.34
    for height, stone in enumerate(stack):
        at = y - min(height, 6) * side * 0.03
        _disc(draw, x, at, radius, INK)
        _disc(draw, x, at, radius - 2, STONES[stone])
    top = STONES[stack[-1]]
    draw.polygon(sign(stack[-1], (x, at), radius * 0.45), fill=ink_on(top))
    if len(stack) > 1:
        place = x0 + side * 0.82, y0 + side * 0.82
        _disc(draw, *place, side * 0.16, PAPER)
        draw.text(place, str(len(stack)), INK, font, anchor="mm")


def _card(draw: ImageDraw.ImageDraw, box: Any, colour: str, points: int) -> None:
    """A card with its points."""
    x0, y0, x1, y1 = box
    side = x1 - x0
    draw.rounded_rectangle(box, side * 0.1, fill=_CARD)
    for dx, dy in _PIPS.get(points, ()):
        _disc(
            draw, (x0 + x1) / 2 + dx * side * 0.25, (y0 + y1) / 2 + dy * side * 0.25, side * 0.1, PIPS[colour]
        )


def _disc(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: RGB) -> None:
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)

"""Cards and pieces laid side by side on sheets, with marks to cut along."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from calibration.sheets.colours import FAINT, INK, RGB
from calibration.sheets.page import Box, Sheets

MARKS_MM = 5.0  # beside what is cut: the marks, and a little air

_MARK_FROM, _MARK_TO = 1.2, 4.4
_BLEED_MM = 1.0  # colour over the edge, so that a cut beside the line leaves no white


class DoesNotFit(ValueError):
    """Something is larger than a sheet. The message is one line."""


@dataclass(frozen=True)
class Piece:
    """What is cut out: how its face is drawn into a box; the colour of its ground, if that goes up to the cut; and
    by how much its corners may be rounded with scissors."""

    face: Callable[[Sheets, Box], None]
    ground: RGB | None = None
    radius: float = 0.0


@dataclass(frozen=True)
class Sort:
    """Pieces of one size (width, height) in millimetres, laid at most ``grid`` (columns, rows) a page, with the
    same ``back`` for all, if any."""

    size: tuple[float, float]
    grid: tuple[int, int] = (99, 99)
    back: Piece | None = None


Placed = list[tuple[int, int, Piece]]  # row, column


def lay_out(sheets: Sheets, pieces: Sequence[Piece], sort: Sort, title: str, note: str) -> None:
    """Lay the pieces on as many pages as they need, after each a page of their backs. Raises DoesNotFit."""
    columns, rows = _most(sheets, sort)
    for first in range(0, len(pieces), columns * rows):
        batch = pieces[first : first + columns * rows]
        fronts = [(*divmod(i, columns), piece) for i, piece in enumerate(batch)]
        _page(sheets, fronts, sort.size, columns, title, note)
        if sort.back:
            # Turned along the long edge, left and right change places.
            backs = [(row, columns - 1 - column, sort.back) for row, column, _ in fronts]
            words = sheets.words
            _page(sheets, backs, sort.size, columns, f"{title} · {words('backs')}", words("backs_note"))


def _most(sheets: Sheets, sort: Sort) -> tuple[int, int]:
    """How many columns and rows of pieces a page takes."""
    room, (w, h) = sheets.room().grown(-MARKS_MM), sort.size
    columns, rows = min(int(room.w // w), sort.grid[0]), min(int(room.h // h), sort.grid[1])
    if not columns or not rows:
        raise DoesNotFit(f"a piece of {w:g} x {h:g} mm does not fit on {sheets.paper.name} paper")
    return columns, rows


def _page(
    sheets: Sheets, placed: Placed, size: tuple[float, float], columns: int, title: str, note: str
) -> None:
    area = sheets.page(title, note)
    rows = 1 + max(row for row, _, _ in placed)
    block = area.middle(columns * size[0], rows * size[1])
    laid = [(piece, block.cell(row, column, rows, columns)) for row, column, piece in placed]
    for piece, box in laid:
        if piece.ground:
            sheets.fill(box.grown(_BLEED_MM), piece.ground)
    for piece, box in laid:
        piece.face(sheets, box)
    for piece, box in laid:
        if piece.radius:
            _corners(sheets, box, piece.radius)
    cut_marks(sheets, block, columns, rows)


def cut_marks(sheets: Sheets, block: Box, columns: int = 1, rows: int = 1) -> None:
    """Draw marks around a grid of pieces, in line with its cuts, and faint crosses where the cuts meet."""
    xs = [block.x + block.w * i / columns for i in range(columns + 1)]
    ys = [block.y + block.h * i / rows for i in range(rows + 1)]
    for x in xs:
        for y, out in ((block.y, -1), (block.bottom, 1)):
            sheets.stroke([(x, y + out * _MARK_FROM), (x, y + out * _MARK_TO)], INK, 0.15)
    for y in ys:
        for x, out in ((block.x, -1), (block.right, 1)):
            sheets.stroke([(x + out * _MARK_FROM, y), (x + out * _MARK_TO, y)], INK, 0.15)
    for x in xs[1:-1]:
        for y in ys[1:-1]:
            sheets.stroke([(x - 1, y), (x + 1, y)], FAINT, 0.15)
            sheets.stroke([(x, y - 1), (x, y + 1)], FAINT, 0.15)


def _corners(sheets: Sheets, box: Box, radius: float) -> None:
    """Faint arcs to round the corners along."""
    inner = box.grown(-radius)
    for x, y, start in (
        (inner.right, inner.bottom, 0),
        (inner.x, inner.bottom, 90),
        (inner.x, inner.y, 180),
        (inner.right, inner.y, 270),
    ):
        sheets.arc((x, y), radius, (start, start + 90), FAINT, 0.15)

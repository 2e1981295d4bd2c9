"""Boards: printed whole where a sheet takes them, else in parts that are glued together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

from calibration.sheets.colours import FAINT, INK, PAPER, RGB
from calibration.sheets.cutting import MARKS_MM, DoesNotFit, cut_marks
from calibration.sheets.page import Box, Sheets

FLAP_MM = 10.0  # of a part, that comes under the next one

_OVERPRINT_MM = 2.0  # the picture goes on under the next part, in case that is cut or laid a little off
_BORDER = 0.2  # of a field


@dataclass(frozen=True)
class Frame:
    """A square board of ``size`` x ``size`` fields of ``field`` mm, with a border round it. Frame of its places:
    millimetres from the upper left corner of the border."""

    size: int
    field: float

    @property
    def border(self) -> float:
        """Width of the border."""
        return _BORDER * self.field

    @property
    def side(self) -> float:
        """Length of the board's side, with its border."""
        return self.size * self.field + 2 * self.border

    def edges(self, parts: int) -> list[float]:
        """Where the board is cut if it is cut into so many strips: between fields, from 0 to its side."""
        fewest, more = divmod(self.size, parts)
        counts = [fewest + (i < more) for i in range(parts)]
        return [0.0, *(self.border + n * self.field for n in list(accumulate(counts))[:-1]), self.side]

    def parts(self, room: float) -> int:
        """The fewest strips so that each of them fits into `room`, with its flap. Raises DoesNotFit."""
        for parts in range(1, self.size + 1):
            edges = self.edges(parts)
            flaps = [*[FLAP_MM] * (parts - 1), 0.0]
            if all(b - a + flap <= room for (a, b), flap in zip(pairwise(edges), flaps, strict=True)):
                return parts
        raise DoesNotFit(f"a field of {self.field:g} mm does not fit on the paper")


Draw = Callable[[Sheets, Box], None]  # draws the board, border and all, into a box


def print_board(sheets: Sheets, frame: Frame, draw: Draw, title: str, facts: str) -> None:
    """Print a board on as many sheets as it needs. Raises DoesNotFit."""
    room = sheets.room().grown(-MARKS_MM)
    columns, rows = frame.edges(frame.parts(room.w)), frame.edges(frame.parts(room.h))
    parts = [(row, column) for row in range(len(rows) - 1) for column in range(len(columns) - 1)]
    words = sheets.words
    for number, (row, column) in enumerate(parts, 1):
        which = f" · {words('part', part=number, parts=len(parts))}" if len(parts) > 1 else ""
        area = sheets.page(f"{title}{which}", f"{facts} · {words('parts' if len(parts) > 1 else 'one_part')}")
        seen = Box(
            columns[column], rows[row], columns[column + 1] - columns[column], rows[row + 1] - rows[row]
        )
        flaps = (column < len(columns) - 2, row < len(rows) - 2)
        _print_part(sheets, frame, draw, area, seen, flaps)
        if len(parts) > 1:
            _letters(sheets, area, seen, flaps, (row, column), (len(rows) - 1, len(columns) - 1))


def _placed(area: Box, seen: Box, flaps: tuple[bool, bool]) -> tuple[Box, Box]:
    """The part on the page, without and with its flaps."""
    wide, high = (FLAP_MM * flap for flap in flaps)
    cut = area.middle(seen.w + wide, seen.h + high)
    return Box(cut.x, cut.y, seen.w, seen.h), cut


def _print_part(
    sheets: Sheets, frame: Frame, draw: Draw, area: Box, seen: Box, flaps: tuple[bool, bool]
) -> None:
    part, cut = _placed(area, seen, flaps)
    over = Box(part.x, part.y, part.w + _OVERPRINT_MM * flaps[0], part.h + _OVERPRINT_MM * flaps[1])
    with sheets.only_in(over):
        draw(sheets, Box(part.x - seen.x, part.y - seen.y, frame.side, frame.side))
    for line in _joints(part, cut, flaps):
        sheets.stroke(line, INK, 0.2, dash=1.5)
    cut_marks(sheets, cut)


def _joints(part: Box, cut: Box, flaps: tuple[bool, bool]) -> Iterator[list[tuple[float, float]]]:
    """The lines that the next parts' edges come to lie on."""
    if flaps[0]:
        yield [(part.right, cut.y - MARKS_MM + 0.6), (part.right, cut.bottom)]
    if flaps[1]:
        yield [(cut.x - MARKS_MM + 0.6, part.bottom), (cut.right, part.bottom)]


def _letters(
    sheets: Sheets,
    area: Box,
    seen: Box,
    flaps: tuple[bool, bool],
    at: tuple[int, int],
    grid: tuple[int, int],
) -> None:
    """A letter on each flap, and the same beside the edge that comes over it."""
    part, cut = _placed(area, seen, flaps)
    row, column = at
    rows, columns = grid
    beside = {  # the joint's letter is that of its place among all joints of its direction
        "right": (row * (columns - 1) + column, flaps[0]),
        "left": (row * (columns - 1) + column - 1, column > 0),
        "below": (rows * (columns - 1) + row * columns + column, flaps[1]),
        "above": (rows * (columns - 1) + (row - 1) * columns + column, row > 0),
    }
    middle_x, middle_y = part.centre
    deep = (FLAP_MM + _OVERPRINT_MM) / 2
    spots = {
        "right": (part.right + deep, middle_y, 90.0),
        "left": (cut.x - 2.8, middle_y, 90.0),
        "below": (middle_x, part.bottom + deep, 0.0),
        "above": (middle_x, cut.y - 2.8, 0.0),
    }
    for side, (number, joined) in beside.items():
        if joined:
            letter = chr(ord("A") + number)
            on_flap = side in ("right", "below")
            text = sheets.words("glue", letter=letter) if on_flap else letter
            x, y, turn = spots[side]
            sheets.write(text, (x, y), 3.2, FAINT if on_flap else INK, align="centre", turn=turn)


def print_border(sheets: Sheets, frame: Frame, whole: Box, ground: RGB, ink: RGB = PAPER) -> None:
    """Fill the board with its border's colour, and write the columns' letters and the rows' numbers on it."""
    sheets.fill(whole, ground)
    size = 0.5 * frame.border
    near, far = frame.border / 2, frame.side - frame.border / 2
    for i in range(frame.size):
        along = frame.border + (i + 0.5) * frame.field
        for across in (near, far):
            sheets.write(chr(ord("a") + i), (whole.x + along, whole.y + across), size, ink, align="centre")
            sheets.write(str(i + 1), (whole.x + across, whole.y + along), size, ink, align="centre")


def fields(frame: Frame, whole: Box) -> Iterator[tuple[int, int, Box]]:
    """Row, column and box of each field."""
    inner = whole.grown(-frame.border)
    for row in range(frame.size):
        for column in range(frame.size):
            yield row, column, inner.cell(row, column, frame.size, frame.size)

"""One Two Three … Four: the board with its lane, and 32 tiles. How the real board looks is published nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from calibration.sheets.boards import Frame, fields, print_board, print_border
from calibration.sheets.colours import INK, RGB, STONES, darker, ink_on, sign
from calibration.sheets.cutting import Piece, Sort, lay_out
from calibration.sheets.page import Box, Sheets

NAME = "One Two Three … Four"
SIZE, SIZES = 6, (5, 6, 7, 8)
COLOURS = ("red", "blue", "yellow", "green")  # of the corners, clockwise from the upper left one
TILES_A_COLOUR = 8
FIELD_MM = 40.0

_GROUND: RGB = (88, 82, 74)
_LANE: RGB = (214, 226, 220)
_INSIDE: tuple[RGB, RGB] = ((246, 244, 239), (226, 222, 214))
_GAP_MM = 1.0
_TILE = 0.75  # of a field
# Of a tile's side: the rounding of its corners, its darker rim, and the radius of its sign.
TILE_CORNER, TILE_RIM, TILE_SIGN = 0.16, 0.05, 0.13
TILE_RIM_TONE = 0.7


def board(sheets: Sheets, size: int = SIZE, clockwise: bool = True, field_mm: float = FIELD_MM) -> None:
    """Print the board of ``size`` x ``size`` fields. Raises DoesNotFit."""
    words = sheets.words
    way = words("clockwise" if clockwise else "anticlockwise")
    facts = f"{size} x {size}, {way} · {words('field', mm=f'{field_mm:g}')}"
    frame = Frame(size, field_mm)
    print_board(sheets, frame, partial(board_face, frame, clockwise), f"{NAME} · {words('board')}", facts)


def tiles(sheets: Sheets, field_mm: float = FIELD_MM) -> None:
    """Print the tiles, eight in each colour."""
    side = tile_mm(field_mm)
    laid = [
        Piece(partial(_tile, colour), radius=TILE_CORNER * side)
        for colour in COLOURS
        for _ in range(TILES_A_COLOUR)
    ]
    note = sheets.words("tiles_note", count=len(laid), mm=side)
    lay_out(sheets, laid, Sort((side, side)), f"{NAME} · {sheets.words('tiles')}", note)


def tile_mm(field_mm: float) -> int:
    """How large the tiles are that go with a board's fields."""
    return round(_TILE * field_mm)


def heading(row: int, column: int, size: int, clockwise: bool) -> tuple[int, int]:
    """The step (right, down) that leads on from a cell of the lane; (0, 0) for an inner cell.

    >>> heading(0, 0, 6, True), heading(0, 0, 6, False)
    ((1, 0), (0, 1))
    """
    if not clockwise:  # seen in the board's diagonal, the lane goes the other way
        right, down = heading(column, row, size, True)
        return down, right
    end = size - 1
    if row == 0 and column < end:
        return 1, 0
    if column == end and row < end:
        return 0, 1
    if row == end and column > 0:
        return -1, 0
    return (0, -1) if column == 0 else (0, 0)


def board_face(frame: Frame, clockwise: bool, sheets: Sheets, whole: Box) -> None:
    """Draw the board, its border included."""
    print_border(sheets, frame, whole, _GROUND)
    end = frame.size - 1
    corners = dict(zip(((0, 0), (0, end), (end, end), (end, 0)), COLOURS, strict=True))
    for row, column, box in fields(frame, whole):
        step = heading(row, column, frame.size, clockwise)
        colour = corners.get((row, column))
        rgb = STONES[colour] if colour else _LANE if any(step) else _INSIDE[(row + column) % 2]
        sheets.fill(box.grown(-_GAP_MM / 2), rgb, 0.12 * frame.field)
        if colour:
            x, y = box.centre
            away = 0.37 * frame.field
            for way in (-1, 1):
                sheets.shape(sign(colour, (x + way * away, y - way * away), 0.07 * frame.field), ink_on(rgb))
        if any(step) and (colour or (row + column) % 2 == 0):
            _arrow(sheets, box.centre, step, 0.16 * frame.field, ink_on(rgb) if colour else INK)


def _arrow(sheets: Sheets, centre: tuple[float, float], step: tuple[int, int], half: float, ink: RGB) -> None:
    def turned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        (x, y), (c, s) = centre, step
        return [(x + half * (c * u - s * v), y + half * (s * u + c * v)) for u, v in points]

    sheets.stroke(turned([(-1, 0), (0.6, 0)]), ink, 0.18 * half)
    sheets.shape(turned([(1, 0), (0.35, -0.42), (0.35, 0.42)]), ink)


def _tile(colour: str, sheets: Sheets, box: Box) -> None:
    rgb, side = STONES[colour], box.w
    sheets.fill(box, darker(rgb, TILE_RIM_TONE), TILE_CORNER * side)
    sheets.fill(box.grown(-TILE_RIM * side), rgb, 0.12 * side)
    sheets.shape(sign(colour, box.centre, TILE_SIGN * side), ink_on(rgb))

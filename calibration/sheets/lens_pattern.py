"""The pattern that a camera's lens is measured by: a ChArUco board, as `calibration.lens` looks for it."""

from __future__ import annotations

from calibration.sheets.cutting import DoesNotFit
from calibration.sheets.page import Box, Sheets

SQUARES = (9, 6)
SQUARE_MM = 25.0

_SQUARE_PX = 280  # a marker then has 210 pixels, and each of its 7 modules 30: no edge falls between pixels


def pattern(sheets: Sheets, squares: tuple[int, int] = SQUARES, square_mm: float = SQUARE_MM) -> Box:
    """Print the board of (columns, rows). Return where on the sheet it lies. Raises DoesNotFit."""
    import cv2

    from calibration.lens import Pattern

    chosen = Pattern("charuco", squares, square_mm)
    columns, rows = squares
    room = sheets.room(landscape=True)
    if columns * square_mm > room.w or rows * square_mm > room.h:
        raise DoesNotFit(f"{chosen} of {square_mm:g} mm does not fit on {sheets.paper.name} paper")
    words = sheets.words
    told = {"columns": columns, "rows": rows, "square": f"{square_mm:g}"}
    title = f"{words('pattern')} · {words('pattern_facts', **told)}"
    area = sheets.page(title, words("pattern_note", **told), landscape=True)
    image = chosen.charuco().generateImage((columns * _SQUARE_PX, rows * _SQUARE_PX))
    ok, png = cv2.imencode(".png", image)
    if not ok:
        raise RuntimeError("OpenCV cannot write a PNG picture")
    box = area.middle(columns * square_mm, rows * square_mm)
    sheets.picture(png.tobytes(), box)
    return box

"""The cards of Punto as they are seen, drawn over the camera's picture."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.session.games.punto_table import TableSeen
from companion.session.overlay import PAINT
from referee.table import Cell
from vision.pictures import Picture

_LOOSE = (150, 150, 150)
_BLACK = (0, 0, 0)


def draw_cards(bgr: Picture, table: TableSeen, row: Iterable[Cell] = ()) -> Picture:
    """A copy of the picture with each card in play outlined in its colour, its points on it, those that are not in
    play in grey, and the cells of a ``row`` in gold."""
    canvas, thick = bgr.copy(), max(1, round(max(bgr.shape) / 700))
    for card in table.loose:
        _outline(canvas, card.corners_px, _LOOSE, thick)
    for card in table.cards.values():
        colour = PAINT[card.name.colour]
        _outline(canvas, card.corners_px, colour, thick + 1)
        _write(canvas, "?" if card.is_hidden else str(card.name.points), card.corners_px, colour, thick)
    grid = table.grid
    for square_px in () if grid is None else (grid.square_px(*cell) for cell in row):
        _outline(canvas, square_px, PAINT["gold"], 2 * thick)
    return canvas


def _outline(
    canvas: Picture, corners_px: NDArray[np.float64], colour: tuple[int, int, int], thick: int
) -> None:
    outline = np.round(corners_px).astype(np.int32)
    cv2.polylines(canvas, [outline], True, _BLACK, thick + 2, cv2.LINE_AA)
    cv2.polylines(canvas, [outline], True, colour, thick, cv2.LINE_AA)


def _write(
    canvas: Picture, text: str, corners_px: NDArray[np.float64], colour: tuple[int, int, int], thick: int
) -> None:
    """Beside the upper corner, so that the pips stay in sight."""
    at = corners_px[int(corners_px[:, 1].argmin())] + np.array([4, -4])
    place = round(float(at[0])), round(float(at[1]))
    size = max(0.5, max(canvas.shape) / 1600)
    for paint, width in ((_BLACK, thick + 3), (colour, thick)):
        cv2.putText(canvas, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, paint, width, cv2.LINE_AA)

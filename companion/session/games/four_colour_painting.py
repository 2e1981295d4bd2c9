"""The strips of Four Colour Cards as they are seen, drawn over the camera's picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from companion.session.overlay import PAINT
from referee.four_colour_deck import colour_of, rank_of
from vision.pictures import Picture
from vision.strips.reading import StripSeen

_BLACK = (0, 0, 0)
_AREAS = ((230, 140, 40), (60, 200, 60), (200, 80, 170), (0, 140, 255))  # of the players, BGR
_MIDDLE = (245, 245, 245)


def draw_strips(bgr: Picture, strips: Iterable[tuple[StripSeen, int]], players: Sequence[str]) -> Picture:
    """A copy of the picture with each strip outlined in its player's colour, white in the middle, and named by its
    rank."""
    canvas, thick = bgr.copy(), max(1, round(max(bgr.shape) / 700))
    for strip, area in strips:
        outline = np.round(strip.corners_px).astype(np.int32)
        paint = _AREAS[area] if area < len(players) else _MIDDLE
        cv2.polylines(canvas, [outline], True, _BLACK, thick + 2, cv2.LINE_AA)
        cv2.polylines(canvas, [outline], True, paint, thick, cv2.LINE_AA)
        at = strip.corners_px[int(strip.corners_px[:, 1].argmin())]
        place, size = (round(float(at[0])), round(float(at[1]) - 3)), max(0.35, max(canvas.shape) / 2800)
        for colour, width in ((_BLACK, thick + 2), (PAINT[colour_of(strip.card)], thick)):
            cv2.putText(
                canvas, rank_of(strip.card), place, cv2.FONT_HERSHEY_SIMPLEX, size, colour, width, cv2.LINE_AA
            )
    return canvas

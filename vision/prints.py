"""The printed colour of each field, looked at where a stone seldom stands: along the field's edges."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.shades import Shades, median_lab, of_fields, to_lab
from vision.board import Board
from vision.pictures import Picture
from vision.reading import FIELD_COLOURS, CardSeen, Fields

_RIM = (0.30, 0.38)  # from the middle of a field, in fields: outside most stones, inside the print
_SAMPLES = 40  # a field
_SURE_OF_A_CARD = 0.75


def field_labs(bgr: Picture, board: Board) -> NDArray[np.float64]:
    """(n * n, 3) the fields' print in Lab (see ``calibration.shades``), row by row: medians along the rims."""
    angle = np.linspace(0, 2 * np.pi, _SAMPLES, endpoint=False)
    # Points on the rims of two squares, alternately the outer and the inner one.
    direction = np.stack([np.cos(angle), np.sin(angle)], 1)
    square = direction / np.abs(direction).max(1, keepdims=True)
    rim = square * np.where(np.arange(_SAMPLES) % 2, *_RIM)[:, None]
    steps = np.arange(board.size) - (board.size - 1) / 2
    x, y = np.meshgrid(steps, -steps)
    feet = np.column_stack([x.ravel(), y.ravel()])
    points = (feet[:, None] + rim[None]).reshape(-1, 2)
    pixels = board.pose.project(np.column_stack([points, np.zeros(len(points))])).astype(np.float32)
    colours = cv2.remap(bgr, pixels.reshape(len(feet), _SAMPLES, 2), None, cv2.INTER_LINEAR)
    return np.asarray(
        np.median(to_lab(np.asarray(colours, np.uint8)).reshape(len(feet), _SAMPLES, 3), axis=1)
    )


def shades_of(bgr: Picture, board: Board, fields: Fields, prior: Shades | None = None) -> Shades:
    """What each of the six colours looks like on this board, as it lies there; of colours that are not on it,
    what ``prior`` remembers."""
    field_p = fields.field.reshape(-1, len(FIELD_COLOURS))
    return of_fields(field_labs(bgr, board), field_p, 1 - fields.hidden.ravel(), FIELD_COLOURS, prior)


def named(card: CardSeen, bgr: Picture, shades: Shades) -> CardSeen:
    """A card of whose colour the network is not sure, named after the shades of the board: they are printed
    alike."""
    if not card.face_up or max(card.colour_p) > _SURE_OF_A_CARD:
        return card
    name, _ = shades.name(median_lab(bgr, card.corners_px), card.colour_p)
    return replace(card, colour=name)

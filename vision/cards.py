"""Loose cards round the board, each one even where they overlap, read in the view from above."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.catalogue import network
from vision.board import Board
from vision.patches import view_from_above, view_to_board
from vision.pictures import Picture, sigmoid, softmax, to_network
from vision.reading import FIELD_COLOURS, CardSeen

CARD_STRIDE = 2
MIN_CONFIDENCE = 0.35


def read_cards(bgr: Picture, board: Board) -> tuple[CardSeen, ...]:
    """The cards that lie round the board, surest first."""
    view = view_from_above(bgr, board.pose)
    maps = network("cards").run(picture=to_network(view.picture)[None])["maps"][0]
    found = []
    for row, col, confidence in centres(sigmoid(maps[0])):
        corners_view = _outline(maps[:, row, col], row, col)
        corners_board = view_to_board(corners_view)
        centre = np.clip(np.round(corners_view.mean(0)).astype(int), 0, view.seen.shape[0] - 1)
        if not view.seen[centre[1], centre[0]]:
            continue
        kinds = softmax(maps[7:14, row, col])
        face_up = bool(kinds[6] < 0.5)
        colours = kinds[:6] / max(float(kinds[:6].sum()), 1e-9)
        corners_px = board.pose.project(np.column_stack([corners_board, np.zeros(4)]))
        found.append(
            CardSeen(
                FIELD_COLOURS[int(colours.argmax())],
                tuple(float(p) for p in colours),
                face_up,
                confidence,
                corners_px,
                corners_board,
            )
        )
    return tuple(found)


def centres(heat: NDArray[np.float32]) -> list[tuple[int, int, float]]:
    """Peaks of the centre map as (row, col, probability), surest first: non-maximum suppression over 3 x 3."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > MIN_CONFIDENCE))
    order = np.argsort(-heat[rows, columns])
    return [(int(rows[i]), int(columns[i]), float(heat[rows[i], columns[i]])) for i in order]


def _outline(values: NDArray[np.float32], row: int, col: int) -> NDArray[np.float64]:
    """(4, 2) corners in pixels of the view from above, from one place of the maps."""
    dx, dy, log_short, log_long, cosine, sine = (float(v) for v in values[1:7])
    short, long = np.exp(np.clip([log_short, log_long], 0, 5)) / 2
    angle = np.arctan2(sine, cosine) / 2
    along = np.array([np.cos(angle), np.sin(angle)]) * long
    across = np.array([-np.sin(angle), np.cos(angle)]) * short
    centre = np.array([col + dx, row + dy])
    corners = np.stack(
        [centre - along - across, centre + along - across, centre + along + across, centre - along + across]
    )
    return np.asarray((corners + 0.5) * CARD_STRIDE - 0.5)

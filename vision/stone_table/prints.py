"""The printed colour of each field, looked at where no stone stands and no ring is printed, in its corners; and the
cards' colours, held against all that the fields show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.printed import Printed
from calibration.shades import Shades, burnt_out, labs_within, of_fields, to_lab
from vision.finding.board import Board
from vision.pictures import Picture, grown
from vision.stone_table.reading import FIELD_COLOURS, CardSeen, Fields

# From the middle of a field, in fields: inside the print; and from there on along its edge to the corner. Against
# medians along the whole edge, where rings cross it, 422 boards drawn, named with stones and all, have 162 instead of
# 286 of 15,192 fields named wrongly, 35 instead of 83 of them surely; 300 empty ones 43 of 10,800 as before, 15
# instead of 12 surely.
_EDGE, _CORNER = 0.38, 0.6
_SAMPLES = 6  # on each side of a corner
_BESIDE_A_STONE = 0.3  # a field's print counts so much where a stone may hide or shade it
_INNER, _OUTER = 0.85, 1.08  # a card's own rim is left out of its colour, the rim of one over it as well
_NEAR_MARK = (
    0.5  # of a card's short side: so near to its mark it shows, and there are more than its print's lines
)
_ALL_OVER = (-0.375, -0.15, 0.0, 0.15, 0.375)  # where a field is looked at, along and across, from its middle
_LOOKED_AT = 60  # so many pixels of a card's face say enough
_ANY_COLOUR = (1 / len(FIELD_COLOURS),) * len(FIELD_COLOURS)  # of a card that a lamp burns out
_ENOUGH = 0.3  # of what is near the mark; where less is left, an outline is wrong


def field_labs(bgr: Picture, board: Board) -> NDArray[np.float64]:
    """(n * n, 3) the fields' print in Lab (see ``calibration.shades``), row by row: medians over their corners."""
    along, edge = np.linspace(_CORNER * _EDGE, _EDGE, _SAMPLES), np.full(_SAMPLES, _EDGE)
    corner = np.vstack([np.column_stack([edge, along]), np.column_stack([along, edge])])
    around = np.vstack([corner * [sx, sy] for sx in (-1, 1) for sy in (-1, 1)])
    return np.asarray(np.median(_labs_at(bgr, board, around), axis=1))


def _labs_at(bgr: Picture, board: Board, places: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n * n, P, 3) the Lab colours of the fields, row by row, at ``places`` (P, 2), in fields from their middles."""
    steps = np.arange(board.size) - (board.size - 1) / 2
    x, y = np.meshgrid(steps, -steps)
    feet = np.column_stack([x.ravel(), y.ravel()])
    points = (feet[:, None] + places[None]).reshape(-1, 2)
    pixels = board.pose.project(np.column_stack([points, np.zeros(len(points))])).astype(np.float32)
    colours = cv2.remap(bgr, pixels.reshape(len(feet), -1, 2), None, cv2.INTER_LINEAR)
    return to_lab(np.asarray(colours, np.uint8)).reshape(len(feet), -1, 3)


def printed_on(bgr: Picture, board: Board, fields: Fields, prior: Shades | None = None) -> Printed:
    """What each of the six colours looks like on this board, as it lies there; of colours that are not on it,
    what ``prior`` remembers."""
    field_p = fields.field.reshape(-1, len(FIELD_COLOURS))
    return _printed(bgr, board, fields, field_p, prior)


def printed_now(
    bgr: Picture,
    board: Board,
    fields: Fields,
    field_indices: NDArray[np.int64],
    sure: NDArray[np.floating],
    learnt: Shades,
) -> Printed:
    """The same of a board whose fields are known, (n, n) indices into FIELD_COLOURS, ``sure`` (n, n) how surely, and
    their shades ``learnt``, in the light of this picture: a lamp may have been switched on since."""
    known = np.eye(len(FIELD_COLOURS))[field_indices.ravel()] * sure.reshape(-1, 1)
    return _printed(bgr, board, fields, known, learnt)


def _printed(
    bgr: Picture, board: Board, fields: Fields, field_p: NDArray[np.floating], prior: Shades | None
) -> Printed:
    in_sight = (1 - fields.hidden.ravel()) * np.where(fields.taken().ravel(), _BESIDE_A_STONE, 1.0)
    shades = of_fields(field_labs(bgr, board), field_p, in_sight, FIELD_COLOURS, prior)
    x, y = np.meshgrid(_ALL_OVER, _ALL_OVER)
    labs = _labs_at(bgr, board, np.column_stack([x.ravel(), y.ravel()]))
    return Printed(shades, labs, np.square(field_p) * in_sight[:, None])


def named(cards: Sequence[CardSeen], bgr: Picture, printed: Printed) -> tuple[CardSeen, ...]:
    """The cards, named by what the network says of them and by the fields, that are printed alike."""
    return tuple(_named(card, face_labs(bgr, card, cards), printed) for card in cards)


def _named(card: CardSeen, labs: NDArray[np.float64], printed: Printed) -> CardSeen:
    if not len(labs):
        return card
    lab = np.median(labs, axis=0)
    if card.face_up and burnt_out(lab[None])[0]:
        return replace(card, colour_p=_ANY_COLOUR)
    seen = replace(card, lab=lab)
    if not card.face_up:
        return seen
    posterior = printed.posterior(labs[:: len(labs) // _LOOKED_AT + 1], card.colour_p)
    name = FIELD_COLOURS[int(posterior.argmax())]
    return replace(seen, colour=name, colour_p=tuple(float(p) for p in posterior))


def face_labs(bgr: Picture, card: CardSeen, cards: Sequence[CardSeen]) -> NDArray[np.float64]:
    """(N, 3) the colours in Lab of what shows of a card, near its mark, among ``cards`` that may lie over it; none
    of a card outside the picture."""
    x, y, width, height = cv2.boundingRect(np.round(card.corners_px).astype(np.int32))
    left, top = max(x, 0), max(y, 0)
    cut = bgr[top : y + height, left : x + width]
    if cut.size == 0:
        return np.zeros((0, 3))
    shows = np.zeros(cut.shape[:2], np.uint8)
    _fill(shows, card.corners_px, (left, top), _INNER, 1)
    for other in cards:
        if _covers(other, card):
            _fill(shows, other.corners_px, (left, top), _OUTER, 0)
    near = _near_mark(card, (left, top), shows.shape)
    inside = shows & near
    if inside.sum() < _ENOUGH * near.sum():
        inside = near
    return to_lab(cut[inside > 0]) if inside.any() else labs_within(bgr, card.corners_px)


def _near_mark(card: CardSeen, origin_px: tuple[int, int], shape: tuple[int, ...]) -> Picture:
    """(H, W) 1 where a picture that begins at ``origin_px`` is near the card's mark; all of it without a mark."""
    if card.mark_px is None:
        return np.ones(shape, np.uint8)
    sides_px = np.linalg.norm(np.diff(card.corners_px[:3], axis=0), axis=1)
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    away_px = np.hypot(columns + origin_px[0] - card.mark_px[0], rows + origin_px[1] - card.mark_px[1])
    return np.asarray(away_px <= _NEAR_MARK * sides_px.min(), np.uint8)


def _covers(other: CardSeen, card: CardSeen) -> bool:
    """Whether ``other`` lies over ``card``: a card's mark is never under another card."""
    return _within(other.mark_px, card) and not _within(card.mark_px, other)


def _within(point_px: NDArray[np.float64] | None, card: CardSeen) -> bool:
    if point_px is None:
        return False
    point = (float(point_px[0]), float(point_px[1]))
    return cv2.pointPolygonTest(card.corners_px.astype(np.float32), point, False) >= 0


def _fill(
    mask: Picture, outline_px: NDArray[np.float64], origin_px: tuple[int, int], size: float, value: int
) -> None:
    """Paint an outline, drawn in or out about its middle by ``size``, into a mask that begins at ``origin_px``."""
    polygon = np.round(grown(outline_px, size) - origin_px).astype(np.int32)
    cv2.fillConvexPoly(mask, polygon, value)

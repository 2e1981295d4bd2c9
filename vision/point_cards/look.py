"""One look at one picture of a table of Punto."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.punto_acts import AREA
from referee.table import Cell
from vision.pictures import Picture
from vision.point_cards.faces import NO_PATCHES, FacesSeen, read_faces
from vision.point_cards.finding import Found, find_cards
from vision.point_cards.grid import Grid, Points, fit_grid
from vision.point_cards.reading import CardSeen, PointReading

_PLAYS = 0.5
_LEAST_P = 0.3  # of a card, seen from near: the grid is fitted to no others
_LIES_THERE = 0.7  # of a cell: what is found nearer to its middle is no card beside it
_HELD = 0.02  # of the box, from which on a hand is over it


def look_at_points(bgr: Picture) -> PointReading:
    """Read a picture (H, W, 3) whole. Row 0 is the side of the box that lies uppermost in the picture.

    What looks like cards is looked at from near: what is none is dropped. The grid is fitted to those that are left,
    and its cells on which none was found are looked at too, for what was missed.
    """
    found = find_cards(bgr)
    cards_px, faces = cards_near(bgr, found.corners_px)
    grid = fit_grid(cards_px, lying_p(faces), (bgr.shape[1], bgr.shape[0]))
    if grid is None:
        return PointReading(None, {}, (), bool((found.hand > 0.5).any()))
    bare = [cell for cell in cells_about(grid) if is_free(grid.square_px(*cell), grid.cards_px, bgr)]
    cells, loose = read_grid(bgr, faces, grid, bare)
    return _boxed(PointReading(grid, cells, loose, _hand_over(found, grid)))


def cards_near(bgr: Picture, outlines_px: Points, earlier: Picture = NO_PATCHES) -> tuple[Points, FacesSeen]:
    """Those of the outlines (N, 4, 2) round what still looks like a card from near, and the faces, held against those
    seen ``earlier`` too (see ``read_faces``)."""
    faces = read_faces(bgr, outlines_px, earlier=earlier)
    kept = 1 - faces.points[:, 0] > _LEAST_P
    return outlines_px[kept], faces.those(kept)


def with_others(outlines_px: Points, others_px: Points) -> Points:
    """(N + K, 4, 2) outlines with those of ``others_px`` that are of none of the same cards."""
    for other in others_px:
        side = np.sqrt(max(cv2.contourArea(other.astype(np.float32)), 1.0))
        apart = np.linalg.norm(outlines_px.mean(1) - other.mean(0), axis=1)
        if not (apart < _LIES_THERE * side).any():
            outlines_px = np.concatenate([outlines_px, other[None]])
    return outlines_px


def lying_p(faces: FacesSeen) -> Points:
    """(N,) how likely each is a card."""
    return (1 - faces.points[:, 0]).astype(np.float64)


def read_grid(
    bgr: Picture, faces: FacesSeen, grid: Grid, bare: list[Cell], earlier: Picture = NO_PATCHES
) -> tuple[dict[Cell, CardSeen], tuple[CardSeen, ...]]:
    """What is seen of the cells with cards of the ``grid``, whose ``faces`` are those at first sight, and of ``bare``
    cells; and the cards that are not in play.

    The cards are looked at once more: outlined more sharply, turned by a quarter, and among cells on which nothing
    lies.
    """
    squares_px = np.array([grid.card_px(*cell, grid.card_share) for cell in bare]).reshape(-1, 4, 2)
    cards_px = grid.cards_px
    again = read_faces(bgr, np.concatenate([cards_px, squares_px]), turn=1, earlier=earlier)
    of_cards = faces.averaged(again.those(slice(len(cards_px))))
    places = [_cell(cell) for cell in grid.cell.tolist()]
    cards = _seen(of_cards, cards_px, grid.in_play, places)
    cells = _seen(again.those(slice(len(cards_px), None)), squares_px, np.ones(len(bare)), bare)
    on_cells = {card.cell: card for card in (*cells, *cards) if card.in_play > _PLAYS}
    loose = tuple(card for card in cards if card.in_play <= _PLAYS and card.lies > _PLAYS)
    return on_cells, loose


def cells_about(grid: Grid) -> list[Cell]:
    """The cells of the smallest box and those round it on which no card in play was found, as far as the area reaches
    that the rules allow."""
    rows, cols = grid.box
    taken = {_cell(cell) for cell in grid.cell[grid.in_play > _PLAYS].tolist()}
    more_rows, more_cols = int(rows < AREA), int(cols < AREA)
    return [
        (row, col)
        for row in range(-more_rows, rows + more_rows)
        for col in range(-more_cols, cols + more_cols)
        if (row, col) not in taken
    ]


def _boxed(reading: PointReading) -> PointReading:
    """The same, its cells counted from those of the smallest box about the cards that turned out to be some."""
    lying = np.array([*reading.cards()])
    if not len(lying) or reading.grid is None:
        return PointReading(None, {}, reading.loose, reading.hand)
    first, last = lying.min(0), lying.max(0)
    if not first.any() and (last + 1 == reading.grid.box).all():
        return reading
    moved = {
        (row - int(first[0]), col - int(first[1])): replace(
            seen, cell=(row - int(first[0]), col - int(first[1]))
        )
        for (row, col), seen in reading.cells.items()
    }
    return replace(reading, grid=reading.grid.counted_from(first, last), cells=moved)


def _seen(faces: FacesSeen, corners_px: Points, in_play: Points, cells: list[Cell]) -> list[CardSeen]:
    each = zip(
        corners_px, faces.points, faces.colour, faces.hidden.tolist(), in_play.tolist(), cells, strict=True
    )
    return [CardSeen(*told) for told in each]


def _cell(pair: list[int]) -> Cell:
    return pair[0], pair[1]


def is_free(square_px: Points, cards_px: Points, bgr: Picture) -> bool:
    """Whether the middle of a square is in the picture, and none of the cards found lies there, by half or more."""
    x, y = middle = square_px.mean(0)
    side = np.sqrt(cv2.contourArea(square_px.astype(np.float32)))
    apart = np.linalg.norm(cards_px.mean(1) - middle, axis=1)
    return bool(
        0 <= x < bgr.shape[1] and 0 <= y < bgr.shape[0] and apart.min(initial=np.inf) > _LIES_THERE * side
    )


def _hand_over(found: Found, grid: Grid) -> bool:
    rows, cols = grid.box
    box = np.array([grid.square_px(0, 0)[0], grid.square_px(0, cols - 1)[1]])
    box = np.concatenate([box, [grid.square_px(rows - 1, cols - 1)[2], grid.square_px(rows - 1, 0)[3]]])
    inside: NDArray[np.uint8] = np.zeros(found.hand.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(box * found.scale).astype(np.int32), 1)
    return bool((found.hand > 0.5)[inside > 0].sum() > _HELD * max(int(inside.sum()), 1))

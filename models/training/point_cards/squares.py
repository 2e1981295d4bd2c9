"""Squares of a labelled picture of Punto: where a card lies face up, and where none does though one might."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.pictures import Labelled
from models.training.point_cards.truths import cards_of
from referee.punto_acts import COLOURS

Points = NDArray[np.float64]

_GONE = 0.95  # a card of which more is covered is none
_MOST_TOUCHED = 0.25  # of a square without a card, by cards beside it
_ANYWHERE = 12  # squares tried anywhere on the table
_SPOTS = 8


@dataclass(frozen=True, eq=False)
class Squares:
    """Squares of a picture: ``corners_px`` (N, 4, 2) clockwise, the ``points`` (N,) of the card there, 0 where none
    lies face up, its ``colour`` (N,) as an index, and the share ``covered`` (N,)."""

    corners_px: Points
    points: NDArray[np.int64]
    colour: NDArray[np.int64]
    covered: Points

    def those(self, which: NDArray[np.int64]) -> Squares:
        """Some of them."""
        return Squares(self.corners_px[which], self.points[which], self.colour[which], self.covered[which])


def squares_of(picture: Labelled, rng: np.random.Generator) -> Squares:
    """The cards, then backs, bare cells of the grid, and places anywhere."""
    cards = cards_of(picture, "cells", "loose")
    seen = np.flatnonzero(cards.covered < _GONE)
    lying = np.concatenate([cards.corners_px[seen], cards_of(picture, "held").corners_px])
    decks = picture.truth["decks"]
    backs = np.array([deck["corners_px"] for deck in decks if deck["covered"] < _GONE]).reshape(-1, 4, 2)
    places = np.concatenate([_bare_cells(picture), _anywhere(picture, rng)])
    places = places[[_touched(place, lying) < _MOST_TOUCHED for place in places]]
    covered = np.array([_covered(place, picture) for place in places])
    places, covered = places[covered < _GONE], covered[covered < _GONE]
    none = len(backs) + len(places)
    return Squares(
        np.concatenate([cards.corners_px[seen], backs, places]),
        np.concatenate([cards.points[seen], np.zeros(none, np.int64)]),
        np.array([*(COLOURS.index(cards.colour[int(i)]) for i in seen), *[0] * none], np.int64),
        np.concatenate([cards.covered[seen], [d["covered"] for d in decks if d["covered"] < _GONE], covered]),
    )


def _bare_cells(picture: Labelled) -> Points:
    """(N, 4, 2) the cells of the box, and those round it, on which no card lies."""
    truth = picture.truth
    rows, cols = truth["rows"], truth["cols"]
    box = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32)
    to_px = cv2.getPerspectiveTransform(box, picture.corners_px.astype(np.float32))
    taken = {tuple(cell["cell"]) for cell in truth["cells"]}
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    bare = [
        square + np.array([col, row])
        for row in range(-1, rows + 1)
        for col in range(-1, cols + 1)
        if (row, col) not in taken
    ]
    at = np.array(bare, np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(at, to_px)).reshape(-1, 4, 2)


def _anywhere(picture: Labelled, rng: np.random.Generator) -> Points:
    """(N, 4, 2) squares about as large as a card's."""
    height, width = picture.bgr.shape[:2]
    cards = cards_of(picture, "cells").corners_px
    like = cards[rng.integers(len(cards), size=_ANYWHERE)]
    middle = rng.uniform(0, 1, (_ANYWHERE, 1, 2)) * [width, height]
    angle = rng.uniform(0, np.pi, _ANYWHERE)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]).transpose(2, 0, 1)
    return np.asarray(middle + (like - like.mean(1, keepdims=True)) @ turn)


def _touched(place: Points, lying: Points) -> float:
    """The share of a square that cards lie on."""
    square = place.astype(np.float32)
    shares = [cv2.intersectConvexConvex(square, card.astype(np.float32))[0] for card in lying]
    return float(sum(shares) / max(cv2.contourArea(square), 1e-6))


def _covered(place: Points, picture: Labelled) -> float:
    """The share of a square that a hand hides, or that is out of the picture."""
    height, width = picture.bgr.shape[:2]
    line = (np.arange(_SPOTS) + 0.5) / _SPOTS
    u, v = np.tile(line, _SPOTS)[:, None], np.repeat(line, _SPOTS)[:, None]
    spots = place[0] + u * (place[1] - place[0]) + v * (place[3] - place[0])
    x, y = np.round(spots).astype(int).T
    seen = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    if picture.hand is not None:
        seen[seen] = picture.hand[y[seen], x[seen]] == 0
    return float(1 - seen.mean())

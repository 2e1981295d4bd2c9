"""Where cards with points lie: each is marked in its middle, and from there its outline is pointed at."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.catalogue import network
from vision.pictures import Picture, sigmoid, to_network
from vision.point_cards.squares import CODE, corners_of
from vision.stone_table.cards import peaks_of

LONG_SIDE = 640  # pixels of the picture as it is looked at
STRIDE = 4
MAPS = 1 + 2 + CODE + 1
MARK, HAND = 0, MAPS - 1  # of the maps; between them what marks point at: the card's middle, and its code
POINTED = slice(1, HAND)
_MULTIPLE = 32  # the picture's sides must be
_GREY = 114
LEAST_P = 0.03  # fainter marks are not looked at; those that are, from near: there what is no card is dropped
_ONE_CARD = 0.45  # sides: marks that point at middles nearer to each other are of one card


@dataclass(frozen=True, eq=False)
class Found:
    """Cards that seem to lie face up, surest first: ``corners_px`` (N, 4, 2) clockwise from any corner, ``middle_px``
    (N, 2), and ``p`` (N,) how likely each is one. ``hand`` (h, w): how likely hands show, at ``scale`` times the
    picture's resolution."""

    corners_px: NDArray[np.float64]
    middle_px: NDArray[np.float64]
    p: NDArray[np.float64]
    hand: NDArray[np.float32]
    scale: float


def find_cards(bgr: Picture) -> Found:
    """The cards in a picture (H, W, 3), whether in play or not."""
    return found_in(*mark_cards(bgr))


def mark_cards(bgr: Picture) -> tuple[NDArray[np.float32], float]:
    """The network's maps (9, h, w) of a picture (H, W, 3), and how many times as large as it is it was looked at."""
    height, width = bgr.shape[:2]
    factor = LONG_SIDE / max(height, width)
    interpolation = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    size = round(width * factor), round(height * factor)
    small = np.asarray(cv2.resize(bgr, size, interpolation=interpolation), np.uint8)
    maps = network("point_finder").run(picture=to_network(padded(small))[None])["maps"][0]
    rows, columns = -(-size[1] // STRIDE), -(-size[0] // STRIDE)
    return maps[:, :rows, :columns], factor


def found_in(maps: NDArray[np.float32], factor: float) -> Found:
    """The cards by the network's maps (9, h, w) of a picture looked at ``factor`` times as large as it is."""
    kept: list[tuple[float, NDArray[np.float64], NDArray[np.float64]]] = []
    for row, col, p in marks_of(sigmoid(maps[MARK])):
        dx, dy, *code = maps[POINTED, row, col].astype(np.float64)
        middle = np.array([col + dx, row + dy])
        side = np.sqrt(2) * np.exp(code[0])
        if all(np.linalg.norm(middle - other) > _ONE_CARD * side for _, other, _ in kept):
            kept.append((p, middle, corners_of(middle, np.array(code))))

    def to_px(points: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray((points + 0.5) * (STRIDE / factor) - 0.5)

    return Found(
        to_px(np.array([corners for _, _, corners in kept]).reshape(-1, 4, 2)),
        to_px(np.array([middle for _, middle, _ in kept]).reshape(-1, 2)),
        np.array([p for p, _, _ in kept]),
        sigmoid(maps[HAND]),
        factor / STRIDE,
    )


def marks_of(heat: NDArray[np.float32], least: float = LEAST_P) -> list[tuple[int, int, float]]:
    """Peaks of the marks (h, w) as (row, col, probability), surest first."""
    return peaks_of(heat, least)


def padded(bgr: Picture, level: int = _GREY) -> Picture:
    """The picture with grey to its right and below, so that the network can look at it."""
    rows, columns = bgr.shape[:2]
    whole = np.full(
        (-(-rows // _MULTIPLE) * _MULTIPLE, -(-columns // _MULTIPLE) * _MULTIPLE, 3), level, np.uint8
    )
    whole[:rows, :columns] = bgr
    return whole

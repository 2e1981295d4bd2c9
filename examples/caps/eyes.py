"""The eyes for noughts and crosses with caps, by simple means: a grid of dark lines on paper, and how the middle of
each cell looks against bare paper and against the caps of a picture that was shown before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.follow.likelihood.cells import CellsSeen
from examples.caps.referee import SIZE
from vision.pictures import Picture

Floats = NDArray[np.float64]
Line = tuple[float, float]  # how far from the picture's corner, in pixels, and the angle of its normal
CELL_PX = 60  # a cell's side when the board is turned upright
CROSSINGS = np.array([(x, y) for y in (1, 2) for x in (1, 2)], np.float32)  # of the grid's lines, in cells


class NoGrid(ValueError):
    """No grid of two lines each way is in the picture."""


@dataclass(frozen=True)
class Looks:
    """How each content of a cell looks: ``mean`` (C, F) and ``spread`` (F,), that of cells with the like on them."""

    mean: Floats
    spread: Floats

    @staticmethod
    def learnt(features: Floats, contents: NDArray[np.int64]) -> Looks:
        """From ``features`` (N, F) of cells with these ``contents`` (N,), of each kind some."""
        mean = np.array([features[contents == kind].mean(0) for kind in range(int(contents.max()) + 1)])
        return Looks(mean, (features - mean[contents]).std(0) + 1e-3)

    def likely(self, features: Floats) -> Floats:
        """(N, C) how likely each content is."""
        away = ((features[:, None] - self.mean) / self.spread) ** 2
        log_p = -away.sum(-1) / 2
        p = np.exp(log_p - log_p.max(1, keepdims=True))
        return np.asarray(p / p.sum(1, keepdims=True))


def look(number: int, features: Floats, before: dict[int, Floats], looks: Looks) -> CellsSeen:
    """What a picture with such ``features`` (N, F) tells, held against those ``before``, by their numbers."""
    changed = {
        kept: np.sqrt((((features - other) / looks.spread) ** 2).mean(1)) for kept, other in before.items()
    }
    hidden = np.zeros(len(features))
    return CellsSeen(number, looks.likely(features), hidden, {**changed, number: np.zeros(len(features))})


def features_of(picture: Picture) -> Floats:
    """(N, F) of the middle of each cell, against the paper: brightness, two of colour, and how much that varies.

    Raises NoGrid."""
    turned = cv2.warpPerspective(picture, _upright(picture), (SIZE * CELL_PX, SIZE * CELL_PX))
    lab = cv2.cvtColor(turned.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    paper = np.median(lab.reshape(-1, 3), 0)
    quarter = CELL_PX // 4
    cells = (lab - paper).reshape(SIZE, CELL_PX, SIZE, CELL_PX, 3).swapaxes(1, 2)
    middles = cells[:, :, quarter:-quarter, quarter:-quarter].reshape(SIZE * SIZE, -1, 3)
    return np.hstack([middles.mean(1), middles[..., :1].std(1)]).astype(np.float64)


def _upright(picture: Picture) -> Floats:
    """(3, 3) from the picture to the board turned upright, whose cells have a side of CELL_PX."""
    down, across = _lines(picture)
    seen = np.array([_crossing(row, column) for row in across for column in down], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(seen, CROSSINGS * CELL_PX))


def _lines(picture: Picture) -> tuple[list[Line], list[Line]]:
    """The two lines that go down, from the left, and the two that go across, from the top: the largest dark thing."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    _, dark = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    count, label, stats, _ = cv2.connectedComponentsWithStats(dark)
    largest = max(range(1, count), key=lambda part: int(stats[part, cv2.CC_STAT_AREA]), default=0)
    grid = np.where(label == largest, dark, 0).astype(np.uint8)
    found = cv2.HoughLines(grid, 1, np.pi / 360, min(grid.shape) // 4)
    lines = [] if found is None else [_pointing_on(rho, theta) for rho, theta in found[:, 0].tolist()]
    down = _first_two([line for line in lines if abs(line[1]) < np.pi / 4], min(grid.shape) / 12)
    across = _first_two([line for line in lines if abs(line[1]) >= np.pi / 4], min(grid.shape) / 12)
    if len(down) < 2 or len(across) < 2:
        raise NoGrid("no grid of two lines each way is in the picture")
    return sorted(down), sorted(across)


def _pointing_on(rho: float, theta: float) -> Line:
    """The same line with its normal to the right or downwards."""
    return (-rho, theta - np.pi) if theta > 3 * np.pi / 4 else (rho, theta)


def _first_two(lines: Sequence[Line], apart_px: float) -> list[Line]:
    """The line that most goes along, and the next that is no part of it."""
    others = [line for line in lines if abs(line[0] - lines[0][0]) > apart_px]
    return [*lines[:1], *others[:1]]


def _crossing(one: Line, other: Line) -> tuple[float, float]:
    normals = np.array([(np.cos(theta), np.sin(theta)) for _, theta in (one, other)])
    x, y = np.linalg.solve(normals, [one[0], other[0]])
    return float(x), float(y)

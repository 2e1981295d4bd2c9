"""The whole board of coloured fields, told from a patch of a larger one, and from a printed grid without colours.

A patch of a larger board is a grid as well, but beyond it more fields follow. Beyond a board none do, and its
outermost fields differ from one another as its inner ones do.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from calibration.lens import Lens
from models.catalogue import FOLDER
from vision.finding.board import Board, find_board, is_believable, refine
from vision.finding.overview import Overview, coarse_corners, glance
from vision.maps import Points
from vision.pictures import Picture

SIZES = (5, 6, 7, 8, 9, 10)  # fields a side
FEATURES = (
    "constant",
    "outlined",
    "differ",
    "differ beyond",
    "differ at the rim",
    "differ across every second line",
)
WEIGHTS = FOLDER.parent / "weights" / "whole-board.json"
SAID = float(np.log(19))  # log-odds: of 20 people who say how many fields their board has 19 are right
_FIELD_PX = 16
_CORNERS_PX = (2, 3, 12, 13)  # of a field's rows and columns: clear of the lines, and of most stones
_LEAST = 0.01  # so much of white: less is noise


@dataclass(frozen=True)
class Found:
    """``board``, of the size asked for; None where there is none. ``other_size``: of one that is seen instead."""

    board: Board | None
    other_size: int | None = None


def why_none(other_size: int | None) -> str:
    """Why no board is told, where one of another size may be seen."""
    if other_size is None:
        return "no board found"
    return f"no board of that size found, but one of {other_size}: --option size={other_size}"


def find_whole_board(
    bgr: Picture, size: int = 6, overview: Overview | None = None, lens: Lens | None = None
) -> Found:
    """The board of coloured fields with ``size`` of them a side, as ``find_board`` finds it."""
    overview = overview or glance(bgr)
    board = find_board(bgr, size, overview, lens)
    said = -np.inf if board is None else whole_log_odds(bgr, board)
    if said > SAID:
        return Found(board)
    others = {other.size: whole_log_odds(bgr, other) for other in _of_other_sizes(bgr, size, overview, lens)}
    likeliest = max(others, key=lambda each: others[each], default=None)
    # Who says it wrongly may mean any of the other sizes.
    if likeliest is not None and others[likeliest] > max(0, said + SAID + np.log(len(SIZES) - 1)):
        return Found(None, likeliest)
    return Found(board if said + SAID > 0 else None)


def _of_other_sizes(bgr: Picture, size: int, overview: Overview, lens: Lens | None) -> list[Board]:
    """Grids of other sizes, where the likeliest guess leads to them: in a fraction of the time of a whole search."""
    guesses = coarse_corners(overview)[:1]
    seen = [refine(bgr, guess, each, lens) for guess in guesses for each in SIZES if each != size]
    return [board for board in seen if board is not None and is_believable(board)]


def whole_log_odds(bgr: Picture, board: Board) -> float:
    """How likely it is that a grid is a whole board of coloured fields, as log-odds."""
    return sum(weight * seen for weight, seen in zip(_weights(), features(bgr, board), strict=True))


def features(bgr: Picture, board: Board) -> tuple[float, ...]:
    """What is seen of a grid, in the order of FEATURES. By how much neighbours differ is told as logarithms: of all
    fields; and against these of a row that would lie just beyond a side, the most; of one at a side, the less of two
    opposite ones (an arm may hide one of four); and across every second line, which tells a grid of half fields."""
    colours = _colours(bgr, board.corners_px, board.size)
    fields = colours[1:-1, 1:-1]
    inside = _differ(fields)
    sides = [np.rot90(colours, turn) for turn in range(4)]
    beyond = max(_differ(side[:1, 1:-1]) for side in sides)
    at = [_differ(side[1:2, 1:-1]) for side in sides]
    rim = max(min(at[0], at[2]), min(at[1], at[3]))
    halves = min(_log_median(off[:, first::2]) for off in _steps(fields) for first in (0, 1))
    return 1.0, board.outlined, inside, beyond - inside, rim - inside, halves - inside


def _colours(bgr: Picture, corners_px: Points, size: int) -> Points:
    """(n+2, n+2, 3) the colour of each field, and of as large ones around the board, as a share of the brightest."""
    wider = size + 2
    square = _FIELD_PX * np.array([[1, 1], [size + 1, 1], [size + 1, size + 1], [1, size + 1]]) - 0.5
    crop_from_picture = cv2.getPerspectiveTransform(corners_px.astype(np.float32), square.astype(np.float32))
    crop = cv2.warpPerspective(bgr, crop_from_picture, (wider * _FIELD_PX, wider * _FIELD_PX))
    fields = crop.reshape(wider, _FIELD_PX, wider, _FIELD_PX, 3).swapaxes(1, 2)
    corners = fields[:, :, _CORNERS_PX][:, :, :, _CORNERS_PX].reshape(wider, wider, -1, 3)
    colours = np.median(corners, axis=2)
    return np.asarray(colours / max(float(np.percentile(colours[1:-1, 1:-1], 95)), 1.0), np.float64)


def _differ(colours: Points) -> float:
    """By how much neighbours among fields (h, w, 3) differ, most often: a logarithm."""
    return _log_median(np.concatenate([off.ravel() for off in _steps(colours)]))


def _steps(colours: Points) -> tuple[Points, Points]:
    """(h, w-1) from column to column, and (w, h-1) from row to row, how far apart the colours are."""
    across, down = (np.linalg.norm(np.diff(colours, axis=axis), axis=-1) for axis in (1, 0))
    return across, down.T


def _log_median(off: Points) -> float:
    return float(np.log(max(float(np.median(off)), _LEAST)))


@cache
def _weights() -> tuple[float, ...]:
    told = json.loads(WEIGHTS.read_text("utf-8"))["weights"]
    return tuple(float(told[name]) for name in FEATURES)

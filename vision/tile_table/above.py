"""The board from above, and its cells cut out of that, each turned so that the lane runs the same way in it."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.pictures import Picture, shrink_by_halves
from vision.pose import CameraPose

CELL_PX = 24  # of the view from above: an arrow's line shows as a pixel or two
_MARGIN_PX = 4  # around the board, and around each cell: a tile is seen to lean out of its cell
PATCH_PX = CELL_PX + 2 * _MARGIN_PX
PLACES = 3  # a corner, elsewhere in the lane, an inner cell
CORNER, LANE, INNER = range(PLACES)


def board_from_above(bgr: Picture, pose: CameraPose, size: int) -> Picture:
    """(S, S, 3) the board of ``size`` cells a side, row 0 up, 24 pixels a cell and 4 around it all."""
    scale = pose.focal_px / float(np.linalg.norm(pose.camera_centre_board()))
    small, factor = shrink_by_halves(bgr, CELL_PX / scale * 1.3)
    steps = (np.arange(size * CELL_PX + 2 * _MARGIN_PX) + 0.5 - _MARGIN_PX) / CELL_PX - size / 2
    x, y = np.meshgrid(steps, -steps)
    points_px = pose.project(np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)]))
    points_small = ((points_px + 0.5) * factor - 0.5).reshape(*x.shape, 2).astype(np.float32)
    seen = cv2.remap(small, points_small, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def cut_cells(view: Picture, size: int) -> Picture:
    """(N, 32, 32, 3) the cells of ``board_from_above``, row by row, each with what is close around it, and turned so
    that the board's nearest side is up: clockwise, the lane runs to the right there, whatever the board's turn."""
    windows = sliding_window_view(view, (PATCH_PX, PATCH_PX), axis=(0, 1))[::CELL_PX, ::CELL_PX]
    each = windows.transpose(0, 1, 3, 4, 2).reshape(-1, PATCH_PX, PATCH_PX, 3)
    patches = np.empty_like(each)
    for side, here in enumerate(_sides(size)):
        patches[here] = np.rot90(each[here], side, axes=(1, 2))
    return patches


@lru_cache(maxsize=8)
def _sides(size: int) -> NDArray[np.bool_]:
    """(4, N) which cells are nearest to each side."""
    nearest = [side_of(row, col, size) for row in range(size) for col in range(size)]
    return np.equal.outer(np.arange(4), nearest)


def side_of(row: int, col: int, size: int) -> int:
    """The board's side nearest to a cell: 0 is row 0's, and on clockwise. A corner is of the side that begins there.

    >>> [side_of(row, col, 4) for row, col in ((0, 0), (0, 3), (2, 3), (3, 3), (3, 0))]
    [0, 1, 1, 2, 3]
    """
    for side in range(4):
        if row <= col and row < size - 1 - col:
            return side
        row, col = size - 1 - col, row
    return 0  # the middle of an odd board is near to all


@lru_cache(maxsize=8)
def places(size: int) -> NDArray[np.float32]:
    """(N, 3) 1 for what each cell is: a corner, elsewhere in the lane, an inner cell."""
    kinds = np.zeros((size * size, PLACES), np.float32)
    for number, cell in enumerate(np.ndindex(size, size)):
        at_rims = sum(at in (0, size - 1) for at in cell)
        kinds[number, 2 - at_rims] = 1
    kinds.flags.writeable = False
    return kinds

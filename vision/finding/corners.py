"""A board whose corners a person has pointed out, where it was not found or found wrongly."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.board import Board, refine
from vision.pictures import Picture
from vision.pose import fit_pose, lattice_board
from wording import Mendable

_NEAR_FIELDS = 0.5  # a finger on a screen is no more exact than that
_SURE = 0.6


class NoBoard(Mendable, ValueError):
    """Corners that no board can have."""

    def __init__(self) -> None:
        """Say how to mend it."""
        super().__init__(
            "no_board_corners", "these four corners are no board: drag each to its own corner of the fields"
        )


def board_at(bgr: Picture, corners_px: NDArray[np.float64], size: int = 6) -> Board:
    """The board with these outer corners of its fields, (4, 2) pixels from cell [0, 0]'s along row 0.

    Where the grid is seen near them its crossings count, else the corners as they are given.
    Raises NoBoard.
    """
    corners_px = np.asarray(corners_px, np.float64)
    outline = corners_px.astype(np.float32)
    field_px = float(np.sqrt(cv2.contourArea(outline))) / size
    if not cv2.isContourConvex(outline) or field_px < 2:
        raise NoBoard
    try:
        found = refine(bgr, corners_px, size)
    except (ValueError, cv2.error):
        found = None
    if found is not None and found.confidence > _SURE:
        apart_px = np.linalg.norm(found.corners_px - corners_px, axis=1).max()
        if apart_px < _NEAR_FIELDS * field_px:
            return found
    return _as_given(bgr, corners_px, size)


def _as_given(bgr: Picture, corners_px: NDArray[np.float64], size: int) -> Board:
    lattice = lattice_board(size)[[0, size, (size + 1) ** 2 - 1, size * (size + 1)]]
    try:
        pose, rms_px = fit_pose(lattice, corners_px, np.ones(4), (bgr.shape[1], bgr.shape[0]))
    except ValueError:
        raise NoBoard from None  # no camera above the table sees it like this
    field_px = float(np.sqrt(cv2.contourArea(corners_px.astype(np.float32)))) / size
    return Board(size, pose, pose.project(lattice), 1.0, rms_px / field_px)

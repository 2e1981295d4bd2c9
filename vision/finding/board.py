"""The board found in one picture, without markers, at any turn.

Two looks: over the whole picture at low resolution where the fields lie (mask and corners), then at the
rectified board where the grid's lines cross, to a fraction of a pixel. The camera's pose follows from the
crossings, lens included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.lens import Lens
from vision.finding.crossings import LATTICE, SURE_FIT, corner_indices, find_crossings, mean_field_px
from vision.finding.overview import Overview, coarse_corners, glance
from vision.maps import Points
from vision.pictures import Picture
from vision.pose import CameraPose, fit_pose, lattice_board

_LEAST_CONFIDENCE = 0.5
_SAME_BOARD_FIELDS = 0.2
# Of 1,528 pictures held out no board within half a field was off its grid by more (the worst 0.067),
# all nine elsewhere were: no camera sees half of a board, or what an arm leaves of one, as a square.
_MOST_ERROR_FIELDS = 0.07
# At the second look: of 2,178 guesses that led to a board none was off by more than 0.134.
_HOPELESS_FIELDS = 0.2
# Half of a board seen from above looks like a whole one seen from low down through a telephoto lens: in 530
# pictures held out such grids were at 17 to 31 degrees, focal lengths 1.66 pictures wide or more; boards' below 1.27.
_LOW_DEG, _TELEPHOTO = 32.0, 1.5


@dataclass(frozen=True)
class Board:
    """A board found: its camera, its corners in pixels (4, 2) from cell [0, 0] along row 0, and how sure."""

    size: int
    pose: CameraPose
    corners_px: Points
    confidence: float  # 0..1: how much of the grid was seen where it should be
    error_fields: float  # RMS distance of the crossings seen from the pose's, in fields
    outlined: float = 1.0  # 0..1: how well it covers what looks like fields from near

    def lies_on(self, other: Board) -> bool:
        """Whether it is the same board again, corner by corner."""
        off_px = float(np.abs(self.corners_px - other.corners_px).max())
        return off_px < _SAME_BOARD_FIELDS * mean_field_px(self.corners_px, self.size)


def find_board(
    bgr: Picture,
    size: int = 6,
    overview: Overview | None = None,
    lens: Lens | None = None,
    lattice: str = LATTICE,
) -> Board | None:
    """The board with ``size`` fields a side, or None where there is none to be sure of. ``lens``: the camera's,
    where it was measured, for pictures of this size. ``lattice``: the network that marks where the grid's lines
    cross.

    Row 0 is the side that lies uppermost in the picture: a single picture knows no other way up.
    """
    overview = overview or glance(bgr)
    tried: list[Board] = []
    best, best_fit = None, 0.0
    for guess_px in coarse_corners(overview):
        board = refine(bgr, guess_px, size, lens, tried, lattice)
        if board is None:
            continue
        tried.append(board)
        if not is_believable(board):
            continue
        # A grid of half fields is a grid too: the whole board must show, from afar and from near.
        covers = overview.covers(board.corners_px * overview.scale - 0.5)
        fit = board.confidence + (covers + board.outlined) / 2
        if fit > best_fit:
            best, best_fit = board, fit
        if best_fit > SURE_FIT:
            break
    return best


def is_believable(board: Board) -> bool:
    """Whether enough of its grid was seen where a camera as people have them would see it."""
    pose = board.pose
    telephoto = pose.lens is None and pose.focal_px > _TELEPHOTO * max(pose.image_size)
    return (
        board.confidence > _LEAST_CONFIDENCE
        and board.error_fields <= _MOST_ERROR_FIELDS
        and not (telephoto and pose.elevation_deg < _LOW_DEG)
    )


def refine(
    bgr: Picture,
    guess_px: Points,
    size: int = 6,
    lens: Lens | None = None,
    tried: Sequence[Board] = (),
    lattice: str = LATTICE,
) -> Board | None:
    """The grid's crossings near a guess of its corners (4, 2), and the camera that explains them; None where no
    grid shows, or one of the boards ``tried`` again."""
    board, corners_px = None, guess_px
    for attempt in range(4):
        near = _board_near(bgr, corners_px, size, lens, lattice)
        if near is None:
            return None
        board, shift_fields = near
        if any(board.lies_on(other) for other in tried):
            return None
        hopeless = board.confidence < _LEAST_CONFIDENCE or board.error_fields > _HOPELESS_FIELDS
        if attempt and (shift_fields < 0.05 or hopeless):
            break
        corners_px = board.corners_px
    return board


def _board_near(
    bgr: Picture, corners_px: Points, size: int, lens: Lens | None, lattice: str
) -> tuple[Board, float] | None:
    """What one look near a guess of its corners (4, 2) shows of the board, and how many fields the guess was off."""
    seen = find_crossings(bgr, corners_px, size, lattice)
    if seen is None:
        return None
    grid = lattice_board(size)
    try:
        pose, rms_px = fit_pose(grid, seen.points_px, seen.weights, (bgr.shape[1], bgr.shape[0]), lens)
    except ValueError:
        return None
    found_px = pose.project(grid[corner_indices(size)])
    confidence = float(np.clip(seen.weights, 0, 1).mean())
    error_fields = rms_px / mean_field_px(found_px, size)
    return Board(size, pose, found_px, confidence, error_fields, seen.outlined), seen.shift_fields

"""Cards that make their own grid lie on no board: all that the camera sees of the table stands for one.

So the table is there before the first card, and hands anywhere in the picture are near. Whether the camera has been
moved, all of the picture tells.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from vision.finding.board import Board
from vision.following.follow import Follower, FollowState
from vision.pictures import Picture
from vision.pose import CameraPose, lattice_board

BLOCKS = 8  # a side, into which the picture is cut, as a board is into fields
_INSET = 0.04  # of the picture's sides: what sways out of it is not followed
_VIEW_PX, _DOUBT_PX = 640, 1.0  # as ``vision.following.steady`` follows all of a picture
_GLANCE_PX = 192  # a side, of a picture at a glance
_PLAIN = 3.0  # grey levels: a block of less contrast shows nothing
_ALIKE, _MOST = 0.5, 0.6  # correlation of what looks as it did; the share of blocks that no hand hides
_AWAY = 2.0  # blocks: a camera so far above a square of as many blocks sees it as large as the picture


def picture_board(picture_px: tuple[int, int]) -> Board:
    """A board of BLOCKS fields a side that fills all but the rim of a picture of this width and height: as if the
    camera looked straight down on it."""
    width, height = picture_px
    share = (1 - 2 * _INSET) / BLOCKS * _AWAY
    lens = Lens(picture_px, (share * width, share * height), ((width - 1) / 2, (height - 1) / 2), (0.0,) * 5)
    upside_down = (float(np.pi), 0.0, 0.0)  # the board's z points at the camera
    pose = CameraPose(picture_px, lens.focal_px[0], 0.0, upside_down, (0.0, 0.0, _AWAY), lens)
    corners = lattice_board(BLOCKS)[[0, BLOCKS, (BLOCKS + 1) ** 2 - 1, BLOCKS * (BLOCKS + 1)]]
    return Board(BLOCKS, pose, pose.project(corners), 1.0, 0.0)


def cut_blocks(bgr: Picture) -> Picture:
    """(BLOCKS * BLOCKS, h, w, 3) the blocks of a picture (H, W, 3), row by row; what is over right and below is left
    out."""
    h, w = bgr.shape[0] // BLOCKS, bgr.shape[1] // BLOCKS
    whole = bgr[: h * BLOCKS, : w * BLOCKS].reshape(BLOCKS, h, BLOCKS, w, 3)
    return np.ascontiguousarray(whole.swapaxes(1, 2).reshape(-1, h, w, 3))


def whole_picture(blocks: NDArray[np.float32]) -> Picture:
    """(H, W, 3) the picture of which these are the blocks."""
    h, w = blocks.shape[1:3]
    whole = blocks.reshape(BLOCKS, BLOCKS, h, w, 3).swapaxes(1, 2).reshape(BLOCKS * h, BLOCKS * w, 3)
    return np.clip(np.rint(whole), 0, 255).astype(np.uint8)


def block_at(points_px: NDArray[np.float64], block_px: tuple[int, int]) -> NDArray[np.int64]:
    """(N,) in which block of this height and width each of the points (N, 2) lies, or the nearest to it."""
    h, w = block_px
    col, row = (np.clip(points_px[:, axis] // size, 0, BLOCKS - 1) for axis, size in ((0, w), (1, h)))
    return np.asarray(row * BLOCKS + col, np.int64)


class PictureFollower:
    """Follows the table from a picture on: see ``companion.eyes.table.FollowsBoard``.

    Where it cannot be followed, most of what shows anything must look otherwise for the camera to have been moved: a
    hand hides less, and a bare table of one colour shows nothing.
    """

    def __init__(self, bgr: Picture, board: Board) -> None:
        """``board``: that of the picture."""
        self._follower = Follower(
            bgr, board.corners_px, board.size, view_px=_VIEW_PX, surroundings=_INSET, doubt_px=_DOUBT_PX
        )
        self._still = FollowState(0.0, np.eye(3), True, False, board.corners_px)
        self._before = _detail(bgr)

    def check(self, bgr: Picture) -> FollowState:
        """Whether the camera has been moved."""
        state = self._follower.check(bgr)
        return state if state.confident or self._looks_otherwise(bgr) else self._still

    def refresh(self, bgr: Picture) -> None:
        """Take in what has changed on the table."""
        self._follower.refresh(bgr)
        self._before = _detail(bgr)

    def _looks_otherwise(self, bgr: Picture) -> bool:
        before, now = self._before, _detail(bgr)
        shows = before.std(1) > _PLAIN
        both = (before * now).mean(1) / np.maximum(before.std(1) * now.std(1), 1e-6)
        return bool(shows.any() and (both[shows] < _ALIKE).mean() > _MOST)


def _detail(bgr: Picture) -> NDArray[np.float32]:
    """(64, n) what each block shows in grey, its mean taken out."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    grey = cv2.resize(grey, (_GLANCE_PX, _GLANCE_PX), interpolation=cv2.INTER_AREA)
    blocks = cut_blocks(np.repeat(grey[..., None], 3, axis=2))[..., 0].reshape(BLOCKS**2, -1)
    return np.asarray(blocks - blocks.mean(1, keepdims=True, dtype=np.float32), np.float32)

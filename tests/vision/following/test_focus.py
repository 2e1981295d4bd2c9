"""A camera that has lost its focus is told by the board's edges, in any light."""

import cv2
import numpy as np
import pytest

from companion.commands.demo import RECORDING
from vision.finding.board import find_board
from vision.following.focus import sharpness


@pytest.fixture(scope="module")
def seen():
    """The shipped recording's first frame, and where its board is."""
    _, bgr = cv2.VideoCapture(str(RECORDING)).read()
    board = find_board(bgr)
    assert board is not None
    return bgr, board.corners_px


@pytest.mark.parametrize("blur_px", [1.2, 2.0])
def test_out_of_focus_it_is_much_less_sharp(seen, blur_px):
    bgr, corners_px = seen
    assert sharpness(cv2.GaussianBlur(bgr, (0, 0), blur_px), corners_px) < 0.7 * sharpness(bgr, corners_px)


@pytest.mark.parametrize("gain", [0.5, 1.3])
def test_in_less_light_or_more_it_is_as_sharp(seen, gain):
    bgr, corners_px = seen
    lit = np.clip(bgr * gain, 0, 255).astype(np.uint8)
    assert sharpness(lit, corners_px) == pytest.approx(sharpness(bgr, corners_px), rel=0.12)


def test_a_stone_or_two_make_no_difference(seen):
    bgr, corners_px = seen
    middle = tuple(corners_px.mean(0).astype(int).tolist())
    with_stone = cv2.circle(bgr.copy(), middle, 14, (40, 40, 200), -1)
    assert sharpness(with_stone, corners_px) == pytest.approx(sharpness(bgr, corners_px), rel=0.1)
    assert sharpness(np.full_like(bgr, 120), corners_px) == 0

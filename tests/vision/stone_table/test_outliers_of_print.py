"""A stone that reads as none makes its field look otherwise than the others of that print."""

import cv2
import numpy as np
import pytest

from tests.vision.test_pose import camera
from vision.finding.board import Board
from vision.pose import lattice_board
from vision.stone_table.outliers_of_print import outliers_of_print
from vision.stone_table.reading import OWNERS, Fields

POSE = camera(60, 270, 12, 1000, 0.0)
BOARD = Board(6, POSE, POSE.project(lattice_board(6)[[0, 6, 48, 42]]), 0.95, 0.01)
PRINTS = np.array([[(row + col) % 3 for col in range(6)] for row in range(6)])
BGR = ((40, 40, 170), (150, 90, 40), (60, 200, 220))


def board(*stones: tuple[int, int], light: np.ndarray | float = 1.0) -> np.ndarray:
    """A picture of the board, on each field a ring, and ``stones`` of their fields' colour, a little lighter."""
    bgr = np.full((720, 1280, 3), 120, np.uint8)
    for (row, col), index in np.ndenumerate(PRINTS):
        x, y = col - 2.5, 2.5 - row
        cv2.fillConvexPoly(bgr, outline(x, y, 0.47 * square()), BGR[index])
        cv2.polylines(bgr, [outline(x, y, 0.22 * circle())], True, tuple(c // 2 for c in BGR[index]), 2)
        if (row, col) in stones:
            cv2.fillConvexPoly(bgr, outline(x, y, 0.3 * circle(), 0.1), tuple(c + 30 for c in BGR[index]))
    return np.clip(bgr * light, 0, 255).astype(np.uint8)


def square() -> np.ndarray:
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def circle() -> np.ndarray:
    angles = np.linspace(0, 2 * np.pi, 24)
    return np.column_stack([np.cos(angles), np.sin(angles)])


def outline(x: float, y: float, points: np.ndarray, z: float = 0.0) -> np.ndarray:
    on_board = np.column_stack([points + np.array([x, y]), np.full(len(points), z)])
    return np.round(POSE.project(on_board)).astype(np.int32)


def reading(*taken: tuple[int, int]) -> Fields:
    """All fields read as bare but those."""
    owner = np.zeros((6, 6, len(OWNERS)), np.float32)
    height = np.zeros((6, 6, 8), np.float32)
    owner[..., 0] = height[..., 0] = 1
    for cell in taken:
        owner[cell], height[cell] = np.eye(len(OWNERS))[1], np.eye(8)[1]
    return Fields(np.eye(6)[PRINTS].astype(np.float32), owner, height, np.zeros((6, 6)), np.zeros((6, 6)))


def test_a_stone_that_reads_as_none_is_unlike_the_other_fields_of_its_print():
    unlike = outliers_of_print(board((2, 3)), BOARD, reading(), PRINTS)
    assert unlike[2, 3] > 4
    unlike[2, 3] = 0
    assert unlike.max() < 2


@pytest.mark.parametrize("light", [np.linspace(0.4, 1.3, 1280)[None, :, None], np.array([0.6, 0.8, 1.1])])
def test_light_that_falls_off_over_the_board_or_is_of_another_colour_makes_none_unlike(light):
    assert outliers_of_print(board((2, 3), light=light), BOARD, reading(), PRINTS)[2, 3] > 4
    assert outliers_of_print(board(light=light), BOARD, reading(), PRINTS).max() < 3


def test_nothing_is_said_of_fields_that_a_tower_may_hide_nor_of_prints_too_few():
    unlike = outliers_of_print(board((3, 3)), BOARD, reading((3, 3)), PRINTS)
    assert np.isnan(unlike[3, 3]) and np.isnan(unlike[2, 3]), "it, and the field behind it"
    few = PRINTS.copy()
    few[0, :3] = 4
    assert np.isnan(outliers_of_print(board(), BOARD, reading(), few)[0, :3]).all()

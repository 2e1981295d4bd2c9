"""The board is found in one picture, whatever its size, to a fraction of a field."""

import cv2
import numpy as np
import pytest

from models.evaluation.geometry import best_turn
from models.scenes import quick
from models.scenes.camera import expose
from models.scenes.sample import sample_scene
from models.scenes.truth import truth
from vision.board import crop_homography, crop_side, find_board


@pytest.mark.parametrize("size", [5, 6, 8, 10])
def test_a_field_is_equally_large_in_the_crop_of_a_board_of_any_size(size):
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]]) * 31.0
    crop = cv2.perspectiveTransform(square[:, None], crop_homography(square, size))[:, 0]
    assert np.allclose(np.ptp(crop, axis=0), 19 * size)
    assert np.allclose(crop.mean(0), (crop_side(size) - 1) / 2)
    assert crop_side(size) % 32 == 0 and crop.min() > 19


@pytest.mark.parametrize("seed", [5002, 5005, 5006, 5008])
def test_a_chequered_board_is_found_where_it_lies(seed):
    scene = sample_scene(seed, width=800, height=450, mode="other")
    bgr, hand = quick.render(scene)
    true_corners = np.array(truth(scene, hand)["grid_corners"])
    board = find_board(expose(bgr, scene.camera), scene.board.size)
    assert board is not None
    field_px = np.sqrt(cv2.contourArea(true_corners.astype(np.float32))) / scene.board.size
    assert best_turn(board.corners_px, true_corners)[1] < 0.2 * field_px


def test_no_board_is_found_on_an_empty_table():
    table = np.random.default_rng(1).normal(120, 6, (360, 640, 3)).astype(np.uint8)
    assert find_board(table) is None

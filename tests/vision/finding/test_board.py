"""The board is found in one picture, whatever its size, to a fraction of a field."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.evaluation.geometry import best_turn
from models.scenes.camera import expose
from models.scenes.quick import render as quick
from models.scenes.sample import sample_scene
from models.scenes.truth import truth
from vision.finding.board import find_board, refine
from vision.finding.crossings import crop_homography, crop_side
from vision.finding.overview import coarse_corners, glance
from vision.maps import local_maxima


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


@pytest.fixture(scope="module")
def drawn():
    """A picture of a board of this game, and its true corners."""
    scene = sample_scene(9_000_021, width=960, height=540, mode="close")
    bgr, hand = quick.render(scene)
    return expose(bgr, scene.camera), np.array(truth(scene, hand)["grid_corners"])


def off_fields(board, true_corners):
    field_px = np.sqrt(cv2.contourArea(true_corners.astype(np.float32))) / 6
    return best_turn(board.corners_px, true_corners)[1] / field_px


@pytest.mark.parametrize("right, down", [(1, 0), (-1, 0), (0, 1), (0, -1), (1.4, 0), (0.7, -1)])
def test_a_guess_that_is_a_field_off_leads_to_the_board_all_the_same(drawn, right, down):
    bgr, true_corners = drawn
    square = np.array([[0, 0], [6, 0], [6, 6], [0, 6]], np.float32)
    to_picture = cv2.getPerspectiveTransform(square, true_corners.astype(np.float32))
    shifted = (square + np.array([right, down]))[:, None].astype(np.float32)
    board = refine(bgr, cv2.perspectiveTransform(shifted, to_picture)[:, 0].astype(np.float64))
    assert board is not None and off_fields(board, true_corners) < 0.1


def test_a_board_is_found_where_other_things_look_more_like_its_corners(drawn):
    bgr, true_corners = drawn
    overview = glance(bgr)
    misled = overview.corner.copy()
    inwards = true_corners.mean(0) + (true_corners - true_corners.mean(0)) * 0.7
    for x, y in np.round(inwards * overview.scale).astype(int):
        misled[y, x] = 0.99
    board = find_board(bgr, overview=replace(overview, corner=misled))
    assert board is not None and off_fields(board, true_corners) < 0.1


def test_half_of_a_board_is_not_taken_for_the_whole(drawn):
    bgr, true_corners = drawn
    overview = glance(bgr)
    middles = (true_corners + np.roll(true_corners, -1, axis=0)) / 2
    half = np.array([true_corners[0], middles[0], middles[2], true_corners[3]])
    corner = np.zeros_like(overview.corner)
    for x, y in np.round(half * overview.scale).astype(int):
        corner[y, x] = 0.9
    board = find_board(bgr, overview=replace(overview, corner=corner))
    assert board is not None and off_fields(board, true_corners) < 0.1


@pytest.mark.parametrize("side", range(4))
def test_a_grid_of_half_fields_is_no_board_though_half_of_it_is_all_that_looks_like_fields(drawn, side):
    bgr, true_corners = drawn
    overview = glance(bgr)
    corners = np.roll(true_corners, side, axis=0)
    half = np.array([corners[0], corners[:2].mean(0), corners[2:].mean(0), corners[3]])
    board = np.zeros_like(overview.board)
    cv2.fillConvexPoly(board, np.round(half * overview.scale).astype(np.int32), 1)
    corner = np.zeros_like(overview.corner)
    for x, y in np.round(half * overview.scale).astype(int):
        corner[y, x] = 0.9
    found = find_board(bgr, overview=replace(overview, board=board, corner=corner))
    assert found is None or off_fields(found, true_corners) < 0.1


def test_a_guess_that_runs_away_is_no_board(drawn):
    bgr, true_corners = drawn
    assert refine(bgr, true_corners * [[1, 1], [1, 1], [1, 1], [-1e7, 1e7]]) is None
    assert refine(bgr, true_corners.mean(0) + (true_corners - true_corners.mean(0)) * 0.02) is None


def test_a_board_that_was_tried_is_not_looked_at_again(drawn):
    bgr, true_corners = drawn
    board = refine(bgr, true_corners)
    assert board is not None
    shifted = true_corners + (true_corners[1] - true_corners[0]) / 12
    assert refine(bgr, shifted, tried=[board]) is None
    elsewhere = replace(board, corners_px=board.corners_px + 0.4 * np.ptp(board.corners_px, axis=0) / 6)
    again = refine(bgr, shifted, tried=[elsewhere])
    assert again is not None and off_fields(again, true_corners) < 0.1


def seen_by(drawn, monkeypatch, **camera):
    """What is found if the grid speaks for such a camera."""
    bgr, true_corners = drawn
    board = refine(bgr, true_corners)
    assert board is not None
    altered = replace(board, pose=replace(board.pose, tvec=(0.0, 0.0, 8.0), **camera))
    monkeypatch.setattr("vision.finding.board.refine", lambda *_: altered)
    return find_board(bgr)


def test_a_grid_that_only_a_telephoto_lens_would_see_so_from_low_down_is_half_of_a_board(drawn, monkeypatch):
    low = (float(np.radians(115)), 0.0, 0.0)  # 25 degrees above the table
    assert seen_by(drawn, monkeypatch, rvec=low, focal_px=960 * 1.6) is None
    assert seen_by(drawn, monkeypatch, rvec=low, focal_px=960 * 0.8) is not None
    steep = (float(np.radians(140)), 0.0, 0.0)
    assert seen_by(drawn, monkeypatch, rvec=steep, focal_px=960 * 1.6) is not None


@pytest.mark.parametrize("larger", [1.6, 2.0])
def test_a_guess_where_next_to_no_grid_shows_is_given_up_after_one_look(drawn, monkeypatch, larger):
    bgr, true_corners = drawn
    looks = []
    monkeypatch.setattr(
        "vision.finding.crossings.local_maxima",
        lambda *seen, **how: looks.append(1) or local_maxima(*seen, **how),
    )
    middle = true_corners.mean(0)
    assert refine(bgr, middle + larger * (true_corners - middle)) is None
    assert len(looks) == 1


def test_a_grid_that_no_camera_sees_so_is_given_up_at_the_second_look(drawn, monkeypatch):
    bgr, true_corners = drawn
    board = refine(bgr, true_corners)
    assert board is not None
    looks = []
    askew = replace(board, error_fields=0.3), 0.5
    monkeypatch.setattr("vision.finding.board._board_near", lambda *_: looks.append(1) or askew)
    refine(bgr, true_corners)
    assert len(looks) == 2


@pytest.mark.parametrize("corner", range(4))
def test_a_board_half_hidden_is_found_where_it_lies_or_not_at_all(drawn, corner):
    bgr, true_corners = drawn
    half = np.roll(true_corners, corner, axis=0)[:3]
    covered = cv2.fillPoly(bgr.copy(), [np.round(half).astype(np.int32)], (90, 120, 160))
    board = find_board(covered)
    assert board is None or off_fields(board, true_corners) < 0.2


@pytest.mark.parametrize("seen", range(4))
def test_the_board_is_found_by_what_looks_like_fields_where_few_corners_show(drawn, seen):
    bgr, true_corners = drawn
    overview = glance(bgr)
    corner = np.zeros_like(overview.corner)
    for x, y in np.round(true_corners[:seen] * overview.scale).astype(int):
        corner[y, x] = 0.9
    board = find_board(bgr, overview=replace(overview, corner=corner))
    assert board is not None and off_fields(board, true_corners) < 0.1


def test_no_two_guesses_are_the_same(drawn):
    guesses = coarse_corners(glance(drawn[0]))
    assert 1 <= len(guesses) <= 6
    for i, one in enumerate(guesses):
        assert all(np.abs(one - other).max() > 1 for other in guesses[:i])


def test_no_board_is_found_on_an_empty_table():
    table = np.random.default_rng(1).normal(120, 6, (360, 640, 3)).astype(np.uint8)
    assert find_board(table) is None

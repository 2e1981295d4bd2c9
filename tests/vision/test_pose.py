"""The camera's place from the grid alone: against cameras made up here, lens included."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.lens import Lens
from vision.pose import CameraPose, fit_pose, lattice_board


def camera(elevation_deg: float, azimuth_deg: float, distance: float, focal: float, k1: float) -> CameraPose:
    """A camera that looks at the board's centre from a distance in fields."""
    e, a = np.radians([elevation_deg, azimuth_deg])
    eye = distance * np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    forward = -eye / distance
    right = np.array([-np.sin(a), np.cos(a), 0])
    rotation = np.stack([right, np.cross(forward, right), forward])
    rvec = cv2.Rodrigues(rotation)[0].ravel()
    return CameraPose((1280, 720), focal, k1, tuple(rvec), tuple(-rotation @ eye))


@given(st.floats(35, 80), st.floats(0, 360), st.floats(9, 16), st.floats(700, 1300), st.floats(-0.1, 0.06))
@settings(max_examples=40, deadline=None)
def test_the_pose_is_found_again_from_exact_crossings(elevation, azimuth, distance, focal, k1):
    truth = camera(elevation, azimuth, distance, focal, k1)
    board = lattice_board(6)
    pose, rms = fit_pose(board, truth.project(board), np.ones(len(board)), truth.image_size)
    assert rms < 0.6
    assert abs(pose.elevation_deg - elevation) < 4
    tops = board + np.array([0, 0, 1.0])
    assert np.abs(pose.project(tops) - truth.project(tops)).max() < 12  # a field is about 80 pixels


@pytest.mark.parametrize("elevation", [35, 50, 65, 80])
@pytest.mark.parametrize("azimuth", [0, 90, 180, 270])
def test_a_camera_straight_along_the_rows_is_found_too(elevation, azimuth):
    """Half a turn exactly is where a rotation vector has no direction."""
    truth = camera(elevation, azimuth, 9, 700, 0.0)
    board = lattice_board(6)
    pose, rms = fit_pose(board, truth.project(board), np.ones(len(board)), truth.image_size)
    assert rms < 0.6
    assert abs(pose.elevation_deg - elevation) < 4


def test_a_board_seen_from_straight_above_still_gives_a_pose():
    truth = camera(89.9, 20, 12, 1000, 0.0)
    board = lattice_board(6)
    pose, rms = fit_pose(board, truth.project(board), np.ones(49), truth.image_size)
    assert rms < 0.5
    assert pose.elevation_deg > 85


def test_crossings_of_weight_nought_do_not_count():
    truth = camera(60, 100, 12, 1000, 0.0)
    board = lattice_board(6)
    pixels, weights = truth.project(board), np.ones(49)
    pixels[10:20] += 40
    weights[10:20] = 0
    _, rms = fit_pose(board, pixels, weights, truth.image_size)
    assert rms < 0.6


@pytest.mark.parametrize("corner", [0, 6, 42, 48])
def test_crossings_that_a_tower_hides_and_that_seem_to_be_elsewhere_do_not_bend_the_board(corner):
    truth = camera(50, 30, 11, 950, -0.03)
    board = lattice_board(6)
    pixels = truth.project(board) + np.random.default_rng(corner).normal(0, 1.0, (49, 2))
    pixels[[corner, 24]] += [15, -12]  # a quarter of a field
    pose, _ = fit_pose(board, pixels, np.ones(49), truth.image_size)
    assert np.abs(pose.project(board) - truth.project(board)).max() < 3


@given(st.floats(-8, 8), st.floats(-8, 8))
@settings(max_examples=50, deadline=None)
def test_from_the_table_to_the_picture_and_back(x, y):
    pose = camera(55, 200, 14, 950, -0.05)
    pixel = pose.project(np.array([[x, y, 0.0]]))
    assert pose.to_table(pixel)[0] == pytest.approx([x, y], abs=0.02)


def test_a_measured_lens_gives_the_pose_that_a_guess_of_the_lens_cannot():
    lens = Lens((1280, 720), (820.0, 830.0), (660.0, 345.0), (-0.3, 0.1, 0.001, -0.001, 0.0))
    plain = camera(50, 130, 11, 800, 0.0)
    truth = replace(plain, lens=lens)
    board = lattice_board(6)
    pixels = truth.project(board)
    pose, rms = fit_pose(board, pixels, np.ones(49), truth.image_size, lens)
    assert rms < 0.01
    tops = board + np.array([0, 0, 2.0])
    assert np.abs(pose.project(tops) - truth.project(tops)).max() < 0.1
    guessed, _ = fit_pose(board, pixels, np.ones(49), truth.image_size)
    assert np.abs(guessed.project(tops) - truth.project(tops)).max() > 2


def test_through_a_measured_lens_and_back():
    lens = Lens((1280, 720), (820.0, 830.0), (660.0, 345.0), (-0.3, 0.1, 0.001, -0.001, 0.0))
    pose = replace(camera(55, 200, 14, 950, 0.0), lens=lens)
    pixel = pose.project(np.array([[2.5, -3.0, 0.0]]))
    assert pose.to_table(pixel)[0] == pytest.approx([2.5, -3.0], abs=0.02)

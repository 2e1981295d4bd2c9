"""Poorer cameras that a recording is seen through: each does what it is called by, and always alike."""

import numpy as np
import pytest

from models.evaluation.poor_cameras import CAMERAS, through

FRAME = np.kron(np.random.default_rng(2).integers(40, 200, (18, 32, 3)), np.ones((5, 5, 1))).astype(np.uint8)
TIMES_S = np.arange(0, 5, 0.1)


def seen(camera: str) -> np.ndarray:
    look = through(camera)
    return np.array([look(FRAME, float(t)) for t in TIMES_S])


@pytest.mark.parametrize("camera", CAMERAS)
def test_a_camera_shows_the_frame_otherwise_and_again_alike(camera):
    frames = seen(camera)
    assert frames.shape == (len(TIMES_S), *FRAME.shape) and frames.dtype == np.uint8
    assert np.abs(frames.astype(int) - FRAME).mean() > 1
    assert (frames == seen(camera)).all()


def test_a_camera_whose_exposure_hunts_is_brighter_now_and_darker_then():
    means = seen("exposure hunts").mean((1, 2, 3)) / FRAME.mean()
    assert means.max() > 1.1 and means.min() < 0.9


def test_a_camera_whose_focus_hunts_is_sharp_most_of_the_time():
    detail = np.abs(np.diff(seen("focus hunts").astype(int), axis=2)).mean((1, 2, 3))
    assert detail.min() < 0.75 * detail.max()
    assert (detail > 0.9 * detail.max()).mean() > 0.5

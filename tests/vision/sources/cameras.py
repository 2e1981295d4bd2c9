"""What the tests of cameras share: pictures, and waiting for what comes about."""

import time

import cv2
import numpy as np


def jpeg(level=128):
    return cv2.imencode(".jpg", np.full((48, 64, 3), level, np.uint8))[1].tobytes()


def noisy(seed):
    return np.random.default_rng(seed).integers(0, 255, (48, 64, 3), np.uint8)


def wait_until(holds, timeout_s=5.0):
    deadline = time.monotonic() + timeout_s
    while not holds():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.01)

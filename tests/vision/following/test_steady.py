"""A camera that sways shows the table as if it stood still; one that was knocked does not."""

from functools import cache

import cv2
import numpy as np
import pytest

from vision.following.steady import Steady

MOST_PX = 12.0


@cache
def table() -> np.ndarray:
    """A board on a cloth with dots, where each looks like the next."""
    rng = np.random.default_rng(3)
    bgr = np.full((540, 960, 3), (170, 180, 190), np.uint8)
    for x in range(10, 960, 16):
        for y in range(10, 540, 16):
            cv2.circle(bgr, (x, y), 2, (120, 110, 100), -1)
    for row in range(6):
        for col in range(6):
            x, y = 330 + 50 * col, 120 + 50 * row
            cv2.rectangle(bgr, (x, y), (x + 46, y + 46), rng.integers(30, 230, 3).tolist(), -1)
    return cv2.GaussianBlur(bgr, (3, 3), 0)


def seen_from(bgr: np.ndarray, right: float, down: float, noise: int = 0) -> np.ndarray:
    """As a camera sees it that was turned a little; each picture has noise of its own."""
    moved = cv2.warpAffine(
        bgr, np.float32([[1, 0, right], [0, 1, down]]), bgr.shape[1::-1], borderMode=cv2.BORDER_REFLECT
    )
    cv2.setRNGSeed(noise)
    return cv2.add(moved, cv2.randn(np.empty(bgr.shape, np.int16), 0, 3), dtype=cv2.CV_8U)


def off(one: np.ndarray, other: np.ndarray) -> float:
    """By how many pixels two pictures are off, away from the picture's edge."""
    grey = [cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)[30:-30, 30:-30].astype(np.float64) for bgr in (one, other)]
    return float(np.hypot(*cv2.phaseCorrelate(*grey)[0]))


def test_a_camera_that_sways_is_undone():
    steady = Steady(table(), MOST_PX)
    for step in range(40):
        right, down = 7 * np.sin(step / 4), 5 * np.cos(step / 5)
        frame = seen_from(table(), right, down, step)
        assert off(steady.feed(frame), table()) < 0.5
        assert off(steady.undone(frame), table()) < 0.5


def test_a_camera_that_trembles_is_undone():
    steady, rng = Steady(table(), MOST_PX), np.random.default_rng(0)
    for step in range(40):
        assert off(steady.feed(seen_from(table(), *rng.uniform(-2, 2, 2), step)), table()) < 0.6


def test_what_a_camera_sees_that_stands_still_is_left_as_it_is():
    steady = Steady(seen_from(table(), 0, 0), MOST_PX)
    for noise in range(1, 20):
        frame = seen_from(table(), 0, 0, noise)
        assert steady.feed(frame) is frame


@pytest.mark.parametrize("away", [(9, -7), (10, 6)])
def test_a_camera_that_swings_back_is_seen_to_stand_though_an_arm_hides_most_of_the_board(away):
    steady, now = Steady(table(), MOST_PX), table().copy()
    steady.feed(seen_from(now, *away))
    cv2.line(now, (300, 539), (480, 200), (120, 150, 200), 260)
    assert off(steady.feed(seen_from(now, 0.3, 0, 1)), now) < 0.6


def test_a_knock_is_left_as_it_is():
    steady = Steady(table(), MOST_PX)
    steady.feed(seen_from(table(), 4, 0))
    knocked = seen_from(table(), 25, -14)
    assert steady.feed(knocked) is knocked


@pytest.mark.parametrize("arm", [False, True], ids=["in the open", "under an arm"])
def test_stones_and_cards_that_were_laid_do_not_count(arm):
    steady, now = Steady(table(), MOST_PX), table().copy()
    for n, (x, y) in enumerate([(350, 140), (450, 240), (560, 340), (150, 300), (760, 200)]):
        cv2.rectangle(now, (x - 20, y - 20), (x + 20, y + 20), (40 * n, 255 - 50 * n, 30), -1)
    if arm:
        cv2.line(now, (300, 539), (420, 300), (120, 150, 200), 90)
    for step in range(8):
        frame = seen_from(now, 5 * np.sin(step), 3, step)
        assert off(steady.feed(frame), now) < 0.6
        if not arm:
            steady.refresh()


def test_where_nothing_can_be_told_the_camera_is_where_it_was_last():
    steady = Steady(table(), MOST_PX)
    swayed = seen_from(table(), 6, 3)
    assert off(steady.feed(swayed), table()) < 0.5
    steady.feed(np.full_like(table(), 90))
    assert off(steady.undone(swayed), table()) < 0.5

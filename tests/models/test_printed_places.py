"""What is printed on a field shows beside its tower, never on it."""

import cv2
import numpy as np
import pytest

from models.training.just4fun_colours.printed_places import outline, printed_places
from vision.stone_table.patches import TOWER_HEIGHT, TOWER_PX_PER_FIELD, TOWER_WIDTH

SINE, RADIUS, LIFT = 0.8, 0.25, 0.4
MIDDLE_PX = np.array([TOWER_WIDTH / 2, 112.0])
NOTHING = np.empty((0, 2), np.float32)
TOWER = outline(np.array([[0, 0], [0, LIFT]]), RADIUS, 0.0, SINE)


def printed_pixels(tower, seeds=60):
    """Of each board by lot that is printed on, where: all of it was grey."""
    grey = np.full((1, TOWER_HEIGHT, TOWER_WIDTH, 3), 100, np.uint8)
    views = np.array([[SINE, 0, 0.1]], np.float32)
    boards = [
        printed_places(grey, views, [tower], RADIUS, np.random.default_rng(seed)) for seed in range(seeds)
    ]
    covers = [np.abs(board[0].astype(int) - 100).max(-1) > 12 for board in boards]
    return [cover for cover in covers if cover.any()]


def test_not_half_of_the_boards_are_printed_on():
    assert 15 < len(printed_pixels(NOTHING)) < 40


def test_what_is_printed_lies_about_the_fields_middle_and_within_the_field():
    for cover in printed_pixels(NOTHING):
        rows, columns = np.nonzero(cover)
        across = (columns - MIDDLE_PX[0]) / TOWER_PX_PER_FIELD
        deep = (rows - MIDDLE_PX[1]) / TOWER_PX_PER_FIELD / SINE
        assert np.hypot(across, deep).max() < 0.56
        assert columns.min() + columns.max() == pytest.approx(2 * MIDDLE_PX[0], abs=3)


def test_a_tower_hides_what_is_printed_beneath_it():
    tower = np.zeros((TOWER_HEIGHT, TOWER_WIDTH), np.uint8)
    axes = tuple(round(float(v)) for v in RADIUS * TOWER_PX_PER_FIELD * np.array([1, SINE]) - 2)
    for lift in np.linspace(0, LIFT, 12):
        at = round(MIDDLE_PX[0]), round(MIDDLE_PX[1] - lift * TOWER_PX_PER_FIELD)
        cv2.ellipse(tower, at, axes, 0, 0, 360, 1, -1)
    assert any((cover & (tower > 0)).any() for cover in printed_pixels(NOTHING))
    assert not any((cover & (tower > 0)).any() for cover in printed_pixels(TOWER))


def test_where_a_tower_stands_that_is_not_marked_nothing_is_printed():
    unknown = outline(np.full((2, 2), np.nan), RADIUS, 0.0, SINE)
    assert unknown is None
    assert not printed_pixels(unknown)

"""What training makes of a board's towers stays a picture of towers that could stand there."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.training.augmentation import (
    Shown,
    another_set,
    coarser,
    negative,
    otherwise_lit,
    through_another_camera,
)
from vision.stone_table.patches import TOWER_HEIGHT, TOWER_PX_PER_FIELD, TOWER_WIDTH

FIRST, RISE, NARROWING = 0.5, 0.2, 0.1


def lift_seen(height, views):
    """Where the top of a tower shows above its foot: z cos e / (1 - z sin e / distance)."""
    sine, inverse_distance = views[:, 0], views[:, 2]
    return height * np.sqrt(1 - sine**2) / (1 - height * sine * inverse_distance)


def board(sines, heights):
    views = np.column_stack([sines, np.zeros(len(sines)), np.zeros(len(sines))]).astype(np.float32)
    top = lift_seen(FIRST + RISE * (np.array(heights) - 1), views)
    marks = np.stack([np.zeros((len(sines), 2)), np.column_stack([np.zeros(len(sines)), top])], 1)
    pictures = np.zeros((len(sines), TOWER_HEIGHT, TOWER_WIDTH, 3), np.uint8)
    return Shown(pictures, views, marks.astype(np.float32), np.array([FIRST, RISE, NARROWING], np.float32))


@settings(deadline=None)  # the first example waits for what is loaded; nothing is timed here
@given(
    st.lists(st.tuples(st.floats(0.57, 0.995), st.integers(1, 7)), min_size=1, max_size=4),
    st.integers(0, 2**32),
)
def test_towers_of_another_set_are_as_high_as_its_measures_say_under_the_angle_told(towers, seed):
    sines, heights = zip(*towers, strict=True)
    other = another_set(board(sines, heights), np.random.default_rng(seed))
    first, rise, narrowing = other.stone
    told = lift_seen(first + rise * (np.array(heights) - 1), other.views)
    assert other.marks[:, 1, 1] == pytest.approx(told, rel=2e-3)
    assert rise / first == pytest.approx(RISE / FIRST, rel=1e-4)
    wider = 2.0 ** -float(other.views[0, 1])  # than the set that was shown
    assert narrowing == pytest.approx(NARROWING * wider, rel=1e-4)


def test_a_mark_stays_on_what_it_marks():
    shown = board([0.8], [3])
    row = round(112 - TOWER_PX_PER_FIELD * float(shown.marks[0, 1, 1]))
    shown.pictures[0, row - 1 : row + 2, 20:44] = 255
    other = another_set(shown, np.random.default_rng(4))
    assert not np.array_equal(other.pictures, shown.pictures)
    bright = np.flatnonzero(other.pictures[0, :, 32, 0] > 100)
    assert bright.mean() == pytest.approx(112 - TOWER_PX_PER_FIELD * other.marks[0, 1, 1], abs=1.5)


def test_a_coarser_picture_says_that_it_is_coarse_and_shows_no_more_than_it_says():
    rng = np.random.default_rng(1)
    fine = replace(board([0.8], [2]), pictures=rng.integers(0, 256, (1, 144, 64, 3)).astype(np.uint8))
    seen = [coarser(fine, np.random.default_rng(seed)) for seed in range(20)]
    coarse = [other for other in seen if other.views[0, 1] < 0]
    assert 3 < len(coarse) < 17
    assert all(np.diff(other.pictures.astype(int), axis=1).std() < 60 for other in coarse)
    assert np.diff(fine.pictures.astype(int), axis=1).std() > 90


def test_in_another_light_things_are_lighter_or_darker_all_over_or_where_a_lamp_shines():
    grey = np.full((60, 80, 3), 120, np.uint8)
    lit = [otherwise_lit(grey, np.random.default_rng(seed)) for seed in range(200)]
    assert 0.4 < np.mean([np.array_equal(each, grey) for each in lit]) < 0.7
    assert min(each.mean() for each in lit) < 60 and max(each.max() for each in lit) == 255
    steps = [np.abs(np.diff(each.astype(int), axis=1)).max() for each in lit]
    assert max(steps) < 40, "no edge comes to be where none is"


def test_another_camera_tells_colours_and_edges_otherwise_but_moves_and_lights_nothing():
    table = np.full((120, 160, 3), (40, 60, 90), np.uint8)
    table[40:80, 60:110] = 60, 60, 200
    seen = [through_another_camera(table, np.random.default_rng(seed)) for seed in range(200)]
    assert 0.3 < np.mean([np.array_equal(each, table) for each in seen]) < 0.6
    assert max(np.abs(each.astype(float).mean((0, 1)) - table.mean((0, 1))).max() for each in seen) < 8
    off = [np.abs(each.astype(int) - table).max(-1) for each in seen]
    assert max(each[10:30].max() for each in off) < 25, "far from an edge it is as it was"
    assert max(each[36:84].max() for each in off) > 60, "at an edge it is not"
    reds = np.array([each[:, :, 2].astype(float) > 145 for each in seen])
    assert np.abs(reds[:, 42:78].sum((1, 2)) / 36 - 50).max() < 4, "the edges are where they were"


def test_in_the_negative_light_and_dark_change_places_and_hues_stay():
    red, black = (20, 30, 200), (5, 5, 5)
    pale, white = negative(np.array([[red, black]], np.uint8))[0].tolist()
    assert white == [250, 250, 250] and pale[2] - pale[0] == 180 and sum(pale) > sum(red)
    assert (negative(np.array([[pale]], np.uint8)) == red).all()

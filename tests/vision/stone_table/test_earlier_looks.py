"""A field from which stones were taken off is known by how it looked with fewer, whatever it may be taken for."""

import numpy as np
import pytest

from tests.vision.stone_table.test_changes import EMPTY, POSE, with_box
from vision.stone_table.earlier_looks import EarlierLooks
from vision.stone_table.patches import cut_towers

CELL = (3, 2)
BLACK, WHITE = 20, 235


def cut(picture):
    return cut_towers(picture, POSE).pictures.astype(np.float32)


def with_spot(grey):
    """The empty board with a spot printed on the field, about as wide as a stone."""
    return with_box(EMPTY, CELL, 0.0, grey)


def standing(stones):
    heights = np.zeros((6, 6), np.int64)
    heights[CELL] = stones
    return heights


def unlike(now, *pictures):
    """How far the field is in the picture ``now`` from how it looked in each of the ``pictures`` but the last, in
    whose light that is: they show it with no stone, with one, and so on."""
    looks = EarlierLooks.first(cut(pictures[0]), standing(0))
    for stones, picture in enumerate(pictures[1:], 1):
        looks = looks.and_now(cut(picture), standing(stones))
    return looks.unlike(cut(now), cut_towers(now, POSE), [CELL])[CELL]


@pytest.mark.parametrize("spot", [30, 60, 200])
@pytest.mark.parametrize("stone", [WHITE, BLACK])
def test_a_field_whose_stone_was_taken_off_is_as_it_was(spot, stone):
    bare = with_spot(spot)
    assert unlike(bare, bare, with_box(bare, CELL, 0.3, stone)) < (0.1,)


def test_a_field_on_which_a_stone_stands_is_not_bare_be_it_moved_or_another():
    bare = with_spot(60)
    stone = with_box(bare, CELL, 0.3, WHITE)
    moved = np.roll(stone, 6, 1)
    assert unlike(stone, bare, stone) == pytest.approx((1,), abs=0.05)
    assert unlike(moved, bare, stone) > (0.6,)
    assert unlike(with_box(bare, CELL, 0.6, 200), bare, stone) > (0.6,)


def test_a_tower_whose_top_was_taken_off_is_as_it_was_below():
    bare = with_spot(60)
    one = with_box(bare, CELL, 0.3, WHITE)
    two = with_box(one, CELL, 0.6, BLACK)
    of_none, of_one = unlike(one, bare, one, two)
    assert of_one < 0.1 and of_none > 0.4
    of_none, of_one = unlike(bare, bare, one, two)
    assert of_none < 0.1 and of_one > 0.3
    assert min(unlike(np.roll(two, 3, 1), bare, one, two)) > 0.4


def test_a_bare_field_in_a_shadow_is_bare_still():
    bare = with_spot(200)
    place = with_box(EMPTY, CELL, 0.2) != EMPTY
    shaded = np.where(place, bare * 0.6, bare).astype(np.uint8)
    assert unlike(shaded, bare, with_box(bare, CELL, 0.3, WHITE)) < (0.2,)


def test_a_bare_field_is_known_again_when_a_lamp_was_dimmed_before_a_stone_was_laid():
    bare = with_spot(200)
    dimmed = (bare * 0.7).astype(np.uint8)
    assert unlike(dimmed, bare, with_box(dimmed, CELL, 0.3, 150)) < (0.1,)


def test_what_was_not_seen_is_not_said():
    towers = cut_towers(EMPTY, POSE)
    bare = EarlierLooks.first(cut(EMPTY), standing(0)).and_now(cut(EMPTY), standing(0))
    assert bare.unlike(cut(with_spot(60)), towers, [CELL]) == {}
    covered = EarlierLooks.first(cut(EMPTY), standing(2))
    assert np.isnan(covered.unlike(cut(with_spot(60)), towers, [CELL])[CELL]).all()
    lowered = covered.and_now(cut(EMPTY), standing(1)).and_now(cut(EMPTY), standing(2))
    assert np.isnan(lowered.unlike(cut(EMPTY), towers, [CELL])[CELL]).tolist() == [True, False]

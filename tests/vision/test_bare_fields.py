"""A field that was seen bare is known again, whatever its print may be taken for."""

import numpy as np
import pytest

from tests.vision.test_changes import EMPTY, POSE, with_box
from vision.bare_fields import BareFields
from vision.patches import cut_towers

CELL = (3, 2)
NONE_STANDS = np.ones((6, 6), bool)
BLACK, WHITE = 20, 235


def cut(picture):
    return cut_towers(picture, POSE).pictures.astype(np.float32)


def with_spot(grey):
    """The empty board with a spot printed on the field, about as wide as a stone."""
    return with_box(EMPTY, CELL, 0.0, grey)


def standing_on_all_but():
    bare = NONE_STANDS.copy()
    bare[CELL] = False
    return bare


def unlike(bare, covered, now):
    """How far the field is from bare in the picture ``now``, where it was ``bare`` and then ``covered``."""
    known = BareFields(cut(bare), NONE_STANDS, ~NONE_STANDS).and_now(cut(covered), standing_on_all_but())
    return known.unlike(cut(covered), cut(now), cut_towers(now, POSE), [CELL])[CELL]


@pytest.mark.parametrize("spot", [30, 60, 200])
def test_a_field_whose_stone_was_taken_off_is_as_it_was(spot):
    bare = with_spot(spot)
    assert unlike(bare, with_box(bare, CELL, 0.3, WHITE), bare) < 0.1
    assert unlike(bare, with_box(bare, CELL, 0.3, BLACK), bare) < 0.1


def test_a_field_on_which_a_stone_stands_is_not_bare_be_it_moved_or_another():
    bare = with_spot(60)
    stone = with_box(bare, CELL, 0.3, WHITE)
    moved = np.roll(stone, 6, 1)
    assert unlike(bare, stone, stone) == pytest.approx(1, abs=0.05)
    assert unlike(bare, stone, moved) > 0.6
    assert unlike(bare, stone, with_box(bare, CELL, 0.6, 200)) > 0.6


def test_a_bare_field_in_a_shadow_is_bare_still():
    bare = with_spot(200)
    place = with_box(EMPTY, CELL, 0.2) != EMPTY
    shaded = np.where(place, bare * 0.6, bare).astype(np.uint8)
    assert unlike(bare, with_box(bare, CELL, 0.3, WHITE), shaded) < 0.2


def test_a_bare_field_is_known_again_when_a_lamp_was_dimmed_since():
    bare = with_spot(200)
    dimmed = (bare * 0.7).astype(np.uint8)
    assert unlike(bare, with_box(dimmed, CELL, 0.3, 150), dimmed) < 0.1


def test_nothing_is_said_of_a_field_that_was_bare_at_the_last_look_or_never():
    towers = cut_towers(EMPTY, POSE)
    bare = BareFields(cut(EMPTY), NONE_STANDS, ~NONE_STANDS).and_now(cut(EMPTY), NONE_STANDS)
    assert bare.unlike(cut(EMPTY), cut(with_spot(60)), towers, [CELL]) == {}
    never = BareFields(cut(EMPTY), standing_on_all_but(), ~NONE_STANDS).and_now(
        cut(EMPTY), standing_on_all_but()
    )
    assert never.unlike(cut(EMPTY), cut(with_spot(60)), towers, [CELL]) == {}

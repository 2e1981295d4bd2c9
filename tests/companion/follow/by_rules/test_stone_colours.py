"""Stones are named by what the stones of this set read as, once some of them are known."""

import numpy as np
import pytest

from companion.follow.by_rules.stone_colours import StonesSeen, named_by_kind
from vision.stone_table.reading import OWNERS

GREEN, YELLOW, RED = (OWNERS.index(name) for name in ("green", "yellow", "red"))
LIME = {"green": 0.36, "yellow": 0.38, "white": 0.2, "red": 0.03, "blue": 0.03}
SHARP_YELLOW = {"yellow": 0.97, "green": 0.02, "none": 0.01}


def reading(p):
    return np.array([p.get(name, 0.0) for name in OWNERS], np.float32)


def board(**cells):
    """A row of six fields, empty but for ``cells``, named f0 to f5."""
    row = [reading(cells.get(f"f{i}", {"none": 1.0})) for i in range(6)]
    return np.array([row], np.float32)


def tops(*indices):
    return np.array([[*indices, *[0] * (6 - len(indices))]])


def test_a_lime_stone_is_green_where_the_green_ones_look_lime():
    before = board(f0=LIME, f1=SHARP_YELLOW)
    now = board(f0=LIME, f1=SHARP_YELLOW, f2={"green": 0.31, "yellow": 0.51, "white": 0.15, "none": 0.03})
    named = named_by_kind(now, before, tops(GREEN, YELLOW))
    assert named[0, 2, GREEN] > 5 * named[0, 2, YELLOW]


def test_a_clearly_yellow_stone_stays_yellow_beside_lime_ones():
    before = board(f0=LIME, f1=SHARP_YELLOW)
    named = named_by_kind(board(f0=LIME, f1=SHARP_YELLOW, f2=SHARP_YELLOW), before, tops(GREEN, YELLOW))
    assert named[0, 2, YELLOW] > 30 * named[0, 2, GREEN]


def test_the_first_stone_of_a_colour_is_as_the_networks_have_it():
    before = board(f0=LIME)
    named = named_by_kind(board(f0=LIME, f2=SHARP_YELLOW), before, tops(GREEN))
    assert named[0, 2] == pytest.approx(reading(SHARP_YELLOW))


def test_before_any_stone_is_known_nothing_is_named_anew():
    now = board(f2=LIME)
    assert named_by_kind(now, board(), tops()) is now


def test_how_surely_something_stands_there_stays_as_it_was():
    faint = {"none": 0.6, **{name: 0.4 * p for name, p in LIME.items()}}
    before = board(f0=faint)
    named = named_by_kind(board(f0=faint, f2=faint), before, tops(GREEN))
    assert named[0, 2, 0] == pytest.approx(0.6)
    assert named[0, 2].max() <= 0.6
    assert named[0, 2, GREEN] == pytest.approx(0.4)


def test_a_field_that_changed_since_teaches_nothing():
    before = board(f0=SHARP_YELLOW, f1=LIME)
    named = named_by_kind(board(f0=LIME, f1=LIME), before, np.array([[-1, GREEN, 0, 0, 0, 0]]))
    assert named[0, 0, GREEN] > named[0, 0, YELLOW] and named[0, 0, RED] < 0.1


LIME_LAB, PALE_YELLOW_LAB = np.array([75.0, -15, 30]), np.array([85.0, -5, 50])


def test_a_stone_is_of_the_colour_of_those_that_look_like_it():
    stones = StonesSeen().and_one("green", LIME_LAB).and_one("yellow", PALE_YELLOW_LAB)
    assert stones.log_likelihood("green", LIME_LAB + 2) > stones.log_likelihood("yellow", LIME_LAB + 2) + 4
    assert stones.log_likelihood("red", LIME_LAB) == 0, "none was seen: any may look so"


def test_one_stone_that_was_seen_wrongly_does_not_spoil_its_colour():
    stones = StonesSeen()
    for lab in (LIME_LAB, LIME_LAB + 1, np.array([20.0, 60, 30])):
        stones = stones.and_one("green", lab)
    assert stones.log_likelihood("green", LIME_LAB) > 4


def test_a_colour_of_which_no_stone_was_seen_may_be_like_the_fields_called_so():
    stones = StonesSeen(prints={"blue": (45.0, 4.0, -40.0), "green": (45.0, -35.0, 25.0)})
    navy = np.array([36.0, 3, -20])
    assert stones.log_likelihood("blue", navy) > 1 > -1 > stones.log_likelihood("green", navy)


def test_no_look_of_a_stone_counts_for_more_than_its_bounds():
    far = StonesSeen().and_one("green", LIME_LAB).log_likelihood("green", np.array([0.0, 90, -90]))
    assert far == -3


def test_the_first_white_or_black_stone_is_of_no_hue_light_or_dark():
    stones = StonesSeen(prints={"yellow": (90.0, -5.0, 50.0), "blue": (40.0, 4.0, -40.0)})
    ivory, slate = np.array([84.0, 2, -7]), np.array([15.0, 0, -6])
    assert stones.log_likelihood("white", ivory) > 1 > -1 > stones.log_likelihood("black", ivory)
    assert stones.log_likelihood("black", slate) > 1 > -1 > stones.log_likelihood("white", slate)
    assert stones.log_likelihood("white", np.array([80.0, 10, 60])) < -1, "a yellow"

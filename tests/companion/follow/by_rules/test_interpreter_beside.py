"""What a new stone hides and shades beside it is no act, and what happened there besides is not lost."""

from dataclasses import replace

import numpy as np
import pytest

from companion.follow.by_rules.interpreter import interpret
from tests.companion.shown_evidence import (
    BLUE_STONE,
    EMPTY,
    RED_FIELD,
    RED_STONE,
    STONES,
    changes,
    expecting,
    growing,
    read_as,
    seen,
)
from vision.stone_table.changes import Changes
from vision.stone_table.reading import OWNERS


def test_a_field_beside_a_new_stone_that_reads_as_taken_but_hardly_changed_is_a_shadow():
    now = (((), ("red",)), ((), ("blue",)))  # at [1, 1] nothing stands: a shadow is taken for a stone
    change = changes([[1, 25], [1, 4]])
    found = interpret(read_as(EMPTY, now, change), expecting(cards=("blue",)))
    assert found.placement == ("red", (0, 1)) and not found.unclear


def test_a_shadow_on_the_field_beside_a_new_stone_is_no_second_stone():
    """It changed as much as a stone would, but only by being darker; and a dark yellow may read as a yellow stone."""
    evidence = read_as(EMPTY, (((), ("red",)), ((), ())), changes([[1, 40], [1, 16]]))
    evidence.owner[1, 1] = 0.002
    evidence.owner[1, 1][[0, OWNERS.index("red")]] = 0.94, 0.05
    assert interpret(evidence, expecting(cards=("blue",))).unclear == ((1, 1),)
    darker = replace(evidence.change, but_for_shade=np.array([[1, 30], [1, 1.5]], np.float32))
    found = interpret(replace(evidence, change=darker), expecting(cards=("blue",)))
    assert found.placement == ("red", (0, 1)) and not found.unclear


def test_two_stones_side_by_side_are_both_told_where_both_fields_changed():
    now = (((), ("red",)), ((), ("red",)))
    found = interpret(read_as(EMPTY, now, changes([[1, 25], [1, 20]])), expecting(cards=("blue",)))
    assert {cell for _, cell in found.added} == {(0, 1), (1, 1)}


def test_what_a_new_stone_hides_of_another_field_is_no_third_stone_beside_two():
    three = ((("red",), ("red",)), ((), ("red",)))
    of_fields = np.array([[25, 14], [1, 12]], np.float32)
    hidden = np.array([[25, 1.2], [1, 12]], np.float32)
    beside = {(0, 0): of_fields, (0, 1): of_fields, (1, 1): hidden}
    evidence = replace(seen(three, 0.9), change=Changes(of_fields, beside))
    found = interpret(evidence, expecting(cards=("green",)))
    assert [cell for _, cell in found.added] == [(0, 0), (1, 1)]
    stood = replace(seen(three, 0.9), change=Changes(of_fields, {}))
    assert len(interpret(stood, expecting(cards=("green",))).added) == 3


def test_what_a_stone_hides_of_another_field_is_no_change_there():
    change = Changes(
        np.array([[8, 1], [25, 1]], np.float32), {(1, 0): np.array([[1, 1], [25, 1]], np.float32)}
    )
    before = ((("red",), ()), ((), ()))
    now = ((("red",), ()), (("red",), ()))
    assert interpret(read_as(before, now, change), expecting(before, cards=("green",))).placement == (
        "red",
        (1, 0),
    )


@pytest.fixture
def shaded_beside():
    """Cards were laid for a second stone on a red one, which hardly shows; on the field beside it fell a shadow."""
    before = ((("red",), ()), ((), ()))
    change = Changes(
        np.array([[2.1, 6.0], [1, 1]], np.float32),
        {},
        np.array([[1.8, 1.0], [1, 1]], np.float32),
        {(0, 0): RED_STONE},
    )
    look = replace(read_as(before, before, change), stones=STONES)
    return growing(look, (0, 0), -3.0, -1.5, 0.0), expecting(before, cards=("red", "red"))


def test_a_stone_that_hardly_shows_is_told_by_the_shadow_it_throws(shaded_beside):
    look, expected = shaded_beside
    found = interpret(look, expected)
    assert found.placement == ("red", (0, 0)) and not found.unclear


def test_a_shadow_alone_is_no_stone_on_the_field_beside_it(shaded_beside):
    look, expected = shaded_beside
    untouched = growing(look, (0, 0), -6.0, 0.0, -3.0)
    untouched.change.of_fields[0, 0] = untouched.change.but_for_shade[0, 0] = 1.2
    assert not interpret(untouched, expected).added
    only_shade = replace(look, change=replace(look.change, colours={}))
    assert not interpret(only_shade, expected).added


def test_a_second_stone_on_a_tower_beside_the_first_is_told_by_how_that_grew():
    """All stones of the board read as they should; the tower stands beside the new stone, and may be in its shade."""
    before = ((("red",), ()), ((), ()))
    now = ((("red", "red"), ()), ((), ("red",)))
    change = Changes(
        np.array([[5, 1], [1, 20]], np.float32), {}, np.array([[3.4, 1], [1, 18]], np.float32), {}
    )
    look = growing(read_as(before, now, change), (0, 0), -6.0, -5.5, 0.0)
    assert {cell for _, cell in interpret(look, expecting(before, cards=("red",))).added} == {(0, 0), (1, 1)}
    stood = growing(read_as(before, ((("red",), ()), now[1]), change), (0, 0), -6.0, 0.0, -5.5)
    assert interpret(stood, expecting(before, cards=("red",))).placement == ("red", (1, 1))


def beside_the_first(new_lab):
    """Two red stones as they read, one laid on a blue field, one on the red one beside it, which changed little more
    than a shadow changes it."""
    now = (((), ("red",)), ((), ("red",)))
    change = Changes(
        np.array([[1, 15], [1, 11]], np.float32),
        {},
        np.array([[1, 8], [1, 1.9]], np.float32),
        {(0, 1): RED_STONE, (1, 1): new_lab},
    )
    return replace(read_as(EMPTY, now, change), stones=STONES)


def test_a_stone_on_its_own_field_beside_another_is_not_passed_over():
    found = interpret(beside_the_first(RED_STONE), expecting(cards=("blue",)))
    assert (1, 1) in {*found.unclear, *(cell for _, cell in found.added)}


def test_what_looks_like_its_field_beside_a_new_stone_is_none():
    found = interpret(beside_the_first(RED_FIELD), expecting(cards=("blue",)))
    assert found.placement == ("red", (0, 1)) and not found.unclear


def test_a_stone_on_a_tower_explains_the_field_it_hides_though_that_changed_the_most():
    """The tower in front grew by a red stone, and the blue field behind it shows red now."""
    before, now = (((), ()), (("red",), ())), (((), ("red",)), (("red", "red"), ()))
    change = Changes(
        np.array([[1, 14], [12, 1]], np.float32),
        {(0, 1): np.array([[1, 14], [11, 1]]), (1, 0): np.array([[1, 4], [12, 1]])},
        np.array([[1, 13], [11, 1]], np.float32),
        {(0, 1): RED_STONE, (1, 0): RED_STONE},
    )
    look = growing(replace(read_as(before, now, change), stones=STONES), (1, 0), -6.0, -5.0, 0.0)
    look.owner[0, 1] = (look.before_owner[0, 1] + look.owner[0, 1]) / 2
    assert interpret(look, expecting(before)).placement == ("red", (1, 0))


@pytest.mark.parametrize(("towers_change", "what"), [(6, "nothing"), (14, "another top")])
def test_a_stone_put_back_a_little_elsewhere_shows_beside_its_field_but_is_no_top_of_the_tower_there(
    towers_change, what
):
    table = (((), ()), (("blue",), ("red", "blue", "red")))
    of_fields = np.array([[1, 1], [12, towers_change]], np.float32)
    change = Changes(of_fields, {}, of_fields, {(1, 0): BLUE_STONE, (1, 1): BLUE_STONE})
    look = replace(read_as(table, table, change), stones=STONES)
    look.owner[1, 1][[OWNERS.index("red"), OWNERS.index("blue")]] = 0.7, 0.28
    found = interpret(look, expecting(table))
    assert found.nothing == (what == "nothing")


@pytest.mark.parametrize(("bare", "gone"), [(0.97, True), (0.6, False)])
def test_a_stone_is_told_as_taken_only_where_its_field_reads_as_bare(bare, gone):
    """It shows red where a blue stone stood on a red field: its print, or a red stone in the place of that one."""
    before = ((("blue",), ()), ((), ()))
    of_fields = np.array([[13, 1], [1, 1]], np.float32)
    look = read_as(before, EMPTY, Changes(of_fields, {}, of_fields, {(0, 0): RED_FIELD}))
    look.owner[0, 0][[0, OWNERS.index("red")]] = bare, 0.98 - bare
    look.height[0, 0][:2] = bare, 0.98 - bare
    found = interpret(replace(look, stones=STONES), expecting(before))
    assert (found.removed, found.unclear) == (((("blue", (0, 0)),), ()) if gone else ((), ((0, 0),)))

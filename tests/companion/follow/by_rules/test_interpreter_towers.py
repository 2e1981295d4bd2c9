"""What happened to a tower: grown, lowered, its top changed, or only touched."""

from dataclasses import replace

import numpy as np
import pytest

from companion.follow.by_rules.interpreter import interpret
from tests.companion.shown_evidence import (
    BLUE_STONE,
    EMPTY,
    STONES,
    changes,
    expecting,
    growing,
    heights,
    of_doubtful_height,
    read_as,
    seen,
)
from vision.stone_table.reading import OWNERS


def test_a_top_that_reads_otherwise_than_it_ever_did_was_exchanged():
    """Half misread before and half now: with nothing else to go by, it would have been left unclear."""
    before = (((), ()), ((), ("red",)))
    evidence = seen((((), ()), ((), ("blue",))))
    evidence.owner[1, 1] = 0.005
    evidence.owner[1, 1][[OWNERS.index("blue"), OWNERS.index("white")]] = 0.84, 0.14
    was = seen(before)
    was.owner[1, 1] = 0.005
    was.owner[1, 1][[OWNERS.index("red"), OWNERS.index("white")]] = 0.17, 0.78
    evidence = replace(
        evidence, before_owner=was.owner, before_height=was.height, change=changes([[1, 1], [1, 10]])
    )
    found = interpret(evidence, expecting(before))
    assert (found.added, found.removed, found.unclear) == ((("blue", (1, 1)),), (("red", (1, 1)),), ())


def test_a_stone_on_a_tower():
    before = (((), ("red",)), ((), ()))
    now = (((), ("red", "blue")), ((), ()))
    assert interpret(seen(now), expecting(before, "blue")).placement == ("blue", (0, 1))


def test_a_stone_on_ones_own_tower_is_told_by_its_height():
    before = (((), ("red",)), ((), ()))
    now = (((), ("red", "red")), ((), ()))
    evidence = replace(seen(now), change=changes([[1, 9], [1, 1]]))
    assert interpret(evidence, expecting(before, "red", ("blue", "blue"))).placement == ("red", (0, 1))


def test_a_stone_on_ones_own_tower_that_nobody_can_count_is_told_by_the_top_that_rose():
    before = (((), ("red",)), ((), ()))
    doubtful = of_doubtful_height(before, (0, 1), 1, 2)
    assert interpret(growing(doubtful, (0, 1), -6, -6, 0), expecting(before)).placement == ("red", (0, 1))
    assert interpret(growing(doubtful, (0, 1), -6, 0, -6), expecting(before)).nothing


def test_a_stone_taken_from_ones_own_tower_is_told_by_the_top_that_sank():
    before = (((), ("red", "red", "red")), ((), ()))
    doubtful = of_doubtful_height(before, (0, 1), 2, 3)
    found = interpret(growing(doubtful, (0, 1), 0, -6, -6), expecting(before))
    assert found.removed == (("red", (0, 1)),) and not found.added


def test_a_tower_that_seems_a_stone_lower_was_nudged_unless_the_stone_came_onto_another_field():
    before = ((("red", "red"), ()), ((), ()))
    for beside, told in (((), False), (("red",), True)):
        doubtful = of_doubtful_height(((("red",), ()), ((), beside)), (0, 0), 1, 2)
        found = interpret(growing(doubtful, (0, 0), 0, -1, -6), expecting(before))
        assert (found.removed == (("red", (0, 0)),)) == told
        assert (found.unclear == ((0, 0),)) != told


def test_a_print_that_reads_as_a_stone_and_seems_to_rise_is_no_stone():
    as_stone = (((), ("red",)), ((), ()))
    printed = seen(as_stone)
    evidence = replace(printed, before_owner=printed.owner, before_height=printed.height)
    evidence = replace(evidence, change=changes([[1, 2.9], [1, 1]]))
    assert interpret(growing(evidence, (0, 1), -6, -6, 0), expecting()).nothing


def test_a_top_changed_for_another_colour_is_told_from_a_stone_laid_on_it_by_whether_the_tower_grew():
    before = (((), ("red",)), ((), ()))
    doubtful = of_doubtful_height((((), ("blue",)), ((), ())), (0, 1), 1, 2)
    grew = interpret(growing(doubtful, (0, 1), -6, -6, 0), expecting(before, "blue"))
    stayed = interpret(growing(doubtful, (0, 1), -6, 0, -6), expecting(before, "blue"))
    assert grew.placement == ("blue", (0, 1))
    assert stayed.added == (("blue", (0, 1)),) and stayed.removed == (("red", (0, 1)),)


@pytest.mark.parametrize(("told_by", "unclear"), [(2.0, True), (3.5, False)])
def test_whether_a_stone_laid_without_cards_lies_on_a_tower_or_replaces_its_top_must_be_surer(
    told_by, unclear
):
    before = (((), ("red",)), ((), ()))
    doubtful = of_doubtful_height((((), ("blue",)), ((), ())), (0, 1), 1, 2)
    seen = growing(doubtful, (0, 1), -6, -told_by, 0)
    assert bool(interpret(seen, expecting(before, "blue")).unclear) == unclear
    assert not interpret(seen, expecting(before, "blue", cards=("red", "red"))).unclear


def test_a_tower_always_read_too_low_is_known_by_how_much_it_grew():
    """Three stones that read as two were one less before."""
    before = ((("blue", "blue"), ()), ((), ()))
    look = read_as(before, before, changes([[12, 1], [1, 1]]))
    low = replace(
        look, before_height=heights((0, 0), h1=0.9, h2=0.08), height=heights((0, 0), h2=0.9, h3=0.08)
    )
    assert interpret(low, expecting(before, "blue", ("red",) * 3)).placement == ("blue", (0, 0))


def test_a_tower_always_read_too_low_is_known_by_how_much_it_shrank():
    before = ((("blue",) * 3, ()), ((), ()))
    look = read_as(before, before, changes([[12, 1], [1, 1]]))
    low = replace(
        look, before_height=heights((0, 0), h2=0.9, h3=0.08), height=heights((0, 0), h1=0.9, h2=0.08)
    )
    assert interpret(low, expecting(before, "blue")).removed == (("blue", (0, 0)),)


def test_a_tower_that_was_touched_and_stands_as_it_stood_is_nothing():
    before = ((("blue",), ()), ((), ()))
    assert interpret(read_as(before, before, changes([[20, 1], [1, 1]])), expecting(before)).nothing


def test_who_lays_the_price_of_a_field_has_put_a_stone_there_not_exchanged_one():
    before = ((("blue",), ()), ((), ()))
    now = ((("red",), ()), ((), ()))  # two stones that read as one
    paid = read_as(before, now, changes([[20, 1], [1, 1]]))
    assert interpret(paid, expecting(before, cards=("red", "red"))).placement == ("red", (0, 0))
    assert interpret(paid, expecting(before, cards=("red", "blue"))).placement == ("red", (0, 0))
    assert interpret(paid, expecting(before)).placement is None


def test_a_stone_moved_onto_a_tower_that_reads_as_low_as_before_was_moved_not_exchanged():
    """What is gone from one field lies on the other: the stone that came there hides the one below."""
    before = ((("red",), ()), ((), ("blue",)))
    now = (((), ()), ((), ("red",)))
    evidence = read_as(before, now, changes([[12, 1], [1, 12]]))
    alone = read_as(before, ((("red",), ()), ((), ("red",))), changes([[1, 1], [1, 12]]))
    assert interpret(alone, expecting(before)).placement is None
    found = interpret(evidence, expecting(before))
    assert not found.unclear
    assert (found.added, found.removed) == ((("red", (1, 1)),), (("red", (0, 0)),))


def test_who_takes_the_top_off_a_stone_of_its_fields_colour_has_not_taken_that_one_too():
    """It reads as nothing, as such stones do; but what came to be seen looks like it."""
    before = ((("blue", "red"), ()), ((), ()))
    evidence = replace(read_as(before, EMPTY, changes([[15, 1], [1, 1]])), stones=STONES)
    evidence = replace(evidence, change=replace(evidence.change, colours={(0, 0): BLUE_STONE}))
    evidence.owner[0, 0] = 0.001
    evidence.owner[0, 0][[OWNERS.index("none"), OWNERS.index("blue")]] = 0.95, 0.04
    evidence.height[0, 0][:2] = 0.95, 0.04
    found = interpret(evidence, expecting(before))
    assert found.removed == (("red", (0, 0)),) and not found.unclear


def test_a_top_taken_off_is_told_from_one_changed_where_the_tower_looks_as_it_did_below():
    """A red top on a blue stone is gone, and the one below reads as low or high as before."""
    before = ((("blue", "red"), ()), ((), ()))
    now = ((("blue",), ()), ((), ()))
    look = growing(read_as(before, now, changes([[25, 1], [1, 1]])), (0, 0), 0.0, 0.0, -3.0)
    look = replace(look, height=heights((0, 0), h1=0.45, h2=0.45), before_height=heights((0, 0), h2=0.9))
    assert interpret(look, expecting(before, "blue")).unclear == ((0, 0),)
    taken = interpret(replace(look, unlike_earlier={(0, 0): (np.nan, 0.05)}), expecting(before, "blue"))
    assert taken.removed == (("red", (0, 0)),) and not (taken.added or taken.unclear)
    nudged = interpret(replace(look, unlike_earlier={(0, 0): (np.nan, 0.9)}), expecting(before, "blue"))
    assert nudged.unclear == ((0, 0),), "who takes a stone off may nudge those below"

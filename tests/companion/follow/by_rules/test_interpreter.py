"""From what is seen to what was done: clear cases are told, doubtful ones are not."""

from dataclasses import replace

import numpy as np

from companion.follow.by_rules.evidence import Evidence
from companion.follow.by_rules.interpreter import agrees, interpret, likeliest_paid
from tests.companion.shown_evidence import (
    BLUE_STONE,
    EMPTY,
    FIELDS,
    PLAYERS,
    RED_FIELD,
    changes,
    expecting,
    overlooked,
    read_as,
    seen,
)
from vision.stone_table.reading import OWNERS


def test_a_table_as_expected_is_nothing():
    assert interpret(seen(EMPTY), expecting()).nothing


def test_one_stone_more_is_a_placement():
    now = (((), ("red",)), ((), ()))
    found = interpret(seen(now), expecting(cards=("blue",)))
    assert found.placement == ("red", (0, 1))
    assert found.confidence > 0.9


def test_the_wrong_players_stone_is_seen_as_his():
    now = (((), ("blue",)), ((), ()))
    assert interpret(seen(now), expecting(to_move="red", cards=("blue",))).placement == ("blue", (0, 1))


def taken_for_its_field(cell, colour, p=0.02) -> Evidence:
    """An empty board, but for one field that surely changed and reads as empty still: a stone of its own colour."""
    evidence = replace(seen(EMPTY, 0.99), change=changes([[1, 1], [1, 1]]))
    evidence.change.of_fields[cell] = 10
    evidence.owner[cell] = 0.002
    evidence.owner[cell][[0, OWNERS.index(colour)]] = 0.99 - p, p
    evidence.height[cell] = 0.001
    evidence.height[cell][[0, 1]] = 0.99 - p, p
    return evidence


def test_a_stone_that_passes_for_its_field_is_told_where_the_picture_changed_and_cards_pay_for_it():
    evidence = taken_for_its_field((0, 0), "red")
    assert interpret(evidence, expecting(cards=("red",))).placement == ("red", (0, 0))
    assert interpret(evidence, expecting()).unclear == ((0, 0),)


def test_which_field_cards_paid_for_is_told_by_its_look_alone_if_no_other_looks_so():
    evidence = taken_for_its_field((0, 0), "red", 0.0)
    assert likeliest_paid(evidence, expecting(cards=("red",))) == (0, 0)
    assert likeliest_paid(evidence, expecting(cards=("blue",))) is None
    for seen_there in (evidence.change.of_fields, evidence.owner, evidence.height):
        seen_there[1, 1] = seen_there[0, 0]  # the other red field
    assert likeliest_paid(evidence, expecting(cards=("red",))) is None


def test_a_stone_of_a_colour_that_the_networks_mix_up_is_told_by_the_stones_known():
    before = (((), ("red",)), ((), ("blue",)))
    evidence = seen(before)
    half_blue = np.full(len(OWNERS), 0.004, np.float32)
    half_blue[OWNERS.index("red")], half_blue[OWNERS.index("blue")] = 0.3, 0.68
    was = evidence.owner.copy()
    was[0, 1] = half_blue
    now = was.copy()
    now[0, 0] = half_blue
    height = evidence.height.copy()
    height[0, 0] = np.roll(height[0, 0], 1)
    expected = expecting(before, "blue", ("red",))
    laid = Evidence(now, height, evidence.hidden, change=changes([[9, 1], [1, 1]]))
    known = replace(laid, before_owner=was, before_height=evidence.height)
    assert interpret(laid, expected).placement == ("blue", (0, 0))
    assert interpret(known, expected).placement != ("blue", (0, 0))


def test_two_stones_are_both_told():
    now = ((("red",), ()), ((), ("red",)))
    found = interpret(seen(now), expecting())
    assert set(found.added) == {("red", (0, 0)), ("red", (1, 1))}
    assert found.placement is None


def test_a_stone_that_moved_is_taken_here_and_added_there():
    before = ((("red",), ()), ((), ()))
    now = (((), ()), ((), ("red",)))
    found = interpret(seen(now), expecting(before))
    assert (found.added, found.removed) == ((("red", (1, 1)),), (("red", (0, 0)),))


def test_doubt_is_not_told_as_an_act():
    evidence = seen((((), ("red",)), ((), ())))
    evidence.owner[0, 1] = 0.02
    evidence.owner[0, 1, OWNERS.index("none")] = 0.3
    evidence.owner[0, 1, OWNERS.index("red")] = 0.6
    evidence.height[0, 1] = 1 / 8
    found = interpret(evidence, expecting(cards=("blue",)))
    assert not found.nothing
    assert found.unclear


def test_what_is_hidden_is_taken_as_it_was():
    evidence = seen((((), ("red",)), ((), ())))
    evidence.hidden[0, 1] = 0.9
    assert interpret(evidence, expecting()).nothing


def test_a_set_the_networks_misread_is_judged_by_what_changed():
    """A field always misread as red stays "nothing" while it reads as it did before."""
    misread = seen((((), ("red",)), ((), ())))
    evidence = replace(
        misread, before_owner=misread.owner, before_height=misread.height, change=changes([[1, 1], [1, 1]])
    )
    assert interpret(evidence, expecting()).nothing


def test_agrees_says_whether_the_table_lies_so():
    now = (((), ("red",)), ((), ()))
    assert agrees(seen(now), now, PLAYERS, FIELDS)
    assert not agrees(seen(now), EMPTY, PLAYERS, FIELDS)


def test_a_stone_that_a_tower_hides_but_for_a_bit_is_told_by_the_colour_of_that_bit():
    found = interpret(overlooked(EMPTY, (0, 0), BLUE_STONE + 3), expecting(cards=("red",), to_move="blue"))
    assert found.placement == ("blue", (0, 0))
    found = interpret(overlooked(EMPTY, (0, 0), BLUE_STONE + 3), expecting(cards=("red",), to_move="red"))
    assert found.placement in (("blue", (0, 0)), None), "never the other player's"


def test_a_field_on_which_nothing_but_its_print_came_to_be_seen_is_bare():
    found = interpret(overlooked(EMPTY, (0, 0), RED_FIELD), expecting(to_move="red"))
    assert found.placement is None
    before = ((("blue",), ()), ((), ()))
    taken = interpret(overlooked(before, (0, 0), RED_FIELD), expecting(before))
    assert not taken.nothing and not taken.added


def test_a_stone_that_passes_for_its_fields_print_is_gone_where_the_field_looks_bare_again():
    """Black on a dark spot: it reads as nothing before and after."""
    before = ((("blue",), ()), ((), ()))
    look = read_as(EMPTY, EMPTY, changes([[17, 1], [1, 1]]))
    assert not interpret(look, expecting(before)).removed
    gone = interpret(replace(look, unlike_earlier={(0, 0): (0.08,)}), expecting(before))
    assert gone.removed == (("blue", (0, 0)),) and not gone.unclear
    touched = interpret(replace(look, unlike_earlier={(0, 0): (0.9,)}), expecting(before))
    assert touched.nothing


def test_a_stone_that_reads_as_nothing_is_not_taken_off_while_its_field_is_not_as_it_was_bare():
    before = ((("blue",), ()), ((), ()))
    look = read_as(before, EMPTY, changes([[8, 1], [1, 1]]))
    assert interpret(look, expecting(before)).removed == (("blue", (0, 0)),)
    assert not interpret(replace(look, unlike_earlier={(0, 0): (1.0,)}), expecting(before)).removed


def test_whoever_is_not_on_turn_is_not_told_by_a_stones_colour_alone():
    """A light printed face of red's stone may be as dark as a blue one where the sun went in."""
    by_colour = overlooked(EMPTY, (0, 0), BLUE_STONE)
    assert interpret(by_colour, expecting(to_move="blue", cards=("red",))).placement == ("blue", (0, 0))
    assert interpret(by_colour, expecting(to_move="red", cards=("red",))).unclear == ((0, 0),)
    read_so = seen(((("blue",), ()), ((), ())))
    also_read = replace(by_colour, owner=read_so.owner, height=read_so.height)
    assert interpret(also_read, expecting(to_move="red", cards=("red",))).placement == ("blue", (0, 0))

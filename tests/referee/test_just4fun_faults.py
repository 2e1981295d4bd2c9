"""Every fault code of Just 4 Fun Colours, alone and with others: all that apply are named."""

from __future__ import annotations

import pytest
from setting import at, change, faults, game, place

from referee import just4fun_colours as j4f
from referee.game import Verdict

TOWERS = {"b3": "blue red", "a1": "red", "e5": "blue", "c6": "blue red blue"}


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        # b3 is green and bears two stones: three green cards
        pytest.param(place("red", "b3", "green green green"), [], id="right"),
        pytest.param(place("blue", "b3", "green green green"), ["wrong_player"], id="not on turn"),
        pytest.param(place("yellow", "b3", "green green green"), ["wrong_player"], id="does not play"),
        pytest.param(place("red", "b3", ""), ["no_cards"], id="neither too few nor of a colour"),
        pytest.param(place("blue", "b3", ""), ["no_cards", "wrong_player"], id="not on turn, no cards"),
        pytest.param(place("red", "b3", "green green"), ["too_few_cards"], id="one short"),
        pytest.param(place("red", "b3", "green green green green"), ["too_many_cards"], id="one over"),
        pytest.param(place("red", "b3", "blue blue blue"), ["wrong_colour"], id="three of another colour"),
        pytest.param(
            place("red", "b3", "blue"), ["too_few_cards", "wrong_colour"], id="one of another colour"
        ),
        pytest.param(place("red", "b3", "green green blue"), ["mixed_colours"], id="mixed: not also wrong"),
        pytest.param(
            place("red", "b3", "red blue violet"), ["mixed_colours"], id="mixed, none of them right"
        ),
        pytest.param(
            place("red", "b3", "green blue"), ["mixed_colours", "too_few_cards"], id="mixed and few"
        ),
        pytest.param(
            place("blue", "b3", "green red green red"),
            ["mixed_colours", "too_many_cards", "wrong_player"],
            id="cards of whatever colour are counted",
        ),
    ],
)
def test_placements(act, expected):
    assert faults(game("red blue", TOWERS), act) == expected


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        pytest.param(change(added="red a2, red b2"), ["several_stones"], id="two at once"),
        pytest.param(change(added="red a2, red a2"), ["several_stones"], id="two on one field"),
        pytest.param(change(removed="blue e5"), ["stone_removed"], id="one taken off"),
        pytest.param(change(removed="red b3"), ["stone_removed"], id="the top taken off"),
        pytest.param(change(removed="blue b3, red b3"), ["stone_removed"], id="a whole tower taken off"),
        pytest.param(
            change(added="blue e4", removed="blue e5"), ["stone_moved"], id="moved to an empty field"
        ),
        pytest.param(change(added="blue b3", removed="blue e5"), ["stone_moved"], id="moved onto a tower"),
        pytest.param(
            change(added="red e5", removed="blue e5"), ["tower_changed"], id="another colour in its place"
        ),
        pytest.param(change(added="blue b3", removed="red b3"), ["tower_changed"], id="another top"),
        pytest.param(
            change(added="yellow b3", removed="blue b3"), ["tower_changed"], id="another below the top"
        ),
        pytest.param(
            change(removed="blue b3"), ["stone_removed", "tower_changed"], id="one taken from below"
        ),
        pytest.param(
            change(added="blue a2", removed="blue b3"),
            ["stone_moved", "tower_changed"],
            id="moved from below a top",
        ),
        pytest.param(
            change(added="red a2, red b1", removed="blue e5"),
            ["several_stones", "stone_removed"],
            id="two put down and one taken",
        ),
        pytest.param(
            change(added="red a2, blue e4", removed="blue e5"),
            ["several_stones", "stone_moved"],
            id="one put down and one moved",
        ),
        pytest.param(
            change(added="blue e4", removed="blue e5, red a1"),
            ["stone_moved", "stone_removed"],
            id="one moved and another taken",
        ),
        pytest.param(
            change(added="blue e4", removed="blue e5, blue c6"),
            ["stone_moved", "stone_removed"],
            id="two taken, one put back elsewhere",
        ),
        pytest.param(
            change(added="blue a1, red e5", removed="red a1, blue e5"),
            ["several_stones", "stone_moved", "tower_changed"],
            id="two stones swapped",
        ),
        pytest.param(
            change(added="red c6", removed="blue c6, red b3"),
            ["stone_moved", "stone_removed", "tower_changed"],
            id="moved into the place of one that is gone",
        ),
    ],
)
def test_changes(act, expected):
    assert faults(game("red blue", TOWERS), act) == expected


def test_a_tower_of_seven_is_the_highest_that_a_hand_can_pay():
    """Eight cards are the price of the next stone, and no hand has so many: was one misread?"""
    six, seven = game(towers={"b3": "blue red " * 3}), game(towers={"b3": "blue red " * 3 + "blue"})
    assert faults(six, place("red", "b3", "green " * 7)) == []
    assert faults(seven, place("red", "b3", "green " * 7)) == ["too_few_cards"]
    assert j4f.judge(seven, place("red", "b3", "green " * 8)) == Verdict((), ("impossible_cards",))
    assert at("b3") in {act.cell for act in j4f.legal_acts(six)}
    assert at("b3") not in {act.cell for act in j4f.legal_acts(seven)}


def test_a_change_that_only_adds_one_stone_is_its_placement():
    state = game("red blue", TOWERS)
    assert faults(state, change(added="red b3", cards="green green green")) == []
    assert faults(state, change(added="red b3")) == ["no_cards"]
    assert faults(state, change(added="blue b3, blue e5", removed="blue e5")) == ["no_cards", "wrong_player"]


def test_a_change_that_leaves_every_stone_where_it_was_is_no_fault():
    state = game("red blue", TOWERS)
    assert faults(state, change()) == []
    assert faults(state, change(added="blue e5", removed="blue e5")) == []

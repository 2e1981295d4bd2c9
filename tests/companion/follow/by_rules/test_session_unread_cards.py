"""A stone whose cards cannot be made out: a lamp burns them out, or hides where they would lie."""

from dataclasses import replace

import numpy as np
import pytest

from companion.eyes.watcher import CameraNews
from tests.companion.follow.by_rules.test_played_cards import card
from tests.companion.shown_table import PRINTS
from vision.stone_table.reading import FIELD_COLOURS


def build_with_one_burnt_out_card(table):
    """Blue builds on red's stone; of the two cards it costs one is seen, burnt out by a lamp."""
    table.place("red", (3, 3), PRINTS[3][3])
    table.clear()
    table.stones[3, 3] = ("red", "blue")
    table.cards = [replace(card("yellow", 0, 5), colour_p=(1 / 6,) * 6)]
    (event,) = table.show()
    assert (event["event"], event["why"]) == ("unclear", "I cannot make out the cards.")


def test_a_stone_whose_cards_cannot_be_made_out_counts_once_the_next_player_has_had_his_turn(table):
    build_with_one_burnt_out_card(table)
    assert table.clear() == []
    first, second = table.place("red", (0, 1), PRINTS[0][1])
    assert (first["act"]["player"], first["act"]["cell"], first["legal"]) == ("blue", [3, 3], True)
    assert first["text"].endswith("The cards could not be made out: they were not judged.")
    assert (second["act"]["player"], second["act"]["cell"], second["legal"]) == ("red", [0, 1], True)


def test_after_such_a_stone_the_next_player_is_judged_alone(table):
    build_with_one_burnt_out_card(table)
    assert table.clear() == []
    first, second = table.place("red", (0, 1), PRINTS[0][3])
    assert (first["act"]["player"], first["legal"]) == ("blue", True)
    assert (second["act"]["player"], second["faults"]) == ("red", ["wrong_colour"])


def test_after_such_a_stone_another_by_the_same_player_is_out_of_turn(table):
    build_with_one_burnt_out_card(table)
    assert table.clear() == []
    first, second = table.place("blue", (0, 1), PRINTS[0][1])
    assert (first["act"]["player"], first["act"]["cell"], first["legal"]) == ("blue", [3, 3], True)
    assert first["text"].endswith("The cards could not be made out: they were not judged.")
    assert (second["act"]["cell"], second["faults"]) == ([0, 1], ["wrong_player"])


def test_after_such_a_stone_two_more_are_put_back_without_it(table):
    build_with_one_burnt_out_card(table)
    assert table.clear() == []
    table.stones[0, 3] = ("blue",)
    first, second = table.place("blue", (0, 1), PRINTS[0][1])
    assert (first["act"]["cell"], first["legal"]) == ([3, 3], True)
    assert sorted(second["act"]["added"]) == [["blue", [0, 1]], ["blue", [0, 3]]]
    del table.stones[0, 1], table.stones[0, 3]
    # The table was agreed upon before there was that stone, and its tower is counted otherwise.
    table.changed, table.counted = ((3, 3),), {(3, 3): 3}
    (event,) = table.show(looks=5)
    assert event["event"] == "restored"


def test_a_stone_with_a_plainly_wrong_card_beside_one_not_made_out_never_counts(table):
    build_with_one_burnt_out_card(table)
    table.cards.append(card("green", 1.1, 5))
    assert table.show() == []
    assert table.clear() == []
    assert table.place("red", (0, 1), PRINTS[0][1]) == []
    assert table.session.history[-1].text["en"] == "Play went on: the table counts as it lies."


def test_cards_may_have_come_and_gone_while_the_camera_was_moved(table):
    table.place("red", (3, 3), PRINTS[3][3])
    table.clear()
    table.session.camera(CameraNews(0.0, "moved"))
    (event,) = table.place("blue", (0, 1))
    assert (event["event"], event["why"]) == ("unclear", "I cannot make out the cards.")
    first, second = table.place("red", (0, 3), PRINTS[0][3])
    assert first["legal"] and first["text"].endswith("The cards could not be made out: they were not judged.")
    assert (second["act"]["player"], second["legal"]) == ("red", True)


def test_a_hand_shown_after_that_is_the_next_players(table):
    table.place("red", (3, 3), PRINTS[3][3])
    table.clear()
    table.session.camera(CameraNews(0.0, "moved"))
    table.place("blue", (0, 1))
    table.lay("red", "red", "blue", "green", "green", "violet", "yellow")
    first, second = table.show()
    assert first["legal"] and first["text"].endswith("The cards could not be made out: they were not judged.")
    assert (second["act"]["act"], second["act"]["player"]) == ("exchange", "red")


def test_but_not_where_the_table_was_seen_as_it_lay_since(table):
    table.place("red", (3, 3), PRINTS[3][3])
    table.clear()
    table.session.camera(CameraNews(0.0, "moved"))
    assert table.show() == []
    (event,) = table.place("blue", (0, 1))
    assert event["faults"] == ["no_cards"]


def test_such_a_stone_that_is_taken_back_never_counts(table):
    build_with_one_burnt_out_card(table)
    table.stones[3, 3] = ("red",)
    assert table.clear() == []
    (event,) = table.place("red", (0, 1), PRINTS[0][1])
    assert event["faults"] == ["wrong_player"]
    del table.stones[0, 1]
    table.clear()
    (event,) = table.place("blue", (0, 1), PRINTS[0][1])
    assert event["legal"]


def test_such_a_stone_that_is_taken_back_as_another_is_laid_never_counts(table):
    build_with_one_burnt_out_card(table)
    table.stones[3, 3] = ("red",)
    (event,) = table.place("red", (0, 1), PRINTS[0][1])
    assert event["faults"] == ["wrong_player"]


def test_such_a_stone_laid_elsewhere_instead_counts_there_alone(table):
    build_with_one_burnt_out_card(table)
    table.stones[3, 3] = ("red",)
    (event,) = table.place("blue", (0, 1), PRINTS[0][1])
    assert (event["act"]["player"], event["act"]["cell"], event["legal"]) == ("blue", [0, 1], True)


def test_nobody_is_told_to_have_laid_no_cards_where_a_lamp_hides_them(table):
    table.place("red", (3, 3), PRINTS[3][3])
    table.clear()
    table.burnt_board = (np.array([1.0, 5.0]),)
    (event,) = table.place("blue", (1, 0))
    assert (event["event"], event["why"]) == ("unclear", "I cannot make out the cards.")
    first, second = table.place("red", (0, 1), PRINTS[0][1])
    assert (first["act"]["player"], first["legal"]) == ("blue", True)
    assert (second["act"]["player"], second["legal"]) == ("red", True)


def test_a_lamp_elsewhere_hides_no_cards(table):
    table.place("red", (3, 3), PRINTS[3][3])
    table.clear()
    table.burnt_board = (np.array([5.0, 1.0]),)
    (event,) = table.place("blue", (1, 0))
    assert event["faults"] == ["no_cards"]


def test_a_card_seen_to_be_wrong_is_so_under_a_lamp_as_well(table):
    table.place("red", (3, 3), PRINTS[3][3])
    table.clear()
    table.burnt_board = (np.array([1.0, 5.0]),)
    (event,) = table.place("blue", (1, 0), PRINTS[1][3])
    assert event["faults"] == ["wrong_colour"]


def of_two_colours(likelier, p, other, q):
    """A card named by light in which it might be of another colour."""
    named = tuple({likelier: p, other: q}.get(name, 0.0) for name in FIELD_COLOURS)
    return replace(card(likelier, 0, 5), colour_p=named)


@pytest.mark.parametrize("sure_of_field", [False, True])
def test_a_card_that_might_be_of_its_fields_colour_is_told_to_be_of_no_other(table, sure_of_field):
    called, other = PRINTS[3][3], PRINTS[3][4]
    p, q = (0.95, 0.05) if sure_of_field else (0.83, 0.12)
    table.session._unsure_fields = {} if sure_of_field else {(3, 3): {called: 0.85, other: 0.11}}
    table.stones[3, 3] = ("red",)
    table.cards = [of_two_colours(other, p, called, q)]
    (event,) = table.show()
    assert (event["event"], event["why"]) == ("unclear", "I cannot make out the cards.")
    first, second = table.place("blue", (3, 3), called, called)
    assert (first["act"]["cards"], first["legal"]) == ([called], True)
    assert (second["act"]["player"], second["legal"]) == ("blue", True)


def test_a_card_that_is_hardly_of_its_fields_colour_is_of_the_wrong_one(table):
    table.stones[3, 3] = ("red",)
    table.cards = [of_two_colours(PRINTS[3][4], 0.98, PRINTS[3][3], 0.02)]
    (event,) = table.show()
    assert event["faults"] == ["wrong_colour"]


def test_cards_laid_on_another_side_of_the_board_than_before_are_played_there(table):
    table.place("red", (3, 3), PRINTS[3][3])
    table.clear()
    for player, cell, side in (("blue", (1, 0), (5, 0)), ("red", (0, 2), (0, 5))):
        row, col = cell
        table.stones[cell] = (player,)
        table.cards = [card(PRINTS[row][col], *side)]
        (event,) = table.show()
        assert (event["act"]["player"], event["legal"]) == (player, True)
        table.clear()


def test_a_wrong_card_laid_there_is_no_price(table):
    table.place("red", (3, 3), PRINTS[3][3])
    table.clear()
    table.stones[1, 0] = ("blue",)
    table.cards = [card(PRINTS[1][2], 5, 0)]
    (event,) = table.show()
    assert event["faults"] == ["no_cards"]


def test_the_last_acts_cards_cleared_away_to_another_side_pay_for_nothing(table):
    table.place("red", (3, 3), PRINTS[3][3])
    table.stones[2, 4] = ("blue",)
    assert PRINTS[2][4] == PRINTS[3][3]
    table.cards = [card(PRINTS[3][3], 5, 0)]
    (event,) = table.show()
    assert event["faults"] == ["no_cards"]


def test_where_a_person_said_that_cards_are_played_none_laid_elsewhere_is_a_price(table):
    table.session.zone = "top"
    table.place("red", (3, 3), PRINTS[3][3])
    table.clear()
    table.stones[1, 0] = ("blue",)
    table.cards = [card(PRINTS[1][0], 5, 0)]
    (event,) = table.show()
    assert event["faults"] == ["no_cards"]

"""A table with a fault on it: mended, let stand, or played on."""

from dataclasses import replace

import pytest

from companion.errors import CommandError
from companion.messages import message
from tests.companion.follow.by_rules.test_played_cards import card
from tests.companion.shown_table import PRINTS, names


@pytest.fixture
def moved(table):
    """A table on which a stone was moved, and that was told."""
    table.place("red", (1, 1), PRINTS[1][1])
    table.clear()
    table.stones[4, 1] = table.stones.pop((1, 1))
    assert table.show()[0]["faults"] == ["stone_moved"]
    return table


def test_a_stone_that_is_put_back_and_looks_higher_now_was_not_built_upon(moved):
    moved.stones[1, 1] = moved.stones.pop((4, 1))
    moved.counted[1, 1] = 2
    assert names(moved.show(looks=6)) == ["restored"]


def test_cards_that_come_to_lie_beside_a_moved_stone_make_no_second_fault_of_it(moved):
    moved.lay("green")
    assert moved.show() == []


def test_cards_that_lay_there_already_when_a_moved_stone_was_put_back_pay_for_the_next_one(moved):
    """The next player was quick, or a hand kept the camera from seeing it sooner."""
    moved.stones[1, 1] = moved.stones.pop((4, 1))
    moved.lay(PRINTS[2][2])
    assert names(moved.show()) == ["restored"]
    moved.stones[2, 2] = ("blue",)
    (event,) = moved.show()
    assert event["legal"] and event["act"]["cards"] == [PRINTS[2][2]]


def test_cards_that_were_not_yet_taken_back_with_their_stone_pay_for_nothing(table):
    assert table.place("red", (3, 3), PRINTS[3][4])[0]["faults"] == ["wrong_colour"]
    table.stones.clear()
    assert names(table.show()) == ["restored"]
    table.cards.append(card(PRINTS[1][0], 2, 5))
    table.stones[1, 0] = ("red",)
    (event,) = table.show()
    assert event["act"]["cards"] == [PRINTS[1][0]], "the new one"
    assert event["legal"]


def test_stones_that_others_lay_beside_a_placement_at_fault_make_no_second_fault_of_it(table):
    (flagged,) = table.place("red", (3, 3), PRINTS[3][4])
    assert flagged["faults"] == ["wrong_colour"]
    table.stones[0, 1], table.stones[5, 5] = ("blue",), ("red",)  # two more turns, and none was made out
    assert names(table.show()) == ["unclear"]
    assert table.session.fault


def test_a_placement_at_fault_whose_stone_was_taken_off_was_not_let_stand(table):
    assert table.place("red", (3, 3), PRINTS[3][3], PRINTS[3][3])[0]["faults"] == ["too_many_cards"]
    table.stones = {(0, 1): ("blue",)}
    table.lay(PRINTS[0][1])
    (event,) = table.show()
    assert event["faults"] == ["wrong_player"] and not table.session.history


def test_a_placement_at_fault_is_not_mended_by_cards_of_other_colours(table):
    mended, other = PRINTS[3][3], PRINTS[3][4]
    assert table.place("red", (3, 3), mended, mended)[0]["faults"] == ["too_many_cards"]
    table.lay(other)
    assert table.show() == [], "they are the next player's"
    table.lay(mended, mended, mended)
    assert table.show()[0]["faults"] == ["too_many_cards"]


def test_a_colour_that_was_misread_is_mended_once_the_table_plays_on(table):
    table.misread = {(3, 3): "blue"}
    (flagged,) = table.place("red", (3, 3), PRINTS[3][3])
    assert flagged["faults"] == ["wrong_player"]
    table.stones[0, 1] = ("blue",)
    table.lay(PRINTS[0][1])
    events = table.show()
    assert [(e["act"]["player"], e["act"]["cell"], e["legal"]) for e in events] == [
        ("red", [3, 3], True),
        ("blue", [0, 1], True),
    ]
    assert table.session.phase == "playing" and table.session.fault is None


def test_cards_that_the_next_player_lays_make_no_new_fault_of_an_act_out_of_turn(table):
    assert table.place("blue", (3, 3), PRINTS[3][3])[0]["faults"] == ["wrong_player"]
    table.lay(PRINTS[0][1], PRINTS[0][1])
    assert table.show() == []


def test_who_plays_out_of_turn_and_is_followed_by_whose_turn_it_was_is_let_stand(table):
    (flagged,) = table.place("blue", (3, 3), PRINTS[3][3])
    assert flagged["faults"] == ["wrong_player"]
    table.stones[0, 1] = ("red",)
    table.lay(PRINTS[0][1])
    (event,) = table.show()
    assert (event["act"]["player"], event["legal"], event["n"]) == ("red", True, 2)
    assert table.session.history[0].accepted


def test_a_person_accepts_a_faulty_act(table):
    table.place("red", (1, 1), PRINTS[1][2])
    table.session.accept()
    assert table.session.state.on_turn == "blue"
    assert table.session.state.stacks[1][1] == ("red",)
    assert table.kept[-1][0]["accepted"] is True
    table.clear()
    assert table.place("blue", (4, 4), PRINTS[4][4])[0]["legal"] is True


def test_a_table_that_plays_on_has_let_the_fault_stand(table):
    assert table.place("red", (1, 1))[0]["faults"] == ["no_cards"]
    events = table.place("blue", (4, 4), PRINTS[4][4])
    assert names(events) == ["act"]
    assert (events[0]["legal"], events[0]["n"]) == (True, 2)
    assert table.session.state.stacks[1][1] == ("red",)
    assert table.session.history[0].accepted


def test_cards_of_a_fault_that_was_let_stand_pay_for_nothing_more(table):
    assert table.place("red", (1, 1), PRINTS[1][1], PRINTS[1][1])[0]["faults"] == ["too_many_cards"]
    table.stones[4, 3] = ("blue",)
    assert PRINTS[4][3] == PRINTS[1][0] != PRINTS[1][1]
    table.cards = []
    (event,) = table.show()
    assert (event["act"]["player"], event["faults"], event["act"]["cards"]) == ("blue", ["no_cards"], [])


def test_cards_that_still_lie_there_from_a_fault_let_stand_are_not_the_next_ones(table):
    table.place("red", (1, 1), PRINTS[1][1], PRINTS[1][1])
    table.stones[4, 4] = ("blue",)
    table.cards = [*table.cards, card(PRINTS[4][4], 1, 5)]
    (event,) = table.show()
    assert (event["act"]["player"], event["legal"], event["act"]["cards"]) == ("blue", True, [PRINTS[4][4]])


def test_a_second_fault_on_top_of_the_first_is_flagged(table):
    table.place("red", (1, 1))
    events = table.place("red", (4, 4), PRINTS[4][4])
    assert names(events) == ["act"]
    assert events[0]["faults"] == ["several_stones"]


def test_of_a_faulty_table_on_which_another_stone_lies_no_further_faults_are_made_up(table):
    table.stones[1, 1] = table.stones[1, 3] = ("red",)
    assert table.show()[0]["faults"] == ["several_stones"]
    table.stones[4, 4] = ("blue",)
    assert names(table.show()) == ["unclear"]
    table.stones.clear()
    assert names(table.show()) == ["restored"]


def test_a_faulty_table_on_which_two_players_played_on_counts_as_it_lies(table):
    table.stones[1, 1] = table.stones[1, 3] = ("red",)
    assert table.show()[0]["faults"] == ["several_stones"]
    table.stones[4, 4] = ("blue",)
    assert names(table.show()) == ["unclear"]
    table.stones[4, 5] = ("red",)
    assert table.show() == []
    assert table.session.fault is None and table.session.last.text == message("went_on")
    assert table.session.state.on_turn == "blue"
    table.clear()
    assert table.place("blue", (0, 0), PRINTS[0][0])[0]["legal"]


def test_a_faulty_table_on_which_one_player_placed_twice_since_is_not_understood(table):
    table.stones[1, 1] = table.stones[1, 3] = ("red",)
    assert table.show()[0]["faults"] == ["several_stones"]
    table.stones[4, 4] = ("blue",)
    assert names(table.show()) == ["unclear"]
    table.stones[4, 5] = table.stones[5, 5] = ("red",)
    assert table.show() == [] and table.session.fault


def three_at(table, second: str) -> list[dict]:
    """What is told of a table of three at which the first put down two stones, and two others played on."""
    three = replace(
        table, session=replace(table.session, players=("red", "blue", "green"), state=None), t=0.0
    )
    assert names(three.show()) == ["ready"]
    three.stones[1, 1] = three.stones[1, 3] = ("red",)
    assert three.show()[0]["faults"] == ["several_stones"]
    three.stones[4, 4] = ("blue",)
    assert names(three.show()) == ["unclear"]
    three.stones[4, 5] = (second,)
    three.show()
    three.clear()
    return three.place("red", (0, 0), PRINTS[0][0])


def test_after_a_table_counts_as_it_lies_who_comes_next_is_on_turn(table):
    (event,) = three_at(table, second="green")
    assert event["legal"] and event["act"]["player"] == "red"


def test_a_faulty_table_on_which_somebody_played_out_of_turn_is_not_understood(table):
    assert three_at(table, second="red") == []


def test_nobody_is_told_to_have_won_on_a_faulty_table_that_could_not_all_be_made_out(table):
    for col in range(3):
        table.place("red", (1, col), PRINTS[1][col])
        table.clear()
        table.place("blue", (5, 2 * col), PRINTS[5][2 * col])
        table.clear()
    table.stones[3, 3] = table.stones[3, 5] = ("red",)
    assert table.show()[0]["faults"] == ["several_stones"]
    table.stones[4, 4] = ("blue",)
    assert names(table.show()) == ["unclear"]
    table.stones[1, 3] = table.stones[0, 5] = ("red",)
    table.doubted = ((0, 5),)
    assert table.show() == [] and table.session.fault


def test_who_takes_the_last_stone_back_and_places_another_is_followed(table):
    """It was told as legal, and is not: say, two cards were taken for one."""
    assert table.place("red", (3, 3), PRINTS[3][3])[0]["legal"]
    del table.stones[3, 3]
    assert table.clear()[0]["faults"] == ["stone_removed"]
    (event,) = table.place("red", (0, 1), PRINTS[0][1])
    assert (event["act"]["player"], event["act"]["cell"], event["legal"]) == ("red", [0, 1], True)
    assert table.session.state.stacks[3][3] == () and table.session.state.on_turn == "blue"
    table.clear()
    assert table.place("blue", (4, 4), PRINTS[4][4])[0]["legal"]


def test_a_stone_taken_off_is_missed_though_the_next_player_plays_on(table):
    assert table.place("red", (3, 3), PRINTS[3][3])[0]["legal"]
    del table.stones[3, 3]
    assert table.clear()[0]["faults"] == ["stone_removed"]
    assert table.place("blue", (0, 1), PRINTS[0][1])[-1]["faults"] == ["stone_removed"]
    assert table.session.state.stacks[3][3] == ("red",)


def test_a_tower_that_seemed_to_have_grown_beside_a_stone_is_no_fault_once_the_table_played_on(table):
    table.place("red", (1, 1), PRINTS[1][1])
    table.clear()
    table.place("blue", (0, 3), PRINTS[0][3])
    table.clear()
    table.counted[1, 1], table.changed = 2, ((1, 1), (4, 4))
    (seemed,) = table.place("red", (4, 4), PRINTS[4][4])
    assert seemed["faults"] == ["several_stones"]
    table.clear()
    table.counted, table.changed = {}, ()
    told = table.place("blue", (5, 0), PRINTS[5][0])
    assert [(event["act"]["player"], event["act"]["cell"], event["n"]) for event in told] == [
        ("red", [4, 4], 3),
        ("blue", [5, 0], 4),
    ]
    assert table.session.fault is None and table.session.state.stacks[1][1] == ("red",)


def test_of_two_stones_that_were_put_down_none_counts_because_the_other_goes_again(table):
    table.stones[4, 4] = ("red",)
    assert table.place("red", (1, 1), PRINTS[1][1])[0]["faults"] == ["several_stones"]
    table.clear()
    assert not any(event.get("legal") for event in table.place("blue", (5, 0), PRINTS[5][0]))
    assert table.session.state.stacks[1][1] == ()


def test_nothing_to_accept_is_said(table):
    with pytest.raises(CommandError):
        table.session.accept()


@pytest.mark.parametrize(
    "hint",
    [
        {"more_beside": True},
        {"covers": True, "confidence": 0.7},
        {"component": 1, "component_area": 2.6, "confidence": 0.6},
    ],
)
def test_nobody_is_told_to_have_laid_too_few_cards_who_may_have_laid_more_than_is_seen(table, hint):
    table.place("red", (1, 1), PRINTS[1][1])
    table.cards = [pile := card(PRINTS[1][1], -5, 2)]
    assert table.show() == []
    table.stones[1, 1] = table.stones[1, 1] + ("blue",)
    table.cards = [pile, replace(card(PRINTS[1][1], 0, 5), **hint)]
    (event,) = table.show()
    assert (event["act"]["cards"], event["faults"]) == ([PRINTS[1][1]] * 2, [])
    assert "Not all cards could be seen" in event["text"]


def test_a_wrong_colour_is_told_however_many_cards_of_it_may_lie_there(table):
    table.place("red", (1, 1), PRINTS[1][1])
    table.clear()
    table.stones[0, 0] = ("blue",)
    wrong = PRINTS[0][1]
    table.cards = [replace(card(wrong, 0, 5), more_beside=True)]
    (event,) = table.show()
    assert event["faults"] == ["wrong_colour"]


def test_a_fault_is_not_told_again_with_other_cards_while_nobody_touches_the_table(table):
    """One more card than lies there may be read at a later look at the same table."""
    assert [e["faults"] for e in table.place("red", (1, 1), PRINTS[1][1], "blue")] == [
        ["mixed_colours", "too_many_cards"]
    ]
    table.lay(PRINTS[1][1], "blue", "blue")
    looks_on = [table.session.see(later(table, n)) for n in range(9, 17)]
    assert [event for events in looks_on for event in events] == []
    assert names(table.show()) == ["act"]  # laid since


def later(table, n):
    """The ``n``th look since the table last moved."""
    table.t += 0.2
    return table.stretch(n)


def test_a_fault_is_not_told_of_a_tower_that_is_hardly_counted_otherwise_from_the_boards_other_side(table):
    table.place("red", (3, 3), PRINTS[3][3])
    table.clear()
    table.place("blue", (0, 1), PRINTS[0][1])
    table.clear()
    table.counted = {(3, 3): 2}
    table.lay(PRINTS[4][4])
    (event,) = table.show(sure=0.95)
    assert event["why"] == "I cannot make out d4."
    table.counted, table.stones[4, 4] = {}, ("red",)
    assert [e["legal"] for e in table.show()] == [True]

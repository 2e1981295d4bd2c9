"""A game followed by looking: the session is shown tables as they would be seen, and must tell what was done."""

from dataclasses import replace

import pytest

from companion.follow.by_rules.session import Session
from referee import just4fun_colours as rules
from referee import records
from tests.companion.follow.by_rules.test_played_cards import card
from tests.companion.shown_table import PRINTS, Table, names
from vision.stone_table.reading import FIELD_COLOURS


def test_the_fields_are_learnt_from_the_empty_board(table):
    assert [list(row) for row in table.session.state.fields] == PRINTS
    assert table.kept[0][0]["board"]["fields"] == PRINTS


def test_no_game_begins_while_stones_stand_there():
    session = Session(rules, ("red", "blue"), {}, lambda *kept: None)
    table = Table(session, [])
    table.stones[(2, 3)] = ("red",)
    events = table.show()
    assert names(events) == ["unclear"]
    assert "d3" in events[0]["why"]


def test_a_placement_is_told_once_and_kept_before(table):
    events = table.place("red", (2, 3), PRINTS[2][3])
    assert names(events) == ["act"]
    assert events[0]["act"] == {"act": "place", "player": "red", "cell": [2, 3], "cards": [PRINTS[2][3]]}
    assert (events[0]["legal"], events[0]["n"]) == (True, 1)
    assert table.kept[-1][0] == events[0]["act"]
    assert table.show() == []


def test_play_goes_on_after_the_cards_are_cleared_away(table):
    table.place("red", (2, 3), PRINTS[2][3])
    assert table.clear() == []
    events = table.place("blue", (2, 3), PRINTS[2][3], PRINTS[2][3])
    assert (events[0]["legal"], events[0]["n"], events[0]["act"]["player"]) == (True, 2, "blue")


def test_cards_cleared_away_and_others_of_their_colour_laid_in_their_place_are_told_though_it_goes_quickly(
    table,
):
    table.place("red", (2, 3), PRINTS[2][3])
    table.cards = []
    assert table.show(looks=2) == []
    (event,) = table.place("blue", (2, 3), PRINTS[2][3], PRINTS[2][3])
    assert (event["legal"], len(event["act"]["cards"])) == (True, 2)


@pytest.mark.parametrize(
    ("player", "cards", "fault"),
    [
        ("blue", [PRINTS[1][1]], "wrong_player"),
        ("red", [], "no_cards"),
        ("red", [PRINTS[1][2]], "wrong_colour"),
        ("red", [PRINTS[1][1], PRINTS[1][2]], "mixed_colours"),
        ("red", [PRINTS[1][1]] * 2, "too_many_cards"),
    ],
)
def test_an_illegal_placement_is_flagged_then_restored(table, player, cards, fault):
    events = table.place(player, (1, 1), *cards)
    assert names(events) == ["act"]
    assert events[0]["legal"] is False
    assert events[0]["n"] is None
    assert fault in events[0]["faults"]
    assert table.show() == []
    table.stones.pop((1, 1))
    table.cards = []
    assert names(table.show()) == ["restored"]
    assert table.place("red", (1, 1), PRINTS[1][1])[0]["legal"] is True


def test_a_missing_card_that_is_laid_after_all_makes_it_legal(table):
    assert table.place("red", (1, 1))[0]["faults"] == ["no_cards"]
    table.lay(PRINTS[1][1])
    events = table.show()
    assert names(events) == ["act"]
    assert events[0]["legal"] is True


def test_cards_alone_are_not_yet_an_act(table):
    table.lay("red", "red")
    assert table.show() == []


def test_several_stones_at_once(table):
    table.stones[(0, 0)] = ("red",)
    events = table.place("red", (5, 5), PRINTS[5][5])
    assert names(events) == ["act"]
    assert events[0]["act"]["act"] == "change"
    assert "several_stones" in events[0]["faults"]


def test_cards_laid_and_taken_back_without_a_stone_are_no_act(table):
    table.changed = ((0, 3),)  # which the cards do not pay for
    table.lay(PRINTS[3][3])
    assert table.show() == table.clear() == []
    table.changed = ((0, 3), (0, 1))
    (event,) = table.place("blue", (0, 1), PRINTS[0][1])
    assert event["faults"] == ["wrong_player"]


def test_a_field_burnt_out_by_a_lamp_goes_by_the_cards_played_for_it(table):
    table.session._unsure_fields = {(3, 3): {PRINTS[3][3]: 0.5, PRINTS[3][4]: 0.5}}
    (event,) = table.place("red", (3, 3), PRINTS[3][4])
    assert event["legal"] and "goes by the cards" in event["text"]
    assert table.session.state.fields[3][3] == PRINTS[3][4]
    header, verdict = table.kept[-2]
    assert header["board"]["fields"][3][3] == PRINTS[3][4] and verdict is None
    table.clear()
    (wrong,) = table.place("blue", (3, 3), PRINTS[3][3], PRINTS[3][3])
    assert wrong["faults"] == ["wrong_colour"]  # what is known now is judged by


def test_a_card_that_told_what_a_field_is_was_misread_if_the_next_are_of_what_it_was_likelier_to_be(table):
    likelier, misread = PRINTS[3][3], PRINTS[3][4]
    table.session._unsure_fields = {(3, 3): {likelier: 0.9, misread: 0.1}}
    assert table.place("red", (3, 3), misread)[0]["legal"]
    table.clear()
    (event,) = table.place("blue", (3, 3), likelier, likelier)
    assert event["legal"] and "goes by the cards" in event["text"]
    assert table.session.state.fields[3][3] == likelier
    assert table.session.state.stacks[3][3] == ("red", "blue")
    assert [told.act.cards for told in table.session.history[-2:]] == [(likelier,), (likelier, likelier)]
    table.clear()
    (event,) = table.place("red", (3, 3), misread, misread, misread)
    assert event["faults"] == ["wrong_colour"], "that is settled"


def test_what_two_players_cards_told_a_field_to_be_it_is(table):
    called, told = PRINTS[3][3], PRINTS[3][4]
    table.session._unsure_fields = {(3, 3): {called: 0.9, told: 0.1}}
    table.place("red", (3, 3), told)
    table.clear()
    assert table.place("blue", (3, 3), told, told)[0]["legal"]
    table.clear()
    (event,) = table.place("red", (3, 3), called, called, called)
    assert event["faults"] == ["wrong_colour"]


def test_a_stone_taken_off_a_field_that_went_by_its_cards_was_laid_on_the_wrong_one(table):
    called, other, third = PRINTS[3][3], PRINTS[3][4], PRINTS[3][5]
    table.session._unsure_fields = {
        (3, 3): {called: 0.5, other: 0.5},
        (2, 2): {PRINTS[2][2]: 0.5, third: 0.5},
    }
    table.place("red", (3, 3), other)
    table.stones.clear()
    assert table.clear() == [] and table.session.last.text["en"] == "The last stone was taken back."
    (event,) = table.place("red", (2, 2), third)
    assert event["legal"] and event["n"] == 3, "it is that player's turn again"
    table.clear()
    (event,) = table.place("blue", (3, 3), called)
    assert event["legal"], "what the cards told of the field went back with them"


def test_a_later_stone_taken_off_such_a_field_is_missed(table):
    other = PRINTS[3][4]
    table.session._unsure_fields = {(3, 3): {PRINTS[3][3]: 0.5, other: 0.5}}
    table.place("red", (3, 3), other)
    table.clear()
    assert table.place("blue", (3, 3), other, other)[0]["legal"]
    table.stones[3, 3] = ("red",)
    (event,) = table.clear()
    assert event["faults"] == ["stone_removed"]


def test_a_stone_that_a_faint_card_paid_for_was_not_paid_for_if_it_is_taken_off_again(table):
    """Most acts are legal, so a card seen ever so faintly counts; who paid too little knows better."""
    table.place("red", (3, 3), PRINTS[3][3])
    table.clear()
    table.stones[3, 3] = ("red", "blue")
    seen, faint = card(PRINTS[3][3], -2, 5), card(PRINTS[3][3], -0.9, 5, confidence=0.2)
    table.cards = [seen, faint]
    (event,) = table.show()
    assert (event["legal"], event["n"]) == (True, 2)
    table.stones[3, 3] = ("red",)
    assert table.clear() == [] and table.session.last.text["en"] == "The last stone was taken back."
    (event,) = table.place("blue", (3, 3), PRINTS[3][3], PRINTS[3][3])
    assert event["legal"], "it is that player's turn again"


def test_a_stone_laid_with_more_cards_than_were_seen_may_be_taken_off_again(table):
    table.stones[3, 3] = ("red",)
    table.cards = [replace(card(PRINTS[3][3], 0, 5), more_beside=True)]
    (event,) = table.show()
    assert event["legal"], "the one card that is seen is right"
    table.stones.clear()
    assert table.clear() == [] and table.session.last.text["en"] == "The last stone was taken back."


def test_a_stone_whose_cards_could_not_be_counted_may_be_taken_off_again(table):
    table.place("red", (3, 3), PRINTS[3][3])
    table.cards = [pile := card(PRINTS[3][3], -5, 2)]
    table.show()
    table.stones[3, 3] = ("red", "blue")
    table.cards = [pile, replace(card(PRINTS[3][3], 0, 5), more_beside=True)]
    (event,) = table.show()
    assert event["legal"], "one of the two may lie under the other"
    table.stones[3, 3], table.cards = ("red",), [pile]
    assert table.show() == [] and table.session.last.text["en"] == "The last stone was taken back."


def test_a_stone_whose_cards_could_not_be_counted_is_missed_once_they_were_cleared_away(table):
    table.stones[3, 3] = ("red",)
    table.cards = [replace(card(PRINTS[3][3], 0, 5), more_beside=True)]
    table.show()
    assert table.clear() == [], "who clears the cards away lets the act count"
    table.stones.clear()
    (event,) = table.show()
    assert event["faults"] == ["stone_removed"]


def test_a_stone_that_was_surely_paid_for_is_missed_if_it_is_taken_off_again(table):
    table.place("red", (3, 3), PRINTS[3][3])
    table.stones.clear()
    (event,) = table.clear()
    assert event["faults"] == ["stone_removed"]


def test_a_stone_taken_back_and_laid_on_a_burnt_out_field_goes_by_the_cards(table):
    table.session._unsure_fields = {(2, 2): {PRINTS[2][2]: 0.5, PRINTS[3][4]: 0.5}}
    table.place("red", (3, 3), PRINTS[3][3])
    table.stones.clear()
    (taken,) = table.clear()
    assert taken["faults"] == ["stone_removed"]
    (event,) = table.place("red", (2, 2), PRINTS[3][4])
    assert event["legal"] and "goes by the cards" in event["text"]


@pytest.mark.parametrize(("called_p", "goes_by_it"), [(0.5, True), (0.85, False)])
def test_a_burnt_out_field_goes_by_a_card_if_that_is_much_likelier_than_that_both_are_as_it_was_called(
    table, called_p, goes_by_it
):
    called, played = PRINTS[3][3], PRINTS[3][4]
    table.session._unsure_fields = {(3, 3): {called: called_p, played: 1 - called_p}}
    p = tuple({played: 0.85, called: 0.15}.get(name, 0.0) for name in FIELD_COLOURS)
    table.stones[3, 3] = ("red",)
    table.cards = [replace(card(played, 0, 5), colour_p=p)]
    (event,) = table.show()
    if goes_by_it:
        assert (event["legal"], event["act"]["cards"]) == (True, [played])
    else:
        assert (event["event"], event["why"]) == ("unclear", "I cannot make out the cards.")


def test_who_pays_too_much_on_an_unsure_field_is_not_told_that_the_colour_is_wrong_as_well(table):
    table.session._unsure_fields = {(3, 3): {PRINTS[3][3]: 0.5, PRINTS[3][4]: 0.5}}
    (event,) = table.place("red", (3, 3), PRINTS[3][4], PRINTS[3][4])
    assert event["faults"] == ["too_many_cards"]
    table.stones.pop((3, 3))
    table.clear()
    kept = len(table.kept)
    table.place("red", (3, 3), PRINTS[3][4], PRINTS[3][4])
    assert len(table.kept) == kept + 1, "a colour that it has already is not learnt again"
    table.stones.pop((3, 3))
    table.clear()
    (event,) = table.place("red", (3, 3), PRINTS[3][3])
    assert event["legal"], "a faulty act does not settle what colour it is"


def test_cards_of_a_colour_that_an_unsure_field_cannot_have_are_of_the_wrong_colour(table):
    table.session._unsure_fields = {(3, 3): {PRINTS[3][3]: 1.0}}
    (event,) = table.place("red", (3, 3), PRINTS[3][4])
    assert event["faults"] == ["wrong_colour"]


def test_cards_cleared_before_the_stone_was_clear_still_count(table):
    table.stones[(3, 3)] = ("red",)
    table.lay(PRINTS[3][3])
    assert names(table.show(sure=0.3)) == ["unclear"]
    events = table.clear()
    assert (events[0]["legal"], events[0]["act"]["cards"]) == (True, [PRINTS[3][3]])


def test_cards_dropped_straight_on_a_pile_are_judged_by_their_colour(table):
    """Who never clears the cards away and lays them on one another shows only the topmost."""
    a1, b1, c1 = (0, 0), (0, 1), (0, 2)
    due = PRINTS[0]
    for player, cell in (("red", a1), ("blue", b1), ("red", c1)):
        (paid,) = table.place(player, cell, due[cell[1]])
        assert paid["legal"]
        assert "not judged" not in paid["text"]  # one card for an empty field: all could be seen
    (on_tower,) = table.place("blue", a1, due[0])  # a tower of one takes two cards
    assert on_tower["legal"]
    assert on_tower["act"]["cards"] == [due[0]] * 2
    assert "how many were laid was not judged" in on_tower["text"]
    (wrong,) = table.place("red", b1, due[4])
    assert wrong["faults"] == ["wrong_colour"]
    assert "how many were laid was not judged" in wrong["text"]


def test_the_row_ends_the_game(table):
    for turn in range(4):
        table.place("red", (turn, turn), PRINTS[turn][turn])
        table.clear()
        if turn < 3:
            table.place("blue", (5, turn), PRINTS[5][turn])
            table.clear()
    assert table.session.phase == "over"
    assert table.session.last.verdict.legal
    assert rules.outcome(table.session.state).winners == ("red",)
    table.stones.clear()
    assert table.show() == []  # people clear up: no fault then


def test_corrected_acts_are_judged_anew(table):
    table.place("red", (0, 0), PRINTS[0][0])
    table.clear()
    table.place("blue", (1, 1), PRINTS[1][1])
    second = table.session.written()[1]
    table.session.rebuild([records.Line(rules.Place("red", (3, 3), (PRINTS[3][3],))), second])
    assert table.session.state.stacks[3][3] == ("red",)
    assert table.session.state.stacks[0][0] == ()
    assert table.session.state.stacks[1][1] == ("blue",)


def taken_up(table):
    """The same table after the program was killed and started again: nothing but the record is known."""
    start = records.read_header(table.kept[0][0])
    lines = [records.read_line(start, line) for line, _ in table.kept[1:]]
    session = Session(rules, ("red", "blue"), {}, lambda *kept: None)
    session.resume(start, lines)
    again = Table(session, [])
    again.stones, again.cards = dict(table.stones), list(table.cards)
    return again


def test_after_a_restart_cards_that_lie_there_were_laid_before(table):
    table.place("red", (2, 3), PRINTS[2][3])
    again = taken_up(table)
    assert again.show() == []
    again.cards = []
    again.show()
    (event,) = again.place("blue", (0, 1), PRINTS[0][1])
    assert (event["legal"], event["n"]) == (True, 2)


def test_after_a_restart_nobody_is_accused_of_what_lies_otherwise(table):
    table.place("red", (2, 3), PRINTS[2][3])
    again = taken_up(table)
    again.stones[(5, 5)] = ("red",)
    (event,) = again.show()
    assert event["event"] == "unclear" and "f6" in event["why"]
    again.stones.pop((5, 5))
    assert names(again.show()) == ["restored"]

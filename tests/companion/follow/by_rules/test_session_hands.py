"""Hands shown for an exchange: seven cards, no stone, and not all of them seen well."""

from dataclasses import replace

import pytest

from tests.companion.follow.by_rules.test_played_cards import card
from tests.companion.shown_table import PRINTS, names
from vision.stone_table.reading import FIELD_COLOURS


@pytest.fixture
def blues_turn(table):
    """A table on which red had his turn, whose cards were cleared away: it is known where cards are laid."""
    table.place("red", (1, 1), PRINTS[1][1])
    table.clear()
    return table


HAND = ["orange", "green", "blue", "violet", "orange", "green", "blue"]
FAINT = replace(card("red", -3.1, 5), confidence=0.2)


def test_an_exchange_is_seven_cards_and_no_stone(table):
    other = [c for c in FIELD_COLOURS if c != "red"]
    table.lay(*(other + other)[:7])
    events = table.show()
    assert names(events) == ["act"]
    assert events[0]["act"]["act"] == "exchange"
    assert events[0]["faults"] == ["can_place"]
    assert table.show() == []
    assert names(table.clear()) == ["restored"]


def test_who_places_a_stone_instead_of_an_exchange_is_told_though_the_hand_was_not_seen_taken_back(
    blues_turn,
):
    blues_turn.lay(*HAND)
    assert blues_turn.show()[0]["faults"] == ["can_place"]
    (placed,) = blues_turn.place("blue", (0, 3), PRINTS[0][3])
    assert (placed["legal"], placed["act"]["player"], placed["act"]["cell"]) == (True, "blue", [0, 3])


def test_while_the_hand_is_taken_back_no_fault_is_made_of_what_is_left_of_it(blues_turn):
    blues_turn.lay(*HAND)
    assert blues_turn.show()[0]["faults"] == ["can_place"]
    left = [c for c in FIELD_COLOURS if c != PRINTS[0][3]][:2]
    assert blues_turn.place("blue", (0, 3), *left) == []


def test_seven_cards_are_a_hand_whatever_may_be_an_eighth(blues_turn):
    blues_turn.lay(*HAND)
    blues_turn.cards.append(FAINT)
    assert [event["act"]["cards"] for event in blues_turn.show()] == [HAND]


def test_a_hand_of_many_colours_is_shown_though_one_of_the_seven_is_seen_faintly(blues_turn):
    blues_turn.lay(*HAND[:6])
    blues_turn.cards.append(FAINT)
    assert blues_turn.show(looks=6) == []
    (event,) = blues_turn.show()
    assert event["act"]["act"] == "exchange"
    assert sorted(event["act"]["cards"]) == sorted([*HAND[:6], "red"])


def test_a_hand_of_four_colours_is_shown_though_three_of_the_seven_are_seen_faintly(blues_turn):
    blues_turn.lay(*HAND[:4])
    blues_turn.cards += [replace(card(HAND[i], -3.1, 4 + 0.4 * i), confidence=0.3) for i in (1, 3, 5)]
    (event,) = blues_turn.show()
    assert event["act"]["act"] == "exchange" and len(event["act"]["cards"]) == 7
    assert blues_turn.show() == []


def test_a_hand_of_which_two_cards_are_seen_as_one_is_told_by_how_far_their_colour_reaches(
    blues_turn, monkeypatch
):
    blues_turn.lay(*HAND)
    row = tuple(blues_turn.cards)
    monkeypatch.setattr("companion.follow.by_rules.shown_hand.in_a_row", lambda *_: row)
    blues_turn.lay(*HAND[:6])
    assert blues_turn.show(looks=6) == [], "the seventh may be still to come"
    (event,) = blues_turn.show()
    assert (event["act"]["act"], event["act"]["cards"]) == ("exchange", HAND)


def test_a_hand_of_which_a_card_cannot_be_seen_is_unclear_not_passed_over(blues_turn):
    blues_turn.lay(*HAND[:6])
    assert blues_turn.show(looks=6) == [], "the seventh may be still to come"
    assert names(blues_turn.show()) == ["unclear"]
    blues_turn.lay(*HAND)
    assert names(blues_turn.show()) == ["act"]


def test_cards_of_two_colours_may_yet_pay_for_a_stone(blues_turn):
    blues_turn.lay("blue", "blue", "blue", "green", "green", "green")
    blues_turn.cards.append(FAINT)
    assert blues_turn.show() == []


@pytest.mark.parametrize(("stones", "told"), [(1, ["act"]), (4, [])])
def test_more_cards_than_any_stone_costs_are_a_hand_though_two_are_not_quite_sure(blues_turn, stones, told):
    blues_turn.counted[1, 1] = stones
    blues_turn.lay("orange", "violet", "violet", "violet", "violet")
    blues_turn.cards += [replace(card("blue", -3.1, 4 + 0.4 * i), confidence=0.45) for i in (1, 3)]
    assert names(blues_turn.show()) == told


def test_a_hand_of_which_one_card_or_another_is_likely_misnamed_is_unclear(blues_turn):
    blues_turn.lay(*HAND)
    for n, told in ((1, ["act"]), (2, ["unclear"])):
        blues_turn.lay(*HAND)
        for i in range(n):
            one = blues_turn.cards[i]
            blues_turn.cards[i] = replace(
                one, colour_p=tuple(0.6 if p == max(one.colour_p) else 0.08 for p in one.colour_p)
            )
        assert names(blues_turn.show(looks=12)) == told
        blues_turn.clear()


def test_a_hand_with_a_card_that_may_be_of_two_colours_is_unclear(blues_turn):
    blues_turn.lay(*HAND)
    blues_turn.cards[-1] = replace(blues_turn.cards[-1], colour_p=(0.48, 0.52, 0, 0, 0, 0))
    assert names(blues_turn.show(looks=12)) == ["unclear"]
    assert blues_turn.session.phase == "unclear"
    assert names(blues_turn.clear()) == []
    assert blues_turn.session.phase == "playing"

"""How rounds of Four Colour Cards end and follow one another, and the end; sentence by sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest
from setting_four_colour_cards import (
    FIELD,
    NINE,
    TWELVE,
    after,
    discard,
    draw,
    faults,
    game,
    hu,
    meld,
    settled,
    stuck,
)

from referee import four_colour_cards as rules
from referee.four_colour_acts import Count, Exhausted, Offer
from referee.four_colour_score import settlement
from referee.game import IllegalAct, VoidRound
from referee.phrases import follows

# The end of a round without a hu.

SIXTEEN = "4xr-ch, 4xy-h, 4xg-ca, 4xw-a"  # cards, 4 times 6 points on the table
TWENTY = SIXTEEN + ", 4xr-e"
WORTHLESS = "2xr-ch, 2xr-h, 2xg-ch, 2xg-h, 2xy-ch, 2xy-h, 2xw-a, 2xw-e, 2xr-a, 2xg-a"


def test_who_has_no_card_left_to_discard_ends_the_round_and_his_points_are_scored():
    state = game("ann bo", turn="ann", melds={"ann": TWENTY + ", g-g"})
    assert state.hand("ann") == 0
    assert faults(state, stuck("ann")) == []
    assert settled(state, stuck("ann")).points == 31
    assert after(state, stuck("ann")).credits == (22, -22)


# The last two of a hand of 20, and the card on offer, are a field.
LAST = {"ann": SIXTEEN + ", 2xr-e"}


def test_a_meld_that_takes_the_whole_hand_ends_the_round_and_nobody_need_say_so():
    state = game("ann bo", offer="bo discarded w-ca", melds=LAST)
    last = meld("ann", FIELD)
    assert (state.hand("ann"), faults(state, last)) == (2, [])
    ended = after(state, last)
    assert settlement(state, last).points == 24 + 0 + 1
    assert (ended.rounds_over, ended.credits) == (1, (16, -16))
    assert follows("en", state, last, ended) == (
        "ann has no card left to discard: the round ends. ann has 25 points: quadruple 6 (4 red chariots),"
        " quadruple 6 (4 yellow horses), quadruple 6 (4 green cannons), quadruple 6 (4 white advisors),"
        " field 1 (white horse, white chariot and white cannon)."
        " Each other player pays ann 16 credits. Credits: ann 16, bo -16."
        " Round 2 of 3 begins: ann discards first."
    )


def test_who_says_all_the_same_that_he_is_stuck_says_nothing_new():
    state = game("ann bo", offer="bo discarded w-ca", melds=LAST)
    ended = after(state, meld("ann", FIELD))
    assert after(ended, stuck("ann")) == ended
    assert stuck("ann") not in rules.legal_acts(ended)
    assert faults(ended, stuck("bo")) == ["can_discard"]
    assert faults(after(ended, discard("ann", "r-h")), stuck("ann")) == ["can_discard"]
    last = replace(state, rounds_over=2)
    assert faults(after(last, meld("ann", FIELD)), stuck("ann")) == []


def test_who_keeps_a_card_plays_on():
    state = game("ann bo", offer="bo discarded w-ca", melds={"ann": SIXTEEN})
    assert after(state, meld("ann", FIELD)).rounds_over == 0


def test_generals_left_in_hand_cannot_be_discarded_and_count_one_each():
    state = game("ann bo", turn="ann", melds={"ann": SIXTEEN})
    assert state.hand("ann") == 5
    assert faults(state, stuck("ann")) == []
    counted = settled(state, stuck("ann"))
    assert (counted.points, counted.hidden) == (24 + 5, 5)
    shown = settled(state, stuck("ann", "4xr-g g-g"))
    assert (shown.points, shown.hidden) == (24 + 7, 0)


def test_who_is_stuck_below_the_threshold_pays_too():
    state = game(turn="ann", melds={"ann": WORTHLESS})
    assert after(state, stuck("ann", "r-g")).credits == (-22, 11, 11)


def test_who_can_discard_is_not_stuck():
    assert faults(game(turn="ann"), stuck("ann")) == ["can_discard"]  # there are but 16 generals
    state = game("ann bo", turn="ann", melds={"ann": SIXTEEN})
    assert faults(state, stuck("ann", "4xr-g g-a")) == ["can_discard"]


def test_a_hand_larger_than_the_generals_that_do_not_lie_open_has_a_card_to_discard():
    laid = {"ann": SIXTEEN, "bo": "4xr-g, 4xg-g"}
    assert faults(game("ann bo", turn="ann", melds=laid), stuck("ann")) == []
    laid["bo"] += ", 4xy-g"
    assert faults(game("ann bo", turn="ann", melds=laid), stuck("ann")) == ["can_discard"]


def test_deck_used_up_nobody_scores_and_the_round_counts():
    state = replace(game(offer="bo drew w-ca"), stock=0)
    assert faults(state, Exhausted()) == []
    ended = after(state, Exhausted())
    assert (ended.credits, ended.rounds_over) == ((0, 0, 0), 1)
    assert faults(game(offer="bo drew w-ca"), Exhausted()) == ["cards_left"]


def test_with_the_deck_used_up_the_last_card_can_still_be_claimed_but_none_drawn():
    state = replace(game(offer="bo drew w-h"), stock=0)
    assert faults(state, meld("bo", FIELD)) == []
    assert faults(state, draw("cy", "r-s")) == ["not_now"]
    assert faults(after(state, meld("bo", FIELD)), Exhausted()) == ["not_now"]
    assert faults(after(state, meld("bo", FIELD), discard("bo", "r-s")), Exhausted()) == []


def test_the_last_card_drawn_a_general_is_taken_first():
    state = replace(game(offer="bo drew r-g"), stock=0)
    assert faults(state, Exhausted()) == ["general_not_taken"]


# Rounds, credits, and the end.


def test_the_next_round_is_dealt_anew():
    state = after(game(offer="bo discarded w-ca", melds={"cy": "3xg-s"}), hu("ann", NINE))
    assert (state.table, state.hands) == (rules.start(state.players).table, (21, 20, 20))
    assert state.stock == 51


def test_a_round_that_people_void_counts_for_nothing_and_its_starter_starts_again():
    second = after(game("ann bo", offer="ann discarded w-ca"), hu("bo", TWELVE))
    begun = after(second, discard("bo", "r-h"), draw("ann", "g-h"))
    assert after(begun, VoidRound()) == second
    assert (second.on_turn, second.rounds_over) == ("bo", 1)
    over = replace(second, rounds_over=3)
    assert faults(over, VoidRound()) == ["game_over"]


def test_a_person_says_how_many_cards_are_left():
    counted = after(game(offer="bo discarded w-ca"), Count(1))
    drawn = after(counted, draw("cy", "g-h"))
    assert (counted.stock, drawn.stock) == (1, 0)
    assert faults(drawn, draw("ann", "r-s")) == ["not_now"]
    assert faults(drawn, Exhausted()) == []
    assert faults(replace(counted, rounds_over=3), Count(1)) == ["game_over"]


@pytest.mark.parametrize(
    ("option", "hand", "starter"),
    [
        ("winner", TWELVE, "cy"),
        ("winner", NINE, "ann"),
        ("same", TWELVE, "ann"),
        ("next", TWELVE, "bo"),
        ("next", NINE, "bo"),
    ],
)
def test_option_next_starter(option, hand, starter):
    state = game(offer="bo discarded w-ca", next_starter=option)
    assert after(state, hu("cy", hand)).on_turn == starter


def test_the_starter_stays_after_a_void_round_and_after_one_who_was_stuck():
    void = replace(game(offer="bo discarded w-ca"), stock=0)
    assert after(void, Exhausted()).on_turn == "ann"
    state = game("ann bo", turn="bo", melds={"bo": TWENTY + ", g-g"})
    assert after(state, stuck("bo")).on_turn == "ann"


def test_after_three_rounds_the_most_credits_win():
    state = game(offer="bo discarded w-ca")
    for _ in range(2):
        state = with_offer(after(state, hu("ann", TWELVE)))
    assert rules.outcome(state) is None
    state = after(state, hu("cy", NINE))
    outcome = rules.outcome(state)
    assert (outcome.how, outcome.winners) == ("credits", ("ann",))
    assert dict(outcome.credits) == {"ann": 6 + 6 + 11, "bo": -3 - 3 + 11, "cy": -3 - 3 - 22}


def test_ties_are_joint():
    state = after(game(offer="bo discarded w-ca", rounds=1), hu("ann", NINE))
    assert rules.outcome(state).winners == ("bo", "cy")


def test_options_rounds_and_credits():
    state = after(game("ann bo", offer="bo discarded w-ca", rounds=1, credits=100), hu("ann", TWELVE))
    assert dict(rules.outcome(state).credits) == {"ann": 103, "bo": 97}


def test_after_the_end_nothing_can_be_done():
    state = after(game(offer="bo discarded w-ca", rounds=1), hu("ann", NINE))
    for act in (
        discard("ann", "r-g"),
        draw("bo", "r-s"),
        meld("bo", ""),
        hu("ann", ""),
        stuck("bo"),
        Exhausted(),
    ):
        assert faults(state, act) == ["game_over"]
        assert rules.accept(state, act) == state
        with pytest.raises(IllegalAct, match="game_over"):
            rules.apply(state, act)


def with_offer(state):
    """The round as it stands when bo has drawn a white cannon at once."""
    table = replace(state.table, offer=Offer("white-cannon", "bo", drawn=True))
    return replace(state, table=table, hands=(20, 20, 20))

"""Punto: changes of the table that are no turn, what a person lets stand, who can play, and what can be done."""

from __future__ import annotations

import pytest
from setting_punto import (
    FULL,
    GRID_B,
    TEAMS,
    after,
    all_played,
    cannot,
    card,
    change,
    faults,
    game,
    place,
    set_table,
)

from referee import punto
from referee.game import IllegalAct
from referee.punto_acts import Options
from referee.table import CardTable

# Any other change of the cards.


def test_several_cards_at_once():
    state = game(cards="R1")
    assert faults(state, change(added="R2 0 1, R3 0 2")) == ["several_cards"]


def test_a_card_taken_away_or_replaced():
    state = game(cards="R1+Y2 B3")
    assert faults(state, change(removed="B3 0 1")) == ["card_removed"]
    assert faults(state, change(removed="R1 0 0")) == ["card_removed"]
    assert faults(state, change(added="B4 0 1", removed="B3 0 1")) == ["card_removed"]


def test_a_card_moved():
    state = game(cards="R1 B3")
    assert faults(state, change(added="B3 1 1", removed="B3 0 1")) == ["card_moved"]
    assert faults(state, change(added="B3 1 1, Y1 1 0", removed="B3 0 1")) == ["card_moved", "several_cards"]
    assert faults(state, change(added="B3 1 1", removed="B3 0 1, R1 0 0")) == ["card_moved", "card_removed"]


def test_one_card_more_is_a_placement():
    state = game(cards="R1", on_turn="bo")
    assert faults(state, change(added="Y2 0 1")) == []
    assert punto.apply(state, change(added="Y2 0 1")) == after(state, place("bo", "Y2", 0, 1))
    assert faults(state, change(added="B2 0 1")) == ["wrong_player"]
    assert faults(state, change(added="Y1 0 0")) == ["not_higher"]
    assert faults(state, change(added="Y2 0 1, R1 0 0", removed="R1 0 0")) == []


def test_a_change_that_changes_nothing_is_no_fault():
    state = game(cards="R1", on_turn="bo")
    assert faults(state, change()) == []
    assert punto.apply(state, change(added="R1 0 0", removed="R1 0 0")) == state


# What a person lets stand.


def test_an_illegal_act_is_refused():
    with pytest.raises(IllegalAct, match="not legal: not_adjacent"):
        punto.apply(game(cards="R1"), place("ann", "R2", 0, 2))


def test_an_accepted_card_lies_as_it_lies_and_the_turn_goes_on():
    done = punto.accept(game(cards="B9"), place("bo", "Y3", 0, 0))
    assert done.piles == (((0, 0), (card("B9"), card("Y3"))),)
    assert done.on_turn == "cy"


def test_an_accepted_row_of_another_player_is_his():
    done = punto.accept(game(cards="Y1 Y2 Y3"), place("ann", "Y4", 0, 3))
    assert done.rounds[0].winner == "bo"


def test_an_accepted_change_is_the_turn_of_who_has_more_cards():
    state = game(cards="R1 Y2")
    done = punto.accept(state, change(added="R3 1 0, R4 1 1"))
    assert (done.on_turn, len(done.piles)) == ("bo", 4)
    done = punto.accept(state, change(added="Y3 0 1", removed="Y2 0 1"))
    assert (done.on_turn, done.piles[1]) == ("ann", ((0, 1), (card("Y3"),)))
    done = punto.accept(game(cards="R1+Y2"), change(removed="R1 0 0, G7 3 3"))
    assert done.piles == (((0, 0), (card("Y2"),)),)
    assert punto.accept(state, change(removed="R1 0 0")).piles == (((0, 1), (card("Y2"),)),)


def test_an_accepted_claim_ends_the_round():
    assert punto.accept(game(cards=GRID_B), cannot("bo", "Y1")).rounds[0].winner == "ann"


def test_a_table_set_by_hand():
    state = game(cards="R1 Y2")
    done = punto.apply(state, set_table("R1+B5 . Y2", "cy"))
    assert (done.on_turn, done.piles) == ("cy", set_table("R1+B5 . Y2").piles)
    assert punto.apply(state, set_table("")).on_turn == "ann"
    assert punto.apply(state, set_table("R1 R2 R3 R4", "bo")).rounds[0].winner == "ann"
    with pytest.raises(ValueError, match="player eve is not one of ann, bo, cy, di"):
        punto.with_table(state, CardTable(()), "eve")


# Who plays what.


@pytest.mark.parametrize(
    ("players", "colours", "neutral", "teams", "what"),
    [
        ("ann", {"ann": ["red"]}, None, None, "2 to 4 players are needed, not 1"),
        ("ann ann", {}, None, None, "a player is named twice: ann, ann"),
        (
            "ann bo",
            {"ann": ["red", "blue"]},
            None,
            None,
            "colours are needed for ann, bo, and for nobody else",
        ),
        ("ann bo", {}, None, None, "colours are needed for ann, bo, and for nobody else"),
        ("ann bo", {"ann": ["red"], "bo": ["blue"]}, None, None, "ann must have 2 of the colours, not red"),
        (
            "ann bo",
            {"ann": ["red", "red"], "bo": ["blue", "green"]},
            None,
            None,
            "ann must have 2 of the colours, not red, red",
        ),
        (
            "ann bo",
            {"ann": ["red", "blue"], "bo": ["blue", "green"]},
            None,
            None,
            "blue is given to more than one: ann, bo",
        ),
        (
            "ann bo",
            {"ann": ["red", "blue"], "bo": ["orange", "green"]},
            "green",
            None,
            "green cannot be neutral: left over is no colour",
        ),
        (
            "ann bo cy",
            {"ann": ["red"], "bo": ["blue"], "cy": ["green"]},
            "green",
            None,
            "green cannot be neutral: left over is orange",
        ),
        (
            "ann bo",
            {"ann": ["red", "blue"], "bo": ["orange", "green"]},
            None,
            TEAMS,
            "the teams must be of the four players ann, bo, each in one of them",
        ),
        (
            "ann cy bo di",
            {},
            None,
            TEAMS,
            "partners sit across from one another: ann and bo are a team",
        ),
        (
            "ann bo cy di",
            {
                "ann": ["red", "blue"],
                "bo": ["orange", "green"],
                "cy": ["red", "green"],
                "di": ["orange", "blue"],
            },
            None,
            TEAMS,
            "ann and cy are a team and must have the same colours",
        ),
    ],
)
def test_who_cannot_play_is_told_why(players, colours, neutral, teams, what):
    with pytest.raises(ValueError) as caught:
        punto.start(players.split(), colours, neutral, Options(teams=teams))
    assert str(caught.value) == what


def test_partners_may_name_their_colours_in_any_order():
    colours = {
        "ann": ["red", "blue"],
        "bo": ["orange", "green"],
        "cy": ["blue", "red"],
        "di": ["green", "orange"],
    }
    assert punto.start(list(colours), colours, None, Options(teams=TEAMS)).sides == TEAMS


# What can be done.


def test_legal_acts_on_an_empty_table():
    acts = punto.legal_acts(game())
    assert acts == tuple(place("ann", f"R{points}", 0, 0) for points in range(1, 10))


def test_legal_acts_on_a_full_table():
    acts = punto.legal_acts(game(cards=FULL))
    assert cannot("ann", "R1") in acts
    assert not any(act == cannot("ann", "R2") for act in acts)
    assert place("ann", "R9", 5, 1) in acts
    assert place("ann", "R9", 5, 2) not in acts


def test_legal_acts_of_who_has_no_card_left():
    assert punto.legal_acts(game(cards=all_played("R"))) == (cannot("ann"),)

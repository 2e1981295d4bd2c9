"""The rule sheet of Punto, sentence by sentence: cards and rows. P1 to P5 are the cases agreed on with it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from setting_punto import (
    GRID_A,
    after,
    card,
    faults,
    game,
    place,
)

from referee import punto
from referee.table import CardTable

# Laying a card.


def test_the_first_card_can_lie_anywhere():
    assert faults(game(), place("ann", "R5", -3, 1000)) == []


def test_p1_cards_touch_by_a_side_or_by_a_corner_alone():
    state = after(game(on_turn="bo"), place("bo", "Y3", 0, 0), place("cy", "B1", 0, 1))
    assert faults(punto.with_table(state, CardTable(state.piles), "ann"), place("ann", "R6", 1, 2)) == []


def test_p2_a_card_can_lie_on_one_with_fewer_points_of_any_colour():
    assert faults(game(cards="B1", on_turn="bo"), place("bo", "Y3", 0, 0)) == []
    assert faults(game(cards="Y1", on_turn="bo"), place("bo", "Y3", 0, 0)) == []


@pytest.mark.parametrize("below", ["B3", "Y3", "R9", "B1+G5"])
def test_a_card_cannot_lie_on_one_with_as_many_points_or_more(below):
    assert faults(game(cards=below, on_turn="bo"), place("bo", "Y3", 0, 0)) == ["not_higher"]


def test_a_nine_is_never_covered():
    assert faults(game(cards="B9"), place("ann", "R9", 0, 0)) == ["not_higher"]


def test_p3_orange_five_on_red_four_wins():
    state = game(cards=GRID_A, on_turn="bo", wins=1)
    done = after(state, place("bo", "Y5", 0, 0))
    assert done.rounds[-1].cells == ((0, 0), (1, 1), (2, 2), (3, 3))
    assert done.rounds[-1].removed == card("Y8")
    assert punto.outcome(done).winners == ("bo",)


def test_p4_a_seventh_column_is_outside():
    assert faults(game(cards=GRID_A), place("ann", "R7", 3, 6)) == ["outside_area"]


def test_p5_a_card_that_touches_none_is_not_adjacent():
    assert faults(game(cards=GRID_A, on_turn="cy"), place("cy", "B1", 4, 0)) == ["not_adjacent"]


def test_the_area_floats_until_six_rows_and_columns_are_used():
    state = game(cards="R1 Y1 G1 B1 B3 / Y2 . . . .")
    assert faults(state, place("ann", "R2", 0, -1)) == []
    assert faults(state, place("ann", "R2", 0, 5)) == []
    wide = game(cards="R1 Y1 G1 B1 Y3 B3")
    assert faults(wide, place("ann", "R2", 0, -1)) == ["outside_area"]
    assert faults(wide, place("ann", "R2", 0, 6)) == ["outside_area"]
    assert faults(wide, place("ann", "R2", -1, 0)) == []
    tall = game(cards="R1 / Y1 / G1 / B1 / Y3 / B3")
    assert faults(tall, place("ann", "R2", 6, 1)) == ["outside_area"]


def test_all_faults_that_apply_are_named():
    state = game(cards="B9 Y1 R2 Y1 G2 B9")
    assert faults(state, place("bo", "B9", 0, 9)) == [
        "no_such_card",
        "not_adjacent",
        "outside_area",
        "wrong_deck",
        "wrong_player",
    ]
    assert faults(state, place("bo", "B9", 0, 5)) == [
        "no_such_card",
        "not_higher",
        "wrong_deck",
        "wrong_player",
    ]


# Whose card it is, and whether there is one.


def test_turns_go_round_in_the_order_of_the_players():
    state = game()
    for player, text, column in [("ann", "R1", 0), ("bo", "Y1", 1), ("cy", "B1", 2), ("di", "G1", 3)]:
        assert state.on_turn == player
        state = after(state, place(player, text, 0, column))
    assert state.on_turn == "ann"
    assert faults(state, place("cy", "B1", 0, 4)) == ["wrong_player"]


def test_a_card_comes_from_the_players_own_deck():
    assert faults(game(), place("ann", "B1", 0, 0)) == ["wrong_deck"]
    assert faults(game(2), place("ann", "B1", 0, 0)) == []
    assert faults(game(2), place("ann", "G1", 0, 0)) == ["wrong_deck"]
    assert faults(game(4, teams=True), place("ann", "B1", 0, 0)) == []


def test_every_one_of_three_has_neutral_cards():
    state = game(3)
    assert state.neutral == "green"
    assert faults(state, place("ann", "G1", 0, 0)) == []


def test_there_are_two_of_each_card_and_covered_ones_count():
    assert faults(game(cards="R5 Y1 R5"), place("ann", "R5", 1, 1)) == ["no_such_card"]
    assert faults(game(cards="R5+Y6 R5"), place("ann", "R5", 1, 1)) == ["no_such_card"]
    assert faults(game(cards="R5"), place("ann", "R5", 1, 1)) == []


def test_a_card_taken_out_of_the_game_is_gone():
    state = after(game(cards="R5 R6 R7"), place("ann", "R8", 0, 3))
    assert state.out == (card("R8"),)
    state = punto.with_table(state, CardTable(()), "ann")
    state = after(state, place("ann", "R8", 0, 0))
    state = punto.with_table(state, punto.expected_table(state), "ann")
    assert faults(state, place("ann", "R8", 0, 1)) == ["no_such_card"]


def test_more_neutral_cards_than_were_dealt_are_doubted():
    state = replace(game(3), neutral_held=(0, 6, 6))
    verdict = punto.judge(state, place("ann", "G1", 0, 0))
    assert (verdict.faults, verdict.warnings) == ((), ("impossible_cards",))
    assert punto.judge(replace(state, turn=1), place("bo", "G1", 0, 0)).warnings == ()


def test_more_cards_than_half_of_the_teams_are_doubted():
    state = replace(game(4, teams=True), placed=(18, 17, 18, 17))
    assert punto.judge(state, place("ann", "R1", 0, 0)).warnings == ("impossible_cards",)
    assert punto.judge(replace(state, turn=1), place("bo", "Y1", 0, 0)).warnings == ()


# A row wins the round.


@pytest.mark.parametrize(
    ("players", "teams", "cards", "wins"),
    [
        (4, False, "R1 R2 R3", True),
        (3, False, "R1 R2 R3", True),
        (2, False, "R1 R2 R3", False),
        (2, False, "R1 R2 R3 R4", True),
        (4, True, "R1 R2 R3", False),
        (4, True, "R1 R2 R3 R4", True),
    ],
)
def test_so_many_in_a_row_win(players, teams, cards, wins):
    state = game(players, cards, teams=teams)
    done = after(state, place("ann", "R9", 0, len(cards.split())))
    assert len(done.rounds) == wins


@pytest.mark.parametrize(
    ("cards", "cell"),
    [
        ("R1 R2 R3", (0, 3)),
        ("R1 / R2 / R3", (3, 0)),
        ("R1 . . / . R2 . / . . R3", (3, 3)),
        ("R1 . . / . R2 . / . . R3", (-1, -1)),
        (". . R1 / . R2 . / R3 . .", (-1, 3)),
        ("R1 R2 . R3", (0, 2)),
    ],
)
def test_a_row_goes_along_a_row_a_column_or_a_diagonal(cards, cell):
    done = after(game(cards=cards), place("ann", "R9", *cell))
    assert [(ended.how, ended.winner) for ended in done.rounds] == [("row", "ann")]
    assert done.rounds[0].removed == card("R9")


@pytest.mark.parametrize("cards", ["R1 R2 . / . . R3", "R1 R2", "R1 R2 Y3 R4", "R1 R2+Y3 R3 R4"])
def test_what_bends_is_interrupted_or_covered_is_no_row(cards):
    assert after(game(cards=cards), place("ann", "R9", 1, 1)).rounds == ()


def test_two_colours_of_one_player_make_no_row():
    assert after(game(2, "R1 R2 B3 B4"), place("ann", "R9", 0, 4)).rounds == ()


def test_neutral_cards_never_win_and_block():
    assert after(game(3, "G1 G2 G3"), place("ann", "G9", 0, 3)).rounds == ()
    assert after(game(3, "R1 R2 G3"), place("ann", "R9", 0, 3)).rounds == ()
    covered = after(game(3, "R1 R2 G3 R4"), place("ann", "R9", 0, 2))
    assert covered.rounds[0].winner == "ann"


def test_the_whole_row_counts_however_long_it_is():
    done = after(game(cards="R9 R2 R3 . R5 R6 "), place("ann", "R4", 0, 3))
    assert done.rounds[0].cells == tuple((0, column) for column in range(6))
    assert done.rounds[0].removed == card("R9")


def test_of_several_rows_at_once_the_dearest_card_leaves_the_game():
    done = after(game(cards=". R1 R2 R3 / R4 . . . / R8 . . . / R6 . . ."), place("ann", "R7", 0, 0))
    assert done.rounds[0].cells == ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0))
    assert done.rounds[0].removed == card("R8")


def test_a_card_covered_in_the_row_is_not_the_one_that_leaves():
    done = after(game(cards="R1 R2 R3+B8+R9"), place("ann", "R4", 0, 3))
    assert done.rounds[0].removed == card("R9")

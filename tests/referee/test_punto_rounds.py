"""The rule sheet of Punto, sentence by sentence: rounds, stalemate, teams and the game. P6 is a case agreed on."""

from __future__ import annotations

from dataclasses import replace

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
    replaced,
    set_table,
)

from referee import punto
from referee.punto_rounds import stalemate, tallies
from referee.table import CardTable

# The next round.


def test_the_next_round_starts_on_an_empty_table_left_of_the_winner():
    done = after(game(cards="Y1 Y2 Y3", on_turn="bo"), place("bo", "Y4", 0, 3))
    assert (done.on_turn, punto.expected_table(done)) == ("cy", CardTable(()))
    assert faults(done, place("cy", "B1", 50, 50)) == []


def test_the_first_player_follows_the_last():
    done = after(game(cards="G1 G2 G3", on_turn="di"), place("di", "G4", 0, 3))
    assert done.on_turn == "ann"


def test_clearing_the_table_before_the_next_round_is_no_fault():
    done = after(game(cards="Y1 Y2 Y3", on_turn="bo"), place("bo", "Y4", 0, 3))
    clearing = change(removed="Y1 0 0, Y2 0 1, Y3 0 2, Y4 0 3")
    assert faults(done, clearing) == []
    assert punto.apply(done, clearing) == done
    assert faults(after(done, place("cy", "B1", 0, 0)), clearing) == ["card_removed"]
    assert faults(done, change(added="Y1 5 5, Y2 6 6", removed="Y1 0 0")) == ["card_moved", "several_cards"]


@pytest.mark.parametrize("starter", ["winner", "ender"])
def test_a_round_that_people_void_counts_for_nothing_and_its_starter_starts_again(starter):
    second = after(game(cards="Y1 Y2 Y3", on_turn="bo", starter=starter), place("bo", "Y4", 0, 3))
    begun = after(second, place("cy", "B1", 0, 0), place("di", "G1", 0, 1))
    voided = after(begun, punto.VoidRound())
    assert voided == second
    assert (voided.on_turn, len(voided.rounds)) == ("cy", 1)
    assert after(game(cards="R1 Y2"), punto.VoidRound()).on_turn == "ann"


def test_neutral_cards_of_a_voided_round_are_dealt_back_from_its_starter_on():
    state = after(game(3), place("ann", "G1", 0, 0), place("bo", "G2", 0, 1))
    assert state.neutral_held == (5, 5, 6)
    assert after(state, punto.VoidRound()).neutral_held == (6, 6, 6)


def test_after_the_end_no_round_is_voided():
    done = after(game(4, "R1 R2 R3 R4", teams=True, wins=1), place("ann", "R9", 0, 4))
    assert faults(done, punto.VoidRound()) == ["game_over"]
    assert punto.accept(done, punto.VoidRound()) == done


def test_neutral_cards_played_are_dealt_anew_from_the_winner_on():
    state = replace(game(3, "Y1 Y2 Y3", on_turn="bo"), neutral_held=(4, 5, 5))
    done = after(state, place("bo", "Y4", 0, 3))
    assert done.neutral_held == (4 + 1, 5 + 2, 5 + 1)


def test_after_a_void_round_they_are_dealt_from_the_next_starter_on():
    state = replace(game(3, FULL, on_turn="cy"), neutral_held=(4, 5, 5))
    done = after(state, cannot("cy", "B1"))
    assert (done.rounds[0].how, done.on_turn) == ("void", "ann")
    assert done.neutral_held == (4 + 2, 5 + 1, 5 + 1)


def test_a_neutral_card_that_was_played_is_one_less_in_the_deck():
    state = after(game(3), place("ann", "G1", 0, 0))
    assert state.neutral_held == (5, 6, 6)


# Stalemate.


def test_p6_one_line_each_and_the_cheaper_wins():
    state = game(cards=GRID_B)
    counted = {tally.side[0]: (tally.lines, tally.points) for tally in tallies(state)}
    assert counted == {"ann": (1, 15), "bo": (1, 17), "cy": (0, 0), "di": (0, 0)}
    done = stalemate(state, "di")
    assert (done.rounds[0].winner, done.rounds[0].removed) == ("ann", card("R7"))
    assert done.rounds[0].cells == ((2, 1), (2, 2), (2, 3))


def test_p6_with_room_left_play_goes_on():
    assert faults(game(cards=GRID_B), cannot("ann", "R1")) == ["can_place"]


def test_a_card_that_fits_nowhere_ends_the_round():
    state = game(cards=FULL)
    assert faults(state, cannot("ann", "R1")) == []
    done = after(state, cannot("ann", "R1"))
    assert [(ended.how, ended.winner, ended.removed) for ended in done.rounds] == [("void", None, None)]
    assert done.on_turn == "bo"


def test_a_card_that_can_cover_another_must_be_laid():
    assert faults(game(cards=FULL), cannot("ann", "R2")) == ["can_place"]


def test_on_an_empty_table_every_card_can_be_laid():
    assert faults(game(), cannot("ann", "R1")) == ["can_place"]


def test_most_lines_win_and_the_dearest_card_of_the_cheapest_leaves_the_game():
    cards = replaced(
        FULL, r0c1="R2", r0c2="R6", r1c0="R9", r2c1="G1", r4c1="B1", r4c2="B2", r5c0="R5", r5c1="B3"
    )
    # red: a1-b1-c1 is 1 + 2 + 6 = 9, a1-a2-a3 is 1 + 9 + 4 = 14; blue has no line.
    done = after(game(cards=cards, on_turn="bo"), cannot("bo", "Y1"))
    assert (done.rounds[0].how, done.rounds[0].winner) == ("stalemate", "ann")
    assert done.rounds[0].cells == ((0, 0), (0, 1), (0, 2))
    assert done.rounds[0].removed == card("R6")


def test_two_lines_may_share_a_card_and_a_longer_run_counts_once():
    (red, *_) = tallies(game(2, "R1 R2 R3 R4 / R2 / R3 / R5"))
    assert (red.lines, red.points) == (2, 10)
    (red, *_) = tallies(replace(game(2), piles=game(2, "R1 . R3 R4 R5 R6").piles))
    assert red.lines == 1


def test_between_two_lines_of_four_count():
    (red, _) = tallies(game(2, "R1 R2 R3 . / B1 B2 B3 B4"))
    assert (red.lines, red.points, red.cells) == (1, 10, ((1, 0), (1, 1), (1, 2), (1, 3)))


def test_neutral_lines_do_not_count():
    assert [tally.lines for tally in tallies(game(3, "G1 G2 G3"))] == [0, 0, 0]


def test_lines_as_many_and_as_cheap_make_the_round_void():
    cards = "R1 R2 R3 / . . . / Y1 Y2 Y3 / . . . / B1 B2 B4"
    done = stalemate(game(cards=cards), "di")
    assert (done.rounds[0].how, done.rounds[0].winner, done.rounds[0].cells) == ("void", None, ())
    assert done.on_turn == "ann"


def test_of_cheapest_lines_alike_the_first_in_reading_order_counts():
    done = stalemate(game(cards="R1 R2 R6 / . . . / R2 R3 R4"), "bo")
    assert done.rounds[0].cells == ((0, 0), (0, 1), (0, 2))
    assert done.rounds[0].removed == card("R6")


@pytest.mark.parametrize(("starter", "expected"), [("winner", "bo"), ("ender", "di")])
def test_after_a_stalemate_the_next_round_starts_left_of_the_winner_or_of_who_ended_it(starter, expected):
    assert stalemate(game(cards=GRID_B, starter=starter), "cy").on_turn == expected


@pytest.mark.parametrize("starter", ["winner", "ender"])
def test_after_a_void_round_the_next_starts_left_of_who_ended_it(starter):
    assert stalemate(game(starter=starter), "cy").on_turn == "di"


def test_a_claim_is_judged_by_its_card_too():
    state = game(cards=FULL)
    assert faults(state, cannot("bo", "Y1")) == ["wrong_player"]
    assert faults(state, cannot("ann", "B1")) == ["wrong_deck"]
    assert faults(game(cards=replaced(FULL, r0c4="R1")), cannot("ann", "R1")) == ["no_such_card"]


# A deck used up.


def test_who_has_no_card_left_ends_the_round():
    state = game(cards=all_played("R"))
    assert state.deck_left("ann") == (0, 0)
    assert faults(state, cannot("ann")) == []
    assert after(state, cannot("ann")).rounds[0].how == "void"
    assert faults(game(cards=all_played("R").replace("R7+R8+R9", "R7+R8", 1)), cannot("ann")) == ["can_place"]


def test_the_cards_out_of_the_game_are_missing_in_the_deck():
    won = after(game(cards="R5 R6 R7"), place("ann", "R9", 0, 3))
    lying = game(cards=all_played("R").replace("R7+R8+R9", "R7+R8", 1)).piles
    state = punto.with_table(won, CardTable(lying), "ann")
    assert faults(state, cannot("ann")) == []


def test_neutral_cards_in_the_deck_must_be_played_too():
    state = game(3, all_played("R"))
    assert faults(state, cannot("ann")) == ["can_place"]
    assert faults(replace(state, neutral_held=(0, 6, 6)), cannot("ann")) == []


def test_one_of_two_plays_both_colours():
    assert faults(game(2, all_played("R")), cannot("ann")) == ["can_place"]
    assert faults(game(2, all_played("R", "B")), cannot("ann")) == []


def test_half_of_the_teams_cards_must_be_played():
    state = game(4, teams=True)
    assert faults(replace(state, placed=(17, 17, 17, 17)), cannot("ann")) == ["can_place"]
    assert faults(replace(state, placed=(18, 18, 18, 18)), cannot("ann")) == []


def test_if_the_teams_cards_are_odd_in_number_nobody_knows_who_has_one_more():
    won = after(game(4, "R1 R2 R3 R4", teams=True), place("ann", "R9", 0, 4))
    state = replace(won, placed=(17, 17, 17, 17))
    assert state.deck_left("ann") == (0, 1)
    assert faults(punto.with_table(state, CardTable(()), "ann"), cannot("ann")) == []
    assert state.deck_left("bo") == (1, 1)


def test_a_false_claim_of_another_player_has_both_faults():
    assert faults(game(), cannot("bo")) == ["can_place", "wrong_player"]


# The game.


def table_of(letter, length):
    return CardTable(set_table(" ".join(f"{letter}{points}" for points in range(1, length))).piles)


def round_won(state, player, letter):
    state = punto.with_table(state, table_of(letter, state.row), player)
    return after(state, place(player, f"{letter}{9 - len(state.rounds)}", 0, state.row - 1))


def test_two_rounds_win_the_game():
    state = round_won(game(), "ann", "R")
    assert punto.outcome(state) is None
    state = round_won(state, "bo", "Y")
    assert punto.outcome(state) is None
    state = round_won(state, "ann", "R")
    outcome = punto.outcome(state)
    assert (outcome.winners, dict(outcome.rounds)[("ann",)], dict(outcome.rounds)[("bo",)]) == (
        ("ann",),
        2,
        1,
    )


@pytest.mark.parametrize("wins", [1, 3])
def test_how_many_rounds_win_is_an_option(wins):
    state = game(wins=wins)
    for number in range(wins):
        assert punto.outcome(state) is None, number
        state = round_won(state, "ann", "R")
    assert punto.outcome(state).winners == ("ann",)


def test_void_rounds_are_nobodys():
    state = game()
    for _ in range(5):
        state = punto.with_table(state, CardTable(game(cards=FULL).piles), "ann")
        state = after(state, cannot("ann", "R1"))
    assert punto.outcome(state) is None
    assert len(state.rounds) == 5


def test_at_the_end_the_cards_lie_as_they_are_and_nothing_more_is_played():
    state = round_won(game(wins=1), "ann", "R")
    assert len(punto.expected_table(state).piles) == 4
    assert faults(state, place("bo", "B1", 9, 9)) == ["game_over"]
    assert faults(state, cannot("bo", "Y1")) == ["game_over"]
    assert faults(state, cannot("ann")) == ["game_over"]
    assert faults(state, change(removed="R1 0 0")) == []
    assert punto.apply(state, change(removed="R1 0 0")) == state
    assert punto.legal_acts(state) == ()


# Teams.


def test_of_a_team_the_member_who_placed_wins_the_round_and_both_the_game():
    state = game(4, "R1 R2 R3 R4", on_turn="cy", teams=True, wins=1)
    done = after(state, place("cy", "R5", 0, 4))
    assert done.rounds[0].winner == "cy"
    outcome = punto.outcome(done)
    assert (outcome.winners, outcome.rounds) == (("ann", "cy"), ((TEAMS[0], 1), (TEAMS[1], 0)))


def test_rounds_of_both_members_count_for_the_team():
    state = game(4, teams=True)
    state = round_won(round_won(state, "bo", "Y"), "di", "G")
    assert punto.outcome(state).winners == ("bo", "di")


@pytest.mark.parametrize(("ender", "winner"), [("ann", "cy"), ("bo", "cy"), ("cy", "ann"), ("di", "ann")])
def test_at_a_stalemate_the_member_wins_whose_turn_comes_next(ender, winner):
    done = stalemate(game(4, "R1 R2 R3 R4", teams=True), ender)
    assert done.rounds[0].winner == winner
    assert done.on_turn == done.after(winner)[0]

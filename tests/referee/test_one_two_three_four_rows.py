"""The rule sheet of One Two Three … Four on steps, on rows and whose they are. T4 and T5: agreed on with it."""

from __future__ import annotations

import pytest
from setting_one_two_three_four import enter, faults, game, move

from referee import one_two_three_four as joushi
from referee.table import cell_name

# "The tile always has to move 4 steps, less is allowed only [for] 4-in-a-row."


@pytest.mark.parametrize(("lane", "slide"), [(3, 0), (2, 1), (1, 2), (1, 0), (5, 0), (3, 2), (0, 0), (3, 3)])
def test_t4_any_other_number_of_steps_is_wrong(lane, slide):
    assert faults(game("red b1"), move("ann", "b1", lane, slide)) == ["wrong_steps"]


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 5, 24])
def test_t4_that_goes_for_new_tiles_too(steps):
    assert faults(game(), enter("ann", "red", steps)) == ["wrong_steps"]


@pytest.mark.parametrize(
    ("tiles", "act"),
    [
        ("red b1 e2 e3 e4", move("ann", "b1", 3)),
        ("red b1 a2 b2 d2", move("ann", "b1", 1, 1)),
        ("red b1 d3 e4 f5", move("ann", "b1", 1, 1)),
        ("red c1 d1 e1", enter("ann", "red", 1)),
        ("red b1 c1 d1", enter("ann", "red", 0)),
        ("yellow f3 f4 f5, red a1", enter("ann", "yellow", 0)),
    ],
)
def test_t4_fewer_steps_are_right_if_they_make_a_row_of_the_movers(tiles, act):
    state = game(tiles)
    assert faults(state, act) == []
    assert act in joushi.legal_acts(state)
    assert joushi.outcome(joushi.apply(state, act)).winners == ("ann",)


def test_t4_a_row_of_ones_own_that_is_pushed_together_counts_too():
    # b1 turns inwards at c1 and pushes the yellow tile from c2 to c3
    state = game("red b1, yellow c2 d3 e3 f3")
    assert faults(state, move("ann", "b1", 1, 1)) == []


def test_t4_a_row_of_another_players_is_no_reason_for_fewer_steps():
    state = game("red b1, blue c2 d3 e3 f3")
    assert faults(state, move("ann", "b1", 1, 1)) == ["wrong_steps"]


def test_t4_more_than_four_steps_are_wrong_even_for_a_row():
    assert faults(game("red b1, red e2 f2 d2 c1"), move("ann", "b1", 2, 3)) == ["wrong_steps"]
    assert faults(game("red a2 f1 f2 f4"), move("ann", "a2", 8)) == ["wrong_steps"]


# "The game ends whenever one of the players has four of his tiles in a row on the board."


@pytest.mark.parametrize(
    ("tiles", "act", "row"),
    [
        ("red b1 d2 d4 d5", move("ann", "b1", 2, 2), "d3 d4 d5 d6"),
        ("red b1 c3 e3 f3", move("ann", "b1", 2, 2), "c3 d3 e3 f3"),
        ("red b1 c2 e4 f5", move("ann", "b1", 2, 2), "c2 d3 e4 f5"),
        ("red b1 f1 e2 c4", move("ann", "b1", 2, 2), "f1 e2 d3 c4"),
        ("red b1 c1 d1", enter("ann", "red"), "b1 c1 d1 e1"),
    ],
)
def test_four_in_a_straight_line_win_in_the_lane_and_inside(tiles, act, row):
    outcome = joushi.outcome(joushi.apply(game(tiles), act))
    assert (outcome.how, outcome.winners) == ("row", ("ann",))
    assert [cell_name(cell) for cell in outcome.cells] == sorted(row.split(), key=lambda name: name[::-1])


def test_more_than_four_in_line_win_too_and_every_row_is_told_in_reading_order():
    state = game("red b1 a3 b3 c3 e3 d4 d5 d6")
    outcome = joushi.outcome(joushi.apply(state, move("ann", "b1", 2, 2)))
    assert " ".join(map(cell_name, outcome.cells)) == "a3 b3 c3 d3 e3 d4 d5 d6"


def test_with_two_colours_a_row_is_of_one_colour():
    state = game("red b1 c3, yellow e3 f3")
    assert joushi.outcome(joushi.apply(state, move("ann", "b1", 2, 2))) is None


def test_a_row_is_judged_after_the_whole_move():
    # In passing the yellow tile lies at c3, in a row; it is pushed on to c4.
    state = game("red a1, yellow c2 d3 e3 f3")
    assert joushi.outcome(joushi.apply(state, move("ann", "a1", 2, 2))) is None


# "If accidently a player, during his turn, composes 4-in-a-row for an opponent, then this opponent wins."

BLUE_ROW = "red a1, blue c2 d4 e4 f4"


def test_t5_a_row_made_for_an_opponent_is_his():
    outcome = joushi.outcome(joushi.apply(game(BLUE_ROW), move("ann", "a1", 2, 2)))
    assert (outcome.winners, outcome.mover, outcome.colours) == (("bo",), "ann", ("blue",))


def test_a_row_for_both_is_the_movers():
    state = game(f"{BLUE_ROW}, red d3 e3 f3")
    outcome = joushi.outcome(joushi.apply(state, move("ann", "a1", 2, 2)))
    assert outcome.winners == ("ann",)
    assert " ".join(map(cell_name, outcome.cells)) == "c3 d3 e3 f3"


@pytest.mark.parametrize(
    ("mover", "origin", "winner"), [("ann", "red", "bo"), ("bo", "blue", "cy"), ("di", "green", "ann")]
)
def test_of_rows_for_two_opponents_that_of_the_next_in_turn_order_wins(mover, origin, winner):
    """The slide in column c pushes a tile of each of two others into a row."""
    first, second = {"ann": ("blue", "yellow"), "bo": ("yellow", "red"), "di": ("blue", "red")}[mover]
    tiles = f"{origin} a1, {first} c2 d4 e4 f4, {second} c3 d5 e5 f5"
    state = game(tiles, "ann bo cy di", on_turn=mover)
    assert joushi.outcome(joushi.apply(state, move(mover, "a1", 2, 2))).winners == (winner,)

"""The rule sheet of One Two Three … Four, sentence by sentence. T1 to T5 are the cases agreed on with it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from setting_one_two_three_four import change, enter, faults, game, lying, move

from referee import one_two_three_four as joushi
from referee.game import IllegalAct
from referee.lane import corners, lane
from referee.one_two_three_four import COLOURS, Enter, Move, Options, Pass, SetTable
from referee.table import Table, cell_from_name, cell_name

SIZES = (5, 6, 7, 8)
DIRECTIONS = ("clockwise", "anticlockwise")


def after(state, act):
    return lying(joushi.apply(state, act))


# "Each player choses a color and takes the corresponding tiles."


def test_there_are_thirty_two_tiles_eight_of_each_colour():
    state = game()
    assert {colour: state.tiles_left(colour) for colour in COLOURS} == dict.fromkeys(COLOURS, 8)


def test_two_players_play_two_colours_each_and_more_one_each():
    assert game(players="ann bo").colours == (("red", "yellow"), ("blue", "green"))
    assert game(players="ann bo cy").colours == (("red",), ("blue",), ("yellow",))
    assert game(players="ann bo cy di").colours == (("red",), ("blue",), ("yellow",), ("green",))


@pytest.mark.parametrize(
    ("players", "colours", "what"),
    [
        (["ann"], None, "2 to 4 players are needed, not 1"),
        (["ann", "ann"], None, "a player is named twice: ann, ann"),
        (["ann", "bo"], {"ann": ["red"], "bo": ["blue"]}, "each of 2 players plays 2 colours"),
        (
            ["ann", "bo", "cy"],
            {"ann": ["red"], "bo": ["blue"], "cy": ["green", "yellow"]},
            "each of 3 players plays 1 colour",
        ),
        (["ann", "bo"], {"ann": ["red", "blue"], "bo": ["blue", "green"]}, "a colour is played twice: red"),
        (["ann", "bo"], {"ann": ["red", "white"], "bo": ["blue", "green"]}, "colour white is not one of red"),
        (["ann", "bo"], {"ann": ["red", "yellow"]}, "colours are needed for ann, bo, and for nobody else"),
    ],
)
def test_players_and_colours_that_are_not_of_this_game_are_refused(players, colours, what):
    with pytest.raises(ValueError, match=what):
        joushi.start(players, colours)


def test_every_colour_needs_a_corner():
    with pytest.raises(ValueError, match="a corner is needed for each of red, blue, yellow, green"):
        joushi.start(["ann", "bo"], options=Options(corners=("red", "red", "blue", "green")))


# "The youngest player starts. ... In the first turn the player can of course only bring in a new tile."


def test_the_first_of_the_players_begins_and_the_turn_goes_round():
    state = game(players="ann bo cy")
    for player, colour in (("ann", "red"), ("bo", "blue"), ("cy", "yellow"), ("ann", "red")):
        assert state.on_turn == player
        if player == "ann" and state.tiles:
            state = joushi.apply(state, move("ann", "e1", 4))
        else:
            state = joushi.apply(state, enter(player, colour))
    assert state.on_turn == "bo"


def test_in_the_first_turn_tiles_can_only_be_brought_in():
    assert joushi.legal_acts(game()) == (enter("ann", "red"), enter("ann", "yellow"))
    assert joushi.legal_acts(game(players="ann bo cy")) == (enter("ann", "red"),)


# "Tiles are brought into play via the corresponding colored corner. The player then moves the tile 4 steps."


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("colour", COLOURS)
def test_t2_a_new_tile_ends_on_the_fourth_cell_of_the_lane_from_its_corner(colour, size, direction):
    state = game(
        players="ann bo",
        on_turn="bo" if colour in ("blue", "green") else "ann",
        size=size,
        direction=direction,
    )
    after = joushi.apply(state, enter(state.on_turn, colour))
    path = lane(size, direction == "clockwise")
    corner = path.index(corners(size)[COLOURS.index(colour)])
    assert after.tiles == ((path[(corner + 4) % len(path)], colour),)


@pytest.mark.parametrize(
    ("direction", "colour", "cell"),
    [
        ("clockwise", "red", "e1"),
        ("clockwise", "blue", "f5"),
        ("anticlockwise", "red", "a5"),
        ("anticlockwise", "blue", "b1"),
    ],
)
def test_the_lane_goes_round_clockwise_or_the_other_way(direction, colour, cell):
    state = game(on_turn="ann" if colour == "red" else "bo", direction=direction)
    assert after(state, enter(state.on_turn, colour)) == f"{colour} {cell}"


def test_a_new_tile_enters_at_the_corner_of_its_colour():
    state = game(corners=("green", "yellow", "red", "blue"))
    assert after(state, enter("ann", "red")) == "red b6"


def test_a_new_tile_may_not_go_inside_in_its_first_turn():
    assert faults(game(), enter("ann", "red", 2, 2)) == ["enter_on_lane"]
    assert faults(game(), enter("ann", "red", 4, 2)) == ["enter_on_lane"]
    assert faults(game(), enter("ann", "red", 2, 1)) == ["enter_on_lane", "wrong_steps"]


def test_from_the_second_move_it_can():
    state = joushi.apply(game("blue d3", on_turn="ann"), enter("ann", "red"))
    state = joushi.apply(state, enter("bo", "blue"))
    assert after(state, move("ann", "e1", 2, 2)) == "blue d3 f5, red d2"


# "following the outer lane: ... If the tile ends on top of another player's tile, it is kicked out."


def test_a_tile_moves_four_steps_along_the_lane():
    assert after(game("red e1"), move("ann", "e1", 4)) == "red f4"
    assert after(game("red b6"), move("ann", "b6", 4)) == "red a3"
    assert after(game("red a2", direction="anticlockwise"), move("ann", "a2", 4)) == "red a6"


def test_the_lane_is_a_cycle():
    assert after(game("red a2"), move("ann", "a2", 4)) == "red d1"
    assert after(game("red b1", direction="anticlockwise"), move("ann", "b1", 4)) == "red a4"


def test_a_tile_of_another_player_on_which_it_ends_is_kicked_out_and_handed_back():
    state = game("red e1, blue f4 a3")
    effect = joushi.effect(state, move("ann", "e1", 4))
    assert effect.kicked == ("blue", cell_from_name("f4"))
    following = joushi.apply(state, move("ann", "e1", 4))
    assert lying(following) == "blue a3, red f4"
    assert following.tiles_left("blue") == 7


def test_a_new_tile_kicks_too():
    assert after(game("blue e1"), enter("ann", "red")) == "red e1"


def test_tiles_that_are_passed_over_do_not_matter():
    assert (
        after(game("red e1, blue f1 f3, yellow f2"), move("ann", "e1", 4)) == "blue f1 f3, red f4, yellow f2"
    )
    assert after(game("blue a1 b1"), enter("ann", "red")) == "blue a1 b1, red e1"


@pytest.mark.parametrize("own", ["red", "yellow"])
def test_a_lane_move_may_not_end_on_a_tile_of_ones_own(own):
    state = game(f"red e1, {own} f4")
    assert faults(state, move("ann", "e1", 4)) == ["own_tile_in_the_way"]
    assert faults(game(f"{own} e1"), enter("ann", "red")) == ["own_tile_in_the_way"]


# "into the inner part: the player first moves the tile at least one step along the outer lane."


@pytest.mark.parametrize(("lane", "slide", "cell"), [(1, 3, "c4"), (2, 2, "d3"), (3, 1, "e2"), (4, 0, "f1")])
def test_t1_some_steps_along_the_lane_and_the_others_inwards(lane, slide, cell):
    assert after(game("red b1"), move("ann", "b1", lane, slide)) == f"red {cell}"


@pytest.mark.parametrize(
    ("origin", "cell"),
    [("b1", "d3"), ("f2", "d4"), ("e6", "c4"), ("a5", "c3")],
    ids=["top", "right", "bottom", "left"],
)
def test_t1_inwards_is_straight_away_from_the_rim_on_every_side(origin, cell):
    assert after(game(f"red {origin}"), move("ann", origin, 2, 2)) == f"red {cell}"


def test_at_least_one_step_goes_along_the_lane():
    assert faults(game("red b1"), move("ann", "b1", 0, 4)) == ["wrong_steps"]
    assert faults(game("red b1, red c2"), move("ann", "b1", 0, 2)) == ["wrong_steps"]
    # not even for a row
    assert faults(game("red b1 c2 d2 e2"), move("ann", "b1", 0, 1)) == ["wrong_steps"]


def test_t3_from_a_corner_no_tile_turns_inwards():
    state = game("red d1")
    assert faults(state, move("ann", "d1", 2, 2)) == ["corner_turn"]
    assert faults(state, move("ann", "d1", 1, 3)) == []
    assert faults(state, move("ann", "d1", 3, 1)) == []


def test_a_tile_on_a_corner_can_go_on_along_the_lane_and_turn_later():
    assert after(game("red f1"), move("ann", "f1", 2, 2)) == "red d3"


def test_a_tile_inside_is_moved_no_more():
    assert faults(game("red c3"), move("ann", "c3", 4)) == ["not_on_lane"]


# "Other tiles on the board are slided along in the same direction."


def test_tiles_in_the_way_are_pushed_and_a_gap_takes_up_the_push():
    assert after(game("red a1, blue c2"), move("ann", "a1", 2, 2)) == "blue c4, red c3"
    assert after(game("red a1, blue c3"), move("ann", "a1", 2, 2)) == "blue c4, red c3"
    assert after(game("red a1, blue c4"), move("ann", "a1", 2, 2)) == "blue c4, red c3"
    assert after(game("red a1, blue c2, green c4"), move("ann", "a1", 2, 2)) == "blue c4, green c5, red c3"
    assert after(game("red a1, blue c2, green c5"), move("ann", "a1", 2, 2)) == "blue c4, green c5, red c3"


def test_a_tile_that_is_pushed_onto_the_lane_is_in_the_lane_again():
    state = joushi.apply(game("red a1, blue c3 c4 c5"), move("ann", "a1", 2, 2))
    assert lying(state) == "blue c4 c5 c6, red c3"
    assert faults(state, move("bo", "c6", 4)) == []


def test_what_is_pushed_off_the_far_side_goes_back_to_its_owner():
    state = game("red a1, blue c3 c4 c5, green c6")
    effect = joushi.effect(state, move("ann", "a1", 2, 2))
    assert effect.fallen == (("green", cell_from_name("c6")),)
    following = joushi.apply(state, move("ann", "a1", 2, 2))
    assert lying(following) == "blue c4 c5 c6, red c3"
    assert following.tiles_left("green") == 8


def test_tiles_of_ones_own_fall_too():
    state = game("red a1 c6, blue c3 c4, yellow c5")
    assert joushi.effect(state, move("ann", "a1", 2, 2)).fallen == (("red", cell_from_name("c6")),)
    following = joushi.apply(state, move("ann", "a1", 2, 2))
    assert lying(following) == "blue c4 c5, red c3, yellow c6"
    assert following.tiles_left("red") == 7


def test_several_fall_in_the_order_in_which_they_reach_the_edge():
    state = game("red a1, blue b2, green b3, yellow b4, red b5, green b6")
    effect = joushi.effect(state, move("ann", "a1", 1, 3))
    edge = cell_from_name("b6")
    assert effect.fallen == (("green", edge), ("red", edge), ("yellow", edge))
    assert lying(joushi.apply(state, move("ann", "a1", 1, 3))) == "blue b5, green b6, red b4"


# "A tile can not be slided into the inner part if the spot is occupied by another tile."


@pytest.mark.parametrize("other", ["blue", "red", "yellow"])
def test_where_a_tile_turns_the_lane_must_be_free(other):
    state = game(f"red a1, {other} c1, blue c2")
    assert faults(state, move("ann", "a1", 2, 2)) == ["cell_occupied"]


def test_in_the_other_reading_the_first_inner_cell_must_be_free_and_the_lane_need_not():
    options = {"must_be_free": "first_inner_cell"}
    assert faults(game("red a1, blue c2", **options), move("ann", "a1", 2, 2)) == ["cell_occupied"]
    state = game("red a1, blue c1, green c3", **options)
    assert after(state, move("ann", "a1", 2, 2)) == "blue c1, green c4, red c3"


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


# "No legal move: pass."

# Red's eight tiles and yellow's lie inside, where nothing moves; none is left to bring in.
STUCK = "red b2 c2 e2 b3 c3 e3 d4 d5, yellow d2 d3 b4 c4 e4 b5 c5 e5"


def test_who_can_move_nothing_passes():
    state = game(f"{STUCK}, blue a3")
    assert joushi.legal_acts(state) == (Pass("ann"),)
    following = joushi.apply(state, Pass("ann"))
    assert (following.tiles, following.on_turn) == (state.tiles, "bo")


def test_who_can_move_something_may_not_pass():
    assert faults(game(), Pass("ann")) == ["can_move"]
    assert faults(game("red a1"), Pass("bo")) == ["can_move", "wrong_player"]
    assert faults(game(f"{STUCK}, blue a3"), Pass("bo")) == ["can_move", "wrong_player"]
    assert faults(game(f"{STUCK}, blue a3", on_turn="bo"), Pass("ann")) == ["wrong_player"]


# Acts and tables.


def test_after_the_end_everything_is_over_but_clearing_up():
    state = joushi.apply(game("red b1 c1 d1"), enter("ann", "red"))
    for act in (enter("bo", "blue"), move("ann", "b1", 9, 9), Pass("zed")):
        assert faults(state, act) == ["game_over"]
    assert faults(state, change(removed="red b1 c1")) == []
    assert joushi.apply(state, change(removed="red b1 c1")) == state
    assert joushi.legal_acts(state) == ()


def test_an_illegal_act_is_refused():
    with pytest.raises(IllegalAct, match="not legal: wrong_steps"):
        joushi.apply(game(), enter("ann", "red", 3))


def test_an_accepted_act_stands_and_the_next_player_is_on_turn():
    state = joushi.accept(game(), enter("bo", "blue", 3))
    assert (lying(state), state.on_turn) == ("blue f4", "ann")
    state = joushi.accept(state, enter("ann", "red", 2, 2))
    assert (lying(state), state.on_turn) == ("blue f4, red c3", "bo")
    state = joushi.accept(state, change(added="blue e4", removed="blue f4"))
    assert (lying(state), state.on_turn) == ("blue e4, red c3", "ann")
    state = joushi.accept(state, change(removed="blue e4"))
    assert (lying(state), state.on_turn) == ("red c3", "ann")
    assert joushi.accept(state, move("ann", "c3", 4)) == replace(state, turn=1)
    assert joushi.accept(state, move("ann", "a1", 4)) == replace(state, turn=1)


def test_of_an_accepted_change_the_player_on_turn_is_taken_for_the_one_who_acted():
    state = game("red a3, blue c3", on_turn="bo")
    swap = change(added="red c3, blue a3", removed="red a3, blue c3")
    assert joushi.accept(state, swap).on_turn == "ann"
    assert joushi.accept(replace(state, turn=0), swap).on_turn == "bo"
    assert lying(joushi.accept(state, swap)) == "blue a3, red c3"


def test_a_table_can_be_set_by_hand():
    state = game("red a1", "ann bo cy")
    table = joushi.expected_table(game("yellow b2"))
    assert lying(joushi.with_table(state, table)) == "yellow b2"
    following = joushi.accept(state, SetTable(table.stacks, "cy"))
    assert (lying(following), following.on_turn) == ("yellow b2", "cy")


@pytest.mark.parametrize(
    ("stacks", "on_turn", "what"),
    [
        (((),) * 5, None, "6 rows, not 5"),
        (((("red", "red"), *[()] * 5), *[((),) * 6] * 5), None, "one tile at most"),
        (((("white",), *[()] * 5), *[((),) * 6] * 5), None, "one tile at most, of red, blue, yellow, green"),
        ((((),) * 6,) * 6, "zed", "player zed is not one of ann, bo"),
    ],
)
def test_a_table_that_cannot_be_is_refused(stacks, on_turn, what):
    with pytest.raises(ValueError, match=what):
        joushi.with_table(game(), Table((), stacks), on_turn)


def test_on_the_table_lies_one_tile_a_cell():
    table = joushi.expected_table(game("red a1, blue c2", size=7))
    assert table.size == 7
    assert [table.owner(cell_from_name(name)) for name in ("a1", "c2", "b2")] == ["red", "blue", None]
    assert sum(table.height((row, column)) for row in range(7) for column in range(7)) == 2


def test_every_act_has_its_player():
    assert {type(act) for act in joushi.legal_acts(game("red a1, blue c1"))} == {Enter, Move}

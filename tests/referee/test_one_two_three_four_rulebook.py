"""The rule sheet of One Two Three … Four, sentence by sentence; T1 to T3 are cases agreed on with it.

On steps and rows: `test_one_two_three_four_rows`.
"""

from __future__ import annotations

import pytest
from setting_one_two_three_four import enter, faults, game, lying, move

from referee import one_two_three_four as joushi
from referee.lane import corners, lane
from referee.one_two_three_four import COLOURS, Options, Pass
from referee.phrases import announce
from referee.table import cell_from_name

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
        (["ann", "bo"], {"ann": ["red"], "bo": ["blue"]}, "of 2 players each plays 2 of the colours"),
        (
            ["ann", "bo", "cy"],
            {"ann": ["red"], "bo": ["blue"], "cy": ["green", "yellow"]},
            "of 3 players each plays 1 of the colours",
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


# "No legal move: pass."

# Red's eight tiles and yellow's lie inside, where nothing moves; none is left to bring in.
STUCK = "red b2 c2 e2 b3 c3 e3 d4 d5, yellow d2 d3 b4 c4 e4 b5 c5 e5"


def test_who_can_move_nothing_passes():
    state = game(f"{STUCK}, blue a3")
    assert joushi.legal_acts(state) == (Pass("ann"),)
    following = joushi.apply(state, Pass("ann"))
    assert (following.tiles, following.on_turn) == (state.tiles, "bo")


# All 32 tiles lie inside a larger board, and none of them in a row.
BLOCKED = (
    "red b2 f2 c3 d3 g3 f5 c6 g7, blue c2 e2 g2 e4 g4 c5 g6 d7,"
    " yellow b3 e3 f3 b4 d4 d5 f6 e7, green c4 b5 e5 g5 e6 b7 c7 f7"
)


def test_where_nobody_can_move_any_more_the_game_is_over_and_nobody_wins():
    state = game(BLOCKED, size=8)
    outcome = joushi.outcome(state)
    assert (outcome.how, outcome.winners, outcome.cells) == ("blocked", (), ())
    assert joushi.legal_acts(state) == ()
    assert faults(state, Pass("ann")) == ["game_over"]
    assert announce("en", outcome) == "Nobody can move any more: nobody wins."


@pytest.mark.parametrize("tiles", [BLOCKED.replace("b2 ", ""), BLOCKED.replace("b2 ", "a1 ")])
def test_while_one_of_them_can_the_game_goes_on(tiles):
    assert joushi.outcome(game(tiles, size=8)) is None
    assert joushi.legal_acts(game(tiles, size=8, on_turn="bo")) == (Pass("bo"),)


def test_who_can_move_something_may_not_pass():
    assert faults(game(), Pass("ann")) == ["can_move"]
    assert faults(game("red a1"), Pass("bo")) == ["can_move", "wrong_player"]
    assert faults(game(f"{STUCK}, blue a3"), Pass("bo")) == ["can_move", "wrong_player"]
    assert faults(game(f"{STUCK}, blue a3", on_turn="bo"), Pass("ann")) == ["wrong_player"]

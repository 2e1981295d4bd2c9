"""Every fault code of One Two Three … Four, alone and with others: all that apply are named."""

from __future__ import annotations

import pytest
from setting_one_two_three_four import change, enter, faults, game, move

from referee.one_two_three_four import Pass

# d1 +1 e1, +2 f1 (a corner), +3 f2, +4 f3
TILES = "red b1 d1 f3 c3, yellow d6 b3, blue e1 f4, green a4 d4"


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        pytest.param(enter("ann", "yellow"), [], id="right"),
        pytest.param(enter("ann", "red"), [], id="kicks another player's tile"),
        pytest.param(enter("bo", "blue"), ["wrong_player"], id="not on turn"),
        pytest.param(enter("ann", "blue"), ["not_your_tile"], id="another player's colour"),
        pytest.param(
            enter("bo", "red"), ["not_your_tile", "own_tile_in_the_way", "wrong_player"], id="three"
        ),
        pytest.param(
            enter("ann", "red", 3), ["own_tile_in_the_way", "wrong_steps"], id="one short, on an own"
        ),
        pytest.param(enter("ann", "red", 5), ["wrong_steps"], id="one over"),
        pytest.param(enter("ann", "red", 1, 3), ["cell_occupied", "enter_on_lane"], id="slid in at a tile"),
        pytest.param(enter("ann", "red", 2, 2), ["enter_on_lane"], id="slid inside two and two"),
        pytest.param(
            enter("ann", "red", 4, 2), ["cell_occupied", "enter_on_lane"], id="slid in where one lies"
        ),
        pytest.param(
            enter("ann", "red", 5, 1),
            ["corner_turn", "enter_on_lane", "wrong_steps"],
            id="slid in from a corner",
        ),
        pytest.param(
            enter("bo", "yellow", 2),
            ["not_your_tile", "own_tile_in_the_way", "wrong_player", "wrong_steps"],
            id="four",
        ),
    ],
)
def test_entries(act, expected):
    assert faults(game(f"{TILES}, green d6".replace("yellow d6 b3", "yellow b3")), act) == expected


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        pytest.param(move("ann", "b1", 4), [], id="right, onto a corner"),
        pytest.param(move("ann", "b1", 1, 3), [], id="right, inwards"),
        pytest.param(move("bo", "f4", 4), ["wrong_player"], id="not on turn"),
        pytest.param(move("ann", "f4", 3), ["not_your_tile", "wrong_steps"], id="another's, one short"),
        pytest.param(move("ann", "c1", 4), ["not_your_tile"], id="no tile there"),
        pytest.param(move("ann", "d4", 4), ["not_on_lane", "not_your_tile"], id="another's, inside"),
        pytest.param(move("ann", "c3", 4), ["not_on_lane"], id="inside"),
        pytest.param(move("ann", "c3", 2, 1), ["not_on_lane", "wrong_steps"], id="inside, one short"),
        pytest.param(move("ann", "d1", 4), ["own_tile_in_the_way"], id="onto an own tile"),
        pytest.param(move("ann", "d1", 5), ["wrong_steps"], id="one over, onto another's"),
        pytest.param(move("ann", "d1", 1, 3), ["cell_occupied"], id="turns where a tile lies"),
        pytest.param(move("ann", "d1", 2, 2), ["corner_turn"], id="turns on a corner"),
        pytest.param(
            move("ann", "d1", 2, 1), ["corner_turn", "wrong_steps"], id="turns on a corner, one short"
        ),
        pytest.param(move("ann", "d1", 0, 4), ["wrong_steps"], id="straight inwards"),
        pytest.param(move("ann", "b1", 2, 3), ["cell_occupied", "wrong_steps"], id="occupied, one over"),
        pytest.param(
            move("bo", "d1", 4, 0),
            ["not_your_tile", "wrong_player"],
            id="not on turn, not his tile: his end is free",
        ),
        pytest.param(
            move("bo", "b1", 3),
            ["not_your_tile", "own_tile_in_the_way", "wrong_player", "wrong_steps"],
            id="four",
        ),
    ],
)
def test_moves(act, expected):
    assert faults(game(TILES), act) == expected


def test_a_corner_that_is_occupied_is_both():
    assert faults(game("red d1, blue f1"), move("ann", "d1", 2, 2)) == ["cell_occupied", "corner_turn"]
    other = game("red d1, blue f1", must_be_free="first_inner_cell")
    assert faults(other, move("ann", "d1", 2, 2)) == ["corner_turn"]


def test_a_tile_does_not_stand_in_its_own_way():
    assert faults(game("red b1"), move("ann", "b1", 20)) == ["wrong_steps"]
    assert faults(game("red b1"), move("ann", "b1", 20, 1)) == ["wrong_steps"]
    assert faults(game("red b1"), move("ann", "b1", 0, 0)) == ["wrong_steps"]


def test_a_way_that_is_blocked_makes_no_row():
    """Three steps would make the row d1 e1 f1 c1 but for the tile on which they end, or at which they turn."""
    assert faults(game("red a4 b1 c1 d1, yellow a1"), move("ann", "a4", 3)) == [
        "own_tile_in_the_way",
        "wrong_steps",
    ]
    assert faults(game("red b1 c3 d2 e1, blue c1"), move("ann", "b1", 1, 1)) == [
        "cell_occupied",
        "wrong_steps",
    ]


def test_a_row_of_ones_own_excuses_fewer_steps_whoever_is_on_turn():
    state = game("red d1 e2 e3 e4", on_turn="bo")
    assert faults(state, move("ann", "d1", 1)) == ["wrong_player"]
    assert faults(state, move("bo", "d1", 1)) == ["not_your_tile", "wrong_steps"]


def test_eight_tiles_of_a_colour_and_no_more():
    eight = "red b1 d1 f3 c3 b5 d5 c6 e6"
    assert faults(game(eight), enter("ann", "red")) == ["no_tile_left"]
    assert faults(game(eight), enter("bo", "red")) == ["no_tile_left", "not_your_tile", "wrong_player"]
    assert faults(game(eight), enter("ann", "yellow")) == []
    assert faults(game(eight), enter("ann", "red", 4, 2)) == ["enter_on_lane", "no_tile_left"]


def test_a_colour_that_nobody_plays_is_nobodys():
    assert faults(game(players="ann bo cy"), enter("ann", "green")) == ["not_your_tile"]
    assert faults(game("green c1", players="ann bo cy"), move("ann", "c1", 4)) == ["not_your_tile"]
    assert faults(game("green e1", players="ann bo cy"), enter("ann", "red")) == []


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        pytest.param(Pass("ann"), ["can_move"], id="a false pass"),
        pytest.param(Pass("bo"), ["can_move", "wrong_player"], id="out of turn"),
        pytest.param(change(added="red c1 c2"), ["several_tiles"], id="two at once"),
        pytest.param(change(removed="blue e1"), ["tile_removed"], id="one taken off"),
        pytest.param(change(removed="blue e1 f4, red b1"), ["tile_removed"], id="three taken off"),
        pytest.param(change(added="red d3", removed="red c3"), ["tile_moved"], id="moved inside"),
        pytest.param(
            change(added="red f1", removed="red b1"), ["tile_moved"], id="moved as an act could have"
        ),
        pytest.param(change(added="blue c3", removed="red c3"), ["tile_removed"], id="another in its place"),
        pytest.param(
            change(added="red e1, blue b1", removed="red b1, blue e1"),
            ["several_tiles", "tile_moved"],
            id="swapped",
        ),
        pytest.param(
            change(added="red d3", removed="red c3, blue e1"),
            ["tile_moved", "tile_removed"],
            id="moved, and taken",
        ),
        pytest.param(
            change(added="red d3", removed="red c3 d1"),
            ["tile_moved", "tile_removed"],
            id="one of two put back",
        ),
        pytest.param(
            change(added="red c1 d3, green c2", removed="red c3, blue e1"),
            ["several_tiles", "tile_moved", "tile_removed"],
            id="everything",
        ),
        pytest.param(change(), [], id="nothing"),
        pytest.param(change(added="blue e1", removed="blue e1"), [], id="put back where it lay"),
    ],
)
def test_passes_and_changes(act, expected):
    assert faults(game(TILES), act) == expected


@pytest.mark.parametrize(
    ("added", "expected"),
    [
        pytest.param("yellow b6", [], id="four steps from its corner"),
        pytest.param("red e1", [], id="onto another player's tile"),
        pytest.param("blue f5", ["wrong_player"], id="by another player"),
        pytest.param("yellow c6", ["wrong_steps"], id="three steps"),
        pytest.param("yellow f6", ["wrong_steps"], id="left on its corner"),
        pytest.param("red c3", ["enter_on_lane"], id="two steps along and two inside"),
        pytest.param("red c4", ["enter_on_lane", "wrong_steps"], id="inside, further than four steps"),
    ],
)
def test_a_change_that_only_adds_one_tile_is_its_entry(added, expected):
    state = game(TILES.replace("red b1 d1 f3 c3", "red b1"))
    assert faults(state, change(added=added)) == expected


def test_a_change_that_only_adds_a_tile_that_nobody_plays_is_no_ones_entry():
    assert faults(game(players="ann bo cy"), change(added="green a2")) == ["not_your_tile"]

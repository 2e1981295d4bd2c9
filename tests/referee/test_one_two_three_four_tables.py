"""One Two Three … Four: the end, acts that a person lets stand, and tables set by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from setting_one_two_three_four import change, enter, faults, game, lying, move

from referee import one_two_three_four as joushi
from referee.game import IllegalAct
from referee.one_two_three_four import Enter, Move, Pass, SetTable
from referee.table import Table, cell_from_name


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


def test_an_accepted_change_pushes_nothing_and_what_lay_where_its_tile_lies_is_handed_back():
    state, act = game("blue c2 c6"), change(added="red c3")
    assert faults(state, act) == ["enter_on_lane"]
    assert lying(joushi.accept(state, act)) == "blue c2 c6, red c3"
    assert joushi.effect(state, act).fallen == ()
    assert joushi.effect(state, change(added="red c2")).kicked == ("blue", cell_from_name("c2"))
    assert lying(joushi.accept(state, change(added="red c2"))) == "blue c6, red c2"


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

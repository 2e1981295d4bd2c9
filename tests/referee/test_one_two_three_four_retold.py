"""One Two Three … Four: a record is told by another direction or other corners, and what lay there lies there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play_one_two_three_four import legal_act, random_act, random_start
from setting import calm
from setting_one_two_three_four import change, enter, game, lying, move

from referee import one_two_three_four as joushi
from referee import records
from referee.game import Unfit
from referee.one_two_three_four import COLOURS, Pass, SetTable
from referee.one_two_three_four_tables import retold
from referee.records import Line, Record

OTHER_WAY = {"clockwise": "anticlockwise", "anticlockwise": "clockwise"}


def by(state, **options):
    return replace(state, options=replace(state.options, **options))


def other_way(state):
    return by(state, direction=OTHER_WAY[state.options.direction])


def told_other_way(state, act):
    return retold(other_way(state), act, state)


def test_a_tile_that_was_brought_in_lies_where_it_lay():
    """On a board of 6x6 the lane has 20 cells: 16 steps one way are 4 the other way."""
    assert told_other_way(game(), enter("ann", "red", 16)) == enter("ann", "red", 4)
    assert told_other_way(game(), enter("ann", "red", 4)) == enter("ann", "red", 16)


def test_a_tile_that_was_brought_in_at_another_corner_lies_where_it_lay():
    swapped = by(game(), corners=("blue", "red", "yellow", "green"))
    told = retold(swapped, enter("ann", "red", 9), game())
    assert told == enter("ann", "red", 4)
    assert lying(joushi.accept(swapped, told)) == "red f5"


def test_a_tile_that_was_moved_and_slid_inwards_lies_where_it_lay():
    state = game("red e1, blue c2")
    told = told_other_way(state, move("ann", "e1", 18, 2))
    assert told == move("ann", "e1", 2, 2)
    assert lying(joushi.apply(other_way(state), told)) == "blue c4, red c3"


def test_what_was_told_as_no_turn_becomes_the_turn_that_it_was():
    state = game("red e1")
    moved = change(added="red a1", removed="red e1")
    assert joushi.judge(state, moved).faults == ("tile_moved",)
    assert told_other_way(state, moved) == move("ann", "e1", 4)
    assert told_other_way(state, change(added="red a5")) == enter("ann", "red", 4)


def test_a_fault_that_is_one_either_way_stays_that_of_the_same_player():
    state = game("blue e1")
    told = told_other_way(state, move("ann", "e1", 4))
    assert told.player == "ann" and "not_your_tile" in joushi.judge(other_way(state), told).faults


def test_passes_and_tables_that_were_set_by_hand_stay_as_they_are():
    for act in (Pass("ann"), SetTable(game("red c3").stacks, "bo")):
        assert told_other_way(game(), act) == act


def test_on_a_board_of_another_size_the_table_cannot_lie():
    with pytest.raises(Unfit, match="5 rows, not 6"):
        retold(by(game(), size=5), enter("ann", "red"), game())


def test_what_counted_counts_and_is_let_stand_where_it_is_a_fault_now():
    told = records.retold(Record(game(), (Line(enter("ann", "red")),)), other_way(game()))
    assert told == (Line(enter("ann", "red", 16), accepted=True),)


def test_a_fault_that_did_not_count_does_where_it_is_none():
    told = records.retold(Record(game(), (Line(enter("ann", "red", 16)),)), other_way(game()))
    assert told == (Line(enter("ann", "red", 4)),)


def played(chance, start, most=30):
    """A game at random as it is kept: legal acts, faults that are let stand, tables that are set by hand."""
    state, lines = start, []
    for _ in range(chance.randint(1, most)):
        act = legal_act(chance, state) if chance.random() < 0.7 else random_act(chance, state)
        if chance.random() < 0.05:
            act = SetTable(state.stacks, chance.choice(state.players))
        if act is None:
            break
        lines.append(Line(act, accepted=not joushi.judge(state, act).legal))
        state = joushi.accept(state, act)
    return Record(start, tuple(lines))


def tables(record):
    return [(step.after.tiles, step.after.turn) for step in records.play(record)]


@calm
@given(st.randoms(use_true_random=False), st.booleans(), st.permutations(COLOURS))
def test_every_table_lies_as_it_lay_and_told_back_the_record_is_as_it_was(chance, flip, colours):
    record = played(chance, random_start(chance))
    start = by(other_way(record.start) if flip else record.start, corners=tuple(colours))
    told = records.retold(record, start)
    assert tables(Record(start, told)) == tables(record)
    assert records.retold(Record(start, told), record.start, record.lines) == record.lines
    back = records.retold(Record(start, told), record.start)
    assert tables(Record(record.start, back)) == tables(record), "even if nobody knew how it had been told"


@calm
@given(st.randoms(use_true_random=False))
def test_a_game_without_a_fault_that_was_told_the_wrong_way_round_has_none_the_right_way(chance):
    right = random_start(chance)
    state, lines = right, []
    while len(lines) < 20 and (act := legal_act(chance, state)):
        lines.append(Line(act))
        state = joushi.apply(state, act)
    wrong = other_way(right)
    told = records.retold(Record(wrong, records.retold(Record(right, tuple(lines)), wrong)), right)
    assert all(step.verdict.legal for step in records.play(Record(right, told)))

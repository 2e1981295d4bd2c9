"""What holds in every game of Just 4 Fun Colours, over games played at random."""

from __future__ import annotations

import json
from dataclasses import replace

import naive_referee
from hypothesis import given
from hypothesis import strategies as st
from setting import SYMMETRIES, calm, records, short, states, states_and_acts, turned_act, turned_grid

from referee import just4fun_colours as j4f
from referee import records as record_lines
from referee.game import IllegalAct
from referee.just4fun_colours import Change, Place
from referee.table import COLOURS, cells


@calm
@given(records())
def test_a_second_plain_referee_judges_every_act_alike_and_comes_to_the_same_outcome(lines):
    record = record_lines.parse("\n".join(map(json.dumps, lines)))
    steps = list(record_lines.play(record))
    outcome = j4f.outcome(record_lines.final_state(record))
    expected_faults, expected_outcome = naive_referee.judge(lines)
    assert [list(step.verdict.faults) for step in steps] == expected_faults
    assert (record_lines.outcome_fields(outcome) if outcome else None) == expected_outcome


@calm
@given(states_and_acts())
def test_faults_are_known_named_once_and_in_alphabetical_order(case):
    verdict = j4f.judge(*case)
    assert list(verdict.faults) == sorted(set(verdict.faults) & set(j4f.FAULTS))
    assert set(verdict.warnings) <= set(j4f.WARNINGS)


@calm
@given(records(acts=40))
def test_an_illegal_act_changes_nothing(lines):
    for step in record_lines.play(record_lines.parse("\n".join(map(json.dumps, lines)))):
        if not step.verdict.legal:
            assert step.after == step.before
            assert_refused(step.before, step.line.act)


@calm
@given(states_and_acts())
def test_a_legal_turn_uses_up_one_stone_of_the_mover_and_passes_on(case):
    state, act = case
    if not j4f.judge(state, act).legal or isinstance(act, Change):
        return
    after = j4f.apply(state, act)
    assert act.player == state.on_turn
    assert after.on_turn == state.players[(state.turn + 1) % len(state.players)]
    used = {player: state.stones_left(player) - after.stones_left(player) for player in state.players}
    assert used == {player: int(player == act.player) for player in state.players}


@calm
@given(states_and_acts())
def test_stones_are_conserved_whatever_is_accepted(case):
    state, act = case
    for after in (state, j4f.accept(state, act)):
        for player, boxed in zip(after.players, after.boxed, strict=True):
            on_board = sum(stack.count(player) for row in after.stacks for stack in row)
            assert after.stones_left(player) == max(0, j4f.STONES - on_board - boxed)
            assert after.stones_left(player) + boxed + on_board == j4f.STONES or on_board + boxed > j4f.STONES


@short
@given(states())
def test_legal_acts_are_exactly_the_placements_that_judge_allows_with_a_full_hand(state):
    allowed = [
        Place(state.on_turn, cell, (colour,) * count)
        for cell in cells(6)
        for colour in COLOURS
        for count in range(j4f.HAND + 1)
        if j4f.judge(state, Place(state.on_turn, cell, (colour,) * count)).legal
    ]
    assert list(j4f.legal_acts(state)) == allowed


@calm
@given(states())
def test_towers_grow_by_one_a_turn_and_never_shrink(state):
    for act in j4f.legal_acts(state)[:3]:
        after = j4f.apply(state, act)
        grown = [
            cell
            for cell in cells(6)
            if j4f.expected_table(after).height(cell) != j4f.expected_table(state).height(cell)
        ]
        assert grown == [act.cell]
        assert j4f.expected_table(after).height(act.cell) == len(act.cards)


@calm
@given(states_and_acts(), st.sampled_from(SYMMETRIES))
def test_a_turned_or_mirrored_table_is_judged_alike(case, turn):
    state, act = case
    assert j4f.judge(turned_state(state, turn), turned_act(act, turn)) == j4f.judge(state, act)


@calm
@given(states(), st.sampled_from(SYMMETRIES))
def test_a_turned_or_mirrored_table_has_the_same_outcome(state, turn):
    told, expected = j4f.outcome(turned_state(state, turn)), j4f.outcome(state)
    if expected is None:
        assert told is None
        return
    assert (told.how, told.winners) == (expected.how, expected.winners)
    assert told.cells == tuple(sorted(turn(*cell) for cell in expected.cells))
    assert [(len(a.cells), a.stones) for _, a in told.areas] == [
        (len(a.cells), a.stones) for _, a in expected.areas
    ]


def assert_refused(state, act):
    try:
        j4f.apply(state, act)
    except IllegalAct as refusal:
        assert refusal.faults == j4f.judge(state, act).faults
    else:
        raise AssertionError("an illegal act was applied")


def turned_state(state, turn):
    return replace(state, fields=turned_grid(state.fields, turn), stacks=turned_grid(state.stacks, turn))

"""What holds in every game of the registry, over games played at random.

How a game is played at random is told by a module of its own; see `playing`.
"""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import every_game, played, player_of, seeds
from setting import calm, short

from referee import notation, records, registry
from referee.game import IllegalAct
from referee.phrases import LANGUAGES, announce, follows, say, standing


@every_game
@calm
@seeds
def test_faults_and_warnings_are_known_named_once_and_in_alphabetical_order(game_id, seed):
    game = registry.game(game_id)
    assert list(game.FAULTS) == sorted(set(game.FAULTS))
    for state, act in played(game_id, seed, most=30):
        verdict = game.judge(state, act)
        assert list(verdict.faults) == sorted(set(verdict.faults) & set(game.FAULTS))
        assert list(verdict.warnings) == sorted(set(verdict.warnings) & set(game.WARNINGS))


@every_game
@calm
@seeds
def test_an_illegal_act_is_refused_and_changes_nothing(game_id, seed):
    game = registry.game(game_id)
    steps = played(game_id, seed, faulty=0.6)
    for (state, act), (following, _) in pairwise(steps):
        verdict = game.judge(state, act)
        if not verdict.legal:
            assert following == state
            with pytest.raises(IllegalAct) as refusal:
                game.apply(state, act)
            assert refusal.value.faults == verdict.faults


@every_game
@calm
@seeds
def test_after_the_end_nothing_can_be_done(game_id, seed):
    game, play = registry.game(game_id), player_of(game_id)
    for state, act in played(game_id, seed, most=150, faulty=0.05):
        if game.outcome(state) is not None:
            verdict = game.judge(state, act)
            assert verdict.faults in ((), ("game_over",))
            assert play.legal_act(random.Random(seed), state) is None
            assert not game.legal_acts(state)


@every_game
@calm
@seeds
def test_an_act_is_undone_by_going_back_to_the_state_before(game_id, seed):
    """States are values: doing an act leaves the state before as it was, and doing it again leads as far."""
    game = registry.game(game_id)
    for state, act in played(game_id, seed, most=20):
        table, on_turn, outcome = game.expected_table(state), state.on_turn, game.outcome(state)
        assert game.accept(state, act) == game.accept(state, act)
        assert (table, on_turn, outcome) == (game.expected_table(state), state.on_turn, game.outcome(state))


@every_game
@calm
@seeds
def test_a_table_set_as_it_is_expected_to_lie_changes_nothing(game_id, seed):
    game = registry.game(game_id)
    for state, _ in played(game_id, seed, most=30):
        assert game.with_table(state, game.expected_table(state)) == state


@every_game
@calm
@seeds
def test_the_parts_are_conserved(game_id, seed):
    steps, play = played(game_id, seed, most=120, faulty=0.1), player_of(game_id)
    assert all(play.parts(state) == play.parts(steps[0][0]) for state, _ in steps)


@every_game
@short
@seeds
def test_judge_and_legal_acts_agree(game_id, seed):
    game, play = registry.game(game_id), player_of(game_id)
    state = played(game_id, seed, faulty=0.1)[-1][0]
    legal = set(game.legal_acts(state))
    assert all(game.judge(state, act).legal for act in legal)
    for act in play.space(random.Random(seed), state):
        assert game.judge(state, act).legal == (act in legal)


@every_game
@short
@seeds
def test_the_rules_know_no_direction(game_id, seed):
    game, play = registry.game(game_id), player_of(game_id)
    state, act = played(game_id, seed)[-1]
    for turn_state, turn_act in play.symmetries(state):
        assert game.judge(turn_state(state), turn_act(act)) == game.judge(state, act)
        if game.judge(state, act).legal:
            assert game.accept(turn_state(state), turn_act(act)) == turn_state(game.accept(state, act))


@every_game
@short
@seeds
def test_a_second_plain_referee_judges_alike(game_id, seed):
    play = player_of(game_id)
    if play.naive is None:
        return
    steps = played(game_id, seed, most=150)
    start = steps[0][0]
    lines = [records.header_fields(start), *(play.as_line(act) for _, act in steps)]
    record = records.parse("\n".join(map(json.dumps, lines)))
    faults, outcome = play.naive(lines)
    assert [list(step.verdict.faults) for step in records.play(record)] == faults
    ended = registry.game(game_id).outcome(records.final_state(record))
    assert (records.outcome_fields(ended) if ended else None) == outcome


@every_game
@calm
@seeds
def test_what_is_read_is_written_alike(game_id, seed):
    steps, play = played(game_id, seed), player_of(game_id)
    lines = [records.header_fields(steps[0][0]), *(play.as_line(act) for _, act in steps)]
    record = records.parse("\n".join(map(json.dumps, lines)))
    assert record.start == steps[0][0]
    assert [line.act for line in record.lines] == [act for _, act in steps]
    assert [json.loads(line) for line in records.dump(record).splitlines()] == lines


@every_game
@calm
@seeds
def test_what_is_written_as_text_is_read_back(game_id, seed):
    steps = played(game_id, seed)
    lines = tuple(records.Line(act, accepted=index % 3 == 0) for index, (_, act) in enumerate(steps))
    record = records.Record(steps[0][0], lines)
    assert notation.parse(notation.dump(record)) == record


@every_game
@calm
@seeds
def test_whatever_is_done_there_is_a_sentence_without_gaps(game_id, seed):
    game = registry.game(game_id)
    for state, act in played(game_id, seed):
        after = game.accept(state, act)
        for language in LANGUAGES:
            assert_sentences(say(language, state, act, game.judge(state, act)))
            assert_sentences(standing(language, after))
            if followed := follows(language, state, act, after):
                assert_sentences(followed)
            if ended := game.outcome(after):
                assert_sentences(announce(language, ended))


def assert_sentences(text):
    assert text.endswith((".", "?", "!", "。", "？"))
    assert not set("{}_|#") & set(text)
    assert "None" not in text
    assert "  " not in text
    assert " ." not in text


@every_game
def test_the_ways_to_go_on_are_counted_for_every_number_of_players(game_id):
    file = Path(__file__).parent / f"perft_{registry.GAMES[game_id]}.json"
    positions = json.loads(file.read_text(encoding="utf-8"))
    starts = [records.parse("\n".join(map(json.dumps, position["record"]))).start for position in positions]
    fewest, most = registry.game(game_id).PLAYERS
    assert {start.game for start in starts} == {game_id}
    assert {len(start.players) for start in starts} == set(range(fewest, most + 1))
    assert all(position["counts"] for position in positions)


# The record parser.

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["red", "ann", "place", "red-chariot", -1, 6, 10**400, [0, 0]]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def record_lines(game_id, seed):
    steps, play = played(game_id, seed, most=8, faulty=0.6), player_of(game_id)
    return [records.header_fields(steps[0][0]), *(play.as_line(act) for _, act in steps)]


@every_game
@calm
@given(st.integers(0, 2**32), st.data())
def test_whatever_a_field_holds_a_record_is_read_or_refused(game_id, seed, data):
    lines = record_lines(game_id, seed)
    spoilt = lines[data.draw(st.integers(0, len(lines) - 1))]
    for _ in range(data.draw(st.integers(1, 2))):
        deeper = [spoilt[key] for key in sorted(spoilt) if isinstance(spoilt[key], dict) and spoilt[key]]
        inside = deeper and data.draw(st.booleans())
        spoilt = data.draw(st.sampled_from(deeper)) if inside else spoilt
        key = data.draw(st.sampled_from(sorted(spoilt)))
        spoilt[key] = data.draw(JUNK)
        if data.draw(st.booleans()):
            del spoilt[key]
            break
    read_or_refuse("\n".join(map(json.dumps, lines)))


@every_game
@calm
@given(st.integers(0, 2**32), st.integers(0, 100_000), st.binary(max_size=3))
def test_a_record_that_was_cut_or_scratched_is_read_or_refused(game_id, seed, where, scratch):
    text = "\n".join(map(json.dumps, record_lines(game_id, seed)))
    where %= len(text)
    for whole in (text.encode(), notation.dump(records.parse(text)).encode()):
        for spoilt in (whole[:where], whole[:where] + scratch + whole[where + len(scratch) :]):
            read_or_refuse(spoilt)
            read_or_refuse(spoilt, notation.parse)


def read_or_refuse(data, parse=records.parse):
    try:
        record = parse(data)
    except records.RecordError as error:
        assert error.line_number >= 1
        assert error.what.isprintable()
        assert len(error.what) < 300
    else:
        for step in records.play(record):
            for language in LANGUAGES:
                assert_sentences(say(language, step.before, step.line.act, step.verdict))
            json.dumps(records.event_fields(step))

"""A record of 1,000 acts is judged in under 50 ms: in processor time, for other programs may run beside, and on the
processor that `yardstick` speaks of.
"""

from __future__ import annotations

import gc
import importlib
import json
import random
import resource
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from yardstick import milliseconds

from referee import records, registry

pytestmark = pytest.mark.timed

LONG = {"four-colour-cards": {"rounds": 100}, "punto": {"wins": 9}}  # so that games do not end too soon


def long_record(game_id, acts=1000):
    play, game = importlib.import_module(f"play_{registry.GAMES[game_id]}"), registry.game(game_id)
    chance = random.Random(7)
    state = play.random_start(chance)
    state = replace(state, options=replace(state.options, **LONG.get(game_id, {})))
    lines = [records.header_fields(state)]
    while len(lines) <= acts:
        act = play.legal_act(chance, state) if len(lines) % 10 else None
        act = play.random_act(chance, state) if act is None else act
        lines.append(play.as_line(act))
        if game.judge(state, act).legal:
            state = game.apply(state, act)
    return "\n".join(map(json.dumps, lines))


def crowded_record(players, size, seed, acts=1000):
    """One Two Three … Four, all legal: tiles are brought in first, and no row is made, so that players get stuck."""
    play, game = importlib.import_module("play_one_two_three_four"), registry.game("one-two-three-four")
    chance = random.Random(seed)
    state = play.random_start(chance, players, size)
    lines = [records.header_fields(state)]
    while len(lines) <= acts:
        legal = list(game.legal_acts(state))
        chance.shuffle(legal)
        legal.sort(key=lambda act: play.as_line(act)["act"] == "move")
        act = next(act for act in legal if not game.outcome(game.apply(state, act)))
        lines.append(play.as_line(act))
        state = game.apply(state, act)
    return "\n".join(map(json.dumps, lines))


@pytest.fixture
def nothing_else_in_memory():
    """What other tests have left is not gone through by the collector, as it is not there in the program."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def seconds(job):
    start = time.process_time()
    job()
    return time.process_time() - start


def seconds_to_judge(text):
    """As by a program that has just been started: nothing is known from the time before."""
    game = registry.game(records.parse(text).game)
    for name in vars(game):
        if hasattr(getattr(game, name), "cache_clear"):
            getattr(game, name).cache_clear()
    return seconds(lambda: [None for _ in records.play(records.parse(text))])


@pytest.mark.usefixtures("nothing_else_in_memory")
@pytest.mark.parametrize("game_id", registry.GAMES)
def test_a_record_of_1000_acts_is_judged_in_under_50_ms(game_id):
    text = long_record(game_id)
    assert milliseconds(lambda: seconds_to_judge(text)) < 50


@pytest.mark.usefixtures("nothing_else_in_memory")
@pytest.mark.parametrize(
    ("players", "size", "seed", "passes"),
    [(3, 6, "10436enter", 333), (4, 6, "12446enter", 439), (3, 7, "11737enter", 181)],
)
def test_so_is_one_in_which_players_are_stuck_on_a_crowded_board(players, size, seed, passes):
    text = crowded_record(players, size, seed)
    verdicts = [step.verdict for step in records.play(records.parse(text))]
    assert all(verdict.legal for verdict in verdicts)
    assert text.count('"pass"') == passes
    assert milliseconds(lambda: seconds_to_judge(text)) < 50


def test_tableref_judge_starts_in_under_400_ms():
    call = [sys.executable, "-m", "companion.cli", "judge", "--json", "-"]
    header = long_record("punto", acts=0)

    def judged():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = subprocess.run(call, input=header, capture_output=True, text=True, check=True, timeout=120)
        assert result.stdout == '{"outcome": null}\n'
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(judged() for _ in range(5)) < 0.4

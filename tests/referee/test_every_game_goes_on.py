"""What holds in every game: tables are possible, there is a way on until the end, and colours are worth the same."""

from __future__ import annotations

import random

import pytest
from playing import every_game, played, player_of, recoloured, recolouring, seeds
from setting import calm, short

from referee import registry

ENDED_BY = 20_000  # acts; nearly all games take a few hundred at most


@every_game
@short
@seeds
def test_every_table_that_play_leads_to_is_possible(game_id, seed):
    game = registry.game(game_id)
    for state, act in played(game_id, seed, most=120, faulty=0.1):
        assert game.status(state, game.expected_table(state)) == ()
        if game.judge(state, act).warnings:
            break  # it cannot be as it was told


@every_game
@short
@seeds
def test_there_is_a_way_on_until_the_game_is_over(game_id, seed):
    game = registry.game(game_id)
    for state, _ in played(game_id, seed, most=120, faulty=0.1):
        assert bool(game.legal_acts(state)) == (game.outcome(state) is None)


@every_game
@short
@seeds
def test_so_there_is_from_every_table_that_is_set_by_hand_whoever_is_on_turn(game_id, seed):
    game = registry.game(game_id)
    state, _ = played(game_id, seed, most=120, faulty=0.1)[-1]
    for player in state.players:
        by_hand = game.with_table(state, game.expected_table(state), player)
        assert bool(game.legal_acts(by_hand)) == (game.outcome(by_hand) is None)


@every_game
@pytest.mark.parametrize("seed", range(6))
def test_games_end(game_id, seed):
    chance, play, game = random.Random(seed), player_of(game_id), registry.game(game_id)
    state = play.random_start(chance)
    for _ in range(ENDED_BY):
        act = play.legal_act(chance, state)
        if act is None:
            break
        state = game.apply(state, act)
    assert game.outcome(state) is not None


@every_game
@calm
@seeds
def test_in_other_colours_verdicts_and_ends_are_the_same_in_other_colours(game_id, seed):
    game, chance = registry.game(game_id), random.Random(seed)
    new = recolouring(chance, game_id)
    for state, act in played(game_id, seed, most=60, faulty=0.4)[-3:]:
        other_state, other_act = recoloured(state, new), recoloured(act, new)
        assert game.judge(other_state, other_act) == game.judge(state, act)
        assert game.accept(other_state, other_act) == recoloured(game.accept(state, act), new)
        assert game.outcome(other_state) == recoloured(game.outcome(state), new)

"""What holds of every game's sentences: what they name is there, and gives nothing away."""

from __future__ import annotations

import random
import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import every_game, played, player_of, seeds
from setting import calm

from referee import registry
from referee.phrases import LANGUAGES, catalogue, follows, say
from referee.table import cell_name, cells

far = st.integers(-(10**6), 10**6)
near = st.integers(-130, 130)
A_CELL = re.compile(r"\b[a-z]\d+\b")


@every_game
@calm
@seeds
def test_an_example_named_in_a_sentence_is_legal_and_never_wins(game_id, seed):
    game, play, chance = registry.game(game_id), player_of(game_id), random.Random(seed)
    for state, _ in played(game_id, seed, most=60, faulty=0.1)[-5:]:
        if game.outcome(state) is not None:
            continue
        for claim in play.claims(chance, state):
            if game.judge(state, claim).legal:
                continue
            for example in play.examples(state, claim):
                assert_quiet(game, state, example)


def assert_quiet(game, state, example):
    assert not set(game.judge(state, example).faults) - {"wrong_player", "wrong_deck", "no_such_card"}
    after = game.accept(state, example)
    assert game.outcome(after) is None
    assert len(getattr(after, "rounds", ())) == len(getattr(state, "rounds", ()))


@every_game
@calm
@seeds
def test_every_player_and_cell_in_a_sentence_is_there(game_id, seed):
    game, play = registry.game(game_id), player_of(game_id)
    for state, act in played(game_id, seed):
        told = [
            say("en", state, act, game.judge(state, act)),
            follows("en", state, act, game.accept(state, act)),
        ]
        words = re.findall(r"[\w']+", " ".join(told))
        strangers = set(getattr(play, "NAMES", ())) - set(state.players) - {"red"}
        assert not strangers & {word.removesuffix("'s") for word in words}
        assert set(A_CELL.findall(" ".join(told))) <= names_of_cells(state, act)


def names_of_cells(state, act):
    """Of a board all its cells; where cards make their own grid, those beside cards, and those of the act."""
    if hasattr(state, "stacks"):
        return {cell_name(cell) for cell in cells(state.options.size)}
    if not hasattr(state, "piles"):
        return set()
    lying = [cell for cell, _ in state.piles] or [(0, 0)]
    around = {
        (row + down, column + right) for row, column in lying for down in (-1, 0, 1) for right in (-1, 0, 1)
    }
    placed = [*getattr(act, "added", ()), *getattr(act, "removed", ())]
    return {
        cell_name(cell) for cell in (*around, *(cell for _, cell in placed), getattr(act, "cell", (0, 0)))
    }


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_every_number_in_a_sentence_is_a_fact(language, game_id):
    """But for words that say one of something, and for what a general counts that nobody saw."""
    book = catalogue(language)["games"][game_id]
    for path, template in templates(book):
        if path[0] in ("options", "called") or path == ("events", "hidden"):
            continue
        fixed = "".join(text for text, _, _, _ in string.Formatter().parse(template))
        assert not re.search(r"\d", fixed), path


def templates(book, path=()):
    if isinstance(book, dict):
        return [found for key in book for found in templates(book[key], (*path, key))]
    return [(path, book)]


@calm
@given(st.sets(st.tuples(near | far, near | far), min_size=2))
def test_no_two_cells_of_a_grid_that_floats_have_one_name(some):
    assert len({cell_name(cell) for cell in some}) == len(some)


def test_no_two_cells_that_cards_can_reach_have_one_name():
    reach = [(row, column) for row in range(-200, 200) for column in range(-60, 60)]
    assert len({cell_name(cell) for cell in reach}) == len(reach)


@calm
@seeds
def test_in_a_record_of_punto_a_cell_keeps_its_name(seed):
    named = {}
    for state, act in played("punto", seed, most=120, faulty=0.1):
        for cell in [cell for cell, _ in state.piles] + [getattr(act, "cell", (0, 0))]:
            assert named.setdefault(cell_name(cell), cell) == cell

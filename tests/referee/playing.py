"""Games played at random, for the properties that hold in every game of the registry.

How a game is played at random is told by a module `play_<the game's module>` in this folder; a game that has
none fails here. It has:

- `random_start(chance)`: a state before the first act; `chance` is a `random.Random`;
- `legal_act(chance, state)`: some legal act, None where there is none or the game is over;
- `random_act(chance, state)`: some act of any kind, legal or not;
- `as_line(act)`: the act as JSON would give it back, made without the code that writes records;
- `space(chance, state)`: acts, legal or not, whose legality does not depend on what is hidden;
- `parts(state)`: what is the same after every legal act, as the game's parts are: all stones, cards, credits;
- `symmetries(state)`: pairs of functions, of states and of acts, that change no verdict; none on a table
  without a board;
- `PALETTES`: groups of colours that are worth the same, and can change places;
- `examples(state, act)`: the acts that the sentence about a false claim names as possible; none for other acts;
- `claims(chance, state)`: acts that claim that nothing is possible, true or false;
- `naive`: a second, plain referee, from a record's lines to the faults of each act and the outcome; None
  where only the hard parts have a second implementation.
"""

from __future__ import annotations

import importlib
import random
from dataclasses import fields, is_dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import registry

every_game = pytest.mark.parametrize("game_id", registry.GAMES)
seeds = given(st.integers(0, 2**32))


def player_of(game_id):
    return importlib.import_module(f"play_{registry.GAMES[game_id]}")


def played(game_id, seed, most=60, faulty=0.3):
    """A game at random: each act with the state before it; the last act has not been done."""
    chance, play, game = random.Random(seed), player_of(game_id), registry.game(game_id)
    state = play.random_start(chance)
    steps = []
    for _ in range(chance.randint(1, most)):
        act = None if chance.random() < faulty else play.legal_act(chance, state)
        act = play.random_act(chance, state) if act is None else act
        steps.append((state, act))
        if game.judge(state, act).legal:
            state = game.apply(state, act)
    return steps


def recoloured(value, new):
    """Whatever there is of a game (a state, an act, an outcome) with other colours: `new` says which for which."""
    if isinstance(value, str):
        colour, dash, rank = value.partition("-")  # of a card, too: "red-chariot"
        return new.get(colour, colour) + dash + rank
    if is_dataclass(value):
        named = {field.name: recoloured(getattr(value, field.name), new) for field in fields(value)}
        return replace(value, **named)
    if isinstance(value, tuple):
        parts = [recoloured(part, new) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def recolouring(chance, game_id):
    """Colours that change places at random, within the game's palettes."""
    new = {}
    for palette in player_of(game_id).PALETTES:
        new |= dict(zip(palette, chance.sample(palette, len(palette)), strict=True))
    return new

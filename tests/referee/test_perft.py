"""How many ways there are to go on in each game, counted to a small depth; the counts are kept as data.

Of Just 4 Fun Colours every way is counted in which a placement can be paid from a full hand; of Punto every card
that can be in the deck, on every cell where it can lie (the first of a round lies on one: the grid floats); of Four
Colour Cards every act but hu that is legal by what lies open, whatever the hands hold. A game that has ended has
none. Compare https://www.chessprogramming.org/Perft.
"""

from __future__ import annotations

import json

from perft import GAMES, each, positions

from referee import records, registry


def perft(game, state, depth):
    acts = game.legal_acts(state)
    return len(acts) if depth == 1 else sum(perft(game, game.apply(state, act), depth - 1) for act in acts)


@each([position for game in GAMES for position in positions(game)])
def test_there_are_so_many_ways_to_go_on(position):
    state = records.final_state(records.parse("\n".join(map(json.dumps, position["record"]))))
    game = registry.game(state.game)
    depths = range(1, len(position["counts"]) + 1)
    assert [perft(game, state, depth) for depth in depths] == position["counts"]

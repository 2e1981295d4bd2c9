"""How many ways there are to go on in Just 4 Fun Colours, counted to a small depth; the counts are kept as data.

Every way a placement can be paid from a full hand is counted; a game that has ended has none. Compare
https://www.chessprogramming.org/Perft.
"""

from __future__ import annotations

import json
from pathlib import Path

import naive_referee
import pytest

from referee import records, registry

POSITIONS = json.loads((Path(__file__).parent / "perft_just4fun_colours.json").read_text(encoding="utf-8"))
CASES = pytest.mark.parametrize("position", POSITIONS, ids=[position["what"] for position in POSITIONS])


def perft(game, state, depth):
    acts = game.legal_acts(state)
    return len(acts) if depth == 1 else sum(perft(game, game.apply(state, act), depth - 1) for act in acts)


@CASES
def test_there_are_so_many_ways_to_go_on(position):
    state = records.final_state(records.parse("\n".join(map(json.dumps, position["record"]))))
    game = registry.game(state.game)
    depths = range(1, len(position["counts"]) + 1)
    assert [perft(game, state, depth) for depth in depths] == position["counts"]


@CASES
def test_a_second_plain_referee_counts_as_many_at_first(position):
    referee = naive_referee.NaiveReferee(position["record"][0])
    for line in position["record"][1:]:
        referee.act(line)
    player = referee.players[referee.turn]
    ways = [
        {"act": "place", "player": player, "cell": [row, column], "cards": [colour] * count}
        for row, column in referee.cells
        for colour in ("red", "orange", "yellow", "green", "blue", "violet")
        for count in range(8)
    ]
    assert sum(not referee.faults(way) for way in ways) == position["counts"][0]

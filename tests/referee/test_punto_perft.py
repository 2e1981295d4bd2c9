"""How many ways there are to go on in Punto, by number of players; the counts are kept as data.

Every card that can be in the deck is counted on every cell where it can lie; the first card of a round lies on
one cell, for the grid floats.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from naive_punto import NaivePunto

from referee import punto, records

FILE = Path(__file__).parent / "perft_punto.json"
POSITIONS = json.loads(FILE.read_text(encoding="utf-8"))
each_position = pytest.mark.parametrize(
    "position", POSITIONS, ids=[position["what"] for position in POSITIONS]
)


@each_position
def test_there_are_so_many_ways_to_go_on(position):
    state = records.final_state(records.parse("\n".join(map(json.dumps, position["record"]))))
    depths = range(1, len(position["counts"]) + 1)
    assert [perft(state, depth) for depth in depths] == position["counts"]


@each_position
def test_a_second_plain_referee_counts_as_many_at_first(position):
    referee = NaivePunto(position["record"][0])
    for line in position["record"][1:]:
        assert referee.act(line) == []
    player = referee.players[referee.turn]
    reach = [range(min(axis) - 1, max(axis) + 2) for axis in zip(*referee.grid or [(0, 0)], strict=True)]
    cells = product(*reach) if referee.grid else [(0, 0)]
    cards = [{"colour": c, "points": p} for c in ("red", "orange", "blue", "green") for p in range(1, 10)]
    ways = [{"act": "place", "player": player, "card": card, "at": at} for at in cells for card in cards]
    ways += [{"act": "cannot_place", "player": player, "card": card} for card in (*cards, None)]
    assert sum(not referee.faults(way) for way in ways) == position["counts"][0]


def test_every_number_of_players_and_teams_are_counted():
    headers = [position["record"][0] for position in POSITIONS]
    assert {(len(line["players"]), bool(line["options"]["teams"])) for line in headers} == {
        (2, False),
        (3, False),
        (4, False),
        (4, True),
    }


def perft(state, depth):
    acts = punto.legal_acts(state)
    return len(acts) if depth == 1 else sum(perft(punto.apply(state, act), depth - 1) for act in acts)

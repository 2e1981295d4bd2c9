"""How many ways there are to go on in Punto, by number of players; the counts are kept as data.

Every card that can be in the deck is counted on every cell where it can lie; the first card of a round lies on
one cell, for the grid floats.
"""

from __future__ import annotations

from itertools import product

from naive_punto import NaivePunto
from perft import each, positions

POSITIONS = positions("punto")


@each(POSITIONS)
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

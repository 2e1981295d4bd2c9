"""How many ways there are to go on in Just 4 Fun Colours, counted to a small depth; the counts are kept as data.

Every way a placement can be paid from a full hand is counted; a game that has ended has none. Compare
https://www.chessprogramming.org/Perft.
"""

from __future__ import annotations

import naive_referee
from perft import each, positions

POSITIONS = positions("just4fun_colours")


@each(POSITIONS)
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

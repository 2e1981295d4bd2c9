"""How many ways there are to go on in Four Colour Cards, counted to a small depth; the counts are kept as data.

Every act but hu is counted that is legal by what lies open, whatever the hands hold.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import naive_four_colour_cards as naive
from perft import each, positions

from referee.four_colour_deck import CARDS

POSITIONS = positions("four_colour_cards")


@each(POSITIONS)
def test_a_second_plain_referee_counts_as_many_at_first(position):
    referee = naive.NaiveReferee(position["record"][0])
    for line in position["record"][1:]:
        assert referee.act(line) == []
    ways = [{"act": "exhausted"}]
    for player in referee.players:
        ways.append({"act": "stuck", "player": player})
        ways += [
            {"act": act, "player": player, "card": card} for act in ("discard", "draw") for card in CARDS
        ]
        ways += [{"act": "meld", "player": player, "cards": list(cards)} for cards in every_meld()]
    assert sum(referee.outcome() is None and not referee.faults(way) for way in ways) == position["counts"][0]


def every_meld():
    some = (cards for count in range(1, 5) for cards in combinations_with_replacement(CARDS, count))
    return [cards for cards in some if naive.meld(cards)]

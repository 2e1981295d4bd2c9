"""How many ways there are to go on, by number of players and size of the board; the counts are kept as data."""

from __future__ import annotations

import copy

from naive_one_two_three_four import NaiveReferee
from perft import each, positions

POSITIONS = positions("one_two_three_four")


@each(POSITIONS)
def test_a_second_plain_referee_counts_as_many(position):
    referee = NaiveReferee(position["record"][0])
    for line in position["record"][1:]:
        assert referee.act(line) == []
    few = [count for count in position["counts"] if count <= 40]
    assert [naive_perft(referee, depth) for depth in range(1, len(few) + 1)] == few


def test_every_number_of_players_and_every_size_is_counted():
    counted = {
        (len(line["players"]), line["options"]["size"]) for line in (p["record"][0] for p in POSITIONS)
    }
    assert counted == {(players, size) for players in (2, 3, 4) for size in (5, 6, 7, 8)}


def naive_perft(referee, depth):
    """Every line of any number of steps is tried."""
    if referee.outcome():
        return 0
    player = referee.players[referee.turn]
    lines = [{"act": "pass", "player": player}]
    for colour in ("red", "blue", "yellow", "green"):
        lines += [{"act": "enter", "player": player, "colour": colour, "steps": steps} for steps in range(6)]
    for cell in referee.board:
        lines += [
            {"act": "move", "player": player, "from": list(cell), "lane": lane, "slide": slide}
            for lane in range(6)
            for slide in range(5)
        ]
    legal = [line for line in lines if not referee.faults(line)]
    if depth == 1:
        return len(legal)
    count = 0
    for line in legal:
        following = copy.deepcopy(referee)
        following.do(line)
        count += naive_perft(following, depth - 1)
    return count

"""From what is seen to what was done: clear cases are told, doubtful ones are not."""

from dataclasses import replace

import numpy as np

from companion.interpreter import Evidence, Expectation, agrees, interpret
from vision.reading import OWNERS

FIELDS = (("red", "blue"), ("green", "red"))
EMPTY = (((), ()), ((), ()))
PLAYERS = ("red", "blue")


def seen(stacks, sure: float = 0.97) -> Evidence:
    """The evidence of a table that is seen rightly, with probability ``sure`` a field."""
    owner = np.full((2, 2, len(OWNERS)), (1 - sure) / (len(OWNERS) - 1), np.float32)
    height = np.full((2, 2, 8), (1 - sure) / 7, np.float32)
    for row in range(2):
        for col in range(2):
            stack = stacks[row][col]
            owner[row, col, OWNERS.index(stack[-1] if stack else "none")] = sure
            height[row, col, len(stack)] = sure
    return Evidence(owner, height, np.zeros((2, 2), np.float32))


def expecting(stacks=EMPTY, to_move="red", cards=()) -> Expectation:
    return Expectation(stacks, FIELDS, PLAYERS, to_move, cards)


def test_a_table_as_expected_is_nothing():
    assert interpret(seen(EMPTY), expecting()).nothing


def test_one_stone_more_is_a_placement():
    now = (((), ("red",)), ((), ()))
    found = interpret(seen(now), expecting(cards=("blue",)))
    assert found.placement == ("red", (0, 1))
    assert found.confidence > 0.9


def test_the_wrong_players_stone_is_seen_as_his():
    now = (((), ("blue",)), ((), ()))
    assert interpret(seen(now), expecting(to_move="red", cards=("blue",))).placement == ("blue", (0, 1))


def test_a_stone_on_a_tower():
    before = (((), ("red",)), ((), ()))
    now = (((), ("red", "blue")), ((), ()))
    assert interpret(seen(now), expecting(before, "blue")).placement == ("blue", (0, 1))


def test_a_stone_on_ones_own_tower_is_told_by_its_height():
    before = (((), ("red",)), ((), ()))
    now = (((), ("red", "red")), ((), ()))
    evidence = replace(seen(now), change=np.array([[1, 9], [1, 1]], np.float32))
    assert interpret(evidence, expecting(before, "red", ("blue", "blue"))).placement == ("red", (0, 1))


def test_two_stones_are_both_told():
    now = ((("red",), ()), ((), ("red",)))
    found = interpret(seen(now), expecting())
    assert set(found.added) == {("red", (0, 0)), ("red", (1, 1))}
    assert found.placement is None


def test_a_stone_that_moved_is_taken_here_and_added_there():
    before = ((("red",), ()), ((), ()))
    now = (((), ()), ((), ("red",)))
    found = interpret(seen(now), expecting(before))
    assert (found.added, found.removed) == ((("red", (1, 1)),), (("red", (0, 0)),))


def test_doubt_is_not_told_as_an_act():
    evidence = seen((((), ("red",)), ((), ())))
    evidence.owner[0, 1] = 0.02
    evidence.owner[0, 1, OWNERS.index("none")] = 0.3
    evidence.owner[0, 1, OWNERS.index("red")] = 0.6
    evidence.height[0, 1] = 1 / 8
    found = interpret(evidence, expecting(cards=("blue",)))
    assert not found.nothing
    assert found.unclear


def test_what_is_hidden_is_taken_as_it_was():
    evidence = seen((((), ("red",)), ((), ())))
    evidence.hidden[0, 1] = 0.9
    assert interpret(evidence, expecting()).nothing


def test_a_set_the_networks_misread_is_judged_by_what_changed():
    """A field always misread as red stays "nothing" while it reads as it did before."""
    misread = seen((((), ("red",)), ((), ())))
    evidence = replace(
        misread, before_owner=misread.owner, before_height=misread.height, change=np.ones((2, 2), np.float32)
    )
    assert interpret(evidence, expecting()).nothing


def test_agrees_says_whether_the_table_lies_so():
    now = (((), ("red",)), ((), ()))
    assert agrees(seen(now), now, PLAYERS, FIELDS)
    assert not agrees(seen(now), EMPTY, PLAYERS, FIELDS)

"""What was seen between two looks at a board of four fields, as it is made up for the interpreter."""

from dataclasses import replace

import numpy as np

from companion.follow.by_rules.evidence import Evidence, Expectation
from companion.follow.by_rules.stone_colours import StonesSeen
from vision.stone_table.changes import Changes
from vision.stone_table.reading import OWNERS

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


def changes(of_fields, **beside) -> Changes:
    return Changes(np.array(of_fields, np.float32), beside)


def expecting(stacks=EMPTY, to_move="red", cards=()) -> Expectation:
    return Expectation(stacks, FIELDS, PLAYERS, to_move, cards)


def growing(evidence, cell, shrank, stayed, grew) -> Evidence:
    growth = np.zeros((2, 2, 3), np.float32)
    growth[cell] = shrank, stayed, grew
    return replace(evidence, growth=growth)


def of_doubtful_height(stacks, cell, *counts) -> Evidence:
    """A tower that may be as high as any of ``counts``, on a field that surely changed."""
    evidence = replace(
        seen(stacks), change=changes(np.where(np.eye(4)[cell[0] * 2 + cell[1]], 9, 1).reshape(2, 2))
    )
    evidence.height[cell] = 0.01
    evidence.height[cell][list(counts)] = 0.97 / len(counts)
    return evidence


def read_as(before, now, change):
    """Evidence of a look at ``now`` after one at ``before``."""
    earlier = seen(before)
    return replace(seen(now), before_owner=earlier.owner, before_height=earlier.height, change=change)


RED_STONE, BLUE_STONE, RED_FIELD = (
    np.array(lab) for lab in ([40.0, 45, 25], [30.0, 10, -35], [55.0, 60, 32])
)
STONES = StonesSeen(prints={"red": (55.0, 60.0, 32.0)}).and_one("red", RED_STONE).and_one("blue", BLUE_STONE)


def overlooked(before, cell, lab) -> Evidence:
    """A field that reads as empty at both looks, though it changed, and ``lab`` came to be seen there."""
    evidence = replace(read_as(EMPTY, EMPTY, changes([[1, 1], [1, 1]])), stones=STONES)
    evidence.change.of_fields[cell] = 12
    return replace(evidence, change=replace(evidence.change, colours={cell: lab}))


def heights(cell, **p):
    height = np.full((2, 2, 8), 1e-3, np.float32)
    for stones, share in p.items():
        height[cell][int(stones[1:])] = share
    return height

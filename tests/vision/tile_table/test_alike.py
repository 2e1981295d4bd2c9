"""Cells told beside one another: what the network is not sure of is named as those are that look so."""

import numpy as np
import pytest

from vision.pictures import softmax
from vision.tile_table.above import PATCH_PX
from vision.tile_table.alike import beside_others
from vision.tile_table.reading import CONTENTS

SIZE = 6
GROUND, YELLOW, GREEN, ORANGE = (40, 90, 120), (60, 200, 210), (60, 190, 120), (60, 140, 230)  # blue first
SURELY, HARDLY, BARELY = 8.0, 1.0, 0.5  # log-odds
IN_DOUBT = (2, 3)
CORNER = (0, 5)


def cell(row, col):
    return row * SIZE + col


def board(tiles):
    """The patches of a bare board but for the ``tiles``: by cell, its colour. Each lies a little askew."""
    patches = np.full((SIZE * SIZE, PATCH_PX, PATCH_PX, 3), GROUND, np.uint8)
    for at, colour in tiles.items():
        patches[cell(*at), 3:27, 6:30] = colour
    return patches


def told(tiles, patches, hidden=()):
    """The names of the cells, after the network told ``tiles``: by cell, a name and its log-odds against the next."""
    logits = np.zeros((SIZE * SIZE, len(CONTENTS)), np.float32)
    logits[:, 0] = SURELY
    for at, (name, log_odds, other) in tiles.items():
        logits[cell(*at)] = -SURELY
        logits[cell(*at), CONTENTS.index(name)] = log_odds
        logits[cell(*at), CONTENTS.index(other)] = 0
    covered = np.zeros(SIZE * SIZE, np.float32)
    covered[[cell(*at) for at in hidden]] = 1
    p = softmax(beside_others(logits, covered, patches, SIZE)).reshape(SIZE, SIZE, -1)
    return lambda at: CONTENTS[int(p[at].argmax())]


YELLOWS = dict.fromkeys([(0, 1), (3, 1), (4, 4)], YELLOW)
GREENS = dict.fromkeys([(1, 5), (5, 2)], GREEN)
SURE = dict.fromkeys(YELLOWS, ("yellow", SURELY, "green")) | dict.fromkeys(
    GREENS, ("green", SURELY, "yellow")
)


@pytest.mark.parametrize(
    ("colour", "name", "other"), [(YELLOW, "yellow", "green"), (GREEN, "green", "yellow")]
)
def test_a_tile_whose_colour_is_in_doubt_is_named_as_those_are_that_look_like_it(colour, name, other):
    at = told(SURE | {IN_DOUBT: (other, HARDLY, name)}, board(YELLOWS | GREENS | {IN_DOUBT: colour}))
    assert at(IN_DOUBT) == name


@pytest.mark.parametrize("place", [IN_DOUBT, CORNER])
def test_what_looks_like_the_tiles_is_one(place):
    at = told(SURE | {place: ("none", BARELY, "yellow")}, board(YELLOWS | GREENS | {place: YELLOW}))
    assert at(place) == "yellow"


def test_what_looks_like_the_bare_cells_is_none():
    at = told(SURE | {IN_DOUBT: ("yellow", HARDLY, "none")}, board(YELLOWS | GREENS))
    assert at(IN_DOUBT) == "none"


def test_a_tile_that_the_network_is_sure_of_keeps_its_name_though_it_looks_like_others():
    """In a shadow, or in a lamp's glare."""
    at = told(SURE | {IN_DOUBT: ("green", SURELY, "yellow")}, board(YELLOWS | GREENS | {IN_DOUBT: YELLOW}))
    assert at(IN_DOUBT) == "green"


def test_of_a_colour_that_no_other_tile_has_the_network_says_what_it_is():
    at = told(SURE | {IN_DOUBT: ("red", HARDLY, "blue")}, board(YELLOWS | GREENS | {IN_DOUBT: ORANGE}))
    assert at(IN_DOUBT) == "red"


def test_what_a_hand_covers_does_not_say_how_tiles_look():
    """Else the doubtful one would be named as the covered ones, which the network takes for green."""
    covered = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)]
    tiles = SURE | dict.fromkeys(covered, ("green", SURELY, "yellow"))
    patches = board(YELLOWS | GREENS | dict.fromkeys([*covered, IN_DOUBT], YELLOW))
    tiles[IN_DOUBT] = ("green", BARELY, "yellow")
    assert told(tiles, patches)(IN_DOUBT) == "green"
    assert told(tiles, patches, hidden=covered)(IN_DOUBT) == "yellow"

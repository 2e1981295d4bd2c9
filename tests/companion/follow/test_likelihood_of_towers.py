"""How well a look fits what may stand on the fields of a board, given how they looked before."""

import numpy as np
import pytest

from companion.follow.likelihood.fields_look import FieldsLook
from companion.follow.likelihood.towers import FEATURES, LEVELS, TowersMemory, towers_features
from companion.follow.weights import read_weights
from models.fit_weights import FOLDER
from models.simulated.noise import KINDS, read_noise
from models.simulated.towers_camera import TowersCamera
from vision.stone_table.reading import OWNERS

PRINTS = (0, 1, 2, 3, 4, 5) * 6
BLACK, GREEN = (OWNERS.index(owner) * LEVELS for owner in ("black", "green"))
SHIPPED = read_weights(FOLDER / "just4fun-colours.json")
WEIGHTS = SHIPPED.vector(FEATURES)


def looks(*boards):
    """Looks at boards on which such codes stand, by field, one after another."""
    noise = read_noise("just4fun-colours")
    for kind in KINDS:
        noise = noise.times(kind, 0)
    before = codes(boards[0])
    camera = TowersCamera(np.random.default_rng(3), before, np.array(PRINTS), noise)
    for board in boards:
        compared = camera.look(codes(board), np.zeros(36, bool))
        names = np.eye(6)[list(PRINTS)]
        towers = camera.owner, camera.height, camera.hidden, names, camera.prints, compared
        yield FieldsLook(float(camera.number), camera.number, 8, 2.0, "plain", *towers, ())


def codes(board):
    every = np.zeros(36, int)
    every[list(board)] = list(board.values())
    return every


def taken_to_be(meanwhile):
    """What is told of a black stone alone, after a green one lay on it that was taken to be ``meanwhile``."""
    first, then, now = looks({8: BLACK + 1}, {8: GREEN + 2}, {8: BLACK + 1})
    memory = TowersMemory.first(codes({8: BLACK + 1}), first)
    memory = memory.after(codes({8: meanwhile}), then, np.zeros(36, bool))
    lies = codes({8: BLACK + 1})
    return towers_features(memory, now, PRINTS).of_tables(lies, np.zeros((0, 36), int), WEIGHTS)[0]


def test_what_is_taken_back_is_held_against_what_was_there_however_it_read_meanwhile():
    assert taken_to_be(GREEN + 1) == pytest.approx(taken_to_be(GREEN + 2))


def test_a_stone_laid_again_where_one_was_taken_back_is_a_new_one():
    first, then, back, again = looks({}, {8: BLACK + 1}, {}, {8: BLACK + 1})
    memory = TowersMemory.first(codes({}), first)
    for board, seen in (({8: BLACK + 1}, then), ({}, back)):
        memory = memory.after(codes(board), seen, np.zeros(36, bool))
    features = towers_features(memory, again, PRINTS)
    row = features.of_tables(codes({}), codes({8: BLACK + 1})[None], WEIGHTS)[2]
    assert row[FEATURES.index("touched field: added")] == pytest.approx(1, abs=0.1)

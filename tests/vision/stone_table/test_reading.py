"""What is read of a board's fields."""

import numpy as np

from vision.stone_table.reading import OWNERS, Fields


def fields(**owner_p: float) -> Fields:
    """One field, owned with these probabilities."""
    owner = np.array([[[owner_p.get(name, 0.0) for name in OWNERS]]], np.float32)
    empty = np.zeros((1, 1, 6), np.float32)
    return Fields(empty, owner, np.zeros((1, 1, 8), np.float32), empty[..., 0], empty[..., 0])


def test_something_stands_where_that_is_likelier_than_not():
    assert fields(none=0.4, white=0.6).taken().all()
    assert not fields(none=0.6, white=0.4).taken().any()


def test_a_stone_of_a_colour_that_nobody_plays_has_to_be_seen_surely():
    """A print that looks a little like a white stone is none where red and blue play."""
    assert not fields(none=0.4, white=0.58, red=0.02).taken(by=("red", "blue")).any()
    assert fields(none=0.4, white=0.1, red=0.5).taken(by=("red", "blue")).all()
    assert fields(none=0.02, white=0.98).taken(by=("red", "blue")).all()


def board(prints: list[int], nothing: list[float]) -> Fields:
    """A row of fields with these prints, as likely empty as told, else with a red stone on them."""
    owner = np.zeros((1, len(prints), len(OWNERS)), np.float32)
    owner[0, :, 0] = nothing
    owner[0, :, OWNERS.index("red")] = 1 - owner[0, :, 0]
    field = np.eye(6, dtype=np.float32)[prints][None]
    return Fields(field, owner, np.zeros((1, len(prints), 8), np.float32), field[..., 0], field[..., 0])


def test_a_print_that_looks_like_a_stone_does_so_on_most_fields_of_its_colour():
    ringed = board([0, 0, 0, 1, 1, 1], [0.3, 0.15, 0.5, 0.98, 0.99, 0.98])
    assert ringed.taken().sum() >= 2
    assert not ringed.taken_at_first().any()


def test_only_what_is_surely_a_stone_keeps_a_game_from_its_beginning():
    doubtful = board([0, 0, 0, 1, 1, 1], [0.45, 0.99, 0.98, 0.98, 0.99, 0.05])
    assert doubtful.taken().sum() == 2
    assert np.argwhere(doubtful.taken_at_first()).tolist() == [[0, 5]]


def test_a_stone_stands_out_from_the_fields_of_its_colour_and_on_the_only_one():
    one = board([0, 0, 0, 1, 1, 2], [0.3, 0.005, 0.5, 0.98, 0.99, 0.01])
    assert np.argwhere(one.taken_at_first()).tolist() == [[0, 1], [0, 5]]

"""What is read of a board's fields."""

import numpy as np

from vision.reading import OWNERS, Fields


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

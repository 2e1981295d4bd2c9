"""What weights are fitted on: the true account of a game beside the false ones that the tracker would carry on."""

import numpy as np
import pytest

from companion.follow.branches import Grower
from companion.follow.weights import read_weights
from models.fit_weights import FOLDER
from models.fitting.examples import examples, while_it_rests
from models.simulated.noise import read_noise
from models.simulated.registry import simulated

GAME = simulated("one-two-three-four")


@pytest.fixture(scope="module")
def grower():
    return Grower(GAME.GAME, read_weights(FOLDER / "one-two-three-four.json"))


@pytest.fixture(scope="module")
def moments():
    return list(GAME.moments(7, read_noise("one-two-three-four")))


def learnt(grower, moments, **how):
    return list(examples(grower, iter(moments), np.random.default_rng(1), **how))


def test_every_moment_but_the_first_gives_an_example_for_each_look_while_it_rests(grower, moments):
    looks = [seen for moment in moments[1:] for seen in while_it_rests(moment.seen)]
    assert len(learnt(grower, moments)) == len(looks)


def test_the_last_look_is_the_whole_rest_and_those_before_came_earlier(moments):
    for moment in moments:
        *earlier, last = while_it_rests(moment.seen)
        assert last is moment.seen
        assert all(each.settled_for_s < last.settled_for_s for each in earlier)
        came_to_rest = {round(each.t - each.settled_for_s, 6) for each in (*earlier, last)}
        assert len(came_to_rest) == 1


def test_what_was_done_is_nearly_always_among_what_is_proposed(grower, moments):
    found = learnt(grower, moments)
    assert sum(each is None for each in found) <= 0.02 * len(found)


def test_the_likeliest_account_is_nearly_always_the_true_one(grower):
    """In six games, of 774 looks: 0.992."""
    games = [learnt(grower, GAME.moments(seed, read_noise("one-two-three-four"))) for seed in range(7, 13)]
    found = [each for game in games for each in game if each is not None]
    right = [int((each.features @ grower.vector).argmax()) == each.label for each in found]
    assert np.mean(right) > 0.985


def test_false_accounts_are_held_against_the_true_one_in_the_looks_that_follow(grower, moments):
    alone, beside = (learnt(grower, moments, with_rivals=each) for each in (False, True))
    more = [len(b.features) > len(a.features) for a, b in zip(alone, beside, strict=True) if a and b]
    assert any(more)
    assert not all(more)


def test_a_look_that_hardly_tells_a_false_account_does_not_count_it_again(grower, monkeypatch):
    """In one game 163 are counted instead of 243."""
    every = list(GAME.moments(2, read_noise("one-two-three-four")))
    counted = sum(len(each.features) for each in learnt(grower, every) if each)
    monkeypatch.setattr("models.fitting.examples._TELLS", 0.0)
    at_every_look = sum(len(each.features) for each in learnt(grower, every) if each)
    none = sum(len(each.features) for each in learnt(grower, every, with_rivals=False) if each)
    assert none < counted < none + 0.8 * (at_every_look - none)

"""The weights by which acts are told: fitted, drawn to what is usual, and divided by a temperature."""

import numpy as np
import pytest

from models.fitting.examples import Example
from models.fitting.logit import fit, log_loss, temperatures, usual

WEIGHTS = np.array([1.5, -1.0, 0.0])


@pytest.fixture(scope="module")
def drawn():
    """Looks of four branches each, of which one was taken as often as the WEIGHTS have it."""
    rng, found = np.random.default_rng(1), []
    for _ in range(4000):
        features = rng.normal(0, 1, (4, len(WEIGHTS)))
        p = np.exp(features @ WEIGHTS)
        taken = int(rng.choice(4, p=p / p.sum()))
        order = [taken, *(i for i in range(4) if i != taken)]
        found.append(Example(features[order].astype(np.float32), 0, "plain"))
    return found


def test_the_weights_by_which_branches_were_taken_are_found(drawn):
    assert fit(drawn, [0, 0, 0], 0.1, np.zeros(3)) == pytest.approx(WEIGHTS, abs=0.1)


def test_a_weight_whose_sign_would_make_no_sense_is_none(drawn):
    fitted = fit(drawn, [1, 1, 0], 0.1, np.zeros(3))
    assert fitted[1] == 0
    assert fitted[0] > 1


def test_no_better_weights_are_near(drawn):
    fitted = fit(drawn, [0, 0, 0], 0.0, np.zeros(3))
    best = log_loss(drawn, fitted, {})
    for step in np.vstack([np.eye(3), -np.eye(3)]) * 0.05:
        assert log_loss(drawn, fitted + step, {}) > best


def test_a_few_looks_that_nothing_explains_do_not_flatten_the_weights(drawn):
    strange = [Example(np.array([[-9, 9, 0], [9, -9, 0]], np.float32), 0, "plain")] * 8
    assert fit([*drawn, *strange], [0, 0, 0], 0.1, np.zeros(3)) == pytest.approx(WEIGHTS, abs=0.15)


def test_weights_are_drawn_to_how_often_a_feature_is_of_what_was_done(drawn):
    rare = [
        Example(np.array([[float(i % 10 == 0), 0.5], [1, 0.5]], np.float32), 0, "plain") for i in range(100)
    ]
    assert usual(rare, [0, 1]) == pytest.approx([np.log(10.5 / 101), 0.0])


def test_weights_twice_too_large_are_halved_by_the_temperature(drawn):
    assert temperatures(drawn, 2 * WEIGHTS, ["plain"])["plain"] == pytest.approx(2, rel=0.1)


def test_a_condition_seen_in_few_looks_has_nearly_the_temperature_of_all(drawn):
    odd = [Example(each.features[::-1].copy(), 0, "lamp") for each in drawn[:3]]
    heat = temperatures([*drawn, *odd], WEIGHTS, ["plain", "lamp", "sway"])
    assert heat["sway"] == pytest.approx(1, rel=0.1)
    assert heat["lamp"] < 1.6

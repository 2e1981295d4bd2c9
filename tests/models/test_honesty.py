"""A probability is made to mean what it says."""

import numpy as np
import pytest

from models.training.honesty import logistic_fit


def test_scale_and_shift_of_readings_that_were_too_modest_are_found():
    rng = np.random.default_rng(1)
    modest = rng.normal(0, 0.6, 20_000)
    right = (rng.random(20_000) < 1 / (1 + np.exp(-(3.0 * modest + 1.0)))).astype(float)
    scale, shift = logistic_fit(modest, right)
    assert scale == pytest.approx(3.0, abs=0.15)
    assert shift == pytest.approx(1.0, abs=0.1)


def test_readings_that_are_never_wrong_stay_finite():
    scale, shift = logistic_fit(np.array([-1.0, -0.5, 0.5, 1.0]), np.array([0.0, 0.0, 1.0, 1.0]))
    assert 0 < scale < 100
    assert np.isfinite(shift)

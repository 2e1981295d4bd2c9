"""A logistic regression on few examples: by what is seen of a thing, how likely it is what is sought."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_PENALTY = 0.05  # half the squared weights, so much of them: few pictures must not make a weight infinite


def fitted(seen: NDArray[np.float64], right: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(F,) the likeliest weights of what is seen (N, F), for the log-odds of being ``right`` (N,)."""
    from scipy.optimize import minimize

    sign = 2.0 * right - 1

    def loss(weights: NDArray[np.float64]) -> float:
        return float(np.logaddexp(0, -sign * (seen @ weights)).sum() + _PENALTY * (weights**2).sum() / 2)

    return np.asarray(minimize(loss, np.zeros(seen.shape[1])).x)

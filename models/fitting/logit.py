"""Conditional logit (McFadden 1974): which of the branches at hand was taken, as a weighted sum of their features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from models.fitting.examples import Example

Floats = NDArray[np.float64]


def fit(examples: Sequence[Example], signs: Sequence[int], penalty: float, towards: Floats) -> Floats:
    """(F,) the weights that make the branches taken likeliest; ``signs`` (F,): 1 or -1 where only that makes sense, 0
    where either may. ``penalty``: on half the square of how far each is from where it is drawn ``towards`` (F,)."""
    from scipy.optimize import minimize

    batch = _padded(examples)
    bounds = [(0, np.inf) if sign > 0 else (-np.inf, 0) if sign < 0 else (-np.inf, np.inf) for sign in signs]

    def loss(weights: Floats) -> tuple[float, Floats]:
        features, there = batch
        scores = np.where(there, features @ weights, -np.inf)
        scores -= scores.max(1, keepdims=True)
        p = np.exp(scores)
        p /= p.sum(1, keepdims=True)
        away = weights - towards
        value = -np.log(p[:, 0] + 1e-300).sum() + penalty * float(away @ away) / 2
        p[:, 0] -= 1
        return value, np.einsum("nc,ncf->f", p, features) + penalty * away

    start = np.clip(towards, *np.array(bounds).T)
    found = minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B", options={"maxiter": 400})
    return np.asarray(found.x)


def posteriors(
    examples: Sequence[Example], weights: Floats, heat: Mapping[str, float]
) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Of each example: the posterior of the branch that was taken, that of the likeliest one, and whether they are
    one."""
    taken, best, right = [], [], []
    for example in examples:
        scores = example.features @ weights / heat.get(example.condition, 1.0)
        p = np.exp(scores - scores.max())
        p /= p.sum()
        taken.append(p[example.label])
        best.append(p.max())
        right.append(int(p.argmax()) == example.label)
    return np.array(taken), np.array(best), np.array(right)


def log_loss(examples: Sequence[Example], weights: Floats, heat: Mapping[str, float]) -> float:
    """The mean of minus the logarithm of the posterior of the branch that was taken."""
    return float(-np.log(posteriors(examples, weights, heat)[0] + 1e-300).mean())


def temperatures(examples: Sequence[Example], weights: Floats, conditions: Sequence[str]) -> dict[str, float]:
    """By what log-odds are to be divided under each of the conditions, so that the log-loss is least (Guo et al.
    2017)."""
    tried = np.geomspace(0.5, 8, 57)
    every = {}
    for condition in conditions:
        those = [example for example in examples if example.condition == condition]
        losses = [log_loss(those, weights, {condition: t}) for t in tried] if len(those) >= 50 else []
        every[condition] = float(tried[int(np.argmin(losses))]) if losses else 1.0
    missing = max(every.values())
    return {
        name: value if any(e.condition == name for e in examples) else missing
        for name, value in every.items()
    }


def _padded(examples: Sequence[Example]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    most = max(len(example.features) for example in examples)
    features = np.zeros((len(examples), most, examples[0].features.shape[1]), np.float32)
    there = np.zeros(features.shape[:2], bool)
    for i, example in enumerate(examples):
        order = [example.label, *(j for j in range(len(example.features)) if j != example.label)]
        features[i, : len(order)], there[i, : len(order)] = example.features[order], True
    return features, there

"""Conditional logit (McFadden 1974): which of the branches at hand was taken, as a weighted sum of their features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from models.fitting.examples import Example

Floats = NDArray[np.float64]
_SHARPER = 0.3  # and that of all so far from none; looks that are all told rightly would make it ever less
_ASIDE = 0.2  # the temperature of a condition is so far from that of all, give or take; as a logarithm
_STRANGE = 1e-5  # of all looks so many may show something that no branch tells of; they outweigh no others


def fit(
    examples: Sequence[Example],
    signs: Sequence[int],
    penalty: float,
    towards: Floats,
    counts_for: Sequence[float] | None = None,
) -> Floats:
    """(F,) the weights that make the branches taken likeliest, where each example ``counts_for`` so many, or one.
    ``signs`` (F,): 1 or -1 where only that makes sense, 0 where either may. ``penalty``: on half the square of how
    far each weight is from where it is drawn ``towards`` (F,)."""
    from scipy.optimize import minimize

    features, there = _padded(examples)
    rows = features.reshape(-1, features.shape[-1])
    each = np.ones(len(examples)) if counts_for is None else np.asarray(counts_for, float)
    bounds = [(0, np.inf) if sign > 0 else (-np.inf, 0) if sign < 0 else (-np.inf, np.inf) for sign in signs]

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = np.where(there, (rows @ weights.astype(np.float32)).reshape(there.shape), -np.inf)
        scores -= scores.max(1, keepdims=True)
        p = np.exp(scores)
        p /= p.sum(1, keepdims=True)
        away = weights - towards
        taken = p[:, 0] + _STRANGE
        counts = each * p[:, 0] / taken
        value = -float(each @ np.log(taken)) + penalty * float(away @ away) / 2
        p[:, 0] -= 1
        pulls = (counts[:, None] * p).astype(np.float32).ravel()
        return value, (pulls @ rows).astype(float) + penalty * away

    start = np.clip(towards, *np.array(bounds).T)
    found = minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B", options={"maxiter": 400})
    return np.asarray(found.x)


def usual(examples: Sequence[Example], columns: Sequence[int]) -> Floats:
    """(F',) where to draw the weights of what is said of a branch whatever is seen: the logarithm of how often what
    was done has such a feature, where it could have it; 0 for one that is more than there or not. Looks alone do not
    tell the weight of what hardly ever looks like anything else."""
    some = [example.features[:, columns] for example in examples]
    could = np.sum([(each != 0).any(0) for each in some], 0)
    had = np.sum([each[example.label] != 0 for each, example in zip(some, examples, strict=True)], 0)
    taken = np.array([each[example.label] for each, example in zip(some, examples, strict=True)])
    is_binary = np.isin(taken, (0, 1)).all(0)
    return np.where(is_binary, np.log((had + 0.5) / (could + 1)), 0.0)


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
    """The mean of minus the logarithm of the posterior of the branch that was taken; no look costs more than one that
    is strange."""
    return float(-np.log(posteriors(examples, weights, heat)[0] + _STRANGE).mean())


def temperatures(
    examples: Sequence[Example], weights: Floats, conditions: Sequence[str], each_counts: float = 1.0
) -> dict[str, float]:
    """By what log-odds are to be divided under each of the conditions, so that the log-loss is least (Guo et al.
    2017); of few looks, hardly otherwise than under all of them together. Each example ``each_counts`` for so many
    that are independent."""
    tried = np.geomspace(0.25, 4, 65)
    all_alike = each_counts * _loss_at(examples, weights, tried) + (np.log(tried) / _SHARPER) ** 2 / 2
    usual_log = float(np.log(tried[int(np.argmin(all_alike))]))
    away = ((np.log(tried) - usual_log) / _ASIDE) ** 2 / 2
    return {
        condition: float(tried[int(np.argmin(each_counts * _loss_at(of, weights, tried) + away))])
        for condition in conditions
        for of in [[example for example in examples if example.condition == condition]]
    }


def _loss_at(examples: Sequence[Example], weights: Floats, tried: Floats) -> Floats:
    """(T,) the sum of the log-losses, with log-odds divided by each of the numbers ``tried`` (T,)."""
    total = np.zeros(len(tried))
    for example in examples:
        scores = (example.features @ weights)[None] / tried[:, None]
        p = np.exp(scores - scores.max(1, keepdims=True))
        total -= np.log(p[:, example.label] / p.sum(1) + _STRANGE)
    return total


def _padded(examples: Sequence[Example]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    most = max(len(example.features) for example in examples)
    features = np.zeros((len(examples), most, examples[0].features.shape[1]), np.float32)
    there = np.zeros(features.shape[:2], bool)
    for i, example in enumerate(examples):
        order = [example.label, *(j for j in range(len(example.features)) if j != example.label)]
        features[i, : len(order)], there[i, : len(order)] = example.features[order], True
    return features, there

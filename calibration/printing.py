"""How the colours of one printing go together, and how often each is on a board.

One hand has printed a set in one style, pale or dark, and one light falls on it: beside a warm blue and a dull green
a coral is the orange, not the red. What six prints look like together is a joint normal of their shades; round the
circle of hues they come in the order of their names, be two of them ever so alike; and most boards have as many
fields of each. All that is fitted by ``python -m models.fit_printing`` on boards drawn by ``models.scenes``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

Lab = NDArray[np.float64]

# The logarithm of how often a print is seen by itself, in a lamp's glare, and how much wider it varies then.
_BY_ITSELF, _WIDER = -3.0, 2.0


@dataclass(frozen=True)
class Printing:
    """``mean`` (3 K,) the shades of K ``names`` in Lab as ``calibration.shades.to_lab`` has them, one after another,
    and their ``covariance`` (3 K, 3 K). ``hue_spread``, in Lab units, blurs how far one hue is past another, and of
    two neighbours so many are ``out_of_order`` in spite of that; of ``even`` boards each name has as many fields."""

    names: tuple[str, ...]
    mean: Lab
    covariance: Lab
    hue_spread: float
    out_of_order: float
    even: float

    def of(self, names: Sequence[str]) -> Printing:
        """The same of these names alone, in this order. Raises ValueError for a name it does not have."""
        its = _axes([self.names.index(name) for name in names])
        return replace(
            self, names=tuple(names), mean=self.mean[its], covariance=self.covariance[np.ix_(its, its)]
        )

    def log_density(self, shade_lab: Lab) -> float:
        """How well the shades (K, 3) of all its names go together (natural logarithm). The one that goes with the
        others least may stand by itself: a lamp glares on it."""
        off = shade_lab - self.mean.reshape(-1, 3)
        pull = (self._precision @ off.ravel()).reshape(-1, 3)
        alone = []
        for i, (its, pulled) in enumerate(zip(off, pull, strict=True)):
            own = slice(3 * i, 3 * i + 3)
            left = np.asarray(np.linalg.inv(self._precision[own, own]))  # what the others do not tell of it
            among_others = _log_normal(left @ pulled, left)
            alone.append(_log_normal(its, _WIDER * self.covariance[own, own]) - among_others)
        return _log_normal(off.ravel(), self.covariance) + max(0.0, _BY_ITSELF + max(alone))

    def log_in_order(self, shade_lab: Lab) -> float:
        """How well the hues of the shades (K, 3) of all its names, which go round the circle of hues, come in their
        order (natural logarithm): of any two neighbours neither of which is nan."""
        past = [each for each in hues_past(shade_lab).tolist() if not math.isnan(each)]
        ends = [math.erf(each / (math.sqrt(2) * self.hue_spread)) for each in past]
        odd = self.out_of_order
        return sum(math.log(odd + (1 - 2 * odd) * (1 + end) / 2) for end in ends)

    def log_counts(self, called: NDArray[np.int64]) -> float:
        """How usual it is that of N fields as many are ``called`` (N,) by each of its names (natural logarithm);
        those called -1 may be of any."""
        names, each = len(self.names), len(called) / len(self.names)
        known = np.bincount(called[called >= 0], minlength=names)
        anyhow = math.log(1 - self.even) - int(known.sum()) * math.log(names)
        if each % 1 or known.max() > each:
            return anyhow
        log_ways = [_log_ways(np.full(names, each) - known), _log_ways(np.full(names, each))]
        return float(np.logaddexp(anyhow, math.log(self.even) + log_ways[0] - log_ways[1]))

    @cached_property
    def _precision(self) -> Lab:
        return np.asarray(np.linalg.inv(self.covariance))

    def others(self, shade_lab: Lab) -> tuple[Lab, Lab]:
        """What the names look like of which ``shade_lab`` (K, 3) has not a number, beside those it has: means (M, 3)
        and covariances (M, 3, 3), in the order of the names (a normal's conditional)."""
        missing = np.isnan(shade_lab[:, 0])
        new, known = _axes(np.flatnonzero(missing)), _axes(np.flatnonzero(~missing))
        gain = np.linalg.solve(self.covariance[np.ix_(known, known)], self.covariance[np.ix_(known, new)]).T
        mean = self.mean[new] + gain @ (shade_lab[~missing].ravel() - self.mean[known])
        left = self.covariance[np.ix_(new, new)] - gain @ self.covariance[np.ix_(known, new)]
        each = [left[i : i + 3, i : i + 3] for i in range(0, len(new), 3)]
        return mean.reshape(-1, 3), np.array(each).reshape(-1, 3, 3)


@cache
def usual_printing(names: tuple[str, ...]) -> Printing:
    """How prints of these ``names`` go together in most sets."""
    fitted = json.loads((files(__package__) / "printing.json").read_text(encoding="utf-8"))
    numbers = {name: float(fitted[name]) for name in ("hue_spread", "out_of_order", "even")}
    mean, covariance = np.array(fitted["mean"]), np.array(fitted["covariance"])
    return Printing(tuple(fitted["names"]), mean, covariance, **numbers).of(names)


def hues_past(shade_lab: Lab) -> Lab:
    """(K,) by how much, in Lab units, each of the shades (K, 3) is past the one before it on the circle of hues, from
    red over yellow to blue; the first past the last."""
    now, before = shade_lab[:, 1:], np.roll(shade_lab[:, 1:], 1, 0)
    chroma = np.maximum(np.linalg.norm(now, axis=1), np.linalg.norm(before, axis=1))
    return np.asarray((before[:, 0] * now[:, 1] - before[:, 1] * now[:, 0]) / np.maximum(chroma, 1e-9))


def _log_normal(off: Lab, covariance: Lab) -> float:
    """The logarithm of a normal's density ``off`` (N,) its mean."""
    volume = np.linalg.slogdet(2 * np.pi * covariance)[1]
    return float(-(off @ np.linalg.solve(covariance, off) + volume) / 2)


def _log_ways(counts: Lab) -> float:
    """The logarithm of in how many ways so many things of each kind (K,) lie in a row."""
    return math.lgamma(float(counts.sum()) + 1) - sum(math.lgamma(count + 1) for count in counts.tolist())


def _axes(places: Sequence[int] | NDArray[np.int64]) -> NDArray[np.int64]:
    """The three axes of each of the shades at ``places``."""
    return (3 * np.asarray(places, int)[:, None] + np.arange(3)).ravel()

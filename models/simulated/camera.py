"""A camera that is no camera: what the eyes would say of cells on which something lies."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from companion.follow.likelihood.cells import CellsSeen
from models.simulated.noise import Noise

# What lies there has where it reads sooner as something else (counted were 0.12 to 0.49), and where it reads half so.
MISREAD_P, UNSURE_P = (0.1, 0.5), (0.5, 0.9)
ARM_STAYS = 0.4  # how often an arm that lies in the way does so still in the next stretch
KEYFRAMES = 8  # so many stretches are kept to be compared with
Floats = NDArray[np.float64]


def half_way(rng: np.random.Generator, lies: NDArray[np.int64], then: NDArray[np.int64]) -> NDArray[np.int64]:
    """(N,) what lies on each cell (0: nothing) when some cells look as they will, and one at least as it did. People
    lift a thing before they lay it down."""
    differ = rng.permutation(np.flatnonzero(then != lies))
    in_order = differ[np.argsort(then[differ] > 0, kind="stable")]
    some = in_order[: int(rng.integers(1, len(differ)))] if len(differ) > 1 else in_order[:0]
    return np.where(np.isin(np.arange(len(lies)), some), then, lies)


class CellCamera:
    """Looks at N cells with C contents each. A thing reads alike as long as it lies there, rightly or not: that is
    drawn once, when it came to lie there."""

    def __init__(
        self, rng: np.random.Generator, contents: NDArray[np.int64], kinds: int, noise: Noise
    ) -> None:
        """``contents`` (N,): what lies there at first; ``kinds`` C."""
        self._rng, self._noise, self._kinds = rng, noise, kinds
        self._contents = contents
        self._reads = np.stack([self._reading(content) for content in contents.tolist()])
        self._came = np.zeros(len(contents), int)  # in which stretch each thing came to lie there
        self._shade = np.zeros(len(contents))
        self._place = 0
        self._kept: dict[int, tuple[int, Floats, NDArray[np.int64], NDArray[np.int64]]] = {}
        self.number = 0
        self.condition = "plain"

    def look(
        self,
        contents: NDArray[np.int64],
        hidden: NDArray[np.bool_] | None = None,
        relaid: NDArray[np.bool_] | None = None,
    ) -> CellsSeen:
        """A new stretch, in which ``contents`` (N,) lie there, some of them ``relaid`` (N,) by others of their kind,
        and some are ``hidden`` (N,) by an arm."""
        rng, noise = self._rng, self._noise
        self.number += 1
        other = contents != self._contents if relaid is None else (contents != self._contents) | relaid
        for cell in np.flatnonzero(other):
            self._reads[cell], self._came[cell] = self._reading(int(contents[cell])), self.number
        self._contents = contents.copy()
        shaded = rng.random(len(contents)) < noise.shade
        self._shade = np.where(shaded, rng.exponential(0.8, len(contents)), self._shade)
        self.condition = "plain"
        if rng.random() < noise.lamp:
            self.condition, self._shade = "lamp", rng.exponential(0.4, len(contents))
        if rng.random() < noise.knock:
            self._place, self.condition = self._place + 1, "moved"
        covered = np.zeros(len(contents), bool) if hidden is None else hidden
        p = np.exp(np.log(self._reads) + rng.normal(0, 0.3, self._reads.shape))
        p[covered] = rng.dirichlet(np.ones(self._kinds), int(covered.sum()))
        p /= p.sum(1, keepdims=True)
        told_hidden = np.where(covered, rng.uniform(0.6, 1, len(covered)), rng.uniform(0, 0.05, len(covered)))
        seen = CellsSeen(self.number, p, told_hidden, self._changed(covered))
        self._kept[self.number] = self._place, self._shade.copy(), self._came.copy(), self._contents
        self._kept = dict(list(self._kept.items())[-KEYFRAMES:])
        return seen

    def _changed(self, covered: NDArray[np.bool_]) -> Mapping[int, Floats]:
        """By how many times the usual each cell's picture differs from each keyframe."""
        rng, noise, changed = self._rng, self._noise, {}
        for number, (place, shade, came, lay) in self._kept.items():
            if place != self._place:
                changed[number] = np.full(len(covered), np.nan)
                continue
            still = rng.normal(*noise.changed_still, len(covered)) + np.abs(self._shade - shade)
            touched = rng.normal(*noise.changed_touched, len(covered))
            if noise.changed_covered is not None:
                on_another = (lay > 0) & (self._contents > 0)
                touched[on_another] = rng.normal(*noise.changed_covered, int(on_another.sum()))
            other = (came != self._came) | covered
            changed[number] = np.exp(np.where(other, np.maximum(touched, still), still))
        return changed

    def _reading(self, content: int) -> Floats:
        """(C,) what a thing reads as, as long as it lies there."""
        rng, noise = self._rng, self._noise
        sharp = rng.gamma(2.0, 0.004) + 1e-4  # what is left for all others together, where it is read well
        p = rng.dirichlet(np.full(self._kinds, 0.3)) * sharp
        p[content] += 1 - sharp
        draw = rng.random()
        other = int(rng.integers(self._kinds - 1))
        other += other >= content
        if draw < noise.misread + noise.unsure:
            share = rng.uniform(*(MISREAD_P if draw < noise.misread else UNSURE_P))
            p[content], p[other] = share, 1 - share
        return np.asarray(p / p.sum())

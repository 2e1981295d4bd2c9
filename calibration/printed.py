"""What the fields of each colour show as they lie there, all over: the cards are printed alike, and named by it.

A field's one shade says less: a ring, a frame or round corners hide it where it is looked at. What counts is what is
seen where the fields differ most; what all show, such as the frame, speaks for no name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from calibration.shades import IN_SIGHT, NOT_LEARNT, Shades, fit_in_any_light

Lab = NDArray[np.float64]

# The best places of a field are looked at, and count by this power of how far the names' means are apart there: of
# 4,752 cards of 1,758 pictures held out 119 instead of 135 are misnamed so, as a likelihood 0.106 instead of 0.112.
_PLACES, _TELLING = 12, 8
# How much counts what the network says of a card beside what is printed: it has looked at the same colours, and is
# no independent witness. Of 1,488 cards played in 60 games, half of them disturbed, 14 instead of 23 are misnamed so;
# of 1,409 in pictures 39 instead of 42, of 1,019 with a lamp switched on 80 instead of 86. With 0.5 it is 14, 40 and
# 75, but two more are given less than a tenth for what they are.
_TOLD = 0.7


@dataclass(frozen=True)
class Printed:
    """``labs`` (N, P, 3) what N fields show, each at P places; ``share`` (N, K) how well each field is seen and of
    which name it is, 0..1; and the ``shades``, which tell the names of which no field is in sight."""

    shades: Shades
    labs: Lab
    share: Lab

    def posterior(self, labs: Lab, prior: Sequence[float]) -> Lab:
        """(K,) how likely each name is for a card that shows the colours (M, 3), given the network's probabilities
        (K,), which count the less the more the print tells: a name is as likely as much of the card it explains, for
        a print's lines are of no shade (a logarithmic opinion pool)."""
        explained = np.exp(self.log_likelihood(labs)).mean(0)
        told = _TOLD + (1 - _TOLD) * explained.min() / explained.max()
        p = (np.asarray(prior, float) + 1e-3) ** told * explained
        return np.asarray(p / p.sum())

    def log_likelihood(self, labs: Lab) -> Lab:
        """(M, K) how well colours (M, 3) fit what is printed in each name: a mixture of all that its fields show."""
        weight = self.share.sum(0)
        best, counts = self._telling
        fits = np.exp(fit_in_any_light(labs, self.labs[:, best].reshape(-1, 3)))
        of_fields = fits.reshape(len(labs), len(self.share), -1) @ counts
        shown = np.log(of_fields @ self._of_names + np.exp(NOT_LEARNT))
        return np.asarray(np.where(weight > IN_SIGHT, shown, self.shades.log_likelihood(labs)))

    @cached_property
    def _of_names(self) -> Lab:
        """(N, K) how much each field counts in what is said of each name: 1 in all."""
        return np.asarray(self.share / np.maximum(self.share.sum(0), 1e-9))

    @cached_property
    def _telling(self) -> tuple[NDArray[np.int64], Lab]:
        """The places (Q,) at which the names in sight differ most, and how much each counts (Q,): 1 in all."""
        there = self.share.sum(0) > IN_SIGHT
        means = np.einsum("nk,npc->pkc", self._of_names[:, there], self.labs)
        apart = np.linalg.norm(means[:, :, None] - means[:, None], axis=-1).sum((1, 2)) + 1e-9
        best = np.argsort(-apart)[:_PLACES]
        counts = (apart[best] / apart.max()) ** _TELLING
        return best, counts / counts.sum()

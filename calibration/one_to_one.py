"""Each shade of a board one name, and each name one shade: a pink beside a red is not called red as well, though by
itself it might be; and a coral is not called red where it goes with the others as their orange.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from calibration.printing import usual_printing

Lab = NDArray[np.float64]

# In Lab units (see ``calibration.shades``): fields nearer than this are of one shade, and so are those linked by
# others between them, for light falls off across a board. What glare does to a colour counts for less.
# Chosen on 440 empty boards drawn by models.scenes.
_SAME_SHADE = 4.0
_GLARE_COUNTS = 0.4
_SURE = float(np.log(0.9))  # that a field has its name by itself
# Fields of one shade are misnamed alike: they are so many witnesses together, not one each; and the network has
# looked at the same colours, it is no independent witness. A field that does not look like the others of its name
# costs no more than the odd one.
_WITNESSES, _TOLD = 2, 0.6
_SPREAD, _ODD_ONE = 8.0, 3.0
# Logarithms: what the density of a shade is held against, and the odds that all colours are on the board. These, and
# how much is told, were chosen on 341 boards that lack a colour and 627 that have all.
_A_SHADE, _ALL_THERE = 9.5, 2.4
# Log-odds that two shades are one print after all, which a shadow or a lamp's glare divides: these change how light
# it is, and blur its hue so much.
_SHARED_NAME, _HUE_SPREAD, _NEVER_SHARED = -2.0, 5.0, -8.0
_MOST_SHADES = 8  # the rest are single fields on which something lies
_BEAM = 60


@dataclass(frozen=True)
class Ways:
    """``called`` (W, N): ways to name the fields, as indices, -1 of what is left over; ``score`` (W,) how well each
    explains what is seen (natural logarithm)."""

    called: NDArray[np.int64]
    score: Lab

    @property
    def best(self) -> NDArray[np.int64]:
        """(N,) the way that explains most."""
        return np.asarray(self.called[self.score.argmax()])

    def of_one_kind_p(self, called: NDArray[np.int64], orders: Sequence[NDArray[np.int64]]) -> Lab:
        """(N,) how likely it is, all ways weighed, that a field is of the kind that is ``called`` (N,) so, by
        whatever name: a way is taken in that one of the ``orders`` of names (K,) in which it agrees the most. What it
        leaves over may be of any kind."""
        weight = np.exp(self.score - self.score.max())
        named = np.stack([np.append(order, -1)[self.called] for order in orders])
        agrees = (named == called) | (named < 0)
        most = agrees.sum(-1).argmax(0)
        return np.asarray(weight / weight.sum() @ agrees[most, np.arange(len(weight))])


@dataclass(frozen=True)
class PrintsSeen:
    """What is seen of a board's prints: ``lab`` (N, 3) the fields' colours, ``log_p`` (N, K) how likely each of the
    ``names`` is of a field by itself, and ``burnt`` (N,) which of them show nothing but a lamp's glare."""

    lab: Lab
    log_p: Lab
    burnt: NDArray[np.bool_]
    names: tuple[str, ...]

    def one_name_each(self) -> Ways:
        """Name the shades, the likeliest ways."""
        shades = self._shades[:_MOST_SHADES]
        told = [self._weight[shade[0]] * self.log_p[shade].sum(0) for shade in shades]
        one_print = _one_print(np.array([np.median(self.lab[shade], 0) for shade in shades]))
        ways = np.array(_likeliest(told, one_print))
        called = np.full((len(ways), len(self.lab)), -1)
        for shade, name in zip(shades, ways.T, strict=True):
            called[:, shade] = name[:, None]
        return self.weighed(called)

    def weighed(self, called: NDArray[np.int64]) -> Ways:
        """Ways (W, N) to name the fields, each as well as it explains what is seen; burnt out ones are left over."""
        left = np.where(self.burnt, -1, called)
        return Ways(left, np.array([self.explained_by(way) for way in left]))

    def explained_by(self, called: NDArray[np.int64]) -> float:
        """How well names (N,), as indices, explain what is seen (natural logarithm): fields of one name look alike,
        what the network says of them, and how their shades go together. Fields ``called`` -1 are left out."""
        there = np.flatnonzero(called >= 0)
        prints, of_print = np.unique(called[there], return_inverse=True)
        if not len(prints):
            return 0.0
        shades = np.array([np.median(self.lab[called == k], 0) for k in prints])
        off = but_for_glare(self.lab[there], shades[of_print]) ** 2 / (2 * _SPREAD**2)
        told = self._weight[there] * self.log_p[there, called[there]]
        of_every = np.full((len(self.names), 3), np.nan)
        of_every[prints] = shades
        printing = usual_printing(self.names)
        together = printing.of([self.names[k] for k in prints]).log_density(shades)
        together += printing.log_in_order(of_every)
        complete = _ALL_THERE * (len(prints) == len(self.names))
        counts = printing.log_counts(called)
        fits = (told - np.minimum(off, _ODD_ONE)).sum()
        return float(fits + together + _A_SHADE * len(prints) + complete + counts)

    @cached_property
    def _shades(self) -> list[NDArray[np.int64]]:
        """The fields of each shade, the most first: single-linkage clusters of those that look alike and are not
        surely of two names: on a dim picture all look alike."""
        surely = np.where(self.log_p.max(1) > _SURE, self.log_p.argmax(1), -1)
        either = (surely[:, None] == surely) | (surely[:, None] < 0) | (surely < 0)
        near = either & (apart(self.lab[:, None], self.lab[None]) < _SAME_SHADE)
        label = np.arange(len(self.lab))
        for i, j in np.argwhere(near):
            label[label == label[j]] = label[i]
        return sorted((np.flatnonzero(label == k) for k in np.unique(label)), key=len, reverse=True)

    @cached_property
    def _weight(self) -> Lab:
        """(N,) how much counts what the network says of each field."""
        weight = np.zeros(len(self.lab))
        for shade in self._shades:
            weight[shade] = _TOLD * min(len(shade), _WITNESSES) / len(shade)
        return weight


def _one_print(shade_lab: Lab) -> Lab:
    """(S, S) log-odds that two of the shades (S, 3) are one print in two lights."""
    off = but_for_glare(shade_lab[:, None], shade_lab[None]) ** 2 / _HUE_SPREAD**2
    return np.asarray(np.maximum(_SHARED_NAME - off / 2, _NEVER_SHARED))


def apart(one_lab: Lab, other_lab: Lab) -> Lab:
    """(...,) how far two colours (..., 3) are apart, in Lab units; what glare does to a colour counts for less."""
    in_light = _GLARE_COUNTS * np.linalg.norm(one_lab - other_lab, axis=-1)
    return np.asarray(np.hypot(but_for_glare(one_lab, other_lab), in_light))


def but_for_glare(one_lab: Lab, other_lab: Lab) -> Lab:
    """(...,) how far two colours (..., 3) are apart in hue alone: glare draws a colour straight towards white,
    and a shadow towards black. The duller is held against the line from grey to the brighter."""
    a, b = one_lab[..., 1:], other_lab[..., 1:]
    chroma = np.maximum(np.linalg.norm(a, axis=-1), np.linalg.norm(b, axis=-1))
    across = np.abs(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]) / np.maximum(chroma, 1e-9)
    apart = np.linalg.norm(a - b, axis=-1)
    return np.asarray(np.where((a * b).sum(-1) > 0, across, apart))


def _likeliest(told: list[Lab], one_print: Lab) -> list[tuple[int, ...]]:
    """Ways to name the shades, one name for each, that explain best what is ``told`` of each (K,): a beam search."""
    beam: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for shade, each in enumerate(told):
        longer = [
            (score + float(each[k]) + _shared(one_print[shade], given, k), (*given, k))
            for score, given in beam
            for k in range(len(each))
        ]
        beam = sorted(longer, reverse=True)[:_BEAM]
    return [given for _, given in beam]


def _shared(one_print: Lab, given: tuple[int, ...], name: int) -> float:
    """What it costs to give a shade a ``name`` that some of the shades before it were ``given``."""
    same = [float(one_print[other]) for other, k in enumerate(given) if k == name]
    return max(same, default=0.0)

"""A camera that is no camera: what the eyes would say of strips that lie open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.follow.likelihood.strip_memory import Since, StripsSeen
from models.simulated.camera import KEYFRAMES
from models.simulated.noise import Noise
from referee.four_colour_deck import COLOURS, RANKS

Floats = NDArray[np.float64]
CARDS = len(COLOURS) * len(RANKS)
NUDGE = 0.02  # how often a strip is shifted
SEEN_ANEW = 0.4  # how often one that was seen badly is seen otherwise in the next stretch
ONE_GLYPH = 0.2  # the share of melded strips of which one glyph is hidden
MISPRINTED = 0.05  # the share of others of which both glyphs read alike, rightly or not
WHOLLY_UNDER = 0.25  # the share of strips under others of which nothing is to be seen
UNDER_A_LAMP = 0.1  # the share of strips that take on another colour


@dataclass(frozen=True)
class _Strip:
    """A strip that lies open, as it is seen: ``twin`` where it is seen twice."""

    area: int
    card: int
    p: Floats
    badly: bool
    missed: bool
    twin: bool
    place: int = 0


class StripCamera:
    """Looks at strips. One reads alike as long as it lies there, rightly or not, but where the light or the angle was
    to blame."""

    def __init__(self, rng: np.random.Generator, areas: int, noise: Noise) -> None:
        """``areas``: the seats and the middle."""
        self._rng, self._noise, self._areas = rng, noise, areas
        self._strips: dict[int, _Strip] = {}
        self._position = 0
        self._kept: dict[int, tuple[int, list[tuple[int, int, bool]]]] = {}
        self.number = 0
        self.condition = "plain"

    def look(self, lies: Mapping[int, tuple[int, int]], arm: bool = False) -> StripsSeen:
        """A new stretch, in which strips lie: each by its number, its area and card."""
        rng, noise = self._rng, self._noise
        self.number += 1
        self._update(lies)
        self.condition = "plain"
        if lamp := rng.random() < noise.lamp:
            self.condition = "lamp"
        if rng.random() < noise.knock:
            self._position, self.condition = self._position + 1, "moved"
        way = np.zeros(self._areas)
        if arm:
            way[int(rng.integers(self._areas))] = rng.uniform(0.2, 1)
        covered = {number for number, strip in self._strips.items() if rng.random() < way[strip.area]}
        shown, p, real, area = [], [], [], []
        for number in rng.permutation(list(self._strips)).tolist():
            strip = self._strips[number]
            if strip.missed or number in covered:
                continue
            for twin in (False, True)[: 1 + strip.twin]:
                shown.append((number, strip.place, twin))
                area.append(strip.area)
                p.append(self._jittered(strip.p, lamp))
                real.append(rng.beta(2, 4) if twin else 1 - min(0.9, rng.gamma(1.0, 0.01)))
        seen = StripsSeen(
            self.number,
            np.array(area, int),
            np.array(p).reshape(-1, CARDS),
            np.array(real, float),
            way,
            self._since(shown, covered, lamp),
        )
        self._kept[self.number] = self._position, shown
        self._kept = dict(list(self._kept.items())[-KEYFRAMES:])
        return seen

    def _update(self, lies: Mapping[int, tuple[int, int]]) -> None:
        """Strips that came and went; those that were seen badly may be seen otherwise; one may be shifted."""
        rng = self._rng
        strips = {}
        for number, (area, card) in lies.items():
            strip = self._strips.get(number)
            if strip is None:
                strip = self._seen(area, card)
            elif (strip.badly or strip.missed) and rng.random() < SEEN_ANEW:
                strip = replace(self._seen(area, card), place=strip.place)
            strips[number] = strip
        if strips and rng.random() < NUDGE:
            shifted = int(rng.choice(list(strips)))
            strips[shifted] = replace(strips[shifted], place=strips[shifted].place + 1)
        self._strips = strips

    def _seen(self, area: int, card: int) -> _Strip:
        """A strip that came to lie there, as it is seen from now on."""
        rng, noise = self._rng, self._noise
        at_a_seat = area < self._areas - 1  # where strips are laid side by side, and one upon another
        p, badly = self._reading(card, ONE_GLYPH if at_a_seat else MISPRINTED)
        under = at_a_seat and rng.random() < noise.missed
        missed = under and rng.random() < WHOLLY_UNDER
        if under and not missed:
            p, badly = rng.dirichlet(np.full(CARDS, 20.0)), True
        return _Strip(area, card, p, badly, missed, rng.random() < noise.doubled)

    def _reading(self, card: int, one_glyph: float) -> tuple[Floats, bool]:
        """(CARDS,) what a strip reads as, and whether it is only seen badly: two glyphs are read, and one colour;
        ``one_glyph`` how often the second glyph tells nothing."""
        rng, noise = self._rng, self._noise
        first, badly = self._glyph(card)
        other, other_badly = (first, badly) if rng.random() < one_glyph else self._glyph(card)
        p = first if first is other else first * other
        if rng.random() < noise.miscoloured:
            share = rng.uniform(0.1, 0.7)
            p = (1 - share) * p + share * np.roll(p, len(RANKS) * int(rng.integers(1, len(COLOURS))))
            badly = other_badly = True
        return np.asarray(p / p.sum()), badly or other_badly

    def _glyph(self, card: int) -> tuple[Floats, bool]:
        """(CARDS,) what one glyph reads as, and whether it is only seen badly."""
        rng, noise = self._rng, self._noise
        colour, rank = divmod(card, len(RANKS))
        p = rng.dirichlet(np.full(CARDS, 0.3)) * (rng.gamma(2.0, 0.0005) + 1e-5) + 1e-6
        other = colour * len(RANKS) + (rank + int(rng.integers(1, len(RANKS)))) % len(RANKS)
        draw, wrong = rng.random(), 0.0
        if draw < noise.misread:
            wrong = rng.uniform(0.5, 0.99)
        elif draw < noise.misread + noise.unsure:
            wrong = rng.uniform(0.1, 0.8)
        rest = 1 - p.sum()
        p[card] += rest * (1 - wrong)
        p[other] += rest * wrong
        return p, wrong > 0 and draw >= noise.misread

    def _jittered(self, p: Floats, lamp: bool) -> Floats:
        """A reading as it comes out of one stretch; under a lamp colours run into one another."""
        rng = self._rng
        if lamp and rng.random() < UNDER_A_LAMP:
            share = rng.uniform(0.2, 0.9)
            p = (1 - share) * p + share * np.roll(p, len(RANKS) * int(rng.integers(1, len(COLOURS))))
        p = np.exp(np.log(p + 1e-9) + rng.normal(0, 0.3, CARDS))
        return np.asarray(p / p.sum())

    def _since(
        self, shown: list[tuple[int, int, bool]], covered: set[int], lamp: bool
    ) -> Mapping[int, Since]:
        """What became of the strips of each keyframe with which this look can be compared."""
        rng, noise = self._rng, self._noise
        index = {each: i for i, each in enumerate(shown)}
        since = {}
        for number, (position, then) in self._kept.items():
            if position != self._position:
                continue
            now = np.array([index.get(each, -1) for each in then], int)
            still = rng.normal(*noise.changed_still, len(then))
            still += (rng.random(len(then)) < noise.shade) * rng.exponential(0.8, len(then))
            still += lamp * rng.exponential(0.4, len(then))
            touched = np.maximum(rng.normal(*noise.changed_touched, len(then)), still)
            hidden = np.array([each[0] in covered for each in then], bool)
            hidden_p = np.where(hidden, rng.uniform(0.6, 1, len(then)), rng.uniform(0, 0.05, len(then)))
            since[number] = Since(now, np.exp(np.where(now < 0, touched, still)), hidden_p)
        return since

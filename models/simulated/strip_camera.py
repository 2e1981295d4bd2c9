"""A camera that is no camera: what the eyes would say of strips that lie open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.follow.likelihood.strip_memory import Since, StripsSeen
from models.simulated.camera import KEYFRAMES
from models.simulated.noise import Noise, drawn
from referee.four_colour_deck import COLOURS, RANKS

Floats = NDArray[np.float64]
CARDS = len(COLOURS) * len(RANKS)
FEW = 6  # strips: until more have lain there, some colours lack beside which others would be told
UNDER_A_LAMP = 0.1  # the share of strips that take on another colour


def parted(p: Floats) -> tuple[Floats, Floats]:
    """(COLOURS,) and (RANKS,) how probable each colour is, and each rank, by ``p`` (CARDS,) of the cards."""
    cards = p.reshape(len(COLOURS), len(RANKS))
    return cards.sum(1), cards.sum(0)


@dataclass(frozen=True)
class _Strip:
    """A strip that lies open, as it is seen: ``colour_of_few`` (COLOURS,) reads so until more than a FEW have lain
    there, and ``colour`` then; ``rank``: the log-odds that it reads as its own one; ``real``: how likely it is one;
    ``beside``: what else is taken for one there, if anything."""

    area: int
    card: int
    colour_of_few: Floats
    colour: Floats
    rank: float
    real: float
    missed: bool = False
    place: int = 0
    beside: _Strip | None = None


class StripCamera:
    """Looks at strips. One reads alike as long as it lies there, rightly or not, but for what shakes it. Some
    ranks of a poor deck are told badly, and taken for others all the game."""

    def __init__(self, rng: np.random.Generator, areas: int, noise: Noise) -> None:
        """``areas``: the seats and the middle."""
        self._rng, self._noise, self._areas = rng, noise, areas
        self._strips: dict[int, _Strip] = {}
        self._badly = rng.random(len(RANKS)) < noise.unsure * (rng.random() < noise.poor)
        self._taken_for = (np.arange(len(RANKS)) + rng.integers(1, len(RANKS), len(RANKS))) % len(RANKS)
        self._position = 0
        self._most = 0  # strips that ever lay there at once
        self._kept: dict[int, tuple[int, list[tuple[int, int, bool]]]] = {}
        self.number = 0
        self.condition = "plain"

    def look(self, lies: Mapping[int, tuple[int, int]], arm: bool = False) -> StripsSeen:
        """A new stretch, in which strips lie: each by its number, its area and card."""
        rng, noise = self._rng, self._noise
        self.number += 1
        self._update(lies)
        self._most = max(self._most, len(self._strips))
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
            for each in (strip, strip.beside) if strip.beside else (strip,):
                shown.append((number, strip.place, each is strip))
                area.append(each.area)
                p.append(self._reading(each, self._most <= FEW, lamp))
                real.append(each.real)
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
        """Strips that came and went; those that were missed may be seen; one may be shifted."""
        rng = self._rng
        strips = {}
        for number, (area, card) in lies.items():
            strip = self._strips.get(number)
            if strip is None:
                strip = self._seen(area, card)
            elif strip.missed and rng.random() < self._noise.seen_anew:
                strip = replace(self._seen(area, card), place=strip.place)
            strips[number] = strip
        if strips and rng.random() < len(strips) * self._noise.strip_moved:
            shifted = int(rng.choice(list(strips)))
            strips[shifted] = replace(strips[shifted], place=strips[shifted].place + 1)
        self._strips = strips

    def _seen(self, area: int, card: int) -> _Strip:
        """A strip that came to lie there, as it is seen from now on."""
        rng, noise = self._rng, self._noise
        strip = self._read(area, card)
        if rng.random() < noise.doubled:
            none = self._read(area, int(rng.integers(CARDS)))
            strip = replace(strip, beside=replace(none, real=drawn(rng, noise.strip_none)))
        return replace(strip, missed=bool(rng.random() < noise.missed))

    def _read(self, area: int, card: int) -> _Strip:
        """A strip as it is read."""
        rng, noise = self._rng, self._noise
        colour, rank = divmod(card, len(RANKS))
        other = (colour + int(rng.integers(1, len(COLOURS)))) % len(COLOURS)
        of_few, among_others = (
            self._spread(
                abs(float(rng.random() < wrongly) - drawn(rng, log_odds)), len(COLOURS), colour, other
            )
            for wrongly, log_odds in (
                (noise.miscoloured_of_few, noise.strip_colour_of_few),
                (noise.miscoloured, noise.strip_colour),
            )
        )
        of_rank = noise.strip_unsure_rank if self._badly[rank] else noise.strip_rank
        odds = _log_odds(drawn(rng, of_rank))
        return _Strip(area, card, of_few, among_others, odds, drawn(rng, noise.strip_one))

    def _reading(self, strip: _Strip, few: bool, lamp: bool) -> Floats:
        """(CARDS,) what a strip reads as in one stretch; under a lamp colours run into one another."""
        rng, rank = self._rng, strip.card % len(RANKS)
        odds = strip.rank + rng.normal(0, self._noise.strip_shaken[int(self._badly[rank])])
        ranks = self._spread(float(1 / (1 + np.exp(-odds))), len(RANKS), rank, int(self._taken_for[rank]))
        colours = strip.colour_of_few if few else strip.colour
        if lamp and rng.random() < UNDER_A_LAMP:
            share = rng.uniform(0.2, 0.9)
            colours = (1 - share) * colours + share * np.roll(colours, int(rng.integers(1, len(COLOURS))))
        return np.outer(colours, ranks).ravel()

    def _spread(self, p: float, count: int, right: int, likeliest: int) -> Floats:
        """(count,) probabilities: the right one is so probable, and of the others one before all."""
        others = self._rng.dirichlet(np.full(count, 0.3))
        others[likeliest] += 1
        others[right] = 0
        others *= (1 - p) / others.sum()
        others[right] = p
        return others

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


def _log_odds(p: float) -> float:
    return float(np.log(p / (1 - p)))

"""A camera that is no camera: what the eyes would say of a board's fields and of the towers on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.follow.likelihood.fields_look import FieldsCompared
from companion.follow.likelihood.towers import LEVELS
from models.simulated.camera import KEYFRAMES, MISREAD_P, UNSURE_P, Floats
from models.simulated.noise import Noise
from vision.stone_table.reading import FIELD_COLOURS, OWNERS

_NAMED = {  # Lab of what is called so
    "red": (45, 60, 40),
    "orange": (65, 40, 60),
    "yellow": (85, 0, 75),
    "green": (50, -45, 30),
    "blue": (40, 5, -50),
    "violet": (40, 40, -40),
    "white": (90, 0, 0),
    "black": (18, 0, 0),
}
_KIND_UNSURE = 0.04  # of the colours of stones so many read half as another, all of them
_COUNTED_ANEW = 0.15  # of the towers that grow so many are counted otherwise than before
_ALIKE = 8.0  # in Lab: how far apart, in each of its three, shades that are alike may be
_MISTAKEN = 20.0  # in Lab: by how much another may differ
_NUDGED = 0.2  # a stone that is taken off nudges those below
Codes = NDArray[np.int64]


@dataclass(frozen=True)
class _Kept:
    place: int
    codes: Codes
    what: Codes  # (N,) a number for each thing that came to lie there
    shade: Floats


class TowersCamera:
    """Looks at N fields with towers on them. A stone reads alike as long as it lies there, rightly or not."""

    def __init__(
        self,
        rng: np.random.Generator,
        codes: Codes,
        prints: Codes,
        noise: Noise,
        alike: tuple[int, int] | None = None,
    ) -> None:
        """``codes`` (N,) as ``companion.follow.likelihood.towers`` has them; ``prints`` (N,) as FIELD_COLOURS, of
        which two may be of shades that are ``alike``."""
        self._rng, self._noise, self._prints = rng, noise, prints
        self._lab = {name: np.array(lab) + rng.normal(0, 6, 3) for name, lab in _NAMED.items()}
        self.prints = np.array([np.array(_NAMED[name]) + rng.normal(0, 6, 3) for name in FIELD_COLOURS])
        if alike is not None:
            self.prints[alike[1]] = self.prints[alike[0]] + rng.normal(0, _ALIKE, 3)
        self._kinds = [self._kind(owner) for owner in range(len(OWNERS))]
        self._codes, self._next = codes.copy(), 1
        self._what = np.zeros(len(codes), int)
        self._below: list[list[tuple[int, int]]] = [[] for _ in codes]
        self._shade = np.zeros(len(codes))
        self._bias = np.array([self._miscount(int(code) % LEVELS) for code in codes])
        self._reads = np.stack([self._reading(i, int(code)) for i, code in enumerate(codes)])
        self._kept: dict[int, _Kept] = {}
        self.number, self.place, self.condition = 0, 0, "plain"
        self.owner = self.height = self.hidden = np.zeros(0)

    def look(self, codes: Codes, covered: NDArray[np.bool_]) -> dict[int, FieldsCompared]:
        """A new stretch, in which such towers stand there, and some fields are ``covered`` (N,) by an arm: against
        each keyframe. ``owner``, ``height`` and ``hidden`` are how they read."""
        rng, noise = self._rng, self._noise
        self.number += 1
        for field in np.flatnonzero(codes != self._codes):
            self._changes(int(field), int(codes[field]))
        self._codes = codes.copy()
        shaded = rng.random(len(codes)) < noise.shade
        self._shade = np.where(shaded, rng.exponential(0.8, len(codes)), self._shade)
        self.condition = "plain"
        if rng.random() < noise.lamp:
            self.condition, self._shade = "lamp", rng.exponential(0.4, len(codes))
        if rng.random() < noise.knock:
            self.place, self.condition = self.place + 1, "moved"
        self._read(covered)
        compared = {number: self._compared(kept, covered) for number, kept in self._kept.items()}
        self._kept[self.number] = _Kept(self.place, self._codes, self._what.copy(), self._shade.copy())
        self._kept = dict(list(self._kept.items())[-KEYFRAMES:])
        return compared

    def _changes(self, field: int, code: int) -> None:
        """A stone comes or goes: what was there before may be seen again just as it was."""
        rng, before = self._rng, (int(self._codes[field]), int(self._what[field]))
        known = [what for was, what in self._below[field] if was == code]
        lower = code % LEVELS < before[0] % LEVELS
        if lower and known and not (code and rng.random() < _NUDGED):
            self._what[field] = known[-1]
        else:
            self._what[field], self._next = self._next, self._next + 1
        self._below[field].append(before)
        if code % LEVELS <= 1 or rng.random() < _COUNTED_ANEW:
            self._bias[field] = self._miscount(code % LEVELS)
        self._reads[field] = self._reading(field, code)

    def _read(self, covered: NDArray[np.bool_]) -> None:
        rng, count = self._rng, len(covered)
        owner = np.exp(np.log(self._reads) + rng.normal(0, 0.3, self._reads.shape))
        owner[covered] = rng.dirichlet(np.ones(len(OWNERS)), int(covered.sum()))
        self.owner = owner / owner.sum(1, keepdims=True)
        levels = self._codes % LEVELS
        peak = np.clip(np.where(levels > 0, levels + self._bias, 1), 1, LEVELS - 1)
        spread = 0.25 + 0.06 * levels[:, None] + rng.gamma(2, 0.03, (count, 1))
        height = np.exp(-0.5 * ((np.arange(LEVELS) - peak[:, None]) / spread) ** 2) + 0.003
        height[:, 0] = 0
        height *= (1 - self.owner[:, :1]) / height.sum(1, keepdims=True)
        height[:, 0] = self.owner[:, 0]
        self.height = height
        self.hidden = np.where(covered, rng.uniform(0.6, 1, count), rng.uniform(0, 0.05, count))

    def _compared(self, kept: _Kept, covered: NDArray[np.bool_]) -> FieldsCompared:
        rng, noise, count = self._rng, self._noise, len(covered)
        growth = self._growth(kept, covered)
        if kept.place != self.place:
            unknown = np.full(count, np.nan)
            return FieldsCompared(unknown, unknown, growth, np.full((count, 3), np.nan), {})
        other = kept.what != self._what
        still = rng.normal(*noise.changed_still, count)
        touched = rng.normal(*noise.changed_touched, count)
        touched -= np.where(self._same_colour(kept.codes), 0.8, 0.0)
        beside = around(other) & ~other
        shadow = np.where(beside & (rng.random(count) < noise.shaded), rng.exponential(1.0, count), 0)
        hides = np.where(beside & (rng.random(count) < noise.shaded / 3), rng.exponential(1.0, count), 0)
        lamp = np.abs(self._shade - kept.shade)
        change = still + lamp + shadow + hides
        change = np.exp(np.where(other | covered, np.maximum(touched, change), change))
        but_for_shade = np.minimum(change, np.exp(still + 0.3 * lamp + 0.2 * shadow + hides + 0.05))
        but_for_shade = np.where(other | covered, change, but_for_shade)
        left = np.where(other | covered, change, np.exp(still + lamp + shadow + 0.2 * hides))
        most = [int(i) for i in np.argsort(-change)[:4] if other[i]]
        return FieldsCompared(
            change, but_for_shade, growth, self._colours(change, other, covered), dict.fromkeys(most, left)
        )

    def _growth(self, kept: _Kept, covered: NDArray[np.bool_]) -> Floats:
        rng, count = self._rng, len(covered)
        before, now = kept.codes % LEVELS, self._codes % LEVELS
        grown = np.clip(now - before, -1, 1) + 1
        wrong = rng.random(count) < self._noise.growth_wrong
        grown = np.where(wrong, rng.integers(0, 3, count), grown)
        growth = -rng.gamma(2.0, 3.0, (count, 3))
        growth[np.arange(count), grown] = 0
        told = (kept.what != self._what) | (rng.random(count) < self._noise.growth_untouched)
        told &= (before > 0) & (now > 0) & ~covered
        if kept.place != self.place:
            growth *= 0.3
        return growth * told[:, None]

    def _colours(self, change: Floats, other: NDArray[np.bool_], covered: NDArray[np.bool_]) -> Floats:
        """(N, 3) what came to be seen where the picture changed much."""
        rng, prints = self._rng, self.prints[self._prints]
        labs = np.full((len(change), 3), np.nan)
        for field in np.flatnonzero(change > 2.5):
            owner = int(self._codes[field] // LEVELS)
            if covered[field]:
                labs[field] = np.array([60, 15, 18]) + rng.normal(0, 12, 3)
            elif not other[field]:
                labs[field] = prints[field] * rng.uniform(0.5, 0.8)
            else:
                lab = self._lab[OWNERS[owner]] if owner else prints[field]
                labs[field] = lab + rng.normal(0, 20 if rng.random() < 0.05 else 3, 3)
        return labs

    def _same_colour(self, before: Codes) -> NDArray[np.bool_]:
        """(N,) whether each shows the colour that it showed."""
        return self._shown(before) == self._shown(self._codes)

    def _shown(self, codes: Codes) -> Codes:
        prints = np.array([OWNERS.index(name) if name in OWNERS else -1 for name in FIELD_COLOURS])
        return np.where(codes > 0, codes // LEVELS, prints[self._prints])

    def _miscount(self, height: int) -> int:
        often = self._noise.miscounted if height > 1 else self._noise.miscounted_single
        return int(self._rng.choice([-1, 1])) if self._rng.random() < often else 0

    def _kind(self, owner: int) -> tuple[int, float]:
        """As which other owner stones of one read too, and to what share."""
        other = int(self._rng.integers(1, len(OWNERS)))
        unsure = owner and other != owner and self._rng.random() < _KIND_UNSURE
        return other, float(self._rng.uniform(0.2, 0.5)) if unsure else 0.0

    def _mistaken_for(self, field: int, owner: int) -> int:
        """As what a stone, or a bare field, is misread: as what looks like it, sooner than as anything else."""
        bare = self.prints[self._prints[field]]
        labs = np.array([bare, *(self._lab[name] for name in OWNERS[1:])])
        p = np.exp(-np.linalg.norm(labs - labs[owner], axis=1) / _MISTAKEN)
        p[owner] = 0
        return int(self._rng.choice(len(p), p=p / p.sum()))

    def _reading(self, field: int, code: int) -> Floats:
        """(7,) what a stone, or a bare field, reads as, as long as it lies there."""
        rng, noise, owner, kinds = self._rng, self._noise, code // LEVELS, len(OWNERS)
        sharp = rng.gamma(2.0, 0.004) + 1e-4
        p = rng.dirichlet(np.full(kinds, 0.3)) * sharp
        other, share = self._kinds[owner]
        share = float(np.clip(share + rng.normal(0, 0.05), 0, 0.7)) if share else 0.0
        p[owner] += (1 - sharp) * (1 - share)
        p[other] += (1 - sharp) * share
        draw, strange = rng.random(), self._mistaken_for(field, owner)
        alike = code % LEVELS == 1 and OWNERS[owner] == FIELD_COLOURS[self._prints[field]]
        if alike and rng.random() < noise.like_print:
            p[owner], p[0] = p[0], p[owner]
        elif draw < noise.misread + noise.unsure:
            mixed = rng.uniform(*(MISREAD_P if draw < noise.misread else UNSURE_P))
            p[owner], p[strange] = mixed, 1 - mixed
        p += 1e-6
        return np.asarray(p / p.sum())


def around(which: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(N,) those fields, and all that touch them, be it by a corner."""
    size = round(len(which) ** 0.5)
    grid = np.pad(which.reshape(size, size), 1)
    near = [grid[r : r + size, c : c + size] for r in range(3) for c in range(3)]
    return np.asarray(np.any(near, 0).ravel())

"""What a look tells of a board's cells, as features: shared by all games whose table is cells with something on each.

N cells, each with one of C contents (0: nothing lies there). A cell that was not touched looks as it did; what it
reads as is no news then, right or wrong. One that was touched looks otherwise, and reads as what lies there now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.follow.follows import UNEXPLAINED, Floats

UNTOUCHED = (
    "untouched cell: changed",
    "untouched cell: changed, squared",
    "untouched cell: reads otherwise",
    "untouched cell from elsewhere: reads otherwise",
)
TOUCHED = (
    "touched cell: filled",
    "touched cell: emptied",
    "touched cell: another",
    "touched cell: unchanged",
    "touched cell: reads so",
    "touched cell: read so before",
    "touched cell from elsewhere: reads so",
)
CELL = (*UNTOUCHED, *TOUCHED)
FEATURES = (*CELL, "unexplained cell")
SIGNS = {  # 1: the feature can only speak for what it is said of, -1: only against it
    **dict.fromkeys(UNTOUCHED, -1),
    "touched cell: unchanged": -1,
    "touched cell: reads so": 1,
    "touched cell: read so before": -1,
    "touched cell from elsewhere: reads so": 1,
    "unexplained cell": -1,
}
EXPECTED = {"touched cell: reads so": 1.0, "touched cell from elsewhere: reads so": 1.0}
_NOT_SEEN = -1  # the keyframe of a cell that was touched while something hid it
FLOOR = 3e-3  # a probability of less says no more: networks are surer than they are right
_MUCH = 12.0  # by so many times the usual a picture changes where something else lies; more says no more


@dataclass(frozen=True, eq=False)
class CellsSeen:
    """What a look at a stretch showed of the cells: ``p`` (N, C) of each content; ``hidden`` (N,) how likely
    something is in the way; ``changed`` by keyframe (the number of a stretch kept): (N,) by how many times the usual
    the picture differs from then, nan where the two cannot be compared (the camera was moved)."""

    number: int
    p: Floats
    hidden: Floats
    changed: Mapping[int, Floats]


@dataclass(frozen=True)
class CellsLook:
    """A look at a stretch of a game whose table is cells: see ``companion.follow.follows.Seen``."""

    t: float
    looks: int
    settled_for_s: float
    condition: str
    cells: CellsSeen

    @property
    def number(self) -> int:
        """Which stretch this is."""
        return self.cells.number


@dataclass(frozen=True, eq=False)
class CellMemory:
    """Of each cell: ``contents`` (N,) what lies there, ``since`` (N,) the keyframe in which it lay there in sight,
    and ``p`` (N, C) what it read as then. ``mended``: a fault that is on it was taken back since, or a part of it."""

    contents: NDArray[np.int64]
    since: NDArray[np.int64]
    p: Floats
    mended: bool = False

    @staticmethod
    def first(contents: NDArray[np.int64], seen: CellsSeen) -> CellMemory:
        """At the first look."""
        return CellMemory(contents, np.where(seen.hidden > 0.5, _NOT_SEEN, seen.number), seen.p)

    def after(
        self, contents: NDArray[np.int64], seen: CellsSeen, unexplained: NDArray[np.bool_]
    ) -> CellMemory:
        """After a stretch, in which all is taken for granted but what is hidden or ``unexplained`` (N,)."""
        hidden, touched = seen.hidden > 0.5, contents != self.contents
        older = hidden | (unexplained & ~touched)
        since = np.where(touched & hidden, _NOT_SEEN, np.where(older, self.since, seen.number))
        p = np.where((since == seen.number)[:, None], seen.p, self.p)
        return CellMemory(contents, since, p)


@dataclass(frozen=True)
class CellFeatures:
    """A look held against what is remembered, ``contents`` (N,): ``each`` (N, C, len(CELL)) features of each cell if
    each content lies there now, that is if it was not touched where this is what lay there. ``again`` (N, len(CELL))
    if it was touched, and the like lies there again. ``mended``: see ``CellMemory``."""

    contents: NDArray[np.int64]
    each: Floats
    again: Floats
    mended: bool

    def of_tables(self, lies: NDArray[np.int64], tables: NDArray[np.int64], weights: Floats) -> Floats:
        """(2 + n, len(FEATURES)) of the cells' lying as ``lies`` (N,) says, since nothing was done; of that and
        something unexplained besides; and of each of the ``tables`` (n, N). Where what is there was done to ``lies``,
        a thing that lay there is one laid anew; where a fault was ``mended``, it may have been left there, too.
        ``weights`` (len(FEATURES),)."""
        anew = (tables == self.contents) & (lies != self.contents) & (self.contents > 0)
        tables = np.concatenate([lies[None], lies[None], tables])
        places = np.arange(len(self.contents))
        rows = np.zeros((len(tables), len(FEATURES)))
        rows[:, : len(CELL)] = self.each[places, tables].sum(1)
        more = self.again - self.each[places, self.contents]
        if self.mended:
            anew &= more @ weights[: len(CELL)] > 0
        rows[2:, : len(CELL)] += anew @ more
        gains = self.gains(weights)
        strange = np.flatnonzero(_is_unexplained(gains, weights) & (lies == self.contents))
        something = self.each[strange, gains[strange].argmax(1)]
        rows[UNEXPLAINED, : len(CELL)] += (something - self.each[strange, lies[strange]]).sum(0)
        rows[UNEXPLAINED, len(CELL)] = len(strange)
        return rows

    def gains(self, weights: Floats) -> Floats:
        """(N, C) by how much each content explains each cell better than that it was not touched."""
        scores = self.each @ weights[: len(CELL)]
        places = np.arange(len(scores))
        gains = scores - scores[places, self.contents][:, None]
        gains[places, self.contents] = -np.inf
        return np.asarray(gains)

    def unexplained(self, weights: Floats) -> NDArray[np.bool_]:
        """(N,) the cells of which it costs less to say that something else lies there than that nothing was done."""
        return _is_unexplained(self.gains(weights), weights)


def _is_unexplained(gains: Floats, weights: Floats) -> NDArray[np.bool_]:
    return np.asarray(gains.max(1) + weights[FEATURES.index("unexplained cell")] > 0)


def in_sight(hidden: Floats) -> Floats:
    """(N,) how much of what is seen counts, from 0 to 1, where something is in the way with a probability of
    ``hidden`` (N,): nothing where that is likelier than not."""
    return np.clip(1 - 2 * hidden, 0, 1)


def is_unlike(
    as_read: NDArray[np.int64], lies: NDArray[np.int64], tables: Iterable[NDArray[np.int64]]
) -> bool:
    """Whether a table (N,) lies otherwise than before, and not at just the same cells as any of the ``tables``."""
    touched = as_read != lies
    return bool(touched.any()) and not any(((table != lies) == touched).all() for table in tables)


@lru_cache(maxsize=128)  # hypotheses that differ in what is not seen share what they remember
def cell_features(memory: CellMemory, seen: CellsSeen) -> CellFeatures:
    """The features of a look at cells that are remembered so."""
    there, places = in_sight(seen.hidden), np.arange(len(seen.hidden))
    unknown = np.full(len(there), np.nan)
    change = np.array([seen.changed.get(k, unknown)[i] for i, k in enumerate(memory.since.tolist())])
    known = memory.since != _NOT_SEEN
    here, elsewhere = np.isfinite(change) & known, ~np.isfinite(change) & known
    times = np.log(np.clip(np.where(here, change, 1.0), 1.0, _MUCH))
    alike = np.sqrt(seen.p * memory.p).sum(-1)
    otherwise = -np.log((alike + FLOOR) / (1 + FLOOR))
    log_p, log_before = np.log(seen.p + FLOOR), np.log(memory.p + FLOOR)
    filled, emptied = (memory.contents == 0)[:, None], np.arange(seen.p.shape[1]) == 0

    each = np.zeros((*seen.p.shape, len(CELL)))
    touched = each[..., len(UNTOUCHED) :]
    touched[..., 0], touched[..., 1], touched[..., 2] = filled, emptied, ~(filled | emptied)
    touched[..., 3] = ((np.log(_MUCH) - times) * here)[:, None]
    touched[..., 4] = log_p * ~elsewhere[:, None]
    touched[..., 5] = (log_before - np.log(FLOOR)) * here[:, None]
    touched[..., 6] = log_p * elsewhere[:, None]
    touched *= there[:, None, None]  # what is hidden tells nothing
    again = each[places, memory.contents].copy()
    again[:, CELL.index("touched cell: read so before")] = 0  # of course it did
    # What was not touched; where that was not seen since it came to lie there, it reads as what was touched does.
    first_seen = touched[places, memory.contents, 4] * ~known
    each[places, memory.contents] = 0
    alike = [times * here, times**2 * here, otherwise * here, otherwise * elsewhere]
    each[places, memory.contents, : len(UNTOUCHED)] = np.stack(alike, -1) * there[:, None]
    touched[places, memory.contents, 4] = first_seen
    return CellFeatures(memory.contents, each, again, memory.mended)

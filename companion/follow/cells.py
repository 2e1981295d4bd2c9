"""What a look tells of a board's cells, as features: shared by all games whose table is cells with something on each.

N cells, each with one of C contents (0: nothing lies there). A cell that was not touched looks as it did; what it reads
as is no news then, right or wrong. One that was touched looks otherwise, and reads as what lies there now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.follow.follows import UNEXPLAINED, Floats

UNTOUCHED = (
    "untouched cell: changed",
    "untouched cell: changed, squared",
    "untouched cell: reads otherwise",
    "untouched cell from elsewhere: reads otherwise",
    "untouched cell, first seen since it was touched: reads so",
)
TOUCHED = (
    "touched cell: filled",
    "touched cell: emptied",
    "touched cell: another",
    "touched cell: hidden",
    "touched cell: unchanged",
    "touched cell: reads so",
    "touched cell: read so before",
    "touched cell from elsewhere: reads so",
)
UNSEEN = ("unexplained", "unexplained cell", "unexplained, log of seconds settled")
FEATURES = (*UNTOUCHED, *TOUCHED, *UNSEEN)
SIGNS = {  # 1: the feature can only speak for what it is said of, -1: only against it
    **dict.fromkeys(UNTOUCHED[:-1], -1),
    UNTOUCHED[-1]: 1,
    "touched cell: unchanged": -1,
    "touched cell: reads so": 1,
    "touched cell: read so before": -1,
    "touched cell from elsewhere: reads so": 1,
    "unexplained": -1,
    "unexplained cell": -1,
    "unexplained, log of seconds settled": -1,
}
_NOT_SEEN = -1  # the keyframe of a cell that was touched while something hid it
_FLOOR = 1e-4  # a probability of less says no more
_MUCH = 12.0  # by so many times the usual a picture changes where something else lies; more says no more


@dataclass(frozen=True)
class CellsSeen:
    """What a look at a stretch showed of the cells: ``p`` (N, C) of each content; ``hidden`` (N,) how likely something
    is in the way; ``changed`` by keyframe (the number of a stretch kept): (N,) by how many times the usual the picture
    differs from then, nan where the two cannot be compared (the camera was moved)."""

    number: int
    p: Floats
    hidden: Floats
    changed: Mapping[int, Floats]


@dataclass(frozen=True)
class CellMemory:
    """Of each cell: ``contents`` (N,) what lies there, ``since`` (N,) the keyframe in which it lay there in sight, and
    ``p`` (N, C) what it read as then."""

    contents: NDArray[np.int64]
    since: NDArray[np.int64]
    p: Floats

    @staticmethod
    def first(contents: NDArray[np.int64], seen: CellsSeen) -> CellMemory:
        """At the first look."""
        return CellMemory(contents, np.full(len(contents), seen.number), seen.p)

    def after(
        self, contents: NDArray[np.int64], seen: CellsSeen, unexplained: NDArray[np.bool_]
    ) -> CellMemory:
        """After a stretch, in which all is taken for granted but what is hidden or ``unexplained`` (N,)."""
        hidden, touched = seen.hidden > 0.5, contents != self.contents
        since = np.where(touched & hidden, _NOT_SEEN, np.where(hidden | unexplained, self.since, seen.number))
        p = np.where((since == seen.number)[:, None], seen.p, self.p)
        return CellMemory(contents, since, p)


@dataclass(frozen=True)
class CellFeatures:
    """A look held against what is remembered: ``untouched`` (N, len(UNTOUCHED)) features of each cell if it was not
    touched, ``touched`` (N, C, len(TOUCHED)) if it was, and each content lies there now."""

    contents: NDArray[np.int64]
    untouched: Floats
    touched: Floats

    def of_tables(
        self, lies: NDArray[np.int64], tables: NDArray[np.int64], settled_for_s: float, weights: Floats
    ) -> Floats:
        """(2 + n, len(FEATURES)) of the cells' lying as ``lies`` (N,) says, since nothing was done; of that and something
        unexplained besides; and of each of the ``tables`` (n, N). ``weights`` (len(FEATURES),)."""
        tables = np.concatenate([lies[None], lies[None], tables])
        changed = tables != self.contents
        places = np.arange(len(self.contents))
        rows = np.zeros((len(tables), len(FEATURES)))
        rows[:, : len(UNTOUCHED)] = ~changed @ self.untouched
        rows[:, len(UNTOUCHED) : -len(UNSEEN)] = np.einsum(
            "nc,ncf->nf", changed, self.touched[places, tables]
        )
        unexplained = self.unexplained(weights) & ~changed[UNEXPLAINED]
        rows[UNEXPLAINED, : len(UNTOUCHED)] -= self.untouched[unexplained].sum(0)
        rows[UNEXPLAINED, -len(UNSEEN) :] = 1, unexplained.sum(), np.log(max(settled_for_s, 0.1))
        return rows

    def gains(self, weights: Floats) -> Floats:
        """(N, C) by how much each content explains each cell better than that it was not touched."""
        touched = self.touched @ weights[len(UNTOUCHED) : -len(UNSEEN)]
        gains = touched - (self.untouched @ weights[: len(UNTOUCHED)])[:, None]
        gains[np.arange(len(gains)), self.contents] = -np.inf
        return np.asarray(gains)

    def unexplained(self, weights: Floats) -> NDArray[np.bool_]:
        """(N,) the cells of which it costs less to say that something unexplained is seen than that nothing is."""
        return self.untouched @ weights[: len(UNTOUCHED)] < weights[-2]


def cell_features(memory: CellMemory, seen: CellsSeen) -> CellFeatures:
    """The features of a look at cells that are remembered so."""
    there = 1 - seen.hidden
    unknown = np.full(len(there), np.nan)
    change = np.array([seen.changed.get(k, unknown)[i] for i, k in enumerate(memory.since.tolist())])
    comparable, known = np.isfinite(change), memory.since != _NOT_SEEN
    times = np.log(np.clip(np.where(comparable, change, 1.0), 1.0, _MUCH))
    otherwise = -np.log(np.sqrt(seen.p * memory.p).sum(-1) + _FLOOR)
    count, contents = seen.p.shape
    log_p, log_before = np.log(seen.p + _FLOOR), np.log(memory.p + _FLOOR)
    reads_so = log_p[np.arange(count), memory.contents]
    elsewhere = ~comparable & known
    alike = [times, times**2, otherwise * comparable, otherwise * elsewhere, reads_so * ~known]
    untouched = np.stack(alike, -1) * there[:, None]

    nothing_there = (memory.contents == 0)[:, None]
    empty = np.zeros((count, contents), bool)
    empty[:, 0] = True
    each = np.zeros((count, contents, len(TOUCHED)))
    each[..., 0] = nothing_there & ~empty
    each[..., 1] = empty & ~nothing_there
    each[..., 2] = ~nothing_there & ~empty
    each[..., 3] = seen.hidden[:, None]
    each[..., 4] = ((np.log(_MUCH) - times) * comparable * there)[:, None]
    each[..., 5] = log_p * (comparable * there)[:, None]
    each[..., 6] = (log_before - log_before.min()) * (comparable * there)[:, None]
    each[..., 7] = log_p * (~comparable * there)[:, None]
    return CellFeatures(memory.contents, untouched, each)

"""What a look tells of the fields of a board and the towers on them, as features: whether each was touched, and what
stands there now. Like ``cells``, but towers grow, hide what is behind them and throw shadows.

What stands on a field is one number, ``code``: its owner (as OWNERS) times 8, plus its height; 0 where nothing does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.follow.follows import UNEXPLAINED, Floats
from companion.follow.likelihood.cells import in_sight
from companion.follow.likelihood.fields_look import FieldsLook
from companion.follow.likelihood.stone_colours import Shades
from vision.stone_table.reading import FIELD_COLOURS, MAX_HEIGHT, OWNERS

UNTOUCHED = (
    "untouched field: changed",
    "untouched field: changed, squared",
    "untouched field: changed but for a shadow",
    "untouched field: looks like a stone",
    "untouched field: reads alike",
    "untouched field: as high",
    "untouched field: grew by none",
    "untouched field from elsewhere: reads alike",
    "untouched field from elsewhere: as high",
    "untouched field, first seen since it was touched: reads so",
)
BESIDE = ("untouched field beside: changed", "untouched field beside: changed, squared")
TOUCHED = (
    "touched field: added",
    "touched field: taken",
    "touched field: replaced",
    "touched field: several",
    "touched field: unchanged",
    "touched field of that colour: unchanged",
    "touched field: unchanged but for a shadow",
    "touched field: reads so",
    "touched field of that colour: reads as a stone",
    "touched field from elsewhere: reads so",
    "touched field: read so before",
    "touched field: reads like its kind",
    "touched field: looks like its stones",
    "touched field: looks like its name",
    "touched field: looks like its print",
    "touched field: so high",
    "touched tower: higher by so many",
    "touched tower: so high",
    "touched tower: grew so",
    "touched field: other than before it was last touched",
    "touched field: as before it was last touched",
)
FEATURES = (*UNTOUCHED, *BESIDE, *TOUCHED, "unexplained field")
_AGAINST = (
    *UNTOUCHED[:4],
    *BESIDE,
    "unexplained field",
    "touched field: unchanged",
    "touched field of that colour: unchanged",
    "touched field: unchanged but for a shadow",
    "touched field: read so before",
    "touched field: other than before it was last touched",
    "touched field: as before it was last touched",
)
SIGNS = {  # 1: the feature can only speak for what it is said of, -1: only against it
    **dict.fromkeys((*UNTOUCHED, *TOUCHED[8:]), 1),
    **dict.fromkeys(_AGAINST, -1),
}
LEVELS: Final = MAX_HEIGHT + 1
CODES: Final = len(OWNERS) * LEVELS
_CODES = np.arange(CODES)
_OWNER, _HEIGHT = np.divmod(_CODES, LEVELS)
_OWNER_OF_PRINT = tuple(OWNERS.index(name) if name in OWNERS else -1 for name in FIELD_COLOURS)
_OF_OTHERS = (*UNTOUCHED, *BESIDE)
_OF_TOUCHED = slice(len(_OF_OTHERS), len(_OF_OTHERS) + len(TOUCHED))
_COLUMN = {name: column for column, name in enumerate(TOUCHED)}
_NOT_SEEN = -1  # the keyframe of a field that was touched while something hid it
_FLOOR = 3e-3  # a probability of less says no more: networks are surer than they are right
_MUCH = 12.0  # by so many times the usual a picture changes where a stone came; more says no more
Codes = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class TowersMemory:
    """Of each field: ``codes`` (N,) what stands there, ``since`` (N,) the keyframe in which it stood there in sight,
    and what it read as then; ``was``, ``was_since`` (N,) and ``was_height`` the same of what stood there before.
    ``shades``: what came to be seen where stones were laid."""

    codes: Codes
    since: Codes
    owner: Floats
    height: Floats
    was: Codes
    was_since: Codes
    was_height: Floats
    shades: Shades

    @staticmethod
    def first(codes: Codes, seen: FieldsLook) -> TowersMemory:
        """At the first look."""
        since, never = np.where(seen.hidden > 0.5, _NOT_SEEN, seen.number), np.full(len(codes), _NOT_SEEN)
        shades = Shades.of(seen.prints)
        return TowersMemory(codes, since, seen.owner, seen.height, codes, never, seen.height, shades)

    def after(self, codes: Codes, seen: FieldsLook, unexplained: NDArray[np.bool_]) -> TowersMemory:
        """After a stretch, in which all is taken for granted but what is hidden or ``unexplained`` (N,); the same one
        for all who ask alike."""
        return self._after(codes.tobytes(), seen, unexplained.tobytes())

    @lru_cache(maxsize=256)  # noqa: B019 - it lives for a few looks
    def _after(self, codes_bytes: bytes, seen: FieldsLook, unexplained_bytes: bytes) -> TowersMemory:
        codes, unexplained = np.frombuffer(codes_bytes, np.int64), np.frombuffer(unexplained_bytes, bool)
        hidden, touched = seen.hidden > 0.5, codes != self.codes
        older = hidden | (unexplained & ~touched)
        since = np.where(touched & hidden, _NOT_SEEN, np.where(older, self.since, seen.number))
        fresh = (since == seen.number)[:, None]
        shades = self.shades
        for field in np.flatnonzero(touched & ~hidden & (codes % LEVELS == self.codes % LEVELS + 1)):
            lab = compared_at(seen, self.since, "colours", (3,))[field]
            if np.isfinite(lab).all():
                shades = shades.and_one(int(codes[field] // LEVELS), lab)
        return TowersMemory(
            codes,
            since,
            np.where(fresh, seen.owner, self.owner),
            np.where(fresh, seen.height, self.height),
            np.where(touched, self.codes, self.was),
            np.where(touched, self.since, self.was_since),
            np.where(touched[:, None], self.height, self.was_height),
            shades,
        )


@dataclass(frozen=True, eq=False)
class TowersFeatures:
    """A look held against what is remembered: ``untouched`` (N, len(UNTOUCHED)) features of each field if it was not
    touched, ``beside`` (N, N, len(BESIDE)) of each (second) where the first was, ``near`` (N, N) whether that tells
    something of it, and ``touched`` (N, CODES, len(TOUCHED)) of each if it was, and each code stands there now;
    ``back`` (N, len(TOUCHED)) if what stood there before, ``was`` (N,), does so again."""

    codes: Codes
    was: Codes
    untouched: Floats
    beside: Floats
    near: NDArray[np.bool_]
    touched: Floats
    back: Floats

    def of_tables(self, lies: Codes, tables: Codes, weights: Floats) -> Floats:
        """(2 + n, len(FEATURES)) of the towers' standing as ``lies`` (N,) says, since nothing was done; of that and
        something unexplained besides; and of each of the ``tables`` (n, N). ``weights`` (len(FEATURES),)."""
        tables = np.concatenate([lies[None], lies[None], tables])
        changed = tables != self.codes
        rows = np.zeros((len(tables), len(FEATURES)))
        # A stone laid is another one, even where one like it stood before.
        back = (tables == self.was) & (tables % LEVELS <= lies % LEVELS)
        for which, field in zip(*np.nonzero(changed), strict=True):
            touched = self.touched[field, tables[which, field]]
            rows[which, _OF_TOUCHED] += self.back[field] if back[which, field] else touched
        gains = self.gains(weights)
        strange = np.flatnonzero(_is_unexplained(gains, weights) & ~changed[UNEXPLAINED])
        rows[UNEXPLAINED, _OF_TOUCHED] += self.touched[strange, gains[strange].argmax(1)].sum(0)
        changed[UNEXPLAINED, strange] = True
        rows[:, : len(_OF_OTHERS)] = [self._of_others(moved.tobytes()) for moved in changed]
        rows[UNEXPLAINED, FEATURES.index("unexplained field")] = len(strange)
        return rows

    @lru_cache(maxsize=1024)  # noqa: B019 - it lives for one look
    def _of_others(self, moved_bytes: bytes) -> Floats:
        """(len(UNTOUCHED) + len(BESIDE),) of all fields but those that moved (N,)."""
        moved = np.frombuffer(moved_bytes, bool)
        untouched = self.untouched[~moved].sum(0)
        near = self.near[moved].any(0) & ~moved
        if not near.any():
            return np.concatenate([untouched, np.zeros(len(BESIDE))])
        untouched[:3] -= self.untouched[near, :3].sum(0)
        return np.concatenate([untouched, self.beside[moved][:, near].min(0).sum(0)])

    def gains(self, weights: Floats) -> Floats:
        """(N, CODES) by how much each code explains each field better than that it was not touched."""
        gains = self.touched @ weights[_OF_TOUCHED] - self._if_untouched(weights)[:, None]
        gains[np.arange(len(gains)), self.codes] = -np.inf
        gains[:, (_OWNER > 0) != (_HEIGHT > 0)] = -np.inf  # a tower of nobody's
        return np.asarray(gains)

    def unexplained(self, weights: Floats) -> NDArray[np.bool_]:
        """(N,) the fields of which it costs less to say that something else stands there than that nothing was
        done."""
        return _is_unexplained(self.gains(weights), weights)

    def _if_untouched(self, weights: Floats) -> Floats:
        return np.asarray(self.untouched @ weights[: len(UNTOUCHED)])


def _is_unexplained(gains: Floats, weights: Floats) -> NDArray[np.bool_]:
    return np.asarray(gains.max(1) + weights[FEATURES.index("unexplained field")] > 0)


@dataclass(frozen=True)
class _Seen:
    """What a look shows of each field against its own keyframe: whether it is in sight (``there``, 0 to 1), whether
    the two can be compared, whether it was ``known`` then, and ``times`` the logarithm of by how much it changed."""

    there: Floats
    comparable: NDArray[np.bool_]
    known: NDArray[np.bool_]
    change: Floats
    times: Floats
    unshaded: Floats  # (N,) the same but for what a shadow may do
    growth: Floats  # (N, 3)
    colours: Floats  # (N, 3)
    grown: (
        Floats  # (N, 2 * LEVELS + 1) how well the height reads as before, from so many less to so many more
    )


def compared_at(seen: FieldsLook, keyframes: Codes, what: str, shape: tuple[int, ...] = ()) -> Floats:
    """(N, *shape) ``what`` each field shows against its keyframe of ``keyframes`` (N,); nan where there is none."""
    told = np.full((len(keyframes), *shape), np.nan)
    for number in set(keyframes.tolist()) & seen.compared.keys():
        those = keyframes == number
        told[those] = getattr(seen.compared[number], what)[those]
    return told


@lru_cache(maxsize=128)
def towers_features(memory: TowersMemory, seen: FieldsLook, prints: tuple[int, ...]) -> TowersFeatures:
    """The features of a look at towers that are remembered so; ``prints`` (N) are the fields' colours, as
    FIELD_COLOURS."""
    change, known = compared_at(seen, memory.since, "change"), memory.since != _NOT_SEEN
    now = _Seen(
        there=in_sight(seen.hidden),
        comparable=np.isfinite(change),
        known=known,
        change=change,
        times=_times(change),
        unshaded=_times(compared_at(seen, memory.since, "but_for_shade")),
        growth=np.nan_to_num(compared_at(seen, memory.since, "growth", (3,))) * known[:, None],
        colours=compared_at(seen, memory.since, "colours", (3,)),
        grown=_grown_by(seen.height, memory.height),
    )
    beside, near = _beside(memory, seen, now)
    untouched, touched = _untouched(memory, seen, now), _touched(memory, seen, now, np.array(prints))
    back = _back(memory, seen, now, touched)
    return TowersFeatures(memory.codes, memory.was, untouched, beside, near, touched, back)


def _untouched(memory: TowersMemory, seen: FieldsLook, now: _Seen) -> Floats:
    owner, height = np.divmod(memory.codes, LEVELS)
    here, stands = np.arange(len(owner)), (height > 0).astype(float)
    alike = np.log(np.sqrt(seen.owner * memory.owner).sum(-1) + _FLOOR)
    as_high = now.grown[:, LEVELS] * stands
    like_stone = np.clip(memory.shades.of_stones(now.colours).max(1), 0, None)
    reads_so = np.log(seen.owner[here, owner] + _FLOOR) + _log_height(seen)[here, height] * stands
    elsewhere = ~now.comparable & now.known
    columns = (
        now.times,
        now.times**2,
        now.unshaded,
        like_stone * now.comparable,
        alike * now.comparable,
        as_high * now.comparable,
        now.growth[:, 1] * stands,
        alike * elsewhere,
        as_high * elsewhere,
        reads_so * ~now.known,
    )
    return np.asarray(np.stack(columns, -1) * now.there[:, None])


def _touched(memory: TowersMemory, seen: FieldsLook, now: _Seen, prints: Codes) -> Floats:
    before_owner, before = (each[:, None] for each in np.divmod(memory.codes, LEVELS))
    grown = _HEIGHT - before
    tower = (before > 0) & (_HEIGHT > 0)
    shows = np.where(before > 0, before_owner, np.array(_OWNER_OF_PRINT)[prints][:, None])
    of_colour = shows == _OWNER
    unchanged = ((np.log(_MUCH) - now.times) * now.comparable)[:, None]
    comparable, known = now.comparable[:, None], now.known[:, None]
    reads = np.log(seen.owner + _FLOOR)[:, _OWNER]
    # A stone on a bare field of its own colour may read as none, but as no other's.
    hardly_shows = of_colour & (before == 0)
    or_bare = np.log(seen.owner + seen.owner[:, :1] + _FLOOR)[:, _OWNER]
    then = np.log(memory.owner + _FLOOR)
    read_before = then[:, _OWNER] - np.take_along_axis(then, before_owner, 1)
    so_high = _log_height(seen)[:, _HEIGHT]
    steps = np.clip(grown, -1, 1) + 1
    again = memory.was[:, None] == _CODES
    since = compared_at(seen, memory.was_since, "change")[:, None]
    since_known = np.isfinite(since) & (memory.was != memory.codes)[:, None]
    times = _times(since)
    columns = (
        grown == 1,
        grown == -1,
        grown == 0,
        abs(grown) > 1,
        unchanged * ~of_colour,
        unchanged * of_colour,
        ((np.log(_MUCH) - now.unshaded) * now.comparable)[:, None],
        np.where(hardly_shows, or_bare, reads) * comparable,
        (reads - or_bare) * comparable * hardly_shows,
        reads * ~comparable,
        np.clip(read_before, 0, None) * known,
        _like_kind(memory, seen)[:, _OWNER],
        memory.shades.of_stones(now.colours)[:, _OWNER] * (_OWNER > 0),
        memory.shades.of_names(now.colours)[:, _OWNER] * ((_OWNER > 0) & ~of_colour),
        memory.shades.of_prints(now.colours, prints)[:, None] * (_OWNER == 0),
        so_high * ((before == 0) & (_HEIGHT > 0)),
        np.take_along_axis(now.grown, grown + LEVELS, 1) * tower * known,
        so_high * tower,
        np.take_along_axis(now.growth, steps, 1) * tower,
        np.zeros((1, 1)),  # see ``_back``
        (np.log(_MUCH) - times) * ~again * since_known,
    )
    shape = (len(prints), CODES)
    stacked = np.stack([np.broadcast_to(np.asarray(each, float), shape) for each in columns], -1)
    return np.asarray(stacked * now.there[:, None, None])


def _back(memory: TowersMemory, seen: FieldsLook, now: _Seen, touched: Floats) -> Floats:
    """(N, len(TOUCHED)) of each field if it stands again as before it was last touched: held against what was seen
    then, since what was seen meanwhile was weighed when it was touched."""
    rows = touched[np.arange(len(memory.was)), memory.was].copy()
    rows[:, :4] = 0  # it is no other thing that was added, taken or replaced
    stood = ((memory.was > 0) & (memory.codes > 0)) * now.there
    since = memory.was_since
    growth = np.nan_to_num(compared_at(seen, since, "growth", (3,)))[:, 1]
    rows[:, _COLUMN["touched tower: grew so"]] = growth * stood
    as_high = _grown_by(seen.height, memory.was_height)[:, LEVELS]
    rows[:, _COLUMN["touched tower: higher by so many"]] = as_high * stood
    other = _times(compared_at(seen, since, "change"))
    rows[:, _COLUMN["touched field: other than before it was last touched"]] = other * now.there
    return rows


def _like_kind(memory: TowersMemory, seen: FieldsLook) -> Floats:
    """(N, 7) the logarithm of how like each reading is to those of each owner's stones, 0 for one who has none."""
    tops, like = memory.codes // LEVELS, np.zeros((len(memory.codes), len(OWNERS)))
    for owner in set(tops[(memory.since != _NOT_SEEN)].tolist()) - {0}:
        like[:, owner] = np.log(np.sqrt(seen.owner * memory.owner[tops == owner].mean(0)).sum(-1) + _FLOOR)
    return like


def _beside(memory: TowersMemory, seen: FieldsLook, now: _Seen) -> tuple[Floats, NDArray[np.bool_]]:
    """(N, N, len(BESIDE)) how much each (second) changed but for what a stone on the first does to it, and where it
    does anything."""
    count = len(now.change)
    near = _around(count) & now.comparable
    change = np.broadcast_to(now.change, (count, count)).copy()
    change[near] = np.fmin(change, compared_at(seen, memory.since, "but_for_shade"))[near]
    for number in set(memory.since.tolist()) & seen.compared.keys():
        those = memory.since == number
        for field, left in seen.compared[number].beside.items():
            change[field, those] = np.fmin(change[field], left)[those]
    near |= (change < now.change) & now.comparable
    times = _times(change) * now.there
    return np.stack([times, times**2], -1), near


@lru_cache(maxsize=8)
def _around(count: int) -> NDArray[np.bool_]:
    """(N, N) which fields touch each other, be it by a corner."""
    row, col = np.divmod(np.arange(count), round(count**0.5))
    apart = np.maximum(abs(row[:, None] - row), abs(col[:, None] - col))
    return np.asarray(apart == 1)


def _times(change: Floats) -> Floats:
    """The logarithm of by how many times the usual something changed, 0 where that is not known."""
    return np.log(np.clip(np.where(np.isfinite(change), change, 1.0), 1.0, _MUCH))


def _log_height(seen: FieldsLook) -> Floats:
    """(N, LEVELS) of a tower's being so high, given that there is one."""
    return np.asarray(np.log(seen.height / (1 - seen.height[:, :1] + 1e-6) + _FLOOR))


def _grown_by(now: Floats, before: Floats) -> Floats:
    """(N, 2 * LEVELS + 1) the logarithm of how alike heights (N, LEVELS) read to what they read before, so many
    stones more or less (the middle: as many), given that something stands there both times."""
    standing = [each[:, 1:] / (each[:, 1:].sum(1, keepdims=True) + 1e-6) for each in (now, before)]
    roots = np.sqrt(standing[0][:, :, None] * standing[1][:, None, :])
    grown = [np.trace(roots, -by, 1, 2) for by in range(-LEVELS, LEVELS + 1)]
    return np.log(np.stack(grown, -1) + _FLOOR)

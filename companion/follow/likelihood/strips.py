"""What a look tells of strips that lie open, as features: each lies in an area, at a place, and keeps it.

T strips are remembered, M are seen, each one of C cards. A strip that nobody touched lies where it lay and looks as
it did. Of all others the account of the game says which were laid, and which were taken; what is left is noise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.follow.follows import Floats
from companion.follow.likelihood.strip_memory import (
    NO_CARD,
    NOT_SEEN,
    Bools,
    Ints,
    Key,
    Lies,
    StripMemory,
    StripsSeen,
    memory_of,
)

LYING = (
    "strip that lies: changed",
    "strip that lies: changed, squared",
    "strip that lies, from elsewhere: reads otherwise",
    "strip gone",
    "strip gone, from elsewhere",
    "strip moved",
    "strip moved: reads otherwise",
)
READS = ("strip: reads so less than another", "strip: reads so at least as another")
TAKEN = (
    "taken strip: unchanged",
    "taken strip: hidden",
    "taken strip, from elsewhere: lies there",
)
LAID = (
    "laid strip: not seen",
    "laid strip: not seen, something in the way",
    "laid strip: still not seen",
    "laid strip: seen late",
    "laid strip: is one",
)
LEFT = ("strip left over", "strip left over: is none", "strip left over: reads like another new one")
FEATURES = (*LYING, *READS, *TAKEN, *LAID, *LEFT, "unexplained strip")
SIGNS = {  # 1: the feature can only speak for what it is said of, -1: only against it
    **dict.fromkeys((*LYING, *TAKEN, *LAID[:-1], LEFT[0], "unexplained strip"), -1),
    **dict.fromkeys((*READS, LAID[-1], *LEFT[1:]), 1),
}
FLOOR = 1e-4  # a probability of less says no more
_NOT_LESS = 1 / 3  # a card so probable is one of the likeliest
_MUCH = 12.0  # by so many times the usual a picture changes where something else lies; more says no more
_AT = {name: index for index, name in enumerate(FEATURES)}
_READS = slice(_AT[READS[0]], _AT[READS[-1]] + 1)


@dataclass(frozen=True)
class Explained:
    """A look as an account has it. ``rows`` (T + laid + N, F): the features of each remembered strip, then of each
    laid, then of each of the ``new`` ones if it is ``left`` over. ``now`` (T,) as which strip of the look each
    remembered one is seen, -1 not; ``taken`` (T,); ``laid``: area and card of each, and as which it is seen;
    ``unseen`` (laid, F) and ``alone`` (N, F) are the features of those laid that are not seen, and of new ones that
    are left over."""

    rows: Floats
    now: Ints
    taken: Bools
    laid: tuple[tuple[Key, int], ...]
    new: Ints
    left: Bools
    unseen: Floats
    alone: Floats

    @property
    def row(self) -> Floats:
        """(F,) the features of all together."""
        return np.asarray(self.rows.sum(0))

    def strange(self, weights: Floats) -> Bools:
        """Which rows cost more than to say that something unexplained is seen there. That a strip that was laid is
        not seen is nothing that is seen."""
        strange = self.rows @ weights < weights[_AT["unexplained strip"]]
        strange[len(self.now) : len(self.now) + len(self.laid)] = False
        return np.asarray(strange)

    def unexplained(self, weights: Floats) -> Floats:
        """(F,) the features, if what is strange is something unexplained."""
        strange = self.strange(weights)
        row = self.rows[~strange].sum(0)
        row[-1] = strange.sum()
        return np.asarray(row)

    def apart(self, weights: Floats) -> Explained:
        """The same, but that no strip laid is seen as one that is sooner something unexplained."""
        count, rows, left, laid = len(self.now), self.rows.copy(), self.left.copy(), list(self.laid)
        worth = self.unseen @ weights + weights[_AT["unexplained strip"]]
        for i, (key, now) in enumerate(self.laid):
            if now >= 0 and rows[count + i] @ weights < worth[i]:
                which = int(np.flatnonzero(self.new == now)[0])
                rows[count + i], laid[i], left[which] = self.unseen[i], (key, -1), True
                rows[count + len(laid) + which] = self.alone[which]
        return replace(self, rows=rows, laid=tuple(laid), left=left)


@dataclass(frozen=True)
class Held:
    """A look held against what is remembered, before any account: ``now`` (T,) as which strip of the look each is
    seen at its place, and whether that is ``hidden``; ``lying`` and ``taken`` (T, F) its features if it was not
    touched, and if it was taken; ``new`` (N,) strips of the look that lay nowhere before; ``left`` (N, F) their
    features if they are none, and ``log_p`` (N, C); ``groups``: which strips are remembered of each area and card."""

    memory: StripMemory
    seen: StripsSeen
    weights: Floats
    now: Ints
    hidden: Bools
    lying: Floats
    taken: Floats
    new: Ints
    left: Floats
    log_p: Floats
    groups: Mapping[Key, list[int]]
    _explained: dict[frozenset[tuple[Key, int]], Explained] = field(default_factory=dict, compare=False)

    @property
    def gone(self) -> Bools:
        """(T,) those of this round that were seen, and are not seen there any more."""
        return (self.memory.card >= 0) & (self.memory.since != NOT_SEEN) & (self.now < 0)

    def as_read(self) -> Lies:
        """How the strips lie, if each is what it reads as: those remembered that are not gone, and all new ones that
        are sooner one than none."""
        memory, seen = self.memory, self.seen
        lie = (memory.card >= 0) & ~(self.gone & ~self.hidden)
        new = self.new[seen.is_strip[self.new]]
        lies: Lies = Counter(zip(memory.area[lie].tolist(), memory.card[lie].tolist(), strict=True))
        lies.update(zip(seen.area[new].tolist(), seen.p[new].argmax(1).tolist(), strict=True))
        return lies

    def explained(self, lies: Lies) -> Explained:
        """The look, if the strips lie so now: many accounts have them so."""
        key = frozenset((+lies).items())
        if key not in self._explained:
            self._explained[key] = self._explain(lies)
        return self._explained[key]

    def _explain(self, lies: Lies) -> Explained:
        taken = np.zeros(len(self.now), bool)
        taken[list(self._surplus(lies))] = True
        lacking = [key for key, count in lies.items() for _ in range(count - len(self.groups.get(key, ())))]
        rows, now = np.where(taken[:, None], self.taken, self.lying), self.now.copy()
        laid = np.zeros((len(lacking), len(FEATURES)))
        for i, (area, _) in enumerate(lacking):
            way = self.seen.in_the_way[area]
            laid[i, _AT["laid strip: not seen"]] = 1 - way
            laid[i, _AT["laid strip: not seen, something in the way"]] = way
        unseen, seen_as = laid.copy(), [-1] * len(lacking)
        left, left_over = self.left.copy(), np.ones(len(self.new), bool)
        lost = np.flatnonzero((now < 0) & ~taken)
        if len(self.new) and (len(lost) or lacking):
            matches = self._matches(lost, lacking, np.concatenate([rows[lost], laid]))
            for which, to, row in matches:
                left[which], left_over[which] = 0, False
                if to < len(lost):
                    rows[lost[to]], now[lost[to]] = row, self.new[which]
                else:
                    laid[to - len(lost)], seen_as[to - len(lost)] = row, int(self.new[which])
        if len(self.new) and not left_over.all():
            alike = self._alike(self.new, self.new[~left_over]) * left_over
            left[:, _AT["strip left over: reads like another new one"]] = alike
        every = np.concatenate([rows, laid, left])
        those = tuple(zip(lacking, seen_as, strict=True))
        return Explained(every, now, taken, those, self.new, left_over, unseen, self.left)

    def _alike(self, those: Ints, others: Ints) -> Floats:
        """How much each strip looks like one of the others in its area: one that is seen twice came once."""
        p, area = np.sqrt(self.seen.p), self.seen.area
        alike = p[those] @ p[others].T * (area[those][:, None] == area[others])
        return np.asarray(alike.max(1))

    def best(self, tables: Sequence[Lies]) -> Explained:
        """The look, if the strips lie in the likeliest of these ways."""
        every = [self.explained(lies) for lies in tables]
        return max(every, key=lambda each: float(each.row @ self.weights))

    def after(self, lies: Explained, unexplained: bool) -> StripMemory:
        """What is remembered of the strips after the look; of what is unexplained, the looks before."""
        lies = lies.apart(self.weights) if unexplained else lies
        strange = lies.strange(self.weights) & unexplained
        memory, seen, count = self.memory, self.seen, len(lies.now)
        found: list[tuple[int, int, int, int, Floats]] = []
        for t in range(count):
            area, card, now = int(memory.area[t]), int(memory.card[t]), int(lies.now[t])
            if strange[t] or (now < 0 and self.hidden[t] and not lies.taken[t]):
                found.append((area, card, int(memory.since[t]), int(memory.index[t]), memory.p[t]))
            elif now >= 0:
                found.append((area, NO_CARD if lies.taken[t] else card, seen.number, now, seen.p[now]))
            elif card >= 0 and not lies.taken[t]:
                found.append((area, card, NOT_SEEN, NOT_SEEN, memory.p[t]))
        for (area, card), now in lies.laid:
            since, p = (seen.number, seen.p[now]) if now >= 0 else (NOT_SEEN, _even(seen.p.shape[1]))
            found.append((area, card, since, now, p))
        left = lies.left & ~strange[len(lies.rows) - len(lies.new) :]
        for now in lies.new[left].tolist():
            found.append((int(seen.area[now]), NO_CARD, seen.number, now, seen.p[now]))
        return memory_of(found, seen.p.shape[1], memory.round)

    def _surplus(self, lies: Lies) -> Iterator[int]:
        """Strips that are taken, if they lie so now: of equal ones those that look most like it."""
        for key, those in self.groups.items():
            surplus = len(those) - lies[key]
            if surplus > 0:
                gains = (self.taken[those] - self.lying[those]) @ self.weights
                yield from (those[i] for i in np.argsort(-gains, kind="stable")[:surplus])

    def _matches(
        self, lost: Ints, lacking: Sequence[Key], unmatched: Floats
    ) -> Iterator[tuple[int, int, Floats]]:
        """Which new strip is which of those that are ``lost`` or ``lacking``, with its features, the surest first."""
        keys = np.array(lacking, int).reshape(-1, 2)
        memory, seen, new = self.memory, self.seen, self.new
        area = np.concatenate([memory.area[lost], keys[:, 0]])
        card = np.concatenate([memory.card[lost], keys[:, 1]])
        moved = np.concatenate([memory.since[lost] != NOT_SEEN, np.zeros(len(keys), bool)])
        rows = np.zeros((len(new), len(area), len(FEATURES)))
        before = np.zeros((len(area), len(READS)))
        before[: len(lost)] = _reads(memory.p[lost, memory.card[lost]]) * moved[: len(lost), None]
        rows[..., _READS] = (_reads(seen.p[new][:, card]) - before) * (card >= 0)[:, None]
        rows[..., _AT["laid strip: is one"]] = np.log(seen.real[new] + FLOOR)[:, None] * ~moved
        rows[:, : len(lost), _AT["laid strip: seen late"]] = ~moved[: len(lost)]
        rows[..., _AT["strip moved"]] = moved
        if moved.any():
            otherwise = _otherwise(seen.p[new], memory.p[lost[moved[: len(lost)]]])
            rows[:, moved, _AT["strip moved: reads otherwise"]] = otherwise
        gains = rows @ self.weights - (self.left @ self.weights)[:, None] - unmatched @ self.weights
        unlike = rows[..., _AT["strip moved: reads otherwise"]] > _by_chance(seen.p[new])[:, None]
        gains[(seen.area[new][:, None] != area) | unlike] = -np.inf
        for which, to in _greedy(gains):
            yield which, to, rows[which, to]


def held(memory: StripMemory, seen: StripsSeen, weights: Floats) -> Held:
    """A look at strips of which that is remembered. ``weights`` (F,) say what is taken for the same strip."""
    count = len(memory.area)
    now, times, hidden = np.full(count, -1), np.zeros(count), np.zeros(count)
    comparable, sighted = np.zeros(count, bool), memory.since != NOT_SEEN
    for number in set(memory.since.tolist()) & set(seen.since):
        since, those = seen.since[number], memory.since == number
        index = memory.index[those]
        now[those], hidden[those], comparable[those] = since.now[index], since.hidden[index], True
        times[those] = np.log(np.clip(since.changed[index], 1.0, _MUCH))
    _match_from_elsewhere(now, sighted & ~comparable, memory, seen)
    lying = _lying(memory, seen, now, times, hidden, comparable)
    # Where another strip lies just where one lay, it is gone, and that one is new.
    gone = weights[_AT["strip gone"]] + weights[_AT["strip left over"]]
    replaced = comparable & (now >= 0) & (memory.card >= 0) & (lying @ weights < gone)
    if replaced.any():
        now[replaced] = -1
        lying = _lying(memory, seen, now, times, hidden, comparable)
    taken = np.zeros((count, len(FEATURES)))
    lies, ours = now >= 0, memory.card >= 0
    taken[:, _AT["taken strip: unchanged"]] = (np.log(_MUCH) - times) * (comparable & lies & ours)
    taken[:, _AT["taken strip: hidden"]] = hidden * (comparable & ~lies & ours)
    taken[:, _AT["taken strip, from elsewhere: lies there"]] = ~comparable & lies & ours
    new = np.setdiff1d(np.arange(len(seen.area)), now)
    groups: dict[Key, list[int]] = {}
    for t, key in enumerate(zip(memory.area.tolist(), memory.card.tolist(), strict=True)):
        if key[1] >= 0:
            groups.setdefault(key, []).append(t)
    log_p = np.log(seen.p[new] + FLOOR)
    out_of_sight = sighted & (np.where(comparable, hidden, seen.in_the_way[memory.area]) > 0.5)
    return Held(memory, seen, weights, now, out_of_sight, lying, taken, new, _left(seen, new), log_p, groups)


def first(lies: Lies, seen: StripsSeen, round: int) -> StripMemory:
    """What is remembered of a first look at strips that lie so."""
    memory = StripMemory.of(lies, seen.p.shape[1], round)
    unmatched = np.array([SIGNS.get(name, 0) for name in FEATURES], float)
    look = held(memory, seen, unmatched)
    return look.after(look.explained(lies), unexplained=False)


def _lying(
    memory: StripMemory, seen: StripsSeen, now: Ints, times: Floats, hidden: Floats, comparable: Bools
) -> Floats:
    """(T, F) of each strip, if it was not touched."""
    rows = np.zeros((len(now), len(FEATURES)))
    ours, lies = memory.card >= 0, now >= 0
    sighted = memory.since != NOT_SEEN
    rows[:, _AT["laid strip: still not seen"]] = (1 - seen.in_the_way[memory.area]) * (~sighted & ours)
    there = comparable & lies & ours
    rows[:, 0], rows[:, 1] = times * there, times**2 * there
    rows[:, _AT["strip gone"]] = (1 - hidden) * (comparable & ~lies & ours)
    away = sighted & ~comparable & ours
    rows[:, _AT["strip gone, from elsewhere"]] = (1 - seen.in_the_way[memory.area]) * (away & ~lies)
    for t in np.flatnonzero(lies & ours).tolist():
        card, p, before = memory.card[t], seen.p[now[t]], memory.p[t]
        rows[t, _READS] = _reads(p[card]) - _reads(before[card])
        if away[t]:
            rows[t, 2] = _otherwise(p[None], before[None])[0, 0]
    return rows


def _left(seen: StripsSeen, new: Ints) -> Floats:
    """(N, F) of each new strip, if it is none."""
    rows = np.zeros((len(new), len(FEATURES)))
    rows[:, _AT["strip left over"]] = 1
    rows[:, _AT["strip left over: is none"]] = np.log(1 - seen.real[new] + FLOOR)
    return rows


def _match_from_elsewhere(now: Ints, those: Bools, memory: StripMemory, seen: StripsSeen) -> None:
    """Find strips again whose places cannot be compared, each in its area by what it reads as, if
    more like it than chance would have it: fill in ``now``."""
    lost = np.flatnonzero(those)
    free = np.setdiff1d(np.arange(len(seen.area)), now)
    if not (len(lost) and len(free)):
        return
    gains = _by_chance(seen.p[free]) - _otherwise(memory.p[lost], seen.p[free])
    gains[memory.area[lost][:, None] != seen.area[free]] = -np.inf
    for t, which in _greedy(gains):
        now[lost[t]] = free[which]


def _greedy(gains: Floats) -> Iterator[tuple[int, int]]:
    """Pairs of a row and a column, each in one pair at most, the greatest gain first, and none without a gain."""
    gains = gains.copy()
    for _ in range(min(gains.shape)):
        best = int(gains.argmax())
        row, column = divmod(best, gains.shape[1])
        if gains[row, column] <= 0:
            return
        yield row, column
        gains[row], gains[:, column] = -np.inf, -np.inf


def _reads(p: Floats) -> Floats:
    """(..., len(READS)) what a strip that reads so with a probability is worth: the logarithm, in two parts, below
    and above where another card may be likelier."""
    log_p, part = np.log(np.asarray(p) + FLOOR), np.log(_NOT_LESS)
    return np.stack([np.minimum(log_p, part), np.maximum(log_p, part)], -1)


def _otherwise(p: Floats, q: Floats) -> Floats:
    """(N, T) how little alike readings are (Bhattacharyya)."""
    return np.asarray(-np.log(np.sqrt(p) @ np.sqrt(q).T + FLOOR))


def _by_chance(p: Floats) -> Floats:
    """(N,) how little readings are like one that tells nothing."""
    return _otherwise(p, _even(p.shape[1])[None])[:, 0]


def _even(cards: int) -> Floats:
    return np.full(cards, 1 / cards)

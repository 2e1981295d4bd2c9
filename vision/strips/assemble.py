"""Strips from their signs: two signs that face away from each other, a strip's length apart, are one strip's.

All strips of a deck are of one size and lie on one plane: how long they are, and where their signs stand, all signs
tell together. What speaks for a mark being a sign, for two signs being of one strip, and for a sign that has no
fellow being one nevertheless, is weighed by three logistic regressions (``models.fit_strips``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.catalogue import FOLDER
from vision.strips.letters import NO_SIGN, cards_of, ranks_of
from vision.strips.plane import Laid, lay
from vision.strips.reading import SURE, StripSeen
from vision.strips.signs import Signs

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

SIGN_TERMS = ("constant", "marked", "read", "smaller", "larger")
PAIR_TERMS = (
    "constant",
    "beside",
    "too near or far",
    "turned",
    "upside down",
    "read alike",
    "signs",
    "one between",
)
_TOO_NEAR = PAIR_TERMS.index("too near or far")
ALONE_TERMS = ("constant", "sign", "bare end", "on a strip's middle", "on a strip", "likelier fellow")
WEIGHTS = FOLDER.parent / "weights" / "strips.json"
WORTH_A_LOOK = 0.1  # how probably a mark is a sign that is asked about its fellows
_LEAST_P = 1e-4  # of a card: a sign that reads so otherwise may be half covered
_DOUBT_P = 1e-3  # at least, of what a network says of a mark
_NEAREST = 1.0  # half widths: signs of one strip are not nearer
_MISREAD = 0.1  # how likely signs of one strip read otherwise, against those of two: one may be half covered
_FARTHEST = 0.7  # beside the line as a share of the way: no fellow is farther off
_LENGTHS = np.exp(
    np.linspace(np.log(1.0), np.log(7.0), 120)
)  # half a strip between its signs, in half widths
_DOUBT = 0.5  # of a pair: where less speaks for one, the network's word counts alone
_UNSURE = 0.35  # of their logarithms: how far the network's word is off
_ASIDE, _OFF, _TURNED = (
    0.03,
    0.03,
    0.08,
)  # how far fellows are off usually: as shares of the way, and the sine
_IN_LINE = 0.12  # how far beside the line a fellow is, as a share of how far ahead
_FACING = -0.8  # the cosine between the ways that two fellows face: no more
_COVERS = 1.3  # half widths: how far from a strip's line what it hides lies
_HALF_OVER = 0.5  # the share of a strip over which another one lies that is the same one
_MIDST = 0.4  # of the way from a strip's middle to its signs


@dataclass(frozen=True, eq=False)
class ReadSigns:
    """N signs, and what they read as: ``ranks`` (N, 7) and ``colours`` (N, 4), if they are signs at all, as
    ``real`` (N,) says."""

    signs: Signs
    ranks: Floats
    colours: Floats
    real: Floats

    @staticmethod
    def of(signs: Signs, sign_p: NDArray[np.floating], colour_p: NDArray[np.floating]) -> ReadSigns:
        """From what the network says of each: ``sign_p`` (N, 16), the last none, and ``colour_p`` (N, 4)."""
        some = 1 - sign_p[:, NO_SIGN].astype(float)
        ranks = ranks_of(sign_p[:, :NO_SIGN]) / np.maximum(some, 1e-9)[:, None]
        return ReadSigns(signs, ranks, colour_p.astype(float), some)

    def __len__(self) -> int:
        """How many."""
        return len(self.real)

    def only(self, which: NDArray[np.bool_]) -> ReadSigns:
        """Some of them."""
        return ReadSigns(self.signs.only(which), self.ranks[which], self.colours[which], self.real[which])


def strips_of(read: ReadSigns) -> tuple[StripSeen, ...]:
    """The strips that bear the signs, surest first."""
    if not len(read):
        return ()
    read, laid = candidates(read, weights("signs"))
    if not len(read):
        return ()
    near = near_each_other(read, laid)
    read = of_one_size(read, near, weights("pairs"))
    log_odds = pair_terms(near, read.signs.middle[0]) @ weights("pairs")
    pairs = fellows(near, log_odds)
    single, terms = alone_terms(read, laid, near, log_odds, pairs)
    sure = probability(terms @ weights("alone"))
    alone = {
        int(index): replace(_strip(read, laid, (int(index),)), confidence=float(p))
        for index, p in zip(single, sure, strict=True)
        if p > SURE
    }
    ends = _ends_of_one(alone)
    for pair in ends:
        for index in pair:
            del alone[index]
    strips = [*(_strip(read, laid, pair) for pair in (*pairs, *ends)), *alone.values()]
    return tuple(sorted(strips, key=lambda strip: -strip.confidence))


def _ends_of_one(alone: Mapping[int, StripSeen]) -> list[tuple[int, int]]:
    """Pairs of signs, each alone on its strip, of strips that are one: of the same card, facing opposite ways, and
    one half over the other. Of two strips that lie so each would show its own other sign."""
    pairs: list[tuple[int, int]] = []
    taken: set[int] = set()
    for (i, first), (j, second) in combinations(alone.items(), 2):
        opposite = float(first.half_length_px @ second.half_length_px) < 0
        if first.card == second.card and opposite and not {i, j} & taken:
            own, its = (each.corners_px.astype(np.float32) for each in (first, second))
            if float(cv2.intersectConvexConvex(own, its)[0]) > _HALF_OVER * float(cv2.contourArea(own)):
                pairs.append((i, j))
                taken |= {i, j}
    return pairs


def candidates(read: ReadSigns, sign_weights: Floats) -> tuple[ReadSigns, Laid]:
    """The marks that may be signs, ``real`` as likely as what is known of each by itself says; and how they lie."""
    laid = lay(read.signs, read.signs.confidence * read.real)
    real = probability(sign_terms(read, laid) @ sign_weights)
    some = real > WORTH_A_LOOK
    return replace(read, real=real).only(some), laid.only(some)


def sign_terms(read: ReadSigns, laid: Laid) -> Floats:
    """(N, 5) what speaks for each mark being a sign, in the order of SIGN_TERMS: the log-odds that the networks tell
    who find and read it; the square of the logarithm of its size against what is due there, if it is smaller, and if
    it is larger: small ones are printed for luck in strips' middles."""
    size = np.log(np.maximum(laid.size, 1e-3))
    said = [_log_odds(each) for each in (read.signs.confidence, read.real)]
    return np.column_stack([np.ones(len(read)), *said, np.minimum(size, 0) ** 2, np.maximum(size, 0) ** 2])


def of_one_size(read: ReadSigns, near: Near, pair_weights: Floats) -> ReadSigns:
    """The same signs on strips of one length: that at which the most signs find a fellow, where the network's own
    word counts a little."""
    count, signs = len(read), read.signs
    if not count:
        return read
    said = _median(signs.middle, read.real)
    score = -((np.log(_LENGTHS / max(said, 1e-3)) / _UNSURE) ** 2) / 2
    terms = pair_terms(near, 1.0)
    for index, length in enumerate(_LENGTHS):
        terms[:, _TOO_NEAR] = _far_off(np.log(near.ahead / (2 * length)) / _OFF)
        odds = terms @ pair_weights
        best = np.full(count, -np.inf)
        np.maximum.at(best, near.first, odds)
        np.maximum.at(best, near.second, odds)
        score[index] += np.logaddexp(0, best).sum() / 2
    due = 2 * _LENGTHS[score.argmax()]
    likely = probability(pair_terms(near, due / 2) @ pair_weights) * (np.abs(np.log(near.ahead / due)) < _OFF)
    likely *= near.flipped == 0
    middle = float(np.average(near.ahead, weights=likely)) / 2 if likely.sum() > _DOUBT else said
    inset = _median(signs.inset, read.real)
    return replace(read, signs=replace(signs, middle=np.full(count, middle), inset=np.full(count, inset)))


@dataclass(frozen=True, eq=False)
class Near:
    """P pairs of signs (``first``, ``second``) that may be of one strip, by what both say: how far ahead each lies of
    the other, in half widths; how far ``aside`` of its line, as a share of that; the sine between their strips;
    how many of the two, at most one, must be taken for upside down; how much likelier both read alike than by
    chance, as a logarithm; how likely another sign stands between them that is the fellow of one of them; and the
    log-odds that the less likely one is a sign at all. ``count``: of the signs."""

    count: int
    first: Ints
    second: Ints
    ahead: Floats
    aside: Floats
    turned: Floats
    flipped: Floats
    alike: Floats
    between: Floats
    real: Floats


def near_each_other(read: ReadSigns, laid: Laid) -> Near:
    """The pairs of signs that look at each other, or would if one of them were turned half round."""
    i, j = np.triu_indices(len(read), 1)
    way = laid.at[j] - laid.at[i]
    ahead = np.stack([_dot(way, laid.inward[i]), -_dot(way, laid.inward[j])], 1)
    beside = np.stack([_cross(way, laid.inward[i]), -_cross(way, laid.inward[j])], 1)
    turns = np.where(ahead < 0, -1.0, 1.0)
    far = np.abs(ahead).mean(1)
    aside = np.abs((beside * turns).mean(1)) / np.maximum(far, _NEAREST)
    facing = _dot(laid.inward[i], laid.inward[j]) * turns.prod(1)
    flipped = (turns < 0).sum(1)
    some = (flipped < 2) & (aside < _FARTHEST) & (facing < 0) & (far > _NEAREST) & (far < 2 * _LENGTHS[-1])
    i, j, far, aside, facing, flipped = (each[some] for each in (i, j, far, aside, facing, flipped))
    cards = cards_of(read.colours, read.ranks)
    same = (cards[i] * cards[j]).sum(1)
    return Near(
        len(read),
        i,
        j,
        far,
        aside,
        np.sqrt(np.maximum(1 - facing**2, 0)),
        flipped.astype(float),
        np.log(same * cards.shape[1] + _MISREAD),
        _one_between(
            read,
            i,
            j,
            far,
            same * np.exp(-((aside / _IN_LINE) ** 2) / 2) * (facing < _FACING) * (flipped == 0),
        ),
        _log_odds(np.minimum(read.real[i], read.real[j])),
    )


def _one_between(read: ReadSigns, i: Ints, j: Ints, far: Floats, fellows: Floats) -> Floats:
    """(P,) how likely, of pairs (i, j) so ``far`` apart that are ``fellows`` so probably, one has another one nearer:
    where strips lie along one another, uncovered but for their ends, the last of them shows both."""
    count = len(read)
    p, ahead = np.zeros((count, count)), np.full((count, count), np.inf)
    p[i, j], p[j, i] = fellows * read.real[j], fellows * read.real[i]
    ahead[i, j] = ahead[j, i] = far
    order = np.argsort(ahead, axis=1)
    nearest = np.maximum.accumulate(np.take_along_axis(p, order, 1), axis=1)
    nearer = np.empty_like(p)
    np.put_along_axis(nearer, order, np.pad(nearest, ((0, 0), (1, 0)))[:, :-1], 1)
    return np.asarray(np.maximum(nearer[i, j], nearer[j, i]))


def pair_terms(near: Near, middle: float) -> Floats:
    """(P, 8) what speaks for each pair being of one strip, in the order of PAIR_TERMS, if signs stand so many half
    widths from strips' middles. What is off by a little tells nothing, and by how much more it is off ever less."""
    return np.column_stack(
        [
            np.ones(len(near.first)),
            _far_off(near.aside / _ASIDE),
            _far_off(np.log(near.ahead / (2 * middle)) / _OFF),
            _far_off(near.turned / _TURNED),
            near.flipped,
            near.alike,
            near.real,
            near.between,
        ]
    )


def fellows(near: Near, log_odds: Floats) -> list[tuple[int, int]]:
    """Pairs of signs that are likelier of one strip than not, the likeliest first; no sign is in two."""
    pairs: list[tuple[int, int]] = []
    taken: set[int] = set()
    for k in np.argsort(-log_odds):
        i, j = int(near.first[k]), int(near.second[k])
        if log_odds[k] > 0 and not {i, j} & taken:
            pairs.append((i, j))
            taken |= {i, j}
    return pairs


def alone_terms(
    read: ReadSigns, laid: Laid, near: Near, log_odds: Floats, pairs: list[tuple[int, int]]
) -> tuple[Ints, Floats]:
    """The signs that no pair has, and (M, 6) what speaks for each being one of a strip whose other sign is hidden, in
    the order of ALONE_TERMS: the log-odds that it is a sign; how likely no other strip lies where that one should be;
    whether it stands in the middle of a strip both of whose signs show, where something is printed for show, or
    elsewhere on such a strip; how probably a sign that is likelier one is its fellow after all."""
    paired = np.zeros(len(read), bool)
    paired[[index for pair in pairs for index in pair]] = True
    which = np.flatnonzero(~paired)
    length, inset = 2 * read.signs.middle[which], read.signs.inset[which]
    far = laid.at[which] + length[:, None] * laid.inward[which]
    others = which[:, None] != np.arange(len(read))
    off = far[:, None] - laid.at
    along = np.einsum("mnk,nk->mn", off, laid.inward)
    aside = np.einsum("mnk,nk->mn", off, laid.inward @ [[0, -1], [1, 0]])
    ends = -inset[:, None], (length + inset)[:, None]
    covers = others & (np.abs(aside) < _COVERS) & (along > ends[0]) & (along < ends[1])
    less = np.where(read.real[near.first] < read.real[near.second], near.first, near.second)
    fellow = np.zeros(len(read))
    np.maximum.at(fellow, less, probability(log_odds))
    middle, on = _on_strips(laid.at[which], laid, pairs)
    terms = [
        np.ones(len(which)),
        _log_odds(read.real[which]),
        1 - (covers * read.real).max(1, initial=0.0),
        middle,
        on & ~middle,
        fellow[which],
    ]
    return which, np.column_stack(terms)


def _on_strips(
    at: Floats, laid: Laid, pairs: list[tuple[int, int]]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(M,) which places (M, 2) lie in the middle of a strip with both signs, and which between these at all."""
    if not pairs:
        return np.zeros(len(at), bool), np.zeros(len(at), bool)
    first, second = (laid.at[list(each)] for each in zip(*pairs, strict=True))
    half = (second - first) / 2
    reach = np.maximum(np.linalg.norm(half, axis=1), 1e-6)
    off = at[:, None] - (first + second) / 2
    along = np.abs(np.einsum("mpk,pk->mp", off, half)) / reach**2
    aside = np.abs(np.einsum("mpk,pk->mp", off, half @ [[0, -1], [1, 0]])) / reach
    on = (aside < 1) & (along < 1)
    return (on & (along < _MIDST)).any(1), on.any(1)


def _strip(read: ReadSigns, laid: Laid, which: tuple[int, ...]) -> StripSeen:
    """The strip of one sign, or of two."""
    index = list(which)
    inset, length = read.signs.inset[index[0]], 2 * read.signs.middle[index[0]]
    near = laid.at[index[0]]
    inward = laid.at[index[-1]] - near if len(which) == 2 else laid.inward[index[0]]
    inward = inward / max(float(np.linalg.norm(inward)), 1e-9)
    far = laid.at[index[-1]] if len(which) == 2 else near + length * inward
    across = inward @ [[0, -1], [1, 0]]
    ends = near - inset * inward, far + inset * inward
    corners = [ends[0] - across, ends[0] + across, ends[1] + across, ends[1] - across]
    ranks = np.log(read.ranks[index] + _LEAST_P).sum(0)
    colours = np.log(read.colours[index] + _LEAST_P).mean(0)
    ranks, colours = (np.exp(each - each.max()) for each in (ranks, colours))
    p = cards_of(colours / colours.sum(), ranks / ranks.sum())
    confidence = float(1 - np.prod(1 - read.real[index]))
    return StripSeen(laid.to_px(np.array(corners)), p, confidence, (True, len(which) == 2))


def _far_off(by: Floats) -> Floats:
    """The logarithm of how much less likely it is to be off by so much, if what is usual has long tails."""
    return np.asarray(np.log1p(by**2))


def _dot(a: Floats, b: Floats) -> Floats:
    return np.asarray((a * b).sum(-1))


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


def probability(log_odds: Floats) -> Floats:
    """What log-odds mean."""
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def _log_odds(p: Floats) -> Floats:
    p = np.clip(p, _DOUBT_P, 1 - _DOUBT_P)
    return np.asarray(np.log(p / (1 - p)))


def _median(values: Floats, weight: Floats) -> float:
    order = np.argsort(values)
    total = np.cumsum(weight[order])
    return float(values[order][np.searchsorted(total, total[-1] / 2)])


@cache
def weights(of: str) -> Floats:
    """By what ``signs`` (SIGN_TERMS), ``pairs`` (PAIR_TERMS), or signs ``alone`` (ALONE_TERMS) are told."""
    names = {"signs": SIGN_TERMS, "pairs": PAIR_TERMS, "alone": ALONE_TERMS}[of]
    told = json.loads(WEIGHTS.read_text("utf-8"))[of]
    return np.array([float(told[name]) for name in names])

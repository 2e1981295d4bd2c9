"""Strips from their signs: two signs that face away from each other, a strip's length apart, are one strip's.

All strips of a deck are of one size: how long they are, and where their signs stand, all signs tell together.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from models.catalogue import FOLDER
from vision.strips.letters import NO_SIGN, cards_of, ranks_of
from vision.strips.reading import SURE, StripSeen
from vision.strips.signs import Signs

Floats = NDArray[np.float64]

PAIR_TERMS = ("constant", "beside", "too near or far", "turned", "read alike")
WEIGHTS = FOLDER.parent / "weights" / "strips.json"
_LEAST_P = 1e-4  # of a card: a sign that reads so otherwise may be half covered
_LEAST_SIZE = 0.72  # of what signs there measure
_ROUNDS = 8  # of fitting the plane of sizes
_DIFFER, _LEVEL = 0.15, 0.01  # logarithms that count half; how level the plane is taken to be beforehand
_MIDST = 0.4  # of the way from a strip's middle to its signs
_NEAREST = 1.0  # half widths: signs of one strip are not nearer
_MISREAD = 0.1  # how likely signs of one strip read otherwise, against those of two: one may be half covered
_FARTHEST = (
    0.7  # beside the line as a share of the way, and of the logarithm of the way: no fellow is farther off
)
_LENGTHS = np.exp(
    np.linspace(np.log(1.0), np.log(6.0), 150)
)  # half a strip between its signs, in half widths
_SPREAD, _UNSURE = 0.05, 0.35  # of their logarithms: how far pairs differ, and the network's word is off
_DOUBT = 0.5  # of a pair: where less speaks for one, the network's word counts alone
_IN_LINE = 0.12  # how far beside the line a fellow is, as a share of how far ahead
_FACING = -0.8  # the cosine between the ways that two fellows face: no more


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
        # Finder and reader look at one thing, and err together: the one's word counts half
        return ReadSigns(signs, ranks, colour_p.astype(float), np.sqrt(signs.confidence) * some)

    def __len__(self) -> int:
        """How many."""
        return len(self.real)

    def only(self, which: NDArray[np.bool_]) -> ReadSigns:
        """Some of them."""
        return ReadSigns(self.signs.only(which), self.ranks[which], self.colours[which], self.real[which])


def strips_of(read: ReadSigns) -> tuple[StripSeen, ...]:
    """The strips that bear the signs, surest first."""
    read = read.only(read.real > SURE)
    if not len(read):
        return ()
    read = of_one_size(read.only(as_large_as_others(read.signs, read.real)))
    pairs = fellows(read)
    alone = set(range(len(read))) - {index for pair in pairs for index in pair} - between(read.signs, pairs)
    strips = [_strip(read, pair) for pair in pairs] + [_strip(read, (index,)) for index in alone]
    return tuple(sorted(strips, key=lambda strip: -strip.confidence))


def as_large_as_others(signs: Signs, weight: Floats) -> NDArray[np.bool_]:
    """(N,) which signs show about as large as signs there do: small ones are printed for luck in strips' middles. How
    large, a plane through the logarithms tells, fitted so that those who differ count less."""
    area = signs.across_px[:, 0] * signs.inward_px[:, 1] - signs.across_px[:, 1] * signs.inward_px[:, 0]
    size = np.log(np.maximum(np.abs(area), 1e-6)) / 2
    at = (signs.centre_px - signs.centre_px.mean(0)) / (np.ptp(signs.centre_px, axis=0).max() + 1.0)
    plane = np.column_stack([np.ones(len(signs)), at])
    off = size - _median(size, weight)
    for _ in range(_ROUNDS):
        pull = weight / (1 + (off / _DIFFER) ** 2)
        still = np.diag([0.0, *[_LEVEL * pull.sum()] * 2])
        off = size - plane @ np.linalg.solve(
            plane.T @ (pull[:, None] * plane) + still, plane.T @ (pull * size)
        )
    return np.asarray(off > np.log(_LEAST_SIZE))


def of_one_size(read: ReadSigns) -> ReadSigns:
    """The same signs on strips of one length: what the network says of it, and how far signs that face away from each
    other on one line, and read alike, are apart oftenest."""
    count, signs = len(read), read.signs
    said = _median(signs.middle, read.real)
    score = -((np.log(_LENGTHS / max(said, 1e-3)) / _UNSURE) ** 2) / 2
    ahead, aside, facing = _relative(signs)
    i, j = np.nonzero(np.triu((facing < _FACING) & (ahead > 0), 1))
    cards = cards_of(read.colours, read.ranks)
    weight = read.real[i] * read.real[j] * (cards[i] * cards[j]).sum(1)
    weight *= np.exp(-((aside[i, j] / _IN_LINE) ** 2) / 2)
    half = np.log(np.maximum(ahead[i, j], 1e-3) / 2)
    votes = np.exp(-(((np.log(_LENGTHS)[:, None] - half) / _SPREAD) ** 2) / 2) @ weight
    best = float(np.log(_LENGTHS[np.argmax(score + np.log(votes + _DOUBT))]))
    weight = weight * np.exp(-(((half - best) / _SPREAD) ** 2) / 2)
    middle = float(np.exp(np.average(half, weights=weight))) if weight.sum() > _DOUBT else said
    inset = _median(signs.inset, read.real)
    return replace(read, signs=replace(signs, middle=np.full(count, middle), inset=np.full(count, inset)))


def _relative(signs: Signs) -> tuple[Floats, Floats, Floats]:
    """(N, N) how far each sign lies inwards of each other in half widths, and beside the line there as a share of
    that, by what both say; and the cosine between them."""
    between = signs.centre_px[None] - signs.centre_px[:, None]
    frames = np.stack([signs.across_px, signs.inward_px], -1)
    own = np.einsum("nab,nmb->nma", np.linalg.inv(frames + 1e-9 * np.eye(2)), between)
    inward = signs.inward_px / np.linalg.norm(signs.inward_px, axis=1, keepdims=True)
    across, ahead = ((own[..., axis] + own[..., axis].T) / 2 for axis in range(2))
    return ahead, np.abs(across) / np.maximum(ahead, _NEAREST), inward @ inward.T


def fellows(read: ReadSigns) -> list[tuple[int, int]]:
    """Pairs of signs that are likelier of one strip than not, the likeliest first; no sign is in two."""
    first, second, terms = pair_terms(read)
    log_odds = terms @ _weights()
    pairs: list[tuple[int, int]] = []
    taken: set[int] = set()
    for k in np.argsort(-log_odds):
        i, j = int(first[k]), int(second[k])
        if log_odds[k] > 0 and not {i, j} & taken:
            pairs.append((i, j))
            taken |= {i, j}
    return pairs


def between(signs: Signs, pairs: list[tuple[int, int]]) -> set[int]:
    """What stands in the middle of a strip both of whose signs show: what is printed there for show."""
    if not pairs:
        return set()
    i, j = np.array(pairs).T
    ends = signs.centre_px
    middles, half = (ends[i] + ends[j]) / 2, np.linalg.norm(ends[i] - ends[j], axis=1) / 2
    away = np.linalg.norm(ends[:, None] - middles[None], axis=-1)
    return set(np.flatnonzero((away < _MIDST * half).any(1)).tolist())


def pair_terms(read: ReadSigns) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    """Pairs (i, j) of signs that may be of one strip, and (P, 5) what speaks for it, in the order of PAIR_TERMS: how
    far each is beside the other's line, as a share of the way; the logarithm of the way against what is due; the sine
    between their strips; each of these squared; how much likelier both read alike than by chance, as logarithm."""
    ahead, aside, facing = _relative(read.signs)
    due = read.signs.middle[:, None] + read.signs.middle[None]
    off = np.log(np.maximum(ahead, _NEAREST) / due)
    i, j = np.nonzero(np.triu((np.abs(off) < _FARTHEST) & (aside < _FARTHEST) & (facing < 0), 1))
    cards = cards_of(read.colours, read.ranks)
    alike = np.log((cards[i] * cards[j]).sum(1) * cards.shape[1] + _MISREAD)
    terms = [np.ones(len(i)), aside[i, j] ** 2, off[i, j] ** 2, 1 - facing[i, j] ** 2, alike]
    return i, j, np.column_stack(terms)


def _strip(read: ReadSigns, which: tuple[int, ...]) -> StripSeen:
    """The strip of one sign, or of two."""
    signs = read.signs.only(np.array(which))
    near = [signs.points_px(side, -signs.inset)[0] for side in (-1, 1)]
    if len(which) == 2:
        far = [signs.points_px(side, -signs.inset)[1] for side in (-1, 1)]
    else:
        far = [signs.points_px(side, 2 * signs.middle + signs.inset)[0] for side in (1, -1)]
    ranks = np.log(read.ranks[list(which)] + _LEAST_P).sum(0)
    colours = np.log(read.colours[list(which)] + _LEAST_P).mean(0)
    ranks, colours = (np.exp(each - each.max()) for each in (ranks, colours))
    p = cards_of(colours / colours.sum(), ranks / ranks.sum())
    confidence = float(1 - np.prod(1 - read.real[list(which)]))
    return StripSeen(np.array([*near, *far]), p, confidence, (True, len(which) == 2))


def _median(values: Floats, weight: Floats) -> float:
    order = np.argsort(values)
    total = np.cumsum(weight[order])
    return float(values[order][np.searchsorted(total, total[-1] / 2)])


@cache
def _weights() -> Floats:
    told = json.loads(WEIGHTS.read_text("utf-8"))["weights"]
    return np.array([float(told[name]) for name in PAIR_TERMS])

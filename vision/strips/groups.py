"""Which strips lie together: neighbours are told by a small network, and whole groups by what all neighbours say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.catalogue import network
from vision.strips.letters import CARDS, COLOURS, RANKS
from vision.strips.reading import GroupSeen, StripSeen, corners_of

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

PAIR_FEATURES = 17 + len(RANKS)
_NEAR = 1.7  # of a strip's width, or of its length: middles farther apart are no neighbours'
_MANY = 20.0
_FAR = 3.0  # what is farther away counts as so far


@dataclass(frozen=True, eq=False)
class Neighbours:
    """P pairs of strips near each other: ``first`` and ``second`` (P,) and ``features`` (P, 24) of how they lie,
    and what they read as."""

    first: Ints
    second: Ints
    features: NDArray[np.float32]


def groups_of(strips: Sequence[StripSeen]) -> tuple[GroupSeen, ...]:
    """The strips by groups; one that lies by itself is one too."""
    near = neighbours(
        corners_of(strips),
        np.array([strip.p for strip in strips]).reshape(len(strips), len(CARDS)),
        np.array([strip.ends_seen for strip in strips], bool).reshape(-1, 2),
    )
    log_odds = np.zeros(0)
    if len(near.first):
        log_odds = network("strip_pairs").run(pairs=near.features[None])["together"][0].astype(float)
    members = joined(len(strips), near.first, near.second, log_odds)
    return _facing_out(strips, members)


def neighbours(corners_px: Floats, p: Floats, ends_seen: NDArray[np.bool_]) -> Neighbours:
    """The pairs among N strips that lie near each other: by their corners (N, 4, 2), what they read as (N, 28), and
    which ends show a sign (N, 2)."""
    count = len(corners_px)
    i, j = np.triu_indices(count, 1)
    if not len(i):
        return Neighbours(i, j, np.zeros((0, PAIR_FEATURES), np.float32))
    top, bottom = corners_px[:, :2].mean(1), corners_px[:, 2:].mean(1)
    across = (corners_px[:, 1] - corners_px[:, 0] + corners_px[:, 2] - corners_px[:, 3]) / 4
    along = (top - bottom) / 2
    # The second strip with its first end where the first one's is
    turned = np.einsum("pk,pk->p", along[i], along[j]) < 0
    sign = np.where(turned, -1.0, 1.0)[:, None]
    frame = np.stack([across[i] + sign * across[j], along[i] + sign * along[j]], -1) / 2
    inverse = np.linalg.inv(frame + 1e-6 * np.eye(2))
    ends_j = np.where(turned[:, None], bottom[j], top[j]), np.where(turned[:, None], top[j], bottom[j])
    ends = np.stack(
        [
            np.einsum("pab,pb->pa", inverse, end - of[i])
            for end, of in zip(ends_j, (top, bottom), strict=True)
        ],
        1,
    )  # (P, 2, 2): of the upper and the lower ends, how far across (half widths) and along (half lengths)
    seen = np.stack([ends_seen[i], np.where(turned[:, None], ends_seen[j][:, ::-1], ends_seen[j])], 1).astype(
        float
    )
    apart = np.abs(ends.mean(1)).max(1) / 2
    ends, seen = _one_way(ends, seen)
    square = np.full((count, count), _FAR)
    square[i, j] = square[j, i] = np.minimum(apart, _FAR)
    nearest = square.min(1)
    beside = np.sort(np.stack([apart / (nearest[i] + 0.05), apart / (nearest[j] + 0.05)], 1), 1)
    both = p.reshape(count, len(COLOURS), len(RANKS))
    colours, ranks = both.sum(2), both.sum(1)
    features = np.column_stack(
        [
            ends.reshape(-1, 4),
            apart,
            (colours[i] * colours[j]).sum(1),
            (ranks[i] * ranks[j]).sum(1),
            seen.reshape(-1, 4),
            np.full(len(i), np.median(nearest)),
            np.full(len(i), np.percentile(nearest, 80)),
            beside.clip(0, _FAR),
            np.full(len(i), count / _MANY),
            ranks[i] + ranks[j],
        ]
    )
    near = apart < _NEAR
    i, j, features = i[near], j[near], features[near]
    features = np.column_stack([features, _one_between(corners_px.mean(1), i, j)])
    return Neighbours(i, j, features.astype(np.float32))


def _one_between(centres: Floats, i: Ints, j: Ints) -> Floats:
    """(P,) how near another strip's middle comes to that between both of a pair's: 1 there, 0 as far off as they are
    or farther."""
    half = np.linalg.norm(centres[i] - centres[j], axis=1) / 2
    away = np.linalg.norm((centres[i] + centres[j])[:, None] / 2 - centres, axis=-1)
    pairs = np.arange(len(i))
    away[pairs, i] = away[pairs, j] = np.inf
    return np.asarray(np.maximum(1 - away.min(1, initial=np.inf) / np.maximum(half, 1e-6), 0))


def _one_way(ends: Floats, seen: Floats) -> tuple[Floats, Floats]:
    """The same pairs as seen from where they look all alike: one strip to the right of the other, farther apart at
    their upper ends, the right one the higher. Which is first, and which end is up, tells nothing."""
    left = ends[:, :, 0].mean(1) < 0
    ends = np.where(left[:, None, None], -ends, ends)
    seen = np.where(left[:, None, None], seen[:, ::-1], seen)
    narrow = ends[:, 0, 0] < ends[:, 1, 0]
    ends = np.where(narrow[:, None, None], ends[:, ::-1], ends)  # half round, and each in the other's place
    seen = np.where(narrow[:, None, None], seen[:, ::-1, ::-1], seen)
    low = ends[:, :, 1].mean(1) < 0
    ends = np.where(low[:, None, None], ends * [1, -1], ends)  # in the mirror
    return ends, seen


def joined(count: int, first: Ints, second: Ints, log_odds: Floats) -> list[tuple[int, ...]]:
    """The numbers below ``count`` by groups: two groups are joined as long as the pairs between them say so on the
    whole, the surest first (greedy additive edge contraction, Keuper et al. 2015)."""
    weight: list[dict[int, float]] = [{} for _ in range(count)]
    for i, j, odds in zip(first.tolist(), second.tolist(), log_odds.tolist(), strict=True):
        weight[i][j] = weight[j][i] = odds
    members: dict[int, list[int]] = {index: [index] for index in range(count)}
    while True:
        best = max(
            ((odds, i, j) for i in members for j, odds in weight[i].items() if i < j), default=(0.0, 0, 0)
        )
        if best[0] <= 0:
            return sorted(tuple(sorted(group)) for group in members.values())
        _, keep, gone = best
        members[keep] += members.pop(gone)
        for other, odds in weight[gone].items():
            del weight[other][gone]
            if other != keep:
                weight[keep][other] = weight[other][keep] = weight[keep].get(other, 0.0) + odds
        weight[gone] = {}


def _facing_out(strips: Sequence[StripSeen], members: Sequence[tuple[int, ...]]) -> tuple[GroupSeen, ...]:
    """The groups, each facing away from the middle of all."""
    centres = np.array([np.mean([strips[k].centre_px for k in group], axis=0) for group in members])
    lines = np.array([_line([strips[k].half_length_px for k in group]) for group in members])
    if not len(members):
        return ()
    middle = middle_of(centres, lines)
    outwards = np.where(np.einsum("gk,gk->g", centres - middle, lines) < 0, -1.0, 1.0)[:, None] * lines
    return tuple(
        GroupSeen(group, centre, faces)
        for group, centre, faces in zip(members, centres, outwards, strict=True)
    )


def middle_of(centres: Floats, lines: Floats) -> Floats:
    """(2,) about where all groups (G, 2) lie, on the ``lines`` (G, 2) through them as far as these meet: people lay
    melds so that strips point at the middle of the table, and at themselves."""
    aside = np.eye(2) - lines[:, :, None] * lines[:, None]  # what of a point is beside the line
    home = centres.mean(0)
    pull = 0.1 * len(centres) * np.eye(2)  # lines that run alike meet nowhere
    total = aside.sum(0) + pull
    return np.asarray(np.linalg.solve(total, np.einsum("gab,gb->a", aside, centres) + pull @ home))


def _line(half_lengths_px: Sequence[Floats]) -> Floats:
    """(2,) the direction in which strips lie, whichever end is first."""
    angle = 2 * np.array([np.arctan2(y, x) for x, y in half_lengths_px])
    mean = np.arctan2(np.sin(angle).mean(), np.cos(angle).mean()) / 2
    return np.array([np.cos(mean), np.sin(mean)])

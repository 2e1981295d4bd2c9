"""What the network is shown that tells which strips lie together, and what it should say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.evaluation.strips.pictures import matched
from models.training.pictures import Labelled, ShownAgain
from models.training.targets import Arrays
from vision.strips.groups import PAIR_FEATURES, neighbours
from vision.strips.letters import CARDS
from vision.strips.look import find_strips
from vision.strips.reading import StripsReading, corners_of

Floats = NDArray[np.float64]

_PAIRS = 160  # of a picture in one sample
UNTOLD = -1.0  # as a label: there is no such pair
_SIGN_SHOWS = 0.7
_AS_SEEN = 0.7  # of the samples show strips as the eyes tell them
_MISSED = 0.03  # so many strips are not found while training
_OFF, _STILL_OFF = 0.05, 0.01  # how far corners are off that are told by the truth, and by the eyes besides
_VARIANTS = 10  # of each picture are kept: they take longer to make than to learn from
_made: ShownAgain[Arrays] = ShownAgain(times=30, most=100_000)
_seen: ShownAgain[StripsReading] = ShownAgain(times=100_000, most=100_000)


@dataclass(frozen=True, eq=False)
class _Strips:
    """N strips: ``corners_px`` (N, 4, 2), what they read as (N, 28), which ends are in sight (N, 2), and the
    number of the group of each (N,)."""

    corners_px: Floats
    p: Floats
    ends: NDArray[np.bool_]
    group: NDArray[np.int64]


def pairs_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """Pairs of neighbours of a picture, as they are found or as they would be, and whether each was laid together."""
    if not training:
        return _pairs(picture, rng, training)
    kept = f"{picture.truth_path} {rng.integers(_VARIANTS)}"
    return _made.of(kept, lambda: _pairs(picture, rng, training))


def _pairs(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    as_seen = not training or rng.random() < _AS_SEEN
    strips = _as_seen(picture) if as_seen else _as_laid(picture, rng)
    if training:
        kept = rng.random(len(strips.group)) > _MISSED
        strips = _Strips(strips.corners_px[kept], strips.p[kept], strips.ends[kept], strips.group[kept])
        strips = replace(strips, corners_px=_loosened(strips, rng, _STILL_OFF if as_seen else _OFF))
    near = neighbours(strips.corners_px, strips.p, strips.ends)
    together = (strips.group[near.first] == strips.group[near.second]).astype(np.float32)
    which = rng.permutation(len(together))[:_PAIRS]
    features = np.zeros((_PAIRS, PAIR_FEATURES), np.float32)
    labels = np.full(_PAIRS, UNTOLD, np.float32)
    features[: len(which)], labels[: len(which)] = near.features[which], together[which]
    return features, labels


def _as_seen(picture: Labelled) -> _Strips:
    """As the eyes tell them; those that are none are of no group but their own."""
    reading = _seen.of(str(picture.truth_path), lambda: StripsReading(find_strips(picture.bgr), ()))
    cards: Sequence[Any] = picture.truth["cards"]
    group = -1 - np.arange(len(reading.strips))
    for card, strip in matched(cards, reading).items():
        group[strip] = cards[card]["group"]
    return _Strips(
        corners_of(reading.strips),
        np.array([strip.p for strip in reading.strips]).reshape(-1, len(CARDS)),
        np.array([strip.ends_seen for strip in reading.strips], bool).reshape(-1, 2),
        group,
    )


def _as_laid(picture: Labelled, rng: np.random.Generator) -> _Strips:
    """As they lie, those with a sign in sight."""
    cards: Sequence[Mapping[str, Any]] = picture.truth["cards"]
    seen = [card for card in cards if max(card["glyphs_seen"]) > _SIGN_SHOWS]
    return _Strips(
        np.array([card["corners_px"] for card in seen], float).reshape(-1, 4, 2),
        _readings([CARDS.index(card["card"]) for card in seen], rng),
        np.array([card["glyphs_seen"] for card in seen], float).reshape(-1, 2) > _SIGN_SHOWS,
        np.array([card["group"] for card in seen], np.int64),
    )


def _loosened(strips: _Strips, rng: np.random.Generator, off: float) -> Floats:
    """(N, 4, 2) the corners, ``off`` by such a share of strips' widths; farther where an end is only guessed."""
    corners = strips.corners_px
    width = np.linalg.norm(corners[:, 0] - corners[:, 1], axis=1)[:, None, None]
    far = np.where(np.repeat(~strips.ends, 2, axis=1), 3.0, 1.0)[..., None]
    loose = off * float(rng.uniform(0.1, 1.5))
    return np.asarray(corners + rng.normal(0, 1, corners.shape) * width * loose * far)


def _readings(cards: Sequence[int], rng: np.random.Generator) -> NDArray[np.float64]:
    """(N, 28) what strips read as: mostly right, and sure."""
    p = rng.dirichlet(np.full(len(CARDS), 0.1), len(cards)) * 0.03
    p[np.arange(len(cards)), list(cards)] += 0.97
    wrong = rng.random(len(cards)) < 0.02
    p[wrong] = rng.dirichlet(np.full(len(CARDS), 0.1), int(wrong.sum()))
    return np.asarray(p)

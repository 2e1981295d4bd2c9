"""What the network is shown that tells which strips lie together, and what it should say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.training.pictures import Labelled
from models.training.targets import Arrays
from vision.strips.groups import PAIR_FEATURES, neighbours
from vision.strips.letters import CARDS

_PAIRS = 160  # of a picture in one sample
UNTOLD = -1.0  # as a label: there is no such pair
_SIGN_SHOWS = 0.7
_MISSED = 0.03  # so many strips are not found while training
_OFF = 0.05  # how far corners are off, in strips' widths


def pairs_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """Pairs of neighbours of a picture, as they would be found, and whether each was laid together."""
    cards: Sequence[Mapping[str, Any]] = picture.truth["cards"]
    seen = [card for card in cards if max(card["glyphs_seen"]) > _SIGN_SHOWS]
    if training:
        seen = [card for card in seen if rng.random() > _MISSED]
    corners = np.array([card["corners_px"] for card in seen], float).reshape(-1, 4, 2)
    width = np.linalg.norm(corners[:, 0] - corners[:, 1], axis=1)[:, None, None]
    if training:
        loose = _OFF * float(rng.uniform(0.3, 1.5))
        hidden = np.array([[share < _SIGN_SHOWS for share in card["glyphs_seen"]] for card in seen], bool)
        far = np.where(np.repeat(hidden.reshape(-1, 2), 2, axis=1), 3.0, 1.0)[..., None]  # is only guessed
        corners = corners + rng.normal(0, 1, corners.shape) * width * loose * far
    ends = np.array([card["glyphs_seen"] for card in seen], float).reshape(-1, 2) > _SIGN_SHOWS
    near = neighbours(corners, _readings([CARDS.index(card["card"]) for card in seen], rng), ends)
    group = np.array([card["group"] for card in seen])
    together = (group[near.first] == group[near.second]).astype(np.float32)
    which = rng.permutation(len(together))[:_PAIRS]
    features = np.zeros((_PAIRS, PAIR_FEATURES), np.float32)
    labels = np.full(_PAIRS, UNTOLD, np.float32)
    features[: len(which)], labels[: len(which)] = near.features[which], together[which]
    return features, labels


def _readings(cards: Sequence[int], rng: np.random.Generator) -> NDArray[np.float64]:
    """(N, 28) what strips read as: mostly right, and sure."""
    p = rng.dirichlet(np.full(len(CARDS), 0.1), len(cards)) * 0.03
    p[np.arange(len(cards)), list(cards)] += 0.97
    wrong = rng.random(len(cards)) < 0.02
    p[wrong] = rng.dirichlet(np.full(len(CARDS), 0.1), int(wrong.sum()))
    return np.asarray(p)

"""Whose tile lies on a cell, told beside the other cells: tiles of one colour are of one set and look alike, and so
do bare cells of one kind. The network is sure of most; what it is not sure of is named as those are that look so.

A kernel density of the colours of each name, in which every cell counts as much as the network is sure of it, is one
feature of a conditional logit, whose weights ``models.fit_tiles_alike`` fits.
"""

from __future__ import annotations

import json
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.catalogue import FOLDER
from vision.pictures import Picture, softmax
from vision.tile_table.above import CORNER, PATCH_PX, places

Floats = NDArray[np.float32]

FEATURES = (
    "told by itself",
    "like tiles",
    "like tiles, on a corner",
    "like bare cells",
    "bare",
    "bare, on a corner",
)
WEIGHTS = FOLDER.parent / "weights" / "tiles-alike.json"
# Light, and how a tile leans, change how light it looks; prints and noise blur its hue. With twice as much, or half,
# as many boards held out are read whole; fitted with the weights, and chance as well, fewer.
_SPREAD = np.array([60, 5, 5], np.float32)  # of cv2.COLOR_BGR2LAB
_FACE, _MIDDLE = slice(6, 26, 2), slice(10, 22)  # of a patch: where a tile shows, and where one surely does
# A cell is held to look like others of a name by chance so much, as if so many of that name said so.
_BY_CHANCE, _SAID_BY = 0.1, 0.5
_LEAST_P = 1e-6  # no network is surer


def beside_others(logits: Floats, hidden: Floats, patches: Picture, size: int) -> Floats:
    """(N, 5) how likely each of CONTENTS lies on each cell, as logarithms up to a constant in each row, where
    ``logits`` (N, 5) tell as much of each by itself; ``hidden`` (N,) how likely something hides it, and ``patches``
    (N, 32, 32, 3) what is seen of it (see ``vision.tile_table.above``)."""
    return features(logits, hidden, patches, size) @ _weights()


def features(logits: Floats, hidden: Floats, patches: Picture, size: int) -> Floats:
    """(N, 5, F) what speaks for each of CONTENTS on each cell, in the order of FEATURES."""
    kinds, by_itself = places(size), softmax(logits)
    log_like = _log_like(by_itself * (1 - hidden)[:, None], patches, kinds)
    on_corner = kinds[:, CORNER]
    seen = np.zeros((*logits.shape, len(FEATURES)), np.float32)
    seen[..., 0] = np.log(by_itself + _LEAST_P)
    for nth, here in enumerate((1 - on_corner, on_corner)):
        seen[:, 1:, 1 + nth] = log_like[:, 1:] * here[:, None]
        seen[:, 0, 4 + nth] = here
    seen[:, 0, 3] = log_like[:, 0] * (1 - on_corner)  # each corner has a mark of its own
    return seen


def _log_like(says: Floats, patches: Picture, kinds: Floats) -> Floats:
    """(N, 5) how much each cell looks like the others on which each of CONTENTS lies, as far as each ``says`` (N, 5)
    that it does: 0 where no more than by chance. A bare cell is held against those of its own kind of place."""
    of_colour = _of_colour(patches)
    others = 1 - np.eye(len(says), dtype=np.float32)
    alike = np.empty_like(says)
    for names, beside in ((slice(0, 1), others * (kinds @ kinds.T)), (slice(1, None), others)):
        alike[:, names] = (of_colour * beside) @ says[:, names] + _BY_CHANCE * _SAID_BY
        alike[:, names] /= beside @ says[:, names] + _SAID_BY
    return np.log(alike / _BY_CHANCE)


def _of_colour(patches: Picture) -> Floats:
    """(N, N) which share of each cell is of the colour that the middle of each has."""
    lab = cv2.cvtColor(patches.reshape(-1, PATCH_PX, 3), cv2.COLOR_BGR2LAB).reshape(patches.shape) / _SPREAD
    face = lab[:, _FACE, _FACE].reshape(len(lab), -1, 3)
    colour = np.median(lab[:, _MIDDLE, _MIDDLE].reshape(len(lab), -1, 3), 1)
    away = (face**2).sum(-1)[..., None] + (colour**2).sum(-1) - 2 * face @ colour.T
    return np.exp(-np.maximum(away, 0) / 2).mean(1)


@cache
def _weights() -> Floats:
    told = json.loads(WEIGHTS.read_text("utf-8"))["weights"]
    return np.array([told[name] for name in FEATURES], np.float32)

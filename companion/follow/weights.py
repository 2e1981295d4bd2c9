"""The fitted numbers of one game: a weight a feature, a temperature a condition, with a card of how they came
about."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.follow.follows import RESTED_S
from models.catalogue import verified_weights

RESTS = tuple(f"unexplained, seconds settled from {begin}" for begin in RESTED_S)
# What the tracker itself says of a branch, whatever the game.
COMMON: tuple[str, ...] = (
    "restored",
    "restored, and more at once",
    "let stand",
    "second at once",
    "fault, second at once",
    "unexplained, second at once",
    "fault",
    "fault, seconds short of done",
    "fault lies untold, seconds short of done",
    "restored, seconds short of done",
    "table counts as it lies",
    "nothing, after something unexplained",
    "act, after something unexplained",
    "fault, after something unexplained",
    "unexplained",
    "unexplained still",
    *RESTS,
)
SIGNS = {
    "second at once": -1,
    "fault, second at once": -1,
    "unexplained, second at once": -1,
    "fault": -1,
    "fault, seconds short of done": -1,
    "fault lies untold, seconds short of done": -1,
    "restored, seconds short of done": -1,
    "table counts as it lies": -1,
    "unexplained": -1,
    "unexplained still": 1,
    **dict.fromkeys(RESTS, -1),
}


@dataclass(frozen=True)
class Weights:
    """``features``: the weight of each, the game's and those in COMMON. ``temperature``: by what log-odds are divided
    under each condition, since features that are taken to be independent are not."""

    features: Mapping[str, float]
    temperature: Mapping[str, float]

    def vector(self, names: tuple[str, ...]) -> NDArray[np.float64]:
        """(F,) the weights of the features of these ``names``. Raises KeyError for one that was never fitted."""
        return np.array([self.features[name] for name in names], float)


@cache
def shipped_weights(game: str) -> Weights:
    """The weights of a game that ship. Raises ModelError."""
    return _weights(verified_weights(game))


def read_weights(path: Path) -> Weights:
    """The weights in a file as ``models.fit_weights`` writes it."""
    return _weights(json.loads(path.read_text("utf-8")))


def _weights(told: dict[str, Any]) -> Weights:
    features = {name: float(each["weight"]) for name, each in told["features"].items()}
    return Weights(features, {name: float(t) for name, t in told["temperature"].items()})

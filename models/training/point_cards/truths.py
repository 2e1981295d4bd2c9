"""The cards of a labelled picture of Punto, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.training.pictures import Labelled

Points = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Cards:
    """Cards face up: ``corners_px`` (N, 4, 2) clockwise, ``colour`` their names, ``points`` (N,), and ``covered``
    (N,), the share of each that is hidden or out of the picture."""

    corners_px: Points
    colour: Sequence[str]
    points: NDArray[np.int64]
    covered: Points


def cards_of(picture: Labelled, *kinds: str) -> Cards:
    """Those in play (``cells``), not in play (``loose``) or in a hand (``held``)."""
    told: list[dict[str, Any]] = [card for kind in kinds for card in picture.truth.get(kind, [])]
    return Cards(
        np.array([card["corners_px"] for card in told], float).reshape(-1, 4, 2),
        [card["colour"] for card in told],
        np.array([card["points"] for card in told], np.int64),
        np.array([card["covered"] for card in told], float),
    )

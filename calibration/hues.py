"""What colours are called by their hue.

Where a board has all of the game's colours, each is known among the others: the reddest is the red. Where one is
missing, the network looks for it among the rest, and a coral beside no red passes for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

Lab = NDArray[np.float64]

# Hues in CIELAB, in degrees, and how far they spread to either side: of 6,513 fields of 1,223 boards drawn by
# models.scenes, in all lights, the median, and a normal's spread from the 5th and the 95th of 100.
_HUES = {
    "red": (24.0, 15.8, 8.5),
    "orange": (60.6, 9.7, 12.2),
    "yellow": (100.1, 9.1, 6.7),
    "green": (140.5, 12.2, 21.0),
    "blue": (-79.8, 31.0, 11.5),
    "violet": (-34.1, 11.5, 19.5),
}
_NOISE = 6.0  # Lab units: how far the light shifts a colour, so that a dull one tells less of its hue
_WIDEST = 170.0  # degrees that this comes to, of a grey
_FLOOR = 0.01  # no hue rules a name out


def names_by_hue(lab: Lab, names: tuple[str, ...]) -> Lab:
    """(N, K) how likely each of the ``names`` is of the colours (N, 3), as ``calibration.shades.to_lab`` has them, by
    their hue alone.

    >>> names_by_hue(np.array([[74.0, 26.0, 38.0]]), ("red", "orange", "yellow")).round(2).tolist()
    [[0.03, 0.96, 0.01]]
    """
    usual = np.array([_HUES[name] for name in names])
    hue, chroma = np.degrees(np.arctan2(lab[:, 2], lab[:, 1])), np.hypot(lab[:, 1], lab[:, 2])
    off = (hue[:, None] - usual[:, 0] + 180) % 360 - 180
    blur = np.minimum(np.degrees(_NOISE / np.maximum(chroma, 1e-9)), _WIDEST)
    spread = np.hypot(np.where(off < 0, usual[:, 1], usual[:, 2]), blur[:, None])
    p = np.exp(-((off / spread) ** 2) / 2) / (usual[:, 1] + usual[:, 2])
    p = p / p.sum(1, keepdims=True) + _FLOOR
    return np.asarray(p / p.sum(1, keepdims=True))


def names_of_shades(
    shade_lab: Lab, log_p: Lab, names: tuple[str, ...], witnesses: Sequence[int]
) -> tuple[tuple[int, ...], float]:
    """A name for each of the shades (S, 3), no two alike, as indices into the K ``names``, by their hues and by what
    the network says of them, ``log_p`` (S, K), each counted so many times as ``witnesses`` (S,) say; and how likely
    these names are against the next best, 0.5 to 1. S is less than K."""
    told = np.asarray(witnesses)[:, None] * (log_p + np.log(names_by_hue(shade_lab, names)))
    each = permutations(range(len(names)), len(shade_lab))
    scored = sorted(((float(told[range(len(given)), given].sum()), given) for given in each), reverse=True)
    (best, given), (next_best, _), *_ = scored
    return given, float(1 / (1 + np.exp(next_best - best)))

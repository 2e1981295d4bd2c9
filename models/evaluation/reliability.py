"""Is a reading told at 0.9 right nine times in ten? Confidences held against what came true."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

# Most readings are told with hardly a doubt: the upper end is looked at more closely.
BOUNDS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)

JudgedAct = Sequence[tuple[float, bool]]


@dataclass(frozen=True)
class Bin:
    """The readings told with a confidence from ``low`` up to ``high``: ``right`` of ``of``."""

    low: float
    high: float
    right: int
    of: int
    mean_told: float

    @property
    def share(self) -> float:
        """How many of them were right, 0..1."""
        return self.right / self.of


def bins(told: JudgedAct) -> list[Bin]:
    """The bins that hold any reading, least confident first.

    >>> [(b.low, b.right, b.of) for b in bins([(0.93, True), (0.94, False), (1.0, True)])]
    [(0.9, 1, 2), (0.99, 1, 1)]
    """
    sorted_in: list[list[tuple[float, bool]]] = [[] for _ in BOUNDS[1:]]
    for confidence, right in told:
        at = bisect_right(BOUNDS, confidence) - 1
        sorted_in[min(max(at, 0), len(sorted_in) - 1)].append((confidence, right))
    return [
        Bin(low, high, sum(right for _, right in held), len(held), sum(p for p, _ in held) / len(held))
        for (low, high), held in zip(pairwise(BOUNDS), sorted_in, strict=True)
        if held
    ]


def expected_calibration_error(told: JudgedAct) -> float:
    """By how much confidence and share of right readings differ, on average over all readings (0..1).

    The bins' gaps weighted by how many readings they hold (Naeini et al. 2015, Guo et al. 2017).

    >>> round(expected_calibration_error([(0.9, True)] * 9 + [(0.9, False)]), 6)
    0.0
    """
    if not told:
        return 0.0
    return sum(b.of * abs(b.share - b.mean_told) for b in bins(told)) / len(told)

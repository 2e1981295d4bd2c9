"""Counting what was right and what was not, once over all and once by each thing it may depend on."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

ALL = "all"
FIELD_PX_BOUNDS = (10, 15, 20, 30, 40, 60, 80, 120)
RISE_BOUNDS = (0.06, 0.09, 0.12, 0.15, 0.2, 0.3)

Groups = Mapping[str, str]


class Key(NamedTuple):
    """A row of the figures: what is counted, by what it is broken down, and for which part."""

    figure: str
    by: str = ALL
    group: str = ALL


class Tally:
    """Counts, measures and confidences gathered over pictures and recordings.

    >>> tally = Tally()
    >>> tally.count("owner wrong", False, {"stone kind": "cap"})
    >>> tally.count("owner wrong", True, {"stone kind": "disc"})
    >>> tally.counts[Key("owner wrong")], tally.counts[Key("owner wrong", "stone kind", "cap")]
    ([1, 2], [0, 1])
    """

    def __init__(self) -> None:
        """Nothing counted yet."""
        self.counts: defaultdict[Key, list[int]] = defaultdict(lambda: [0, 0])
        self.measures: defaultdict[Key, list[float]] = defaultdict(list)
        self.told: defaultdict[str, list[tuple[float, bool]]] = defaultdict(list)

    def count(self, figure: str, hit: bool, groups: Groups, times: int = 1) -> None:
        """One more case of ``figure``, or ``times`` more alike, in every breakdown that ``groups`` names."""
        for key in _keys(figure, groups):
            self.counts[key][0] += times * bool(hit)
            self.counts[key][1] += times

    def measure(self, figure: str, value: float, groups: Groups) -> None:
        """One more value of something that has a size; the figure's name carries the unit."""
        for key in _keys(figure, groups):
            self.measures[key].append(value)

    def tell(self, what: str, confidence: float, right: bool) -> None:
        """A reading was told with this confidence (0..1), and was right or not."""
        self.told[what].append((confidence, bool(right)))

    def add(self, other: Tally) -> None:
        """Take in all that ``other`` has counted."""
        for key, (hits, of) in other.counts.items():
            self.counts[key][0] += hits
            self.counts[key][1] += of
        for key, values in other.measures.items():
            self.measures[key] += values
        for what, told in other.told.items():
            self.told[what] += told


def _keys(figure: str, groups: Groups) -> list[Key]:
    return [Key(figure), *(Key(figure, by, group) for by, group in groups.items())]


def wilson(hits: float, total: float, z: float = 1.96) -> tuple[float, float]:
    """The Wilson score interval (Wilson 1927) of a share, at 95 %."""
    if total == 0:
        return 0.0, 1.0
    p = hits / total
    middle = (p + z * z / (2 * total)) / (1 + z * z / total)
    half = z * math.sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return max(0.0, middle - half), min(1.0, middle + half)


def angle_group(elevation_deg: float) -> str:
    """The camera's 10 degrees above the table: 90 belongs to the uppermost ten.

    >>> angle_group(45.2), angle_group(90)
    ('40 to 50', '80 to 90')
    """
    low = 10 * min(int(elevation_deg // 10), 8)
    return f"{low} to {low + 10}"


def size_group(field_px: float) -> str:
    """The field's side in pixels, in steps that grow with it.

    >>> size_group(35.0), size_group(7.0), size_group(200.0)
    ('30 to 40', 'below 10', '120 and more')
    """
    return _step(field_px, FIELD_PX_BOUNDS)


def rise_group(rise_fields: float) -> str:
    """How much a tower grows with each stone, in fields.

    >>> rise_group(0.1), rise_group(0.04), rise_group(0.5)
    ('0.09 to 0.12', 'below 0.06', '0.3 and more')
    """
    return _step(rise_fields, RISE_BOUNDS)


def _step(value: float, bounds: Sequence[float]) -> str:
    if value < bounds[0]:
        return f"below {bounds[0]}"
    for low, high in pairwise(bounds):
        if value < high:
            return f"{low} to {high}"
    return f"{bounds[-1]} and more"

"""What the last stretches showed in the end, with all pixels: what later ones can be compared with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.eyes.stretch import Stretch

KEPT = 8


@dataclass(frozen=True)
class Keyframes:
    """The last snapshots of the last stretches, by their numbers, the oldest first."""

    by_number: Mapping[int, Stretch] = field(default_factory=dict)

    def and_now(self, stretch: Stretch) -> Keyframes:
        """With what a stretch shows by now; of more than ``KEPT`` the oldest is forgotten."""
        others = [each for number, each in self.by_number.items() if number != stretch.number]
        return Keyframes({each.number: each for each in [*others, stretch][-KEPT:]})

    def before(self, stretch: Stretch) -> Keyframes:
        """Those from before a stretch."""
        return Keyframes({number: each for number, each in self.by_number.items() if number < stretch.number})

    def __iter__(self) -> Iterator[Stretch]:
        """The snapshots, the oldest first."""
        return iter(self.by_number.values())

    def __len__(self) -> int:
        """How many there are."""
        return len(self.by_number)

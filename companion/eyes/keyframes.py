"""What the last stretches showed in the end, with all pixels: what later ones can be compared with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

import numpy as np
from numpy.typing import NDArray

from companion.eyes.stretch import S
from vision.light_on_board import light_of_before

KEPT = 8
LEAST_LOOKS = 3  # a shorter stretch shows a hand on its way, or a stone half laid
_ANOTHER_LIGHT = 0.05  # natural logarithm: a new stone makes no field so much brighter


@dataclass(frozen=True)
class Kept(Generic[S]):
    """A ``stretch`` as its last look had it, and by what each field is multiplied to be in the light of the first
    one that was kept, ``to_first_light`` (n * n, 3)."""

    stretch: S
    to_first_light: NDArray[np.float32]

    @staticmethod
    def after(before: Kept[S] | None, stretch: S) -> Kept[S]:
        """A stretch after the one that was kept ``before`` it."""
        if before is None:
            return Kept(stretch, np.ones((len(stretch.patches), 3), np.float32))
        if before.stretch.place.number != stretch.place.number:
            return Kept(stretch, before.to_first_light)
        light = light_of_before(before.stretch.patches, stretch.patches)
        changed = np.abs(np.log(light)).max() > _ANOTHER_LIGHT
        return Kept(stretch, before.to_first_light * light if changed else before.to_first_light)


@dataclass(frozen=True)
class Keyframes(Generic[S]):
    """The last stretches with ``LEAST_LOOKS`` and more that have ended, ``kept`` with the oldest first; and the
    ``latest`` of all, which may go on."""

    kept: tuple[Kept[S], ...] = ()
    latest: S | None = None

    def and_now(self, stretch: S) -> Keyframes[S]:
        """With what a stretch shows by now; of more than ``KEPT`` that have ended the oldest is forgotten."""
        latest = self.latest
        if latest is None or latest.number == stretch.number or latest.looks < LEAST_LOOKS:
            return Keyframes(self.kept, stretch)
        before = self.kept[-1] if self.kept else None
        return Keyframes((*self.kept, Kept.after(before, latest))[-KEPT:], stretch)

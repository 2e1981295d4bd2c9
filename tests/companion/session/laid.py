"""What eyes tell of a table that a test lays, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.follow.likelihood.cells import CellsLook

PICTURE = np.full((240, 320, 3), 90, np.uint8)


@dataclass(frozen=True)
class LaidStretch:
    """What eyes tell of a time in which nothing moved."""

    look: CellsLook

    bgr = PICTURE
    image_size = (320, 240)

    @property
    def number(self) -> int:
        return self.look.number

    @property
    def t(self) -> float:
        return self.look.t

    @property
    def looks(self) -> int:
        return self.look.looks

    @property
    def settled_for_s(self) -> float:
        return self.look.settled_for_s

"""A look at the table in the light of what is believed: what the game's rules are held against."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.eyes.stretch import Stretch
from companion.follow.by_rules.evidence import Evidence
from vision.stone_table.reading import CardSeen, Fields, Reading

Places = tuple[NDArray[np.float64], ...]  # (2,) each, in the board frame


@dataclass(frozen=True)
class Look:
    """What a settled ``stretch`` has shown so far, as good as ``looks`` looks; ``cards`` with faint ones among them,
    where something as large as one lies that was read as none, and where a lamp would hide one."""

    stretch: Stretch
    reading: Reading
    cards: tuple[CardSeen, ...]
    evidence: Evidence
    unread_board: Places = ()
    burnt_board: Places = ()

    @property
    def t(self) -> float:
        """When it was taken, in seconds."""
        return self.stretch.t

    @property
    def fields(self) -> Fields:
        """The fields, averaged over the looks."""
        return self.stretch.fields

    @property
    def looks(self) -> int:
        """How many looks this is as good as."""
        return self.stretch.looks

    @property
    def settled_for_s(self) -> float:
        """For how long nothing has moved, in seconds."""
        return self.stretch.settled_for_s

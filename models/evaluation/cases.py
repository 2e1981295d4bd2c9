"""One picture's or recording's outcome: its counts, and what went wrong where, to be looked at."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from models.evaluation.geometry import Points
from models.evaluation.tally import Tally


@dataclass(frozen=True)
class Mark:
    """Something read wrong: its outline (N, 2) in the picture, what was due there and what was seen."""

    outline_px: Points
    due: str
    seen: str
    where: str = ""  # in words

    @property
    def line(self) -> str:
        """The mistake in words.

        >>> import numpy as np
        >>> Mark(np.zeros((4, 2)), "red 2", "red 1", "field [2, 3], green").line
        'field [2, 3], green: due red 2, seen red 1'
        """
        return (
            f"{self.where}: due {self.due}, seen {self.seen}"
            if self.where
            else f"due {self.due}, seen {self.seen}"
        )


@dataclass(frozen=True)
class Case:
    """What went wrong in one picture, or in a recording at ``t`` seconds; ``badness`` orders cases."""

    path: Path
    title: str
    badness: float
    lines: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    truth_px: Points | None = None  # (4, 2) the board's true outline
    found_px: Points | None = None  # (4, 2) the outline that was found
    t: float | None = None


@dataclass(frozen=True)
class Judged:
    """The counts of one picture or recording, and the cases in it that are worth a look."""

    tally: Tally
    cases: tuple[Case, ...]

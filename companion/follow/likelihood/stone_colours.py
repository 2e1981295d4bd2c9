"""What this set's stones look like: what came to be seen where each was laid, in Lab, and how alike others are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.follow.follows import Floats
from vision.stone_table.reading import FIELD_COLOURS, OWNERS

_SPREAD, _SPREAD_BY_NAME = 6.0, 20.0  # in Lab units, of stones of one colour; of what is called so
_MOST, _LEAST = 4.0, -4.0  # natural logarithms: alike, and as unlike as counts
_KEPT = 12  # of each colour so many stones are remembered
PRINT_OF = tuple(FIELD_COLOURS.index(name) if name in FIELD_COLOURS else -1 for name in OWNERS)


@dataclass(frozen=True, eq=False)
class Shades:
    """``stones`` for each of OWNERS: (k, 3) what came to be seen where its stones were laid; ``prints`` (6, 3) of the
    fields' colours, as FIELD_COLOURS, nan where it is not known."""

    stones: tuple[Floats, ...]
    prints: Floats

    @staticmethod
    def of(prints: Floats) -> Shades:
        """Before any stone was laid."""
        return Shades((np.zeros((0, 3)),) * len(OWNERS), prints)

    def and_one(self, owner: int, lab: Floats) -> Shades:
        """With one more stone of an owner (as OWNERS)."""
        more = np.vstack([self.stones[owner], lab])[-_KEPT:]
        return Shades((*self.stones[:owner], more, *self.stones[owner + 1 :]), self.prints)

    def of_stones(self, labs: Floats) -> Floats:
        """(N, 7) how like stones of each owner the ``labs`` (N, 3) are; 0 where nothing tells it."""
        return likeness(labs[:, None], self._usual)

    @cached_property
    def _usual(self) -> Floats:
        """(7, 3) what stones of each owner look like, nan where none was seen yet."""
        return np.array([np.median(each, 0) if len(each) else np.full(3, np.nan) for each in self.stones])

    def of_names(self, labs: Floats) -> Floats:
        """(N, 7) how like the print that is called as the owner is, where none of his stones was seen yet."""
        unseen = [len(each) == 0 for each in self.stones]
        usual = np.vstack([self.prints, np.full((1, 3), np.nan)])[list(PRINT_OF)]
        return np.asarray(likeness(labs[:, None], usual, _SPREAD_BY_NAME) * unseen)

    def of_prints(self, labs: Floats, prints: NDArray[np.int64]) -> Floats:
        """(N,) how like its own field each is, of the colours ``prints`` (N,) as FIELD_COLOURS."""
        return likeness(labs, self.prints[prints])


def likeness(labs: Floats, usual: Floats, spread: float = _SPREAD) -> Floats:
    """(...) how well colours (..., 3) fit what is usual (..., 3): a log-likelihood ratio, 0 where either is nan."""
    off = np.linalg.norm(labs - usual, axis=-1) / spread
    return np.nan_to_num(np.clip(_MOST - off**2 / 2, _LEAST, _MOST))

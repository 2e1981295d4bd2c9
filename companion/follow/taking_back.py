"""A faulty act taken back piece by piece: what takes away a part of it, and does nothing else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from referee.table import Cell


class Changed(Protocol):
    """An act that is no turn: pieces added and removed, each with its cell."""

    @property
    def added(self) -> Sequence[tuple[object, Cell]]:
        """What lies there now and did not."""
        ...

    @property
    def removed(self) -> Sequence[tuple[object, Cell]]:
        """What lay there."""
        ...


def only_takes(change: Changed, laid: Collection[Cell]) -> bool:
    """Whether a change takes pieces from cells on which they were ``laid``, and does nothing else."""
    return not change.added and bool(change.removed) and all(cell in laid for _, cell in change.removed)


def cells_laid(change: Changed) -> set[Cell]:
    """The cells on which a change lays something."""
    return {cell for _, cell in change.added}

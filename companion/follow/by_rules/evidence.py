"""What was seen between two settled looks, and what the game expects: what the interpreter weighs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.follow.by_rules.stone_colours import StonesSeen, named_by_kind
from vision.stone_table.changes import Cell, Changes
from vision.stone_table.reading import MAX_HEIGHT, OWNERS

Stacks = tuple[tuple[tuple[str, ...], ...], ...]
Floats = NDArray[np.float32]

# The picture's change on a field, as a multiple of the typical field's (which did not change): where it is above,
# something happened. In 16 games drawn by models.scenes 99.7 % of the fields where nothing happened changed by less.
CALM = 1.8
# Below, no stone was laid or taken: in the same games 99 % of the fields where one was changed by more than 3.6.
STIRRED = 3.0
# How far a field that reads as bare is from the others of its print (``vision.stone_table.outliers_of_print``): of
# 15,287 bare ones of 571 pictures drawn 96 in 100 are nearer, 0.8 in 100 further; of 145 with a stone of their
# colour 1 and 92.
_LIKE_OTHERS, _UNLIKE_OTHERS = 2.0, 4.0


@dataclass(frozen=True)
class Evidence:
    """What a settled stretch showed: probabilities as in ``vision.stone_table.reading.Fields`` averaged over its
    looks, the same from when the table was last agreed upon (``before_owner``, ``before_height``), ``change``, how
    much each field's picture differs from then, and ``growth``, what the towers' tops tell of stones more or less."""

    owner: Floats
    height: Floats
    hidden: Floats
    before_owner: Floats | None = None
    before_height: Floats | None = None
    change: Changes | None = None
    growth: Floats | None = None  # (n, n, 3) as ``vision.stone_table.growth`` gives it
    # How far fields are from how they looked with fewer stones (``vision.stone_table.earlier_looks``).
    unlike_earlier: Mapping[Cell, tuple[float, ...]] = field(default_factory=dict)
    # (n, n) by ``vision.stone_table.outliers_of_print``, where nothing can be compared: the camera was moved.
    outliers_of_print: Floats | None = None
    fresh: frozenset[Cell] = frozenset()  # fields known to have changed since: what was before says nothing
    shaded: frozenset[Cell] = frozenset()  # fields beside those on which something surely happened
    named: Floats | None = None  # ``owner`` in the light of what the stones known read as
    stones: StonesSeen | None = None  # what stones of each colour look like

    def beside(self, cell: Cell) -> Evidence:
        """The evidence for all other fields when something happened on ``cell``: a stone there hides what is
        behind it and throws its shadow on the fields around."""
        if self.change is None:
            return self
        left = np.minimum(self.change.of_fields, self.change.beside.get(cell, np.inf))
        beside = around(cell, len(left)) - {cell}
        if self.change.but_for_shade is not None:
            for other in beside:
                left[other] = min(left[other], self.change.but_for_shade[other])
        change = replace(self.change, of_fields=left)
        return replace(self, change=change, shaded=self.shaded | beside)

    def since(self, before: Stacks, now: Stacks) -> Evidence:
        """The evidence for judging whether the table lies as ``now``, where it lay as ``before`` when it was
        last agreed upon: on the fields that differ, only what is seen now counts."""
        size = len(now)
        cells = ((r, c) for r in range(size) for c in range(size))
        fresh = frozenset(cell for cell in cells if at(before, cell) != at(now, cell))
        evidence = self
        for cell in fresh:
            evidence = evidence.beside(cell)
        return replace(evidence, fresh=fresh)

    def looks_changed(self, cell: Cell) -> bool:
        """Whether a field looks otherwise than when the table was last agreed upon, be it by a shadow; from where it
        was not seen before, otherwise than those of its print."""
        if self.change is not None:
            return bool(self.change.of_fields[cell] > CALM)
        return self.outliers_of_print is not None and bool(self.outliers_of_print[cell] > _UNLIKE_OTHERS)

    def looks_untouched(self, cell: Cell) -> bool:
        """Whether a field is in sight and surely looks as it did when the table was last agreed upon."""
        return self.change is not None and self.hidden[cell] <= 0.5 and not self.looks_changed(cell)

    def looks_bare(self, cell: Cell) -> bool:
        """Whether a field surely looks as those of its print do."""
        return self.outliers_of_print is not None and bool(self.outliers_of_print[cell] < _LIKE_OTHERS)

    def without(self, cells: frozenset[Cell]) -> Evidence:
        """The evidence of all other fields: nothing is concluded from what is seen on ``cells``."""
        hidden = self.hidden.copy()
        for cell in cells:
            hidden[cell] = 1.0
        return replace(self, hidden=hidden)

    def uncounted(self, cells: frozenset[Cell]) -> Evidence:
        """The evidence without how many stones stand on ``cells``: only whether one does, and whose."""
        height, growth = self.height.copy(), None if self.growth is None else self.growth.copy()
        for cell in cells:
            height[cell][1:] = (1 - height[cell][0]) / MAX_HEIGHT
            if growth is not None:
                growth[cell] = 0
        return replace(self, height=height, growth=growth)

    def knowing(self, stacks: Stacks) -> Evidence:
        """The evidence in the light of what the stones of each colour read as that were known to lie there."""
        if self.before_owner is None:
            return self
        tops = np.array([[OWNERS.index(stack[-1] if stack else "none") for stack in row] for row in stacks])
        for cell in self.fresh:
            tops[cell] = -1
        return replace(self, named=named_by_kind(self.owner, self.before_owner, tops))


@dataclass(frozen=True)
class Expectation:
    """What should lie there, and what the game makes likely."""

    stacks: Stacks
    fields: tuple[tuple[str, ...], ...]
    players: tuple[str, ...]
    to_move: str | None
    cards: tuple[str, ...] = ()  # the cards newly laid out

    @cached_property
    def paid(self) -> frozenset[Cell]:
        """The fields that cost just the cards laid."""
        return self.nearly_paid if len(set(self.cards)) == 1 else frozenset()

    @cached_property
    def nearly_paid(self) -> frozenset[Cell]:
        """The fields that cost as many cards as were laid, of a colour that is among them."""
        return frozenset(
            (row, col)
            for row, stacks in enumerate(self.stacks)
            for col, stack in enumerate(stacks)
            if self.fields[row][col] in self.cards and len(stack) + 1 == len(self.cards)
        )


def at(stacks: Stacks, cell: Cell) -> tuple[str, ...]:
    """The stones on a field, from the bottom up."""
    return stacks[cell[0]][cell[1]]


def around(cell: Cell, size: int) -> set[Cell]:
    """A field and those that touch it, be it by a corner."""
    row, col = cell
    near = [(r, c) for r in (row - 1, row, row + 1) for c in (col - 1, col, col + 1)]
    return {(r, c) for r, c in near if 0 <= r < size and 0 <= c < size}

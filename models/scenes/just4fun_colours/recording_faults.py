"""Acts against the rules that people commit at a table, each built so that it can be shown with real hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from referee.just4fun_colours import Change, Exchange, Place, State, payable
from referee.table import Cell, Colour, cells

T = TypeVar("T")
Played = Place | Exchange | Change  # by hand, not by word
Made = tuple[Colour, Played] | None  # who does it and what; None: not possible here


@dataclass(frozen=True)
class Position:
    """A table before an act, with everyone's cards."""

    rng: np.random.Generator
    state: State
    hands: dict[Colour, tuple[Colour, ...]]

    @property
    def mover(self) -> Colour:
        """Who is on turn."""
        return self.state.on_turn

    def count(self) -> Counter[Colour]:
        """The mover's cards."""
        return Counter(self.hands[self.mover])

    def field(self, cell: Cell) -> Colour:
        """A field's colour."""
        return self.state.fields[cell[0]][cell[1]]

    def price(self, cell: Cell) -> int:
        """Cards that a stone costs there."""
        return len(self.state.stacks[cell[0]][cell[1]]) + 1

    def cells(self, least_height: int = 0) -> list[Cell]:
        """The cells with at least so high a tower."""
        return [cell for cell in cells(self.state.options.size) if self.price(cell) > least_height]

    def one(self, choices: Sequence[T]) -> T | None:
        """One of them by lot."""
        return choices[int(self.rng.integers(len(choices)))] if choices else None


def wrong_player(at: Position) -> Made:
    """Someone else plays out of turn, with the right cards."""
    other = at.one([name for name in at.state.players if name != at.mover])
    assert other is not None
    cell = at.one(payable(at.state, at.hands[other]))
    return (other, Place(other, cell, (at.field(cell),) * at.price(cell))) if cell else None


def wrong_colour(at: Position) -> Made:
    """As many cards as it costs, of another colour than the field's."""
    count = at.count()
    made = at.one([(cell, c) for cell in at.cells() for c in count if _fits(at, cell, c, count)])
    return (at.mover, Place(at.mover, made[0], (made[1],) * at.price(made[0]))) if made else None


def _fits(at: Position, cell: Cell, card: Colour, count: Counter[Colour]) -> bool:
    return card != at.field(cell) and count[card] >= at.price(cell)


def too_few_cards(at: Position) -> Made:
    """One card less than a tower costs."""
    count = at.count()
    cell = at.one([c for c in at.cells(1) if count[at.field(c)] >= at.price(c) - 1])
    return (at.mover, Place(at.mover, cell, (at.field(cell),) * (at.price(cell) - 1))) if cell else None


def too_many_cards(at: Position) -> Made:
    """One card more than it costs."""
    count = at.count()
    cell = at.one([c for c in at.cells() if count[at.field(c)] > at.price(c)])
    return (at.mover, Place(at.mover, cell, (at.field(cell),) * (at.price(cell) + 1))) if cell else None


def mixed_colours(at: Position) -> Made:
    """As many cards as a tower costs, one of them of another colour."""
    count = at.count()
    cell = at.one([c for c in at.cells(1) if count[at.field(c)] >= at.price(c) - 1])
    if cell is None:
        return None
    odd = at.one([c for c in count if c != at.field(cell)])
    if odd is None:
        return None
    return at.mover, Place(at.mover, cell, (at.field(cell),) * (at.price(cell) - 1) + (odd,))


def no_cards(at: Position) -> Made:
    """A stone without a card."""
    cell = at.one(at.cells())
    return (at.mover, Place(at.mover, cell, ())) if cell else None


def several_stones(at: Position) -> Made:
    """Two stones for the price of one."""
    paid = at.one(payable(at.state, at.hands[at.mover]))
    free = at.one([cell for cell in at.cells() if cell != paid])
    if paid is None or free is None:
        return None
    cards = (at.field(paid),) * at.price(paid)
    return at.mover, Change(((at.mover, paid), (at.mover, free)), (), cards)


def stone_moved(at: Position) -> Made:
    """One of the own stones pushed to another field."""
    tops = [c for c in at.cells(1) if at.state.stacks[c[0]][c[1]][-1] == at.mover]
    away = at.one(tops)
    to = at.one([cell for cell in at.cells() if cell != away])
    return (at.mover, Change(((at.mover, to),), ((at.mover, away),))) if away and to else None


def stone_removed(at: Position) -> Made:
    """Another player's stone taken off the board."""
    tops = [(at.state.stacks[c[0]][c[1]][-1], c) for c in at.cells(1)]
    stone = at.one([stone for stone in tops if stone[0] != at.mover])
    return (at.mover, Change((), (stone,))) if stone else None


def tower_changed(at: Position) -> Made:
    """Another player's stone exchanged for an own one."""
    made = stone_removed(at)
    if made is None or not isinstance(made[1], Change):
        return None
    gone = made[1].removed[0]
    return at.mover, Change(((at.mover, gone[1]),), (gone,))


def can_place(at: Position) -> Made:
    """All seven cards shown to be exchanged, though some could be played."""
    return at.mover, Exchange(at.mover, at.hands[at.mover])


FAULTY_ACTS: tuple[Callable[[Position], Made], ...] = (
    wrong_player,
    wrong_colour,
    too_few_cards,
    too_many_cards,
    mixed_colours,
    no_cards,
    several_stones,
    stone_moved,
    stone_removed,
    tower_changed,
    can_place,
)

"""A grid that is known from earlier looks: where it lies now, its cells called as before, and what has joined it.

A camera that stands still sees the grid where it was: the cards known to be in play tell where that is, and the plane
is fitted anew only to as many of them as it was fitted to before. After a camera was moved the cards are recognised
by what they are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.table import Cell
from vision.point_cards.grid import (
    BESIDE,
    PITCH,
    Grid,
    fit_grid,
    grid_on,
    measured_habits,
)
from vision.point_cards.lying import Lattice, Lying, on_plane
from vision.point_cards.plane import Plane, Points, fit_plane, fit_steps

Cells = NDArray[np.complex128]
_UNIT = Lattice(0.5 + 0.5j, 1 + 0j)  # of a plane on which cells have sides of 1, counted from their corners
_HELD = 0.45  # of a cell: so far off a card known to lie there is still that card
_BY_SIDES = 0.5  # squares of a cell: what a card's own sides tell of the step, as the spread of cards does
_OVER_ONE = 2  # cells from a card to one with a cell between
_WELL_KNOWN = 6  # cards in play, from which on the plane is known as well as it will be
_ROUNDS = 2


@dataclass(frozen=True, eq=False)
class KeptGrid:
    """``grid`` as it was seen last; ``cards``: to how many its plane was fitted."""

    grid: Grid
    cards: int = 1


@dataclass(frozen=True, eq=False)
class CardsFound:
    """What looks like cards in a picture of ``picture_px`` (width, height): outlines ``corners_px`` (N, 4, 2), each
    one by ``p`` (N,). ``aside`` (N,): those known not to be in play."""

    corners_px: Points
    p: Points
    picture_px: tuple[int, int]
    aside: NDArray[np.bool_]

    def without_those_aside(self) -> CardsFound:
        """What may be in play."""
        may = ~self.aside
        return CardsFound(self.corners_px[may], self.p[may], self.picture_px, self.aside[may])


def first_of_grid(found: CardsFound, first: Cell) -> KeptGrid | None:
    """The grid of a round that begins: the card surest in play lies on the cell ``first``; None without cards."""
    fresh = found.without_those_aside()
    grid = fit_grid(fresh.corners_px, fresh.p, fresh.picture_px)
    if grid is None:
        return None
    row, col = grid.cell[int((grid.in_play * fresh.p).argmax())].tolist()
    origin = row - first[0], col - first[1]
    begun = grid.counted_from(origin, grid.cell[grid.in_play > 0.5].max(0))
    return kept_on(KeptGrid(begun), [first], found)


def holds(kept: KeptGrid, known: Collection[Cell], found: CardsFound) -> bool:
    """Whether cards are seen on at least half of the cells ``known`` to have one: else the grid lies elsewhere."""
    return 2 * len(_on_known(_lying(_plane_of(kept), found), _UNIT, known)) >= len(known)


def kept_on(kept: KeptGrid, known: Collection[Cell], found: CardsFound) -> KeptGrid:
    """The grid as it lies now, where the camera has not been moved: cards are ``known`` to be on these cells."""
    plane, lattice = _plane_of(kept), _UNIT
    lying, cards, members = _lying(plane, found), kept.cards, np.zeros(0, np.int64)
    for _ in range(_ROUNDS):
        members = _with_joined(lying, lattice, _on_known(lying, lattice, known))
        if not len(members):
            break
        of_cards, _ = lattice.cells(lying.z)
        if len(members) >= min(cards, _WELL_KNOWN):
            along = _along(plane, lattice, lying, members)
            plane, cards = _plane(found, of_cards, members), len(members)
            lying = _lying(plane, found)
            lattice = _fitted(lying, of_cards, members, plane, along)
        else:
            lattice = _shifted(lying, lattice, of_cards, members)
    in_play = _in_play(lying, lattice, members, known)
    return KeptGrid(grid_on(plane, lying, lattice, in_play), cards)


def _plane_of(kept: KeptGrid) -> Plane:
    """The plane on which its cells have sides of 1."""
    return Plane(np.asarray(np.linalg.inv(kept.grid.to_px)))


def recognised(
    known: Mapping[Cell, int], contents: NDArray[np.float64], found: CardsFound
) -> KeptGrid | None:
    """The grid of cards that are ``known`` by their cells, each as an index into the C contents that a cell may have,
    wherever it lies: ``contents`` (N, C) how likely each card found is each of them. None where fewer than half are
    made out."""
    grid = fit_grid(found.corners_px, found.p, found.picture_px)
    if grid is None:
        return None
    seen = {
        complex(int(col), int(row)): contents[card]
        for card, (row, col) in enumerate(grid.cell.tolist())
        if grid.in_play[card] > 0.5
    }
    due = {complex(col, row): content for (row, col), content in known.items()}
    best, turned = 0.0, (0, 0j)
    for turn in range(4):
        turns = {cell * 1j**turn: p for cell, p in seen.items()}
        shifts = {
            _whole(there - cell)
            for cell, p in turns.items()
            for there, content in due.items()
            if p.argmax() == content
        }
        for shift in shifts:
            at = {_whole(cell + shift): p for cell, p in turns.items()}
            score = float(sum(at[cell][content] for cell, content in due.items() if cell in at))
            if score > best + 1e-6:
                best, turned = score, (turn, shift)
    if 2 * best < len(known):
        return None
    return KeptGrid(_turned(grid, *turned), len(seen))


def _turned(grid: Grid, turn: int, shift: complex) -> Grid:
    """The same grid, a cell n (column + i row) called ``i^turn n + shift``."""
    back = (1j**turn).conjugate()
    start = 0.5 + 0.5j - back * (shift + 0.5 + 0.5j)
    to_before = np.array([[back.real, -back.imag, start.real], [back.imag, back.real, start.imag], [0, 0, 1]])
    n = np.round((grid.cell[:, 1] + 1j * grid.cell[:, 0]) * 1j**turn + shift)
    cell = np.stack([n.imag, n.real], 1).astype(np.int64)
    return Grid(grid.to_px @ to_before, cell, grid.in_play, grid.box, grid.card_share, grid.cards_px)


def _whole(cell: complex) -> complex:
    return complex(round(cell.real), round(cell.imag))


def _lying(plane: Plane, found: CardsFound) -> Lying:
    """The cards on the plane; what lies aside is none of those that may be in play."""
    return on_plane(plane, found.corners_px, np.where(found.aside, 0.0, found.p), found.picture_px)


def _spread(lying: Lying, lattice: Lattice, members: NDArray[np.int64]) -> Points:
    """(N,) how many times farther off than people lay them cards may seem on a grid that these ``members`` tell: the
    standard deviation of what a line fitted to so few says of the next one, in two dimensions."""
    if not len(members):
        return np.ones(len(lying.z))
    cells, _ = lattice.cells(lying.z)
    middle = cells[members].mean()
    told = float((np.abs(cells[members] - middle) ** 2).sum()) + _BY_SIDES
    return np.sqrt(1 + 1 / len(members) + np.abs(cells - middle) ** 2 / told)


def _on_known(lying: Lying, lattice: Lattice, known: Collection[Cell]) -> NDArray[np.int64]:
    """The cards on the ``known`` cells, on each the nearest to its middle."""
    cells, off = lattice.cells(lying.z)
    nearest = {_cell(cells[card]): card for card in np.argsort(-off).tolist() if lying.p[card] > 0}
    return np.array([nearest[c] for c in known if c in nearest and off[nearest[c]] < _HELD], np.int64)


def _with_joined(lying: Lying, lattice: Lattice, on_known: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those cards and the ones that lie beside them on the grid, the likeliest of each cell."""
    cells, gain = lying.gain(lattice, measured_habits(), _spread(lying, lattice, on_known))
    taken = {_cell(cells[card]): card for card in on_known.tolist()}
    for card in np.argsort(-gain).tolist():
        row, col = cell = _cell(cells[card])
        beside = any((row + down, col + right) in taken for down, right in BESIDE)
        if gain[card] > 0 and lying.p[card] > 0 and beside:
            taken.setdefault(cell, card)
    return np.array(sorted(taken.values()), np.int64)


def _plane(found: CardsFound, cells: Cells, members: NDArray[np.int64]) -> Plane:
    on_grid = np.full(len(cells), np.nan, np.complex128)
    on_grid[members] = cells[members]
    return fit_plane(found.corners_px, found.p, on_grid)


def _along(plane: Plane, lattice: Lattice, lying: Lying, members: NDArray[np.int64]) -> Points:
    """(2, 2) pixels: the middle of one of the cards, and the place a column farther right."""
    at = complex(lying.z[members[0]])
    ends = (at, at + lattice.step)
    return plane.to_px(np.array([[end.real, end.imag] for end in ends]))


def _fitted(
    lying: Lying, cells: Cells, members: NDArray[np.int64], plane: Plane, along_px: Points
) -> Lattice:
    """The grid that lies nearest to its cards; where there is but one, turned as before, ``along_px`` (2, 2)."""
    start, step = fit_steps(lying.z[members], cells[members], lying.p[members])
    if not step:
        here, there = plane.of_px(along_px)
        step = complex(*(there - here))
        start -= step * complex(cells[members[0]])
    middle = start + step * complex(cells[members].mean())
    longest = float(np.clip(abs(step), *PITCH)) / abs(step)
    return Lattice(middle + longest * (start - middle), longest * step)


def _shifted(lying: Lying, lattice: Lattice, cells: Cells, members: NDArray[np.int64]) -> Lattice:
    """The same grid where its cards lie now, of which few are left."""
    return Lattice(complex((lying.z[members] - lattice.step * cells[members]).mean()), lattice.step)


def _in_play(lying: Lying, lattice: Lattice, members: NDArray[np.int64], known: Collection[Cell]) -> Points:
    """(N,) how likely each card is in play: those on known cells are; those farther from all of them than with one
    cell between are not."""
    habits = measured_habits()
    cells, gain = lying.gain(lattice, habits, _spread(lying, lattice, members))
    taken = np.array([*cells[members], *(complex(col, row) for row, col in known)])
    off = cells[:, None] - taken[None]
    away = np.maximum(np.abs(off.real), np.abs(off.imag)).min(1, initial=np.inf)
    # That a card touches no other is a fault, and how rare those are the rules' follower knows.
    odds = habits.in_play + gain - habits.aside * lying.aside
    in_play = np.where(away > _OVER_ONE, 0.0, 1 / (1 + np.exp(-np.clip(odds, -30, 30))))
    in_play[lying.p == 0] = 0.0
    in_play[[card for card in members.tolist() if _cell(cells[card]) in known]] = 1.0
    return np.asarray(in_play)


def _cell(cell: complex) -> Cell:
    return round(cell.imag), round(cell.real)

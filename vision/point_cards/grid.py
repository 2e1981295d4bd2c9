"""The grid that cards make by themselves: which of those that lie about are in play, and on which cells.

On the plane a grid is two complex numbers: where a cell is, and the step to the next. Neighbours suggest grids; each
is grown from cell to cell, fitted anew to all cards that lie on it, and weighed by how much likelier cards lie so on
a grid than anywhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from models.catalogue import FOLDER
from referee.punto_acts import AREA
from referee.table import Cell
from vision.point_cards.lying import Habits, Lattice, Lying, on_plane
from vision.point_cards.plane import Plane, Points, fit_plane, fit_steps, moved

WEIGHTS = FOLDER.parent / "weights" / "point-grid.json"
PITCH = (0.65, 1.5)  # sides of a card, as outlines tell them: from one cell to the next
_GUESSES = 6
BESIDE = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)
_OVER_ONE = tuple(
    (down, right) for down in range(-2, 3) for right in range(-2, 3) if 2 in (abs(down), abs(right))
)
_SQUARE = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j]) / 2
_PLAYS = 0.51  # at least, of a card that lies on the grid that was chosen
_AT_FIRST = (1, 2)  # cells from a card to those that its grid is first fitted to, and again
_GROWTH = (2, 3, 4, AREA, AREA)  # and as the plane is fitted anew to the cards on the grid
LOOSER = 1.8  # times farther off a card may lie at the beginning, for the plane is not known well yet


@dataclass(frozen=True, eq=False)
class Grid:
    """``to_px`` (3, 3) takes cells, (column, row) of their upper left corners, to pixels; ``cell`` (N, 2) is the row
    and column of each of the cards it was fitted to, ``in_play`` (N,) how likely each is in play. Rows and columns
    count from those of the smallest ``box`` about the cards in play, so many of them. ``card_share``: a card's side,
    in cells. ``cards_px`` (N, 4, 2): the outlines of the cards, made the same square on the plane."""

    to_px: Points
    cell: NDArray[np.int64]
    in_play: Points
    box: Cell
    card_share: float
    cards_px: Points

    def counted_from(self, first: Sequence[int], last: Sequence[int]) -> Grid:
        """The same grid, its box from the cell ``first`` to the cell ``last``."""
        row, col = (int(each) for each in first)
        to_px = self.to_px @ np.array([[1.0, 0, col], [0, 1, row], [0, 0, 1]])
        box = int(last[0]) - row + 1, int(last[1]) - col + 1
        cell = self.cell - np.array([row, col])
        return Grid(to_px, cell, self.in_play, box, self.card_share, self.cards_px)

    def square_px(self, row: int, col: int) -> Points:
        """(4, 2) the corners of a cell, from its upper left one on."""
        return moved(np.array([[col, row], [col + 1, row], [col + 1, row + 1], [col, row + 1.0]]), self.to_px)

    def card_px(self, row: int, col: int, share: float = 1.0) -> Points:
        """(4, 2) the corners of what takes that share of a cell's side in its middle."""
        square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * share
        return moved(square + np.array([col + 0.5, row + 0.5]), self.to_px)


def fit_grid(
    corners_px: Points, p: Points, picture_px: tuple[int, int], habits: Habits | None = None
) -> Grid | None:
    """The grid of cards with corners (N, 4, 2), each one by ``p`` (N,), in a picture of that width and height, laid
    as people do by their ``habits``, those measured if not given; None where there are no cards."""
    if not len(corners_px):
        return None
    habits = habits or measured_habits()
    plane = fit_plane(corners_px, p)
    lying = on_plane(plane, corners_px, p, picture_px)
    seeded = [_grown(lying, *guess, habits.looser(LOOSER)) for guess in _guesses(lying)]
    lattice, members, _ = max(seeded, key=lambda each: each[2])
    for step, reach in enumerate(_GROWTH, 1):
        cells, _ = lattice.cells(lying.z)
        on_grid = np.full(len(cells), np.nan, np.complex128)
        on_grid[members] = cells[members]
        plane = fit_plane(corners_px, p, on_grid)
        lying = on_plane(plane, corners_px, p, picture_px)
        lattice = _refitted(lying, lattice, cells, members)
        looser = habits.looser(1 + (LOOSER - 1) * (1 - step / len(_GROWTH)))
        members = _joined(lying, lattice, _midmost(lying, members), reach, looser)
    return _told(plane, lying, lattice, members, habits)


def _guesses(lying: Lying) -> Iterator[tuple[Lattice, int]]:
    """Grids that neighbours suggest, those first that are turned as both are; where none are, one for each card."""
    away = lying.z[None] - lying.z[:, None]
    found = []
    for one, other in zip(*np.nonzero(np.triu(np.ones(away.shape, bool), 1)), strict=True):
        for step in (away[one, other], away[one, other] / (1 + 1j)):
            if PITCH[0] < abs(step) < PITCH[1]:
                turned = [np.angle((lying.side[k] / step) ** 4) / 4 for k in (one, other)]
                sure = lying.p[one] * lying.p[other]
                found.append(
                    (float(np.abs(turned).sum() + abs(step) - 1) / max(sure, 0.01), one, complex(step))
                )
    for _, one, step in sorted(found, key=lambda guess: guess[0])[:_GUESSES]:
        yield Lattice(complex(lying.z[one]), step), int(one)
    for one in [] if found else np.argsort(-lying.p)[:_GUESSES].tolist():
        yield Lattice(complex(lying.z[one]), complex(1.05 * lying.side[one])), one


def _midmost(lying: Lying, members: NDArray[np.int64]) -> int:
    """Of some cards the one nearest to their middle."""
    return int(members[np.abs(lying.z[members] - lying.z[members].mean()).argmin()])


def _grown(
    lying: Lying, lattice: Lattice, seed: int, habits: Habits
) -> tuple[Lattice, NDArray[np.int64], float]:
    """A grid fitted to the cards near ``seed``; those that lie on it, and how likely that is."""
    members = np.array([seed])
    for reach in _AT_FIRST:
        members = _joined(lying, lattice, seed, reach, habits)
        lattice = _refitted(lying, lattice, lattice.cells(lying.z)[0], members)
    cells, gain = lying.gain(lattice, habits)
    odds = _odds(lying, cells, gain, members, habits)
    return lattice, members, float((lying.p[members] * odds[members]).sum())


def _joined(lying: Lying, lattice: Lattice, seed: int, reach: int, habits: Habits) -> NDArray[np.int64]:
    """The cards that lie on a grid, not farther from ``seed`` than so many cells, and hang together with it."""
    cells, gain = lying.gain(lattice, habits)
    near = _apart(cells[seed], cells) <= reach
    return _connected(cells, np.where(near, gain, -np.inf), seed, habits)


def _connected(cells: NDArray[np.complex128], gain: Points, seed: int, habits: Habits) -> NDArray[np.int64]:
    """The cards on cells that hang together with the seed's by sides or corners, or over a cell between, which a hand
    may hide: one a cell, the likeliest, and all in an area as large as the rules allow."""
    places: list[Cell] = list(
        zip(cells.imag.astype(int).tolist(), cells.real.astype(int).tolist(), strict=True)
    )
    on_cell = {places[seed]: seed}
    for card in np.argsort(-gain).tolist():
        if gain[card] > 0:
            on_cell.setdefault(places[card], card)
    reached = [places[seed]]
    for steps in (BESIDE, BESIDE + _OVER_ONE):
        for row, col in reached:  # which grows meanwhile
            for down, right in steps:
                cell = row + down, col + right
                card = on_cell.get(cell, -1)
                beside = (down, right) in BESIDE or (card >= 0 and gain[card] > habits.over)
                if card >= 0 and beside and cell not in reached and _in_area([*reached, cell]):
                    reached.append(cell)
    return np.array(sorted(on_cell[cell] for cell in reached))


def _in_area(cells: Sequence[Cell]) -> bool:
    """Whether cells lie within an area as large as the rules allow."""
    return all(max(along) - min(along) < AREA for along in zip(*cells, strict=True))


def _apart(one: NDArray[np.complex128] | complex, other: NDArray[np.complex128]) -> Points:
    """By how many cells, at a king's pace."""
    off = np.asarray(one - other)
    return np.asarray(np.maximum(np.abs(off.real), np.abs(off.imag)))


def _refitted(
    lying: Lying, lattice: Lattice, cells: NDArray[np.complex128], members: NDArray[np.int64]
) -> Lattice:
    """The grid that lies nearest to its cards, by least squares."""
    start, step = fit_steps(lying.z[members], cells[members], lying.p[members])
    if not step:
        return replace(lattice, start=start - lattice.step * complex(cells[members[0]]))
    longest = float(np.clip(abs(step), *PITCH)) / abs(step)
    middle = start + step * complex(cells[members].mean())
    return Lattice(middle + longest * (start - middle), longest * step)


def _odds(
    lying: Lying,
    cells: NDArray[np.complex128],
    gain: Points,
    members: NDArray[np.int64],
    habits: Habits,
) -> Points:
    """(N,) log-odds that each card is in play."""
    playing = np.zeros(len(gain), bool)
    playing[members] = True
    near = _apart(cells[:, None], cells) <= 2
    has_neighbour = (near & playing & ~np.eye(len(gain), dtype=bool)).any(1)
    # A grid can be laid through any card by itself: that it lies on one tells nothing then
    alone = ~has_neighbour
    told = habits.in_play + np.where(alone, -habits.alone, gain) - habits.aside * lying.aside
    return np.where(playing, told, np.minimum(told, -2.0))


def _told(plane: Plane, lying: Lying, lattice: Lattice, members: NDArray[np.int64], habits: Habits) -> Grid:
    """The grid in the picture, turned so that columns run to the right there."""
    cells, gain = lying.gain(lattice, habits)
    odds = _odds(lying, cells, gain, members, habits)
    upright = Lattice(*_upright(plane, lattice, complex(lying.z[members].mean())))
    in_play = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
    in_play[members] = np.maximum(in_play[members], _PLAYS)
    grid = grid_on(plane, lying, upright, in_play)
    return grid.counted_from(grid.cell[members].min(0), grid.cell[members].max(0))


def grid_on(plane: Plane, lying: Lying, lattice: Lattice, in_play: Points) -> Grid:
    """A lattice on the plane as a grid in the picture, rows and columns counted from the lattice's start; each card
    is ``in_play`` (N,) as likely as that."""
    step = lattice.step
    cells, _ = lattice.cells(lying.z)
    cell = np.stack([cells.imag, cells.real], 1).astype(np.int64)
    start = lattice.start - step * complex(0.5, 0.5)
    to_plane = np.array([[step.real, -step.imag, start.real], [step.imag, step.real, start.imag], [0, 0, 1]])
    to_px = np.asarray(np.linalg.inv(plane.from_px) @ to_plane)
    side = min(1.0, abs(step))  # cards in play lie beside one another: none is larger than a cell
    corners = lying.z[:, None] + side * lying.side[:, None] * _SQUARE
    cards_px = plane.to_px(np.stack([corners.real, corners.imag], -1))
    return Grid(to_px, cell, in_play, (0, 0), side / abs(step), cards_px)


def _upright(plane: Plane, lattice: Lattice, about: complex) -> tuple[complex, complex]:
    """Start and step in the quarter turn in which columns run most nearly to the right in the picture."""
    steps = [lattice.step * 1j**turn for turn in range(4)]
    ends = np.array([[(z := about + step).real, z.imag] for step in steps])
    here = plane.to_px(np.array([[about.real, about.imag]]))
    return lattice.start, steps[int((plane.to_px(ends) - here)[:, 0].argmax())]


@cache
def measured_habits() -> Habits:
    """Those that ship."""
    told = json.loads(WEIGHTS.read_text("utf-8"))["habits"]
    return Habits(**told)

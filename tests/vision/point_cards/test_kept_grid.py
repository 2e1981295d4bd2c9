"""A grid that cards make is kept from look to look: its cells keep their names, whatever is laid or taken."""

import numpy as np
import pytest

from vision.point_cards.kept_grid import CardsFound, first_of_grid, holds, kept_on, recognised
from vision.point_cards.plane import moved

FIRST = (5, 5)
PICTURE = (960, 540)
SLANTED = np.array([[52.0, 14.0, 250.0], [-9.0, 34.0, 160.0], [-0.00035, 0.0014, 1.0]])  # cells to pixels
SQUARE = np.array([[-0.48, -0.48], [0.48, -0.48], [0.48, 0.48], [-0.48, 0.48]])


def outlines(cells, askew=0.02, seed=3, view=SLANTED):
    """Cards on cells (row, column), each laid a little askew, as corners (N, 4, 2) in the picture."""
    rng = np.random.default_rng(seed)
    laid = [SQUARE + np.array([col + 0.5, row + 0.5]) + rng.normal(0, askew, (1, 2)) for row, col in cells]
    return moved(np.array(laid).reshape(-1, 4, 2), view)


def found(cells, aside=(), **how):
    """What the eyes find: cards on cells, and those known to lie aside."""
    corners = outlines([*cells, *aside], **how)
    told = np.arange(len(corners)) >= len(cells)
    return CardsFound(corners, np.full(len(corners), 0.98), PICTURE, told)


def played(kept):
    """The cells of the cards in play."""
    return {tuple(cell) for cell in kept.grid.cell[kept.grid.in_play > 0.5].tolist()}


def test_the_first_card_of_a_round_lies_on_the_cell_that_is_its_name():
    kept = first_of_grid(found([(2, 3)]), FIRST)
    assert played(kept) == {FIRST}
    assert first_of_grid(found([], aside=[(0, 0)]), FIRST) is None


def test_cells_keep_their_names_while_the_grid_grows_to_all_sides():
    order = [(2, 3), (2, 4), (1, 2), (3, 2), (0, 3), (4, 4), (2, 1)]
    kept = first_of_grid(found(order[:1]), FIRST)
    named = {(row + 3, col + 2): None for row, col in order}
    for count in range(2, len(order) + 1):
        known = list(named)[: count - 1]
        kept = kept_on(kept, known, found(order[:count]))
        assert played(kept) == set(list(named)[:count])


def test_a_card_with_one_cell_between_is_in_play_and_one_farther_away_is_not():
    kept = grown()
    beside = kept_on(kept, KNOWN, found([*CELLS, (4, 3)]))
    assert (7, 5) in played(beside)
    away = kept_on(kept, KNOWN, found([*CELLS, (6, 3)]))
    assert played(away) == set(KNOWN)


def test_what_lay_aside_when_the_round_began_is_not_in_play_wherever_it_lies():
    assert played(kept_on(grown(), KNOWN, found(CELLS, aside=[(2, 5)]))) == set(KNOWN)


def test_a_card_that_is_askew_by_half_a_cell_is_not_in_play():
    cards = found([*CELLS, (2, 5)])
    cards.corners_px[-1] = outlines([(2.45, 5.4)], askew=0)[0]
    assert played(kept_on(grown(), KNOWN, cards)) == set(KNOWN)


def test_cards_that_are_hidden_or_taken_leave_the_grid_where_it_was():
    kept = kept_on(grown(), KNOWN, found(CELLS[:1]))
    assert np.abs(kept.grid.square_px(5, 5) - grown().grid.square_px(5, 5)).max() < 3
    assert not holds(grown(), KNOWN, found([]))
    assert holds(grown(), KNOWN, found(CELLS[1:]))


def test_an_empty_table_leaves_the_grid_where_it_was():
    kept = kept_on(grown(), (), found([]))
    assert played(kept) == set()
    assert kept.grid.square_px(5, 5) == pytest.approx(grown().grid.square_px(5, 5))


def test_where_the_only_card_is_moved_its_cell_is_another_one():
    kept = first_of_grid(found([(2, 3)]), FIRST)
    assert played(kept_on(kept, [FIRST], found([(3, 4)]))) == {(6, 6)}


@pytest.mark.parametrize("turn", range(4))
def test_after_the_camera_was_carried_round_the_cards_tell_which_cells_they_lie_on(turn):
    known = {cell: n + 1 for n, cell in enumerate(KNOWN)}
    angle = turn * np.pi / 2 + 0.1
    spin = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])
    about = np.array([[1, 0, 3.0], [0, 1, 2.0], [0, 0, 1]])
    cards = found(CELLS, view=SLANTED @ about @ spin @ np.linalg.inv(about))
    contents = np.full((len(CELLS), 9), 0.01)
    contents[np.arange(len(CELLS)), np.arange(len(CELLS)) + 1] = 0.92
    kept = recognised(known, contents, cards)
    assert [tuple(cell) for cell in kept.grid.cell.tolist()] == KNOWN
    assert recognised({(5, 5): 8, (5, 6): 8, (5, 7): 8}, contents, cards) is None


CELLS = [(2, 3), (2, 4), (1, 2), (3, 2)]
KNOWN = [(5, 5), (5, 6), (4, 4), (6, 4)]


def grown():
    """The grid after four cards."""
    kept = first_of_grid(found(CELLS[:1]), FIRST)
    return kept_on(kept, KNOWN, found(CELLS))

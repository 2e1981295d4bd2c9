"""Cards make their own grid: it is found at any turn, under any slant, with cards askew, hidden, or not in play."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.point_cards.grid import WEIGHTS, fit_grid
from vision.point_cards.plane import fit_plane, moved
from vision.point_cards.squares import code_of, corners_of, crossing

PICTURE = (1280, 720)
SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
SHAPE = ((0, 0), (0, 1), (0, 2), (1, 1), (2, 1), (2, 2), (3, 3), (3, 0), (3, 1))
SLANTED = np.array([[90.0, 8, 380], [-12, 70, 180], [5e-6, 9e-4 * 60, 1]])


def turned(points, angle):
    cos, sin = np.cos(angle), np.sin(angle)
    return points @ np.array([[cos, sin], [-sin, cos]])


def laid(cells=SHAPE, pitch=1.06, turn=0.2, off=0.03, askew=0.04, seed=0, to_px=SLANTED):
    """(N, 4, 2) corners in the picture of cards that lie on cells, each from any corner on."""
    rng = np.random.default_rng(seed)
    middles = turned(np.array(cells, float)[:, ::-1] * pitch + rng.normal(0, off, (len(cells), 2)), turn)
    angles = turn + rng.normal(0, askew, len(cells))
    cards = np.array([turned(SQUARE, angle) + at for at, angle in zip(middles, angles, strict=True)])
    cards = moved(cards, to_px)
    return np.array([np.roll(card, rng.integers(4), axis=0) for card in cards])


def fitted(cards, p=0.9):
    return fit_grid(cards, np.full(len(cards), p), PICTURE)


def same_cells(seen, due):
    """Whether cells are the same, but for a turn and a shift."""
    seen, due = np.array(seen), np.array(due) - np.min(due, axis=0)
    for _ in range(4):
        seen = np.stack([seen[:, 1], -seen[:, 0]], 1)
        if (seen - seen.min(0) == due).all():
            return True
    return False


@given(
    turn=st.floats(0, 6.28),
    pitch=st.floats(1.0, 1.3),
    seed=st.integers(0, 10_000),
    count=st.integers(3, len(SHAPE)),
)
@settings(max_examples=60, deadline=None)
def test_cards_get_their_cells_whatever_the_turn_and_the_gaps(turn, pitch, seed, count):
    cells = SHAPE[:count]
    grid = fitted(laid(cells, pitch, turn, seed=seed))
    assert (grid.in_play > 0.5).all()
    assert same_cells(grid.cell, cells)


def test_where_the_first_corner_is_makes_no_difference():
    cards = laid(seed=3)
    one, other = fitted(cards), fitted(np.roll(cards, 1, axis=1))
    assert (one.cell == other.cell).all()
    assert np.allclose(one.to_px / one.to_px[2, 2], other.to_px / other.to_px[2, 2], rtol=1e-4, atol=1e-3)


def test_columns_run_to_the_right_and_rows_down_in_the_picture():
    for turn in np.linspace(0, 6, 9):
        grid = fitted(laid(turn=float(turn)))
        here, right, down = (grid.square_px(*cell).mean(0) for cell in ((1, 1), (1, 2), (2, 1)))
        assert right[0] > here[0] and down[1] > here[1]


def test_cells_lie_where_their_cards_do():
    cards = laid(off=0.0, askew=0.0)
    grid = fitted(cards)
    for card, (row, col) in zip(cards, grid.cell.tolist(), strict=True):
        assert np.linalg.norm(grid.square_px(row, col).mean(0) - card.mean(0)) < 3
        assert np.linalg.norm(grid.card_px(row, col, grid.card_share).mean(0) - card.mean(0)) < 3
    rows, cols = grid.box
    assert (rows, cols) == tuple(grid.cell.max(0) + 1)
    assert grid.card_share == pytest.approx(1 / 1.06, abs=0.02)


def test_cards_that_lie_askew_beside_the_grid_are_not_in_play():
    loose = np.array(
        [moved(turned(SQUARE, 0.7) + at, SLANTED) for at in ([-1.6, 1.3], [5.0, 0.4], [-2.2, 3.1])]
    )
    cards = np.concatenate([laid(), loose])
    grid = fitted(cards)
    assert (grid.in_play[: len(SHAPE)] > 0.5).all()
    assert (grid.in_play[len(SHAPE) :] < 0.5).all()


def test_an_area_is_never_wider_than_the_rules_allow():
    grid = fitted(laid([(0, col) for col in range(8)], off=0.01, askew=0.01))
    assert (grid.in_play > 0.5).sum() == 6
    assert grid.box == (1, 6)


def test_a_hidden_card_does_not_part_the_others():
    """A hand hides the card between."""
    cells = ((0, 0), (0, 1), (1, 0), (1, 1), (1, 3), (0, 3), (2, 3))
    grid = fitted(laid(cells, off=0.01, askew=0.01))
    assert (grid.in_play > 0.5).all()


def test_one_card_is_a_grid_and_none_is_none():
    grid = fitted(laid(SHAPE[:1]))
    assert grid.box == (1, 1)
    assert fit_grid(np.zeros((0, 4, 2)), np.zeros(0), PICTURE) is None


def test_the_plane_makes_all_cards_squares_of_one_size():
    cards = laid()
    above = fit_plane(cards, np.ones(len(cards))).of_px(cards)
    sides = np.linalg.norm(np.roll(above, -1, axis=1) - above, axis=2)
    diagonals = np.linalg.norm(above[:, 2:] - above[:, :2], axis=2)
    assert np.abs(sides - 1).max() < 0.02
    assert np.abs(diagonals - np.sqrt(2)).max() < 0.03


def test_points_come_back_from_the_plane():
    plane = fit_plane(laid(), np.ones(len(SHAPE)))
    points = np.array([[300.0, 200], [640, 360]])
    assert np.allclose(plane.to_px(plane.of_px(points)), points)


@given(seed=st.integers(0, 10_000), turns=st.integers(0, 3))
@settings(max_examples=40, deadline=None)
def test_a_square_has_one_code_from_whichever_corner_it_is_told(seed, turns):
    rng = np.random.default_rng(seed)
    seen = np.array([[10, 2], [-1, 6]]) + rng.normal(0, 1.5, (2, 2))
    square = turned(SQUARE, rng.uniform(0, 6)) @ seen.T
    code = code_of(np.roll(square, turns, axis=0))
    assert np.allclose(code, code_of(square))
    again = corners_of(np.zeros(2), code)
    assert min(np.abs(np.roll(again, k, axis=0) - square).max() for k in range(4)) < 1e-6


def test_the_middle_of_a_square_is_where_its_diagonals_cross():
    square = moved(SQUARE + np.array([2, 1]), SLANTED)
    assert np.allclose(crossing(square), moved(np.array([2.0, 1.0]), SLANTED))


def test_habits_are_told_with_how_they_were_measured():
    told = json.loads(WEIGHTS.read_text("utf-8"))
    assert {"made_by", "pictures"} <= told["card"].keys()
    assert all(value > 0 for value in told["habits"].values())

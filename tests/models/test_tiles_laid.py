"""Grids laid on the picture of a board with a lane: which of their cells are cells of the board."""

import numpy as np
import pytest

from models.training.tiles.laid import NO_CORNER, SOME_TILE, Laid, belongs, in_other_dyes, on_grid
from vision.pose import CameraPose, lattice_board
from vision.tile_table.above import INNER, places

POSE = CameraPose((960, 540), 800.0, 0.01, (2.6, 0.3, 0.2), (0.5, -0.4, 14.0))


def test_a_board_laid_on_itself_is_all_cells_of_it():
    assert belongs(6, 6, np.zeros(2)).all()


@pytest.mark.parametrize("size", (7, 8))
def test_of_the_inner_grid_only_the_inner_cells_are_what_they_are_said_to_be(size):
    inner = places(size - 2)[:, INNER].reshape(size - 2, size - 2) > 0
    assert (belongs(size, size - 2, np.zeros(2)) == inner).all()


def test_of_a_grid_that_is_shifted_out_of_the_lane_half_the_lane_is_right():
    shifted = belongs(6, 6, np.array([1.0, 0.0]))  # to the right: the last column lies beside the board
    assert not shifted[:, -1].any() and not shifted[:, 0].any()
    assert (
        shifted[0, 1:-2].all() and shifted[-1, 1:-2].all()
    )  # the lane goes on along the upper and the lower rim
    assert not shifted[0, -2] and not shifted[-1, -2]  # where the board has its corners


@pytest.mark.parametrize(("at", "unit"), [((1.0, 0.0), 1.0), ((-0.5, 0.5), 1.0), ((0.2, -1.3), 0.625)])
def test_a_grid_is_seen_where_it_is_laid(at, unit):
    lattice = lattice_board(5)
    on_board = lattice * unit + np.array([*at, 0.0])
    assert np.allclose(on_grid(POSE, np.array(at), unit).project(lattice), POSE.project(on_board))


def test_in_other_dyes_tiles_are_tiles_still_but_nobodys():
    view = np.random.default_rng(0).integers(0, 256, (128, 128, 3), dtype=np.uint8)
    owner, corner = np.zeros((5, 5), int), np.full((5, 5), NO_CORNER)
    owner[2, 3], corner[0, 0] = 4, 1
    every = np.ones((5, 5), np.float32)
    dyed = in_other_dyes(Laid(view, (owner, every, corner, every), True), np.random.default_rng(3))
    assert np.argwhere(dyed.per_cell[0] == SOME_TILE).tolist() == [[2, 3]]
    assert (dyed.per_cell[2] == NO_CORNER).all() and dyed.right
    assert dyed.view.shape == view.shape and (dyed.view != view).any()

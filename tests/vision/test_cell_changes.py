"""What changed on a cell, and what only seems to have."""

import numpy as np
import pytest

from vision.cell_changes import change_of_cells

CELL = 7
SAME_LIGHT = np.ones((25, 3), np.float32)


def board(seed: int = 0) -> np.ndarray:
    """(25, 32, 32, 3) patches of a grey board with a camera's noise."""
    noise = np.random.default_rng(seed).normal(0, 2, (25, 32, 32, 3))
    return (120 + noise).astype(np.float32)


def test_a_tile_laid_changes_its_cell_by_many_times_the_usual():
    now = board(1)
    now[CELL, 6:26, 6:26] = (40, 40, 200)
    change = change_of_cells(board(), now, SAME_LIGHT)
    assert change[CELL] > 10 and np.delete(change, CELL) == pytest.approx(1, abs=0.2)


def test_a_shadow_that_falls_on_a_cells_rim_is_no_change():
    now = board(1)
    now[CELL, :, :11] *= 0.5
    assert change_of_cells(board(), now, SAME_LIGHT)[CELL] < 1.5


def test_another_light_is_evened_out():
    light = np.linspace(0.5, 1.5, 25, dtype=np.float32)[:, None].repeat(3, 1)
    now = board(1) / light[:, None, None]
    assert change_of_cells(board(), now, light).max() < 2.5


def test_what_a_lamp_burns_out_in_both_looks_did_not_change():
    before, now = board(), board(1)
    before[CELL], now[CELL] = 255, 250
    assert change_of_cells(before, now, SAME_LIGHT)[CELL] == 1
    everything = np.full_like(before, 255)
    assert (change_of_cells(everything, everything, SAME_LIGHT) == 1).all()

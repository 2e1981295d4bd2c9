"""What light does to a board's colours is told from what its prints do."""

import numpy as np
import pytest

from calibration.even_light import in_even_light

SHADES = np.array(
    [[53, 45, 25], [70, 25, 45], [95, -10, 65], [65, -30, 20], [60, -10, -25], [48, 25, -10]], float
)
PRINTS = np.random.default_rng(4).permutation(np.repeat(np.arange(6), 6)).reshape(6, 6)


def told(prints: np.ndarray) -> np.ndarray:
    """(6, 6, 6) what a network would say of them."""
    return np.eye(6)[prints] * 0.94 + 0.01


@pytest.mark.parametrize("slope", [(0, 0, 0), (3, -2, 1.5), (-4, 0, 0), (1, 2, 2)])
def test_light_that_falls_off_across_the_board_is_taken_off_and_no_more(slope):
    across, down = np.meshgrid(np.arange(6) - 2.5, np.arange(6) - 2.5)
    light = (across - 0.5 * down)[..., None] * np.array(slope, float)
    even = in_even_light(SHADES[PRINTS] + light, told(PRINTS))
    assert np.abs(even - SHADES[PRINTS]).max() < 0.5


def test_prints_that_lie_on_one_side_are_no_light():
    halves = np.tile(np.repeat([0, 5], 3), (6, 1))
    even = in_even_light(SHADES[halves], told(halves))
    assert np.abs(even - SHADES[halves]).max() < 0.5


def test_a_field_that_may_be_of_two_prints_hardly_tilts_the_light():
    guesses = told(PRINTS)
    guesses[0, 0] = (guesses[0, 0] + np.roll(guesses[0, 0], 1)) / 2
    even = in_even_light(SHADES[PRINTS], guesses)
    assert np.abs(even - SHADES[PRINTS]).max() < 1.5


def test_a_field_that_a_lamp_burns_out_stays_as_it_is():
    across = (np.arange(6) - 2.5)[None, :, None] * np.array([3.0, -2.0, 1.5])
    lab = SHADES[PRINTS] + across
    lab[2, 3] = [101, 0, 2]
    even = in_even_light(lab, told(PRINTS))
    assert (even[2, 3] == lab[2, 3]).all()
    others = np.ones((6, 6), bool)
    others[2, 3] = False
    assert np.abs(even - SHADES[PRINTS])[others].max() < 0.5

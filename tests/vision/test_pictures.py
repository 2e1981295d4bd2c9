"""Pictures made smaller keep what they show, and its place."""

import numpy as np
import pytest

from vision.pictures import over_channels, shrink, shrink_by_halves


def light_middle(picture):
    """(2,) x and y of the middle of what is light, in shares of the picture's sides."""
    rows, columns = np.indices(picture.shape[:2]) + 0.5
    weight = picture[..., 0].astype(float)
    middle = np.array([(columns * weight).sum(), (rows * weight).sum()]) / weight.sum()
    return middle / picture.shape[1::-1]


@pytest.mark.parametrize("width", [1280, 1279])
@pytest.mark.parametrize("factor", [0.9, 0.65, 0.53, 0.4, 0.22])
def test_a_picture_made_smaller_by_halves_is_as_large_as_asked_and_shows_the_same(width, factor):
    picture = np.zeros((720, width, 3), np.uint8)
    picture[300:420, 900:1020] = 255
    for made_smaller in shrink, shrink_by_halves:
        small, true = made_smaller(picture, factor)
        assert true == pytest.approx(small.shape[1] / width)
        assert true == 1 if factor > 0.7 else 5 / 6 * factor * 0.99 < true < 1.45 * factor
        assert light_middle(small) == pytest.approx(light_middle(picture), abs=0.002)


@pytest.mark.parametrize("combine", [np.maximum, np.add])
def test_channels_are_put_together_as_numpy_does_it(combine):
    values = np.random.default_rng(0).integers(0, 9, (4, 5, 6, 3))
    assert (over_channels(combine, values) == combine.reduce(values, axis=-1)).all()

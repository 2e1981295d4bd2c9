"""Where played cards are laid."""

import numpy as np

from companion.eyes.zone import Zone, side_of


def test_the_zone_of_a_side_lies_on_that_side():
    for side in range(4):
        outline = Zone(side=side).outline_board()
        assert outline is not None
        assert side_of(outline.mean(0)) == side
        assert np.abs(outline).max() == 6.5


def test_beside_a_larger_board_it_lies_farther_off():
    outline = Zone(side=0, size=10).outline_board()
    assert outline is not None
    assert outline[:, 1].min() == 5.0, "none of it is on the board"


def test_a_polygon_can_be_the_zone():
    zone = Zone(polygon=np.array([[3.0, 3.0], [6.0, 3.0], [6.0, -3.0], [3.0, -3.0]]))
    assert zone.holds(np.array([4.0, 0.0]))
    assert not zone.holds(np.array([0.0, 4.0]))

"""What changed on a field is told from what a new stone, or a card behind it, only hides."""

import cv2
import numpy as np
import pytest

from calibration.shades import to_lab
from tests.vision.test_pose import camera
from vision.stone_table.changes import change_of_fields
from vision.stone_table.patches import cut_towers

POSE = camera(45, 270, 12, 1000, 0.0)
EMPTY = np.full((720, 1280, 3), 120, np.uint8)
EMPTY += np.random.default_rng(0).integers(0, 3, EMPTY.shape).astype(np.uint8)
NO_STONES = np.zeros((6, 6), np.int64)


def in_board(cell):
    row, col = cell
    return np.array([col - 2.5, 2.5 - row, 0.0])


def with_box(picture, cell, height, grey=30):
    """The picture with a block of 0.6 fields on a cell, ``height`` fields tall."""
    corners = [(x, y, z) for x in (-0.3, 0.3) for y in (-0.3, 0.3) for z in (0.0, height)]
    hull = cv2.convexHull(POSE.project(in_board(cell) + np.array(corners)).astype(np.int32))
    return cv2.fillConvexPoly(picture.copy(), hull, (grey,) * 3)


def changed(before, now, cards_px=()):
    cut = [cut_towers(picture, POSE) for picture in (before, now)]
    pictures = [towers.pictures.astype(np.float32) for towers in cut]
    return change_of_fields(*pictures, NO_STONES, cut[1], cards_px)


def test_a_table_that_lies_still_changes_nowhere():
    assert changed(EMPTY, EMPTY + 1).of_fields.max() < 2


def test_a_new_stone_changes_its_field_most():
    change = changed(EMPTY, with_box(EMPTY, (3, 2), 0.3)).of_fields
    assert np.unravel_index(change.argmax(), change.shape) == (3, 2)
    assert change[3, 2] > 10 and change[0].max() < 2


@pytest.fixture
def behind():
    """A cell that a tall stone on (3, 2) hides in part, as the camera stands."""
    change = changed(EMPTY, with_box(EMPTY, (3, 2), 1.2)).of_fields.copy()
    change[3, 2] = 0
    cell = np.unravel_index(change.argmax(), change.shape)
    assert change[cell] > 3
    return cell


def test_what_a_tall_stone_hides_has_not_changed(behind):
    change = changed(EMPTY, with_box(EMPTY, (3, 2), 0.8))
    assert change.beside[3, 2][behind] < 2


def test_a_second_stone_beside_the_first_is_a_change_of_its_own(behind):
    change = changed(EMPTY, with_box(with_box(EMPTY, behind, 0.3, grey=220), (3, 2), 0.3))
    assert change.beside[3, 2][behind] > 5


def test_a_card_laid_behind_a_field_is_no_change_of_the_field():
    far = max(((0, c) for c in range(6)), key=lambda cell: -POSE.project(in_board(cell)[None])[0, 1])
    beyond = in_board(far) + np.array([0, 0.9, 0])
    outline = POSE.project(beyond + np.array([[-0.5, -0.35, 0], [0.5, -0.35, 0], [0.5, 1, 0], [-0.5, 1, 0]]))
    now = cv2.fillConvexPoly(EMPTY.copy(), outline.astype(np.int32), (250, 250, 250))
    assert changed(EMPTY, now).of_fields[far] > 3
    assert changed(EMPTY, now, [outline]).of_fields.max() < 2.5
    blurred = cv2.GaussianBlur(now, (0, 0), 8)
    assert changed(EMPTY, blurred, [outline]).of_fields.max() < 2.5


def test_a_shadow_is_no_change_but_for_its_shade():
    shadow = EMPTY.copy()
    place = with_box(EMPTY, (3, 2), 0.0) != EMPTY
    shadow[place] = (EMPTY[place] * 0.5).astype(np.uint8)
    change = changed(EMPTY, shadow)
    assert change.of_fields[3, 2] > 8 and change.but_for_shade[3, 2] < 2


def test_what_came_to_be_seen_is_of_the_new_stones_colour():
    red = cv2.merge([with_box(EMPTY, (3, 2), 0.3, grey=level)[..., 0] for level in (40, 30, 200)])
    change = changed(EMPTY, red)
    assert np.allclose(change.colours[3, 2], to_lab(np.array([[40, 30, 200]], np.uint8))[0], atol=4)
    assert set(changed(EMPTY, EMPTY).colours) == set()


def test_colours_are_told_in_the_light_asked_for():
    red = cv2.merge([with_box(EMPTY, (3, 2), 0.3, grey=level)[..., 0] for level in (40, 30, 200)])
    before, now = (cut_towers(picture, POSE) for picture in (EMPTY, red))
    half = np.full((36, 3), 0.5, np.float32)
    looks = before.pictures.astype(np.float32), now.pictures.astype(np.float32)
    change = change_of_fields(*looks, NO_STONES, now, (), half)
    assert np.allclose(change.colours[3, 2], to_lab(np.array([[20, 15, 100]], np.uint8))[0], atol=4)

"""A lamp switched on beside the board makes no stone, and hides none."""

import cv2
import numpy as np
import pytest

from tests.vision.test_changes import EMPTY, POSE, in_board, with_box
from vision.changes import change_of_fields
from vision.light_on_board import in_one_light, in_the_light_of, light_of_before
from vision.patches import cut_towers


def printed_board():
    """A board each of whose fields is of a grey of its own."""
    bgr = EMPTY.copy()
    for cell, grey in zip(
        np.ndindex(6, 6), np.random.default_rng(1).integers(40, 200, 36).tolist(), strict=True
    ):
        square = 0.45 * np.array([[-1.0, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]])
        cv2.fillConvexPoly(bgr, POSE.project(in_board(cell) + square).astype(np.int32), (grey,) * 3)
    return bgr


FIELDS = printed_board()


def cut(picture):
    return cut_towers(picture, POSE).pictures.astype(np.float32)


def lamp(picture, most=1.6):
    """A warm lamp to the right of the board."""
    gain = np.linspace(1, most, picture.shape[1])[None, :, None] * np.array([0.95, 1.0, 1.1])
    return np.clip(picture * gain, 0, 255).astype(np.uint8)


def changed(before, now):
    looks = cut(before), cut(now)
    looks = in_one_light(*looks, light_of_before(*looks))
    return change_of_fields(*looks, np.zeros((6, 6), np.int64), cut_towers(now, POSE), ()).of_fields


LIGHTS = {
    "brighter": lambda bgr: np.clip(bgr * 1.4, 0, 255).astype(np.uint8),
    "a lamp beside it": lamp,
    "a glaring lamp": lambda bgr: lamp(bgr, 2.2),
    "dusk": lambda bgr: (bgr * 0.5).astype(np.uint8),
}


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
@pytest.mark.parametrize("on", [True, False], ids=["on", "off"])
def test_a_change_of_light_is_no_change_of_a_field_and_a_stone_is_one(light, on):
    before, now = (FIELDS, light(FIELDS)) if on else (light(FIELDS), FIELDS)
    assert changed(before, now).max() < 3
    with_stone = with_box(FIELDS, (3, 2), 0.3, 20)
    change = changed(before, light(with_stone) if on else with_stone)
    assert np.unravel_index(change.argmax(), change.shape) == (3, 2)
    assert change[3, 2] > 5


def test_the_light_is_told_field_by_field_and_stones_laid_meanwhile_do_not_tell_it():
    now = lamp(FIELDS)
    for cell in [(0, 0), (2, 5), (3, 2), (5, 5)]:
        now = with_box(now, cell, 0.6, 10)
    light = light_of_before(cut(FIELDS), cut(now)).reshape(6, 6, 3)
    foot_px = POSE.project(np.array([[-2.5, 2.5, 0], [2.5, 2.5, 0]]))
    due = 1 / (np.interp(foot_px[:, 0], [0, FIELDS.shape[1]], [1, 1.6])[:, None] * np.array([0.95, 1.0, 1.1]))
    assert np.allclose(light[0, [0, 5]], due, rtol=0.06)


def test_where_the_light_is_the_same_or_changed_alike_all_fields_are_told_so():
    assert np.allclose(light_of_before(cut(FIELDS), cut(FIELDS)), 1, atol=0.01)
    dusk = light_of_before(cut(FIELDS), cut((FIELDS * 0.5).astype(np.uint8)))
    assert np.ptp(dusk) == 0 and dusk.mean() == pytest.approx(1.9, abs=0.1)


def test_a_board_burnt_out_all_over_tells_no_light_and_breaks_nothing():
    white = np.full_like(FIELDS, 255)
    assert np.isfinite(light_of_before(cut(white), cut(white))).all()
    assert changed(white, white).max() == 0


def test_a_whole_table_is_seen_in_the_light_of_a_lamp_at_its_side_whatever_lies_there_now():
    before = np.random.default_rng(3).uniform(60, 120, (90, 160, 3)).astype(np.float32)
    gain = np.linspace(1.0, 1.8, 160, dtype=np.float32)[None, :, None]
    now = before * gain
    laid = now.copy()
    laid[20:45, 30:60] = 20
    evened = in_the_light_of(laid, before)
    away = np.ones((90, 160), bool)
    away[20:45, 30:60] = False
    assert np.abs(evened - now)[away].mean() < 5 < np.abs(before - now)[away].mean() / 5
    assert np.abs(evened - now)[~away].mean() < 5


def test_what_says_nothing_of_the_light_does_not_tell_it():
    before = np.full((160, 160, 3), 80, np.float32)
    now = before.copy()
    now[:, :70] *= 2  # another table, say
    tells = np.zeros((160, 160), bool)
    tells[:, 80:] = True
    assert in_the_light_of(now, before, tells) is before

"""A lamp switched on beside the board makes no stone, and hides none."""

import cv2
import numpy as np
import pytest

from tests.vision.stone_table.test_changes import EMPTY, POSE, in_board, with_box
from vision.light import match_light
from vision.light_on_board import burnt_out_in_both, evened, in_one_light, in_the_light_of, light_of_before
from vision.stone_table.changes import change_of_fields
from vision.stone_table.patches import cut_towers


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
    light = light_of_before(*looks)
    looks = in_one_light(*looks, light)
    towers, burnt = cut_towers(now, POSE), burnt_out_in_both(looks, light)
    return change_of_fields(*looks, np.zeros((6, 6), np.int64), towers, (), burnt=burnt).of_fields


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
    assert changed(white, white).tolist() == [[1.0] * 6] * 6  # as fields do of which nothing is in sight


def burnt_board(*stones, grey):
    """White all over but for stones, of the grey that they have in this light."""
    bgr = np.full_like(FIELDS, 255)
    for cell in stones:
        bgr = with_box(bgr, cell, 0.3, grey)
    return bgr


def test_on_a_board_burnt_out_a_stone_that_stands_did_not_change_and_one_laid_there_did():
    """How little a white field changes says nothing of how much a stone may."""
    stood = (1, 1), (4, 2), (5, 4)
    before = burnt_board(*stood, grey=100)
    assert changed(before, burnt_board(*stood, grey=105)).max() < 2
    change = changed(before, with_box(burnt_board(*stood, grey=105), (2, 4), 0.3, 30))
    assert np.unravel_index(change.argmax(), change.shape) == (2, 4)
    assert change[2, 4] > 5


def test_a_table_is_evened_out_though_the_lamp_stands_where_it_was_darkest():
    """It makes the darkest cells the brightest: no gain and offset for all of them does that."""
    rows, columns = np.mgrid[:54, :96]
    checks = np.where((rows // 6 + columns // 6) % 2, 30, -30)[..., None]
    before = np.linspace(150, 105, 96)[None, :, None] + checks + np.zeros(3)
    lamp = np.linspace(1.0, 1.6, 96)[None, :, None]
    before, now = before.astype(np.float32), (before * lamp).astype(np.float32)
    assert np.abs(evened(now, before, every=2) - now).mean() < 5
    over_all = match_light(before[::2, ::2], now[::2, ::2]).apply(before)
    assert np.abs(in_the_light_of(now, over_all) - now).mean() > 10


@pytest.mark.parametrize("gain", [0.5, 1.0, 1.3])
def test_a_table_is_evened_out_where_the_light_changed_alike(gain):
    before = np.random.default_rng(3).uniform(40, 180, (90, 160, 3)).astype(np.float32)
    assert np.abs(evened(before * gain, before, every=2) - before * gain).max() < 3


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

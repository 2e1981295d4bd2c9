"""What is seen is measured against the table as it was last agreed upon, whatever the light did meanwhile."""

import numpy as np
import pytest

from calibration.shades import to_lab
from companion.follow.by_rules.keyframe import Keyframe
from tests.vision.stone_table.test_changes import POSE, with_box
from tests.vision.test_light_on_board import FIELDS, lamp
from vision.stone_table.patches import cut_towers
from vision.stone_table.stones import read_towers

CELL = (3, 2)
NO_STONES = np.zeros((6, 6), np.int64)
GREY = 150
STONE_LAB = to_lab(np.full((1, 3), GREY, np.uint8))[0]


def look(bgr):
    towers = cut_towers(bgr, POSE)
    return read_towers(bgr, towers, 6), towers.pictures.astype(np.float32), towers


def agreed_on(*pictures):
    first, *more = (look(bgr)[:2] for bgr in pictures)
    agreed = Keyframe.first(*first, (), NO_STONES)
    for fields, patches in more:
        agreed = agreed.and_now(fields, patches, (), NO_STONES)
    return agreed


def dusk(bgr):
    return (bgr * 0.6).astype(np.uint8)


@pytest.mark.parametrize("light", [dusk, lamp])
def test_a_stone_is_of_the_colour_that_it_had_in_the_first_light(light):
    with_stone = light(with_box(FIELDS, CELL, 0.3, GREY))
    evidence = agreed_on(FIELDS, light(FIELDS)).evidence(*look(with_stone), ())
    assert np.allclose(evidence.change.colours[CELL], STONE_LAB, atol=5)


def test_once_the_sun_is_back_all_is_as_it_was():
    back = agreed_on(FIELDS, dusk(FIELDS), FIELDS)
    assert np.allclose(back.to_first_light, 1, atol=0.1)


def test_a_stone_laid_is_no_change_of_light():
    assert (agreed_on(FIELDS, with_box(FIELDS, CELL, 0.3, 20)).to_first_light == 1).all()


def test_a_camera_that_was_moved_compares_no_pictures_but_knows_the_light():
    moved = agreed_on(FIELDS, dusk(FIELDS)).from_elsewhere()
    evidence = moved.evidence(*look(dusk(FIELDS)), ())
    assert evidence.change is None and evidence.before_owner is not None
    fields, patches, _ = look(dusk(FIELDS))
    assert moved.and_now(fields, patches, (), NO_STONES).to_first_light.mean() == pytest.approx(1.6, abs=0.15)

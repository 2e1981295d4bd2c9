"""Fields and cards are read together, each other look with the cards turned half round."""

import numpy as np
import pytest

from tests.vision.test_pose import camera
from vision.stone_table.cards import card_maps, card_maps_twice
from vision.stone_table.fields_and_cards import read_fields_and_cards
from vision.stone_table.patches import cut_towers
from vision.stone_table.stones import read_towers

POSE = camera(50, 200, 11, 900, 0.0)
NOISE = np.random.default_rng(0).integers(0, 255, (720, 1280, 3), np.uint8)


@pytest.mark.parametrize(("nth_look", "turned"), [(0, False), (1, True), (2, False)])
def test_of_several_looks_every_other_one_sees_the_cards_turned_half_round(nth_look, turned):
    seen = read_fields_and_cards(NOISE, POSE, 6, nth_look)
    assert (seen.cards.maps == card_maps(seen.view, turned).maps).all()
    assert (seen.fields.height == read_towers(NOISE, cut_towers(NOISE, POSE), 6).height).all()


def test_the_only_look_sees_them_both_ways_and_the_fields_mirrored_too():
    seen = read_fields_and_cards(NOISE, POSE, 6)
    assert (seen.cards.maps == card_maps_twice(seen.view).maps).all()
    mirrored_too = read_towers(NOISE, cut_towers(NOISE, POSE), 6, only_look=True)
    assert (seen.fields.owner == mirrored_too.owner).all() and (
        seen.fields.height == mirrored_too.height
    ).all()

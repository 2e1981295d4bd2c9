"""Stones by lot: caps, cones and discs of many shapes, none of which changes anything else on the table."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.scenes.just4fun_colours import sample_stones
from models.scenes.just4fun_colours.sample_stones import sample_stone_kind
from models.scenes.sample import sample_scene
from models.scenes.sample_set import sample_board

NUMBERS = st.integers(0, 2**32 - 1)
calm = settings(deadline=None)  # the first call loads libraries


def stone_of(number):
    rng = np.random.default_rng(number)
    board = sample_board(rng, (0.5, 0.5, 0.5))
    return sample_stone_kind(rng, board), board


@pytest.fixture
def turned(monkeypatch):
    """Chooses which share of the stones is turned on a lathe."""
    return lambda share: monkeypatch.setattr(sample_stones, "_TURNED", share)


@calm
@given(NUMBERS)
def test_a_stone_goes_up_from_its_bottom_rim_to_its_top_and_in_to_its_axis(number):
    kind, _ = stone_of(number)
    radius, z = np.array(kind.profile_mm).T
    top = int(z.argmax())
    assert (np.diff(z[: top + 1]) >= 0).all()
    assert (np.diff(radius[top:]) <= 0).all()
    assert radius.min() == radius[-1] == 0
    assert z.min() == 0


@calm
@given(NUMBERS)
def test_a_stone_fits_its_field(number):
    kind, board = stone_of(number)
    assert 0.47 < 2 * kind.radius_mm / (board.pitch_mm - board.gap_mm) <= 0.7201
    assert 0 < kind.rise_mm <= kind.height_mm + 1e-9


@calm
@given(NUMBERS)
def test_discs_lie_on_one_another(number):
    kind, _ = stone_of(number)
    if kind.name == "disc":
        assert kind.rise_mm == pytest.approx(kind.height_mm)


def test_a_face_is_printed_on_what_is_flat(turned):
    turned(1.0)
    kinds = [kind for number in range(200) if (kind := stone_of(number)[0]).name == "disc" and kind.smiley]
    assert len(kinds) > 10
    for kind in kinds:
        face = [z for r, z in kind.profile_mm if z > 0 and r < 0.65 * kind.radius_mm]
        assert face == pytest.approx([kind.height_mm] * len(face))


def test_about_half_of_the_sets_are_turned(turned):
    shapes = []
    for share in (0.5, 0.0):
        turned(share)
        shapes.append([stone_of(number)[0].profile_mm for number in range(200)])
    plain = sum(a == b for a, b in zip(*shapes, strict=True))
    assert 80 < plain < 140  # some of those on the lathe stay plain


@pytest.mark.parametrize("mode", ["any", "close", "other"])
def test_nothing_else_on_the_table_hangs_on_how_its_stones_are_turned(turned, mode):
    def but_for_stones(scene):
        return replace(scene, stone_kind=None, towers=(), spare_stones=())

    for seed in range(8):
        scenes = []
        for share in (0.0, 1.0):
            turned(share)
            scenes.append(sample_scene(seed, mode=mode))
        assert but_for_stones(scenes[0]) == but_for_stones(scenes[1])
        heights = [[[len(tower) for tower in row] for row in scene.towers] for scene in scenes]
        assert heights[0] == heights[1]

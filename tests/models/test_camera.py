"""What lens and sensor do to a picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.scenes.camera import expose, eye_mm, look_at, project
from models.scenes.scene import Camera

GREY = np.full((90, 160, 3), 120, np.uint8)
R, T = look_at((100.0, -300.0, 400.0), (0.0, 0.0, 0.0))
PERFECT = Camera(
    width=160,
    height=90,
    focal_px=150.0,
    r=tuple(tuple(row) for row in R.tolist()),
    t_mm=tuple(T.tolist()),
    dist=(-0.1, 0.02, 0.0, 0.0, 0.0),
    exposure_ev=0.0,
    white_balance=(1.0, 1.0, 1.0),
    gamma=1.0,
    saturation=1.0,
    blur_px=0.0,
    sharpen=0.0,
    noise=0.0,
    vignette=0.0,
    jpeg_quality=100,
    seed=5,
)


def test_a_camera_sees_in_its_middle_what_it_looks_at() -> None:
    assert project([(0.0, 0.0, 0.0)], PERFECT)[0] == pytest.approx([80, 45])


def test_up_in_the_world_is_up_in_the_picture() -> None:
    assert project([(0.0, 0.0, 30.0)], PERFECT)[0, 1] < 45


def test_the_eye_is_where_it_was_put() -> None:
    assert eye_mm(PERFECT) == pytest.approx([100, -300, 400])


def test_a_perfect_camera_changes_nothing() -> None:
    assert np.abs(expose(GREY, PERFECT).astype(int) - 120).max() <= 1


def test_one_stop_doubles_the_light() -> None:
    brighter = expose(GREY, replace(PERFECT, exposure_ev=1.0))
    light = ((brighter[0, 0, 0] / 255 + 0.055) / 1.055) ** 2.4
    assert light == pytest.approx(2 * ((120 / 255 + 0.055) / 1.055) ** 2.4, rel=0.02)


def test_noise_is_as_strong_as_asked_and_depends_on_the_seed_alone() -> None:
    noisy = replace(PERFECT, noise=0.03)
    one, two, other = (expose(GREY, c) for c in (noisy, noisy, replace(noisy, seed=6)))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, other)
    assert one.std() / 255 == pytest.approx(0.03, rel=0.3)


def test_white_balance_is_given_as_red_green_blue() -> None:
    blue, green, red = expose(GREY, replace(PERFECT, white_balance=(1.3, 1.0, 0.7)))[0, 0]
    assert red > green > blue


def test_the_vignette_darkens_corners_only() -> None:
    picture = expose(GREY, replace(PERFECT, vignette=0.5))
    assert picture[0, 0, 0] < 100
    assert abs(int(picture[45, 80, 0]) - 120) <= 1

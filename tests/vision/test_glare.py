"""A lamp that is mirrored on the table hides what lies there, and people are told so."""

import cv2
import numpy as np
import pytest

from vision.glare import mirrors_lamp


def table(grey: int) -> np.ndarray:
    """A bare table (360, 640, 3) with a little noise."""
    noise = np.random.default_rng(0).normal(0, 3, (360, 640, 3))
    return np.clip(grey + noise, 0, 255).astype(np.uint8)


def spot(bgr: np.ndarray, radius_px: float) -> np.ndarray:
    """The same with a lamp's image in its middle, that fades out."""
    rows, columns = np.mgrid[: bgr.shape[0], : bgr.shape[1]]
    away = np.hypot(rows - 180, columns - 320) / radius_px
    light = 400 / (1 + away**4)
    return np.clip(bgr + light[..., None], 0, 255).astype(np.uint8)


@pytest.mark.parametrize("grey", [20, 60, 100])
def test_a_spot_that_is_burnt_out_and_fades_is_a_mirrored_lamp(grey):
    assert mirrors_lamp(spot(table(grey), 50))


def test_it_is_one_too_with_cards_on_it():
    bgr = spot(table(30), 60)
    cv2.rectangle(bgr, (330, 150), (370, 190), (20, 20, 20), -1)
    assert mirrors_lamp(bgr)


def test_white_paper_has_an_edge():
    bgr = table(60)
    cv2.rectangle(bgr, (250, 120), (380, 240), (255, 255, 255), -1)
    assert not mirrors_lamp(cv2.GaussianBlur(bgr, (9, 9), 0))


def test_the_white_of_a_board_is_no_lamp():
    bgr = table(60)
    for n in range(36):
        row, column = divmod(n, 6)
        shade = 250 if (row + column) % 2 else 170
        cv2.rectangle(
            bgr, (200 + 35 * column, 60 + 35 * row), (235 + 35 * column, 95 + 35 * row), (shade,) * 3, -1
        )
    cv2.rectangle(bgr, (195, 55), (412, 272), (250, 250, 250), 12)
    assert not mirrors_lamp(bgr)


def test_a_bright_table_under_a_lamp_is_none():
    assert not mirrors_lamp(spot(table(180), 50))


def test_a_small_gleam_hides_nothing():
    assert not mirrors_lamp(spot(table(30), 6))

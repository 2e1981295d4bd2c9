"""One look at a table, whole: what an arm hides is told as a guess."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.pictured.just4fun_colours import sentences
from models.scenes.camera import expose
from models.scenes.quick.render import render
from models.scenes.sample import sample_scene
from vision.finding.overview import glance
from vision.stone_table import look as looking
from vision.stone_table.look import look


@pytest.fixture(scope="module")
def picture():
    """Three single cards round a board, each on a side of its own, and no hand."""
    scene = sample_scene(9_100_000, width=960, height=540, mode="close")
    return expose(render(scene)[0], scene.camera)


@pytest.fixture
def arm_over(monkeypatch):
    """Lets the finder see an arm over a polygon of the picture."""

    def cover(polygon_px):
        def glance_with_arm(bgr):
            overview = glance(bgr)
            arm = np.zeros(overview.hand.shape, np.uint8)
            cv2.fillPoly(arm, [np.int32(np.round(polygon_px * overview.scale))], 1)
            return replace(overview, hand=arm.astype(np.float32))

        monkeypatch.setattr(looking, "glance", glance_with_arm)

    return cover


def told(reading):
    return reading.to_json("table.jpg", 1.0)["cards"]


def test_cards_in_plain_sight_are_told_for_sure(picture):
    cards = told(look(picture))
    assert len(cards) == 3
    assert not any(card["hidden"] for card in cards)


@pytest.mark.parametrize("n", range(3))
def test_a_card_under_an_arm_is_a_guess(picture, arm_over, n):
    arm_over(look(picture).cards[n].corners_px)
    assert [card["hidden"] for card in told(look(picture))] == [card == n for card in range(3)]


def test_a_card_beside_an_arm_is_a_guess_for_others_may_lie_under_it(picture, arm_over):
    plain = look(picture)
    n = next(n for n, card in enumerate(plain.cards) if card.face_up)
    a, b, c, d = plain.cards[n].corners_px
    arm_over(np.array([b, b + 0.8 * (b - a), c + 0.8 * (c - d), c]))
    reading = look(picture, board=plain.board)
    assert reading.cards[n].hidden
    assert reading.hand
    line = next(line for line in sentences(reading.to_json("table.jpg", 1.0), {}) if "cards" in line)
    assert line.count("?") == 1
    assert f"{reading.cards[n].colour}?" in line


def test_of_a_board_of_another_size_it_is_told_how_it_can_be_looked_at():
    scene = sample_scene(5010, width=800, height=450, mode="other")
    told = look(expose(render(scene)[0], scene.camera)).to_json("a.jpg", 40)
    assert not told["found"]
    assert told["why"] == "no board of that size found, but one of 8: --option size=8"

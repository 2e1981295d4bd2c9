"""A mark is no card where the table looks as it did bare: a cloth's print covers nothing."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.bare_table import BareTable
from vision.patches import TABLE_SIDE, TableView, board_to_view
from vision.reading import CardSeen

SEEN = np.ones((TABLE_SIDE, TABLE_SIDE), bool)
CARD = np.array([[-0.45, -0.7], [0.45, -0.7], [0.45, 0.7], [-0.45, 0.7]])
VIOLET = (140, 40, 120)


def cloth(noise: int = 0) -> np.ndarray:
    """A violet cloth with dark dots."""
    picture = np.full((TABLE_SIDE, TABLE_SIDE, 3), (70, 30, 80), np.uint8)
    for x in range(20, TABLE_SIDE, 60):
        for y in range(20, TABLE_SIDE, 60):
            cv2.circle(picture, (x, y), 10, (40, 25, 45), -1)
    return np.clip(picture + np.random.default_rng(noise).normal(0, 4, picture.shape), 0, 255).astype(
        np.uint8
    )


def mark(x: float, y: float, confidence: float) -> CardSeen:
    outline = np.add(CARD, [x, y])
    return CardSeen("violet", (0, 0, 0, 0, 0, 1), True, confidence, outline, outline)


def with_card(picture: np.ndarray, card: CardSeen, colour: tuple[int, int, int] = VIOLET) -> np.ndarray:
    outline = np.round(board_to_view(card.corners_board)).astype(np.int32)
    return cv2.fillConvexPoly(picture.copy(), outline, colour)


def view(picture: np.ndarray) -> TableView:
    return TableView(picture, SEEN)


def test_a_faint_mark_on_the_bare_cloth_is_no_card():
    bare = BareTable.of(view(cloth()), [])
    assert bare.cleared_of_marks(view(cloth(1)), [mark(4.6, 0.2, 0.2)]) == ()


def test_a_faint_card_on_the_cloth_may_be_one():
    bare, faint = BareTable.of(view(cloth()), []), mark(4.6, 0.2, 0.2)
    assert bare.cleared_of_marks(view(with_card(cloth(1), faint)), [faint]) == (faint,)


def test_a_sure_card_is_one_whatever_the_cloth_looked_like():
    bare, sure = BareTable.of(view(cloth()), []), mark(4.6, 0.2, 0.9)
    assert bare.cleared_of_marks(view(cloth(1)), [sure]) == (sure,)


@pytest.mark.parametrize("gain", [0.6, 1.3], ids=["the sun gone", "a lamp on"])
def test_in_another_light_the_bare_cloth_is_bare(gain):
    bare = BareTable.of(view(cloth()), [])
    now = np.clip(cloth(1) * gain, 0, 255).astype(np.uint8)
    assert bare.cleared_of_marks(view(now), [mark(4.6, 0.2, 0.2)]) == ()


def test_under_a_card_the_table_was_never_seen():
    """Where a card lay from the start, a faint mark after it was taken may be another."""
    card = mark(4.6, 0.2, 0.9)
    bare = BareTable.of(view(with_card(cloth(), card)), [card])
    faint = replace(card, confidence=0.2)
    assert bare.cleared_of_marks(view(cloth(1)), [faint]) == (faint,)
    taken = bare.and_now(view(cloth(2)), [])
    assert taken.cleared_of_marks(view(cloth(3)), [faint]) == ()


def test_a_faint_card_that_lay_there_when_an_act_was_told_is_not_taken_for_the_table():
    faint = mark(4.6, 0.2, 0.2)
    bare = BareTable.of(view(cloth()), [])
    later = bare.and_now(view(with_card(cloth(1), faint)), [faint])
    again = view(with_card(cloth(2), faint))
    assert later.cleared_of_marks(again, [faint]) == (faint,)


def test_what_a_surer_card_covers_tells_nothing_of_the_mark_below():
    bare = BareTable.of(view(cloth()), [])
    sure, faint = mark(4.6, 0.2, 0.9), mark(4.65, 0.25, 0.2)
    now = view(with_card(cloth(1), sure, (30, 30, 200)))
    assert bare.cleared_of_marks(now, [sure, faint]) == (sure, faint)

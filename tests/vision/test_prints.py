"""A card's colour is read where the card shows, a field's where nothing else is printed."""

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from calibration.shades import Shades, to_lab
from vision.prints import face_labs, field_labs, named
from vision.reading import FIELD_COLOURS, CardSeen

RED, ORANGE, TABLE = (30, 30, 200), (20, 120, 230), (60, 70, 80)  # BGR
VIOLET, DARK_BLUE, NEON = (150, 40, 90), (130, 60, 40), (40, 250, 160)
NOTHING_LEARNT = Shades(FIELD_COLOURS, np.full((6, 3), np.nan))


def card(left, top, width, height, mark):
    corners = np.array(
        [[left, top], [left + width, top], [left + width, top + height], [left, top + height]], float
    )
    return CardSeen("red", (1, 0, 0, 0, 0, 0), True, 0.9, corners, corners / 20, 1.0, np.array(mark, float))


def table(*things):
    bgr = np.full((200, 300, 3), TABLE, np.uint8)
    for (left, top, width, height), colour in things:
        bgr[top : top + height, left : left + width] = colour
    return bgr


def lab_of(bgr):
    return to_lab(np.array([[bgr]], np.uint8))[0]


def seen(bgr, one, cards):
    """The colour in the middle of all that shows of a card."""
    return np.median(face_labs(bgr, one, cards), axis=0)


def test_of_a_card_under_another_only_what_shows_counts():
    under, over = card(40, 40, 60, 90, (55, 85)), card(70, 40, 60, 90, (100, 85))
    bgr = table(((40, 40, 60, 90), RED), ((70, 40, 60, 90), ORANGE))
    assert seen(bgr, under, [under, over]) == pytest.approx(lab_of(RED))
    assert seen(bgr, over, [under, over]) == pytest.approx(lab_of(ORANGE))


def test_where_an_outline_reaches_too_far_the_mark_tells():
    half_missed = card(40, 40, 60, 90, (70, 57))
    bgr = table(((40, 40, 60, 35), RED), ((40, 75, 60, 90), ORANGE))
    assert seen(bgr, half_missed, [half_missed]) == pytest.approx(lab_of(RED))


def test_a_card_outside_the_picture_has_no_colour():
    outside = card(-200, 40, 60, 90, (-170, 85))
    assert len(face_labs(table(), outside, [outside])) == 0
    shades = Shades(("red", "orange"), np.stack([lab_of(RED), lab_of(ORANGE)]))
    assert named([outside], table(), shades) == (outside,)


def beside_a_violet_card(colour, p, shades=NOTHING_LEARNT):
    """What a card of that colour is called that the network calls blue, or violet with probability ``p``."""
    violet = replace(card(40, 40, 60, 90, (70, 85)), colour="violet", colour_p=(0, 0, 0, 0, 0, 1))
    other = replace(card(160, 40, 60, 90, (190, 85)), colour="violet", colour_p=(0, 0, 0, 0, 1 - p, p))
    bgr = table(((40, 40, 60, 90), VIOLET), ((160, 40, 60, 90), colour))
    return named([violet, other], bgr, shades)[1].colour


def test_a_card_hardly_named_is_held_against_those_surely_named():
    assert beside_a_violet_card(VIOLET, 0.4) == "violet"
    assert beside_a_violet_card(DARK_BLUE, 0.6) == "blue"


def test_none_is_held_against_a_back_that_passes_for_a_face():
    """The card is nearly of the board's violet, which that back is not at all; the network has its doubts."""
    learnt = NOTHING_LEARNT.centres.copy()
    learnt[4:] = lab_of(DARK_BLUE) + np.array([[0, -10, 0], [0, 5, 0]])
    assert beside_a_violet_card(DARK_BLUE, 0.3, Shades(FIELD_COLOURS, learnt)) == "violet"


def test_a_card_that_a_lamp_burns_out_may_be_of_any_colour():
    white = card(40, 40, 60, 90, (70, 85))
    (seen,) = named([white], table(((40, 40, 60, 90), (255, 253, 255))), NOTHING_LEARNT)
    assert seen.colour_p == (1 / 6,) * 6 and seen.lab is None
    (pale,) = named([white], table(((40, 40, 60, 90), (215, 240, 255))), NOTHING_LEARNT)
    assert max(pale.colour_p) > 0.9


def test_a_card_surely_named_keeps_its_name():
    assert beside_a_violet_card(VIOLET, 0.005) == "blue"
    assert beside_a_violet_card(DARK_BLUE, 0.995) == "violet"


def test_a_ring_along_a_fields_edge_is_not_its_colour():
    side, fields = 60, 6
    bgr = np.full((side * fields, side * fields, 3), ORANGE, np.uint8)
    for row, col in np.ndindex(fields, fields):
        middle = (round((col + 0.5) * side), round((row + 0.5) * side))
        cv2.circle(bgr, middle, round(0.38 * side), NEON, round(0.08 * side))

    def project(points_board):
        return (points_board[:, :2] * [1, -1] + fields / 2) * side

    board = SimpleNamespace(pose=SimpleNamespace(project=project), size=fields)
    assert np.allclose(field_labs(bgr, board), lab_of(ORANGE), atol=1)

"""A card's colour is read where the card shows, a field's where nothing else is printed."""

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from calibration.printed import Printed
from calibration.shades import Shades, to_lab
from vision.stone_table.prints import face_labs, field_labs, named, printed_now, printed_on
from vision.stone_table.reading import FIELD_COLOURS, CardSeen, Fields

RED, ORANGE, TABLE = (30, 30, 200), (20, 120, 230), (60, 70, 80)  # BGR
NEON = (40, 250, 160)
NOTHING_LEARNT = Printed(
    Shades(FIELD_COLOURS, np.full((6, 3), np.nan)), np.zeros((36, 9, 3)), np.zeros((36, 6))
)


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
    assert named([outside], table(), NOTHING_LEARNT) == (outside,)


def test_a_card_that_a_lamp_burns_out_may_be_of_any_colour():
    white = card(40, 40, 60, 90, (70, 85))
    (seen,) = named([white], table(((40, 40, 60, 90), (255, 253, 255))), NOTHING_LEARNT)
    assert seen.colour_p == (1 / 6,) * 6 and seen.lab is None
    (pale,) = named([white], table(((40, 40, 60, 90), (215, 240, 255))), NOTHING_LEARNT)
    assert max(pale.colour_p) > 0.9


def board_of(side, fields=6):
    """A board of square fields, seen from above from its left upper corner on."""

    def project(points_board):
        return (points_board[:, :2] * [1, -1] + fields / 2) * side

    middles = [
        (round((col + 0.5) * side), round((row + 0.5) * side)) for row, col in np.ndindex(fields, fields)
    ]
    return SimpleNamespace(pose=SimpleNamespace(project=project), size=fields), middles


def test_a_ring_along_a_fields_edge_is_not_its_colour():
    side = 60
    board, middles = board_of(side)
    bgr = np.full((side * 6, side * 6, 3), ORANGE, np.uint8)
    for middle in middles:
        cv2.circle(bgr, middle, round(0.38 * side), NEON, round(0.08 * side))
    assert np.allclose(field_labs(bgr, board), lab_of(ORANGE), atol=1)


def test_a_card_is_named_after_round_fields_in_a_frame_that_fills_their_corners():
    side = 30
    board, middles = board_of(side)
    bgr = np.full((side * 6, 300, 3), NEON, np.uint8)
    for k, middle in enumerate(middles):
        cv2.circle(bgr, middle, round(0.42 * side), RED if k < 18 else ORANGE, -1)
    cv2.rectangle(bgr, (200, 40), (260, 130), ORANGE, -1)
    fields = Fields(
        np.eye(6)[np.repeat([0, 1], 18)].reshape(6, 6, 6),
        np.tile(np.eye(7)[0], (6, 6, 1)),
        np.tile(np.eye(8)[0], (6, 6, 1)),
        *np.zeros((2, 6, 6)),
    )
    doubted = replace(card(200, 40, 60, 90, (230, 85)), colour_p=(0.6, 0.4, 0, 0, 0, 0))
    (told,) = named([doubted], bgr, printed_on(bgr, board, fields))
    assert told.colour == "orange" and told.colour_p[1] > 0.9
    known, sure = np.repeat([1, 0], 18).reshape(6, 6), np.ones((6, 6))
    (told,) = named([doubted], bgr, printed_now(bgr, board, fields, known, sure, NOTHING_LEARNT.shades))
    assert told.colour == "red", "the fields are known to be the other way round"


def test_a_field_whose_name_is_a_guess_teaches_no_card_its_name():
    side = 30
    board, middles = board_of(side)
    bgr = np.full((side * 6, 300, 3), NEON, np.uint8)
    for k, (x, y) in enumerate(middles):
        cv2.rectangle(bgr, (x - 14, y - 14), (x + 14, y + 14), RED if k < 18 else ORANGE, -1)
    cv2.rectangle(bgr, (200, 40), (260, 130), ORANGE, -1)
    fields = Fields(
        np.full((6, 6, 6), 1 / 6),
        np.tile(np.eye(7)[0], (6, 6, 1)),
        np.tile(np.eye(8)[0], (6, 6, 1)),
        *np.zeros((2, 6, 6)),
    )
    known, sure = np.repeat([0, 1], 18).reshape(6, 6), np.ones((6, 6))
    known[5], sure[5] = 0, 0.0
    doubted = replace(card(200, 40, 60, 90, (230, 85)), colour_p=(0.6, 0.4, 0, 0, 0, 0))
    (told,) = named([doubted], bgr, printed_now(bgr, board, fields, known, sure, NOTHING_LEARNT.shades))
    assert told.colour == "orange" and told.colour_p[1] > 0.9

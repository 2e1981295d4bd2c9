"""A hand laid out in a row: what is of one colour and meets without a rim is counted by how far it reaches."""

import cv2
import numpy as np
import pytest

from calibration.shades import labs_within
from vision.stone_table.patches import TABLE_SIDE, TableView, board_to_view
from vision.stone_table.reading import FIELD_COLOURS, CardSeen
from vision.stone_table.rows import in_a_row

INKS = {
    "red": (40, 40, 200),
    "yellow": (40, 210, 230),
    "green": (60, 150, 40),
    "blue": (190, 90, 40),
    "violet": (140, 40, 120),
}
SIZE = np.array([2.0, 1.4])  # fields across the row, and along it
STEP = 0.7
HAND = ("yellow", "green", "red", "red", "blue", "green", "green")


def outline(at: float) -> np.ndarray:
    across, along = SIZE / 2
    return np.add([4.8, at], [[-across, -along], [across, -along], [across, along], [-across, along]])


def laid(colours, steps=None):
    """The view of a row of cards, each over the one before, and the places of their middles."""
    picture = np.full((TABLE_SIDE, TABLE_SIDE, 3), (60, 62, 64), np.uint8)
    places = np.cumsum([-2.6, *(steps or [STEP] * (len(colours) - 1))])
    for colour, at in zip(colours, places, strict=True):
        corners = np.round(board_to_view(outline(at))).astype(np.int32)
        cv2.fillConvexPoly(picture, corners, INKS[colour])
    noise = np.random.default_rng(0).normal(0, 4, picture.shape)
    picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
    return TableView(picture, np.ones((TABLE_SIDE, TABLE_SIDE), bool)), places


def seen(colours, places, without=()):
    """The cards, as they are seen; those ``without`` are taken for one with the next."""
    cards = []
    for n, (colour, at) in enumerate(zip(colours, places, strict=True)):
        if n in without:
            continue
        p = tuple(float(name == colour) for name in FIELD_COLOURS)
        swatch = np.full((20, 20, 3), INKS[colour], np.uint8)
        lab = np.median(labs_within(swatch, np.array([[0, 0], [19, 0], [19, 19], [0, 19.0]])), 0)
        mark = np.array([4.8, at - (SIZE[1] - STEP) / 2 if n + 1 < len(colours) else at])
        cards.append(CardSeen(colour, p, True, 0.9, outline(at), outline(at), mark_board=mark, lab=lab))
    return cards


@pytest.mark.parametrize("without", [(), (2,), (5,), (2, 5)])
def test_two_cards_of_a_colour_seen_as_one_are_counted_by_how_far_it_reaches(without):
    view, places = laid(HAND)
    cards = in_a_row(view, seen(HAND, places, without), 7)
    assert sorted(card.colour for card in cards) == sorted(HAND)


def test_a_card_that_was_not_seen_lies_within_its_colour():
    view, places = laid(HAND)
    cards = in_a_row(view, seen(HAND, places, without=(2,)), 7)
    reds = [float(card.centre_board[1]) for card in cards if card.colour == "red"]
    assert all(places[2] - STEP < at < places[3] + STEP for at in reds)


def test_three_cards_of_a_colour_seen_as_two_are_counted_though_none_is_laid_quite_evenly():
    hand = ("violet", "blue", "violet", "violet", "violet", "yellow", "green")
    view, places = laid(hand, steps=[0.68, 0.68, 0.6, 0.59, 0.6, 0.69])
    cards = in_a_row(view, seen(hand, places, without=(3,)), 7)
    assert sorted(card.colour for card in cards) == sorted(hand)


def test_a_card_of_a_colour_seen_elsewhere_may_have_been_overlooked():
    hand = ("blue", "red", "green", "yellow", "blue", "red", "green")
    view, places = laid(hand)
    cards = in_a_row(view, seen(hand, places, without=(1,)), 7)
    assert sorted(card.colour for card in cards) == sorted(hand)


def test_a_card_of_a_colour_seen_nowhere_else_is_not_called_otherwise():
    hand = ("blue", "red", "green", "yellow", "blue", "green", "green")
    view, places = laid(hand)
    assert in_a_row(view, seen(hand, places, without=(1,)), 7) == ()


@pytest.mark.parametrize("prints", ["white", "black"])
def test_large_prints_in_the_middle_of_cards_are_of_no_colour(prints):
    hand = ("blue", "red", "green", "yellow", "blue", "red", "green")
    view, places = laid(hand)
    ink = (245, 245, 245) if prints == "white" else (20, 20, 20)
    for at in places:
        middle = board_to_view(np.array([4.8, at - (SIZE[1] - STEP) / 2]))
        cv2.circle(view.picture, np.round(middle).astype(int).tolist(), round(0.45 * 40 * STEP), ink, -1)
    cards = in_a_row(view, seen(hand, places, without=(1,)), 7)
    assert sorted(card.colour for card in cards) == sorted(hand)


@pytest.mark.parametrize("count", [5, 6, 8])
def test_seven_cards_are_no_other_number(count):
    view, places = laid(HAND)
    assert in_a_row(view, seen(HAND, places), count) == ()


def test_where_cards_lie_unevenly_nothing_is_told():
    view, places = laid(HAND, steps=[0.4, 1.1, 0.5, 1.2, 0.4, 0.9])
    assert in_a_row(view, seen(HAND, places, without=(2,)), 7) == ()


def test_two_colours_that_meet_once_are_too_few_to_tell_how_much_of_a_card_shows():
    hand = ("red", "red", "red", "blue", "blue", "blue", "blue")
    view, places = laid(hand)
    assert in_a_row(view, seen(hand, places, without=(1,)), 7) == ()


def test_cards_that_lie_about_are_no_row():
    view, places = laid(HAND)
    cards = seen(HAND, places)
    turned = [
        CardSeen(c.colour, c.colour_p, True, 0.9, o := c.corners_board[:, ::-1] * [1, 1.5], o, lab=c.lab)
        for c in cards[:2]
    ]
    assert in_a_row(view, [*turned, *cards[2:]], 7) == ()


def test_nothing_is_a_row_of_none():
    view, _ = laid(HAND)
    assert in_a_row(view, [], 7) == ()

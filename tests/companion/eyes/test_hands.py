"""What hides fields is a hand, unless it is always there."""

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.commands.demo import RECORDING
from companion.eyes.fields_table import FieldsTable
from companion.eyes.hands import HAND_LEAVES_S, Hands
from vision.finding.board import find_board
from vision.finding.overview import glance

CORNER, MIDDLE = (0, 0), (3, 3)
LATER_S = HAND_LEAVES_S + 0.5


def hiding(*cells: tuple[int, int], p: float = 0.9) -> np.ndarray:
    hidden = np.zeros((6, 6), np.float32)
    for cell in cells:
        hidden[cell] = p
    return hidden


@pytest.fixture
def looks(monkeypatch):
    """What the fields look like at a time, hidden or not: whether that is a hand."""
    _, bgr = cv2.VideoCapture(str(RECORDING)).read()
    board = find_board(bgr)

    def near(hands: Hands, hidden: np.ndarray, t: float = 0.0) -> bool:
        monkeypatch.setattr(
            "companion.eyes.fields_table.read_fields", lambda *_: SimpleNamespace(hidden=hidden)
        )
        return hands.near(bgr, board, t, still_for_s=0.3)

    return SimpleNamespace(near=near, bgr=bgr)


def moved(looks: SimpleNamespace, hidden: np.ndarray) -> Hands:
    """After the camera was moved from where the table was seen clear."""
    hands = Hands(FieldsTable(6, None))
    hands.seen_clear(looks.bgr, hidden)
    hands.camera_moved()
    return hands


def test_after_a_knock_a_field_that_looked_hidden_before_is_under_no_hand(looks):
    """A lamp's glare hides it where it burns nothing out."""
    hands = moved(looks, hiding(CORNER, p=0.4))
    assert not looks.near(hands, hiding(CORNER))
    assert looks.near(hands, hiding(CORNER, MIDDLE))


def test_what_looks_hidden_all_the_time_is_under_no_hand(looks):
    hands = moved(looks, hiding())
    assert looks.near(hands, hiding(CORNER, MIDDLE))
    assert looks.near(hands, hiding(CORNER), 1.0)
    assert not looks.near(hands, hiding(CORNER), LATER_S)
    assert looks.near(hands, hiding(MIDDLE), LATER_S)


def test_where_the_camera_was_moved_again_it_is_watched_anew(looks):
    hands = moved(looks, hiding())
    looks.near(hands, hiding(CORNER))
    hands.camera_moved()
    assert looks.near(hands, hiding(CORNER), LATER_S)


def test_before_a_table_was_ever_seen_clear_a_hand_may_rest_on_it(looks):
    """The colours of the fields are learnt then: not from a hand."""
    hands = Hands(FieldsTable(6, None))
    assert looks.near(hands, hiding(CORNER))
    assert looks.near(hands, hiding(CORNER), LATER_S)


def test_after_a_knock_a_card_of_a_hands_colour_is_no_hand_and_a_hand_beside_it_is(looks, monkeypatch):
    board = find_board(looks.bgr)
    card = np.array([[-4.4, 0.8], [-3.4, 0.8], [-3.4, -0.8], [-4.4, -0.8]])
    card_px = board.pose.project(np.column_stack([card, np.zeros(4)]))
    monkeypatch.setattr(
        "companion.eyes.fields_table.read_cards", lambda *_: [SimpleNamespace(corners_px=card_px, sure=True)]
    )

    def taken_for_a_hand(*outlines_px: np.ndarray) -> bool:
        overview = glance(looks.bgr)
        hand = np.zeros_like(overview.hand)
        for outline_px in outlines_px:
            cv2.fillConvexPoly(hand, np.round(outline_px * overview.scale).astype(np.int32), 0.9)
        monkeypatch.setattr("companion.eyes.fields_table.glance", lambda _: replace(overview, hand=hand))
        return Hands(FieldsTable(6, None)).over(looks.bgr, board, board)

    assert not taken_for_a_hand(card_px)
    assert taken_for_a_hand(card_px, board.corners_px)


def test_a_frame_is_glanced_at_once(looks, monkeypatch):
    """What is seen to be clear in it is often told of the one in which no hand was near."""
    glanced = []
    monkeypatch.setattr("companion.eyes.fields_table.glance", lambda bgr: glanced.append(bgr) or glance(bgr))
    hands, board, later = Hands(FieldsTable(6, None)), find_board(looks.bgr), looks.bgr.copy()
    hands.seen_clear(looks.bgr, hiding())
    assert not hands.near(looks.bgr, board, 0.0, still_for_s=0.3)
    assert not hands.near(later, board, 0.1, still_for_s=0.4)
    hands.seen_clear(later, hiding())
    assert [seen is looks.bgr for seen in glanced] == [True, False]

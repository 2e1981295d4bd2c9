"""Cards laid one over the next: as many as their edges tell, whatever marks were found on them."""

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision.stone_table import fans
from vision.stone_table.fans import Strip, counted_in_fans, cut_fan, fans_of, patch_map, strips_of
from vision.stone_table.patches import TABLE_SIDE, board_to_view
from vision.stone_table.reading import FIELD_COLOURS, CardSeen

BOARD = SimpleNamespace(pose=SimpleNamespace(project=lambda points_board: points_board[:, :2]), size=6)
BARE = np.full((TABLE_SIDE, TABLE_SIDE, 3), 90, np.uint8)
SHORT, LONG = 1.0, 1.5
COLUMNS = fans.FAN_WIDTH // fans.FAN_COLUMN
MIDDLE = fans.FAN_WIDTH / 2


def card(x, y=5.0, colour="green", confidence=0.9, turn=0.0, mark_x=None, face_up=True):
    """A card upright on the table with its middle at (x, y), turned by ``turn`` degrees."""
    angle = np.radians(turn)
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    half = np.array([[-SHORT, LONG], [SHORT, LONG], [SHORT, -LONG], [-SHORT, -LONG]]) / 2
    corners = half @ turned.T + [x, y]
    sure = tuple(float(name == colour) for name in FIELD_COLOURS)
    mark = np.array([x if mark_x is None else mark_x, y])
    return CardSeen(colour, sure, face_up, confidence, corners, corners, mark_px=mark, mark_board=mark)


def all_blue(place_board):
    return np.eye(6, dtype=np.float32)[FIELD_COLOURS.index("blue")]


def told(monkeypatch, strips, *cards):
    """The cards, where a fan's edges tell such ``strips``."""
    monkeypatch.setattr(fans, "read_fan", lambda patch: strips)
    return counted_in_fans(BARE, cards, all_blue, BOARD)


def columns(*at, values=1.0):
    found = np.zeros(COLUMNS, np.float32)
    found[list(at)] = values
    return found


# --- edges to strips ---


def test_a_card_by_itself_is_one_strip():
    assert strips_of(columns(), columns(*range(40, 52))) == [Strip(160, 208, 1.0)]


def test_an_edge_parts_two_cards_and_tells_how_sure_both_are():
    one, other = strips_of(columns(43, 44, 45, values=[0.3, 0.8, 0.4]), columns(*range(40, 52)))
    assert (one.start_px, one.end_px, other.start_px, other.end_px) == (160, 178, 178, 208)
    assert one.confidence == other.confidence == pytest.approx(0.8)


def test_a_faint_edge_parts_nothing():
    assert len(strips_of(columns(44, values=0.4), columns(*range(40, 52)))) == 1


def test_where_one_card_would_reach_too_far_a_faint_edge_parts_two():
    """Two of one colour without rims, side by side, show a seam that is hardly seen: but no card is as long."""
    one, other = strips_of(columns(50, 51, values=[0.3, 0.4]), columns(*range(40, 62)))
    assert (one.start_px, one.end_px, other.start_px, other.end_px) == (160, 206, 206, 248)
    assert one.confidence == other.confidence == pytest.approx(0.4)
    assert len(strips_of(columns(50, values=0.2), columns(*range(40, 62)))) == 1


def test_of_three_that_would_be_one_each_is_parted():
    strips = strips_of(columns(42, 51, 63, values=[0.2, 0.4, 0.3]), columns(*range(40, 74)))
    assert [strip.end_px for strip in strips] == [206, 254, 296]


def test_a_card_with_a_column_in_it_that_looks_like_none_is_one():
    (strip,) = strips_of(columns(), columns(*range(36, 40), *range(41, 46)))
    assert (strip.start_px, strip.end_px) == (144, 184)
    assert len(strips_of(columns(), columns(*range(30, 42), *range(43, 55)))) == 2


def test_cards_with_a_gap_between_them_are_two_without_an_edge():
    assert len(strips_of(columns(), columns(*range(30, 42), *range(46, 58)))) == 2


def test_what_shows_in_one_column_alone_is_no_card():
    assert strips_of(columns(), columns(40)) == []


# --- which cards are of one fan ---


def test_cards_near_one_another_that_lie_alike_are_a_fan():
    near = [card(0), card(0.4), card(0.8)]
    (fan,) = fans_of([near[0], near[2], near[1]])
    assert len(fan) == 3


@pytest.mark.parametrize("other", [card(2.0), card(0.4, turn=60)])
def test_cards_far_apart_or_turned_otherwise_are_none(other):
    assert [len(fan) for fan in fans_of([card(0), other])] == [1, 1]


@pytest.mark.parametrize("turn", [0, 35, 90, 160])
def test_in_its_patch_each_card_reaches_48_pixels_along_the_middle(turn):
    across = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    fan = [card(*(step * across + [0, 5]), turn=turn) for step in (0, 0.4, 0.8)]
    corners = np.concatenate([board_to_view(each.corners_board) for each in fan])
    to_patch = patch_map(fan)
    patch = corners @ to_patch[:, :2].T + to_patch[:, 2]
    assert np.ptp(patch, axis=0) == pytest.approx([48 * 1.8, 48], abs=0.01)
    assert patch.mean(0) == pytest.approx([fans.FAN_WIDTH / 2, fans.FAN_HEIGHT / 2], abs=0.01)


def test_a_card_by_itself_fills_the_middle_of_its_patch():
    to_patch = patch_map([card(0)])
    corners = board_to_view(card(0).corners_board) @ to_patch[:, :2].T + to_patch[:, 2]
    assert np.ptp(corners, axis=0) == pytest.approx([48, 48], abs=0.01)


# --- strips to cards ---


def test_a_card_without_a_mark_lies_like_its_neighbour_with_its_own_face(monkeypatch):
    """Marks on the first and the last of three cards; 48 pixels are a field here."""
    strips = [
        Strip(MIDDLE - 44, MIDDLE - 24, 0.9),
        Strip(MIDDLE - 24, MIDDLE - 4, 0.7),
        Strip(MIDDLE - 4, MIDDLE + 44, 0.9),
    ]
    seen = told(monkeypatch, strips, card(0, mark_x=-0.3), card(0.8))
    assert [each.colour for each in seen] == ["green", "green", "blue"]
    assert seen[2].confidence == pytest.approx(0.7)
    assert seen[2].mark_board == pytest.approx([0.4 - 14 / 48, 5], abs=0.02)
    assert np.ptp(seen[2].corners_board, axis=0) == pytest.approx([SHORT, LONG])


def test_no_card_is_told_on_the_board_itself(monkeypatch):
    """The line of two cards beside it runs over its fields, 48 pixels to a card."""
    strips = [Strip(MIDDLE - 44 + 20 * k, MIDDLE - 24 + 20 * k, 0.9) for k in (0, 3, -3, -9)]
    seen = told(monkeypatch, strips, card(4, y=0, mark_x=3.7), card(4.8, y=0))
    assert [round(float(each.mark_board[0]), 1) for each in seen] == [3.7, 4.8]


def test_of_two_marks_on_one_card_the_surer_stays(monkeypatch):
    seen = told(
        monkeypatch,
        [Strip(MIDDLE - 44, MIDDLE + 44, 0.6)],
        card(0, confidence=0.5),
        card(0.4, confidence=0.8),
    )
    assert [each.confidence for each in seen] == [0.8]


def test_edges_make_a_faint_mark_a_card(monkeypatch):
    strips = [Strip(MIDDLE - 34, MIDDLE, 0.95), Strip(MIDDLE, MIDDLE + 34, 0.95)]
    seen = told(monkeypatch, strips, card(0, confidence=0.9), card(0.4, confidence=0.15))
    assert [each.confidence for each in seen] == [0.95, 0.95]


def test_what_is_marked_aside_of_the_line_stays(monkeypatch):
    aside = card(0.4, y=6.0, colour="red", confidence=0.3)
    strips = [Strip(MIDDLE - 44, MIDDLE, 0.95), Strip(MIDDLE, MIDDLE + 44, 0.95)]
    seen = told(monkeypatch, strips, card(0), card(0.8), card(0.7, confidence=0.5), aside)
    assert any(each is aside for each in seen)
    assert [each.confidence for each in seen if each is not aside] == [0.95, 0.95]


def test_where_the_edges_tell_nothing_the_marks_stay(monkeypatch):
    cards = card(0), card(0.4, confidence=0.4)
    assert told(monkeypatch, [], *cards) == cards


def test_cards_by_themselves_and_face_down_are_not_asked_about(monkeypatch):
    cards = card(0), card(5, confidence=0.8), card(0.3, confidence=0.7, face_up=False)
    monkeypatch.setattr(fans, "read_fan", lambda patch: pytest.fail("asked"))
    assert counted_in_fans(BARE, cards, all_blue, BOARD) == cards


def test_a_card_on_an_earlier_fans_line_is_not_counted_twice(monkeypatch):
    """Two pairs with a gap between them; along the line of the first all four show."""
    cards = card(0), card(0.4), card(2.4, confidence=0.8), card(2.8, confidence=0.8)
    asked = []

    def four(patch):
        asked.append(patch)
        steps = [MIDDLE - 34 + 48 * x for x in (0, 0.4, 1.4, 2.4, 2.8, 3.8)]
        return [
            Strip(a, b, 0.9)
            for a, b in (
                (steps[0], steps[1]),
                (steps[1], steps[2]),
                (steps[3], steps[4]),
                (steps[4], steps[5]),
            )
        ]

    monkeypatch.setattr(fans, "read_fan", four)
    assert len(counted_in_fans(BARE, cards, all_blue, BOARD)) == 4
    assert len(asked) == 1


# --- with the network ---


def drawn(xs, turn):
    """The view from above of green cards with white rims, laid one over the next, turned about its middle."""
    picture = BARE.copy()
    for each in (card(x) for x in xs):
        outline = board_to_view(each.corners_board)
        for grown, colour in ((1.0, (235, 235, 235)), (0.86, (60, 160, 50))):
            quad = outline.mean(0) + (outline - outline.mean(0)) * grown
            cv2.fillPoly(picture, [np.round(quad * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    around = cv2.getRotationMatrix2D(((TABLE_SIDE - 1) / 2, (TABLE_SIDE - 1) / 2), turn, 1)
    return cv2.warpAffine(picture, around, (TABLE_SIDE, TABLE_SIDE), borderMode=cv2.BORDER_REPLICATE)


def moved(cards, turn):
    angle = np.radians(turn)
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return [
        replace(each, corners_board=each.corners_board @ turned.T, mark_board=turned @ each.mark_board)
        for each in cards
    ]


@pytest.mark.parametrize("turn", [0, 30, 90])
@pytest.mark.parametrize("step", [0.35, 0.5, 1.1])
@pytest.mark.parametrize("count", [2, 4, 6])
def test_cards_of_one_colour_are_counted_though_but_two_are_marked(count, step, turn):
    xs = (np.arange(count) - (count - 1) / 2) * step
    marks = moved([card(xs[-2], mark_x=xs[-2] - 0.2), card(xs[-1])], turn)
    assert len(counted_in_fans(drawn(xs, turn), marks, all_blue, BOARD)) == count


def test_the_patch_shows_the_cards_along_its_middle():
    patch = cut_fan(drawn([0, 0.5], 0), patch_map([card(0), card(0.5)]))
    green = patch[fans.FAN_HEIGHT // 2, :, 1].astype(int) - patch[fans.FAN_HEIGHT // 2, :, 2]
    assert 50 < (green > 60).sum() < 48 * 1.5

"""What a stretch shows as numbers: the same as the pixels tell, against each keyframe."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.commands.demo import RECORDING
from companion.eyes.keyframes import Keyframes
from companion.eyes.showing import show
from companion.eyes.shown import Shown
from companion.eyes.stretch import Place, Stretch
from companion.eyes.watcher import Watcher
from vision.stone_table.reading import FIELD_COLOURS, OWNERS

CELL = (2, 3)


@pytest.fixture(scope="module")
def bare() -> np.ndarray:
    return cv2.VideoCapture(str(RECORDING)).read()[1]


@pytest.fixture(scope="module")
def seen(bare) -> tuple[list[Stretch], Keyframes]:
    """The empty board, then with something on a field and something beside the board."""
    watcher = Watcher()
    stretches = [item for n in range(10) for item in watcher.feed(bare, n / 10) if isinstance(item, Stretch)]
    board = stretches[0].board
    field, beside = board.pose.project(np.array([[0.5, 0.5, 0], [-4.65, -0.05, 0]])).astype(int)
    field_px = int(np.linalg.norm(board.corners_px[1] - board.corners_px[0])) // 6
    laid = cv2.circle(bare.copy(), field.tolist(), field_px // 3, (20, 20, 20), -1)
    usual = np.median(bare[::9, ::9].reshape(-1, 3), axis=0)
    laid = cv2.circle(laid, beside.tolist(), field_px, (0.7 * usual).tolist(), -1)
    stretches += [
        item for n in range(10, 22) for item in watcher.feed(laid, n / 10) if isinstance(item, Stretch)
    ]
    assert {stretch.number for stretch in stretches} == {1, 2}
    return stretches, watcher.keyframes


@pytest.fixture(scope="module")
def shown(seen) -> Shown:
    stretches, keyframes = seen
    return show(stretches[-1], keyframes.kept)


def test_the_first_stretch_is_compared_with_nothing(seen):
    stretches, keyframes = seen
    first = show(stretches[0], keyframes.kept)
    assert (first.condition, first.compared, first.tables) == ("none", {}, {})
    assert first.fields.owner.shape == (6, 6, len(OWNERS)) and first.fields.height.shape == (6, 6, 8)
    assert np.isnan(first.unlike_print).all(), "the prints are not known"


def test_a_field_that_changed_stands_out_and_what_came_to_be_seen_is_told(shown):
    (compared,) = shown.compared.values()
    assert shown.condition == "plain" and compared.comparable
    assert np.unravel_index(compared.change.argmax(), (6, 6)) == CELL and compared.change.max() > 3
    assert set(compared.beside) >= {CELL} and compared.beside[CELL].shape == (6, 6)
    assert compared.colours[CELL][0] < 30, "dark"
    assert np.isnan(compared.colours[0, 0]).all()


def test_what_lies_beside_the_board_and_is_no_card_is_unread(shown):
    (table,) = shown.tables.values()
    (place,) = table.unread
    assert np.linalg.norm(place - [-4.65, -0.05]) < 0.5


def test_a_card_that_lay_there_before_has_its_place_as_before(shown):
    surely = [card for card in shown.cards if card.sure]
    assert surely
    for card in surely:
        (place,) = card.since.values()
        assert place.as_before and place.known > 0.5 and place.change < 5
        assert card.colour_p.shape == (len(FIELD_COLOURS),) and card.centre.shape == (2,)


@pytest.mark.parametrize(("place", "tables"), [(Place(2, 1), {1}), (Place(2, 2), set())])
def test_from_another_place_only_how_far_towers_rose_is_told(seen, place, tables):
    stretches, keyframes = seen
    elsewhere = show(replace(stretches[-1], place=place), keyframes.kept)
    (compared,) = elsewhere.compared.values()
    assert elsewhere.condition == "moved" and not compared.comparable and set(elsewhere.tables) == tables
    assert np.isnan(compared.colours).all() and not compared.growth.any()


@pytest.mark.parametrize(("gain", "condition"), [(0.7, "light"), (1.0, "plain")])
def test_another_light_is_said(bare, seen, gain, condition):
    stretches, keyframes = seen
    lit = (stretches[-1].patches * gain).astype(np.float32)
    assert show(replace(stretches[-1], patches=lit), keyframes.kept).condition == condition


def test_where_something_lies_that_is_no_card_a_second_sight_may_show_one(seen, monkeypatch):
    stretches, keyframes = seen
    stretch = stretches[-1]
    corners = np.array([[-5.4, 0.6], [-3.9, 0.6], [-3.9, -0.7], [-5.4, -0.7]])
    corners_px = stretch.board.pose.project(np.column_stack([corners, np.zeros(4)]))
    card = replace(stretch.cards[0], corners_board=corners, corners_px=corners_px, confidence=0.9)
    monkeypatch.setattr("companion.eyes.showing.cards_at_second_sight", lambda *_: (card,))
    shown = show(stretch, keyframes.kept)
    assert [each.at_second_sight for each in shown.cards] == [False] * len(stretch.marks) + [True]
    (table,), (place,) = shown.tables.values(), shown.cards[-1].since.values()
    assert len(table.unread) == 0 and place.new and not place.as_before


def test_cards_laid_in_a_row_are_counted_by_their_colours(seen, monkeypatch):
    stretches, keyframes = seen
    stretch = stretches[-1]
    laid = [
        replace(stretch.marks[0], corners_board=stretch.marks[0].corners_board * 0 + place, confidence=0.9)
        for place in np.linspace([-5, -0.5], [-4.3, 0.4], 4)
    ]
    counted = (replace(stretch.marks[0], colour="green"),) * 7
    monkeypatch.setattr("companion.eyes.showing.in_a_row", lambda view, cards, count: counted)
    monkeypatch.setattr("companion.eyes.showing._with_second_sight", lambda *_: tuple(laid))
    monkeypatch.setattr(
        "vision.stone_table.background.BackgroundSince.as_before", lambda _, cards: [False] * len(cards)
    )
    (table,) = show(stretch, keyframes.kept).tables.values()
    assert table.row[FIELD_COLOURS.index("green")] == table.row.sum() == 7

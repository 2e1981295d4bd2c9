"""Cards round a board, from the maps that the network draws of them."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision.pictures import to_network
from vision.stone_table.cards import (
    CardMaps,
    card_maps,
    card_maps_twice,
    cards_at_second_sight,
    find_cards,
    marked_cards,
)
from vision.stone_table.patches import TABLE_SIDE, TableView, board_to_view
from vision.stone_table.reading import FIELD_COLOURS

SIDE = 160  # cells of the maps, a tenth of a field each
TABLE = SimpleNamespace(pose=SimpleNamespace(project=lambda points_board: points_board[:, :2]), size=6)


def maps_of(*cards):
    """Maps with cards (row, col, colour, logit that it is a back), the surest first."""
    maps = np.zeros((14, SIDE, SIDE), np.float32)
    maps[0] = -9
    for index, (row, col, colour, back) in enumerate(cards):
        maps[0, row, col] = 4 - index
        maps[3:5, row, col] = np.log([12, 18])
        maps[7:13, row, col] = -20
        maps[7 + FIELD_COLOURS.index(colour), row, col] = 0
        maps[13, row, col] = back
    return maps


BARE = np.full((TABLE_SIDE, TABLE_SIDE, 3), 90, np.uint8)


def in_maps(maps):
    return marked_cards(CardMaps(maps, np.ones((SIDE, SIDE), bool), BARE), TABLE)


def table(*cards):
    """What is seen in maps with such cards."""
    return in_maps(maps_of(*cards))


def test_a_card_is_told_where_it_lies_with_its_colour_and_size():
    (card,) = table((20, 60, "green", -8))
    assert card.colour == "green" and card.face_up
    assert card.centre_board == pytest.approx([-1.95, 5.95], abs=1e-6)
    assert np.ptp(card.corners_board, axis=0) == pytest.approx([1.8, 1.2], abs=1e-6)


def test_cards_nearer_than_two_tenths_of_a_field_are_one():
    assert len(table((20, 60, "green", -8), (20, 62, "green", -8))) == 1
    assert len(table((20, 60, "green", -8), (20, 63, "green", -8))) == 2


@pytest.mark.parametrize(("rows_aside", "seen"), [(2, 1), (3, 2)])
def test_marks_far_from_each_other_that_point_at_one_middle_are_of_one_card(rows_aside, seen):
    maps = maps_of((20, 60, "green", -8), (30, 60, "green", -8))
    maps[2, 30, 60] = rows_aside - 10  # to the middle of its card, of which 12 cells are a short side
    assert len(in_maps(maps)) == seen


@pytest.fixture
def shown(monkeypatch):
    """The pictures (3, 640, 640) that a network was shown which sees a green card in a table as it lies and a red one
    in a table turned half round: that one's middle two cells right of its mark and one below it."""
    pictures, looks = [], [maps_of((20, 60, "green", -8)), maps_of((SIDE - 1 - 30, SIDE - 1 - 90, "red", -8))]
    looks[1][1:3] += np.float32([[[2]], [[1]]])

    def run(picture):
        pictures.append(picture[0])
        upside_down = (picture[0] == to_network(TABLE_PICTURE[::-1, ::-1])).all()
        return {"maps": looks[int(upside_down)][None].copy()}

    monkeypatch.setattr("vision.stone_table.cards.network", lambda name: SimpleNamespace(run=run))
    return pictures


TABLE_PICTURE = np.random.default_rng(0).integers(0, 255, (TABLE_SIDE, TABLE_SIDE, 3), np.uint8)
TABLE_VIEW = TableView(TABLE_PICTURE, np.ones((TABLE_SIDE, TABLE_SIDE), bool))


def test_what_is_seen_with_the_table_turned_half_round_is_told_as_it_lies(shown):
    lies, turned = card_maps(TABLE_VIEW).maps, card_maps(TABLE_VIEW, turned=True).maps
    assert (shown[0] == to_network(TABLE_PICTURE)).all() and (shown[1] == shown[0][:, ::-1, ::-1]).all()
    assert np.argwhere(lies[0] > 0).tolist() == [[20, 60]] and np.argwhere(turned[0] > 0).tolist() == [
        [30, 90]
    ]
    assert (turned[1:3, 30, 90] - lies[1:3, 30, 90]).tolist() == [-2, -1]


def test_looked_at_both_ways_a_mark_seen_once_is_half_as_likely_and_faces_are_of_both(shown):
    maps = card_maps_twice(TABLE_VIEW).maps
    p = 1 / (1 + np.exp(-maps[0]))
    assert p[20, 60] == p[30, 90] == pytest.approx(1 / (1 + np.exp(-4)) / 2, abs=1e-3)
    assert maps[7:13, 20, 60] == pytest.approx([-10, -10, -10, 0, -10, -10])


def test_a_card_lies_where_the_look_that_marks_it_says(shown):
    maps = card_maps_twice(TABLE_VIEW).maps
    lies, turned = card_maps(TABLE_VIEW).maps, card_maps(TABLE_VIEW, turned=True).maps
    assert maps[1:7, 20, 60] == pytest.approx(lies[1:7, 20, 60], abs=1e-3)
    assert maps[1:7, 30, 90] == pytest.approx(turned[1:7, 30, 90], abs=1e-3)


def test_several_looks_are_averaged_the_newer_by_its_weight():
    one, other = (
        CardMaps(
            maps_of((20, 60, name, -8)), np.full((SIDE, SIDE), name == "red"), BARE + 8 * (name == "red")
        )
        for name in ("green", "red")
    )
    mean = one.averaged(other, 0.25)
    assert mean.maps == pytest.approx(0.75 * one.maps + 0.25 * other.maps)
    assert (mean.picture == BARE + 2).all() and mean.picture.dtype == np.uint8
    assert mean.seen.all()


def test_the_face_at_a_place_of_the_table_is_what_its_map_says_there():
    looked = CardMaps(maps_of((20, 60, "green", 9)), np.ones((SIDE, SIDE), bool), BARE)
    face = looked.face_at(np.array([-1.95, 5.95]))
    assert face.sum() == pytest.approx(1) and FIELD_COLOURS[int(face.argmax())] == "green"
    assert looked.face_at(np.array([-50.0, 50.0])) == pytest.approx(np.full(6, 1 / 6))


def test_cards_that_overlap_are_counted_by_their_edges(monkeypatch):
    """Two marks of one colour; in the picture three cards lie there."""
    picture = BARE.copy()
    for x in (-1.0, -0.5, 0.0):
        outline = board_to_view(np.array([[x - 0.5, 6.5], [x + 0.5, 6.5], [x + 0.5, 5.0], [x - 0.5, 5.0]]))
        for share, colour in ((1.0, (235, 235, 235)), (0.86, (60, 160, 50))):
            quad = outline.mean(0) + (outline - outline.mean(0)) * share
            cv2.fillPoly(picture, [np.round(quad * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    maps = maps_of((22, 67, "green", -8), (22, 79, "green", -8))
    maps[3:5, 22] = np.log([[10], [15]])
    maps[5, 22] = -1  # the long side runs down the view
    looked = CardMaps(maps, np.ones((SIDE, SIDE), bool), picture)
    assert len(marked_cards(looked, TABLE)) == 2
    assert len(find_cards(looked, TABLE)) == 3


def test_a_plain_face_beside_the_stock_is_not_taken_for_a_back():
    stock, face = table((20, 60, "blue", 3), (120, 30, "violet", 1.5))
    assert not stock.face_up
    assert face.face_up and face.colour == "violet"


def test_a_card_that_looks_very_much_like_a_back_is_one_beside_the_stock_too():
    assert [card.face_up for card in table((20, 60, "blue", 3), (120, 30, "blue", 2.5))] == [False, False]


def test_what_hardly_looks_like_a_card_is_not_the_stock():
    cards = table(
        (20, 60, "blue", 2), *[(120, 10 + 9 * n, "red", -8) for n in range(5)], (20, 90, "green", 4)
    )
    assert cards[-1].confidence < 0.2
    assert not cards[0].face_up


def test_a_back_alone_is_a_back():
    (stock,) = table((20, 60, "blue", 0.5))
    assert not stock.face_up


def test_two_fields_of_one_colour_are_no_card():
    on_the_board, over_its_edge = (75, 90, "blue", -8), (75, 111, "green", -8)
    assert [card.colour for card in table(on_the_board, over_its_edge)] == ["green"]


def test_on_a_table_without_cards_none_is_told():
    assert table() == ()


def test_a_dark_card_on_a_dark_cloth_is_seen_at_second_sight_in_the_place_looked_at():
    rng = np.random.default_rng(0)
    prints = np.array([(30, 30, 90), (30, 70, 120), (40, 110, 120), (40, 80, 40), (70, 40, 30), (80, 50, 80)])
    picture = np.full((TABLE_SIDE, TABLE_SIDE, 3), (52, 45, 29), np.float32)
    board = prints[rng.integers(6, size=(6, 6))].repeat(40, 0).repeat(40, 1)
    picture[200:440, 200:440] = board
    outline = np.round(board_to_view(np.array([[-5, 1.7], [-3.7, 1.7], [-3.7, 0.4], [-5, 0.4]]))).astype(
        np.int32
    )
    cv2.fillConvexPoly(picture, outline, (55, 44, 34))
    cv2.polylines(picture, [outline], True, (58, 49, 38), 1)
    picture += rng.normal(0, 3, picture.shape)
    view = TableView(np.clip(picture, 0, 255).astype(np.uint8), np.ones((TABLE_SIDE, TABLE_SIDE), bool))
    here, elsewhere = np.zeros((2, SIDE, SIDE), bool)
    here[55:80, 25:50], elsewhere[100:130, 25:50] = True, True
    assert find_cards(card_maps(view), TABLE) == ()
    (card,) = cards_at_second_sight(view, here, TABLE)
    assert card.sure and card.centre_board == pytest.approx([-4.35, 1.05], abs=0.15)
    assert cards_at_second_sight(view, elsewhere, TABLE) == ()

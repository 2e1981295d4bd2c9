"""A card covers what was seen before; what looks as it did holds nothing new."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.stone_table.background import Background, burnt_out_places, covered_area
from vision.stone_table.patches import TABLE_SIDE, TableView, board_to_view
from vision.stone_table.reading import CardSeen

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
    return TableView(picture, SEEN.copy())


def test_a_mark_on_the_bare_cloth_looks_as_before():
    bare = Background.without(view(cloth()), [])
    assert bare.since(view(cloth(1))).as_before([mark(4.6, 0.2, 0.2)]) == [True]


def test_where_a_lamp_burns_out_the_cloth_and_a_card_on_it_nobody_knows_whether_one_was_laid():
    there, beside = mark(4.6, 0.2, 0.8), mark(4.6, 2.6, 0.8)
    glare = with_card(cloth(), mark(4.6, 0.2, 0.8), (255, 255, 255))
    since = Background.as_it_lies(view(glare)).since(view(glare))
    assert since.as_before([there, beside]) == [False, True]


def lit(x: float, y: float, wide: float) -> np.ndarray:
    """The cloth, burnt out in a square as wide, in fields, round a place of the table."""
    corners = np.add(np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * wide, [x, y])
    outline = np.round(board_to_view(corners)).astype(np.int32)
    return cv2.fillConvexPoly(cloth(), outline, (255, 255, 255))


def test_where_a_lamp_burns_out_as_much_as_a_card_one_may_lie_unseen():
    places = burnt_out_places(view(lit(4.8, 0.2, 1.8)), 6)
    assert places and all(np.abs(place - [4.8, 0.2]).max() < 0.6 for place in places)
    assert burnt_out_places(view(lit(4.8, 0.2, 0.9)), 6) == ()
    assert burnt_out_places(view(lit(0.0, 0.0, 4.0)), 6) == (), (
        "the board's fields are looked at by themselves"
    )
    assert burnt_out_places(TableView(lit(4.8, 0.2, 1.8), np.zeros_like(SEEN)), 6) == (), "out of the picture"


def restless(noise: int) -> np.ndarray:
    """The cloth as a picture of harsh stripes is: each look at it is otherwise."""
    picture = cloth() + np.random.default_rng(noise).normal(0, 25, SEEN.shape)[..., None]
    return np.clip(picture, 0, 255).astype(np.uint8)


def test_where_every_look_is_otherwise_a_mark_changes_no_more_than_all_of_the_cloth():
    bare, faint = Background.without(view(restless(1)), []), mark(4.6, 0.2, 0.2)
    assert bare.since(view(restless(2))).as_before([faint]) == [True]
    assert bare.since(view(with_card(restless(3), faint))).as_before([faint]) == [False]


def test_a_card_on_the_cloth_does_not():
    bare, card = Background.without(view(cloth()), []), mark(4.6, 0.2, 0.2)
    assert bare.since(view(with_card(cloth(1), card))).as_before([card]) == [False]


@pytest.mark.parametrize("gain", [0.6, 1.3], ids=["the sun gone", "a lamp on"])
def test_in_another_light_the_bare_cloth_is_bare(gain):
    bare = Background.without(view(cloth()), [])
    now = np.clip(cloth(1) * gain, 0, 255).astype(np.uint8)
    assert bare.since(view(now)).as_before([mark(4.6, 0.2, 0.2)]) == [True]


def test_under_a_card_the_bare_table_was_never_seen():
    """Where a card lay from the start, a faint mark after it was taken may be another."""
    card = mark(4.6, 0.2, 0.9)
    bare = Background.without(view(with_card(cloth(), card)), [card])
    faint = replace(card, confidence=0.2)
    assert bare.since(view(cloth(1))).as_before([faint]) == [False]


def test_what_lies_there_still_looks_as_before_whatever_it_is_taken_for():
    stock = mark(-4.6, 1.0, 0.99)
    lying = Background.as_it_lies(view(with_card(cloth(), stock, (90, 90, 220))))
    new = mark(-4.6, -1.5, 0.99)
    now = with_card(with_card(cloth(1), stock, (90, 90, 220)), new, (30, 200, 220))
    assert lying.since(view(now)).as_before([stock, new]) == [True, False]


def test_of_a_card_in_a_fan_only_what_shows_is_compared():
    below, above = mark(4.6, 0.2, 0.99), mark(4.6, -0.25, 0.99)
    lying = Background.as_it_lies(view(with_card(cloth(), below, (90, 90, 220))))
    now = with_card(with_card(cloth(1), below, (90, 90, 220)), above, (30, 200, 220))
    assert lying.since(view(now)).as_before([below, above]) == [True, False]


def test_what_other_cards_cover_wholly_is_not_said_to_look_as_before():
    bare = Background.without(view(cloth()), [])
    sure, faint = mark(4.6, 0.2, 0.9), mark(4.65, 0.25, 0.2)
    now = view(with_card(cloth(1), sure, (30, 30, 200)))
    assert bare.since(now).as_before([sure, faint]) == [False, False]


def test_a_card_is_new_where_a_part_of_it_looks_as_the_table_did():
    card = mark(4.6, 0.2, 0.99)
    now = with_card(cloth(1), card, (70, 30, 80))
    now = with_card(now, replace(card, corners_board=np.add(card.corners_board, [0, 0.5])), VIOLET)
    told = Background.as_it_lies(view(cloth()))
    assert told.since(view(now)).as_before([card]) == [False]


def test_a_card_of_a_fan_is_new_where_its_mark_lies_though_its_neighbours_seem_to_cover_it():
    old = mark(4.6, 0.2, 0.99)
    told = Background.as_it_lies(view(cloth()))
    beside = [mark(4.6 + x, 0.2, 0.99) for x in (-0.5, 0.5)]
    fan = [replace(old, corners_board=1.3 * CARD + [4.6, 0.2], mark_board=np.array([4.6, 0.2])), *beside]
    now = view(with_card(cloth(1), old))
    assert told.since(now).as_before(fan)[0] is False
    assert told.since(view(cloth(1))).as_before(fan)[0] is True


def test_two_cards_that_meet_both_cover_the_table_whatever_is_marked_between_them():
    bare = Background.without(view(cloth()), [])
    left, right = mark(4.2, 0.2, 0.95), mark(5.1, 0.2, 0.3)
    between, nothing = mark(4.65, 0.2, 0.28), mark(4.6, 3.0, 0.26)
    now = view(with_card(with_card(cloth(1), left), right))
    assert bare.since(now).something_new([left, right, between, nothing]) == [True, True, False, False]
    assert now.seen.all()


def test_where_a_card_lay_from_the_start_nothing_is_known_to_be_new():
    card = mark(4.6, 0.2, 0.9)
    bare = Background.without(view(with_card(cloth(), card)), [card])
    assert bare.since(view(cloth(1))).something_new([replace(card, confidence=0.3)]) == [False]


def test_what_shows_beside_a_card_and_is_none_may_be_another():
    bare, card = Background.without(view(cloth()), []), mark(4.6, 0.2, 0.9)
    alone = with_card(cloth(1), card)
    assert bare.since(view(alone)).more_beside([card], 6) == [False]
    half_of_another = replace(card, corners_board=np.array([[4.2, 1.1], [5, 1.1], [5, 1.5], [4.2, 1.5]]))
    assert bare.since(view(with_card(alone, half_of_another))).more_beside([card], 6) == [True]


@pytest.mark.parametrize("place", [(4.6, 3.4), (2.6, 0.2)], ids=["elsewhere", "on the board"])
def test_what_lies_elsewhere_or_on_the_board_is_no_card_beside_it(place):
    bare, card = Background.without(view(cloth()), []), mark(4.6, 0.2, 0.9)
    stone = mark(*place, 0.2)
    assert bare.since(view(with_card(with_card(cloth(1), card), stone))).more_beside([card], 6) == [False]


def test_cards_that_meet_lie_in_one_part_of_what_is_new_of_the_area_they_cover():
    bare = Background.without(view(cloth()), [])
    left, right, alone = mark(4.2, 0.2, 0.95), mark(4.8, 0.2, 0.95), mark(0.1, 5.0, 0.95)
    nothing, on_the_board = mark(4.6, 4.0, 0.2), mark(1.0, 1.0, 0.2)
    table = cloth(1)
    for each in (left, right, alone, on_the_board):
        table = with_card(table, each)
    parts = bare.since(view(table)).components([left, right, alone, nothing, on_the_board], 6)
    assert parts[0] == parts[1] != parts[2] and parts[3] == parts[4] == (0, 0.0)
    assert parts[0][1] == pytest.approx(covered_area([left, right]), rel=0.1)
    assert parts[2][1] == pytest.approx(covered_area([alone]), rel=0.1)
    assert covered_area([left, right]) == pytest.approx(1.5 * 1.4, rel=0.2)  # 0.9 wide each, they share 0.3


def test_a_mark_in_the_gap_between_two_cards_that_lie_side_by_side_is_none():
    """Cards of one colour without rims look like one: it is marked where the table shows between them."""
    bare = Background.without(view(cloth()), [])
    sides = [mark(4.6 + x, 0.2, 0.99) for x in (-0.6, 0.6)]
    both = with_card(with_card(cloth(1), sides[0]), sides[1])
    faint = mark(4.6, 0.2, 0.2)
    between = replace(faint, corners_board=1.3 * CARD + [4.6, 0.2], mark_board=np.array([4.3, 0.2]))
    assert bare.since(view(both)).as_before([*sides, between]) == [False, False, True]
    hiding = with_card(both, between)
    assert bare.since(view(hiding)).as_before([*sides, between]) == [False, False, False]


LIGHTS = {
    "a lamp at one side": np.linspace(1, 1.8, TABLE_SIDE)[None, :, None] * np.array([0.95, 1.0, 1.1]),
    "dusk": np.full((1, 1, 3), 0.55),
}


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
@pytest.mark.parametrize("on", [True, False], ids=["on", "off"])
def test_another_light_lays_no_card_and_hides_none(light, on):
    """A light cloth, that burns out under the lamp: what stripes it has is not seen then."""

    def table(noise: int, lit: bool) -> TableView:
        stripes = np.where(np.arange(TABLE_SIDE)[:, None, None] % 40 < 20, 150, 200)
        picture = stripes + np.random.default_rng(noise).normal(0, 3, (TABLE_SIDE, TABLE_SIDE, 3))
        for x, y, grey in np.random.default_rng(9).integers(0, 230, (40, 3)) * [2.7, 2.7, 1]:
            cv2.circle(picture, (int(x), int(y)), 18, (grey, grey, grey), -1)
        if noise:
            picture = with_card(picture, card)
        return view(np.clip(picture * light if lit else picture, 0, 255).astype(np.uint8))

    card, elsewhere = mark(4.6, 0.2, 0.9), mark(-4.6, 1.0, 0.9)
    bare = Background.without(table(0, not on), [])
    since = bare.since(table(1, on))
    assert since.as_before([card]) == [False]
    assert since.as_before([elsewhere]) == [True]


def test_a_dark_card_on_the_cloth_is_noticed_though_it_is_read_as_none():
    bare, card = Background.without(view(cloth()), []), mark(4.6, 0.2, 0.9)
    now = view(with_card(cloth(1), card, (82, 38, 88)))
    where, (place,) = bare.since(now).unread([], 6)
    assert place == pytest.approx([4.6, 0.2], abs=0.15)
    assert 126 <= where.sum() < 200  # cells of a tenth of a field; a little beyond its rim is seen with it
    assert bare.since(now).unread([card], 6)[1] == []


@pytest.mark.parametrize(
    ("x", "y", "size"), [(1.0, 1.0, 1.0), (4.6, 0.2, 0.5)], ids=["on the board", "a stone"]
)
def test_a_stone_or_what_lies_on_the_board_is_no_unread_card(x, y, size):
    thing = mark(x, y, 0.9)
    thing = replace(thing, corners_board=size * CARD + [x, y])
    bare = Background.without(view(cloth()), [])
    where, places = bare.since(view(with_card(cloth(1), thing))).unread([], 6)
    assert places == [] and not where.any()
    assert bare.since(view(cloth(2))).unread([], 6)[1] == []


def test_so_is_a_faint_one_where_every_look_at_the_cloth_is_otherwise():
    bare, card = Background.without(view(restless(1)), []), mark(4.6, 0.2, 0.9)
    assert bare.since(view(restless(2))).unread([], 6)[1] == []
    (place,) = bare.since(view(with_card(restless(2), card, (84, 44, 94)))).unread([], 6)[1]
    assert place == pytest.approx([4.6, 0.2], abs=0.15)


def test_beside_a_set_of_large_cards_what_is_much_smaller_is_none():
    thing, large = mark(4.6, 0.2, 0.9), mark(-5.5, -4.5, 0.9)
    large = replace(large, corners_board=2 * CARD + [-5.5, -4.5])
    bare = Background.without(view(cloth()), [])
    now = bare.since(view(with_card(cloth(1), thing)))
    assert now.unread([], 6)[1] and now.unread([mark(-5.5, -4.5, 0.9)], 6)[1]
    assert now.unread([large], 6)[1] == []

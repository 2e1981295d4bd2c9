"""Where played cards are laid."""

import numpy as np

from companion.eyes.zone import Zone, side_of
from tests.companion.follow.by_rules.test_played_cards import STOCK, begun, card


def test_the_zone_of_a_side_lies_on_that_side():
    for side in range(4):
        outline = Zone(side=side).outline_board()
        assert outline is not None
        assert side_of(outline.mean(0)) == side
        assert np.abs(outline).max() == 6.5


def test_a_polygon_can_be_the_zone():
    zone = Zone(polygon=np.array([[3.0, 3.0], [6.0, 3.0], [6.0, -3.0], [3.0, -3.0]]))
    assert zone.holds(np.array([4.0, 0.0]))
    assert not zone.holds(np.array([0.0, 4.0]))


def test_cards_are_usually_laid_near_the_board():
    zone = Zone(side=side_of(np.array([0.0, 5.0])))
    assert zone.is_usual(np.array([1.0, 5.0]))
    assert not any(zone.is_usual(np.array(place)) for place in ([1.0, 8.0], [5.0, 5.5], [5.0, 1.0]))
    assert Zone().is_usual(np.array([1.0, 8.0])), "nobody knows yet"


def test_the_zone_is_where_cards_lay_first_though_they_are_cleared_away_when_the_act_is_told():
    account = begun()
    account.new([STOCK, card("red", 0, 5)])
    on_pile = [STOCK, card("red", 5, 0)]
    account.new(on_pile)
    account.told(on_pile)
    assert account.zone.side == side_of(card("red", 0, 5).centre_board)


def test_what_another_card_showed_before_tells_nothing_of_the_zone():
    account = begun()
    account.new([STOCK, card("green", 5, 0)])
    account.told([STOCK, card("red", 0, 5)])
    assert account.zone.side == side_of(card("red", 0, 5).centre_board)


def test_cards_laid_on_another_side_are_none_of_the_last_acts_that_were_cleared_away():
    account = begun()
    account.told([STOCK, card("red", 0, 5), card("red", 1, 5)])
    cleared = [card("red", 5, 0), card("red", 5, 1.5)]
    assert account.laid_elsewhere([STOCK, *cleared]) == ()
    laid = card("green", -1, -5)
    assert account.laid_elsewhere([STOCK, *cleared, laid]) == (laid,)
    beside = card("red", 5, 0)
    assert account.laid_elsewhere([STOCK, card("red", 0, 5), card("red", 1, 5), beside]) == (beside,)


def test_where_a_profile_says_that_cards_are_played_they_are_played_alone():
    account = begun()
    account.zone = Zone(polygon=np.array([[-3.0, 4.0], [3.0, 4.0], [3.0, 6.0], [-3.0, 6.0]]))
    assert account.laid_elsewhere([STOCK, card("red", 5, 0)]) == ()

"""Played cards are told from lying ones by what changed, and where."""

from dataclasses import replace

import numpy as np

from companion.eyes.zone import Zone, side_of
from companion.follow.by_rules.played_cards import PlayedCards
from vision.stone_table.reading import FIELD_COLOURS, CardSeen


def card(colour: str, x: float, y: float, face_up: bool = True, confidence: float = 0.9) -> CardSeen:
    corners = np.array([[x - 0.5, y + 0.8], [x + 0.5, y + 0.8], [x + 0.5, y - 0.8], [x - 0.5, y - 0.8]])
    colour_p = tuple(0.95 if name == colour else 0.01 for name in FIELD_COLOURS)
    return CardSeen(colour, colour_p, face_up, confidence, corners * 50, corners)


STOCK = card("red", -5, -1, face_up=False)


def begun(*lying: CardSeen) -> PlayedCards:
    cards = PlayedCards()
    cards.told((STOCK, *lying))
    return cards


def test_a_card_that_was_not_there_before_was_played():
    cards = begun()
    assert [c.colour for c in cards.new((STOCK, card("green", 0, 5)))] == ["green"]


def test_cards_that_lay_there_at_the_start_were_not_played():
    pile = card("orange", -5, 1)
    cards = begun(pile)
    assert cards.new((STOCK, pile)) == ()


def test_the_stock_that_is_taken_for_a_card_was_not_played_when_it_looks_as_before():
    cards = begun()
    cards.told((STOCK, card("green", -5, 1)))
    misread = card("red", -5, -1)
    assert cards.new((misread,)) == (misread,)
    assert cards.new((replace(misread, as_before=True),)) == ()
    assert not cards.doubtful((replace(misread, confidence=0.3, as_before=True),))


def test_each_of_several_cards_of_one_colour_counts():
    cards = begun()
    fan = tuple(card("green", 0.4 * i, 5) for i in range(4))
    assert len(cards.new((STOCK, *fan))) == 4


def test_after_an_act_its_cards_are_old_and_the_zone_is_known():
    cards = begun()
    played = (STOCK, card("green", 0, 5))
    cards.told(played)
    assert cards.new(played) == ()
    assert cards.zone == Zone(side=side_of(np.array([0.0, 5.0])))
    assert [c.colour for c in cards.new((*played, card("blue", 1.5, 5)))] == ["blue"]


def test_the_discard_pile_elsewhere_is_not_played():
    cards = begun()
    cards.told((STOCK, card("green", 0, 5)))
    assert cards.new((STOCK, card("green", -5, 1))) == ()
    assert [c.colour for c in cards.new((STOCK, card("green", -5, 1), card("red", 0, 5)))] == ["red"]


def played_and_cleared(cards, *colours, pile=(0.5, 5.2), played=(3, 5)):
    """Each act lays a card at the same side of the board on which played cards are piled up afterwards."""
    for colour in colours:
        laid = card(colour, *played)
        old = [c for c in cards.lying if np.linalg.norm(c.centre_board - pile) < 0.1]
        cards.told((STOCK, *old, laid))
        on_pile = card(colour, *pile)
        assert cards.new((STOCK, on_pile)) == ()
        cards.cleared((STOCK, on_pile))


def test_the_discard_pile_on_the_side_where_cards_are_played_is_not_played():
    cards = begun()
    played_and_cleared(cards, "green", "red", "blue")
    top, laid = card("yellow", 0.6, 5.1), card("violet", 3, 5)
    cards.told((STOCK, card("blue", 0.5, 5.2), card("yellow", 3, 5)))
    assert cards.new((STOCK, top, laid)) == (laid,)


def test_a_card_on_the_known_pile_that_nobody_cleared_away_was_played():
    cards = begun()
    played_and_cleared(cards, "green", "red")
    pile, laid = card("red", 0.5, 5.2), card("yellow", 3, 5)
    cards.told((STOCK, pile, laid))
    assert [c.colour for c in cards.new((STOCK, card("blue", 0.5, 5.2), laid))] == ["blue"]


def test_where_no_pile_is_known_a_card_of_the_last_colour_may_be_cleared_away_or_played():
    cards = begun()
    cards.told((STOCK, card("green", 0, 5)))
    now = (STOCK, card("green", 3.5, 5), card("red", 0, 5))
    readings = [sorted(c.colour for c in reading) for reading in cards.readings(now)]
    assert readings == [["red"], ["green", "red"]]


def test_a_card_of_the_same_colour_in_the_place_of_one_seen_on_the_pile_is_new():
    cards = begun()
    cards.told((STOCK, card("red", 0, 5)))
    assert cards.new((STOCK, card("red", -5, 1))) == ()
    cards.told((STOCK, card("red", -5, 1), card("green", 0, 5)))
    again = card("green", 0.1, 5)
    assert cards.new((STOCK, card("green", -5, 1), again)) == (again,)


def test_a_card_laid_where_two_of_its_colour_met_is_new_though_its_place_looks_as_before():
    cards = begun()
    cards.told((STOCK, card("red", 0, 5)))
    assert cards.new((STOCK, card("red", -5, 1))) == ()
    cards.told((STOCK, card("red", -5, 1), card("green", -0.7, 5), card("green", 0.7, 5)))
    again = replace(card("green", 0, 5), as_before=True)
    assert len(cards.new((STOCK, card("green", -5, 1), again))) == 1
    assert cards.new((STOCK, replace(card("red", -5, 1), as_before=True), again)) == (), (
        "none was cleared away"
    )


def test_a_card_laid_almost_where_one_lay_is_new_when_that_has_come_onto_a_pile_of_its_colour():
    def laid_again(x: float, pile: CardSeen) -> tuple[CardSeen, ...]:
        cards = begun()
        cards.told((STOCK, card("green", 0, 5)))
        assert cards.new((STOCK, card("green", -5, 1))) == ()
        cards.told((STOCK, replace(pile, as_before=False), card("green", 0, 5)))
        return cards.new((STOCK, pile, card("green", x, 5)))

    topped = card("green", -5, 1)
    untouched = replace(topped, as_before=True)
    assert len(laid_again(0.25, topped)) == 1
    assert laid_again(0.0, topped) == ()  # it did not go: something else is new about the pile
    assert laid_again(0.25, untouched) == ()  # it was pushed


def test_cards_seen_on_a_pile_elsewhere_are_not_looked_for_where_cards_are_played():
    cards = begun()
    cards.told((STOCK, card("green", 0, 5)))
    assert len(cards.new((STOCK, card("green", -5, 1), card("green", 2, 5)))) == 1


def test_a_card_laid_in_the_same_place_after_it_was_cleared_is_new():
    cards = begun()
    played = (STOCK, card("green", 0, 5))
    cards.told(played)
    assert cards.new((STOCK,)) == ()
    assert [c.colour for c in cards.new(played)] == ["green"]


def test_a_card_dropped_on_the_pile_is_seen_alone():
    cards = begun()
    cards.told((STOCK, card("green", 0, 5)))
    top = card("red", 0.1, 5)
    assert cards.dropped((STOCK, top), "blue") is top
    assert cards.new((STOCK, top)) == (top,)


def test_a_card_dropped_on_a_pile_elsewhere_is_seen_too():
    pile = card("orange", -5, 1)
    cards = begun(pile)
    cards.told((STOCK, pile, card("green", 0, 5)))
    top = card("red", -5.1, 1)
    assert cards.dropped((STOCK, top, card("green", 0, 5)), "red") is top


def test_what_is_cleared_away_to_the_pile_was_not_dropped_there():
    pile = card("orange", -5, 1)
    cards = begun(pile)
    cards.told((STOCK, pile, card("green", 0, 5)))
    assert cards.dropped((STOCK, card("green", -5, 1)), "green") is None


def test_what_was_told_to_be_violet_and_looks_it_on_the_pile_was_not_dropped_there_though_a_lamp_had_paled_it():
    cards = begun(pile := card("orange", -5, 1))
    cards.told((STOCK, pile, card("blue", 0, 5)))
    cards.told_as(("violet",))
    assert cards.dropped((STOCK, card("violet", -5, 1)), "green") is None
    assert cards.dropped((STOCK, top := card("red", -5, 1)), "green") is top


def test_a_card_of_another_colour_on_what_was_cleared_away_was_played():
    """It was laid, paid for a stone and was cleared away while a hand or a lamp kept the camera from looking."""
    pile = card("orange", -5, 1)
    cards = begun(pile)
    cards.told((STOCK, pile, card("red", 0, 5)))
    cards.told((STOCK, pile, card("green", 0, 5)))
    assert cards.new((STOCK, card("green", -5, 1))) == ()
    top = card("red", -5, 1)
    assert cards.dropped((STOCK, top), "red") is top


def test_a_card_beside_the_last_ones_was_laid_out_not_dropped():
    cards = begun()
    lying = (STOCK, card("green", 0, 5), card("green", 0.4, 5))
    cards.told(lying)
    assert cards.dropped((*lying, card("red", 2, 5)), "red") is None
    # Nor one that covers the last of several: on a pile all lie under it.
    assert cards.dropped((*lying[:2], card("red", 0.5, 5)), "red") is None


def test_once_a_pile_is_known_its_top_may_stay_as_it_was():
    cards = begun()
    cards.told((STOCK, card("green", 0, 5)))
    assert cards.dropped((STOCK, card("green", 0, 5)), "green") is None  # no pile is known yet
    top = card("red", 0, 5)
    cards.dropped((STOCK, top), "red")
    cards.told((STOCK, top))
    assert cards.dropped((STOCK, top), "red") is top
    assert cards.dropped((STOCK, top), "blue") is None


def test_a_card_larger_than_the_sets_may_be_two():
    cards = begun()
    single = card("red", 2, 5)
    assert not cards.doubtful((STOCK, single))  # how large a card is, nobody knows yet
    cards.told((STOCK, single))
    pair = replace(card("red", -1, 5), corners_board=card("red", -1, 5).corners_board * [1, 1.5])
    assert cards.doubtful((STOCK, single, pair))
    assert [len(reading) for reading in cards.readings((STOCK, single, pair))] == [1, 2]
    nearly_one = replace(card("red", -1, 5), corners_board=card("red", -1, 5).corners_board * [1, 1.27])
    assert cards.doubtful((STOCK, single, nearly_one))
    assert not cards.doubtful((STOCK, single, card("red", -1, 5)))


def test_a_faint_card_in_the_zone_is_a_doubt_not_a_card():
    cards = begun()
    cards.told((STOCK, card("green", 0, 5)))
    faint = card("red", 2, 5, confidence=0.3)
    assert cards.new((STOCK, faint)) == ()
    assert cards.doubtful((STOCK, faint))
    assert not cards.doubtful((STOCK, card("red", -5, 2, confidence=0.3)))


def test_a_faint_mark_far_beyond_where_cards_are_laid_is_no_doubt_nor_is_a_lamps_spot_there():
    cards = begun()
    cards.told((STOCK, card("green", 0, 5)))
    assert not cards.doubtful((STOCK, card("red", 2, 8.2, confidence=0.3)))
    assert cards.may_be_hidden((np.array([2.0, 5.0]),)) and cards.doubtful((STOCK,), (np.array([2.0, 5.0]),))
    beyond = (np.array([5.0, 5.4]),)
    assert not cards.may_be_hidden(beyond) and not cards.doubtful((STOCK,), beyond)
    assert cards.new((STOCK, card("red", 2, 8.2))), "but what is plainly a card is one"


def test_a_card_that_lies_where_one_of_its_shade_lay_is_the_same_whatever_it_is_called():
    dusky = replace(card("blue", 0, 5), lab=np.array([20.0, 10, -30]))
    cards = begun(dusky)
    assert cards.new((STOCK, replace(card("violet", 0, 5), lab=np.array([21.0, 12, -28])))) == ()
    orange = replace(card("orange", 0, 5), lab=np.array([25.0, 25, 50]))
    assert cards.new((STOCK, orange)) == (orange,)


def test_a_faint_card_that_covers_the_table_was_surely_played():
    cards = begun()
    plain, faint = card("red", 0, 5), card("red", 1.1, 5, confidence=0.3)
    assert cards.readings((STOCK, plain, faint)) == [(plain,), (plain, faint)]
    covering = replace(faint, covers=True)
    assert cards.readings((STOCK, plain, covering)) == [(plain, covering)]
    assert not cards.doubtful((STOCK, plain, covering))


def test_a_card_that_covers_the_table_is_not_left_out_though_it_is_seen_faintly():
    cards = begun()
    plain, faint = card("red", 0, 5), card("red", 1.1, 5, confidence=0.6)
    assert cards.readings((STOCK, plain, faint)) == [(plain, faint), (plain,)]
    assert cards.readings((STOCK, plain, replace(faint, covers=True))) == [
        (plain, replace(faint, covers=True))
    ]


def test_a_card_whose_colour_cannot_be_made_out_is_a_doubt():
    cards = begun()
    told = card("red", 0, 5)
    cards.told((STOCK, told))
    grey = replace(card("yellow", 1.5, 5), colour_p=(0.08, 0.15, 0.23, 0.21, 0.17, 0.16))
    assert cards.doubtful((STOCK, told, grey))
    assert not cards.doubtful((STOCK, told, card("yellow", 1.5, 5)))


def test_a_mark_that_was_faint_when_the_last_act_was_told_is_no_new_card_when_it_tips_over():
    print_of_the_cloth = card("green", 1.5, 5, confidence=0.45)
    cards = begun(print_of_the_cloth)
    tipped = replace(print_of_the_cloth, confidence=0.55)
    assert cards.readings((STOCK, tipped)) == [()]
    assert cards.readings((STOCK, replace(tipped, covers=True))) == [(replace(tipped, covers=True),)]
    assert cards.readings((STOCK, replace(tipped, confidence=0.9)))[0] == (replace(tipped, confidence=0.9),)


def test_a_card_cleared_away_onto_the_known_pile_is_not_played_though_the_camera_was_knocked_before():
    cards = begun()
    for colour in ("green", "blue"):
        played_and_cleared(cards, colour)
    cards.camera_moved()
    laid, on_pile = card("violet", 3, 5), card("violet", 0.5, 5.2)
    assert cards.new((STOCK, laid)) == (laid,)
    cards.told((STOCK, laid))
    assert cards.new((STOCK, on_pile)) == ()
    red = card("red", 3, 5)
    assert cards.new((STOCK, on_pile, red)) == (red,)


def test_a_pile_at_the_pictures_edge_that_a_knock_shifts_was_not_played_and_what_is_laid_beside_it_was():
    pile, laid = card("violet", 6.9, 3), card("violet", 6.2, 1)
    cards = begun(card("violet", 7.3, 3))
    cards.camera_moved()
    assert cards.new((STOCK, pile, laid)) == (laid,)
    assert cards.new((STOCK, card("violet", 6.5, 3), laid))[0].centre_board[0] == 6.5, "no knock since"


def test_a_card_that_a_knock_shifts_did_not_go_onto_a_pile_of_its_colour():
    cards, pile = begun(), card("green", -5, 1)
    cards.told((STOCK, card("green", 0, 5)))
    assert cards.new((STOCK, pile)) == ()
    cards.told((STOCK, pile, card("green", 0, 5)))
    cards.camera_moved()
    assert cards.new((STOCK, card("green", -5.2, 1), card("green", 0.2, 5))) == ()


def covering(laid: CardSeen, area: float) -> CardSeen:
    """The card, in a part of the table newly covered that is so large; one card has 1.6 square fields."""
    return replace(laid, component=1, component_area=area)


def test_where_more_of_the_table_is_covered_than_by_the_cards_seen_the_faint_one_among_them_is_one():
    plain, faint = card("red", 0, 5), card("red", 0.5, 5, confidence=0.3)
    cards = begun()
    assert cards.readings((STOCK, covering(plain, 1.7), faint)) == [
        (plain_now := covering(plain, 1.7),),
        (plain_now, faint),
    ]
    assert not cards.may_be_more((STOCK, covering(plain, 1.7), faint))
    fan = (covering(plain, 2.4), covering(faint, 2.4))
    assert cards.readings((STOCK, *fan)) == [fan]
    assert cards.may_be_more((STOCK, *fan))


def test_two_cards_read_as_one_lying_across_cover_more_than_one():
    cards = begun()
    cards.told((STOCK, card("green", 0, 5)))
    across = covering(card("red", 0, 5, confidence=0.6), 2.5)
    assert cards.readings((STOCK, across)) == [(across,), ()]
    assert cards.may_be_more((STOCK, across))
    wide = replace(across, corners_board=across.corners_board * [1.4, 1])  # read as large as both
    assert cards.may_be_more((STOCK, wide))


def test_one_faint_card_does_not_account_for_what_nearly_two_cover():
    """Two of one colour, one beside the other without a rim: a mark for each, neither of them plain."""
    left, right = (covering(card("red", x, 5, confidence=0.3), 2.6) for x in (0, 0.7))
    cards = begun()
    cards.told((STOCK, card("green", 0, 5)))
    readings = cards.readings((STOCK, left, right))
    assert (left, right) in readings and (left,) not in readings and () in readings


def test_what_a_blurred_picture_swells_is_no_further_card():
    blurred = covering(card("red", 0, 5), 2.4)
    cards = begun()
    assert cards.may_be_more((STOCK, blurred))
    cards.told((STOCK, covering(card("green", 0, 5), 2.25)))
    assert not cards.may_be_more((STOCK, blurred))
    cards.told((STOCK, covering(card("blue", 0, 5), 3.2)))  # of two, perhaps: a blur does not swell so much
    cards.told((STOCK, covering(card("yellow", 0, 5), 3.2)))
    assert cards.may_be_more((STOCK, covering(card("red", 0, 5), 3.1)))


def test_what_lay_there_before_covers_the_table_too_and_a_shadow_is_no_card():
    cards = begun()
    old = covering(card("green", 0, 5), 1.7)
    cards.told((STOCK, old))
    beside = (covering(old, 3.3), covering(card("red", 1, 5), 3.3))
    assert not cards.may_be_more((STOCK, *beside))
    assert not cards.may_be_more((STOCK, *(covering(each, 30) for each in beside)))


def test_a_mark_much_smaller_than_the_sets_cards_is_no_doubt():
    cards = begun()
    cards.told((STOCK, card("red", 0, 5)))
    faint = card("blue", 1.5, 5, confidence=0.2)
    middle = faint.centre_board
    small = replace(faint, corners_board=middle + (faint.corners_board - middle) * 0.5)
    assert cards.doubtful((STOCK, card("red", 0, 5), faint))
    assert not cards.doubtful((STOCK, card("red", 0, 5), small))


def test_two_cards_seen_as_one_at_a_first_look_are_what_they_may_be_at_a_longer_one():
    one, another = card("green", 0, 5, confidence=0.4), card("green", 0.2, 5.6, confidence=0.2)
    cards = begun()
    cards.told((STOCK, card("red", 0, 5)))
    laid = card("green", 0.1, 5.1, confidence=0.55)
    assert cards.may_still_lie((laid,), (STOCK, one, another))
    assert not cards.may_still_lie((laid,), (STOCK, card("blue", 3, 5, confidence=0.2)))
    assert cards.may_still_lie((), (STOCK, one))

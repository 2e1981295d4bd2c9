"""Every fault code of Four Colour Cards, alone and with others: all that apply are named."""

from __future__ import annotations

from dataclasses import replace

import pytest
from setting_four_colour_cards import NINE, discard, draw, faults, game, hu, meld, stuck

from referee.four_colour_acts import Exhausted

ON_OFFER = game("ann bo cy di", offer="ann discarded r-ch", passed="4xw-h 2xr-h")
DUE = game("ann bo cy di", turn="bo", melds={"ann": "4xr-ch", "bo": "3xg-h"})
DRAWN_GENERAL = game("ann bo cy di", offer="ann drew r-g")


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        pytest.param(draw("bo", "g-s"), [], id="the next player draws"),
        pytest.param(draw("cy", "g-s"), ["wrong_player"], id="another draws"),
        pytest.param(draw("ann", "g-s"), ["wrong_player"], id="who discarded draws"),
        pytest.param(draw("bo", "w-h"), ["no_such_card"], id="a fifth card"),
        pytest.param(discard("bo", "g-s"), ["not_now"], id="the next player discards"),
        pytest.param(discard("ann", "g-s"), ["not_now", "wrong_player"], id="a second discard"),
        pytest.param(
            discard("cy", "r-g"), ["general_discarded", "not_now", "wrong_player"], id="a general, too"
        ),
        pytest.param(
            discard("di", "w-h"), ["no_such_card", "not_now", "wrong_player"], id="a fifth card, too"
        ),
        pytest.param(meld("bo", "r-ch r-h r-ca"), [], id="chi"),
        pytest.param(meld("bo", "r-h r-ca r-ch"), [], id="chi in another order"),
        pytest.param(meld("bo", "r-ch"), ["not_a_meld"], id="one card"),
        pytest.param(meld("bo", ""), ["card_not_on_offer", "not_a_meld"], id="no card"),
        pytest.param(meld("bo", "g-ch g-h g-ca"), ["card_not_on_offer"], id="a meld out of the hand"),
        pytest.param(meld("bo", "g-ch g-h"), ["card_not_on_offer", "not_a_meld"], id="neither"),
        pytest.param(meld("cy", "r-ch r-h r-ca"), ["claim_order"], id="chi by another"),
        pytest.param(
            meld("cy", "g-ch g-h g-ca"), ["card_not_on_offer", "claim_order"], id="chi by another, without it"
        ),
        pytest.param(meld("cy", "3xg-ch"), ["card_not_on_offer"], id="pong by another, without it"),
        pytest.param(meld("ann", "3xr-ch"), ["claim_order"], id="one's own discard"),
        pytest.param(meld("ann", "r-ch g-ch"), ["claim_order", "not_a_meld"], id="the same, and no meld"),
        pytest.param(meld("bo", "w-ch w-h w-ca"), ["card_not_on_offer", "no_such_card"], id="a fifth horse"),
        pytest.param(meld("bo", "5xr-ch"), ["no_such_card", "not_a_meld"], id="five alike"),
        pytest.param(stuck("bo"), ["can_discard"], id="20 cards are not all generals"),
        pytest.param(
            stuck("bo", "r-g"), ["can_discard", "hand_not_shown"], id="the other 19 are not, either"
        ),
        pytest.param(Exhausted(), ["cards_left"], id="not used up"),
    ],
)
def test_with_a_discard_on_offer(act, expected):
    assert faults(ON_OFFER, act) == expected


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        pytest.param(discard("bo", "g-s"), [], id="right"),
        pytest.param(discard("cy", "g-s"), ["wrong_player"], id="another"),
        pytest.param(discard("bo", "r-g"), ["general_discarded"], id="a general"),
        pytest.param(discard("bo", "r-ch"), ["no_such_card"], id="a fifth card"),
        pytest.param(draw("bo", "g-s"), ["not_now"], id="a draw"),
        pytest.param(draw("cy", "g-s"), ["not_now", "wrong_player"], id="the next player draws"),
        pytest.param(meld("cy", "3xg-ch"), ["card_not_on_offer"], id="a meld"),
        pytest.param(
            meld("cy", "r-ch r-h r-ca"), ["card_not_on_offer", "no_such_card"], id="a fifth card laid"
        ),
        pytest.param(hu("cy", NINE), ["card_not_on_offer", "hand_incomplete", "no_such_card"], id="a hu"),
        pytest.param(stuck("cy"), ["can_discard"], id="20 cards are not all generals"),
        pytest.param(Exhausted(), ["cards_left"], id="not used up"),
    ],
)
def test_with_a_discard_due(act, expected):
    assert faults(DUE, act) == expected


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        pytest.param(draw("bo", "g-s"), ["general_not_taken"], id="the next player draws"),
        pytest.param(draw("cy", "g-s"), ["general_not_taken", "wrong_player"], id="another draws"),
        pytest.param(meld("ann", "r-g"), [], id="taken alone"),
        pytest.param(meld("bo", "r-g"), ["claim_order"], id="taken by the next player"),
        pytest.param(meld("ann", "2xr-g"), ["not_a_meld"], id="in a pair"),
        pytest.param(meld("cy", "3xr-g"), ["not_a_meld"], id="in a triple"),
        pytest.param(meld("cy", "4xr-g"), [], id="by gan"),
        pytest.param(meld("cy", "r-g g-a g-e"), ["not_a_meld"], id="a command of two colours"),
    ],
)
def test_with_a_drawn_general(act, expected):
    assert faults(DRAWN_GENERAL, act) == expected


FEW = {"ann": "4xr-h, 4xg-h, 4xy-h, 4xw-h", "bo": "4xr-a, 4xg-a, 4xy-a, 4xw-a"}  # 4 cards left in hand


@pytest.mark.parametrize(
    ("act", "due", "offered"),
    [
        pytest.param(stuck("ann"), [], ["not_now"], id="right"),
        pytest.param(stuck("ann", "4xr-g g-g"), [], ["hand_not_shown", "not_now"], id="right, and shown"),
        pytest.param(stuck("bo"), ["wrong_player"], ["not_now"], id="another"),
        pytest.param(stuck("cy"), ["can_discard"], ["can_discard"], id="another with 20 cards"),
        pytest.param(
            stuck("ann", "4xr-g"), ["hand_not_shown"], ["not_now"], id="right, and shown but for one"
        ),
        pytest.param(
            stuck("ann", "4xr-g g-s"), ["can_discard"], ["can_discard", "hand_not_shown"], id="no general"
        ),
        pytest.param(
            stuck("ann", "5xr-g"),
            ["no_such_card"],
            ["hand_not_shown", "no_such_card", "not_now"],
            id="more generals than there are",
        ),
    ],
)
def test_stuck_with_few_cards_in_hand(act, due, offered):
    assert faults(game(turn="ann", melds=FEW), act) == due
    assert faults(game(offer="ann discarded r-ch", melds=FEW), act) == offered


@pytest.mark.parametrize(
    ("hand", "lucky", "expected"),
    [
        (NINE, None, []),
        (NINE, "r-h", []),
        (NINE.replace("r-g ", ""), None, ["hand_not_shown"]),
        (NINE.replace("2xw-a", "w-a"), None, ["hand_incomplete", "hand_not_shown"]),
        (NINE.replace("2xw-a", "w-a r-a"), None, ["hand_incomplete"]),
        (NINE.replace("2xw-a", "2xg-h"), None, ["no_such_card"]),
        (NINE.replace("2xw-a", "3xg-h"), None, ["hand_not_shown", "no_such_card"]),
        (NINE, "g-h", []),
        (NINE.replace("3xr-h", "4xr-h"), "r-h", ["hand_not_shown", "no_such_card"]),
        (NINE + " " + NINE, None, ["hand_incomplete", "hand_not_shown", "no_such_card"]),
        ("", None, ["hand_incomplete", "hand_not_shown"]),
    ],
)
def test_hu(hand, lucky, expected):
    state = game(offer="ann discarded w-ca", passed="3xg-h")
    assert faults(state, hu("cy", hand, lucky)) == expected


def test_cards_that_are_not_in_hand_are_no_such_cards():
    twenty = "4xr-ch, 4xy-h, 4xg-ca, 4xw-a, 3xr-e"
    one = game("ann bo", offer="bo discarded w-h", melds={"ann": twenty})
    assert one.hand("ann") == 1
    assert faults(one, meld("ann", "w-h w-ch w-ca")) == ["no_such_card"]
    assert faults(one, meld("ann", "2xw-h")) == []
    none = game("ann bo", turn="ann", melds={"ann": twenty + ", 2xr-h"})
    assert none.hand("ann") == 0
    assert faults(none, discard("ann", "r-s")) == ["no_such_card"]


def test_with_the_deck_used_up():
    state = replace(ON_OFFER, stock=0)
    assert faults(state, draw("bo", "g-s")) == ["not_now"]
    assert faults(replace(DRAWN_GENERAL, stock=0), draw("bo", "g-s")) == ["general_not_taken", "not_now"]
    assert faults(replace(DUE, stock=0), Exhausted()) == ["not_now"]

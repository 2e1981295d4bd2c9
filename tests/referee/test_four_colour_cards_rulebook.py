"""The rule sheet of Four Colour Cards, sentence by sentence, as far as claims. F1 to F7 are agreed cases."""

from __future__ import annotations

import pytest
from setting_four_colour_cards import (
    FIELD,
    NINE,
    after,
    cards,
    discard,
    draw,
    faults,
    game,
    hu,
    meld,
)

from referee import four_colour_cards as rules
from referee.four_colour_acts import Meld, Offer
from referee.four_colour_deck import CARDS, COPIES, EDITIONS, GLYPHS, card_from_name, glyph, rank_of

# The deck.


def test_f1_there_are_four_colours_of_seven_cards_in_four_copies():
    assert len(CARDS) == len(set(CARDS)) == 4 * 7
    assert len(CARDS) * COPIES == 112


@pytest.mark.parametrize(
    ("edition", "card", "expected"),
    [
        ("taiwan", "red-soldier", "兵"),
        ("taiwan", "white-soldier", "卒"),
        ("hokkien", "red-soldier", "卒"),
        ("hokkien", "green-soldier", "兵"),
        ("chaozhou", "yellow-chariot", "車"),
        ("taiwan", "yellow-chariot", "俥"),
    ],
)
def test_an_edition_says_which_glyph_a_card_carries(edition, card, expected):
    assert glyph(card, edition) == expected


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("card", CARDS)
def test_every_glyph_of_every_edition_names_its_rank(edition, card):
    assert glyph(card, edition) in GLYPHS[rank_of(card)]
    assert card_from_name(f"{card.split('-')[0]}-{glyph(card, edition)}") == card


@pytest.mark.parametrize(
    "name", ["", "red", "red-", "-horse", "blue-horse", "red-king", "red horse", "r-c", "r-horsey"]
)
def test_what_names_no_card_is_refused(name):
    with pytest.raises(ValueError, match=r"^card "):
        card_from_name(name)


# The deal.


@pytest.mark.parametrize(("players", "stock"), [("ann bo", 71), ("ann bo cy", 51), ("ann bo cy di", 31)])
def test_f7_each_has_20_cards_the_first_one_more_and_the_deck_the_rest(players, stock):
    state = rules.start(players.split())
    assert state.stock == stock
    assert state.hands == (21, *(20,) * (len(state.players) - 1))


@pytest.mark.parametrize("players", ["", "ann", "ann bo cy di eve"])
def test_two_to_four_play(players):
    with pytest.raises(ValueError, match="2 to 4 players are needed"):
        rules.start(players.split())


def test_no_name_is_given_twice():
    with pytest.raises(ValueError, match="a player is named twice: ann, ann"):
        rules.start(("ann", "ann"))


# Discards and draws.


def test_the_first_player_starts_by_discarding():
    state = rules.start(("ann", "bo"))
    assert faults(state, discard("ann", "r-ch")) == []
    assert faults(state, discard("bo", "r-ch")) == ["wrong_player"]
    assert faults(state, draw("ann", "r-ch")) == ["not_now"]


def test_a_general_may_never_be_discarded():
    assert faults(game(turn="ann"), discard("ann", "r-g")) == ["general_discarded"]


def test_when_nobody_claims_the_next_player_draws_openly_and_that_card_is_on_offer():
    state = after(game(turn="ann"), discard("ann", "r-ch"), draw("bo", "w-h"), draw("cy", "g-s"))
    assert state.table.offer == Offer("green-soldier", "cy", drawn=True)
    assert state.table.passed == cards("r-ch w-h")
    assert state.on_turn == "ann"
    assert state.stock == 51 - 2


def test_a_drawn_general_must_be_taken():
    state = game(offer="ann drew r-g")
    assert faults(state, draw("bo", "w-h")) == ["general_not_taken"]
    assert faults(state, meld("ann", "r-g")) == []
    assert faults(state, meld("ann", "r-g r-a r-e")) == []


def test_a_drawn_general_is_not_taken_by_chi_by_the_next_player_but_by_gan_and_hu_by_anyone():
    state = game(offer="ann drew r-g")
    assert faults(state, meld("bo", "r-g")) == ["claim_order"]
    assert faults(state, meld("bo", "r-g r-a r-e")) == ["claim_order"]
    assert faults(state, meld("cy", "4xr-g")) == []
    hand = "2xr-ch 2xr-h 2xg-ch 2xg-h 2xy-ch 2xy-h 2xw-ch 2xw-h 2xr-a 2xg-a"
    assert faults(state, hu("cy", hand)) == []


# Claims.

CHI = [FIELD, "w-h w-h", "w-a w-e w-g", "w-s r-s g-s", "w-s r-s g-s y-s"]
FROM_ANYONE = ["3xw-h", "4xw-h", "3xw-s", "4xw-s"]


@pytest.mark.parametrize("laid", CHI)
def test_after_a_discard_chi_is_for_the_next_player_alone(laid):
    state = game("ann bo cy di", offer=f"ann discarded {laid.split()[0]}")
    assert faults(state, meld("bo", laid)) == []
    assert faults(state, meld("cy", laid)) == ["claim_order"]
    assert faults(state, meld("di", laid)) == ["claim_order"]


@pytest.mark.parametrize("laid", CHI)
def test_on_a_drawn_card_chi_is_for_the_drawer_and_the_next_player(laid):
    state = game("ann bo cy di", offer=f"ann drew {laid.split()[0]}")
    assert faults(state, meld("ann", laid)) == []
    assert faults(state, meld("bo", laid)) == []
    assert faults(state, meld("cy", laid)) == ["claim_order"]


@pytest.mark.parametrize("laid", FROM_ANYONE)
@pytest.mark.parametrize("how", ["discarded", "drew"])
def test_gan_and_pong_are_for_anyone(laid, how):
    state = game("ann bo cy di", offer=f"ann {how} {laid[2:]}")
    assert [faults(state, meld(player, laid)) for player in ("bo", "cy", "di")] == [[], [], []]


@pytest.mark.parametrize("laid", [*CHI, "3xw-h", "4xw-h"])
def test_nobody_claims_a_discard_of_his_own(laid):
    state = game(offer=f"ann discarded {cards(laid)[0]}")
    assert faults(state, meld("ann", laid)) == ["claim_order"]


def test_nobody_calls_hu_on_a_discard_of_his_own():
    assert faults(game(offer="ann discarded w-ca"), hu("ann", NINE)) == ["claim_order"]
    assert faults(game(offer="ann drew w-ca"), hu("ann", NINE)) == []


def test_with_two_players_the_other_one_is_the_next():
    assert faults(game("ann bo", offer="bo discarded w-h"), meld("ann", FIELD)) == []
    assert faults(game("ann bo", offer="bo drew w-h"), meld("ann", FIELD)) == []


def test_a_claim_takes_the_card_lays_the_meld_and_then_a_discard_is_due():
    state = after(game(offer="ann discarded w-h"), meld("bo", FIELD))
    assert state.table.melds == ((), (cards(FIELD),), ())
    assert state.hands == (20, 18, 20)
    assert state.table.offer is None
    assert state.on_turn == "bo"
    assert faults(state, draw("cy", "r-s")) == ["not_now", "wrong_player"]
    assert faults(state, discard("bo", "r-s")) == []


def test_a_card_once_claimed_or_passed_is_on_offer_no_more():
    state = game(offer="ann discarded w-h")
    claimed = after(state, meld("bo", FIELD), discard("bo", "r-s"))
    assert faults(claimed, meld("cy", "3xw-h")) == ["card_not_on_offer"]
    assert faults(after(state, draw("bo", "r-s")), meld("bo", FIELD)) == ["card_not_on_offer"]


def test_hu_prevails_over_gan_and_pong_and_they_over_chi():
    assert prevailing("ann discarded w-ca", meld("bo", "w-ca w-ch w-h"), meld("di", "3xw-ca")) == "di"
    assert prevailing("ann drew w-ca", meld("ann", "2xw-ca"), meld("cy", "4xw-ca")) == "cy"
    assert prevailing("ann discarded w-ca", meld("bo", "3xw-ca"), hu("di", NINE)) == "di"
    assert prevailing("ann drew r-g", meld("ann", "r-g"), meld("di", "4xr-g")) == "di"


def test_of_equal_claims_the_first_in_turn_order_prevails_beginning_with_the_drawer():
    assert prevailing("ann drew w-ca", meld("bo", "2xw-ca"), meld("ann", "w-ca w-ch w-h")) == "ann"
    assert prevailing("bo drew w-ca", *(hu(player, NINE) for player in ("ann", "bo", "cy", "di"))) == "bo"


def test_of_equal_claims_the_first_in_turn_order_prevails_from_the_next_player_on():
    assert prevailing("bo discarded w-ca", hu("ann", NINE), hu("di", NINE), hu("cy", NINE)) == "cy"
    assert prevailing("bo discarded w-ca", hu("ann", NINE), hu("di", NINE)) == "di"


def test_legal_claims_are_told_in_the_order_in_which_they_prevail():
    claims = [act for act in rules.legal_acts(game(offer="ann drew w-ca")) if isinstance(act, Meld)]
    assert [(claim.player, len(claim.cards)) for claim in claims] == [
        *[(player, size) for player in ("ann", "bo", "cy") for size in (3, 4)],
        *[(player, size) for player in ("ann", "bo") for size in (2, 3)],
    ]


def prevailing(offer, *claims):
    """Who gets the card on offer of those who claim it, each of them rightly."""
    state = game("ann bo cy di", offer=offer)
    assert [faults(state, claim) for claim in claims] == [[]] * len(claims)
    return min(claims, key=lambda claim: rules.precedence(state, state.table.offer, claim)).player

"""What melds count in Four Colour Cards, alone, in a hand, and at hu; sentence by sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest
from setting_four_colour_cards import (
    NINE,
    TWELVE,
    after,
    cards,
    faults,
    game,
    hu,
    meld,
    settled,
)

from referee.four_colour_acts import Options
from referee.four_colour_melds import CountedMeld, best_melds, best_split, kind_of, total
from referee.four_colour_score import pays

# Melds, and what they count.

MELDS = [
    ("r-g", "general", 1, 1),
    ("r-g r-a r-e", "command", 2, 2),
    ("r-ch r-h r-ca", "field", 1, 1),
    ("2xr-ch", "pair", 0, 0),
    ("3xr-ch", "triple", 3, 1),
    ("4xr-ch", "quadruple", 8, 6),
    ("4xr-g", "quadruple", 6, 8),
    ("r-s g-s y-s", "soldiers", 3, 3),
    ("r-s g-s y-s w-s", "soldiers", 5, 5),
    ("3xr-s", "triple", 3, 1),
    ("4xr-s", "quadruple", 8, 6),
]


@pytest.mark.parametrize(("text", "kind", "in_hand", "on_table"), MELDS)
def test_a_meld_counts_in_hand_and_on_the_table(text, kind, in_hand, on_table):
    meld_cards = cards(text)
    assert kind_of(meld_cards) == kind_of(meld_cards[::-1]) == kind
    assert CountedMeld(meld_cards, "hand").points == in_hand
    assert CountedMeld(meld_cards, "table").points == on_table


@pytest.mark.parametrize(
    "text",
    [
        "",
        "r-ch",
        "r-s",
        "2xr-g",
        "3xr-g",
        "2xr-s",
        "r-s g-s",
        "r-s r-s g-s",
        "r-s g-s y-s y-s",
        "r-g g-g",
        "r-g g-a r-e",
        "r-g r-a",
        "r-ch y-h g-ca",
        "r-ch r-h",
        "r-ch r-h r-ca r-ca",
        "r-g r-a r-e r-ch",
        "r-a r-e r-ch",
        "5xr-ch",
        "r-ch g-ch y-ch",
    ],
)
def test_anything_else_is_no_meld(text):
    assert kind_of(cards(text)) is None
    state = game(offer="ann drew r-ch")
    assert "not_a_meld" in faults(state, meld("ann", text))


def test_f6_four_red_chariots_and_two_generals_count_10_in_hand_8_on_the_table():
    assert total(best_split(cards("4xr-ch y-g g-g"))) == 10
    assert total(best_split(cards("3xr-ch y-g g-g"), "red-chariot")) == 8


def test_f6_three_red_generals_count_3():
    assert total(best_split(cards("3xr-g"))) == 3


@pytest.mark.parametrize("text", ["2xr-s", "r-ch y-h g-ca"])
def test_f6_two_red_soldiers_and_a_field_of_three_colours_are_no_melds(text):
    assert best_split(cards(text)) is None
    assert best_melds(cards(text))[0] == ()


def test_f6_21_cards_all_in_hand_count_39():
    assert total(best_split(cards("4xr-ch 4xy-h 4xg-ca 4xw-a 4xr-g g-g"))) == 39


@pytest.mark.parametrize(
    ("hand", "claimed", "melds"),
    [
        ("3xr-ch r-h r-ca", "r-ch", ["field table", "triple hand"]),  # 1 + 3, and not 1 + 1
        ("3xr-g", "r-g", ["quadruple table"]),  # 8, and not 6
        ("r-s g-s y-s 3xw-s", "w-s", ["quadruple table", "soldiers hand"]),  # 6 + 3, and not 5 + 3
        ("3xr-h r-ch r-ca", "r-h", ["field table", "triple hand"]),
    ],
)
def test_the_best_split_counts_and_the_meld_with_the_claimed_card_as_on_the_table(hand, claimed, melds):
    split = best_split(cards(hand), *cards(claimed))
    assert sorted(f"{meld.kind} {meld.where}" for meld in split) == sorted(melds)


def test_option_claimed_lets_the_meld_with_the_claimed_card_count_as_in_hand():
    assert total(best_split(cards("3xr-ch y-g g-g"), "red-chariot", "hand")) == 10
    hand = NINE.replace("r-g ", "w-ca ")  # two white cannons, and the third on offer
    assert settled(game(offer="ann drew w-ca"), hu("ann", hand)).points == 9
    assert settled(game(offer="ann drew w-ca", claimed="hand"), hu("ann", hand)).points == 11


def test_melds_on_the_table_count_with_the_hand_and_never_change():
    """The command stays, although its general would be the fourth in hand."""
    state = game(offer="cy discarded w-ca", melds={"ann": "r-g r-a r-e, 3xr-h, 2xg-ch"})
    counted = settled(state, hu("ann", "3xr-g g-s y-s w-s 2xw-a 2xw-e w-ca r-s"))
    assert [f"{meld.kind} {meld.where}" for meld in counted.melds[:3]] == [
        "command table",
        "triple table",
        "pair table",
    ]
    assert counted.points == 2 + 1 + 0 + 3 * 1 + 5


# Hu.


def test_a_hu_is_hand_and_offer_wholly_split():
    state = game(offer="ann discarded w-ca")
    assert faults(state, hu("cy", NINE)) == []
    assert faults(game(offer="ann discarded w-ch"), hu("cy", NINE)) == ["hand_incomplete"]
    assert faults(state, hu("cy", NINE.replace("3xr-h", "2xr-h r-ca"))) == ["hand_incomplete"]


def test_the_whole_hand_is_shown():
    state = game(offer="ann discarded w-ca")
    assert faults(state, hu("cy", NINE.replace("r-g ", ""))) == ["hand_not_shown"]
    assert faults(state, hu("cy", NINE + " w-g")) == ["hand_not_shown"]


def test_there_is_no_hu_without_a_card_on_offer():
    hand = NINE + " w-ca"
    assert faults(game(turn="ann"), hu("ann", hand)) == ["card_not_on_offer"]


def test_f3_hu_with_9_points_among_three_pays_11_to_each_other():
    state = game(offer="bo discarded w-ca")
    counted = settled(state, hu("ann", NINE))
    assert (counted.points, counted.pays) == (9, (-22, 11, 11))
    assert after(state, hu("ann", NINE)).credits == (-22, 11, 11)


def test_f4_hu_with_12_points_among_four_gets_3_from_each_other():
    state = game("ann bo cy di", offer="bo drew w-ca")
    counted = settled(state, hu("ann", TWELVE))
    assert (counted.points, counted.pays) == (12, (9, -3, -3, -3))


def test_exactly_the_threshold_is_reached():
    assert pays(3, 0, 10, Options()) == (2, -1, -1)
    assert pays(2, 1, 7, Options(threshold=8, base=5)) == (13, -13)


@pytest.mark.parametrize("points", range(0, 40, 3))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_payments_are_zero_sum(points, players):
    for caller in range(players):
        assert sum(pays(players, caller, points, Options(threshold=11, base=3))) == 0


# The lucky card.


def test_each_card_like_the_lucky_one_in_hand_adds_a_point():
    state = game("ann bo cy di", offer="bo drew w-ca")
    counted = settled(state, hu("ann", TWELVE, "r-h"))
    assert (counted.points, counted.lucky, counted.pays) == (12, 3, (18, -6, -6, -6))
    assert settled(state, hu("ann", TWELVE, "r-ca")).lucky == 0


def test_the_claimed_card_and_melds_on_the_table_are_lucky_too():
    state = game("ann bo", offer="bo drew w-ca", melds={"ann": "3xg-h"})
    hand = TWELVE.replace("3xg-h ", "")
    assert settled(state, hu("ann", hand, "w-ca")).lucky == 2
    assert settled(state, hu("ann", hand, "g-h")).lucky == 3


def test_below_the_threshold_no_card_is_lucky_and_none_helps_to_reach_it():
    counted = settled(game(offer="bo drew w-ca"), hu("ann", NINE, "r-h"))
    assert (counted.points, counted.lucky, counted.reached, counted.pays) == (9, 0, False, (-22, 11, 11))


def test_option_lucky():
    towards = settled(game(offer="bo drew w-ca", lucky="towards"), hu("ann", NINE, "r-h"))
    assert (towards.points, towards.lucky, towards.reached, towards.pays) == (9, 3, True, (6, -3, -3))
    short = settled(game(offer="bo drew w-ca", lucky="towards", threshold=20), hu("ann", NINE, "r-h"))
    assert (short.lucky, short.reached, short.pays) == (3, False, (-42, 21, 21))
    none = settled(game(offer="bo drew w-ca", lucky="none"), hu("ann", TWELVE, "r-h"))
    assert (none.lucky, none.pays) == (0, (6, -3, -3))


def test_no_card_left_to_turn_none_is_lucky():
    state = replace(game(offer="bo drew w-ca"), stock=0)
    assert settled(state, hu("ann", TWELVE, "r-h")).lucky == 0

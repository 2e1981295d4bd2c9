"""The rule sheet of Four Colour Cards, sentence by sentence. F1 to F7 are the cases agreed on with it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from setting_four_colour_cards import (
    NINE,
    TWELVE,
    after,
    cards,
    discard,
    draw,
    faults,
    game,
    hu,
    meld,
    stuck,
)

from referee import four_colour_cards as rules
from referee.four_colour_acts import Exhausted, Offer, Options
from referee.four_colour_deck import CARDS, COPIES, EDITIONS, GLYPHS, card_from_name, glyph, rank_of
from referee.four_colour_melds import CountedMeld, best_melds, best_split, kind_of, total
from referee.four_colour_score import pays, settlement
from referee.game import IllegalAct

FIELD = "w-h w-ch w-ca"


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
    assert faults(after(state, meld("bo", FIELD)), meld("cy", "3xw-h")) == ["card_not_on_offer"]
    assert faults(after(state, draw("bo", "r-s")), meld("bo", FIELD)) == ["card_not_on_offer"]


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


def test_f6_four_red_chariots_in_hand_and_two_generals_count_10_with_the_quadruple_on_the_table_8():
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


# The end of a round without a hu.

SIXTEEN = "4xr-ch, 4xy-h, 4xg-ca, 4xw-a"  # cards, 4 times 6 points on the table
TWENTY = SIXTEEN + ", 4xr-e"
WORTHLESS = "2xr-ch, 2xr-h, 2xg-ch, 2xg-h, 2xy-ch, 2xy-h, 2xw-a, 2xw-e, 2xr-a, 2xg-a"


def test_who_has_no_card_left_to_discard_ends_the_round_and_his_points_are_scored():
    state = game("ann bo", turn="ann", melds={"ann": TWENTY + ", g-g"})
    assert state.hand("ann") == 0
    assert faults(state, stuck("ann")) == []
    assert settled(state, stuck("ann")).points == 31
    assert after(state, stuck("ann")).credits == (22, -22)


def test_generals_left_in_hand_cannot_be_discarded_and_count_one_each():
    state = game("ann bo", turn="ann", melds={"ann": SIXTEEN})
    assert state.hand("ann") == 5
    assert faults(state, stuck("ann")) == []
    counted = settled(state, stuck("ann"))
    assert (counted.points, counted.hidden) == (24 + 5, 5)
    shown = settled(state, stuck("ann", "4xr-g g-g"))
    assert (shown.points, shown.hidden) == (24 + 7, 0)


def test_who_is_stuck_below_the_threshold_pays_too():
    state = game(turn="ann", melds={"ann": WORTHLESS})
    assert after(state, stuck("ann", "r-g")).credits == (-22, 11, 11)


def test_who_can_discard_is_not_stuck():
    assert faults(game(turn="ann"), stuck("ann")) == ["can_discard"]  # there are but 16 generals
    state = game("ann bo", turn="ann", melds={"ann": SIXTEEN})
    assert faults(state, stuck("ann", "4xr-g g-a")) == ["can_discard"]


def test_a_hand_larger_than_the_generals_that_do_not_lie_open_has_a_card_to_discard():
    laid = {"ann": SIXTEEN, "bo": "4xr-g, 4xg-g"}
    assert faults(game("ann bo", turn="ann", melds=laid), stuck("ann")) == []
    laid["bo"] += ", 4xy-g"
    assert faults(game("ann bo", turn="ann", melds=laid), stuck("ann")) == ["can_discard"]


def test_deck_used_up_nobody_scores_and_the_round_counts():
    state = replace(game(offer="bo drew w-ca"), stock=0)
    assert faults(state, Exhausted()) == []
    ended = after(state, Exhausted())
    assert (ended.credits, ended.rounds_over) == ((0, 0, 0), 1)
    assert faults(game(offer="bo drew w-ca"), Exhausted()) == ["cards_left"]


def test_with_the_deck_used_up_the_last_card_can_still_be_claimed_but_none_drawn():
    state = replace(game(offer="bo drew w-h"), stock=0)
    assert faults(state, meld("bo", FIELD)) == []
    assert faults(state, draw("cy", "r-s")) == ["not_now"]
    assert faults(after(state, meld("bo", FIELD)), Exhausted()) == ["not_now"]
    assert faults(after(state, meld("bo", FIELD), discard("bo", "r-s")), Exhausted()) == []


def test_the_last_card_drawn_a_general_is_taken_first():
    state = replace(game(offer="bo drew r-g"), stock=0)
    assert faults(state, Exhausted()) == ["general_not_taken"]


# Rounds, credits, and the end.


def test_the_next_round_is_dealt_anew():
    state = after(game(offer="bo discarded w-ca", melds={"cy": "3xg-s"}), hu("ann", NINE))
    assert (state.table, state.hands) == (rules.start(state.players).table, (21, 20, 20))
    assert state.stock == 51


@pytest.mark.parametrize(
    ("option", "hand", "starter"),
    [
        ("winner", TWELVE, "cy"),
        ("winner", NINE, "ann"),
        ("same", TWELVE, "ann"),
        ("next", TWELVE, "bo"),
        ("next", NINE, "bo"),
    ],
)
def test_option_next_starter(option, hand, starter):
    state = game(offer="bo discarded w-ca", next_starter=option)
    assert after(state, hu("cy", hand)).on_turn == starter


def test_the_starter_stays_after_a_void_round_and_after_one_who_was_stuck():
    void = replace(game(offer="bo discarded w-ca"), stock=0)
    assert after(void, Exhausted()).on_turn == "ann"
    state = game("ann bo", turn="bo", melds={"bo": TWENTY + ", g-g"})
    assert after(state, stuck("bo")).on_turn == "ann"


def test_after_three_rounds_the_most_credits_win():
    state = game(offer="bo discarded w-ca")
    for _ in range(2):
        state = with_offer(after(state, hu("ann", TWELVE)))
    assert rules.outcome(state) is None
    state = after(state, hu("cy", NINE))
    outcome = rules.outcome(state)
    assert (outcome.how, outcome.winners) == ("credits", ("ann",))
    assert dict(outcome.credits) == {"ann": 6 + 6 + 11, "bo": -3 - 3 + 11, "cy": -3 - 3 - 22}


def test_ties_are_joint():
    state = after(game(offer="bo discarded w-ca", rounds=1), hu("ann", NINE))
    assert rules.outcome(state).winners == ("bo", "cy")


def test_options_rounds_and_credits():
    state = after(game("ann bo", offer="bo discarded w-ca", rounds=1, credits=100), hu("ann", TWELVE))
    assert dict(rules.outcome(state).credits) == {"ann": 103, "bo": 97}


def test_after_the_end_nothing_can_be_done():
    state = after(game(offer="bo discarded w-ca", rounds=1), hu("ann", NINE))
    for act in (
        discard("ann", "r-g"),
        draw("bo", "r-s"),
        meld("bo", ""),
        hu("ann", ""),
        stuck("bo"),
        Exhausted(),
    ):
        assert faults(state, act) == ["game_over"]
        assert rules.accept(state, act) == state
        with pytest.raises(IllegalAct, match="game_over"):
            rules.apply(state, act)


def settled(state, act):
    assert faults(state, act) == []
    return settlement(state, act)


def with_offer(state):
    """The round as it stands when bo has drawn a white cannon at once."""
    table = replace(state.table, offer=Offer("white-cannon", "bo", drawn=True))
    return replace(state, table=table, hands=(20, 20, 20))

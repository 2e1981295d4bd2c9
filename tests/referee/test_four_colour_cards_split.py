"""The best split of a hand, against a second and plainer way to find it; and how long it takes."""

from __future__ import annotations

import json
import random
import time
from collections import Counter

import naive_four_colour_cards as naive
import play_four_colour_cards as play
import pytest
from hypothesis import given
from hypothesis import strategies as st
from setting import calm, short
from setting_four_colour_cards import cards
from yardstick import milliseconds

from referee import four_colour_melds as melds
from referee import records
from referee.four_colour_deck import CARDS, COPIES
from referee.four_colour_melds import best_melds, best_split, kind_of, melds_with, total

WHERE = st.sampled_from(["table", "hand"])


@st.composite
def hands(draw, most=20):
    """Cards of a few kinds, so that many can be melds; up to `most` and one to claim, or None."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    kinds = chance.sample(CARDS, draw(st.integers(3, 28)))
    soldiers = [card for card in CARDS if "soldier" in card]
    deck = [card for card in set(kinds + soldiers) for _ in range(COPIES)]
    dealt = chance.sample(deck, min(len(deck), draw(st.integers(1, most)) + 1))
    return dealt[1:], dealt[0] if draw(st.booleans()) else None


@st.composite
def suited_hands(draw):
    """Up to 8 cards that can meld with one another in many ways, and one more to claim."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    suit = draw(st.sampled_from(["r-g r-a r-e", "g-ch g-h g-ca", "r-s g-s y-s w-s", "r-ch r-h r-ca w-g"]))
    dealt = chance.sample(list(cards(suit)) * COPIES, draw(st.integers(1, 9)))
    return dealt[1:], dealt[0]


@st.composite
def whole_hands(draw):
    """Hands of 20 that split wholly, with a card to claim."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    claimed = chance.choice(CARDS)
    unseen = Counter(dict.fromkeys(CARDS, COPIES))
    unseen[claimed] -= 1
    return play.made_up(chance, unseen, claimed, 20), claimed


@calm
@given(hands(), WHERE)
def test_a_second_plain_split_finds_as_many_points(case, where):
    hand, claimed = case
    assert points(best_split(hand, claimed, where)) == naive.best(hand, claimed, where)


@calm
@given(whole_hands(), WHERE)
def test_a_second_plain_split_finds_as_many_points_in_whole_hands(case, where):
    hand, claimed = case
    assert points(best_split(hand, claimed, where)) == naive.best(hand, claimed, where) is not None


@calm
@given(whole_hands())
def test_a_split_is_melds_of_all_the_cards_and_one_of_them_takes_in_the_claimed_card(case):
    hand, claimed = case
    split = best_split(hand, claimed)
    assert Counter(card for meld in split for card in meld.cards) == Counter([*hand, claimed])
    assert all(meld.kind == kind_of(meld.cards) for meld in split)
    assert [claimed in meld.cards for meld in split if meld.where == "table"] == [True]


@pytest.mark.parametrize(
    ("hand", "claimed", "melds", "left"),
    [
        ("4xr-ch r-h r-ca g-s", "", ["triple hand", "field hand"], "g-s"),  # not 8, and three cards over
        ("4xr-s g-s y-s w-h", "", ["triple hand", "soldiers hand"], "w-h"),
        ("3xr-ch w-h", "r-ch", ["quadruple table"], "w-h"),
        ("3xr-ch w-h", "w-s", ["triple hand"], "w-h w-s"),
        ("", "r-s", [], "r-s"),
    ],
)
def test_of_a_hand_that_is_not_wholly_melds_as_few_cards_as_can_be_are_left_over(hand, claimed, melds, left):
    found, over = best_melds(cards(hand), *cards(claimed))
    assert sorted(f"{meld.kind} {meld.where}" for meld in found) == sorted(melds)
    assert sorted(over) == sorted(cards(left))


@calm
@given(hands())
def test_cards_are_in_melds_or_left_over(case):
    hand, claimed = case
    found, left = best_melds(hand, claimed)
    offered = [claimed] if claimed else []
    assert Counter(card for meld in found for card in meld.cards) + Counter(left) == Counter(hand + offered)
    assert best_split(hand, claimed) == (None if left else found)


@short
@given(suited_hands(), WHERE)
def test_the_best_melds_are_the_best_split_of_the_largest_part_of_the_hand_that_has_one(case, where):
    hand, claimed = case
    found, left = best_melds(hand, claimed, where)
    points = {}
    for mask in range(2 ** len(hand)):
        part = [card for bit, card in enumerate(hand) if mask >> bit & 1]
        points[mask, True] = naive.best(part, claimed, where)
        points[mask, False] = naive.best(part)
    merits = [
        (mask.bit_count() + offered, best) for (mask, offered), best in points.items() if best is not None
    ]
    assert (len(hand) + 1 - len(left), total(found)) == max(merits)


def test_order_does_not_matter():
    hand = list(cards("4xr-s 3xg-s 2xw-s 3xy-s r-g r-a r-e 3xr-h r-ch r-ca"))
    expected = total(best_split(hand))
    for seed in range(20):
        random.Random(seed).shuffle(hand)
        assert total(best_split(hand)) == expected


@pytest.mark.parametrize("card", CARDS)
def test_melds_with_a_card_are_all_that_a_plain_search_finds(card):
    expected = {tuple(sorted([card, *others])) for others in naive.companions(card, CARDS * COPIES)}
    found = melds_with(card)
    assert {tuple(sorted(meld)) for meld in found} == expected
    assert len(found) == len(expected)
    assert all(meld[0] == card for meld in found)


# The whole deck takes longer than any 21 cards of it: whatever is split of them is split of the deck, too.
WHOLE_DECK = " ".join(f"4x{card}" for card in CARDS)


@pytest.mark.timed
@pytest.mark.parametrize(
    "hand",
    [
        WHOLE_DECK,
        "4xr-s 4xg-s 4xy-s 4xw-s 4xr-g w-g",
        "4xr-s 4xg-s 4xy-s 4xw-s 2xr-g 2xr-a r-e",
        "4xr-g 4xr-a 4xr-e 3xr-ch 3xr-h 3xr-ca",
        "4xr-ch 4xy-h 4xg-ca 4xw-a 4xr-g g-g",
        "r-g g-g y-g w-g r-a g-a y-a w-a r-e g-e y-e w-e r-s g-s y-s w-s r-ch r-h r-ca g-ch g-h",
    ],
)
def test_any_21_cards_are_split_in_20_ms_with_nothing_remembered(hand):
    def seconds():
        for remembering in (melds._best, melds._best_with, melds._points):
            remembering.cache_clear()
        begun = time.process_time()
        best_split(cards(hand)[1:], cards(hand)[0])
        best_melds(cards(hand))
        return time.process_time() - begun

    assert milliseconds(seconds) < 20


@short
@given(st.integers(0, 2**32))
def test_what_a_round_settles_is_what_a_second_plain_referee_settles(seed):
    chance = random.Random(seed)
    state = start = play.random_start(chance)
    lines = [records.header_fields(start)]
    for _ in range(60):
        act = play.random_hu(chance, state) if state.table.offer else None
        act = act if act and chance.random() < 0.3 else play.legal_act(chance, state)
        if act is None:
            break
        lines.append(play.as_line(act))
        state = play.rules.accept(state, act) if play.rules.judge(state, act).legal else state
    told = [
        records.event_fields(step).get("hu")
        for step in records.play(records.parse("\n".join(map(json.dumps, lines))))
    ]
    for hu, expected in zip(told, naive.settlements(lines), strict=True):
        assert (hu and {key: hu[key] for key in ("points", "lucky", "pays")}) == expected
        if hu:
            assert sum(hu["pays"].values()) == 0
            assert sum(meld["points"] for meld in hu["melds"]) + hu.get("hidden", 0) == hu["points"]


def points(split):
    return None if split is None else total(split)

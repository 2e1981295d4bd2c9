"""Claims that are spoken in Four Colour Cards, and melds that a stronger claim overrules."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from setting_four_colour_cards import (
    FIELD,
    NINE,
    after,
    cards,
    claim,
    discard,
    draw,
    faults,
    game,
    hu,
    meld,
    stuck,
)

from referee import four_colour_cards as rules
from referee import notation
from referee.four_colour_acts import Exhausted
from referee.phrases import LANGUAGES, follows, say, standing
from referee.records import dump, event_fields, parse, play

FOUR = "ann bo cy di"
OFFERED = game(FOUR, offer="ann discarded w-h")
TAKEN = after(OFFERED, meld("bo", FIELD))  # bo took the white horse by chi, and is to discard


# What may be claimed.


@pytest.mark.parametrize(
    ("offer", "player", "word", "expected"),
    [
        ("ann discarded w-h", "bo", "chi", []),
        ("ann discarded w-h", "cy", "chi", ["claim_order"]),
        ("ann discarded w-h", "di", "pong", []),
        ("ann discarded w-h", "di", "gan", []),
        ("ann discarded w-h", "cy", "hu", []),
        ("ann discarded w-h", "ann", "hu", ["claim_order"]),
        ("ann discarded w-h", "ann", "pong", ["claim_order"]),
        ("ann discarded w-h", "cy", "pass", []),
        ("ann drew w-h", "ann", "chi", []),
        ("ann drew r-g", "bo", "chi", ["claim_order"]),
        ("ann drew r-g", "di", "pong", ["not_a_meld"]),
        ("ann drew r-g", "di", "gan", []),
        ("ann drew r-g", "ann", "pass", ["general_not_taken"]),
        ("ann drew r-g", "bo", "pass", []),
    ],
)
def test_only_what_the_rules_allow_may_be_claimed(offer, player, word, expected):
    assert faults(game(FOUR, offer=offer), claim(player, word)) == expected


def test_what_lies_open_tells_that_there_are_not_the_cards():
    seen = game(FOUR, offer="ann discarded w-h", passed="w-h")
    assert faults(seen, claim("cy", "pong")) == []
    assert faults(seen, claim("cy", "gan")) == ["no_such_card"]
    few = game(FOUR, offer="ann discarded w-h", melds={"bo": "4xr-ch, 4xg-ch, 4xy-ch, 4xr-h, 2xr-ca"})
    assert few.hand("bo") == 2
    assert faults(few, claim("bo", "pong")) == []
    assert faults(few, claim("bo", "gan")) == ["no_such_card"]


def test_with_no_card_on_offer_nothing_is_claimed_and_nobody_passes():
    for word in ("chi", "hu", "pass"):
        assert faults(game(FOUR, turn="ann"), claim("bo", word)) == ["card_not_on_offer"]


def test_what_may_be_said_now_is_told_for_each_seat():
    assert [rules.claimable(OFFERED, player) for player in OFFERED.players] == [
        (),
        ("chi", "pong", "gan", "hu", "pass"),
        ("pong", "gan", "hu", "pass"),
        ("pong", "gan", "hu", "pass"),
    ]
    general = game(FOUR, offer="ann drew r-g")
    assert rules.claimable(general, "ann") == ("chi", "gan", "hu")
    assert [rules.claimable(TAKEN, player) for player in ["bo", "cy"]] == [
        (),
        ("pong", "gan", "hu", "pass"),
    ]
    assert rules.claimable(after(TAKEN, discard("bo", "r-s")), "bo") == ()
    assert rules.claimable(game(rounds=1, turn="ann"), "bo") == ()


# A claim that stands binds: who is weaker waits until whoever spoke lays, or passes.


def test_who_is_weaker_waits_for_a_claim_that_stands():
    spoken = after(OFFERED, claim("bo", "chi"), claim("cy", "pong"))
    assert faults(spoken, meld("bo", FIELD)) == ["claim_order"]
    assert faults(spoken, draw("bo", "r-s")) == ["not_now"]
    assert faults(spoken, meld("cy", "3xw-h")) == []
    assert faults(spoken, meld("di", "4xw-h")) == ["claim_order"]
    assert faults(spoken, hu("di", NINE)) == ["hand_incomplete"]
    back = after(spoken, claim("cy", "pass"))
    assert faults(back, meld("bo", FIELD)) == []
    assert faults(back, draw("bo", "r-s")) == ["not_now"]  # bo has said chi
    assert faults(after(back, claim("bo", "pass")), draw("bo", "r-s")) == []


def test_the_last_card_is_not_left_while_a_claim_stands():
    last = replace(OFFERED, stock=0)
    assert faults(last, Exhausted()) == []
    assert faults(after(last, claim("cy", "pong")), Exhausted()) == ["not_now"]


def test_of_two_who_say_hu_the_first_in_turn_order_shows_the_hand():
    spoken = after(game(FOUR, offer="ann discarded w-ca"), claim("bo", "hu"), claim("cy", "hu"))
    assert faults(spoken, hu("cy", NINE)) == ["claim_order"]
    assert faults(spoken, hu("bo", NINE)) == []


def test_another_card_on_offer_is_claimed_anew():
    spoken = after(OFFERED, claim("cy", "pass"), draw("bo", "r-s"))
    assert spoken.claims == ()


# A stronger claim overrules a meld that lies there already.


def test_a_chi_that_lies_there_is_put_back_when_pong_is_called():
    called = after(TAKEN, claim("cy", "pong"))
    assert called.table == OFFERED.table
    assert (called.hands, called.on_turn) == (OFFERED.hands, "bo")
    assert faults(called, meld("bo", FIELD)) == ["claim_order"]
    taken = after(called, meld("cy", "3xw-h"))
    assert taken.table.melds[1:3] == ((), (cards("3xw-h"),))
    assert (taken.on_turn, taken.hand("bo"), taken.hand("cy")) == ("cy", 20, 18)


def test_who_lays_a_pong_or_shows_a_hu_over_a_chi_claims_by_that():
    assert after(TAKEN, meld("cy", "3xw-h")) == after(TAKEN, claim("cy", "pong"), meld("cy", "3xw-h"))
    chi = after(game("ann bo cy", offer="ann discarded w-ca"), meld("bo", "w-h w-ch w-ca"))
    assert after(chi, hu("cy", NINE)).credits == (11, 11, -22)


def test_the_drawer_goes_before_a_chi_of_the_next_player():
    chi = after(game(FOUR, offer="ann drew w-h"), meld("bo", FIELD))
    assert faults(chi, meld("ann", "2xw-h")) == []
    own = after(game(FOUR, offer="ann drew w-h"), meld("ann", "2xw-h"))
    assert faults(own, meld("bo", FIELD)) == ["card_not_on_offer"]


@pytest.mark.parametrize(
    ("state", "act", "expected"),
    [
        (TAKEN, meld("bo", "3xw-h"), ["card_not_on_offer"]),  # his own meld lies
        (TAKEN, claim("bo", "pong"), ["card_not_on_offer"]),
        (TAKEN, claim("cy", "chi"), ["card_not_on_offer"]),  # no stronger
        (TAKEN, claim("ann", "pong"), ["claim_order"]),  # his own discard
        (TAKEN, meld("cy", "3xw-ca"), ["card_not_on_offer"]),  # another card
        (after(TAKEN, discard("bo", "r-s")), meld("cy", "3xw-h"), ["card_not_on_offer"]),  # too late
        # A pair that was laid shows where two of the four are.
        (after(OFFERED, meld("bo", "2xw-h")), meld("cy", "3xw-h"), []),
        (after(OFFERED, meld("bo", "2xw-h")), meld("cy", "4xw-h"), ["no_such_card"]),
        (after(OFFERED, meld("bo", "2xw-h")), claim("cy", "gan"), ["no_such_card"]),
        (after(OFFERED, meld("cy", "3xw-h")), meld("bo", FIELD), ["card_not_on_offer"]),
        (after(TAKEN, claim("cy", "pass")), discard("bo", "r-s"), []),
    ],
)
def test_what_overrules_and_what_does_not(state, act, expected):
    assert faults(state, act) == expected


def test_a_table_set_by_hand_is_overruled_by_nothing():
    assert rules.with_table(TAKEN, TAKEN.table) == TAKEN
    assert rules.with_table(TAKEN, TAKEN.table, "cy").before_meld is None
    assert rules.accept(TAKEN, stuck("bo")).before_meld is None


# What is told, and how it is written.

HEADER = {"game": "four-colour-cards", "players": FOUR.split(), "options": {}}
CHI = {"act": "meld", "player": "bo", "cards": ["white-horse", "white-chariot", "white-cannon"]}
LINES = [
    {"act": "discard", "player": "ann", "card": "white-horse"},
    {"act": "claim", "player": "bo", "kind": "chi"},
    CHI,
    {"act": "claim", "player": "cy", "kind": "pong"},
    {"act": "meld", "player": "cy", "cards": ["white-horse"] * 3},
]


def record(*lines):
    return parse("\n".join(json.dumps(line) for line in (HEADER, *lines)))


def test_the_meld_that_was_overruled_stands_on_the_line_of_the_stronger_one():
    told = [event_fields(step) for step in play(record(*LINES))]
    assert told == [{}, {}, {}, {}, {"overruled": CHI}]
    assert [event_fields(step) for step in play(record(LINES[0], CHI, LINES[4]))] == [*[{}] * 2, told[4]]
    again = [{"act": "claim", "player": "cy", "kind": "pass"}, CHI]
    assert [event_fields(step) for step in play(record(*LINES[:4], *again))] == [{}] * 6


def test_a_claim_is_written_as_it_is_read():
    told = record(*LINES)
    assert [json.loads(line) for line in dump(told).splitlines()][1:] == LINES
    assert notation.parse(notation.dump(told)) == told
    assert "4. cy: claim pong\n" in notation.dump(told)


@pytest.mark.parametrize(
    ("state", "act", "english"),
    [
        (OFFERED, claim("cy", "pong"), "cy claims the white horse by pong."),
        (OFFERED, claim("cy", "pass"), "cy passes."),
        (
            OFFERED,
            claim("cy", "chi"),
            "By chi only bo may take the white horse. Take the claim back.",
        ),
        (
            game(FOUR, offer="ann drew r-g"),
            claim("di", "pong"),
            "There is no pong with the red general. Take the claim back.",
        ),
        (
            after(OFFERED, meld("bo", "2xw-h")),
            claim("cy", "gan"),
            "By what lies open cy cannot have the cards for gan with the white horse. Take the claim back.",
        ),
        (
            game(FOUR, turn="ann"),
            claim("bo", "hu"),
            "No card is on offer. Take the claim back.",
        ),
        (
            after(OFFERED, claim("cy", "pong")),
            meld("bo", FIELD),
            "cy claims the white horse by pong, and goes first. Take the cards back.",
        ),
        (
            after(OFFERED, claim("cy", "pong")),
            draw("bo", "r-s"),
            "cy claims the white horse by pong. Take it back: cy lays the cards first, or passes.",
        ),
    ],
)
def test_what_is_said_of_a_claim(state, act, english):
    assert say("en", state, act, rules.judge(state, act)) == english


def test_who_is_overruled_is_told_that_it_was_no_fault():
    pong = claim("cy", "pong")
    assert follows("en", TAKEN, pong, after(TAKEN, pong)) == (
        "cy goes first: bo puts white horse, white chariot and white cannon back, and that is no fault."
    )
    called = after(TAKEN, pong)
    laid = meld("cy", "3xw-h")
    assert follows("en", called, laid, after(called, laid)) == ""
    assert follows("en", TAKEN, laid, after(TAKEN, laid)).startswith("cy goes first: bo puts ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_standing_line_names_who_claimed(language):
    assert standing("en", after(OFFERED, claim("cy", "pong"))) == (
        "cy claims the white horse by pong, and is to lay the meld."
    )
    assert "cy" in standing(language, after(OFFERED, claim("cy", "hu")))
    assert "cy" not in standing(language, after(OFFERED, claim("cy", "pass")))

"""Records of Four Colour Cards: the lines agreed on, what is told of a hu, acts that stand, tables set by hand."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from setting_four_colour_cards import NINE, TWELVE, after, cards, discard, draw, game, hu, meld, stuck

from referee import four_colour_cards as rules
from referee import notation
from referee.four_colour_acts import Count, Exhausted, Hu, Offer, OpenCards, Options, SetTable, Stuck
from referee.four_colour_score import settlement
from referee.records import RecordError, dump, event_fields, final_state, outcome_fields, parse, play

HEADER = {
    "game": "four-colour-cards",
    "players": ["ann", "bo", "cy"],
    "options": {"threshold": 10, "base": 1},
}
DISCARD = {"act": "discard", "player": "ann", "card": "red-chariot"}
DRAW = {"act": "draw", "player": "bo", "card": "white-horse"}
MELD = {"act": "meld", "player": "bo", "cards": ["white-horse", "white-chariot", "white-cannon"]}
HU = {"act": "hu", "player": "cy", "hand": ["red-general"], "lucky": "green-horse"}
STUCK = {"act": "stuck", "player": "bo"}
EXHAUSTED = {"act": "exhausted"}
COUNT = {"act": "count", "deck": 31}
TABLE = {
    "act": "table",
    "melds": [[], [["red-general"], ["white-horse", "white-horse"]], []],
    "passed": ["red-horse"],
    "offer": {"card": "green-horse", "player": "cy", "drawn": True},
    "on_turn": None,
}
ACTS = [DISCARD, DRAW, MELD, HU, STUCK, EXHAUSTED, COUNT, TABLE]


def test_a_record_is_the_game_and_an_act_a_line():
    record = parse(text(HEADER, *ACTS))
    assert record.start == rules.start(("ann", "bo", "cy"), Options(threshold=10, base=1))
    table = OpenCards(
        melds=((), (("red-general",), ("white-horse", "white-horse")), ()),
        passed=("red-horse",),
        offer=Offer("green-horse", "cy", drawn=True),
    )
    assert [line.act for line in record.lines] == [
        discard("ann", "r-ch"),
        draw("bo", "w-h"),
        meld("bo", "w-h w-ch w-ca"),
        hu("cy", "r-g", "g-h"),
        stuck("bo"),
        Exhausted(),
        Count(31),
        SetTable(table),
    ]


def test_what_is_read_is_written_alike_and_survives_as_text():
    record = parse(text(HEADER, *ACTS, {**STUCK, "hand": ["red-general"]}, {**DRAW, "accepted": True}))
    assert [json.loads(line) for line in dump(record).splitlines()][1 : len(ACTS) + 1] == ACTS
    assert parse(dump(record)) == record
    assert notation.parse(notation.dump(record)) == record


def test_a_lucky_card_and_a_hand_that_were_not_shown_can_be_left_out():
    for line in ({key: HU[key] for key in ("act", "player", "hand")}, {**HU, "lucky": None}):
        assert parse(text(HEADER, line)).lines[0].act == Hu("cy", ("red-general",))
    assert parse(text(HEADER, {**STUCK, "hand": None})).lines[0].act == Stuck("bo")


def test_options_that_are_not_given_have_their_defaults():
    header = {key: HEADER[key] for key in ("game", "players")}
    assert parse(text(header)).start.options == Options()
    defaults = {option.name: option.default for option in rules.OPTIONS}
    assert vars(Options()) == defaults


# What `judge --json` tells.


def test_a_hu_is_told_with_its_melds_and_payments():
    record = parse(text(HEADER, DISCARD, hand_line("cy", TWELVE.replace("w-ca", "w-ch"), "r-h")))
    assert [event_fields(step) for step in play(record)] == [{}, {}]  # a red chariot is no white one
    discarded = {**DISCARD, "card": "white-cannon"}
    told = [
        event_fields(step) for step in play(parse(text(HEADER, discarded, hand_line("cy", TWELVE, "r-h"))))
    ]
    assert told[0] == {}
    assert told[1]["hu"] | {"melds": None} == {
        "points": 12,
        "melds": None,
        "lucky": 3,
        "pays": {"ann": -6, "bo": -6, "cy": 12},
    }
    melds = told[1]["hu"]["melds"]
    assert {"kind": "pair", "cards": ["white-cannon"] * 2, "where": "table", "points": 0} in melds
    assert {"kind": "triple", "cards": ["red-horse"] * 3, "where": "hand", "points": 3} in melds
    assert [meld["where"] for meld in melds].count("table") == 1
    assert sum(meld["points"] for meld in melds) == 12


def test_melds_laid_before_come_first():
    lines = [
        {**DISCARD, "card": "white-horse"},
        MELD,
        {**DISCARD, "player": "bo", "card": "green-soldier"},
        {**DRAW, "player": "cy", "card": "red-soldier"},
        hand_line("bo", "2xr-s g-s y-s w-s 2xr-a 2xr-e 2xg-a 2xg-e 2xy-a 2xy-e"),
    ]
    steps = list(play(parse(text(HEADER, *lines))))
    assert [step.verdict.faults for step in steps[-1:]] == [()]
    assert event_fields(steps[-1])["hu"]["melds"][0] == {
        "kind": "field",
        "cards": ["white-horse", "white-chariot", "white-cannon"],
        "where": "table",
        "points": 1,
    }


def test_who_is_stuck_is_paid_or_pays_and_generals_not_shown_are_told_as_hidden():
    state = game("ann bo", turn="ann", melds={"ann": "4xr-ch, 4xy-h, 4xg-ca, 4xw-a"})
    line = {"act": "stuck", "player": "ann"}
    table = write_table(state)
    record = parse(text({**HEADER, "players": ["ann", "bo"]}, table, line))
    *_, told = [event_fields(step) for step in play(record)]
    assert (told["hu"]["points"], told["hu"]["hidden"], len(told["hu"]["melds"])) == (29, 5, 4)
    assert told["hu"]["pays"] == {"ann": 20, "bo": -20}


def test_the_outcome_is_told_with_the_credits():
    state = after(game(offer="bo discarded w-ca", rounds=1), hu("ann", NINE))
    assert outcome_fields(rules.outcome(state)) == {
        "how": "credits",
        "winners": ["bo", "cy"],
        "credits": {"ann": -22, "bo": 11, "cy": 11},
    }


# Acts that stand although they are illegal, and tables set by hand.


def test_a_general_discarded_can_be_let_stand_and_is_then_taken_by_chi():
    general = {**DISCARD, "card": "red-general"}
    state = final_state(parse(text(HEADER, general)))
    assert state == rules.start(("ann", "bo", "cy"))
    state = final_state(parse(text(HEADER, {**general, "accepted": True})))
    assert state.table.offer == Offer("red-general", "ann")
    assert rules.judge(state, meld("bo", "r-g")).legal


def test_a_meld_without_the_card_on_offer_can_be_let_stand_its_cards_were_in_hand():
    state = rules.accept(game(offer="ann discarded r-ch"), meld("cy", "3xg-h"))
    assert state.hands == (20, 20, 17)
    assert (state.on_turn, state.table.passed, state.table.offer) == ("cy", ("red-chariot",), None)


def test_a_false_hu_that_stands_counts_what_lies_on_the_table():
    state = game(offer="ann discarded r-ch", melds={"cy": "4xg-h"})
    assert rules.accept(state, hu("cy", NINE)).credits == (11, 11, -22)


def test_cards_that_stand_although_they_are_no_meld_count_nothing():
    state = rules.accept(game(offer="ann discarded r-ch", melds={"bo": "3xg-h"}), meld("bo", "r-ch g-ch"))
    counted = settlement(replace(state, hands=(20, 0, 20)), stuck("bo"))
    assert ([meld.kind for meld in counted.melds], counted.points) == (["triple"], 1)


def test_with_a_table_set_by_hand_the_sizes_of_hands_and_deck_follow():
    state = final_state(parse(text(HEADER, TABLE)))
    assert state.hands == (20, 17, 20)
    assert state.stock == 112 - 57 - 3 - 1 - 1
    assert state.on_turn == "ann"
    due = final_state(parse(text(HEADER, {**TABLE, "offer": None, "on_turn": "bo"})))
    assert (due.hands, due.on_turn) == ((20, 18, 20), "bo")


def test_a_table_set_by_hand_as_it_lies_changes_nothing():
    state = after(game(turn="ann"), discard("ann", "r-ch"), draw("bo", "w-h"), meld("cy", "w-h w-ch w-ca"))
    assert rules.with_table(state, rules.expected_table(state)) == state
    state = after(state, discard("cy", "r-s"))
    assert rules.with_table(state, rules.expected_table(state)) == state


# Malformed lines.

NO_CARD = (
    "is not a colour (red, green, yellow, white), - and a rank (general, advisor, elephant, chariot, horse, "
)


@pytest.mark.parametrize(
    ("header", "what"),
    [
        ({**HEADER, "players": ["ann"]}, "2 to 4 players are needed, not 1"),
        ({**HEADER, "players": ["ann", "ann"]}, "a player is named twice: ann, ann"),
        ({**HEADER, "players": ["ann", 7]}, "player 7 is no name"),
        (
            {**HEADER, "options": {"treshold": 10}},
            'option "treshold" is not one of threshold, base, rounds, credits, claimed, lucky, next_starter, edition',
        ),
        ({**HEADER, "options": {"rounds": 0}}, "option rounds 0 is not one of 1 to 100"),
        ({**HEADER, "options": {"base": 1.0}}, "option base 1.0 is not one of 0 to 1000"),
        ({**HEADER, "options": {"base": True}}, "option base true is not one of 0 to 1000"),
        (
            {**HEADER, "options": {"edition": "x"}},
            'option edition "x" is not one of taiwan, hokkien, chaozhou',
        ),
    ],
)
def test_a_malformed_first_line_is_refused(header, what):
    assert refusal(text(header)) == (1, what)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ({**DISCARD, "player": "di"}, 'player "di" is not one of ann, bo, cy'),
        ({"act": "discard", "player": "ann"}, "card is missing"),
        ({**DISCARD, "card": "red-tank"}, f'card "red-tank" {NO_CARD}cannon, soldier)'),
        ({**DISCARD, "card": None}, f"card null {NO_CARD}cannon, soldier)"),
        ({**DISCARD, "card": "r-ch"}, f'card "r-ch" {NO_CARD}cannon, soldier)'),
        ({**MELD, "cards": "white-horse"}, 'cards must be a list, not "white-horse"'),
        ({**MELD, "cards": [["white-horse"]]}, f'card ["white-horse"] {NO_CARD}cannon, soldier)'),
        ({"act": "hu", "player": "cy"}, "hand is missing"),
        ({**HU, "hand": ["red-horse"] * 113}, "hand are 113 cards, more than there are"),
        ({**HU, "lucky": 3}, f"card 3 {NO_CARD}cannon, soldier)"),
        (
            {"act": "pass"},
            'act "pass" is not one of discard, draw, claim, meld, hu, stuck, exhausted, void_round, count, table',
        ),
        ({**TABLE, "melds": [[]]}, "melds must have 3 entries, not 1"),
        ({**TABLE, "melds": [[["red-horse"]], [], []]}, "1 cards that are no meld: red-horse"),
        ({**TABLE, "passed": ["red-horse"] * 5}, "there are 4 cards red-horse, not 5"),
        ({**TABLE, "offer": {"card": "red-horse", "player": "di"}}, 'player "di" is not one of ann, bo, cy'),
        (
            {**TABLE, "offer": {"card": "red-horse", "player": "bo", "drawn": 1}},
            "drawn must be true or false, not 1",
        ),
        ({**TABLE, "on_turn": "di"}, 'on_turn "di" is not one of ann, bo, cy'),
    ],
)
def test_a_malformed_act_is_refused_with_the_number_of_its_line(line, what):
    assert refusal(text(HEADER, DISCARD, line, DRAW)) == (3, what)


def test_more_cards_than_there_are_cannot_lie_open():
    many = [f"{colour}-soldier" for colour in ("red", "green", "yellow", "white")] * 4
    ranks = ("advisor", "elephant", "chariot", "horse", "cannon")
    more = [f"{colour}-{rank}" for colour in ("red", "green") for rank in ranks] * 4
    line = {**TABLE, "passed": many + more, "offer": None}
    assert refusal(text(HEADER, line)) == (2, "more cards lie open than there can be")


# Text that people type.

TYPED = """\
game: four-colour-cards
players: ann "Bo Li" cy
options: threshold=5 lucky=none

1. ann: discard r-ch
2. "Bo Li": draw white-馬
3. cy: meld w-h w-h w-h (accepted)
4. cy: discard 5
"""


def test_cards_can_be_cut_short_or_named_by_their_glyph():
    record = notation.parse(TYPED.replace("4. cy: discard 5\n", "table turn ann\n"))
    assert record.start.options == Options(threshold=5, lucky="none")
    assert [line.act for line in record.lines] == [
        discard("ann", "r-ch"),
        draw("Bo Li", "w-h"),
        meld("cy", "3xw-h"),
        SetTable(OpenCards(melds=((), (), ())), "ann"),
    ]
    assert record.lines[2].accepted


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("cy: discard 5", "card '5' is not a colour (red, green, yellow, white), - and a rank (general, "),
        ("cy: discard r-c", "card 'r-c' can be any of red-chariot, red-cannon"),
        (
            "cy: discard",
            '"cy: discard" is not one of discard, draw, claim, meld, hu, stuck, exhausted, void-round, count, table ',
        ),
        ("cy: stuck r-g", '"cy: stuck r-g" is not one of discard, '),
        ("discard r-ch", "player is missing"),
        ("table meld 4 r-g", 'on a table there is no "meld 4 r-g"'),
        ("table offer ann r-g", 'on a table there is no "offer ann r-g"'),
        ("table ann", 'part of a table "ann" is not one of meld, passed, offer, turn'),
    ],
)
def test_a_line_that_spells_no_act_is_refused_with_its_number(line, what):
    with pytest.raises(RecordError) as caught:
        notation.parse(TYPED.replace("cy: discard 5", line))
    assert (caught.value.line_number, caught.value.what[: len(what)]) == (8, what)


def hand_line(player, hand, lucky=None):
    line = {"act": "hu", "player": player, "hand": list(cards(hand))}
    return line | ({"lucky": cards(lucky)[0]} if lucky else {})


def write_table(state):
    return {
        "act": "table",
        "melds": [[list(meld) for meld in melds] for melds in state.table.melds],
        "on_turn": state.on_turn,
    }


def refusal(data):
    with pytest.raises(RecordError) as caught:
        parse(data)
    return caught.value.line_number, caught.value.what


def text(*lines):
    return "\n".join(json.dumps(line) for line in lines)

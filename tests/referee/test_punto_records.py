"""Records of Punto: their lines, the same as text, and what `judge` adds."""

from __future__ import annotations

import json

import pytest
from setting_punto import (
    FULL,
    GRID_A,
    after,
    cannot,
    change,
    game,
    place,
    set_table,
)

from companion.commands.judge import verdict_fields
from referee import notation, punto, records
from referee.records import RecordError

HEADER = {
    "game": "punto",
    "players": ["ann", "bo"],
    "colours": {"ann": ["red", "blue"], "bo": ["orange", "green"]},
    "neutral": None,
    "options": {"wins": 2, "starter": "winner", "teams": None},
}
RED_5 = {"colour": "red", "points": 5}
BLUE_2 = {"colour": "blue", "points": 2}
PLACE = {"act": "place", "player": "ann", "card": RED_5, "at": [0, -3]}
CANNOT = {"act": "cannot_place", "player": "bo", "card": {"colour": "green", "points": 1}}
CHANGE = {"act": "change", "added": [[RED_5, [0, 3]]], "removed": [[BLUE_2, [-1, 0]]]}
TABLE = {"act": "table", "piles": [[[0, 0], [BLUE_2, RED_5]], [[0, 1], [BLUE_2]]], "on_turn": "bo"}
LINES = (PLACE, CANNOT, {**CANNOT, "card": None}, CHANGE, TABLE)
ACTS = (
    place("ann", "R5", 0, -3),
    cannot("bo", "G1"),
    cannot("bo"),
    change(added="R5 0 3", removed="B2 -1 0"),
    set_table("B2+R5 B2", "bo"),
)
NINES = "9" * 5000
TEXT = """\
game: punto
players: ann bo
options: wins=2 starter=winner teams=null
colours:
  ann red blue
  bo orange green
neutral: none

1. ann: place red-5 at 0 -3
2. bo: cannot-place green-1
3. bo: deck-used-up
4. change put red-5 at 0 3 took blue-2 at -1 0
5. table at 0 0 blue-2 red-5 at 0 1 blue-2 turn bo
"""


def text(*lines):
    return "\n".join(map(json.dumps, lines))


def test_a_record_is_the_game_and_an_act_a_line():
    record = records.parse(text(HEADER, *LINES))
    assert record.start == game(2)
    assert tuple(line.act for line in record.lines) == ACTS
    assert [json.loads(line) for line in records.dump(record).splitlines()] == [HEADER, *LINES]


def test_the_same_as_text():
    record = records.parse(text(HEADER, *LINES))
    assert notation.dump(record) == TEXT
    assert notation.parse(TEXT) == record


def test_the_grid_floats_so_any_whole_numbers_are_a_cell():
    record = records.parse(text(HEADER, {**PLACE, "at": [10**20, -(10**20)]}))
    assert record.lines[0].act == place("ann", "R5", 10**20, -(10**20))
    assert notation.parse(notation.dump(record)) == record


def test_what_is_left_out_has_its_default():
    short = {name: HEADER[name] for name in ("game", "players", "colours")}
    assert records.parse(text(short)).start == game(2)
    assert notation.parse(TEXT.replace("neutral: none\n", "")).start == game(2)


def test_with_three_the_colour_left_over_is_neutral():
    header = {
        **HEADER,
        "players": ["ann", "bo", "cy"],
        "colours": {"ann": ["red"], "bo": ["orange"], "cy": ["blue"]},
    }
    assert records.parse(text(header)).start == game(3)
    record = records.parse(text({**header, "neutral": "green"}))
    assert record.start == game(3)
    assert records.header_fields(record.start)["neutral"] == "green"
    assert notation.parse(notation.dump(record)) == record


def test_teams_both_have_both_colours():
    header = {
        "game": "punto",
        "players": ["ann", "bo", "cy", "di"],
        "colours": {
            "ann": ["red", "blue"],
            "bo": ["orange", "green"],
            "cy": ["red", "blue"],
            "di": ["orange", "green"],
        },
        "options": {"teams": [["ann", "cy"], ["bo", "di"]]},
    }
    record = records.parse(text(header))
    assert record.start == game(4, teams=True)
    assert notation.parse(notation.dump(record)) == record


@pytest.mark.parametrize(
    ("header", "what"),
    [
        ({"players": ["ann", ""]}, 'player "" is no name'),
        ({"players": ["ann"]}, 'player in colours "bo" is not one of ann'),
        ({"colours": None}, "colours must be an object, not null"),
        ({"colours": {"ann": ["red", "blue"]}}, "colours are needed for ann, bo, and for nobody else"),
        (
            {"colours": {"ann": ["red", "yellow"], "bo": []}},
            'colour "yellow" is not one of red, orange, blue, green',
        ),
        ({"neutral": "red"}, "red cannot be neutral: left over is no colour"),
        ({"neutral": 1}, "neutral 1 is not one of red, orange, blue, green"),
        ({"options": {"win": 2}}, 'option "win" is not one of wins, starter, teams'),
        ({"options": {"wins": 0}}, "option wins 0 is not one of 1 to 9"),
        ({"options": {"starter": "left"}}, 'option starter "left" is not one of winner, ender'),
        ({"options": {"teams": "ann"}}, 'teams must be a list, not "ann"'),
        ({"options": {"teams": [["ann"], ["bo"]]}}, "each of teams must have 2 entries, not 1"),
        (
            {"options": {"teams": [["ann", "bo"], ["cy", "di"]]}},
            'player in teams "cy" is not one of ann, bo',
        ),
        (
            {"options": {"teams": [["ann", "bo"], ["ann", "bo"]]}},
            "the teams must be of the four players ann, bo, each in one of them",
        ),
    ],
)
def test_a_malformed_first_line_is_refused(header, what):
    assert refusal(text({**HEADER, **header})) == (1, what)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ({**PLACE, "act": "lay"}, 'act "lay" is not one of place, cannot_place, change, void_round, table'),
        ({**PLACE, "player": "cy"}, 'player "cy" is not one of ann, bo'),
        ({**PLACE, "card": None}, "card must be an object, not null"),
        ({**PLACE, "card": {"colour": "red"}}, "points is missing"),
        (
            {**PLACE, "card": {**RED_5, "colour": "yellow"}},
            'colour "yellow" is not one of red, orange, blue, green',
        ),
        ({**PLACE, "card": {**RED_5, "points": 10}}, "points 10 is not a whole number from 1 to 9"),
        ({**PLACE, "card": {**RED_5, "points": 0}}, "points 0 is not a whole number from 1 to 9"),
        ({**PLACE, "card": {**RED_5, "points": True}}, "points true is not a whole number from 1 to 9"),
        ({**PLACE, "card": {**RED_5, "points": 5.0}}, "points 5.0 is not a whole number from 1 to 9"),
        ({**PLACE, "at": "b3"}, 'at "b3" is not [row, column], two whole numbers'),
        ({**PLACE, "at": [0]}, "at [0] is not [row, column], two whole numbers"),
        ({**PLACE, "at": [0, 0.5]}, "at [0, 0.5] is not [row, column], two whole numbers"),
        ({**PLACE, "at": [0, False]}, "at [0, false] is not [row, column], two whole numbers"),
        ({"act": "place", "player": "ann", "card": RED_5}, "at is missing"),
        ({"act": "cannot_place", "player": "ann"}, "card is missing"),
        ({**CHANGE, "added": [RED_5]}, 'each of added must be a list, not {"colour": "red", "points": 5}'),
        ({**CHANGE, "removed": [[RED_5, [1, 2], 3]]}, "each of removed must have 2 entries, not 3"),
        ({**TABLE, "piles": {}}, "piles must be a list, not {}"),
        ({**TABLE, "piles": [[[0, 1], [RED_5]], [[0, 1], [BLUE_2]]]}, "cell [0, 1] is given twice"),
        ({**TABLE, "on_turn": "cy"}, 'on_turn "cy" is not one of ann, bo'),
    ],
)
def test_a_malformed_act_is_refused_with_the_number_of_its_line(line, what):
    assert refusal(text(HEADER, PLACE, line, PLACE)) == (3, what)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (
            "ann: place red-5",
            "is not one of place red-5 at 0 0, cannot-place red-5, deck-used-up, change, void-round, table",
        ),
        ("ann: place red-five at 0 0", '"five" is no whole number, as in red-5 at 0 -1'),
        ("ann: place red-5 at 0 b", '"b" is no whole number, as in red-5 at 0 -1'),
        ("ann: place red-12 at 0 0", "points 12 is not a whole number from 1 to 9"),
        (f"ann: place red-5 at {NINES} 0", f'"{NINES[:36]}... is no whole number, as in red-5 at 0 -1'),
        ("place red-5 at 0 0", "player is missing"),
        ("change put red-5 at 0", 'each card needs its cell, as in red-5 at 0 -1, not "red-5 at 0"'),
        ("change put red-5 by 0 0", 'each card needs its cell, as in red-5 at 0 -1, not "red-5 by 0 0"'),
        ("change foo put red-5 at 0 0", 'word "foo" is not one of put, took'),
        ("change put red-5 at 0 0 put red-6 at 0 1", "put is given twice"),
        ("table at 0 0 red-5 turn ann bo", '"turn" is no card, as red-5 is'),
        ("table at 0 0 red-5 turn", '"turn" is no card, as red-5 is'),
        ("table at 0 0 red-5 at 0 0 red-6", "cell [0, 0] is given twice"),
        ("table red-5", 'a cell is needed first, as in at 0 0 red-5, not "red-5"'),
    ],
)
def test_a_malformed_act_as_text_is_refused_with_the_number_of_its_line(line, what):
    with pytest.raises(RecordError) as caught:
        notation.parse(TEXT.replace("1. ann: place red-5 at 0 -3", line))
    assert caught.value.line_number == 9
    assert caught.value.what.endswith(what)


def test_colours_given_twice_are_refused():
    with pytest.raises(RecordError) as caught:
        notation.parse(TEXT.replace("  ann red blue\n", "  ann red blue\n  ann red green\n"))
    assert caught.value.what == '"ann" is given twice'


def refusal(data):
    with pytest.raises(RecordError) as caught:
        records.parse(data)
    return caught.value.line_number, caught.value.what


# What `judge --json` adds.


def judged(state, act):
    lines = (records.Line(act),)
    return next(verdict_fields(step) for step in records.play(records.Record(state, lines)))


def test_a_round_that_ends_is_told_with_the_act():
    assert judged(game(cards=GRID_A, on_turn="bo"), place("bo", "Y5", 0, 0)) == {
        "n": 1,
        "legal": True,
        "faults": [],
        "round": {
            "winner": "bo",
            "how": "row",
            "cells": [[0, 0], [1, 1], [2, 2], [3, 3]],
            "removed": {"colour": "orange", "points": 8},
        },
    }
    nobody = {"winner": None, "how": "void", "cells": [], "removed": None}
    assert judged(game(cards=FULL), cannot("ann", "R1"))["round"] == nobody
    assert judged(game(cards=FULL), punto.VoidRound())["round"] == nobody


def test_without_the_end_of_a_round_nothing_is_added():
    assert "round" not in judged(game(cards=GRID_A, on_turn="bo"), place("bo", "Y9", 1, 0))
    assert "round" not in judged(game(cards=GRID_A), place("bo", "Y5", 0, 0))


def test_the_outcome_names_all_who_win_and_the_rounds_of_each():
    done = after(game(4, "R1 R2 R3 R4", on_turn="cy", teams=True, wins=1), place("cy", "R5", 0, 4))
    assert records.outcome_fields(punto.outcome(done)) == {
        "how": "rounds",
        "winners": ["ann", "cy"],
        "rounds": {"ann": 1, "cy": 1, "bo": 0, "di": 0},
    }

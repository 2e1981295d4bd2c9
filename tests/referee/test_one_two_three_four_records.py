"""Records of One Two Three … Four: their lines, the same as text, and what `judge` adds."""

from __future__ import annotations

import json

import pytest
from setting_one_two_three_four import change, enter, game, move

from referee import notation, records
from referee import one_two_three_four as joushi
from referee.one_two_three_four import Options, Pass, SetTable
from referee.records import RecordError

HEADER = {
    "game": "one-two-three-four",
    "players": ["ann", "bo"],
    "colours": {"ann": ["red", "yellow"], "bo": ["blue", "green"]},
    "options": {
        "size": 6,
        "direction": "clockwise",
        "must_be_free": "turn_cell",
        "corners": {"red": [0, 0], "blue": [0, 5], "yellow": [5, 5], "green": [5, 0]},
    },
}
ENTER = {"act": "enter", "player": "ann", "colour": "red", "steps": 4}
MOVE = {"act": "move", "player": "bo", "from": [0, 3], "lane": 2, "slide": 2}
CHANGE = {"act": "change", "added": [["red", [0, 3]]], "removed": [["red", [2, 2]]]}
TABLE = {"act": "table", "stacks": [[["red"], [], [], [], [], []], *[[[]] * 6] * 5], "on_turn": "bo"}
LINES = (ENTER, {**ENTER, "steps": 2, "slide": 2}, MOVE, {"act": "pass", "player": "ann"}, CHANGE, TABLE)
ACTS = (
    enter("ann", "red"),
    enter("ann", "red", 2, 2),
    move("bo", "d1", 2, 2),
    Pass("ann"),
    change(added="red d1", removed="red c3"),
    SetTable(game("red a1").stacks, "bo"),
)
TEXT = """\
game: one-two-three-four
players: ann bo
options: size=6 direction=clockwise must_be_free=turn_cell \
corners={"red":[0,0],"blue":[0,5],"yellow":[5,5],"green":[5,0]}
colours:
  ann red yellow
  bo blue green

1. ann: enter red 4
2. ann: enter red 2 in 2
3. bo: move d1 2 in 2
4. ann: pass
5. change put red d1 took red c3
6. table a1 red turn bo
"""


def text(*lines):
    return "\n".join(map(json.dumps, lines))


def test_a_record_is_the_game_and_an_act_a_line_both_ways():
    record = records.parse(text(HEADER, *LINES))
    assert record.start == joushi.start(("ann", "bo"), HEADER["colours"])
    assert tuple(line.act for line in record.lines) == ACTS
    assert [json.loads(line) for line in records.dump(record).splitlines()] == [HEADER, *LINES]


def test_it_is_text_that_people_read_and_type_both_ways():
    record = records.parse(text(HEADER, *LINES))
    assert [line.rstrip() for line in notation.dump(record).splitlines()] == TEXT.splitlines()
    assert notation.parse(TEXT) == record


def test_names_of_several_words_are_quoted():
    header = {
        **HEADER,
        "players": ["Ann B.", "bo"],
        "colours": {"Ann B.": ["red", "yellow"], "bo": ["blue", "green"]},
    }
    record = records.parse(text(header, {**ENTER, "player": "Ann B."}))
    assert '"Ann B.": enter red 4' in notation.dump(record)
    assert notation.parse(notation.dump(record)) == record


def test_options_that_are_not_given_have_their_defaults():
    header = {key: value for key, value in HEADER.items() if key != "options"}
    assert records.parse(text(header)).start.options == Options()
    assert records.parse(text({**HEADER, "options": {"size": 8}})).start.corner("yellow") == (7, 7)


def test_a_move_without_a_slide_slides_not():
    line = {key: value for key, value in MOVE.items() if key != "slide"}
    assert records.parse(text(HEADER, line)).lines[0].act == move("bo", "d1", 2)


def test_corners_are_read_as_they_lie_and_one_that_is_left_over_need_not_be_named():
    corners = {"green": [0, 0], "red": [5, 0], "yellow": [0, 5]}
    start = records.parse(text({**HEADER, "options": {"corners": corners}})).start
    assert start.options.corners == ("green", "yellow", "blue", "red")
    assert start.corner("blue") == (5, 5)


CORNERS = HEADER["options"]["corners"]
EACH = "corners must give each of red, blue, yellow, green a corner of its own"


@pytest.mark.parametrize(
    ("header", "what"),
    [
        ({"players": "ann"}, 'players must be a list, not "ann"'),
        ({"players": ["ann", 7]}, "player 7 is no name"),
        ({"players": ["ann", " "]}, 'player " " is no name'),
        ({"players": ["ann"]}, "2 to 4 players are needed, not 1"),
        ({"players": ["ann", "ann"]}, "a player is named twice: ann, ann"),
        ({"players": ["ann", "cy"]}, "colours are needed for ann, cy, and for nobody else"),
        ({"colours": [["red"]]}, 'colours must be an object, not [["red"]]'),
        ({"colours": {"ann": "red", "bo": "blue"}}, 'colours must be a list, not "red"'),
        ({"colours": {"ann": ["red"], "bo": ["blue"]}}, "of 2 players each plays 2 of the colours"),
        (
            {"colours": {"ann": ["red", "pink"], "bo": ["blue", "green"]}},
            'colour "pink" is not one of red, blue, yellow, green',
        ),
        ({"options": {"sise": 6}}, 'option "sise" is not one of size, direction, must_be_free, corners'),
        ({"options": {"size": 9}}, "option size 9 is not one of 5, 6, 7, 8"),
        (
            {"options": {"direction": "left"}},
            'option direction "left" is not one of clockwise, anticlockwise',
        ),
        (
            {"options": {"must_be_free": None}},
            "option must_be_free null is not one of turn_cell, first_inner_cell",
        ),
        ({"options": {"corners": "red"}}, 'corners must be an object, not "red"'),
        ({"options": {"corners": {**CORNERS, "red": [0, 1]}}}, EACH),
        ({"options": {"corners": {**CORNERS, "red": [0, 5]}}}, EACH),
        ({"options": {"corners": {"red": [0, 0], "blue": [0, 5]}}}, EACH),
        (
            {"options": {"corners": {**CORNERS, "white": [0, 0]}}},
            'corner "white" is not one of red, blue, yellow, green',
        ),
        (
            {"options": {"size": 5, "corners": CORNERS}},
            "corners.blue [0, 5] is not [row, column], each from 0 to 4",
        ),
    ],
)
def test_a_malformed_first_line_is_refused(header, what):
    assert refusal(records.parse, text({**HEADER, **header})) == (1, what)


@pytest.mark.parametrize("name", ["players", "colours"])
def test_players_and_colours_must_be_named(name):
    header = {key: value for key, value in HEADER.items() if key != name}
    assert refusal(records.parse, text(header)) == (1, f"{name} is missing")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ({**ENTER, "act": "bring"}, 'act "bring" is not one of enter, move, pass, change, table'),
        ({"act": "pass"}, "player is missing"),
        ({**ENTER, "player": "cy"}, 'player "cy" is not one of ann, bo'),
        ({**ENTER, "colour": "white"}, 'colour "white" is not one of red, blue, yellow, green'),
        ({**ENTER, "steps": -1}, "steps -1 is not a whole number from 0 to 99"),
        ({**ENTER, "steps": 4.0}, "steps 4.0 is not a whole number from 0 to 99"),
        ({**ENTER, "steps": True}, "steps true is not a whole number from 0 to 99"),
        ({**ENTER, "slide": "2"}, 'slide "2" is not a whole number from 0 to 99'),
        ({**MOVE, "lane": 100}, "lane 100 is not a whole number from 0 to 99"),
        ({**MOVE, "from": [6, 0]}, "from [6, 0] is not [row, column], each from 0 to 5"),
        ({"act": "move", "player": "bo", "lane": 4}, "from is missing"),
        ({**CHANGE, "added": [["white", [0, 3]]]}, 'tile "white" is not one of red, blue, yellow, green'),
        ({**CHANGE, "added": [["red", 0, 3]]}, "each of added must have 2 entries, not 3"),
        ({"act": "change", "added": []}, "removed is missing"),
        ({**TABLE, "on_turn": "cy"}, 'on_turn "cy" is not one of ann, bo'),
        (
            {**TABLE, "stacks": [[["red", "red"], *[[]] * 5], *[[[]] * 6] * 5]},
            "stacks: more than one tile lies on a cell",
        ),
        ({**TABLE, "stacks": [[]] * 6}, "each row of stacks must have 6 entries, not 0"),
    ],
)
def test_a_malformed_act_is_refused_with_the_number_of_its_line(line, what):
    assert refusal(records.parse, text(HEADER, ENTER, line, ENTER)) == (3, what)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (
            "turn bo",
            "turn bo ann",
            (13, "a cell and a colour are needed for each tile, not a1, red, turn, bo, ann"),
        ),
        ("bo blue green", "ann blue green", (1, '"ann" is given twice')),
        ("bo blue green", "bo blue pink", (1, 'colour "pink" is not one of red, blue, yellow, green')),
        ("size=6", "size=9", (1, "option size 9 is not one of 5, 6, 7, 8")),
        ("enter red 4", "enter red", (8, '"ann: enter red" is not one of enter red 4, move d1 4, ')),
        ("enter red 4", "enter red four", (8, '"four" is not a number of steps')),
        ("move d1 2 in 2", "move z 2 in 2", (10, '"z" names no cell, as b3 does')),
        ("move d1 2 in 2", "move d1 2 out 2", (10, "in and a number are needed after the steps, not out, 2")),
        ("ann: pass", "pass", (11, "player is missing")),
        ("put red d1", "put red", (12, "a colour and a cell are needed for each tile, not red")),
        ("put red d1", "placed red d1", (12, 'word "placed" is not one of put, took')),
        ("put red d1", "put red a1 put red d1", (12, "put is given twice")),
        ("table a1 red", "table a1", (13, "a cell and a colour are needed for each tile, not a1")),
        ("table a1 red", "table a1 red a1 blue", (13, "stacks: more than one tile lies on a cell")),
    ],
)
def test_malformed_text_is_refused_with_the_number_of_its_line(old, new, what):
    assert old in TEXT
    number, told = refusal(notation.parse, TEXT.replace(old, new, 1))
    assert (number, told[: len(what[1])]) == what


def refusal(parse, data):
    with pytest.raises(RecordError) as caught:
        parse(data)
    return caught.value.line_number, caught.value.what


# What `judge --json` adds.


def told(state, act):
    following = joushi.accept(state, act) if joushi.judge(state, act).legal else state
    step = records.Step(1, records.Line(act), state, joushi.judge(state, act), following)
    return records.event_fields(step)


def test_kicked_is_the_tile_and_the_cell_on_which_it_lay():
    assert told(game("red e1, blue f4"), move("ann", "e1", 4)) == {"kicked": ["blue", [3, 5]]}
    assert told(game("green e1"), enter("ann", "red")) == {"kicked": ["green", [0, 4]]}


def test_fallen_are_the_tiles_and_the_cell_they_fell_from():
    state = game("red a1, blue b2, green b3, yellow b4, red b5, green b6")
    assert told(state, move("ann", "a1", 1, 3)) == {
        "fallen": [["green", [5, 1]], ["red", [5, 1]], ["yellow", [5, 1]]]
    }


def test_nothing_is_added_where_nothing_left_the_board():
    assert told(game("red e1, blue f4"), enter("ann", "yellow")) == {}
    assert told(game("red a1, blue c2"), move("ann", "a1", 2, 2)) == {}
    assert told(game("red e1, blue f4"), move("ann", "e1", 4, 1)) == {}
    assert told(game("red e1, blue f4"), SetTable(game().stacks)) == {}


def test_the_outcome_is_the_row_and_whose_it_is():
    state = joushi.apply(game("red a1, blue c2 d4 e4 f4"), move("ann", "a1", 2, 2))
    fields = {"how": "row", "winners": ["bo"], "cells": [[3, 2], [3, 3], [3, 4], [3, 5]]}
    assert records.outcome_fields(joushi.outcome(state)) == fields

"""Records as text that people read and type: what is written is read back, whatever else comes is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from setting import calm, records, short

from referee import just4fun_colours as j4f
from referee import notation
from referee import records as record_lines
from referee.just4fun_colours import SetTable
from referee.records import Line, Record, RecordError, final_state, parse

GAME = """\
# Red begins.
game: just4fun-colours
players: red blue
options: row=5
fields:
  red orange yellow green blue violet
  orange yellow green blue violet red
  yellow green blue violet red orange
  green blue violet red orange yellow
  blue violet red orange yellow green
  violet red orange yellow green blue

1. red: place b3 green
2. blue: exchange red red red red red red red
   change put red a1 red b1 took blue e5 for green (accepted)
table b3 red blue a1 red turn blue
"""


def test_a_record_is_read_as_a_person_types_it():
    record = notation.parse(GAME)
    lines = [json.loads(line) for line in record_lines.dump(record).splitlines()]
    stacks = [[[] for _ in range(6)] for _ in range(6)]
    stacks[2][1], stacks[0][0] = ["red", "blue"], ["red"]
    assert lines[0]["options"] == {"row": 5, "size": 6}
    assert lines[0]["board"]["fields"][1][5] == "red"
    assert lines[1:] == [
        {"act": "place", "player": "red", "cell": [2, 1], "cards": ["green"]},
        {"act": "exchange", "player": "blue", "cards": ["red"] * 7},
        {
            "act": "change",
            "added": [["red", [0, 0]], ["red", [0, 1]]],
            "removed": [["blue", [4, 4]]],
            "cards": ["green"],
            "accepted": True,
        },
        {"act": "table", "stacks": stacks, "on_turn": "blue"},
    ]


def test_a_game_that_was_ended_undecided_says_so():
    record = notation.parse(GAME.replace("options:", "ended: yes\noptions:"))
    assert record.ended and notation.parse(notation.dump(record)) == record


@calm
@given(records(acts=20))
def test_what_is_written_is_read_back(lines):
    record = parse("\n".join(map(json.dumps, lines)))
    assert notation.parse(notation.dump(record)) == record
    assert notation.looks_like(notation.dump(record).encode())


@short
@given(records(acts=20), st.data())
def test_accepted_acts_and_tables_set_by_hand_survive_the_round_trip(lines, data):
    record = parse("\n".join(map(json.dumps, lines)))
    accepted = [Line(line.act, accepted=data.draw(st.booleans())) for line in record.lines]
    by_hand = Line(SetTable(final_state(record).stacks, data.draw(st.sampled_from([None, "red"]))), True)
    record = Record(j4f.start(("red", "blue"), record.start.fields), (*accepted, by_hand))
    assert notation.parse(notation.dump(record)) == record


@calm
@given(st.lists(st.text(), min_size=1), st.none() | st.text())
def test_whatever_words_there_are_they_are_read_back(words, player):
    assert notation.read_who(notation.spell_act(player, words)) == (player, words)


def test_json_lines_are_not_taken_for_text():
    assert notation.looks_like(GAME.encode("utf-8-sig"))
    assert not notation.looks_like(record_lines.dump(notation.parse(GAME)).encode())
    assert not notation.looks_like(b"")


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("game: just4fun-colours", "game: chess", (2, 'game "chess" is not one of ')),
        ("players: red blue", "players red blue", (2, "an entry is needed, as in players: red blue, not ")),
        ("players: red blue", "players: red", (2, "2 to 4 players are needed, not 1")),
        ("row=5", "rows=5", (2, 'option "rows" is not one of row, size')),
        ("row=5", "row=5 row=4", (2, '"row" is given twice')),
        ("row=5", "row=NaN", (2, "option row NaN is not one of 4, 5")),
        (
            "options: row=5",
            "option: row=5",
            (2, 'entry "option" is not one of game, players, options, ended, fields'),
        ),
        ("options: row=5", "options: row=5\nended: no", (2, 'ended "no" is not one of yes')),
        ("options: row=5", "players: red green", (2, "players is given twice")),
        ("row=5", "row", (2, 'option row "" is not one of 4, 5')),
        ("place b3 green", "place z9 green", (13, "cell [8, 25] is not [row, column], each from 0 to 5")),
        ("place b3 green", "place", (13, '"" names no cell, as b3 does')),
        ("place b3 green", 'place b3 "green', (13, "a quotation mark is missing: ")),
        ("place b3 green", "put b3", (13, '"put" is not one of place, exchange, change, table')),
        ("red: place b3 green", "red:", (13, 'what was done is missing: "red:"')),
        ("red: place b3", "red: 1. place b3", (13, '"1." is not one of place, exchange, change, table')),
        ("red: place b3", "place b3", (13, "player is missing")),
        (
            "put red a1 red",
            "put red a1",
            (15, "a colour and a cell are needed for each stone, not red, a1, b1"),
        ),
        ("change put", "change red c3 put", (15, 'word "red" is not one of put, took, for')),
        ("took blue e5", "put red d1", (15, "put is given twice")),
        ("turn blue", "turn blue green", (16, 'stone "turn" is not one of ')),
        ("turn blue", "turn", (16, 'stone "turn" is not one of ')),
        ("table b3 red", "table red", (16, 'the cell of "red" is missing')),
    ],
)
def test_a_malformed_line_is_refused_with_its_number(old, new, what):
    assert old in GAME
    with pytest.raises(RecordError) as caught:
        notation.parse(GAME.replace(old, new))
    assert (caught.value.line_number, caught.value.what[: len(what[1])]) == what


@calm
@given(st.binary(max_size=60), st.integers(0, len(GAME)))
def test_whatever_comes_it_is_read_or_refused(junk, where):
    data = GAME.encode()
    for spoilt in (junk, data[:where] + junk, data[:where] + junk + data[where + len(junk) :]):
        try:
            record = notation.parse(spoilt)
        except RecordError as error:
            assert error.line_number >= 1
            assert error.what.isprintable()
        else:
            assert isinstance(record, Record)

"""Records: what is written is read back, and whatever else comes is refused in one line with its number."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from setting import FIELDS, calm, change, exchange, game, place, records, short

from referee import just4fun_colours as j4f
from referee.just4fun_colours import SetTable
from referee.records import Line, Record, RecordError, dump, final_state, parse, play
from referee.registry import GAMES

HEADER = {
    "game": "just4fun-colours",
    "players": ["red", "blue"],
    "options": {"row": 4},
    "board": {"fields": [list(row) for row in FIELDS]},
}
PLACE = {"act": "place", "player": "red", "cell": [2, 1], "cards": ["green"]}
EXCHANGE = {"act": "exchange", "player": "red", "cards": ["green"] * 7}
CHANGE = {
    "act": "change",
    "added": [["red", [0, 1]], ["red", [0, 2]]],
    "removed": [["blue", [4, 4]]],
    "cards": [],
}
TABLE = {"act": "table", "stacks": [[[]] * 6] * 6, "on_turn": "blue"}


def test_a_record_is_the_game_and_an_act_a_line():
    record = parse(text(HEADER, PLACE, EXCHANGE, CHANGE, TABLE))
    assert record.start == j4f.start(("red", "blue"), FIELDS)
    assert [line.act for line in record.lines] == [
        place("red", "b3", "green"),
        exchange("red", "green " * 7),
        change(added="red b1, red c1", removed="blue e5"),
        SetTable((((),) * 6,) * 6, "blue"),
    ]


@calm
@given(records(acts=30))
def test_what_is_read_is_written_alike(lines):
    record = parse(text(*lines))
    assert [json.loads(line) for line in dump(record).splitlines()][1:] == lines[1:]
    assert parse(dump(record)) == record


@short
@given(records(acts=20), st.data())
def test_accepted_acts_and_tables_set_by_hand_survive_the_round_trip(lines, data):
    record = parse(text(*lines))
    accepted = [Line(line.act, accepted=data.draw(st.booleans())) for line in record.lines]
    by_hand = Line(SetTable(final_state(record).stacks, record.start.players[-1]))
    record = Record(record.start, (*accepted, by_hand))
    assert parse(dump(record).encode()) == record


def test_a_game_that_was_ended_undecided_says_so_in_its_record():
    record = parse(text({**HEADER, "ended": True}, PLACE))
    assert record.ended and parse(dump(record)) == record
    assert not parse(text(HEADER, PLACE)).ended


def test_options_that_are_not_given_have_their_defaults():
    header = {key: value for key, value in HEADER.items() if key != "options"}
    assert parse(text(header)).start.options == j4f.Options(row=4, size=6)
    assert parse(text({**HEADER, "options": {"row": 5}})).start.options.row == 5


def test_names_of_those_who_play_are_kept():
    named = {"names": {"blue": "小明", "red": "Ann", "green": "who plays another time"}}
    record = parse(text({**HEADER, "options": named}))
    assert record.start.names == (("red", "Ann"), ("blue", "小明"))
    assert parse(dump(record)) == record
    assert "names" not in dump(parse(text(HEADER)))


def test_more_fields_than_are_known_do_no_harm():
    record = parse(text({**HEADER, "place": "kitchen"}, {**PLACE, "t": 12.5, "confidence": 0.9}))
    assert record.lines == (Line(place("red", "b3", "green")),)


@pytest.mark.parametrize("ending", ["", "\n", "\r\n", "\n\n  \n"])
def test_empty_lines_and_windows_line_ends_do_no_harm(ending):
    assert len(parse(text(HEADER, PLACE) + ending).lines) == 1
    assert len(parse(text(HEADER, "", PLACE).replace("\n", "\r\n")).lines) == 1


def test_a_byte_order_mark_does_no_harm():
    assert parse(text(HEADER, PLACE).encode("utf-8-sig")) == parse(text(HEADER, PLACE))


# Accepted acts.


def test_an_illegal_act_is_passed_over_unless_it_was_accepted():
    illegal = {**PLACE, "cards": ["red"]}
    assert final_state(parse(text(HEADER, illegal))) == game()
    after = final_state(parse(text(HEADER, {**illegal, "accepted": True})))
    assert j4f.expected_table(after).height((2, 1)) == 1


def test_every_act_is_numbered():
    steps = list(play(parse(text(HEADER, PLACE, PLACE, {**PLACE, "player": "blue", "cards": ["green"] * 2}))))
    assert [(step.n, step.verdict.legal) for step in steps] == [(1, True), (2, False), (3, True)]


# Malformed lines.


@pytest.mark.parametrize(
    ("header", "what"),
    [
        ("", "the record is empty: its first line must name the game"),
        ("{", "not JSON: Expecting property name enclosed in double quotes at column 2"),
        ("[1]", "a JSON object is needed, not [1]"),
        ({}, "game is missing"),
        ({**HEADER, "game": "chess"}, f'game "chess" is not one of {", ".join(GAMES)}'),
        ({**HEADER, "game": ["chess"]}, f'game ["chess"] is not one of {", ".join(GAMES)}'),
        ({**HEADER, "players": "red"}, 'players must be a list, not "red"'),
        ({**HEADER, "players": ["red"]}, "2 to 4 players are needed, not 1"),
        ({**HEADER, "players": ["red", "red"]}, "a player is named twice: red, red"),
        (
            {**HEADER, "players": ["red", "pink"]},
            'player "pink" is not one of red, green, blue, yellow, white, black',
        ),
        ({**HEADER, "options": [4]}, "options must be an object, not [4]"),
        ({**HEADER, "options": {"rows": 4}}, 'option "rows" is not one of row, size, names'),
        ({**HEADER, "options": {"names": ["Ann"]}}, 'names must be an object, not ["Ann"]'),
        ({**HEADER, "options": {"names": {"red": " "}}}, 'player " " is no name'),
        ({**HEADER, "options": {"names": {"red": "Ann", "blue": "Ann"}}}, '"Ann" is given twice'),
        (
            {**HEADER, "options": {"names": {"pink": "Ann"}}},
            'names "pink" is not one of red, green, blue, yellow, white, black',
        ),
        ({**HEADER, "options": {"row": 3}}, "option row 3 is not one of 4, 5"),
        ({**HEADER, "options": {"row": "4"}}, 'option row "4" is not one of 4, 5'),
        ({**HEADER, "options": {"row": 4.0}}, "option row 4.0 is not one of 4, 5"),
        ({**HEADER, "board": None}, "board must be an object, not null"),
        ({**HEADER, "board": {}}, "fields is missing"),
        ({**HEADER, "board": {"fields": [["red"] * 6] * 5}}, "board.fields must have 6 entries, not 5"),
        (
            {**HEADER, "board": {"fields": [["red"] * 7] * 6}},
            "each row of board.fields must have 6 entries, not 7",
        ),
        ({**HEADER, "ended": "yes"}, 'ended must be true or false, not "yes"'),
        (
            {**HEADER, "board": {"fields": [["white"] * 6] * 6}},
            'field colour "white" is not one of red, orange, yellow, green, blue, violet',
        ),
    ],
)
def test_a_malformed_first_line_is_refused(header, what):
    assert refusal(text(header)) == (1, what)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("place red", "not JSON: Expecting value at column 1"),
        ('{"act": NaN}', "not JSON: NaN"),
        ('{"act": "place"} {}', "not JSON: Extra data at column 18"),
        ("null", "a JSON object is needed, not null"),
        ("[" * 100_000, "nested too deeply"),
        (HEADER, "act is missing"),
        ({**PLACE, "act": "put"}, 'act "put" is not one of place, exchange, change, table'),
        ({**PLACE, "act": {"place": 1}}, 'act {"place": 1} is not one of place, exchange, change, table'),
        ({"act": "place", "player": "red", "cards": []}, "cell is missing"),
        ({"act": "place", "player": "red", "cell": [0, 0]}, "cards is missing"),
        ({"act": "exchange", "cards": []}, "player is missing"),
        ({**PLACE, "player": "ann"}, 'player "ann" is not one of red, green, blue, yellow, white, black'),
        ({**PLACE, "cell": [6, 0]}, "cell [6, 0] is not [row, column], each from 0 to 5"),
        ({**PLACE, "cell": [-1, 0]}, "cell [-1, 0] is not [row, column], each from 0 to 5"),
        ({**PLACE, "cell": [True, 0]}, "cell [true, 0] is not [row, column], each from 0 to 5"),
        ({**PLACE, "cell": [1.0, 0]}, "cell [1.0, 0] is not [row, column], each from 0 to 5"),
        ({**PLACE, "cell": "b3"}, 'cell "b3" is not [row, column], each from 0 to 5'),
        ({**PLACE, "cell": [1, 2, 3]}, "cell [1, 2, 3] is not [row, column], each from 0 to 5"),
        ({**PLACE, "cards": "green"}, 'cards must be a list, not "green"'),
        ({**PLACE, "cards": ["pink"]}, 'card "pink" is not one of red, orange, yellow, green, blue, violet'),
        ({**PLACE, "cards": [None]}, "card null is not one of red, orange, yellow, green, blue, violet"),
        (f'{{"act": "place", "cell": [{"9" * 5000}, 0]}}', f"the number {'9' * 20}... has 5000 digits"),
        ('{"act": "place", "player": "red", "act": "exchange"}', '"act" is given twice'),
        ({**PLACE, "accepted": 1}, "accepted must be true or false, not 1"),
        ({"act": "change", "added": []}, "removed is missing"),
        ({**CHANGE, "added": [["red", 0, 1]]}, "each of added must have 2 entries, not 3"),
        ({**CHANGE, "added": [["red", [0, 1]]] * 121}, "added are 121 pieces, more than there are"),
        ({**CHANGE, "added": ["red"]}, 'each of added must be a list, not "red"'),
        ({**CHANGE, "removed": [["red", [9, 9]]]}, "cell [9, 9] is not [row, column], each from 0 to 5"),
        (
            {**CHANGE, "added": [["violet", [0, 0]]]},
            'stone "violet" is not one of red, green, blue, yellow, white, black',
        ),
        ({**TABLE, "stacks": []}, "stacks must have 6 entries, not 0"),
        ({**TABLE, "on_turn": "green"}, 'on_turn "green" is not one of red, blue'),
    ],
)
def test_a_malformed_act_is_refused_with_the_number_of_its_line(line, what):
    assert refusal(text(HEADER, PLACE, line, PLACE)) == (3, what)


def test_bytes_that_are_no_text_are_refused():
    assert refusal(text(HEADER, PLACE).encode() + b"\n\xff\xfe") == (3, "not text in UTF-8")


def test_what_is_quoted_is_short_and_plain():
    number, what = refusal(text({**HEADER, "game": "\ud800\x1b[31m" * 1000}))
    assert number == 1
    assert what.isascii()
    assert what.isprintable()
    assert len(what) < 160


LINES = st.sampled_from([HEADER, PLACE, EXCHANGE, CHANGE, TABLE])
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["red", "green", "place", "just4fun-colours", -1, 6, 10**400]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@calm
@given(st.binary(max_size=200), st.booleans())
def test_whatever_bytes_come_a_record_is_read_or_refused(junk, after_a_header):
    read_or_refuse(text(HEADER, "").encode() + junk if after_a_header else junk)


@calm
@given(st.lists(LINES, min_size=1, max_size=4), st.data())
def test_whatever_a_field_holds_a_record_is_read_or_refused(lines, data):
    spoilt = data.draw(st.integers(0, len(lines) - 1))
    key = data.draw(st.sampled_from(sorted(lines[spoilt])))
    lines[spoilt] = {**lines[spoilt], key: data.draw(JUNK)}
    read_or_refuse(text(*lines))


@calm
@given(st.integers(0, 10_000), st.binary(min_size=1, max_size=3))
def test_a_record_that_was_cut_or_scratched_is_read_or_refused(where, scratch):
    data = text(HEADER, PLACE, CHANGE, TABLE).encode()
    where %= len(data)
    read_or_refuse(data[:where])
    read_or_refuse(data[:where] + scratch + data[where + len(scratch) :])


def read_or_refuse(data):
    try:
        record = parse(data)
    except RecordError as error:
        assert error.line_number >= 1
        assert error.what.isprintable()
    else:
        assert [step.n for step in play(record)] == list(range(1, len(record.lines) + 1))


def refusal(data):
    with pytest.raises(RecordError) as caught:
        parse(data)
    return caught.value.line_number, caught.value.what


def text(*lines):
    return "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)

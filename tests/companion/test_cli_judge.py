"""`tableref judge`: a record's acts, judged line by line."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from companion.cli import main

FIELDS = [["green"] * 6, *[["red", "orange", "yellow", "green", "blue", "violet"]] * 5]
HEADER = {
    "game": "just4fun-colours",
    "players": ["red", "blue"],
    "options": {"row": 4},
    "board": {"fields": FIELDS},
}


def place(player, cell, *cards):
    return {"act": "place", "player": player, "cell": cell, "cards": list(cards)}


ROW_WIN = [
    HEADER,
    place("red", [0, 0], "green"),
    place("red", [0, 1], "green"),
    place("blue", [1, 0], "red"),
    place("red", [0, 1], "green"),
    place("blue", [1, 0], "red", "red"),
    place("red", [0, 2], "blue", "blue"),
    place("red", [0, 2], "green"),
    place("blue", [5, 5], "violet"),
    place("red", [0, 3], "green"),
    place("blue", [5, 4], "blue"),
    {"act": "change", "added": [], "removed": [["red", [0, 0]]], "cards": []},
]


@pytest.fixture
def judge(tmp_path):
    def run(lines, *options):
        path = tmp_path / "game.jsonl"
        path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
        return CliRunner().invoke(main, ["judge", str(path), *options])

    return run


def test_every_act_has_a_line_and_the_outcome_comes_last(judge):
    result = judge(ROW_WIN, "--json")
    assert result.exit_code == 0
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"n": 1, "legal": True, "faults": []},
        {"n": 2, "legal": False, "faults": ["wrong_player"]},
        {"n": 3, "legal": True, "faults": []},
        {"n": 4, "legal": True, "faults": []},
        {"n": 5, "legal": True, "faults": []},
        {"n": 6, "legal": False, "faults": ["too_many_cards", "wrong_colour"]},
        {"n": 7, "legal": True, "faults": []},
        {"n": 8, "legal": True, "faults": []},
        {"n": 9, "legal": True, "faults": []},
        {"n": 10, "legal": False, "faults": ["game_over"]},
        {"n": 11, "legal": True, "faults": []},
        {"outcome": {"how": "row", "winners": ["red"], "cells": [[0, 0], [0, 1], [0, 2], [0, 3]]}},
    ]


def test_while_the_game_is_open_there_is_no_outcome(judge):
    assert judge([HEADER], "--json").stdout == '{"outcome": null}\n'


def test_areas_are_told_as_fields_and_stones(judge):
    board = {"fields": [["red"] * 6] * 6}
    trades = [
        {"act": "exchange", "player": player, "cards": ["green"] * 7}
        for _ in range(19)
        for player in ("red", "blue")
    ]
    lines = [
        {**HEADER, "board": board},
        *trades,
        place("red", [0, 0], "red"),
        place("blue", [0, 0], "red", "red"),
    ]
    last = json.loads(judge(lines, "--json").stdout.splitlines()[-1])
    assert last == {"outcome": {"how": "area", "winners": ["blue"], "areas": {"red": [0, 0], "blue": [1, 2]}}}


def test_a_warning_is_a_field_of_its_own(judge):
    """Eleven cards of a colour between two shuffles: there are ten."""
    column = [place(("red", "blue")[n % 2], [0, 0], *["green"] * (n + 1)) for n in range(4)]
    *before, last = map(
        json.loads, judge([HEADER, *column, place("red", [0, 1], "green")], "--json").stdout.splitlines()[:-1]
    )
    assert last == {"n": 5, "legal": True, "faults": [], "warnings": ["impossible_cards"]}
    assert not any("warnings" in line for line in before)


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [
        ("en", "  1   Red takes a1 with one green card.", "Red wins: four in a row, a1 b1 c1 d1."),
        (
            "de",
            "  1   Rot spielt eine grüne Karte und besetzt a1.",
            "Rot gewinnt: vier in einer Reihe, a1 b1 c1 d1.",
        ),
    ],
)
def test_without_json_sentences_are_told(judge, language, first, last):
    told = judge(ROW_WIN, "--language", language).stdout.splitlines()
    assert len(told) == len(ROW_WIN)
    assert (told[0], told[-1]) == (first, last)


def test_a_malformed_line_ends_with_2_and_says_where_and_what(judge):
    result = judge([*ROW_WIN[:4], '{"act": "place", "player": "red"}', *ROW_WIN[4:]], "--json")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "line 5: cell is missing" in result.stderr


def test_an_empty_record_is_malformed(judge):
    result = judge([], "--json")
    assert result.exit_code == 2
    assert "line 1: the record is empty" in result.stderr


def test_a_record_that_is_not_there_is_a_wrong_call():
    result = CliRunner().invoke(main, ["judge", "no-such-file.jsonl"])
    assert result.exit_code == 2
    assert "no-such-file.jsonl" in result.stderr


def test_a_record_comes_from_standard_input_too():
    result = CliRunner().invoke(main, ["judge", "--json", "-"], input="\n".join(map(json.dumps, ROW_WIN)))
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == len(ROW_WIN)


def test_judging_loads_nothing_heavy():
    """A record is judged at once: neither pictures nor the web are needed for it."""
    heavy = {"numpy", "cv2", "onnxruntime", "flask", "pydantic", "sqlite3"}
    script = (
        "import sys; from companion.cli import main\n"
        "main(['judge', '--json', '-'], standalone_mode=False)\n"
        f"print(sorted(set(sys.modules) & {heavy!r}), file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps(HEADER),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert result.stdout == '{"outcome": null}\n'
    assert result.stderr == "[]\n"

"""`tableref score-hand`: what a hand of Four Colour Cards counts."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from companion.cli import main


def run(arguments):
    return CliRunner().invoke(main, ["score-hand", *arguments.split()])


def told(arguments):
    result = run(f"{arguments} --json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_a_hand_is_told_meld_by_meld():
    assert run("3xred-chariot y-general g-g --claimed red-車 --players 3").stdout.splitlines() == [
        "  6  quadruple on the table  red-chariot red-chariot red-chariot red-chariot",
        "  1  general   in hand       green-general",
        "  1  general   in hand       yellow-general",
        "  8  points",
        "At hu the caller gets -22, each other player 11.",
    ]


@pytest.mark.parametrize(
    ("arguments", "points"),
    [
        ("4xr-ch y-g g-g", 10),
        ("3xr-ch y-g g-g --claimed r-ch", 8),
        ("3xr-ch y-g g-g --claimed r-ch --option claimed=hand", 10),
        ("3xr-g", 3),
        ("4xr-ch 4xy-h 4xg-ca 4xw-a 4xr-g g-g", 39),
        ("--table r-g", 1),
    ],
)
def test_points(arguments, points):
    assert told(arguments)["points"] == points


def test_melds_on_the_table_the_lucky_card_and_what_is_paid():
    laid = CliRunner().invoke(
        main, ["score-hand", "4xr-g", "r-h", "r-h", "--table", "4xw-h", "--lucky", "w-h", "--json"]
    )
    assert laid.exit_code == 2  # a fifth white horse
    result = CliRunner().invoke(
        main,
        [
            "score-hand",
            "4xr-g",
            "r-h",
            "r-h",
            "--table",
            "3xw-h",
            "--table",
            "y-g",
            "--lucky",
            "w-h",
            "--json",
        ],
    )
    score = json.loads(result.stdout)
    assert score["melds"][0] == {
        "kind": "triple",
        "cards": ["white-horse"] * 3,
        "where": "table",
        "points": 1,
    }
    assert (score["points"], score["lucky"], score["pays"]) == (8, 0, {"caller": -11, "other": 11})
    result = CliRunner().invoke(
        main,
        [
            "score-hand",
            "4xr-ch",
            "--table",
            "3xw-h",
            "--table",
            "y-g",
            "--lucky",
            "w-h",
            "--json",
            "--players",
            "4",
        ],
    )
    score = json.loads(result.stdout)
    assert (score["points"], score["lucky"], score["pays"]) == (10, 3, {"caller": 12, "other": -4})


def test_a_hand_that_does_not_split_wholly_is_no_hu():
    assert told("2xr-s r-ch 3xw-h")["left"] == ["red-chariot", "red-soldier", "red-soldier"]
    assert told("2xr-s r-ch 3xw-h")["pays"] is None
    assert told("4xr-ch r-h r-ca r-s")["left"] == ["red-soldier"]
    assert told("3xr-ch w-h --claimed r-ch")["points"] == 6
    assert run("2xr-s").stdout.splitlines() == ["  0  points", "No hu: left over red-soldier red-soldier"]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ("pink-horse", "card 'pink-horse' is not a colour (red, green, yellow, white), - and a rank ("),
        ("r-c", "card 'r-c' can be any of red-chariot, red-cannon"),
        ("5xr-horse", "red-horse: there are 4 of each card, not 5"),
        ("9xr-s 9xg-s 9xw-s", "27 cards: with melds and the card on offer a player has 21 at most"),
        ("0xr-h", "card '0xr-h' is not a colour"),
        ("", "no card was given: for three red chariots type 3xred-chariot"),
        ("r-h --table r-h", "--table 'r-h' is no meld"),
        ("r-h --option rounds=x", "--option rounds=x: rounds can be 1 to 100"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(arguments, what):
    result = run(arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"Error: {what}")

"""Which games are played at a table, and what the command line says of the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.commands.demo import FILMS, played_in
from companion.errors import BadCommand, WrongCall
from companion.options import read_colours, read_options, read_players
from companion.session.games import WATCHED, door
from referee import registry

LANE = "one-two-three-four"


@pytest.mark.parametrize("game_id", WATCHED)
def test_a_game_at_a_table_has_all_that_is_asked_of_one(game_id: str) -> None:
    table = door(game_id)
    asked = [
        "eyes",
        "session",
        "guided",
        "begin",
        "begin_as_seen",
        "shown",
        "shown_before",
        "players",
    ]
    assert all(callable(getattr(table, name)) for name in [*asked, "drawn", "size_of"])
    assert {option.name for option in registry.game(game_id).OPTIONS} >= set(table.LEARNT)


def test_a_game_that_is_none_of_them_has_no_eyes() -> None:
    with pytest.raises(BadCommand, match="is not read by a camera yet"):
        door("caps")


def test_players_are_called_by_their_colours_or_have_names() -> None:
    assert read_players("just4fun-colours", "red,blue") == ("red", "blue")
    with pytest.raises(WrongCall, match="'ann' is none of"):
        read_players("just4fun-colours", "ann,bo")
    assert read_players(LANE, "ann, bo,cy") == ("ann", "bo", "cy")
    with pytest.raises(WrongCall, match="name of their own"):
        read_players(LANE, "ann,ann")


def test_who_has_a_name_may_say_which_colours_are_his() -> None:
    players = ("ann", "bo")
    assert read_colours(LANE, players, None, {}) is None
    colours = {"ann": ["red", "blue"], "bo": ["green", "yellow"]}
    assert read_colours(LANE, players, "ann=red+blue,bo=green+yellow", {}) == colours


def test_partners_play_the_same_colours() -> None:
    options = read_options("punto", ['teams=[["ann","cy"],["bo","di"]]'])
    colours = "ann=red+blue,bo=green+orange,cy=red+blue,di=green+orange"
    read = read_colours("punto", ("ann", "bo", "cy", "di"), colours, options)
    assert read is not None and read["ann"] == read["cy"] == ["red", "blue"]


@pytest.mark.parametrize(
    ("colours", "why"),
    [
        ("ann=red+blue", "say it of ann, bo"),
        ("ann=red+blue,bo=green", "each plays 2 of the colours"),
        ("ann=red+blue,bo=red+green", "is played twice"),
        ("ann=red+pink,bo=yellow+green", "pink"),
    ],
)
def test_colours_that_cannot_be_are_refused_in_one_line(colours: str, why: str) -> None:
    with pytest.raises(WrongCall, match=why):
        read_colours(LANE, ("ann", "bo"), colours, {})


def test_where_players_are_called_by_their_colours_there_are_no_others() -> None:
    with pytest.raises(WrongCall, match="called by their colours"):
        read_colours("just4fun-colours", ("red", "blue"), "red=red,blue=blue", {})


def test_the_corners_are_given_as_records_have_them() -> None:
    options = read_options(LANE, ['corners={"red":[0,5],"blue":[0,0]}', "direction=anticlockwise", "size=7"])
    assert options == {"corners": {"red": [0, 5], "blue": [0, 0]}, "direction": "anticlockwise", "size": 7}


@pytest.mark.parametrize(
    ("called", "why"),
    [
        (("look", "--game", "punto", "--option", "size=6"), "punto knows"),
        (("look", "--game", LANE, "--option", "size=9"), "a board has 5 to 8 fields a side"),
        (("score", "--game", LANE), "nothing is counted at its end"),
        (("look", "--game", "four-colour-cards", "--option", "size=6"), "four-colour-cards knows"),
    ],
)
def test_single_pictures_that_cannot_be_read_are_refused(
    called: tuple[str, ...], why: str, tmp_path: Path
) -> None:
    done = CliRunner().invoke(main, [*called, str(tmp_path / "a.jpg")])
    assert done.exit_code != 0
    assert why in done.output


def test_corners_that_are_none_are_refused_with_the_form_that_is_asked_for() -> None:
    with pytest.raises(WrongCall, match=r'corners is given as .*"red"'):
        read_options(LANE, ["corners=x"])


def test_the_demo_of_a_game_needs_its_recording(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert set(FILMS) == set(WATCHED)
    monkeypatch.setitem(FILMS, LANE, tmp_path / "none.mp4")
    done = CliRunner().invoke(main, ["demo", "--game", LANE])
    assert "no recording of it ships" in done.output


def test_a_recording_says_who_plays_and_the_eyes_what_the_board_is_like() -> None:
    header = {"players": ["ann", "bo"], "colours": {"ann": ["red", "blue"], "bo": ["green", "yellow"]}}
    truth = json.loads(json.dumps({**header, "header": header, "options": {"size": 5}}))
    assert played_in(truth) == (("ann", "bo"), {}, header["colours"])
    assert played_in({"players": ["red", "blue"], "row": 4}) == (("red", "blue"), {"row": 4}, None)

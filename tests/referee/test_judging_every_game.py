"""`tableref judge`, `convert` and `games` over every game: what they print, and how they refuse bad input."""

from __future__ import annotations

import importlib
import json
import random

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.errors import WrongCall
from companion.options import read_options
from referee import records, registry

every_game = pytest.mark.parametrize("game_id", registry.GAMES)


def lines_of(game_id, acts=25, seed=3):
    """The lines of a record, of legal and illegal acts."""
    play, game = importlib.import_module(f"play_{registry.GAMES[game_id]}"), registry.game(game_id)
    chance = random.Random(seed)
    state = play.random_start(chance)
    lines = [records.header_fields(state)]
    for number in range(acts):
        act = play.legal_act(chance, state) if number % 3 else None
        act = play.random_act(chance, state) if act is None else act
        lines.append(play.as_line(act))
        if game.judge(state, act).legal:
            state = game.apply(state, act)
    return lines


@pytest.fixture
def tableref(tmp_path):
    """Runs a command, on a record of those lines if there are any."""

    def run(*arguments, lines=()):
        path = tmp_path / "game"
        path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
        return CliRunner().invoke(main, [*arguments, *([str(path)] if lines else [])])

    return run


@every_game
def test_every_act_has_a_line_and_the_outcome_comes_last(tableref, game_id):
    lines = lines_of(game_id)
    result = tableref("judge", "--json", lines=lines)
    *acts, last = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 0
    assert [line["n"] for line in acts] == list(range(1, len(lines)))
    assert all(line["legal"] == (line["faults"] == []) for line in acts)
    assert all(line["faults"] == sorted(line["faults"]) for line in acts)
    assert set(last) == {"outcome"}
    steps = records.play(records.parse("\n".join(map(json.dumps, lines))))
    assert [line["faults"] for line in acts] == [list(step.verdict.faults) for step in steps]


@every_game
@pytest.mark.parametrize("language", ["en", "de"])
def test_without_json_every_act_has_a_sentence(tableref, game_id, language):
    lines = lines_of(game_id)
    result = tableref("judge", "--language", language, lines=lines)
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) >= len(lines)


@every_game
def test_a_record_as_text_is_judged_alike_and_turned_back(tableref, game_id):
    lines = lines_of(game_id)
    text = tableref("convert", lines=lines)
    assert text.exit_code == 0
    judged = [tableref("judge", "--json", lines=given) for given in (lines, [text.stdout])]
    assert judged[0].stdout == judged[1].stdout
    back = tableref("convert", lines=[text.stdout])
    assert [json.loads(line) for line in back.stdout.splitlines()] == lines


@every_game
@pytest.mark.parametrize("call", [("judge", "--json"), ("judge",), ("convert",)], ids=str)
def test_an_impossible_line_is_refused_with_its_number(tableref, game_id, call):
    lines = lines_of(game_id)
    for bad, what in [
        ("{", "not JSON"),
        ({"act": "fly"}, 'act "fly" is not one of '),
        ({}, "act is missing"),
    ]:
        result = tableref(*call, lines=[*lines[:5], bad, *lines[5:]])
        assert_refused(result, "line 6: " + what)


@every_game
def test_an_unknown_option_is_refused_with_the_list_of_known_ones(tableref, game_id):
    known = ", ".join(option.name for option in registry.game(game_id).OPTIONS)
    header = {**lines_of(game_id)[0], "options": {"fast": 1}}
    assert_refused(tableref("judge", lines=[header]), f'line 1: option "fast" is not one of {known}')
    with pytest.raises(WrongCall, match=f"--option fast=1: {game_id} knows {known}"):
        read_options(game_id, ["fast=1"])


@every_game
def test_an_unknown_player_or_none_is_refused(tableref, game_id):
    header = lines_of(game_id)[0]
    for players in ([], ["red"], "red", [1, 2], None):
        result = tableref("judge", lines=[{**header, "players": players}])
        assert_refused(result, "line 1: ")


@every_game
def test_an_unknown_colour_is_refused_with_the_list_of_known_ones(tableref, game_id):
    spoilt = [
        json.loads(text.replace('"green', '"pink'))
        for text in map(json.dumps, lines_of(game_id, acts=60))
        if '"green' in text
    ]
    lines = lines_of(game_id)
    for line in spoilt[:5]:
        result = tableref("judge", lines=[*([] if "game" in line else lines[:1]), line])
        assert_refused(result, "pink")
        assert "red" in result.stderr and "green" in result.stderr


def assert_refused(result, what):
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert what in result.stderr
    assert "Traceback" not in result.stderr


@every_game
def test_games_lists_every_option_with_its_default_and_what_it_can_be(tableref, game_id):
    told = {game["game"]: game for game in map(json.loads, tableref("games", "--json").stdout.splitlines())}
    options = {option["name"]: option for option in told[game_id]["options"]}
    words = tableref("games").stdout
    for option in registry.game(game_id).OPTIONS:
        assert options[option.name]["default"] == option.default
        assert options[option.name]["meaning"] == option.meaning
        assert options[option.name]["choices"] or options[option.name]["form"]
        value = option.form if option.default is None else option.default
        assert f"--option {option.name}={value}   {option.meaning}" in words


@every_game
def test_the_default_of_every_option_can_be_given(game_id):
    given = [
        f"{option.name}={option.form if option.default is None else option.default}"
        for option in registry.game(game_id).OPTIONS
    ]
    options = read_options(game_id, given)
    assert set(options) == {option.name for option in registry.game(game_id).OPTIONS}

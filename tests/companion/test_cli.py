"""The command line as a whole: help, wrong calls, and errors in one line."""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
from importlib.metadata import version

import click
import pytest
from click.testing import CliRunner

from companion import cli
from companion.commands import doctor
from companion.commands.doctor import Finding
from companion.errors import UserError, WrongCall, one_line
from referee.registry import GAMES, UnknownGame

PRESENT = cli.LazyGroup().list_commands(click.Context(click.Command("tableref")))


def run(*arguments):
    return CliRunner().invoke(cli.main, list(arguments), prog_name="tableref")


def test_help_lists_every_command_with_a_line_and_imports_none(monkeypatch):
    monkeypatch.setattr(cli, "import_module", None)
    result = run("--help")
    assert result.exit_code == 0
    for name in PRESENT:
        assert cli.COMMANDS[name][1] in result.stdout


def test_it_tells_its_version():
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, f"tableref {version('tableref')}\n")


@pytest.mark.parametrize("name", PRESENT)
def test_every_command_has_help_with_an_example(name):
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"Example: tableref {name}" in result.stdout


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["fly"], f"command 'fly' is not one of {', '.join(PRESENT)}."),
        (["--fly"], "No such option '--fly'."),
        (["judge"], "Missing argument 'RECORD'."),
        (["judge", "--fly", "x"], "No such option '--fly'."),
        (["judge", "no\nsuch"], "Invalid value for 'RECORD': 'no such': No such file or directory"),
        (["judge", "/"], "Invalid value for 'RECORD': '/': Is a directory"),
        (
            ["judge", "--language", "fr", "x"],
            "Invalid value for '--language': 'fr' is not one of 'en', 'de', 'zh-Hant'.",
        ),
        (["games", "chess"], "Got unexpected extra argument (chess)"),
        (["score-hand", "--players", "5"], "Invalid value for '--players': 5 is not in the range 2<=x<=4."),
    ],
    ids=str,
)
def test_a_wrong_call_ends_with_2_and_is_told_in_one_line_that_leads_to_help(call, told):
    result = run(*call)
    assert result.exit_code == 2
    assert result.stdout == ""
    name = " ".join(["tableref", *(word for word in call[:1] if word in PRESENT)])
    assert result.stderr == f"Error: {told} ({name} --help shows how it is called)\n"


def test_called_with_nothing_it_shows_its_help():
    result = run()
    assert result.exit_code == 2
    assert "Commands:\n  demo " in result.stderr


@pytest.fixture
def failing(monkeypatch):
    """A command that ends in the error given."""

    def install(error):
        @click.command()
        def command():
            raise error

        monkeypatch.setattr(importlib.import_module("companion.commands.games"), "command", command)
        return run("games")

    return install


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (
            UserError("gone", "camera {n} is not there: plug it in", n=3),
            1,
            "Error: camera 3 is not there: plug it in\n",
        ),
        (WrongCall("--players: two are needed"), 2, "Error: --players: two are needed\n"),
        (UserError("two_lines", "two\nlines"), 1, "Error: two lines\n"),
        (UnknownGame("chess"), 1, f"Error: game 'chess' is not one of {', '.join(GAMES)}\n"),
        (PermissionError(13, "Permission denied", "a.jpg"), 1, "Error: a.jpg: Permission denied\n"),
        (ZeroDivisionError("division by zero"), 1, None),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_a_failure_is_one_line_without_a_traceback(failing, error, code, told):
    result = failing(error)
    assert result.exit_code == code
    assert result.stderr == (told or f"Error: {one_line(error)}\n")
    assert result.stderr.count("\n") == 1


def test_a_fault_of_the_program_shows_where_if_asked(failing, monkeypatch):
    assert "internal error: ZeroDivisionError" in failing(ZeroDivisionError("no")).stderr
    monkeypatch.setenv("TABLEREF_DEBUG", "1")
    assert isinstance(failing(ZeroDivisionError("no")).exception, ZeroDivisionError)


# games


def test_games_lists_every_game_with_its_options():
    told = [json.loads(line) for line in run("games", "--json").stdout.splitlines()]
    assert [game["game"] for game in told] == list(GAMES)
    assert told[0]["players"] == [2, 4]
    assert told[0]["options"][0] == {
        "name": "row",
        "default": 4,
        "choices": [4, 5],
        "meaning": "adjacent fields in a straight line that win",
    }


def test_games_are_told_in_words():
    told = run("games").stdout
    assert "just4fun-colours: Just 4 Fun Colours, 2 to 4 players" in told
    assert "--option row=4   adjacent fields in a straight line that win: 4, 5" in told


# doctor


def install_checks(monkeypatch, *findings):
    monkeypatch.setattr(doctor, "CHECKS", (lambda: iter(findings),))


def test_doctor_ends_with_0_where_nothing_needed_is_missing(monkeypatch):
    install_checks(
        monkeypatch,
        Finding("numpy", True, "2.0"),
        Finding("cameras", False, "none", needed=False, mend="plug in"),
    )
    result = run("doctor")
    assert result.exit_code == 0
    assert result.stdout == "ok      numpy: 2.0\nnone    cameras: none\n        -> plug in\n"


def test_doctor_ends_with_1_where_something_needed_is_missing_and_says_how_to_mend_it(monkeypatch):
    install_checks(monkeypatch, Finding("numpy", False, "No module", mend="pip install numpy"))
    result = run("doctor")
    assert result.exit_code == 1
    assert result.stdout == "MISSING numpy: No module\n        -> pip install numpy\n"
    assert result.stderr == "Error: needed and not right: numpy\n"


def test_doctor_tells_machines_the_same(monkeypatch):
    install_checks(monkeypatch, Finding("numpy", True, "2.0"))
    told = json.loads(run("doctor", "--json").stdout)
    assert told == {"what": "numpy", "ok": True, "found": "2.0", "needed": True, "mend": ""}


def test_this_python_and_these_packages_will_do():
    assert all(finding.ok for finding in doctor.check_python())
    assert {finding.what for finding in doctor.check_packages() if finding.ok} == set(doctor.PACKAGES)


def test_a_missing_system_library_is_told_apart_from_a_missing_package(monkeypatch):
    def without_gl(name):
        raise ImportError("libGL.so.1: cannot open shared object file")

    monkeypatch.setattr(doctor, "import_module", without_gl)
    monkeypatch.setattr(doctor, "PACKAGES", {"opencv-python": "cv2"})
    (finding,) = doctor.check_packages()
    assert not finding.ok
    assert "libgl1" in finding.mend


def test_a_damaged_network_is_found(monkeypatch, tmp_path):
    from models import catalogue

    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogue, "NAMES", ("finder", "cards"))
    monkeypatch.setattr(catalogue, "WEIGHTS", ())
    for name, hashed in (("finder", b"network"), ("cards", b"another")):
        (tmp_path / f"{name}.onnx").write_bytes(b"network")
        (tmp_path / f"{name}.json").write_text(json.dumps({"sha256": hashlib.sha256(hashed).hexdigest()}))
    assert [finding.ok for finding in doctor.check_networks()] == [True, False]


def test_cameras_are_listed_as_the_command_line_takes_them(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "linux")
    (finding,) = doctor.check_cameras(tmp_path)
    assert (finding.ok, finding.needed) == (False, False)
    for name in ("video2", "video0", "sda"):
        (tmp_path / name).touch()
    (finding,) = doctor.check_cameras(tmp_path)
    assert finding.found == "--camera 0, 2"


def test_a_folder_that_cannot_be_written_is_found(monkeypatch, tmp_path):
    monkeypatch.setenv("TABLEREF_HOME", str(tmp_path / "games"))
    assert [finding.ok for finding in doctor.check_disk()] == [True]
    (tmp_path / "file").touch()
    monkeypatch.setenv("TABLEREF_HOME", str(tmp_path / "file"))
    assert [finding.ok for finding in doctor.check_disk()] == [False]

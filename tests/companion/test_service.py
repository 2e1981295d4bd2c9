"""`tableref service`: what is written where, and that nothing of it stays."""

from __future__ import annotations

import configparser
import os
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.commands import service


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["service", *arguments])


def read(path: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(path.read_text("utf-8"))
    return parser


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of a person's own, and a systemctl that does all it is told and notes it in the file returned."""
    noted = tmp_path / "noted"
    systemctl = tmp_path / "bin" / "systemctl"
    systemctl.parent.mkdir()
    systemctl.write_text(f'#!/bin/sh\necho "$@" >> {noted}\n')
    systemctl.chmod(0o755)
    monkeypatch.setenv("PATH", str(systemctl.parent), prepend=os.pathsep)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("TABLEREF_HOME", raising=False)
    return noted


def test_the_unit_runs_the_main_job_with_what_was_said(calls: Path) -> None:
    assert run("install", "--camera", "0", "--game", "punto").exit_code == 0
    unit = read(service.unit_path())
    started = [sys.executable, "-m", "tableref", "live", "--no-browser", "--camera", "0", "--game", "punto"]
    assert shlex.split(unit["Service"]["ExecStart"]) == started
    assert unit["Service"]["Restart"] == "on-failure"
    assert unit["Install"]["WantedBy"] == "default.target"


def test_it_is_started_now_and_whenever_somebody_logs_in(calls: Path) -> None:
    run("install")
    assert calls.read_text().splitlines() == [
        "--user daemon-reload",
        "--user enable --now tableref.service",
    ]


@pytest.mark.parametrize(
    ("said", "url"),
    [
        ((), "http://127.0.0.1:8000"),
        (("--port", "8080"), "http://127.0.0.1:8080"),
        (("--host", "0.0.0.0"), "http://127.0.0.1:8000"),
        (("--host", "::1"), "http://[::1]:8000"),
    ],
)
def test_the_button_opens_the_page_where_it_is(calls: Path, said: tuple[str, ...], url: str) -> None:
    run("install", *said)
    entry = read(service.entry_path())["Desktop Entry"]
    assert shlex.split(entry["Exec"]) == [
        "sh",
        "-c",
        f"systemctl --user start tableref.service && xdg-open {url}",
    ]
    assert entry["Type"] == "Application"


def test_words_that_systemd_would_read_otherwise_are_quoted(calls: Path) -> None:
    run("install", "--camera", 'my "100 %" $film.mp4')
    assert '"my \\"100 %%\\" $$film.mp4"' in service.unit_path().read_text("utf-8")


def test_the_folder_for_games_goes_along(
    calls: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEREF_HOME", str(tmp_path / "games on a stick"))
    run("install")
    kept = read(service.unit_path())["Service"]["Environment"]
    assert shlex.split(kept) == [f"TABLEREF_HOME={tmp_path / 'games on a stick'}"]


@pytest.mark.parametrize(
    "wrong",
    [
        ("--fly", "high"),
        ("--clock", "turn:abc"),
        ("--players", "red,red"),
        ("--option", "row=9"),
        ("--port", "0"),
    ],
)
def test_a_wrong_option_is_told_at_once_and_nothing_is_written(calls: Path, wrong: tuple[str, ...]) -> None:
    told = run("install", *wrong)
    assert told.exit_code == 2
    assert wrong[0] in told.stderr
    assert not service.unit_path().exists() and not service.entry_path().exists()


def test_removed_nothing_of_it_stays(calls: Path, tmp_path: Path) -> None:
    run("install")
    assert run("remove").exit_code == 0
    assert list(tmp_path.rglob("*tableref*")) == []
    assert calls.read_text().splitlines()[2:] == [
        "--user disable --now tableref.service",
        "--user daemon-reload",
    ]


def test_what_is_not_there_cannot_be_removed(calls: Path) -> None:
    told = run("remove")
    assert (told.exit_code, told.stderr.count("\n")) == (1, 1)


def test_without_systemd_it_is_told_what_to_type(calls: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    told = run("install")
    assert told.exit_code == 0
    assert "type: systemctl --user enable --now tableref.service" in told.stderr
    assert service.unit_path().exists()

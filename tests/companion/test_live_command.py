"""`tableref live`: what is left out is asked for on the page; a phone is let in when that is asked for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion import cli
from companion.session.live import LiveSession
from webui import lan
from webui.server import Server


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    """The states of the sessions that the command begins; nobody looks at their page."""
    told: list[Any] = []
    monkeypatch.setenv("TABLEREF_HOME", str(tmp_path))
    monkeypatch.setattr(lan, "addresses", lambda: ["127.0.0.1"])
    monkeypatch.setattr(LiveSession, "start", lambda session: told.append(session.state()))
    monkeypatch.setattr(LiveSession, "stop", lambda session: None)
    monkeypatch.setattr(Server, "wait", lambda server: None)
    return told


def live(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, ["live", "--no-browser", "--port", "0", *arguments])


def test_without_anything_the_page_asks_for_all(told: list[Any]) -> None:
    assert live().exit_code == 0
    assert told[0]["camera"] is None and told[0]["setup"]["players"] == []


def test_what_is_given_is_not_asked_for_again(told: list[Any]) -> None:
    assert live("--players", "red,blue", "--option", "row=5").exit_code == 0
    setup = told[0]["setup"]
    assert (setup["players"], setup["options"]) == (["red", "blue"], {"row": 5})


def test_a_camera_without_players_leaves_the_players_to_be_asked_for(told: list[Any]) -> None:
    assert live("--camera", "browser").exit_code == 0
    assert told[0]["camera"]["kind"] == "browser" and told[0]["setup"]["players"] == []


def test_with_both_the_game_begins_by_itself(told: list[Any]) -> None:
    assert live("--camera", "browser", "--players", "red,blue").exit_code == 0
    assert told[0]["setup"] is None


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ('{"red":"Ann","blue":"Ann"}', '"Ann" is given twice'),
        ('{"pink":"Ann"}', 'names "pink" is not one of red'),
        ('{"red":" "}', 'player " " is no name'),
    ],
)
def test_names_that_cannot_be_are_told_before_a_game_begins(told: list[Any], names: str, why: str) -> None:
    result = live("--camera", "browser", "--players", "red,blue", "--option", f"names={names}")
    assert result.exit_code == 1 and why in result.stderr
    assert told == []


def test_a_phone_is_shown_a_link_and_a_code(told: list[Any], tmp_path: Path) -> None:
    result = live("--phone")
    assert result.exit_code == 0, result.stderr
    assert re.search(r"https://127\.0\.0\.1:\d+/#[\w-]{22}\n", result.stderr) and "█" in result.stderr
    assert "certificate is unknown" in result.stderr
    assert (tmp_path / "certificates" / "authority.pem").exists()
    assert told[0]["camera"]["kind"] == "phone"


def test_without_being_asked_for_there_is_neither_link_nor_certificate(
    told: list[Any], tmp_path: Path
) -> None:
    result = live()
    assert result.exit_code == 0 and "https://" not in result.stderr
    assert not (tmp_path / "certificates").exists()


def test_one_table_has_one_camera(told: list[Any]) -> None:
    result = live("--phone", "--camera", "0")
    assert result.exit_code == 2 and "one camera" in result.stderr and result.stderr.count("\n") == 1

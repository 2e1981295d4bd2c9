"""This moment in one file: what the program knows, told and logged, and pictures only where they are wanted."""

from __future__ import annotations

import io
import json
import logging
import zipfile
from typing import Any

import pytest

from tests.webui.fake_session import FakeSession
from webui.app import create_app


@pytest.fixture
def session() -> Any:
    session = FakeSession()
    session.begin("red", "blue")
    session.place("red", [2, 3], ["green"])
    session.now["acts"][0]["pictures"] = 1
    return session


def report(session: Any, query: str = "", **environ: str) -> dict[str, bytes]:
    answer = create_app(session).test_client().get(f"/api/report.zip{query}", environ_base=environ)
    assert answer.status_code == 200, answer.text
    with zipfile.ZipFile(io.BytesIO(answer.data)) as files:
        return {name: files.read(name) for name in files.namelist()}


def test_it_has_the_state_what_was_told_the_record_and_the_log(session: Any, caplog: Any) -> None:
    create_app(session)
    logging.getLogger("companion.session.live").warning("the store takes %s", "nothing")
    files = report(session)
    assert json.loads(files["state.json"]) == session.state()
    assert [json.loads(line)["kind"] for line in files["events.jsonl"].splitlines()] == [
        "state",
        "verdict",
        "state",
    ]
    assert files["record.jsonl"].decode() == session.record()
    assert "WARNING companion.session.live: the store takes nothing" in files["log.txt"].decode()


def test_what_is_logged_still_goes_to_the_terminal(session: Any, capsys: pytest.CaptureFixture[str]) -> None:
    create_app(session)
    logging.getLogger("companion").error("the disk is full")
    assert "the disk is full" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("query", "pictures"),
    [
        ("", []),
        ("?pictures=0", []),
        ("?pictures=1", ["act-1-after.jpg", "act-1-before.jpg", "now.jpg"]),
    ],
)
def test_pictures_are_in_it_only_if_somebody_says_so(session: Any, query: str, pictures: list[str]) -> None:
    assert sorted(name for name in report(session, query) if name.endswith(".jpg")) == pictures


def test_nobody_else_in_the_network_has_it(session: Any) -> None:
    client = create_app(session).test_client()
    assert client.get("/api/report.zip", environ_base={"REMOTE_ADDR": "192.168.1.7"}).status_code == 403

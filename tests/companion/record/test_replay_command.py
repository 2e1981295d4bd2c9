"""`tableref replay`: a record on the page, or one clear line where it is none."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.record.edits import Played
from companion.record.store import Store
from tests.companion.record.test_library import PUNTO, ROW


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "there is no such file"),
        ("", "line 1: the record is empty"),
        (ROW + '{"act": "juggle"}\n', f"line {len(ROW.splitlines()) + 1}: act"),
    ],
    ids=["no file", "empty", "a wrong line"],
)
def test_what_is_no_record_exits_2_and_is_told_in_a_line(tmp_path: Path, text: str | None, said: str) -> None:
    path = tmp_path / "game.jsonl"
    if text is not None:
        path.write_text(text, "utf-8")
    result = CliRunner().invoke(main, ["replay", str(path), "--no-browser"])
    assert result.exit_code == 2
    assert said in result.stderr and result.stderr.count("\n") == 1


def test_a_game_that_is_not_kept_exits_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEREF_HOME", str(tmp_path))
    result = CliRunner().invoke(main, ["replay", "7", "--no-browser"])
    assert (result.exit_code, "no game 7" in result.stderr) == (1, True)


@pytest.mark.parametrize("form", ["html", "webp"])
def test_a_damaged_record_is_not_shared_and_where_it_is_damaged_is_told(tmp_path: Path, form: str) -> None:
    path, file = tmp_path / "evening.jsonl", tmp_path / f"evening.{form}"
    path.write_bytes(PUNTO.encode().replace(b'"ann"', b'"\xe4nn"'))  # another encoding
    result = CliRunner().invoke(main, ["replay", str(path), "--save", str(file)])
    assert result.exit_code == 2 and "evening.jsonl, line 1" in result.stderr
    assert not file.exists()


@pytest.mark.parametrize("kept", [False, True], ids=["a file", "a kept game"])
def test_a_record_is_shown_on_the_page(tmp_path: Path, kept: bool) -> None:
    if kept:
        store = Store.open(tmp_path / "games.sqlite3")
        header, *acts = map(json.loads, PUNTO.splitlines())
        which = str(store.keep([Played(header, tuple(acts))])[0])
        store.close()
    else:
        path = tmp_path / "punto.jsonl"
        path.write_text(PUNTO, "utf-8")
        which = str(path)
    program = subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "replay", which, "--no-browser", "--port", "0"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TABLEREF_HOME": str(tmp_path)},
    )
    assert program.stderr is not None
    try:
        found = re.search(r"http://\S+", program.stderr.readline())
        assert found
        with urllib.request.urlopen(f"{found.group()}/api/state", timeout=10) as answer:
            state = json.load(answer)
        with urllib.request.urlopen(f"{found.group()}/api/replay", timeout=10) as answer:
            steps = json.load(answer)["steps"]
    finally:
        program.terminate()
        program.wait(timeout=20)
        program.stderr.close()
    assert state["game"] == "punto"
    assert len(state["acts"]) == len(steps) - 1 == len(PUNTO.splitlines()) - 1

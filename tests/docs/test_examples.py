"""What pages say to type in can be typed in, and gives what they say."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path
from typing import get_args

import click
import pytest
from click.testing import CliRunner

from companion import cli
from companion.session.port import EventKind, EyesState, Phase, State
from referee.registry import GAMES, game
from tests.docs.pages import DOCS, PAGES, ROOT, blocks, calls, name_of, named
from tests.webui.fake_session import FakeSession
from webui.app import create_app
from webui.bodies import COMMANDS
from webui.phone import PhoneDoor

INTERFACE = DOCS / "interface.md"
CALLS = [(page, words) for page in PAGES for words in calls(page)]
OWN = [
    words[words.index(call) + 1 :] for _, words in CALLS for call in words[:1] if call.endswith("tableref")
]
OTHERS = {"python", "python3", "curl", "make", "pip", "systemctl", "loginctl"}
OTHERS |= {".venv/bin/pip", ".venv/bin/pre-commit"}
A_FILE = re.compile(r"[\w./-]+\.(jpg|mp4|jsonl|webp)")


def parsed(group: click.Group, words: list[str]) -> None:
    """Read a call as the command line does, without doing it."""
    context = click.Context(group, info_name="tableref")
    for depth, word in enumerate(words):
        if isinstance(group, click.Group) and word in group.list_commands(context):
            command = group.get_command(context, word)
            assert command is not None
            if isinstance(command, click.Group) and words[depth + 1 : depth + 2]:
                inner = words[depth + 1]
                if inner in command.list_commands(context):
                    return parsed(command, words[depth + 1 :])
            with command.make_context(word, words[depth + 1 :]):
                return None
        assert word in ("--version", "--help"), word
    return None


@pytest.mark.parametrize("words", OWN, ids=" ".join)
def test_every_call_of_the_program_is_one_that_it_takes(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for word in words:
        if A_FILE.fullmatch(word):
            (tmp_path / word).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / word).touch()
    parsed(cli.main, words)


def test_all_else_that_is_to_be_typed_in_is_known() -> None:
    others = {words[0] for _, words in CALLS if not words[0].endswith("tableref")}
    assert others <= OTHERS, others - OTHERS


def test_every_module_and_every_goal_of_make_that_is_called_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for _, words in CALLS:
        if words[0] == "make":
            assert re.search(rf"^{words[1]}:", makefile, re.M), words
        if words[0].startswith("python") and words[1] == "-m" and words[2].startswith("models"):
            assert (ROOT / (words[2].replace(".", "/") + ".py")).is_file(), words


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_blocks_of_code_are_what_they_say_they_are(page: Path) -> None:
    for block in blocks(page):
        if block.language == "json":
            json.loads(block.text)
        elif block.language == "jsonl":
            for line in block.text.splitlines():
                json.loads(line)
        elif block.language == "python":
            ast.parse(block.text)
        elif block.language == "toml":
            tomllib.loads(block.text)
        else:
            assert block.language in ("sh", "text", ""), block.language


def test_each_record_is_judged_as_the_block_after_it_says(tmp_path: Path) -> None:
    lines = [block.text for block in blocks(INTERFACE) if block.language == "jsonl"]
    records = [index for index, text in enumerate(lines) if text.startswith('{"game"')]
    assert {json.loads(lines[index].splitlines()[0])["game"] for index in records} == set(GAMES)
    for index in records:
        (tmp_path / "game.jsonl").write_text(lines[index], "utf-8")
        told = CliRunner().invoke(cli.main, ["judge", "--json", str(tmp_path / "game.jsonl")])
        assert told.stdout == lines[index + 1]


def test_the_table_of_commands_has_each_of_them() -> None:
    told = re.findall(r"^\| `tableref ([\w-]+)` \|", (DOCS / "commands.md").read_text("utf-8"), re.M)
    assert told == list(cli.COMMANDS)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_games_page_tells_each_of_its_faults_and_warnings(game_id: str) -> None:
    told = set(named(DOCS / "games" / f"{game_id}.md"))
    assert {*game(game_id).FAULTS, *game(game_id).WARNINGS} <= told


def test_the_fields_phases_and_events_that_the_interface_tells_are_there() -> None:
    text = INTERFACE.read_text("utf-8")
    tables = text[text.index("### The state") : text.index("### Events")]
    fields, phases = tables.split("| phase |")
    told = {
        name for row in re.findall(r"^\| (`.+?`) \|", fields, re.M) for name in re.findall(r"`(\w+)`", row)
    }
    assert told <= set(State.__annotations__)
    assert re.findall(r"^\| `(\w+)` \|", phases, re.M) == list(get_args(Phase))
    assert all(f"`{state}`" in fields for state in get_args(EyesState))
    assert all(f"`{kind}`" in text[text.index("### Events") :] for kind in get_args(EventKind))


def spelt(rule: str) -> list[str]:
    """An address as the page has it: a number is `<n>`, and each word that may stand in a place is told."""
    rule = re.sub(r"<int:\w+>", "<n>", rule)
    choice = re.search(r"<any\(([^)]*)\):\w+>", rule)
    return [rule.replace(choice[0], word) for word in choice[1].split(", ")] if choice else [rule]


def test_the_interface_tells_every_address_that_is_answered_and_no_other(tmp_path: Path) -> None:
    session = FakeSession()
    app = create_app(session, PhoneDoor(session, tmp_path), library=object())  # type: ignore[arg-type]
    answered = {
        (path, way)
        for rule in app.url_map.iter_rules()
        for path in spelt(rule.rule)
        for way in (rule.methods or set()) & {"GET", "POST"}
    }
    text = INTERFACE.read_text("utf-8")
    reading = text[text.index("### Reading") : text.index("### The state")]
    doing = text[text.index("### What a person does") :]
    rows = re.findall(r"^\| (`[^|]+`) \|", reading + doing, re.M)
    told = {
        (name, "GET") if name.startswith("/") else (f"/api/{name}", "POST")
        for row in rows
        for name in re.findall(r"`([^`]+)`", row)
        if not name.startswith(("GET", "POST"))
    }
    assert told == answered - {("/static/<path:filename>", "GET")}
    assert set(COMMANDS) <= {path.removeprefix("/api/") for path, way in told if way == "POST"}

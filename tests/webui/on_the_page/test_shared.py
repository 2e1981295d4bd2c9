"""A game in one file: any browser opens it without the program, and nothing is asked of any host."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from companion.cli import main
from companion.record.replay import replay
from referee import records
from tests.companion.record.test_library import PUNTO, ROW, played
from tests.webui.test_every_eye import complaints_of_axe
from webui.shared.one_file import one_file

STRIPS = played("four_colour_cards_claims")
LANE = played("one_two_three_four_between_two")


def opened(context: BrowserContext, record: str, folder: Path, complaints: list[str]) -> Page:
    file = folder / "game.html"
    file.write_text(one_file(replay(records.parse(record)), record), "utf-8")
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None
    )
    page.on(
        "request",
        lambda asked: asked.url.startswith(("file:", "data:", "blob:")) or complaints.append(asked.url),
    )
    page.goto(file.as_uri())
    page.wait_for_selector("#replay input")
    return page


@pytest.mark.parametrize("record", [ROW, PUNTO, LANE, STRIPS], ids=["stones", "cards", "tiles", "strips"])
def test_every_game_opens_from_a_file(
    context: BrowserContext, tmp_path: Path, complaints: list[str], record: str
) -> None:
    page = opened(context, record, tmp_path, complaints)
    acts = len(record.splitlines()) - 1
    expect(page.locator("#replay output")).to_have_text(f"Move 0 of {acts}")
    page.locator("[data-step=last]").click()
    expect(page.locator(".act")).to_have_count(acts)
    expect(page.locator("#verdict")).not_to_be_empty()
    assert complaints == []


def test_it_speaks_three_languages_and_gives_its_record_back(
    context: BrowserContext, tmp_path: Path, complaints: list[str]
) -> None:
    page = opened(context, ROW, tmp_path, complaints)
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("#replay h2")).to_contain_text("Wiedergabe")
    with page.expect_download() as download:
        page.locator("#acts a").click()
    assert Path(download.value.path()).read_text("utf-8") == ROW
    assert complaints == []


def test_axe_finds_nothing_on_it(context: BrowserContext, tmp_path: Path, complaints: list[str]) -> None:
    page = opened(context, ROW, tmp_path, complaints)
    page.locator("[data-step=last]").click()
    script = page.context.new_cdp_session(page)
    script.send("Page.setBypassCSP", {"enabled": True})
    page.reload()
    page.wait_for_selector("#replay input")
    assert complaints_of_axe(page) == []


def test_a_name_cannot_become_part_of_the_page() -> None:
    record = PUNTO.replace('"ann"', '"</script><b>"')
    page = one_file(replay(records.parse(record)), record)
    assert "</script><b>" not in page


def test_it_is_downloaded_from_the_page(client: FlaskClient, session: Any) -> None:
    session.record = lambda: ROW
    answer = client.get("/api/game.html")
    assert answer.status_code == 200 and answer.mimetype == "text/html"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="tableref-game.html"'
    assert client.get("/api/game.mp4").status_code == 404


@pytest.mark.parametrize(
    ("name", "begins"), [("g.html", b"<!doctype html>"), ("g.webp", b"RIFF"), ("g.gif", b"GIF8")]
)
def test_the_command_writes_it_too(tmp_path: Path, name: str, begins: bytes) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text("".join(f"{line}\n" for line in ROW.splitlines()[:4]), "utf-8")
    result = CliRunner().invoke(main, ["replay", str(record), "--save", str(tmp_path / name)])
    assert result.exit_code == 0, result.output
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["game.jsonl", name])


def test_what_it_cannot_be_written_as_is_told(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text(ROW, "utf-8")
    result = CliRunner().invoke(main, ["replay", str(record), "--save", str(tmp_path / "game.avi")])
    assert result.exit_code == 2 and re.search(r"\.html, \.webp, \.gif", result.stderr)

"""The games that are kept, on the page and in its API: found, replayed, taken along, brought, deleted."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import APIResponse, BrowserContext, Page, Route, expect

from companion.record.library import Library
from companion.record.replay import ReplaySession
from companion.record.store import Store
from referee import records
from tests.companion.record.test_library import PUNTO, ROW, TIE, archive, played
from tests.webui.browser import verdict
from webui.app import create_app
from webui.server import Server


@pytest.fixture
def library() -> Iterator[Library]:
    """Three games: 1 won by a row, 2 decided by stones, 3 of Punto."""
    store = Store.open(":memory:")
    library = Library(store)
    for record in (ROW, TIE, PUNTO):
        library.take_in(record.encode())
    yield library
    store.close()


@pytest.fixture
def client(session: Any, library: Library) -> FlaskClient:
    return create_app(session, library=library).test_client()


@pytest.fixture
def server(session: Any, library: Library) -> Iterator[Server]:
    server = Server(create_app(session, library=library), port=0)
    server.start()
    yield server
    server.close()


# The API


def test_games_are_listed_and_searched(client: FlaskClient) -> None:
    assert len(client.get("/api/library").json["games"]) == 3
    (found,) = client.get("/api/library?search=punto").json["games"]
    assert found["players"] == ["ann", "bo"]


def test_a_record_a_replay_and_a_sheet_of_each(client: FlaskClient) -> None:
    answer = client.get("/api/library/1/record")
    assert records.parse(answer.data) == replace(records.parse(ROW), ended=True)
    assert re.search(
        r'filename="tableref-[\d-]+just4fun-colours-1.jsonl"', answer.headers["Content-Disposition"]
    )
    assert len(client.get("/api/library/3/replay").json["steps"]) == len(PUNTO.splitlines())
    assert client.get("/api/library/2/sheet.pdf?language=de").data.startswith(b"%PDF")
    assert client.get("/api/library/2/sheet.png").mimetype == "image/png"
    assert client.get("/api/library/2/sheet.gif").status_code == 404
    assert client.get("/api/library/2/sheet.png?language=xx").status_code == 400


@pytest.mark.parametrize("path", ["record", "replay", "sheet.pdf"])
def test_a_game_that_is_not_there_is_told(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/api/library/9/{path}")
    assert answer.status_code == 404 and answer.json["error"] == "no game 9 is kept"


def test_games_are_taken_along_all_or_some(client: FlaskClient) -> None:
    for query, count in [("", 3), ("?id=1&id=3", 2)]:
        with zipfile.ZipFile(io.BytesIO(client.get(f"/api/library/export.zip{query}").data)) as files:
            assert len(files.namelist()) == count


@pytest.mark.parametrize(
    ("data", "mimetype", "status"),
    [
        (played("five_in_a_row").encode(), "application/x-ndjson", 200),
        (archive(a_jsonl=played("five_in_a_row")), "application/zip", 200),
        (b"no record", "application/x-ndjson", 400),
        (ROW.encode(), "application/json", 415),
        (b"x" * 9_000_000, "application/zip", 413),
    ],
    ids=["record", "archive", "none", "another type", "too large"],
)
def test_games_are_brought_in(client: FlaskClient, data: bytes, mimetype: str, status: int) -> None:
    answer = client.post("/api/library/import", data=data, content_type=mimetype)
    assert answer.status_code == status
    assert len(client.get("/api/library").json["games"]) == (4 if status == 200 else 3)


def test_a_game_is_deleted_but_not_the_one_that_is_on(client: FlaskClient, session: Any) -> None:
    session.show(stored_as=2)
    assert client.post("/api/library/2/delete", json={}).status_code == 409
    assert client.post("/api/library/1/delete", json={}).status_code == 200
    assert [game["id"] for game in client.get("/api/library").json["games"]] == [3, 2]
    assert client.get("/api/library/3/delete").status_code == 405


def test_neither_another_site_nor_another_machine_deletes_or_brings(client: FlaskClient) -> None:
    elsewhere = {"environ_base": {"REMOTE_ADDR": "192.168.1.9"}}
    evil = {"headers": {"Origin": "https://evil.example"}}
    for how in (elsewhere, evil):
        assert client.post("/api/library/1/delete", json={}, **how).status_code == 403
        answer = client.post("/api/library/import", data=ROW, content_type="application/x-ndjson", **how)
        assert answer.status_code == 403
    assert len(client.get("/api/library").json["games"]) == 3


def test_before_the_first_game_there_is_nothing_to_replay(client: FlaskClient, session: Any) -> None:
    session.record = lambda: ""
    assert client.get("/api/replay").status_code == 409
    assert client.get("/api/sheet.pdf").status_code == 409


# The page


def test_games_are_found_and_replayed_with_the_slider(page: Page) -> None:
    page.get_by_role("button", name="Games").click()
    expect(page.locator("#library li")).to_have_count(3)
    page.get_by_role("searchbox").fill("yellow")
    expect(page.locator("#library li")).to_have_count(1)
    expect(page.locator("#library-count")).to_have_text("1 game")
    page.get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", "Move 0 of 67")
    verdict(page).to_contain_text("The game begins")
    slider.press("ArrowRight")
    expect(page.locator("#board .tower")).to_have_count(1)
    verdict(page).to_contain_text("Green takes f6")
    expect(page.locator(".act")).to_have_count(1)
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    verdict(page).to_have_attribute("data-kind", "faulty")
    slider.press("End")
    verdict(page).to_contain_text("All stones are used up")
    expect(page.locator("#board .area.won.stone-green")).to_have_count(1)
    assert len(page.locator(".counted li").all()) == 3
    page.get_by_role("link", name="Close the replay").click()
    verdict(page).to_contain_text("Looking for the board")
    expect(page.locator("#replay")).to_be_hidden()


def test_a_replay_plays_by_itself_and_stops_at_the_end(page: Page, server: Server) -> None:
    page.clock.install()
    page.goto(f"{server.url}/#replay=1", wait_until="domcontentloaded")
    page.reload(wait_until="domcontentloaded")
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(5000)
    expect(page.locator("#replay output")).to_have_text("Move 3 of 31")
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5000)
    expect(page.locator("#replay output")).to_have_text("Move 3 of 31")
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(120_000)
    expect(page.locator("#replay output")).to_have_text("Move 31 of 31")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_what_goes_on_at_the_table_does_not_disturb_a_replay(page: Page, session: Any) -> None:
    page.evaluate("location.hash = '#replay=1'")
    page.get_by_role("button", name="To the end").click()
    verdict(page).to_contain_text("Red wins")
    session.begin("yellow", "white")
    session.place("yellow", [2, 3], ["orange"])
    page.wait_for_timeout(300)
    verdict(page).to_contain_text("Red wins")
    page.get_by_role("link", name="Close the replay").click()
    verdict(page).to_contain_text("Yellow on d3")


def test_punto_is_replayed_with_its_cards(page: Page) -> None:
    page.evaluate("location.hash = '#replay=3'")
    page.get_by_role("button", name="One move on").click()
    card = page.locator(".punto-card")
    expect(card).to_have_count(1)
    expect(card).to_have_attribute("aria-label", "a1: Red 8")
    expect(card.locator(".pip")).to_have_count(8)
    verdict(page).to_contain_text("ann lays red 8")


def test_a_game_is_deleted_only_when_asked_twice(page: Page, library: Library) -> None:
    page.get_by_role("button", name="Games").click()
    for button, left in [("Cancel", 3), ("Delete", 2)]:
        page.locator("[data-game='3']").get_by_role("button", name="Delete").click()
        page.locator("#sure").get_by_role("button", name=button).click()
        expect(page.locator("#sure")).to_be_hidden()
        expect(page.locator("#library li")).to_have_count(left)
    assert len(library.games()) == 2


def test_a_file_of_games_is_brought_in(page: Page, tmp_path: Path, complaints: list[str]) -> None:
    page.get_by_role("button", name="Games").click()
    file = tmp_path / "game.jsonl"
    file.write_text(played("five_in_a_row"), "utf-8")
    page.get_by_label("Import").set_input_files(file)
    expect(page.locator("#library li")).to_have_count(4)
    expect(page.locator("#library-count")).to_have_text("1 game imported")
    file.write_text("no record", "utf-8")
    page.get_by_label("Import").set_input_files(file)
    expect(page.locator("#toast")).to_contain_text("the record, line 1")
    assert all("400" in complaint for complaint in complaints)
    complaints.clear()


def test_a_list_that_comes_late_does_not_hide_what_was_brought_in_since(page: Page, tmp_path: Path) -> None:
    asked: list[Route] = []
    held: list[tuple[Route, APIResponse]] = []

    def answer(route: Route) -> None:
        asked.append(route)
        answered = route.fetch()  # meanwhile the page may ask again
        if route is asked[0]:
            held.append((route, answered))
        else:
            route.fulfill(response=answered)

    page.route("**/api/library?search=*", answer)
    page.get_by_role("button", name="Games").click()
    file = tmp_path / "game.jsonl"
    file.write_text(played("five_in_a_row"), "utf-8")
    page.locator("#library input[type=file]").set_input_files(file)
    expect(page.locator("#library li")).to_have_count(4)
    route, answered = held[0]
    route.fulfill(response=answered)
    expect(page.locator("#library")).to_be_visible()
    expect(page.locator("#library li")).to_have_count(4)


def test_the_result_can_be_printed_at_the_end(page: Page, game: Any) -> None:
    game.end_with({"how": "row", "winners": ["red"], "cells": [[0, 0]], "text": {"en": "Red wins."}})
    for form in ("png", "pdf"):
        link = page.get_by_role("link", name=f"Result sheet ({form.upper()})")
        expect(link).to_have_attribute("href", f"/api/sheet.{form}?language=en")
    expect(page.get_by_role("link", name="See the game again")).to_have_attribute("href", "#replay")


def test_the_replay_of_a_record_is_all_that_its_page_shows(context: BrowserContext) -> None:
    server = Server(create_app(ReplaySession(records.parse(ROW), "game.jsonl")), port=0)
    server.start()
    page = context.new_page()
    page.goto(server.url, wait_until="domcontentloaded")
    expect(page.locator("#replay output")).to_have_text("Move 31 of 31")
    verdict(page).to_contain_text("Red wins")
    for gone in ("#library-door", "#camera", "#actions", "#eyes", "#replay .chip"):
        expect(page.locator(gone)).to_be_hidden()
    page.close()
    server.close()

"""Punto on the page, over a real session whose eyes see what a test lays on the table."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.follow.punto_tables import piles_after
from companion.record.library import Library
from companion.record.store import Store
from companion.session.games import punto
from companion.session.live import LiveSession
from referee import punto as rules
from referee.punto_acts import Act, Place
from tests.companion.session.lane_table import Camera
from tests.companion.session.point_table import Sight, Watcher, beside, card
from tests.webui.browser import verdict
from webui.app import create_app
from webui.server import Server

WITHIN_S = 20.0


class Table:
    """A table with a camera and a live session."""

    def __init__(self) -> None:
        self.camera, self.store = Camera(), Store.open(":memory:")
        self.live = LiveSession(self.camera, self.store, rules.ID, ("ann", "bo"), {}, camera="0")
        self.live.start()

    def see(self) -> None:
        """The camera sends a picture, and it is taken in."""
        wanted, until = self.live.frame_number() + 1, time.monotonic() + WITHIN_S
        self.camera.left = 1
        while self.live.frame_number() < wanted and time.monotonic() < until:
            time.sleep(0.01)
        self.live.state()

    def do(self, act: Act) -> None:
        """People do something, right or wrong."""
        eyes: Any = self.live.watcher
        eyes.piles = piles_after(replace(self.live.session.state, piles=eyes.piles), act)
        self.see()


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(punto, "eyes", lambda options, known: Watcher())
    monkeypatch.setattr(punto, "sights", Sight)
    table = Table()
    table.see()
    yield table
    table.live.stop()
    table.store.close()


@pytest.fixture
def server(table: Table) -> Iterator[Server]:
    server = Server(create_app(table.live, library=Library(table.store)), port=0)
    server.start()
    yield server
    server.close()


def test_cards_lie_on_cells_that_keep_their_names_and_a_fault_is_framed(page: Page, table: Table) -> None:
    table.do(Place("ann", card("red 5"), beside(0, 0)))
    table.do(Place("bo", card("green 3"), beside(-1, -1)))
    cards = page.locator("#board .punto-card")
    expect(cards).to_have_count(2)
    expect(page.locator("#board [data-cell=f6]")).to_have_attribute("aria-label", "f6: Red 5")
    expect(page.locator("#board [data-cell=e5]")).to_have_attribute("aria-label", "e5: Green 3")
    assert {"e", "f", "5", "6"} <= set(page.locator("#board .label").all_text_contents())
    expect(page.locator("#board .frame.legal")).to_have_count(1)
    expect(page.locator(".seat").first).to_contain_text("35 cards left")
    table.do(Place("ann", card("red 2"), beside(0, 0)))
    verdict(page).to_have_attribute("data-kind", "faulty")
    expect(page.locator("#board .frame.faulty")).to_have_count(1)
    expect(page.locator("#differences td").last).to_have_text("Red 2")


def test_what_was_done_is_said_in_the_editor_card_by_card(page: Page, table: Table) -> None:
    table.do(Place("ann", card("red 5"), beside(0, 0)))
    page.get_by_role("button", name="Correct move 1").click()
    editor = page.locator("#editor")
    expect(editor.get_by_label("lays a card")).to_be_checked()
    fields = editor.locator("[data-kind=place]")
    expect(fields.get_by_label("Column")).to_have_value("5")
    fields.get_by_label("Points").select_option("4")
    editor.get_by_role("button", name="Save").click()
    verdict(page).to_contain_text("The table does not match the game")
    expect(page.locator("#board [data-cell=f6]").first).to_have_attribute("aria-label", "f6: Red 4")
    page.get_by_role("button", name="Correct move 1").click()
    editor.get_by_text("the round is dealt again").click()
    editor.get_by_role("button", name="Save").click()
    expect(page.locator(".act-words").first).to_contain_text("the round counts for nothing")

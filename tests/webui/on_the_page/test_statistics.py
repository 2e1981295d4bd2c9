"""Statistics over evenings, beside the list of the games that are kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.record.library import Library
from companion.record.store import Store
from tests.companion.record.test_library import PUNTO, ROW
from webui.app import create_app
from webui.server import Server


@pytest.fixture
def server(session: Any) -> Iterator[Server]:
    store = Store.open(":memory:")
    library = Library(store)
    for record in (ROW, PUNTO):
        library.take_in(record.encode())
    server = Server(create_app(session, library=library), port=0)
    server.start()
    yield server
    server.close()
    store.close()


def test_it_is_told_who_won_what(page: Page) -> None:
    page.locator("#library-door button").click()
    shown = page.get_by_role("button", name="Statistics")
    shown.click()
    expect(shown).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#library-games")).to_be_hidden()
    people = page.locator("[data-table=people]")
    expect(people.locator("thead")).to_contain_text("Punto")
    expect(people.get_by_role("row", name="ann")).to_contain_text("1 / 1")
    expect(page.locator("[data-table=games] tbody tr")).to_have_count(2)
    expect(page.locator("[data-table=evenings] tbody tr")).to_have_count(1)
    shown.click()
    expect(page.locator("#library-games li")).to_have_count(2)
    expect(page.locator(".statistics")).to_have_count(0)

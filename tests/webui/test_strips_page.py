"""Four Colour Cards on the page: strips before their players and in the middle, said and corrected strip by strip."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.record.library import Library
from companion.record.store import Store
from companion.session.live import LiveSession
from referee import four_colour_cards as rules
from referee.four_colour_acts import Discard, Meld
from tests.companion.session.strip_table import PLAYERS, StripTable
from vision.sources import PushedSource
from webui.app import create_app
from webui.server import Server


def live_at(table: StripTable) -> LiveSession:
    """A session that shows the table's game; its camera sends nothing."""
    live = LiveSession(PushedSource(), table.store, rules.ID, PLAYERS, table.options)
    live.session, live._keeper.game_id = table.session, 1
    return live


@pytest.fixture
def table() -> StripTable:
    table = StripTable(rounds=1)
    table.show()
    table.do(Discard("ann", "red-horse"))
    table.do(Meld("bo", ("red-horse", "red-horse")))
    table.do(Discard("bo", "white-cannon"))
    return table


@pytest.fixture
def server(table: StripTable) -> Iterator[Server]:
    server = Server(create_app(live_at(table), library=Library(table.store)), "127.0.0.1", 0)
    server.start()
    yield server
    server.close()


def test_strips_lie_before_their_player_and_the_one_on_offer_in_the_middle(page: Page) -> None:
    bo = page.locator("#board [data-player=bo]")
    expect(bo.get_by_role("img", name="red horse")).to_have_count(2)
    expect(page.locator("#board .offer")).to_have_attribute("aria-label", "white cannon")


def test_a_table_without_fields_has_none_to_fix(page: Page) -> None:
    page.wait_for_selector("#board svg")
    assert page.get_by_role("button", name="Fix a field").count() == 0


def test_a_hand_is_said_strip_by_strip(page: Page, table: StripTable) -> None:
    page.get_by_role("button", name="Say what was done").click()
    editor = page.locator("#editor")
    editor.get_by_text("lays a meld").click()
    editor.get_by_role("radio", name="cy").check()
    for card in ("white cannon", "white cannon"):
        editor.get_by_role("button", name="One more").click()
        editor.locator(".strip-list select").last.select_option(label=card)
    expect(editor.locator(".strip-list .strip-white")).to_have_count(2)
    editor.get_by_role("button", name="Save").click()
    expect(page.locator("#board [data-player=cy] .strip")).to_have_count(2)
    assert table.state.table.melds[2] == (("white-cannon", "white-cannon"),)


def test_of_a_hand_that_is_read_but_for_a_strip_that_one_is_open(page: Page, table: StripTable) -> None:
    table.session.phase = "unclear"
    table.session.proposal = {"act": "hu", "player": "cy", "hand": ["red-general", "red-general", None]}
    page.reload()
    page.get_by_role("button", name="Say what was done").click()
    editor = page.locator("#editor")
    expect(editor.locator(".strip-list .strip-red")).to_have_count(2)
    expect(editor.locator(".strip-list select").last).to_have_value("")
    expect(editor.locator(".why-not")).to_contain_text("The hand")


def test_who_sits_where_is_said_before_a_game(context: BrowserContext) -> None:
    live = LiveSession(PushedSource(), Store.open(":memory:"), rules.ID, (), {})
    server = Server(create_app(live), "127.0.0.1", 0)
    server.start()
    page = context.new_page()
    page.goto(server.url, wait_until="domcontentloaded")
    page.locator("[data-step=game]").first.click()
    page.get_by_label("Name at seat 1").fill("ann")
    page.get_by_label("Name at seat 2").fill("bo")
    first, second = page.locator(".side-choice").all()
    expect(first).to_have_value("bottom")
    second.select_option("bottom")
    expect(page.get_by_text("Each player needs a side of their own.")).to_be_visible()
    second.select_option("right")
    page.locator("#guide [data-action=next]").click()
    expect(page.get_by_text("Melds come to lie before their players")).to_be_visible()
    assert live.setup is not None and live.setup.told(None)["seats"] == {"ann": "bottom", "bo": "right"}
    page.close()
    server.close()

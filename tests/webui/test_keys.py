"""Seen from across the room, and by those who sit at a keyboard."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.webui.browser import open_page, verdict
from webui.server import Server


def test_from_across_the_room_there_is_the_verdict_the_board_and_whose_turn_it_is(
    page: Page, game: Any
) -> None:
    page.keyboard.press("f")
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator("#players")).to_be_visible()
    expect(page.locator("#actions")).to_be_hidden()
    expect(page.locator("#acts")).to_be_hidden()
    assert float(page.locator("#verdict").evaluate("e => getComputedStyle(e).zoom")) >= 1.2
    game.place("blue", [1, 1], [], "no_cards", todo="Take it back.")
    verdict(page).to_contain_text("Take it back.")
    page.keyboard.press("f")
    expect(page.locator("#actions")).to_be_visible()


def test_the_button_leads_there_and_back(page: Page, game: Any) -> None:
    button = page.get_by_role("button", name="For across the room")
    button.click()
    expect(page.locator("#actions")).to_be_hidden()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).to_be_focused()
    button.click()
    expect(page.locator("#actions")).to_be_visible()


def test_escape_leads_back_where_a_browser_gives_no_full_screen(page: Page, game: Any) -> None:
    page.evaluate(
        "() => { document.documentElement.requestFullscreen = () => Promise.reject(new Error('no')); }"
    )
    page.keyboard.press("f")
    expect(page.locator("#actions")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#actions")).to_be_visible()


def test_the_keys_are_listed_and_can_be_switched_off(page: Page, game: Any, server: Server) -> None:
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    expect(keys.locator("kbd")).to_have_text(["f", "v", "s", "?"])
    page.keyboard.press("f")
    expect(page.locator("body")).not_to_have_class("far")  # a dialog is open
    keys.get_by_role("checkbox", name="Use these keys").uncheck()
    keys.get_by_role("button", name="I have read it").click()
    page.keyboard.press("f")
    expect(page.locator("#actions")).to_be_visible()
    open_page(page, server)
    page.keyboard.press("f")
    expect(page.locator("#actions")).to_be_visible()


def test_who_writes_presses_no_keys(page: Page, game: Any) -> None:
    page.evaluate("document.body.append(document.createElement('input'))")
    page.locator("body > input").focus()
    page.keyboard.type("f")
    expect(page.locator("#actions")).to_be_visible()

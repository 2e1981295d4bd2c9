"""What the browser tests share: opening the page, and waiting for what comes of it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from webui.server import Server


def open_page(page: Page, server: Server) -> None:
    page.goto(server.url, wait_until="domcontentloaded")  # the camera's picture never ends loading
    page.wait_for_selector("#board svg")


def verdict(page: Page) -> Any:
    return expect(page.locator("#verdict"))


def offered(page: Page) -> list[str]:
    return [str(button.get_attribute("data-action")) for button in page.locator("#actions button").all()]


def asked(session: Any, page: Page) -> tuple[str, dict]:
    """Return the last command that reached the session, when it has."""
    for _ in range(500):
        if session.asked:
            return session.asked.pop()
        page.wait_for_timeout(20)
    raise AssertionError("no command came")

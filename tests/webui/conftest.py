"""A scripted session, a server that shows it, and a browser that looks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, expect, sync_playwright

from tests.webui.browser import open_page
from tests.webui.fake_session import FakeSession
from tools.browser import launched
from webui.app import create_app
from webui.server import Server

PATIENCE_MS = 30_000  # a machine that is busy with other things is no fault of the page
LISTEN_TO_SPEECH = """
    window.spoken = [];
    speechSynthesis.speak = (utterance) => window.spoken.push([utterance.lang, utterance.text]);
"""


@pytest.fixture
def session() -> FakeSession:
    return FakeSession()


@pytest.fixture
def client(session: FakeSession) -> FlaskClient:
    return create_app(session).test_client()


@pytest.fixture
def game(session: Any) -> Any:
    """A game of two with a tower on d3."""
    session.begin("red", "blue")
    session.place("red", [2, 3], ["green"])
    session.place("blue", [2, 3], ["green", "green"])
    session.place("red", [0, 0], ["red"])
    return session


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = launched(playwright)
    yield browser
    browser.close()


@pytest.fixture
def server(session: Any) -> Iterator[Server]:
    server = Server(create_app(session), port=0)
    server.start()
    yield server
    server.close()


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained of; a test that expects some clears it."""
    return []


@pytest.fixture(scope="session")
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """Making one costs a browser a second, so all tests have the same."""
    profile = browser.new_context(
        locale="en-GB", viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    )
    yield profile
    profile.close()


@pytest.fixture
def context(profile: BrowserContext) -> Iterator[BrowserContext]:
    """Where a test opens its pages. Nothing stays of them: the next server may have the same port."""
    yield profile
    for page in profile.pages:
        with suppress(Error):  # of a page that shows none of ours, or crashed
            page.evaluate("localStorage.clear()")
        page.close()


@pytest.fixture
def page(context: BrowserContext, server: Server, complaints: list[str]) -> Iterator[Page]:
    """The page, opened. Whatever a test does, nothing may go wrong unseen or be asked of another host."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None
    )
    page.on(
        "request", lambda asked: asked.url.startswith((server.url, "blob:")) or complaints.append(asked.url)
    )
    page.add_init_script(LISTEN_TO_SPEECH)
    open_page(page, server)
    yield page
    assert complaints == []

"""The page in its languages, aloud, over a link that breaks, and on screens of every size."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.webui.browser import open_page, verdict
from tests.webui.fake_session import FakeSession
from webui.app import create_app
from webui.server import Server

WAIT_S = 30
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "laptop": (1280, 720), "projector": (1920, 1080)}


# Languages, voice, light and dark


def test_german_is_spoken_throughout(page: Page, game: Any, server: Server) -> None:
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    verdict(page).to_contain_text("Regelgerecht")
    verdict(page).to_contain_text("Rot auf a1")
    game.place("blue", [1, 1], [], "no_cards", "wrong_player", todo="Stein zurück.")
    verdict(page).to_contain_text("Nicht erlaubt")
    verdict(page).to_contain_text("keine Karten gelegt")
    verdict(page).to_contain_text("DE Stein zurück.")
    open_page(page, server)
    verdict(page).to_contain_text("Nicht erlaubt")  # the choice is remembered


def test_a_german_browser_is_greeted_in_german(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="de-AT")
    page = context.new_page()
    open_page(page, server)
    verdict(page).to_contain_text("Der Spielplan wird gesucht")
    context.close()


def test_a_browser_from_taiwan_is_greeted_in_its_chinese(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="zh-TW")
    page = context.new_page()
    open_page(page, server)
    verdict(page).to_contain_text("正在找棋盤")
    context.close()


def test_verdicts_are_said_aloud_once_that_is_wanted(page: Page, game: Any) -> None:
    game.place("blue", [1, 1], ["green"])
    page.wait_for_selector(".act >> nth=3")
    assert page.evaluate("spoken") == []
    page.get_by_role("button", name="Read verdicts aloud").click()
    game.place("red", [1, 2], [], "no_cards", todo="Undo it.")
    page.wait_for_selector(".act >> nth=4")
    page.get_by_role("button", name="Deutsch").click()
    game.log.publish("camera", {"state": "lost"})
    # Not wait_for_function: it evaluates text in the page, which the page's own policy forbids.
    deadline = time.monotonic() + WAIT_S
    while page.evaluate("spoken.length") < 3 and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert page.evaluate("spoken") == [
        ["en-GB", "I will read the verdicts aloud."],
        ["en-GB", "Not allowed. Red on c2, with 0  card(s). Undo it."],
        ["de-DE", "Die Kamera ist weg."],
    ]


def test_light_and_dark_follow_the_device_until_chosen(page: Page) -> None:
    def paper() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    page.emulate_media(color_scheme="dark")
    dark = paper()
    page.emulate_media(color_scheme="light")
    assert paper() != dark
    theme = page.locator("[data-setting=theme]")
    theme.click()
    theme.click()
    assert paper() == dark, "dark was chosen, on a device that is set to light"


def test_nothing_moves_for_those_who_want_no_motion(page: Page, game: Any) -> None:
    animation = "getComputedStyle(document.querySelector('.tower')).animationName"
    page.emulate_media(reduced_motion="no-preference")
    expect(page.locator(".tower").first).to_be_visible()
    assert page.evaluate(animation) == "land"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(animation) == "none"


def test_screen_readers_hear_the_verdict_and_keys_reach_it(page: Page) -> None:
    expect(page.locator("#verdict")).to_have_attribute("aria-live", "assertive")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    unnamed = page.evaluate(
        "[...document.querySelectorAll('button, a, select, input')].filter(e => e.checkVisibility()"
        " && !(e.ariaLabel || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML)"
    )
    assert unnamed == []


# The link


def test_a_broken_link_is_told_and_mended(
    page: Page, game: Any, server: Server, complaints: list[str]
) -> None:
    server.close()
    expect(page.get_by_role("alert").first).to_contain_text("Connection to tableref lost")
    game.place("blue", [4, 4], ["yellow"])  # nobody is told
    again = Server(create_app(game), port=server.port)
    again.start()
    expect(page.locator("#offline")).to_be_hidden()
    verdict(page).to_contain_text("Blue on e5")
    again.close()
    page.close()
    assert all("ERR_" in complaint for complaint in complaints), complaints
    complaints.clear()


def test_a_program_that_was_started_anew_is_believed(
    page: Page, game: Any, server: Server, complaints: list[str]
) -> None:
    verdict(page).to_contain_text("Red on a1")
    server.close()
    fresh = FakeSession()
    again = Server(create_app(fresh), port=server.port)
    again.start()
    verdict(page).to_contain_text("Looking for the board")
    again.close()
    page.close()
    complaints.clear()


# Sizes


SCENES: list[Callable[[Any], None]] = [
    lambda session: session.show(phase="ready"),
    lambda session: session.place(
        "blue",
        [1, 1],
        ["orange"],
        "mixed_colours",
        "too_many_cards",
        "wrong_player",
        todo="Take it all back.",
    ),
    lambda session: session.show(
        phase="differs",
        differences=[
            {"cell": [r, 2], "expected": [], "seen": {"owner": "white", "height": 3}} for r in range(6)
        ],
    ),
]
BEYOND_THE_EDGE = """
    [...document.querySelectorAll("#verdict *, #actions *, .top *, .seat *, .panel *:not(.hidden)")]
        .filter((e) => e.checkVisibility() && !e.closest(".hidden"))
        .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1)
        .map((e) => e.outerHTML.slice(0, 80))
"""
SMALLEST_LETTERS_PX = {"phone": 22, "tablet": 26, "laptop": 32, "projector": 48}


@pytest.mark.parametrize("locale", ["en", "de", "zh-TW"])
def test_it_fits_every_screen(browser: Browser, server: Server, session: Any, locale: str) -> None:
    session.begin("red", "blue", "yellow", "white")
    for _ in range(7):
        session.place("red", [5, 5], ["blue"])
    context = browser.new_context(locale=locale)
    page = context.new_page()
    open_page(page, server)
    for scene in SCENES:
        scene(session)
        page.wait_for_selector(f"body[data-phase={session.now['phase']}]")
        for size in SIZES:
            assert_fits(page, size)
    context.close()


def assert_fits(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    assert page.evaluate("document.documentElement.scrollWidth") <= width, size
    assert page.evaluate(BEYOND_THE_EDGE) == [], size
    board = page.locator("#board svg").bounding_box()
    banner = page.locator("#verdict").bounding_box()
    assert board is not None and banner is not None
    assert board["width"] > 0.4 * min(width, height), size
    assert banner["y"] + banner["height"] < height, f"{size}: the verdict is seen without scrolling"
    letters = page.locator(".verdict-text").evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)")
    assert letters >= SMALLEST_LETTERS_PX[size], size
    if size in ("laptop", "projector"):
        assert page.evaluate("document.documentElement.scrollHeight") <= height, f"{size}: all on one screen"


def test_on_a_phone_a_finger_finds_every_button(browser: Browser, game: Any, server: Server) -> None:
    """WCAG 2.5.5: 44 pixels each way."""
    game.place("blue", [1, 1], [], "no_cards", todo="Take it back.")
    width, height = SIZES["phone"]
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = context.new_page()
    open_page(page, server)
    verdict(page).to_contain_text("Not allowed")
    small = [
        (button.get_attribute("aria-label") or button.inner_text(), box["width"], box["height"])
        for button in page.locator("button:visible").all()
        if (box := button.bounding_box()) and min(box["width"], box["height"]) < 43.5
    ]
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "and nothing sticks out"
    context.close()

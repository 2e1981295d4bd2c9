"""What is laid over a stream: the verdict, whose turn it is and the board, see-through, and nothing to press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.webui.test_every_eye import complaints_of_axe
from webui.app import create_app
from webui.server import Server

Opened = Callable[..., Page]


@pytest.fixture
def overlay(context: BrowserContext, server: Server, complaints: list[str]) -> Opened:
    def opened(query: str = "", width: int = 1280, height: int = 720) -> Page:
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{server.url}/overlay{query}")
        page.wait_for_selector("body[data-phase]")
        return page

    return opened


def test_it_follows_the_game(overlay: Opened, game: Any, complaints: list[str]) -> None:
    page = overlay()
    expect(page.locator("#verdict")).to_contain_text("Red on a1")
    expect(page.locator(".on-turn")).to_contain_text("Blue")
    game.place("blue", [1, 1], [], "no_cards", todo="Take it back.")
    expect(page.locator("#verdict")).to_contain_text("Not allowed")
    expect(page.locator(".frame.faulty")).to_have_count(1)
    assert complaints == []


def test_nothing_can_be_pressed_and_nothing_is_asked_for(overlay: Opened, game: Any) -> None:
    page = overlay()
    assert page.locator("button, a, input, select, [role=button], img").count() == 0
    page.mouse.click(300, 300)
    assert game.asked == []


def test_what_lies_behind_it_is_seen(overlay: Opened, game: Any) -> None:
    page = overlay()
    behind = "[document.documentElement, document.body].map((e) => getComputedStyle(e).backgroundColor)"
    assert page.evaluate(behind) == ["rgba(0, 0, 0, 0)"] * 2


@pytest.mark.parametrize(
    ("show", "shown"),
    [
        ("", ["verdict", "players", "board"]),
        ("?show=verdict", ["verdict"]),
        ("?show=board,turn", ["players", "board"]),
        ("?show=nonsense", ["verdict", "players", "board"]),
    ],
)
def test_the_address_says_what_is_shown(overlay: Opened, game: Any, show: str, shown: list[str]) -> None:
    page = overlay(show)
    game.place("blue", [1, 1], ["green"])
    expect(page.locator(f"#{shown[-1]}")).not_to_be_empty()
    assert page.evaluate("[...document.querySelectorAll('main > [id]')].map((e) => e.id)") == [
        "offline",
        *shown,
    ]


@pytest.mark.parametrize(
    ("width", "height"), [(1920, 1080), (1280, 720), (400, 900), (600, 600), (1920, 400)]
)
def test_all_of_it_fits_any_source(overlay: Opened, game: Any, width: int, height: int) -> None:
    page = overlay("", width, height)
    expect(page.locator("#board svg")).to_be_visible()
    for part in ("#verdict", "#players", "#board svg"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, part
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, part
        assert box["height"] > 25, part


def test_a_long_name_in_a_small_box_covers_nothing_and_its_beginning_is_read(
    overlay: Opened, game: Any
) -> None:
    page = overlay("", 300, 200)
    long = "Red, who is called by a name of forty letters, plays. " * 3
    game.show(outcome={"how": "row", "winners": ["red"], "cells": [], "text": {"en": long}}, phase="over")
    expect(page.locator(".verdict-text")).to_contain_text("Red, who")
    verdict, words = (page.locator(part).bounding_box() for part in ("#verdict", ".verdict-words"))
    assert verdict is not None and words is not None
    assert words["y"] >= verdict["y"] and words["x"] + words["width"] <= verdict["x"] + verdict["width"]
    assert page.locator("#verdict").evaluate("(e) => getComputedStyle(e).overflowY") == "hidden"


def test_the_address_says_how_large_it_is(overlay: Opened, game: Any) -> None:
    page = overlay("?width=600&height=400")
    box = page.locator("body").bounding_box()
    assert box is not None and (box["width"], box["height"]) == (600, 400)
    letters = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    before = page.evaluate(letters)
    assert overlay("?width=600&height=400&scale=2").evaluate(letters) == pytest.approx(2 * before)
    assert overlay("?width=600&height=400&scale=much").evaluate(letters) == before


def test_its_language_is_its_own(overlay: Opened, game: Any, server: Server) -> None:
    page = overlay("?language=de&theme=dark")
    expect(page.locator("#verdict")).to_contain_text("Regelgerecht")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    expect(overlay().locator("#verdict")).to_contain_text("Legal")


def test_before_a_game_no_empty_board_is_shown(overlay: Opened, session: Any) -> None:
    page = overlay()
    expect(page.locator("#verdict")).to_contain_text("Looking for the board")
    expect(page.locator("#board")).to_be_hidden()
    session.begin("red", "blue")
    expect(page.locator("#board svg")).to_be_visible()


def test_it_says_that_the_link_is_gone(overlay: Opened, game: Any, server: Server) -> None:
    page = overlay()
    server.close()
    expect(page.locator("#offline")).to_contain_text("No connection to tableref")
    again = Server(create_app(game), port=server.port)
    again.start()
    expect(page.locator("#offline")).to_be_hidden()
    page.close()
    again.close()


def test_axe_finds_nothing_on_it(overlay: Opened, game: Any) -> None:
    page = overlay()
    game.place("blue", [1, 1], [], "no_cards", todo="Take it back.")
    page.wait_for_selector(".frame.faulty")
    assert complaints_of_axe(page) == []

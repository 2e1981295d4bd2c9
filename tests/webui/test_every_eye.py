"""For every eye: axe-core finds nothing to complain of on any view, in any size, light and dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page

from companion.eyes.cameras import Camera, Cameras
from companion.record.library import Library
from companion.record.store import Store
from tests.companion.record.test_library import PUNTO, ROW, TIE
from tests.webui.browser import open_page
from vision.sources import SourceError
from webui.app import create_app
from webui.phone import PhoneDoor
from webui.server import Server

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
# Light and dark differ in colours alone, and these are the same at every width.
LOOKS: list[tuple[int, int, Scheme]] = [
    (360, 740, "light"),
    (1920, 1080, "light"),
    (1920, 1080, "dark"),
]
RULES = {"light": "", "dark": "runOnly: ['color-contrast'], "}
CORNERS = [[400, 100], [900, 120], [1000, 600], [300, 580]]
SEEN = {"image_size": [1280, 720], "corners": CORNERS, "cells": []}
CAMERA = {"kind": "device", "name": "0", "state": "live", "image_size": [1280, 720]}
WRONG = [{"cell": [4, 1], "expected": ["red"], "seen": {"owner": "blue", "height": 2}}]
LOST = {"state": "lost", "fps": 0.0, "why": "unplugged"}
MENDED = {"edit": "header", "fields": [{"cell": [1, 1], "was": "red", "is": "blue"}]}


def no_camera(id: str) -> Any:
    raise SourceError("no_camera", "no camera")


@pytest.fixture
def door(session: Any, tmp_path: Path) -> Iterator[PhoneDoor]:
    door = PhoneDoor(session, tmp_path, port=0, addresses=lambda: ["127.0.0.1", "127.0.0.2"])
    yield door
    door.close()


@pytest.fixture
def server(session: Any, door: PhoneDoor) -> Iterator[Server]:
    store = Store.open(":memory:")
    library = Library(store)
    for record in (ROW, TIE, PUNTO):
        library.take_in(record.encode())
    cameras = Cameras(lambda: [Camera("0", "Webcam"), Camera("2", "")], no_camera)
    server = Server(create_app(session, door, cameras, library=library), port=0)
    server.start()
    yield server
    server.close()
    store.close()


@pytest.fixture
def page(context: BrowserContext, server: Server) -> Page:
    page = context.new_page()
    open_page(page, server)
    return page


def begun(session: Any) -> None:
    """A game of four in which every colour of a stone lies, towers too."""
    session.begin("red", "blue", "yellow", "white")
    for column, colour in enumerate(["red", "blue", "yellow", "white", "green", "black"]):
        session.now["board"]["stacks"][column][column] = [colour] * (column + 1)
    session.place("red", [2, 3], ["green"])
    session.place("blue", [2, 3], ["green", "green"])


def faulty(session: Any) -> None:
    begun(session)
    session.place("blue", [1, 1], ["orange", "red"], "mixed_colours", "wrong_player", todo="Take it back.")


def guide(step: str) -> Callable[[Page, Any], None]:
    def show(page: Page, session: Any) -> None:
        session.set_up(players=["red", "blue"], ready=True)
        session.show(camera=CAMERA, seen=SEEN)
        page.locator(f"[data-step={step}]").click()
        page.wait_for_selector("#guide-step .button")

    return show


def phase(name: str, **changes: Any) -> Callable[[Page, Any], None]:
    def show(page: Page, session: Any) -> None:
        begun(session)
        session.show(phase=name, **changes)
        page.wait_for_selector(f"body[data-phase={name}]")

    return show


def verdict_faulty(page: Page, session: Any) -> None:
    faulty(session)
    page.wait_for_selector(".frame.faulty")


def correction(page: Page, session: Any) -> None:
    faulty(session)
    page.locator(".act .icon-button").last.click()
    page.wait_for_selector("#editor[open]")


def told_by_hand(*steps: str) -> Callable[[Page, Any], None]:
    def show(page: Page, session: Any) -> None:
        begun(session)
        page.locator("[data-action=tell]").click()
        page.wait_for_selector("#editor[open]")
        for step in steps:
            page.locator("#editor").get_by_text(step).first.click()

    return show


def palette(page: Page, session: Any) -> None:
    session.begin("red", "blue")
    page.locator("#board .mendable").first.press("Enter")
    page.wait_for_selector("#palette[open]")


def sure(page: Page, session: Any) -> None:
    begun(session)
    page.locator("[data-action=end]").click()
    page.wait_for_selector("#sure[open]")


def over_by_row(page: Page, session: Any) -> None:
    begun(session)
    row = [[2, 0], [2, 1], [2, 2], [2, 3]]
    session.end_with({"how": "row", "winners": ["blue"], "cells": row, "text": {"en": "Blue wins."}})
    page.wait_for_selector(".winning")


def over_by_area(page: Page, session: Any) -> None:
    begun(session)
    areas = {"red": [[0, 0]], "blue": [[1, 1], [1, 2]], "yellow": [[2, 2]], "white": [[3, 3]]}
    counts = {player: [len(cells), 3] for player, cells in areas.items()}
    session.end_with(
        {
            "how": "area",
            "winners": ["blue"],
            "areas": counts,
            "area_cells": areas,
            "text": {"en": "Blue wins."},
            "counted": {"en": ["First.", "Then."]},
        }
    )
    page.wait_for_selector("#score table")


def replay(number: int) -> Callable[[Page, Any], None]:
    def show(page: Page, session: Any) -> None:
        page.evaluate(f"location.hash = '#replay={number}'")
        page.wait_for_selector("#replay input")
        page.keyboard.press("End")

    return show


def games(page: Page, session: Any) -> None:
    begun(session)
    page.locator("#library-door button").click()
    page.wait_for_selector("#library li")


def games_counted(page: Page, session: Any) -> None:
    games(page, session)
    page.locator("[data-action=statistics]").click()
    page.wait_for_selector(".statistics table")


def invitation(page: Page, session: Any) -> None:
    session.set_up(players=["red", "blue"])
    session.show(camera={"kind": "phone", "name": "", "state": "lost", "image_size": None})
    page.locator("[data-step=camera]").click()
    page.locator("[data-action=phone-link]").click()
    page.wait_for_selector("#invitation[open]")
    page.locator("#invitation summary").click()


def in_chinese(page: Page, session: Any) -> None:
    faulty(session)
    page.locator("[data-setting=language-zh-Hant]").click()


def corrected(page: Page, session: Any) -> None:
    begun(session)
    session.show(corrections=[MENDED | {"undone": True}, MENDED | {"undone": False}])
    page.locator(".corrections summary").click()


VIEWS: dict[str, Callable[[Page, Any], None]] = {
    "guide: camera": guide("camera"),
    "guide: game": guide("game"),
    "guide: board": guide("board"),
    "a phone invited": invitation,
    "looking for the board": lambda page, session: None,
    "the table": phase("playing"),
    "a fault": verdict_faulty,
    "unclear": phase("unclear", differences=WRONG),
    "the table differs": phase("differs", differences=WRONG),
    "the camera is lost": phase("lost", eyes=LOST),
    "the end by a row": over_by_row,
    "the end by areas": over_by_area,
    "a correction": correction,
    "told by hand": told_by_hand(),
    "a change told by hand": told_by_hand("another change", "One more"),
    "a table set by hand": told_by_hand("set by hand"),
    "corrections made": corrected,
    "a field's colour": palette,
    "are you sure": sure,
    "replay": replay(1),
    "replay of areas": replay(2),
    "replay of Punto": replay(3),
    "the games": games,
    "the games counted": games_counted,
    "in Chinese": in_chinese,
}


def complaints_of_axe(page: Page) -> list[str]:
    """What is wrong at each width, and in the dark: the rule, and where."""
    page.evaluate(Axe().axe_script)
    found = []
    for width, height, scheme in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        run = f"axe.run({{{RULES[scheme]}resultTypes: ['violations']}})"
        for wrong in page.evaluate(run)["violations"]:
            for node in wrong["nodes"]:
                said = f"{wrong['id']}: {node['html'][:90]} {node['failureSummary']}"
                found.append(f"{width} {scheme} {said}")
    return found


def test_axe_would_tell(page: Page) -> None:
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert any("button-name" in found for found in complaints_of_axe(page))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_would_tell_pale_ink(page: Page, scheme: str) -> None:
    page.evaluate(f"""
        const pale = new CSSStyleSheet();
        pale.replaceSync("@media (prefers-color-scheme: {scheme}) {{ h1 {{ color: #888; background: #999; }} }}");
        document.adoptedStyleSheets = [pale];
    """)
    found = [complaint.split()[1:3] for complaint in complaints_of_axe(page)]
    assert found
    assert all(told == [scheme, "color-contrast:"] for told in found)


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_on(view: str, page: Page, session: Any) -> None:
    VIEWS[view](page, session)
    assert complaints_of_axe(page) == []


def test_axe_finds_nothing_on_a_phones_page(context: BrowserContext, door: PhoneDoor, session: Any) -> None:
    assert context.browser
    page = context.browser.new_context(ignore_https_errors=True).new_page()
    page.goto(door.open().urls[0])
    page.wait_for_selector("#sender-actions .button")
    page.locator("summary").click()
    assert complaints_of_axe(page) == []
    page.context.close()

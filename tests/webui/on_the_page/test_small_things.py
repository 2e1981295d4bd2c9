"""What people stumbled over: what matters is seen without scrolling, and each button says what it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.record.library import read_record
from companion.record.replay import ReplaySession
from tests.companion.record.test_library import ROW
from webui.app import create_app
from webui.server import Server

LAPTOPS = [(1280, 800), (1366, 768)]


@pytest.fixture
def replayed(context: BrowserContext) -> Iterator[Page]:
    """The page of a program that shows a record, and nothing else."""
    server = Server(create_app(ReplaySession(read_record(ROW, "game"), "game")), port=0)
    server.start()
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_selector("#replay input")
    yield page
    page.close()
    server.close()


def test_in_a_replay_nothing_is_offered_that_is_refused(replayed: Page) -> None:
    expect(replayed.locator(".act")).to_have_count(len(ROW.splitlines()) - 1)
    assert replayed.locator("[data-edit], [data-action=mend], #actions button").count() == 0
    replayed.evaluate("location.hash = ''")
    expect(replayed.locator("#replay")).to_be_hidden()
    assert replayed.locator("[data-edit], [data-action=mend], #actions button").count() == 0


def test_a_replay_opens_without_a_frame_round_its_slider(replayed: Page) -> None:
    expect(replayed.locator("#replay input")).not_to_be_focused()


def bottom(page: Page, what: str) -> float:
    box = page.locator(what).bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@pytest.mark.parametrize(("width", "height"), LAPTOPS)
def test_the_cameras_picture_is_seen_at_a_fault(page: Page, game: Any, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    wrong = [{"cell": [1, 1], "expected": [], "seen": {"owner": "blue", "height": 1}}]
    game.place("blue", [1, 1], ["red"], "wrong_colour", todo="Play orange cards, or take the stone back.")
    game.show(differences=wrong)
    page.wait_for_selector("body[data-phase=waiting_restore]")
    view = page.locator("#camera").bounding_box()
    assert view is not None and view["y"] < height - 150


@pytest.mark.parametrize(("width", "height"), LAPTOPS)
@pytest.mark.parametrize("chosen", [True, False], ids=["a camera", "none yet"])
def test_the_guide_needs_no_scrolling_to_go_on(
    page: Page, session: Any, width: int, height: int, chosen: bool
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    session.set_up()
    camera = {"kind": "device", "name": "0", "state": "live", "image_size": [1280, 720]}
    session.show(camera=camera if chosen else None)
    page.wait_for_selector("#guide-step")
    page.locator("[data-step=camera]").click()
    shown = ".chosen-picture" if chosen else ".placing"
    expect(page.locator(shown)).to_be_visible()
    assert bottom(page, "[data-action=next]") <= height
    assert bottom(page, shown) <= height


def test_before_a_camera_is_chosen_it_is_drawn_how_to_place_it(page: Page, session: Any) -> None:
    session.set_up()
    session.show(camera=None)
    drawing = page.locator(".placing svg")
    expect(drawing).to_have_attribute("role", "img")
    expect(page.locator(".placing")).to_contain_text("looking down at all of the table")
    session.show(camera={"kind": "device", "name": "0", "state": "live", "image_size": [1280, 720]})
    expect(drawing).to_have_count(0)


def test_fixing_a_field_says_what_it_does(page: Page, game: Any) -> None:
    button = page.get_by_role("button", name="Fix a field’s colour")
    expect(page.locator(".mending")).to_be_empty()
    button.click()
    expect(page.locator(".mending")).to_contain_text("whose printed colour is wrong")
    expect(page.locator(".mending")).to_contain_text("For stones")
    button.click()
    expect(page.locator(".mending")).to_be_empty()

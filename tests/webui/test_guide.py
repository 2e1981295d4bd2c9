"""The guided start: from the box to the game in three steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.errors import CommandError
from companion.eyes.cameras import Camera, Cameras
from tests.webui.browser import asked
from tests.webui.conftest import PATIENCE_MS
from tests.webui.fake_session import FIELDS
from vision.sources import Source, open_source
from webui.app import create_app
from webui.phone import PhoneDoor
from webui.server import Server

SIZE = [1280, 720]
CORNERS = [[400, 100], [900, 120], [1000, 600], [300, 580]]
EMPTY = {"size": 6, "fields": [], "stacks": []}
BOARD = {"size": 6, "fields": FIELDS, "stacks": [[[] for _ in range(6)] for _ in range(6)]}
SEEN = {"image_size": SIZE, "corners": CORNERS, "cells": []}
DEVICE = {"kind": "device", "name": "0", "state": "live", "image_size": SIZE}
TWO = {"players": ["red", "blue"]}


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film that is not one colour all the time."""
    path = tmp_path_factory.mktemp("film") / "film.mp4"
    noise = np.random.default_rng(1).integers(0, 256, (9, 16, 3), np.uint8)
    picture = cv2.resize(noise, SIZE, interpolation=cv2.INTER_NEAREST)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10, SIZE)
    for step in range(200):
        writer.write(np.roll(picture, 8 * step, axis=1))
    writer.release()
    return path


@pytest.fixture
def opened() -> list[str]:
    return []


@pytest.fixture
def server(session: Any, film: Path, opened: list[str], tmp_path: Path) -> Iterator[Server]:
    def open_camera(id: str) -> Source:
        opened.append(id)
        return open_source(str(film), realtime=True)

    session.set_up()
    session.show(camera=None, board=EMPTY)
    session.jpeg = session.jpeg_overlay = first_picture(film)
    cameras = Cameras(lambda: [Camera("0", "Webcam"), Camera("2", "")], open_camera)
    door = PhoneDoor(session, tmp_path, port=0, addresses=lambda: ["127.0.0.1", "127.0.0.2"])
    server = Server(create_app(session, door, cameras), port=0)
    server.start()
    yield server
    server.close()
    door.close()


def first_picture(film: Path) -> bytes:
    _, bgr = cv2.VideoCapture(str(film)).read()
    return bytes(cv2.imencode(".jpg", bgr)[1].tobytes())


@pytest.fixture
def page(context: BrowserContext, server: Server, complaints: list[str]) -> Iterator[Page]:
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(server.url, wait_until="domcontentloaded")
    page.wait_for_selector("#guide:not([hidden])")
    yield page
    assert complaints == []


def show_board_step(page: Page, session: Any, **more: Any) -> None:
    session.set_up(**TWO)
    session.show(camera=DEVICE, **more)
    page.locator("[data-step=board]").click()
    page.wait_for_selector(".corner >> nth=3")


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).bounding_box()
    assert found
    return dict(found)


def middle(page: Page, selector: str) -> tuple[float, float]:
    place = box(page, selector)
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


# Step 1: the camera


def test_this_computers_cameras_are_shown_with_what_they_see(page: Page, opened: list[str]) -> None:
    for id, name in (("0", "Webcam"), ("2", "Camera 3")):
        choice = page.locator(f"[data-camera=device{id}]")
        expect(choice).to_contain_text(name)
        picture = choice.locator("img")
        expect(picture).to_have_attribute("src", f"/cameras/{id}.mjpg")
        for _ in range(300):
            if picture.evaluate("image => image.naturalWidth"):
                break
            page.wait_for_timeout(50)
        assert picture.evaluate("image => image.naturalWidth") == 480
    assert sorted(opened) == ["0", "2"]


def test_a_camera_is_chosen_and_its_picture_shown(page: Page, session: Any) -> None:
    expect(page.locator("[data-action=next]")).to_be_disabled()
    page.locator("[data-camera=device0]").click()
    assert asked(session, page) == ("camera", {"kind": "device", "value": "0"})
    session.show(camera=DEVICE)
    expect(page.locator("[data-camera=device0]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".chosen")).to_have_text("This is what it sees.")
    expect(page.locator(".chosen-picture")).to_have_attribute("src", "/stream.mjpg?overlay=0")
    page.locator("[data-action=next]").click()
    expect(page.locator("[data-step=game]")).to_have_attribute("aria-current", "step")


def test_a_camera_is_known_by_its_address_or_a_file(page: Page, session: Any) -> None:
    for kind, value in (("address", "http://192.168.1.5:8080/video"), ("file", "/home/us/game.mp4")):
        page.locator(f"input[name={kind}]").fill(value)
        page.locator(f"input[name={kind}]").press("Enter")
        assert asked(session, page) == ("camera", {"kind": kind, "value": value})
        session.show(camera={"kind": kind, "name": value, "state": "live", "image_size": SIZE})
        expect(page.locator(f"input[name={kind}]")).to_have_value(value)


def test_this_devices_camera_is_sent_at_once(page: Page, session: Any) -> None:
    page.locator("[data-camera=browser]").click()
    assert asked(session, page) == ("camera", {"kind": "browser", "value": ""})
    for _ in range(300):
        if session.pushed:
            break
        page.wait_for_timeout(50)
    assert session.pushed and session.pushed[0].startswith(b"\xff\xd8\xff")


def test_a_phone_is_invited_by_a_code_and_a_link(page: Page, session: Any) -> None:
    page.locator("[data-camera=phone]").click()
    assert asked(session, page) == ("camera", {"kind": "phone", "value": ""})
    dialog = page.locator("#invitation")
    expect(dialog.locator(".qr svg path").first).to_be_visible()
    link = dialog.locator(".phone-link")
    expect(link).to_have_text(re.compile(r"^https://127\.0\.0\.1:\d+/#[\w-]{22}$"))
    expect(dialog).to_contain_text("The browser will warn")
    dialog.get_by_label("Another address").select_option("1")
    expect(link).to_have_text(re.compile(r"^https://127\.0\.0\.2:"))
    session.show(camera=DEVICE | {"kind": "phone", "name": "", "state": "stale", "image_size": None})
    expect(page.locator(".chosen")).to_have_text("Waiting for its first picture …")
    session.show(camera=DEVICE | {"kind": "phone", "name": ""})
    expect(dialog).to_be_hidden()
    session.show(camera=DEVICE | {"kind": "phone", "name": "", "state": "stale"})
    expect(page.locator(".chosen")).to_have_text("No new pictures come. This is the last one.")


def test_a_camera_that_cannot_be_had_is_told(page: Page, session: Any, complaints: list[str]) -> None:
    session.refuses = CommandError("busy", "camera 0: is not there or is in use")
    page.locator("[data-camera=device0]").click()
    expect(page.locator("#toast")).to_have_text("camera 0: is not there or is in use")
    complaints.clear()


def test_an_interrupted_game_can_be_gone_on_with(page: Page, session: Any) -> None:
    session.set_up(resume={"players": ["red", "green"], "acts": 7, "created": "2026-01-02T10:00:00Z"})
    expect(page.locator(".interrupted")).to_contain_text(
        "A game of Red, Green was interrupted after 7 moves."
    )
    page.locator("[data-action=resume]").click()
    assert asked(session, page) == ("resume", {})


# Step 2: the game


def test_it_can_be_gone_on_with_where_a_camera_was_chosen_before(page: Page, session: Any) -> None:
    session.set_up(resume={"players": ["red", "green"], "acts": 7, "created": "2026-01-02T10:00:00Z"})
    session.show(camera=DEVICE)
    page.locator("[data-step=game]").click()
    page.locator("[data-action=resume]").click()
    assert asked(session, page) == ("resume", {})


def test_game_seats_and_options_are_chosen(page: Page, session: Any) -> None:
    session.show(camera=DEVICE)
    page.locator("[data-step=game]").click()
    following = page.locator("[data-action=next]")
    expect(following).to_be_disabled()
    expect(page.get_by_label("Four Colour Cards")).to_be_enabled()
    for colour in ("Blue", "Red", "White"):
        page.get_by_role("button", name=colour).click()
    page.get_by_role("button", name="Red").click()  # gets up again
    expect(page.get_by_role("group", name="How many in a row win?")).to_be_visible()
    page.get_by_label("Five").check()
    page.get_by_label("How many fields along each side of the board?").select_option("8")
    following.click()
    agreed = {"players": ["blue", "white"], "options": {"row": 5, "size": 8}}
    assert asked(session, page) == ("setup", {"game": "just4fun-colours", **agreed})
    expect(page.locator("[data-step=board]")).to_have_attribute("aria-current", "step")


def test_no_more_sit_down_than_may_play(page: Page, session: Any) -> None:
    session.show(camera=DEVICE)
    page.locator("[data-step=game]").click()
    for colour in ("Blue", "Red", "White", "Black"):
        page.get_by_role("button", name=colour).click()
    expect(page.get_by_role("button", name="Yellow")).to_be_disabled()


# Step 3: the board


def test_it_says_what_it_waits_for(page: Page, session: Any) -> None:
    show_board_step(page, session)
    told, play = page.locator(".board-state"), page.locator("[data-action=play]")
    expect(told).to_contain_text("Looking for the board")
    session.show(seen=SEEN, board=BOARD)
    expect(told).to_contain_text("being looked at")
    session.set_up(stones_on=[[0, 0], [2, 3]])
    expect(told).to_contain_text("something is on a1, d3")
    expect(play).to_be_disabled()
    page.get_by_role("button", name="Nothing stands there").click()
    assert asked(session, page) == ("table_is_right", {})
    session.set_up(stones_on=[], ready=True)
    expect(page.get_by_role("button", name="Nothing stands there")).to_have_count(0)
    expect(told).to_contain_text("The board is found")
    play.click()
    assert asked(session, page) == ("start", {"game": "just4fun-colours", "players": ["red", "blue"],
                                              "options": {"row": 4}})  # fmt: skip
    expect(page.locator("#guide")).to_be_hidden()
    expect(page.locator("#verdict")).to_contain_text("Red to move")


def test_the_fields_are_drawn_where_they_are_seen(page: Page, session: Any) -> None:
    show_board_step(page, session, seen=SEEN, board=BOARD)
    chips = page.locator(".chip-on-board")
    expect(chips).to_have_count(36)
    picture = box(page, ".found-picture")
    x, y = middle(page, "[data-corner='2'] .ring")
    scale = picture["width"] / SIZE[0]
    assert abs(x - picture["x"] - 1000 * scale) < 2 and abs(y - picture["y"] - 600 * scale) < 2


def test_one_click_on_a_field_mends_it(page: Page, session: Any) -> None:
    show_board_step(page, session, seen=SEEN, board=BOARD)
    page.locator(".chip-on-board[data-cell='1,2']").click()
    page.locator("#palette").get_by_role("button", name="Violet").click()
    assert asked(session, page) == ("set_field", {"cell": [1, 2], "colour": "violet"})
    page.get_by_role("button", name="c2, field Blue: empty").press("Enter")  # and from the keyboard
    page.locator("#palette").get_by_role("button", name="Red").click()
    assert asked(session, page) == ("set_field", {"cell": [1, 2], "colour": "red"})


def test_two_shades_that_look_alike_are_told_apart_in_one_tap(page: Page, session: Any) -> None:
    alike = [{"names": ["orange", "yellow"], "rgb": [[215, 185, 60], [225, 205, 100]]}]
    show_board_step(page, session, seen=SEEN, board=BOARD)
    session.set_up(ready=True, alike=alike)
    question = page.get_by_role("group", name="These two colours look alike. Are they called rightly?")
    expect(question.locator("figcaption")).to_have_text(["Orange", "Yellow"])
    expect(question.locator("rect").first).to_have_attribute("fill", "rgb(215, 185, 60)")
    question.get_by_role("button", name="No, the other way round").click()
    assert asked(session, page) == ("tell_apart", {"names": ["orange", "yellow"], "changed": True})
    session.set_up(alike=[])
    expect(question).to_have_count(0)


def test_a_corner_is_dragged(page: Page, session: Any) -> None:
    show_board_step(page, session, seen=SEEN, board=BOARD)
    scale = box(page, ".found-picture")["width"] / SIZE[0]
    x, y = middle(page, "[data-corner='1'] .ring")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 50 * scale, y - 10 * scale, steps=4)
    session.show(seen=SEEN | {"corners": [[0, 0]] * 4})  # what is held is not taken away
    page.mouse.move(x + 100 * scale, y - 20 * scale, steps=4)
    page.mouse.up()
    name, body = asked(session, page)
    assert name == "corners"
    moved = [round(v) for corner in body["corners"] for v in corner]
    assert moved == pytest.approx([400, 100, 1000, 100, 1000, 600, 300, 580], abs=3)


def test_a_corner_is_moved_by_the_arrow_keys(page: Page, session: Any) -> None:
    show_board_step(page, session, seen=SEEN, board=BOARD)
    corner = page.get_by_role("button", name="Corner 1 of 4")
    corner.focus()
    for key in ("ArrowRight", "ArrowDown", "Shift+ArrowRight"):
        page.keyboard.press(key)
    session.show(seen=SEEN)  # a look from before
    name, body = asked(session, page)
    assert name == "corners" and session.asked == [], "told once, not for every key"
    assert body["corners"][0] == pytest.approx([400 + 2.56 + 25.6, 102.56])
    assert body["corners"][1:] == CORNERS[1:]
    expect(corner).to_be_focused()


def test_a_board_that_is_not_found_can_be_pointed_out(page: Page, session: Any) -> None:
    show_board_step(page, session, seen=None)
    expect(page.locator(".outline.unsure .corner")).to_have_count(4)
    page.locator("[data-action=search]").click()
    assert asked(session, page) == ("corners", {"corners": None})


def test_after_the_end_a_new_game_can_be_set_up(page: Page, session: Any) -> None:
    session.begin("red", "blue")
    session.show(camera=DEVICE)
    session.end_with(
        {"how": "row", "winners": ["red"], "cells": [[0, 0]], "text": {"en": "Red.", "de": "Rot."}}
    )
    expect(page.locator("#guide")).to_be_hidden()
    page.get_by_role("button", name="New game").click()
    assert asked(session, page)[1]["players"] == ["red", "blue"], "the same seats are offered again"
    expect(page.locator("[data-step=game]")).to_have_attribute("aria-current", "step")


@pytest.mark.parametrize("size", [(360, 740), (820, 1180), (1920, 1080)])
def test_it_fits_every_screen(page: Page, session: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for _ in ("camera", "game", "board"):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        session.set_up(**TWO)
        session.show(camera=DEVICE, seen=SEEN, board=BOARD)
        page.locator("[data-step] >> nth=1").click()
    page.locator("[data-step=board]").click()
    page.wait_for_selector(".corner >> nth=3")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    reach = box(page, "[data-corner='0'] .reach")
    assert reach["width"] >= 44, "room for a finger"

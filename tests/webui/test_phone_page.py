"""A phone in a real browser, over TLS: it opens the link, its film is the table's camera, and it comes back."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.webui.conftest import PATIENCE_MS
from tools.browser import launched
from webui.phone import PhoneDoor

PHONE = {"width": 360, "height": 740}
BLUE_BGR = (200, 60, 20)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A blue film, as chromium takes it for a camera: Motion JPEG."""
    path = tmp_path_factory.mktemp("film") / "film.mjpeg"
    picture = cv2.imencode(".jpg", np.full((360, 640, 3), BLUE_BGR, np.uint8))[1]
    path.write_bytes(picture.tobytes() * 20)
    return path


@pytest.fixture(scope="module")
def phone_browser(playwright: Playwright, film: Path) -> Iterator[Browser]:
    browser = launched(playwright, f"--use-file-for-fake-video-capture={film}")
    yield browser
    browser.close()


@pytest.fixture
def phone(phone_browser: Browser) -> Iterator[BrowserContext]:
    """A phone whose owner goes on in spite of the warning."""
    context = phone_browser.new_context(viewport=PHONE, locale="en-GB", ignore_https_errors=True)
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def door(session: Any, tmp_path: Path) -> Iterator[PhoneDoor]:
    door = PhoneDoor(session, tmp_path, port=0, addresses=lambda: ["127.0.0.1"])
    yield door
    door.close()


def wait_until(page: Page, holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_MS / 1000
    while not holds():
        assert time.monotonic() < until
        page.wait_for_timeout(50)


def test_the_link_makes_the_phones_film_the_tables_camera(
    phone: BrowserContext, door: PhoneDoor, session: Any
) -> None:
    page = phone.new_page()
    page.goto(door.open().urls[0])
    wait_until(page, lambda: len(session.pushed) >= 2)
    sent = cv2.imdecode(np.frombuffer(session.pushed[-1], np.uint8), cv2.IMREAD_COLOR)
    assert sent.shape[0] * 16 == sent.shape[1] * 9
    assert np.abs(sent.reshape(-1, 3).mean(0) - BLUE_BGR).max() < 25, "it is the camera's picture"
    told = page.locator("#sending-state")
    expect(told).to_contain_text("No board is seen yet")
    session.show(seen={"image_size": [1280, 720], "corners": None, "cells": []})
    expect(told).to_contain_text("The board is in the picture")
    assert page.evaluate("location.hash") == "", "the link is for once, and must not be handed on"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_phone_that_was_cut_off_says_so_and_goes_on_by_itself(
    phone: BrowserContext, door: PhoneDoor, session: Any
) -> None:
    page = phone.new_page()
    page.goto(door.open().urls[0])
    wait_until(page, lambda: len(session.pushed) >= 1)
    phone.set_offline(True)
    expect(page.locator("#sending-state")).to_contain_text("does not answer. Trying again")
    before = len(session.pushed)
    phone.set_offline(False)
    wait_until(page, lambda: len(session.pushed) > before)
    expect(page.locator("#sending-state")).to_contain_text("Sending")


def test_a_page_that_was_closed_is_let_in_again(phone: BrowserContext, door: PhoneDoor, session: Any) -> None:
    page = phone.new_page()
    link = door.open().urls[0]
    page.goto(link)
    wait_until(page, lambda: len(session.pushed) >= 1)
    page.close()
    again, before = phone.new_page(), len(session.pushed)
    again.goto(link.partition("#")[0])
    wait_until(again, lambda: len(session.pushed) > before)


def test_a_link_that_was_used_lets_nobody_else_in(
    phone: BrowserContext, phone_browser: Browser, door: PhoneDoor, session: Any
) -> None:
    link = door.open().urls[0]
    page = phone.new_page()
    page.goto(link)
    wait_until(page, lambda: len(session.pushed) >= 1)
    other = phone_browser.new_context(ignore_https_errors=True, locale="en-GB")
    stranger = other.new_page()
    stranger.goto(link)
    expect(stranger.locator("#sending-state")).to_contain_text("This link was used already")
    other.close()


def test_a_phone_that_another_has_replaced_is_told(
    phone: BrowserContext, door: PhoneDoor, session: Any
) -> None:
    page = phone.new_page()
    page.goto(door.open().urls[0])
    wait_until(page, lambda: len(session.pushed) >= 1)
    door.guests.join(door.guests.invite())
    expect(page.locator("#sending-state")).to_contain_text("Another device is the camera now")


def test_a_photograph_can_be_sent_instead(
    phone: BrowserContext, door: PhoneDoor, session: Any, tmp_path: Path
) -> None:
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), np.full((3000, 4000, 3), (40, 40, 220), np.uint8))
    page = phone.new_page()
    page.goto(door.open().urls[0])
    wait_until(page, lambda: len(session.pushed) >= 1)
    page.locator("input[type=file]").set_input_files(picture)
    expect(page.locator("#sending-state")).to_contain_text("The photograph was sent")
    sent = cv2.imdecode(np.frombuffer(session.photos[0], np.uint8), cv2.IMREAD_COLOR)
    assert sent.shape == (1440, 1920, 3) and np.abs(sent.mean((0, 1)) - (40, 40, 220)).max() < 6
    films = len(session.pushed)
    page.wait_for_timeout(500)
    assert len(session.pushed) == films, "a photograph is not washed away by the film"
    page.get_by_role("button", name="Send video").click()
    wait_until(page, lambda: len(session.pushed) > films)


def test_it_explains_the_warning_and_how_to_be_rid_of_it(phone: BrowserContext, door: PhoneDoor) -> None:
    page = phone.new_page()
    page.goto(door.open().urls[0])
    page.get_by_text("Get rid of the warning").click()
    expect(page.get_by_text("nobody whom the browser knows")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the certificate").click()
    assert Path(download.value.path()).read_bytes() == door.authority_pem()


def test_a_door_that_was_shut_and_opened_again_is_found_by_itself(
    phone: BrowserContext, session: Any, tmp_path: Path
) -> None:
    """As when the laptop loses its network for a while."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    door = PhoneDoor(session, tmp_path, port, addresses=lambda: ["127.0.0.1"])
    page = phone.new_page()
    page.goto(door.open().urls[0])
    wait_until(page, lambda: len(session.pushed) >= 1)
    door.close()
    expect(page.locator("#sending-state")).to_contain_text("does not answer")
    before = len(session.pushed)
    door.open()
    wait_until(page, lambda: len(session.pushed) > before)
    door.close()

"""Take the pictures of the page that README and docs show: make pictures, or python -m tools.pictures.

Nothing on them is made up: the program runs as `tableref live` runs it, on the recording that ships with it; a
phone's browser has the same recording for its camera; and the count is that of a game that the tests judge.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, ViewportSize, expect, sync_playwright

from companion.eyes.cameras import Cameras
from companion.record.library import Library, read_record
from companion.record.replay import ReplaySession
from companion.record.store import Store
from companion.session.live import LiveSession
from tools.browser import launched
from vision.sources.base import Frame
from vision.sources.video import VideoSource
from webui.app import create_app
from webui.phone import PhoneDoor
from webui.server import Server

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
FILM = ROOT / "companion" / "recordings" / "game.mp4"
PLAYTHROUGHS = ROOT / "tests" / "referee" / "playthroughs"
KEPT = {  # games that are kept, with the evenings on which they were begun
    "punto_between_two": "2026-03-07T19:58:00",
    "one_two_three_four_between_two": "2026-03-14T16:21:00",
    "a_row_of_four": "2026-03-14T20:12:00",
    "punto_teams": "2026-03-20T20:40:00",
    "a_tie_broken_by_stones": "2026-03-21T20:05:00",
}
COUNTED = "a_tie_broken_by_stones"
VIEWS = ("play", "fault", "differs", "phone", "dark", "end", "count", "games", "door", "sender", "guide")
LAPTOP, PHONE, SMALL_PHONE = (1280, 800), (390, 844), (390, 600)
EMPTY_S = 3.0  # so long the recording's board lies empty at its beginning
ADDRESS = "192.168.1.20"  # what the code on the picture leads to; the real one is nobody's business
PATIENCE_MS = 300_000  # two busy cores take their time
QUALITY = 82


class HeldFilm(VideoSource):
    """A recording that stands still once `hold` says so, until it is told to go on."""

    def __init__(self, path: Path) -> None:
        """Open it; it stands still at first."""
        super().__init__(path, realtime=False)
        self.hold: Callable[[], bool] = lambda: True
        self._held = Event()

    def go_on(self, hold: Callable[[], bool]) -> None:
        """Play until `hold` is true, and wait for that. Raises TimeoutError."""
        self._held.clear()
        self.hold = hold
        if not self._held.wait(PATIENCE_MS / 1000):
            raise TimeoutError(f"{self.name}: what is waited for never came")

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame, where the film plays."""
        if self.hold():
            self._held.set()
            time.sleep(min(timeout_s, 0.05))
            return None
        return super().read(timeout_s)


class Camera:
    """Photographs pages into files of docs/."""

    def __init__(self, browser: Browser, wanted: tuple[str, ...]) -> None:
        """`wanted`: the names of the pictures to keep."""
        self._browser, self.wanted = browser, wanted

    @contextmanager
    def page(self, url: str, size: tuple[int, int] = LAPTOP, **looks: Any) -> Iterator[Page]:
        """A page in a window of its own; `looks` as playwright's contexts have them."""
        looks = {"locale": "en-GB", "color_scheme": "light", "timezone_id": "UTC"} | looks
        viewport: ViewportSize = {"width": size[0], "height": size[1]}
        context = self._browser.new_context(viewport=viewport, reduced_motion="reduce", **looks)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.goto(url, wait_until="domcontentloaded")  # the camera's picture never ends loading
        yield page
        context.close()

    def take(self, page: Page, name: str) -> None:
        """Keep what the page shows once its pictures are there."""
        from PIL import Image

        if name not in self.wanted:
            return
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement?.matches('input, button') && document.activeElement.blur()")
        page.wait_for_timeout(1000)  # the camera's picture follows the state
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        path = DOCS / f"{name}.webp"
        picture.save(path, "WEBP", quality=QUALITY, method=6)
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1024} kB")


@contextmanager
def served(session: Any, **more: Any) -> Iterator[str]:
    """The address of a page that shows the session."""
    server = Server(create_app(session, **more), port=0)
    server.start()
    yield server.url
    server.close()


def the_game(camera: Camera) -> str:
    """The recording is refereed: a game in play, a fault, a correction, the end. Returns its record."""
    truth = json.loads(FILM.with_suffix(".json").read_text("utf-8"))
    film = HeldFilm(FILM)
    live = LiveSession(film, Store.open(":memory:"), "just4fun-colours", tuple(truth["players"]), {})
    table = live.session
    live.start()
    with served(live) as url, camera.page(url) as page:
        film.go_on(lambda: table.phase == "waiting_restore")
        page.wait_for_selector("#verdict[data-kind=faulty]")
        camera.take(page, "fault")
        film.go_on(lambda: len(table.history) == 6)
        page.wait_for_selector("#verdict[data-kind=legal]")
        camera.take(page, "play")
        with camera.page(url, PHONE, locale="de-DE", device_scale_factor=1.5) as other:
            other.wait_for_selector("#verdict[data-kind=legal]")
            camera.take(other, "phone")
        with camera.page(url, locale="zh-TW", color_scheme="dark") as other:
            other.wait_for_selector("#verdict[data-kind=legal]")
            camera.take(other, "dark")
        live.command("delete", {"n": 6})  # as somebody may who thinks that it was never played
        page.wait_for_selector("body[data-phase=differs]")
        camera.take(page, "differs")
        live.command("undo", {})
        film.go_on(lambda: table.phase == "over")
        page.wait_for_selector("#verdict[data-kind=over]")
        camera.take(page, "end")
    record = live.record()
    live.stop()
    return record


def the_count(camera: Camera) -> None:
    """A game whose areas are as large: the stones decide, and the page says so."""
    session = ReplaySession(read_record(played(COUNTED), COUNTED), COUNTED)
    with served(session) as url, camera.page(url) as page:
        page.wait_for_selector("#score table")
        camera.take(page, "count")


def the_start(camera: Camera, playwright: Playwright, record: str) -> None:
    """From the box to the game, with a phone as the camera; and the games that are kept."""
    store = Store.open(":memory:")
    library = Library(store)
    for name, evening in KEPT.items():
        library.take_in(begun(played(name), evening))
    library.take_in(begun(record, "2026-03-28T20:31:00"))
    live = LiveSession(None, store, "just4fun-colours", (), {})
    live.start()
    with tempfile.TemporaryDirectory() as scratch:
        door = PhoneDoor(live, Path(scratch), addresses=lambda: [ADDRESS])
        no_cameras = Cameras(list)
        with served(live, door=door, cameras=no_cameras, library=library) as url, camera.page(url) as page:
            page.locator("[data-action=library]").click()
            page.wait_for_selector("#library-games li")
            camera.take(page, "games")
            page.locator("#library header button").click()
            page.locator("[data-camera=phone]").click()
            page.wait_for_selector("#invitation svg")
            camera.take(page, "door")
            link = page.locator(".phone-link").inner_text().replace(ADDRESS, "127.0.0.1")
            film = Path(scratch) / "film.mjpeg"
            film.write_bytes(b"".join(first_pictures()))
            phone = launched(playwright, f"--use-file-for-fake-video-capture={film}")
            with Camera(phone, camera.wanted).page(
                link, SMALL_PHONE, ignore_https_errors=True, device_scale_factor=1.5
            ) as sender:
                set_up(page)
                camera.take(page, "guide")
                expect(sender.locator("#sending-state")).to_have_attribute("data-state", "watching")
                camera.take(sender, "sender")
            phone.close()
        door.close()
    live.stop()


def set_up(page: Page) -> None:
    """Do what the guide asks for, until the board is found and play may begin."""
    page.wait_for_selector(".chosen-picture")
    page.locator("[data-action=next]").click()
    for colour in ("green", "red"):
        page.locator(f"[data-colour={colour}]").click()
    page.locator("[data-action=next]").click()
    page.wait_for_selector("[data-action=play]:enabled")


def played(name: str) -> str:
    """The record of a game that the tests judge."""
    lines = (PLAYTHROUGHS / f"{name}.txt").read_text("utf-8").splitlines()
    return "".join(f"{line}\n" for line in lines if line.startswith("{"))


def begun(record: str, evening: str) -> bytes:
    """The record with the time at which it was begun."""
    header, acts = record.split("\n", 1)
    return (json.dumps(json.loads(header) | {"created": evening}) + "\n" + acts).encode()


def first_pictures() -> Iterator[bytes]:
    """The recording's empty board as JPEGs; one after the other, chromium takes them for a camera's."""
    import cv2

    with VideoSource(FILM, realtime=False) as film:
        for frame in film:
            if frame.t > EMPTY_S:
                return
            yield cv2.imencode(".jpg", frame.bgr, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


def main(wanted: tuple[str, ...]) -> None:
    """Take the pictures of these names, or all. Raises SystemExit."""
    if strange := set(wanted) - set(VIEWS):
        raise SystemExit(f"{', '.join(sorted(strange))}: is no picture; there are {', '.join(VIEWS)}")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = launched(playwright)
        camera = Camera(browser, wanted or VIEWS)
        record = the_game(camera)
        the_count(camera)
        the_start(camera, playwright, record)
        browser.close()


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))

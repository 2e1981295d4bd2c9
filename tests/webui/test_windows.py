"""Many windows of one browser, which opens no more than six connections to a host; and windows loaded anew."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.webui.browser import open_page, verdict
from webui.server import Server

LIVE = {"state": "watching", "fps": 10.0, "why": "", "wants_frames": True}
HAS_PICTURE = "document.querySelector('#camera img').hasAttribute('src')"


def with_picture(pages: list[Page]) -> list[int]:
    return [number for number, page in enumerate(pages) if page.evaluate(HAS_PICTURE)]


def eventually(page: Page, holds: Any) -> None:
    for _ in range(300):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come about")


def test_many_windows_show_the_game_side_by_side(context: BrowserContext, server: Server, game: Any) -> None:
    pages = [context.new_page() for _ in range(7)]
    for page in pages:
        open_page(page, server)
    game.place("blue", [1, 1], ["green"])
    for page in pages:
        verdict(page).to_contain_text("Blue on b2")
    eventually(pages[0], lambda: with_picture(pages) == [4, 5, 6])
    expect(pages[0].locator("#camera")).to_contain_text("Other windows show the picture")
    pages[0].evaluate("dispatchEvent(new Event('focus'))")
    eventually(pages[0], lambda: with_picture(pages) == [0, 5, 6])
    pages.pop().close()
    # Which window has the focus then, the browser says; but the place of the one that is closed goes to another.
    eventually(pages[0], lambda: len(with_picture(pages)) == 3)
    assert pages[0].evaluate("fetch('/healthz').then((answer) => answer.ok)"), "what people do gets through"


def test_the_tab_tells_whose_turn_it_is(page: Page, game: Any) -> None:
    expect(page).to_have_title("Blue to move – tableref")
    game.place("blue", [1, 1], [], "no_cards")
    expect(page).to_have_title("Not allowed – tableref")


def test_what_is_made_anew_at_each_act_keeps_the_focus(page: Page, game: Any) -> None:
    focused = "document.activeElement.dataset.action ?? document.activeElement.id"
    page.locator("[data-action=tell]").focus()
    game.place("blue", [1, 1], ["green"])
    expect(page.locator(".act")).to_have_count(4)
    assert page.evaluate(focused) == "tell"
    page.locator("[data-action=end]").focus()
    game.show(phase="over")
    expect(page.locator("[data-action=end]")).to_have_count(0)
    assert page.evaluate(focused) == "actions", "keys go on from there"


def test_a_page_that_lends_its_camera_goes_on_when_it_is_loaded_anew(page: Page, session: Any) -> None:
    session.show(eyes=LIVE)
    send = page.get_by_role("button", name="Send this device's camera")
    send.click()
    eventually(page, lambda: session.pushed)
    page.reload(wait_until="domcontentloaded")
    session.pushed.clear()
    eventually(page, lambda: session.pushed)
    expect(send).to_have_attribute("aria-pressed", "true")
    send.click()
    page.reload(wait_until="domcontentloaded")
    expect(send).to_have_attribute("aria-pressed", "false")
    session.pushed.clear()
    page.wait_for_timeout(500)
    assert session.pushed == [], "it was ended by a person"

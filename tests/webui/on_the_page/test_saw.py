"""Show what you saw: the table before and after an act, with what changed framed."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.webui.browser import offered
from tests.webui.test_every_eye import complaints_of_axe


def seen(game: Any, which: int, **changes: Any) -> None:
    acts = [dict(act) for act in game.now["acts"]]
    acts[which]["pictures"] = 1
    game.show(acts=acts, last=acts[-1], **changes)


def test_an_act_that_was_seen_has_its_pictures(page: Page, game: Any) -> None:
    seen(game, 1)
    expect(page.locator("[data-saw]")).to_have_count(1)
    page.get_by_role("button", name="Show what you saw: Blue, d3, 2 cards").click()
    dialog = page.locator("#saw")
    expect(dialog).to_contain_text("What was seen: Blue, d3, 2 cards")
    sources = [image.get_attribute("src") for image in dialog.locator("img").all()]
    assert sources == ["/api/pictures/1/before.jpg", "/api/pictures/1/after.jpg"]
    dialog.get_by_role("button").click()
    expect(dialog).to_be_hidden()


def test_people_save_them_if_they_say_so(page: Page, game: Any) -> None:
    seen(game, 1)
    page.locator("[data-saw]").click()
    with page.expect_download() as download:
        page.locator("#saw a").first.click()
    assert download.value.suggested_filename == "tableref-1-before.jpg"


def test_at_a_fault_they_are_one_press_away(page: Page, game: Any) -> None:
    game.place("blue", [1, 1], [], "no_cards", todo="Take it back.")
    page.wait_for_selector("body[data-phase=waiting_restore]")
    assert "saw" not in offered(page), "nothing was seen of it"
    seen(game, -1)
    page.locator("[data-action=saw]").click()
    expect(page.locator("#saw img")).to_have_count(2)
    page.wait_for_timeout(100)
    assert complaints_of_axe(page) == []


def test_pictures_that_are_not_kept_any_more_are_not_found(client: FlaskClient, session: Any) -> None:
    assert client.get("/api/pictures/1/after.jpg").data == session.jpeg
    assert client.get("/api/pictures/2/after.jpg").status_code == 404
    assert client.get("/api/pictures/1/meanwhile.jpg").status_code == 404

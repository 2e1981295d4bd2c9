"""What people do on the page, and what the session is asked for it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from companion.errors import CommandError
from tests.webui.browser import asked, offered

# What people do


OFFERED = {
    "playing": ["tell", "take_back", "end"],
    "waiting_restore": ["put_it_back", "accept", "tell", "take_back", "end"],
    "differs": ["table_is_right", "put_it_back", "tell", "take_back", "end"],
    "unclear": ["table_is_right", "put_it_back", "tell", "take_back", "end"],
    "lost": ["tell", "take_back", "end"],
    "over": ["take_back", "new_game"],
}
DIFFERENCES = [{"cell": [0, 0], "expected": ["red"], "seen": {"owner": None, "height": 0}}]


def test_what_can_be_done_depends_on_how_things_stand(page: Page, game: Any) -> None:
    for phase, actions in OFFERED.items():
        game.show(phase=phase, differences=DIFFERENCES)
        page.wait_for_selector(f"body[data-phase={phase}]")
        assert offered(page) == actions, phase


def test_a_button_is_a_command(page: Page, game: Any) -> None:
    for phase, action in [
        ("waiting_restore", "accept"),
        ("unclear", "table_is_right"),
        ("differs", "put_it_back"),
    ]:
        game.show(phase=phase, differences=DIFFERENCES)
        page.locator(f"[data-action={action}]").click()
        assert asked(game, page) == (action, {})


def test_an_undo_says_whose_act_it_takes_back_and_asks_where_another_is_shown(page: Page, game: Any) -> None:
    page.get_by_role("button", name="Undo move 3").click()
    assert asked(game, page) == ("take_back", {})
    game.show(phase="waiting_restore", last={**game.state()["last"], "n": None, "legal": False})
    page.wait_for_selector("body[data-phase=waiting_restore]")
    page.get_by_role("button", name="Undo move 3").click()
    expect(page.locator("#sure")).to_contain_text("Take move 3 out of the record? Red")
    page.locator("#sure").get_by_role("button", name="Cancel").click()
    assert game.asked == []
    page.get_by_role("button", name="Undo move 3").click()
    page.locator("#sure").get_by_role("button", name="Undo move 3").click()
    assert asked(game, page) == ("take_back", {})


def test_at_a_fault_the_main_button_does_what_is_asked_for(page: Page, game: Any) -> None:
    game.show(phase="waiting_restore", differences=DIFFERENCES)
    page.wait_for_selector("body[data-phase=waiting_restore]")
    expect(page.locator("#actions .primary")).to_have_text("We took it back")


def test_the_game_is_not_ended_by_a_slip(page: Page, game: Any) -> None:
    page.get_by_role("button", name="End game").click()
    page.locator("#sure").get_by_role("button", name="Cancel").click()
    expect(page.locator("#sure")).to_be_hidden()
    page.get_by_role("button", name="End game").click()
    page.locator("#sure").get_by_role("button", name="End game").click()
    assert asked(game, page) == ("end", {})
    assert game.asked == []


def test_a_command_that_is_refused_is_told(page: Page, game: Any, complaints: list[str]) -> None:
    game.refuses = CommandError("full", "the disk is full")
    page.get_by_role("button", name="Undo move 3").click()
    expect(page.locator("#toast")).to_have_text("the disk is full")
    assert all("409" in complaint for complaint in complaints), complaints
    complaints.clear()


def test_the_record_can_be_downloaded(page: Page, game: Any) -> None:
    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").click()
    assert download.value.suggested_filename == "tableref-game.jsonl"

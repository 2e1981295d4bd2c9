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
        ("over", "take_back"),
    ]:
        game.show(phase=phase, differences=DIFFERENCES)
        page.locator(f"[data-action={action}]").click()
        assert asked(game, page) == (action, {})


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
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#toast")).to_have_text("the disk is full")
    assert all("409" in complaint for complaint in complaints), complaints
    complaints.clear()


def test_an_act_that_was_read_wrongly_is_corrected(page: Page, game: Any) -> None:
    page.get_by_role("button", name="Correct act 3").click()
    editor = page.locator("#editor")
    expect(editor.get_by_role("heading")).to_have_text("Correct act 3")
    editor.get_by_label("Column").select_option("f")
    editor.get_by_label("Row").select_option("4")
    editor.get_by_label("Red", exact=True).last.fill("0")
    editor.get_by_label("Violet").fill("2")
    editor.get_by_role("button", name="Save").click()
    act = {"act": "place", "player": "red", "cell": [3, 5], "cards": ["violet", "violet"]}
    assert asked(game, page) == ("correct", {"n": 3, "act": act})
    expect(editor).to_be_hidden()


def test_an_act_that_never_was_is_taken_out(page: Page, game: Any) -> None:
    page.get_by_role("button", name="Correct act 2").click()
    page.get_by_role("button", name="Did not happen").click()
    page.locator("#sure").get_by_role("button", name="Did not happen").click()
    assert asked(game, page) == ("delete", {"n": 2})


def test_an_act_that_was_missed_is_put_where_it_belongs(page: Page, game: Any) -> None:
    page.get_by_role("button", name="Correct act 2").click()
    page.get_by_role("button", name="Insert one before").click()
    page.locator("#editor").get_by_text("exchanges the hand").click()
    expect(page.locator("#editor .cell-choice")).to_be_hidden()
    page.locator("#editor").get_by_label("Green").last.fill("7")
    page.locator("#editor").get_by_role("button", name="Save").click()
    act = {"act": "exchange", "player": "blue", "cards": ["green"] * 7}
    assert asked(game, page) == ("insert", {"n": 2, "act": act})


def test_people_say_what_was_done(page: Page, game: Any) -> None:
    game.show(phase="unclear")
    page.get_by_role("button", name="Say what was done").click()
    page.locator("#editor").get_by_label("Red", exact=True).last.fill("1")
    page.locator("#editor").get_by_role("button", name="Save").click()
    act = {"act": "place", "player": "blue", "cell": [0, 0], "cards": ["red"]}
    assert asked(game, page) == ("insert", {"n": 4, "act": act})


def test_the_record_can_be_downloaded(page: Page, game: Any) -> None:
    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").click()
    assert download.value.suggested_filename == "tableref-game.jsonl"

"""Who says what was done points at the board."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.webui.browser import asked


@pytest.fixture
def editor(page: Page, game: Any) -> Any:
    page.locator("[data-action=tell]").click()
    page.locator("#editor").get_by_label("places a stone").check()
    return page.locator("#editor")


def test_a_field_is_pointed_at(page: Page, game: Any, editor: Any) -> None:
    assert editor.locator("[data-point][aria-pressed=true]").count() == 0, "none is proposed that nobody saw"
    editor.locator("[data-point=b5]").click()
    expect(editor.locator("[data-point=b5]")).to_have_attribute("aria-pressed", "true")
    expect(editor.get_by_label("Column")).to_have_value("1")
    editor.get_by_role("button", name="None").click()
    editor.get_by_role("button", name="Save").click()
    name, body = asked(game, page)
    assert (name, body["act"]["cell"]) == ("insert", [4, 1])


def test_one_that_is_named_is_shown_on_the_board(editor: Any) -> None:
    editor.get_by_label("Column").select_option("c")
    editor.get_by_label("Row").select_option("2")
    expect(editor.locator("[aria-pressed=true]")).to_have_attribute("data-point", "c2")


def test_the_board_lies_there_as_in_the_game(editor: Any) -> None:
    expect(editor.locator("[data-point=d3]")).to_have_attribute("aria-label", "d3: Blue, height 2")
    expect(editor.locator("[data-point=d3] .token")).to_have_count(1)

"""The editor of what was done: made from the game's acts, and nothing is saved that nobody said."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.webui.browser import asked

PLACED = {"act": "place", "player": "red", "cell": [1, 2], "cards": ["blue", "blue"]}
EMPTY = {"cell": [1, 2], "expected": [], "seen": {"owner": "red", "height": 1}}
RED_ON_TOP = {"cell": [2, 3], "expected": ["red", "blue"], "seen": {"owner": "red", "height": 3}}


def tell(page: Page, act: str | None = None) -> Locator:
    page.get_by_role("button", name="Say what was done").click()
    editor = page.locator("#editor")
    if act:
        editor.get_by_label(act).check()
    return editor


def pick(part: Locator, cell: str) -> None:
    part.get_by_label("Column").last.select_option(cell[0])
    part.get_by_label("Row").last.select_option(cell[1])


def put(editor: Locator, group: str, colour: str, cell: str) -> None:
    part = editor.get_by_role("group", name=group)
    part.get_by_role("button", name="One more").click()
    part.get_by_label("Colour").last.select_option(colour)
    pick(part, cell)


def save(editor: Locator) -> None:
    editor.get_by_role("button", name="Save").click()
    expect(editor).to_be_hidden()


def missing(editor: Locator, *fields: str) -> None:
    expect(editor.get_by_role("status")).to_have_text(f"Still to be said: {', '.join(fields)}.")
    expect(editor.get_by_role("button", name="Save")).to_be_disabled()


# What has to be said


def test_nothing_is_saved_that_nobody_said(page: Page, game: Any) -> None:
    editor = tell(page)
    missing(editor, "Move")
    editor.get_by_label("places a stone").check()
    missing(editor, "Field", "Cards")
    editor.get_by_label("Column").select_option("c")
    missing(editor, "Field", "Cards")
    editor.get_by_label("Row").select_option("2")
    missing(editor, "Cards")
    editor.get_by_label("Blue").last.fill("2")
    expect(editor.get_by_role("status")).to_have_text("")
    editor.get_by_role("group", name="Player").get_by_label("Red").check()
    save(editor)
    assert asked(game, page) == ("insert", {"n": 4, "act": PLACED})


def test_a_stone_for_which_no_cards_were_laid_is_said_to_be_one(page: Page, game: Any) -> None:
    editor = tell(page, "places a stone")
    pick(editor, "c2")
    editor.get_by_role("button", name="None").click()
    save(editor)
    act = {"act": "place", "player": "blue", "cell": [1, 2], "cards": []}
    assert asked(game, page) == ("insert", {"n": 4, "act": act})


def test_a_change_that_changes_nothing_is_none(page: Page, game: Any) -> None:
    editor = tell(page, "another change")
    missing(editor, "what changed")
    editor.get_by_role("button", name="One more").first.click()
    expect(editor.get_by_label("Colour")).to_be_focused()
    missing(editor, "Put down")
    editor.get_by_role("button", name="Leave this one out").click()
    missing(editor, "what changed")
    put(editor, "Put down", "Blue", "c5")
    put(editor, "Taken away", "Red", "a1")
    save(editor)
    change = {"act": "change", "added": [["blue", [4, 2]]], "removed": [["red", [0, 0]]], "cards": []}
    assert asked(game, page) == ("insert", {"n": 4, "act": change})


# What is known


def test_what_a_kind_of_act_shares_with_another_is_said_once(page: Page, game: Any) -> None:
    editor = tell(page, "places a stone")
    expect(editor.get_by_role("group", name="Player").get_by_label("Blue")).to_be_checked()
    editor.get_by_label("exchanges the hand").check()
    expect(editor.get_by_role("group", name="Player").get_by_label("Blue")).to_be_checked()
    missing(editor, "Cards")


@pytest.mark.parametrize("phase", ["unclear", "differs"])
def test_what_was_likely_done_is_proposed(page: Page, game: Any, phase: str) -> None:
    game.show(phase=phase, proposal=PLACED)
    save(tell(page))
    assert asked(game, page) == ("insert", {"n": 4, "act": PLACED})


def test_what_is_not_known_of_a_proposal_stays_open(page: Page, game: Any) -> None:
    game.show(phase="unclear", proposal={"act": "place", "player": "red", "cell": [1, 2]})
    missing(tell(page), "Cards")


def test_a_faulty_act_that_was_read_wrongly_is_mended(page: Page, game: Any) -> None:
    game.place("blue", [1, 1], ["orange", "orange"], "wrong_colour")
    editor = tell(page)
    editor.get_by_label("Row").select_option("3")
    save(editor)
    act = {"act": "place", "player": "blue", "cell": [2, 1], "cards": ["orange", "orange"]}
    assert asked(game, page) == ("insert", {"n": 4, "act": act})


# What is recorded


def test_an_act_that_was_read_wrongly_is_corrected(page: Page, game: Any) -> None:
    page.get_by_role("button", name="Correct move 3").click()
    editor = page.locator("#editor")
    expect(editor.get_by_role("heading")).to_have_text("Correct move 3")
    pick(editor, "f4")
    editor.get_by_label("Red", exact=True).last.fill("0")
    editor.get_by_label("Violet").fill("2")
    save(editor)
    act = {"act": "place", "player": "red", "cell": [3, 5], "cards": ["violet", "violet"]}
    assert asked(game, page) == ("correct", {"n": 3, "act": act})


def test_a_change_is_corrected_stone_by_stone(page: Page, game: Any) -> None:
    change = {"act": "change", "added": [["red", [1, 1]], ["red", [1, 2]]], "removed": [], "cards": []}
    game.show(acts=[*game.now["acts"][:-1], game.now["acts"][-1] | {"act": change}])
    page.get_by_role("button", name="Correct move 3").click()
    editor = page.locator("#editor")
    expect(editor.get_by_label("another change")).to_be_checked()
    editor.get_by_role("button", name="Leave this one out").first.click()
    save(editor)
    assert asked(game, page) == ("correct", {"n": 3, "act": change | {"added": [["red", [1, 2]]]}})


def test_an_act_that_never_was_is_taken_out(page: Page, game: Any) -> None:
    page.get_by_role("button", name="Correct move 2").click()
    page.get_by_role("button", name="Did not happen").click()
    page.locator("#sure").get_by_role("button", name="Did not happen").click()
    assert asked(game, page) == ("delete", {"n": 2})


def test_an_act_that_was_missed_is_put_where_it_belongs(page: Page, game: Any) -> None:
    page.get_by_role("button", name="Correct move 2").click()
    page.get_by_role("button", name="Insert one before").click()
    editor = page.locator("#editor")
    editor.get_by_label("exchanges the hand").check()
    missing(editor, "Player", "Cards")
    editor.get_by_role("group", name="Player").get_by_label("Blue").check()
    editor.get_by_label("Green").fill("7")
    save(editor)
    act = {"act": "exchange", "player": "blue", "cards": ["green"] * 7}
    assert asked(game, page) == ("insert", {"n": 2, "act": act})


# The table as it lies


def test_a_table_with_towers_is_set_by_hand(page: Page, game: Any) -> None:
    game.show(phase="differs", differences=[EMPTY, RED_ON_TOP])
    editor = tell(page, "set by hand")
    missing(editor, "To move then")
    for tap, cell in [
        ("Blue", "c2: Red"),
        ("takes one off", "a1: Red"),
        ("takes one off", "d3: Red, height 3"),
    ]:
        editor.get_by_role("group", name="A tap puts down").get_by_label(tap).check()
        editor.get_by_role("button", name=cell).click()
    editor.get_by_role("group", name="To move then").get_by_label("Red").check()
    save(editor)
    name, body = asked(game, page)
    table = {
        (row, col): stack for row, line in enumerate(body["act"]["stacks"]) for col, stack in enumerate(line)
    }
    assert {cell: stack for cell, stack in table.items() if stack} == {
        (1, 2): ["red", "blue"],
        (2, 3): ["red", "blue"],
    }
    assert (name, body["n"], body["act"]["on_turn"]) == ("insert", 4, "red")

"""Corrections and verdicts on the page: any act, any field, undone again; and what is said at a fault."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.record.library import Library
from companion.record.store import Store
from companion.session.live import LiveSession
from tests.companion.record.test_corrections import NoCamera
from tests.companion.shown_table import PRINTS
from tests.webui.browser import asked, offered, open_page, verdict
from webui.app import create_app
from webui.server import Server

PLACED = {"act": "place", "player": "red", "cell": [2, 2], "cards": ["green"]}
DONE: list[dict[str, Any]] = [
    {"edit": "correct", "n": 1, "at": "", "undone": False, "was": PLACED, "act": PLACED | {"cell": [2, 3]}},
    {"edit": "delete", "n": 2, "at": "", "undone": False, "was": PLACED, "act": None},
    {"edit": "header", "at": "", "undone": True, "fields": [{"cell": [0, 0], "was": "red", "is": "blue"}]},
]
SOUNDS = """
    window.tones = [];
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
        const tone = make.call(this);
        const start = tone.start;
        tone.start = (at) => { window.tones.push(tone.frequency.value); start.call(tone, at); };
        return tone;
    };
"""


def test_an_act_that_is_illegal_since_a_correction_can_be_let_stand(page: Page, game: Any) -> None:
    told = game.now["acts"][-1] | {"legal": False, "accepted": False, "faults": ["wrong_player"]}
    game.show(acts=[*game.now["acts"][:-1], told], last=told, phase="differs")
    entry = page.locator(".act.faulty")
    expect(entry.locator(".act-number")).to_have_text("3")
    entry.get_by_role("button", name="Accept anyway").click()
    assert asked(game, page) == ("let_stand", {"n": 3})


@pytest.mark.parametrize("phase", ["playing", "over"])
def test_a_fault_that_is_settled_asks_nothing_but_can_still_be_let_stand(
    page: Page, game: Any, phase: str
) -> None:
    told = game.now["acts"][-1] | {"legal": False, "accepted": False, "faults": ["wrong_player"]}
    game.show(acts=[*game.now["acts"][:-1], told], last=told, phase=phase)
    expect(page.locator(".act.faulty")).to_have_count(1)
    expect(page.get_by_role("button", name="Accept anyway")).to_have_count(0)
    page.get_by_role("button", name="Correct move 3").click()
    page.locator("#editor").get_by_role("button", name="Accept anyway").click()
    assert asked(game, page) == ("let_stand", {"n": 3})


def test_every_correction_is_listed_and_the_last_is_undone(page: Page, game: Any) -> None:
    game.show(corrections=DONE)
    page.get_by_text("Corrections: 3").click()
    lines = [line.inner_text().replace("\n", " ") for line in page.locator(".corrections li").all()]
    assert lines[0] == "Move 1: Red, c3, 1 card became Red, d3, 1 card"
    assert lines[1].startswith("Move 2 taken out: Red, c3, 1 card")
    assert lines[2] == "Field a1: Red became Blue (undone)"
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_have_count(1)
    expect(page.locator(".corrections li").nth(1).get_by_role("button")).to_have_count(1)
    undo.click()
    assert asked(game, page) == ("undo", {})


def test_a_corrected_setting_is_listed_with_the_acts_that_are_told_otherwise(page: Page, game: Any) -> None:
    entered = {"act": "enter", "player": "ann", "colour": "red", "steps": 16, "accepted": True}
    told = {"n": 1, "was": entered, "act": entered | {"steps": 4}}
    options = [{"name": "direction", "was": "clockwise", "is": "anticlockwise"}]
    done = {"edit": "header", "at": "", "undone": False, "fields": [], "options": options, "acts": [told]}
    corners = [{"name": "corners", "was": {}, "is": {"red": [0, 1], "blue": [0, 0]}}]
    game.show(corrections=[done, done | {"options": corners, "acts": []}])
    page.get_by_text("Corrections: 2").click()
    turned, swapped = page.locator(".corrections li").all()
    expect(turned).to_contain_text("Which way round do tiles go? Anticlockwise; Move 1: ann")
    expect(turned).to_contain_text("16")
    expect(swapped).to_contain_text("Whose is which corner? b1 Red, a1 Blue")


def test_a_field_is_fixed_in_the_middle_of_the_game(page: Page, game: Any) -> None:
    expect(page.locator("#board .mendable")).to_have_count(0)
    page.get_by_role("button", name="Fix a field").press("Enter")
    page.get_by_role("button", name="c2, field Blue: empty").press("Enter")
    page.locator("#palette").get_by_role("button", name="Violet").click()
    assert asked(game, page) == ("set_field", {"cell": [1, 2], "colour": "violet"})
    page.get_by_role("button", name="c2, field Blue: empty").press("Enter")
    page.get_by_label("All Blue fields so").check()
    page.locator("#palette").get_by_role("button", name="Violet").click()
    assert asked(game, page) == ("tell_apart", {"names": ["blue", "violet"], "changed": True})
    page.get_by_role("button", name="Fix a field").click()
    expect(page.locator("#board .mendable")).to_have_count(0)


def test_what_is_being_put_back_is_shown_until_it_is(page: Page, game: Any) -> None:
    wrong = [{"cell": [4, 1], "expected": [], "seen": {"owner": "blue", "height": 1}}]
    game.show(phase="differs", differences=wrong, putting_back=True)
    verdict(page).to_contain_text("Put back what is marked")
    expect(page.locator("#differences tbody tr")).to_have_count(1)
    assert "put_it_back" not in offered(page)


def test_a_real_game_goes_on_by_hand_is_corrected_and_kept(context: BrowserContext) -> None:
    store = Store.open(":memory:")
    store.new_game({"game": "just4fun-colours", "players": ["red", "blue"], "board": {"fields": PRINTS}})
    live = LiveSession(NoCamera(), store, "just4fun-colours", ("red", "blue"), {})
    server = Server(create_app(live, library=Library(store)), port=0)
    server.start()
    page = context.new_page()
    open_page(page, server)

    def tell(cards: str, count: str) -> None:
        page.get_by_role("button", name="Say what was done").click()
        page.locator("#editor").get_by_label("places a stone").check()
        page.locator("#editor").get_by_label("Column").select_option("a")
        page.locator("#editor").get_by_label("Row").select_option("1")
        page.locator("#editor").get_by_label(cards).last.fill(count)
        page.locator("#editor").get_by_role("button", name="Save").click()

    tell(PRINTS[0][0].capitalize(), "1")
    expect(page.locator(".act.legal .act-number")).to_have_text("1")
    tell("Violet", "1")
    expect(page.locator(".act.faulty")).to_contain_text("too few cards")
    page.get_by_role("button", name="Correct move 2").click()
    page.locator("#editor").get_by_label("Violet").last.fill("0")
    page.locator("#editor").get_by_label(PRINTS[0][0].capitalize()).last.fill("2")
    page.locator("#editor").get_by_role("button", name="Save").click()
    expect(page.locator("#board [data-cell=a1]")).to_have_attribute(
        "aria-label", re.compile("Blue, height 2")
    )
    page.get_by_text("Corrections: 3").click()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".act.faulty")).to_have_count(1)
    page.get_by_role("button", name="End game").click()
    page.locator("#sure").get_by_role("button", name="End game").click()
    page.get_by_role("link", name="See the game again").click()
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", "Move 2 of 2")
    page.get_by_role("button", name="Games").click()
    expect(page.locator("#library li")).to_contain_text("2 moves")
    page.close()
    server.close()
    store.close()


# Verdicts that a table can follow


def test_a_fault_shows_whose_stone_and_which_field(page: Page, game: Any) -> None:
    game.place("blue", [1, 1], ["orange", "orange"], "wrong_player", todo="Take it back.")
    line = page.locator("#verdict .verdict-act")
    expect(line).to_contain_text("Blue")
    expect(line.locator("strong")).to_have_text("b2")
    expect(line.locator(".card")).to_have_count(2)


@pytest.mark.parametrize(
    ("phase", "words"), [("unclear", "is not sure"), ("differs", "does not match the game")]
)
def test_eyes_that_see_do_not_claim_to_understand(page: Page, game: Any, phase: str, words: str) -> None:
    game.show(phase=phase)
    expect(page.locator("#eyes")).to_contain_text(words)
    game.show(phase=phase, eyes={"state": "hand", "fps": 0.0, "why": ""})
    expect(page.locator("#eyes")).to_contain_text("A hand is in the way")


def test_a_fault_is_heard_and_a_legal_act_is_not(page: Page, game: Any, server: Server) -> None:
    page.add_init_script(SOUNDS)
    open_page(page, server)
    page.locator("h1").click()  # a browser lets no page sound before it was touched
    game.place("blue", [1, 1], ["orange"])
    page.wait_for_selector(".act >> nth=3")
    assert page.evaluate("tones") == []
    game.place("red", [1, 2], [], "no_cards")
    page.wait_for_selector(".act >> nth=4")
    assert len(page.evaluate("tones")) == 2
    page.get_by_role("button", name="Sound at a fault").click()
    game.place("red", [1, 2], [], "no_cards")
    page.wait_for_selector(".act >> nth=5")
    assert len(page.evaluate("tones")) == 2


def test_a_fault_is_spoken_with_its_field_where_its_sentence_names_none(page: Page, game: Any) -> None:
    page.get_by_role("button", name="Read verdicts aloud").click()
    act = {"act": "place", "player": "blue", "cell": [1, 1], "cards": []}
    game.log.publish(
        "verdict",
        {
            "act": act,
            "legal": False,
            "faults": [],
            "text": {"en": "Not your turn."},
            "todo": {"en": "Undo it."},
        },
    )
    game.show(phase="unclear")
    page.wait_for_selector("body[data-phase=unclear]")
    assert page.evaluate("spoken").pop() == ["en-GB", "Not allowed. Blue on b2. Not your turn. Undo it."]

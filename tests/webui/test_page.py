"""What the page shows, in a real browser."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.webui.browser import asked, offered, open_page, verdict
from webui.server import Server

# Setting up


def test_it_says_that_it_looks_for_the_board(page: Page) -> None:
    verdict(page).to_contain_text("Looking for the board")


def test_fields_that_are_not_known_yet_are_left_blank(page: Page, session: Any) -> None:
    session.show(board={"size": 6, "fields": [], "stacks": []})
    expect(page.locator("#board .field-unknown")).to_have_count(36)


def test_a_field_that_was_read_wrongly_is_mended_until_the_first_act(page: Page, session: Any) -> None:
    session.begin("red", "blue")
    verdict(page).to_contain_text("A field has the wrong colour?")
    page.get_by_role("button", name="c2, field Blue: empty").press("Enter")
    page.locator("#palette").get_by_role("button", name="Violet").click()
    assert asked(session, page) == ("set_field", {"cell": [1, 2], "colour": "violet"})
    session.place("red", [2, 3], ["orange"])
    expect(page.locator("#board .mendable")).to_have_count(0)


# Playing


def test_a_legal_act_is_told_with_whose_turn_is_next(page: Page, game: Any) -> None:
    verdict(page).to_have_attribute("data-kind", "legal")
    verdict(page).to_contain_text("Legal")
    verdict(page).to_contain_text("Red on a1, with 1 red card(s).")
    verdict(page).to_contain_text("Blue to move")
    expect(page.locator(".seat[aria-current=true]")).to_contain_text("Blue")
    expect(page.locator(".seat").first).to_contain_text("18 stones left")


def test_a_fault_is_told_with_its_reasons_and_what_to_do(page: Page, game: Any) -> None:
    game.place("blue", [1, 1], [], "no_cards", "wrong_player", todo="Take the stone from b2.")
    verdict(page).to_have_attribute("data-kind", "faulty")
    verdict(page).to_contain_text("Not allowed")
    assert page.locator("#verdict .faults li").all_inner_texts() == [
        "no cards laid",
        "not this player's turn",
    ]
    verdict(page).to_contain_text("Take the stone from b2.")
    expect(page.locator("#board .frame.faulty")).to_have_count(1)


def test_a_fault_that_is_new_to_the_page_is_named_as_the_referee_does(page: Page, game: Any) -> None:
    game.place("blue", [1, 1], ["blue"], "card_upside_down", "no_cards")
    expect(page.locator("#verdict .faults li").first).to_have_text("card_upside_down")


def test_a_fault_that_stands_alone_is_told_once(page: Page, game: Any) -> None:
    wrong = [{"cell": [1, 1], "expected": [], "seen": {"owner": "blue", "height": 1}}]
    game.place("blue", [1, 1], [], "no_cards")
    game.show(differences=wrong)
    verdict(page).to_contain_text("Blue on b2")
    expect(page.locator("#verdict .faults")).to_have_count(0)
    expect(page.locator("#differences")).to_be_hidden()
    game.show(
        differences=[*wrong, {"cell": [4, 1], "expected": ["red"], "seen": {"owner": None, "height": 0}}]
    )
    expect(page.locator("#differences tbody tr")).to_have_count(2)


def test_what_is_told_is_text_and_never_markup(page: Page, game: Any) -> None:
    game.place("blue", [1, 1], ["blue"], "no_cards", todo="<img src=x onerror=alert(1)>")
    verdict(page).to_contain_text("<img src=x onerror=alert(1)>")


def test_the_board_shows_owners_and_heights_by_sign_and_number(page: Page, game: Any) -> None:
    expect(page.locator("[data-cell=d3]")).to_have_attribute("aria-label", "d3, field Orange: Blue, height 2")
    expect(page.locator("[data-cell=b5]")).to_have_attribute("aria-label", re.compile("empty"))
    assert page.locator("#board .height").all_text_contents() == ["2"]
    assert page.locator("#board .rim").count() == 3
    signs = {
        page.locator(f"#board g.stone-{colour} .sign").first.get_attribute("d") for colour in ("red", "blue")
    }
    assert len(signs) == 2, "each colour has a sign of its own"


def test_the_acts_are_listed_the_newest_first(page: Page, game: Any) -> None:
    game.place("blue", [5, 1], [], "no_cards")
    expect(page.locator(".act")).to_have_count(4)
    assert page.locator(".act-cell").all_inner_texts() == ["b6", "a1", "d3", "d3"]
    assert page.locator(".act-number").all_inner_texts() == ["", "3", "2", "1"]
    assert page.locator(".act").first.locator(".act-faults").inner_text() == "no cards laid"


def test_a_fault_that_was_accepted_is_not_called_legal(page: Page, game: Any) -> None:
    game.place("blue", [1, 1], [], "no_cards")
    told = game.now["last"] | {"accepted": True, "n": 4}
    game.show(phase="playing", last=told, acts=[*game.now["acts"][:-1], told])
    verdict(page).to_contain_text("Accepted all the same")
    expect(page.locator(".act").first).to_contain_text("Accepted all the same")


# What the eyes see


EYES = {
    "moving": "Something is moving",
    "hand": "A hand is in the way",
    "moved": "The board was moved",
    "stale": "The picture stands still",
    "lost": "Table out of sight",
    "watching": "Watching",
}


def test_the_eyes_are_honest(page: Page, session: Any) -> None:
    told = page.locator("#eyes")
    for state, words in EYES.items():
        session.show(eyes={"state": state, "fps": 11.6, "why": {"en": "for a reason", "de": "darum"}})
        expect(told).to_contain_text(words)
        expect(told).to_contain_text("for a reason")
        expect(page.locator("#rate")).to_have_text("12 pictures/s" if state == "watching" else "")


def test_a_film_that_is_over_is_no_table_out_of_sight(page: Page, session: Any) -> None:
    film = {"kind": "file", "name": "game.mp4", "state": "ended", "image_size": [960, 540]}
    session.show(camera=film, eyes={"state": "lost", "fps": 0.0, "why": ""})
    expect(page.locator("#eyes")).to_have_text("The video has ended")
    broken = {"en": "it breaks off", "de": "er bricht ab"}
    session.show(camera=film, eyes={"state": "lost", "fps": 0.0, "why": broken})
    expect(page.locator("#eyes")).to_contain_text("Table out of sight")
    expect(page.locator("#eyes")).to_contain_text("it breaks off")


def test_a_game_that_cannot_be_kept_is_told_and_why(page: Page, game: Any) -> None:
    game.show(phase="held", held={"en": "the disk is full: free some space", "de": "Die Platte ist voll"})
    verdict(page).to_contain_text("The game is held")
    verdict(page).to_contain_text("the disk is full: free some space")
    assert offered(page) == []


def test_what_became_of_a_damaged_store_stays_until_it_was_read(page: Page, game: Any) -> None:
    game.show(notice={"en": "the store was damaged", "de": "Der Speicher war beschädigt"})
    notice = page.locator("#notice")
    expect(notice).to_contain_text("the store was damaged")
    notice.get_by_role("button").click()
    expect(notice).to_be_hidden()
    game.show(phase="unclear")
    verdict(page).to_have_attribute("data-kind", "asking")
    expect(notice).to_be_hidden()


def test_a_camera_that_is_lost_is_told_and_why(page: Page, game: Any) -> None:
    game.show(
        phase="lost", eyes={"state": "lost", "fps": 0.0, "why": {"en": "unplugged", "de": "ausgesteckt"}}
    )
    verdict(page).to_have_attribute("data-kind", "blind")
    verdict(page).to_contain_text("The table is out of sight")
    verdict(page).to_contain_text("unplugged")
    expect(page.locator("#camera")).to_have_class(re.compile("blind"))


def test_a_table_that_differs_is_shown_field_by_field(page: Page, game: Any) -> None:
    game.show(
        phase="differs",
        differences=[
            {"cell": [2, 3], "expected": ["red", "blue"], "seen": {"owner": "red", "height": 1}},
            {"cell": [4, 1], "expected": [], "seen": {"owner": "blue", "height": 1}},
        ],
    )
    verdict(page).to_contain_text("The table does not match the game")
    rows = [row.inner_text().split("\t") for row in page.locator("#differences tbody tr").all()]
    assert rows == [["d3", "Blue, height 2", "Red"], ["b5", "empty", "Blue"]]
    expect(page.locator("#board .frame.differs")).to_have_count(2)


def test_what_is_unclear_is_said_to_be(page: Page, game: Any) -> None:
    game.show(phase="unclear", unclear={"en": "Two stones at once.", "de": "Zwei Steine auf einmal."})
    verdict(page).to_have_attribute("data-kind", "asking")
    verdict(page).to_contain_text("Unclear")
    verdict(page).to_contain_text("Two stones at once.")


def test_hidden_fields_are_hatched(page: Page, game: Any) -> None:
    cell = {"owner": None, "height": 0, "confidence": 0.4, "hidden": False}
    cells = [[cell | {"hidden": row == 0} for _ in range(6)] for row in range(6)]
    game.show(seen={"image_size": [640, 480], "corners": None, "cells": cells})
    expect(page.locator("#board .hidden-field")).to_have_count(6)


def test_the_cards_on_the_table_are_shown(page: Page, game: Any) -> None:
    corners = [[0, 0], [1, 0], [1, 1], [0, 1]]
    cards = [("green", True), ("violet", True), ("red", False)]
    game.show(cards=[{"colour": colour, "face_up": up, "corners": corners} for colour, up in cards])
    expect(page.locator("#loose .card")).to_have_count(3)
    names = [name.strip() for name in page.locator("#loose .card").all_text_contents()]
    assert names == ["Green", "Violet", "a card face down"]


def test_the_camera_is_shown_with_and_without_overlay(page: Page, session: Any) -> None:
    image = page.locator("#camera img")
    expect(image).to_have_attribute("src", "/stream.mjpg?overlay=1")
    page.get_by_role("button", name="Show what is seen").click()
    expect(image).to_have_attribute("src", "/stream.mjpg?overlay=0")
    page.get_by_role("button", name="Picture").click()
    expect(image).to_have_count(0)


def test_this_devices_camera_can_be_the_programs_eyes(page: Page, session: Any) -> None:
    session.show(eyes={"state": "lost", "fps": 0.0, "why": "", "wants_frames": True})
    page.get_by_role("button", name="Send this device's camera").click()
    for _ in range(200):
        if len(session.pushed) >= 2:
            break
        page.wait_for_timeout(50)
    assert all(jpeg.startswith(b"\xff\xd8\xff") for jpeg in session.pushed[:2])
    assert len(session.pushed) >= 2
    page.get_by_role("button", name="Send this device's camera").click()


# The end


def test_a_row_that_wins_is_highlighted(page: Page, game: Any) -> None:
    row = [[2, 0], [2, 1], [2, 2], [2, 3]]
    text = {"en": "Red wins.", "de": "Rot gewinnt."}
    game.end_with({"how": "row", "winners": ["red"], "cells": row, "text": text})
    verdict(page).to_have_attribute("data-kind", "over")
    verdict(page).to_contain_text("Red wins.")
    expect(page.locator("#board .winning")).to_have_count(4)
    expect(page.locator(".seat.won")).to_contain_text("Red")
    assert page.locator("#board .cell:not(.dim)").count() == 4


def test_a_game_that_was_ended_has_no_winner(page: Page, game: Any) -> None:
    game.show(phase="over")
    verdict(page).to_contain_text("The game was ended")
    expect(page.locator(".seat.won, .seat.on-turn")).to_have_count(0)


def test_whoever_has_won_has_won_though_the_camera_is_put_away(page: Page, game: Any) -> None:
    game.end_with(
        {"how": "row", "winners": ["red"], "cells": [[0, 0]], "text": {"en": "Red wins.", "de": "Rot."}}
    )
    game.show(phase="lost", eyes={"state": "lost", "fps": 0.0, "why": ""})
    expect(page.locator("#eyes")).to_contain_text("Table out of sight")
    verdict(page).to_contain_text("Red wins.")


def test_areas_that_decide_are_drawn_and_counted(page: Page, game: Any) -> None:
    game.end_with(
        {
            "how": "area",
            "winners": ["blue"],
            "areas": {"red": [1, 1], "blue": [2, 5]},
            "area_cells": {"red": [[0, 0]], "blue": [[2, 3], [2, 4]]},
            "text": {"en": "Blue wins.", "de": "Blau gewinnt."},
        }
    )
    expect(page.locator("#board .area")).to_have_count(2)
    expect(page.locator("#board .area.won.stone-blue")).to_have_count(1)
    rows = [row.inner_text().replace("\n", " ").split() for row in page.locator("#score tbody tr").all()]
    assert rows == [["Blue", "wins", "2", "5"], ["Red", "1", "1"]]


# The link

SLOW_ANSWER = """
delete window.SharedWorker;  // so that the page itself asks
const state = %s;
const real = window.fetch;
window.fetch = (url, ...more) => url !== "/api/state" ? real(url, ...more) : Promise.resolve({
    ok: true, json: () => new Promise((done) => { window.arrive = () => done(state); }) });
"""


def test_a_state_that_was_asked_for_and_comes_late_does_not_undo_a_newer_one(
    page: Page, game: Any, server: Server
) -> None:
    page.add_init_script(SLOW_ANSWER % json.dumps(game.state()))
    open_page(page, server)
    game.show(phase="over", outcome={"how": "line", "winners": ["red"], "text": {"en": "Red wins."}})
    verdict(page).to_contain_text("Red wins.")
    page.evaluate("window.arrive(); new Promise((done) => setTimeout(done, 200))")
    verdict(page).to_contain_text("Red wins.", timeout=1)

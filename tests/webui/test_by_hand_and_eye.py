"""Set up and corrected by the keyboard alone; larger letters and a zoomed page lose nothing; signs beside colours."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.webui.browser import asked, open_page
from webui.server import Server

MOST_TABS = 80
CAMERA = {"kind": "device", "name": "0", "state": "live", "image_size": [1280, 720]}
CUT_OFF = """
    [...document.querySelectorAll(".verdict, .actions, .seat, .top")].filter((e) => e.checkVisibility())
        .filter((e) => e.scrollHeight > e.clientHeight + 2 && getComputedStyle(e).overflowY === "visible")
        .map((e) => e.className)
"""


def go_to(page: Page, selector: str) -> None:
    """Press Tab until what is sought has the focus, and see that the focus shows."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("(sought) => document.activeElement.matches(sought)", selector):
            return
    raise AssertionError(f"no key leads to {selector}")


def test_a_game_is_set_up_by_the_keyboard_alone(
    context: BrowserContext, server: Server, session: Any
) -> None:
    session.set_up()
    session.show(camera=None)
    page = context.new_page()
    page.goto(server.url, wait_until="domcontentloaded")
    page.wait_for_selector("#guide .typed-camera")
    go_to(page, "input[name=file]")
    page.keyboard.type("film.mp4")
    page.keyboard.press("Enter")
    assert asked(session, page) == ("camera", {"kind": "file", "value": "film.mp4"})
    session.show(camera=CAMERA)
    expect(page.locator("[data-action=next]")).to_be_enabled()
    go_to(page, "[data-action=next]")
    page.keyboard.press("Enter")
    for colour in ("red", "blue"):
        go_to(page, f"[data-colour={colour}]")
        page.keyboard.press("Space")
    go_to(page, "input[name=row]")
    page.keyboard.press("ArrowDown")
    go_to(page, "[data-action=next]")
    page.keyboard.press("Enter")
    name, body = asked(session, page)
    assert (name, body["players"], body["options"]["row"]) == ("setup", ["red", "blue"], 5)
    session.set_up(ready=True)
    expect(page.locator("[data-action=play]")).to_be_enabled()
    go_to(page, "[data-action=play]")
    page.keyboard.press("Enter")
    assert asked(session, page)[0] == "start"


def test_an_act_is_corrected_by_the_keyboard_alone(page: Page, game: Any) -> None:
    go_to(page, "[aria-label='Correct move 2']")
    page.keyboard.press("Enter")
    page.wait_for_selector("#editor[open]")
    go_to(page, "#editor [name=place-cards-violet]")
    page.keyboard.press("ArrowUp")
    go_to(page, "#editor [data-edit=save]")
    page.keyboard.press("Enter")
    name, body = asked(game, page)
    assert (name, body["n"]) == ("correct", 2)
    assert sorted(body["act"]["cards"]) == ["green", "green", "violet"]
    expect(page.locator("#editor")).not_to_have_attribute("open", "")


def test_a_page_zoomed_to_twice_its_size_loses_nothing(page: Page, game: Any) -> None:
    game.place("blue", [1, 1], ["orange"], "mixed_colours", "too_many_cards", todo="Take it all back.")
    page.wait_for_selector(".frame.faulty")
    for width, height in ((640, 400), (320, 256)):  # of 1280 x 800 at 200 %, and at 400 %
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(CUT_OFF) == []


def test_letters_of_twice_the_size_lose_nothing(page: Page, game: Any) -> None:
    game.place("blue", [1, 1], ["orange"], "mixed_colours", "too_many_cards", todo="Take it all back.")
    page.wait_for_selector(".frame.faulty")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_each_field_and_each_owner_has_a_sign_beside_its_colour(page: Page, game: Any) -> None:
    """A high tower must not hide the field's."""
    for _ in range(5):
        game.place("red", [0, 0], ["red"])
    page.wait_for_selector(".act >> nth=7")
    marks = page.locator("#board .field-mark")
    assert marks.count() == 36
    above = "(mark) => !mark.nextElementSibling?.classList.contains('stones-on')"
    assert all(mark.evaluate(above) for mark in marks.all())
    colours = ["red", "orange", "yellow", "green", "blue", "violet"]
    signs = {page.locator(f"#board .field-mark.field-{c} .sign").first.get_attribute("d") for c in colours}
    assert len(signs) == len(colours)


def test_the_page_is_chinese_at_a_key(page: Page, game: Any, server: Server) -> None:
    go_to(page, "[data-setting=language-zh-Hant]")
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    expect(page.locator("#verdict")).to_contain_text("符合規則")
    expect(page.locator("#verdict")).to_contain_text("輪到藍色")
    open_page(page, server)
    expect(page.locator("#verdict")).to_contain_text("符合規則")  # the choice is remembered


def test_a_chinese_voice_speaks_and_one_that_is_missing_is_told(page: Page, game: Any) -> None:
    voices = (
        "speechSynthesis.getVoices = () => [{lang: 'en-GB'}, {lang: 'zh-CN'}, {lang: 'zh-TW', name: 'Mei'}]"
    )
    page.evaluate(voices)
    page.evaluate("void (window.SpeechSynthesisUtterance = function (text) { this.text = text; })")
    page.evaluate("void (speechSynthesis.speak = (said) => spoken.push([said.lang, said.voice?.name]))")
    page.locator("[data-setting=language-zh-Hant]").click()
    page.locator("[data-setting=voice]").click()
    assert page.evaluate("spoken") == [["zh-TW", "Mei"]]
    expect(page.locator("#toast")).to_be_hidden()
    page.evaluate("void (speechSynthesis.getVoices = () => [{lang: 'en-GB'}])")
    page.locator("[data-setting=language-de]").click()
    expect(page.locator("#toast")).to_contain_text("keine Stimme für Deutsch")

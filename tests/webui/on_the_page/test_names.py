"""Players who go by colours may have names: asked for in the guide, and shown wherever a player is meant."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.errors import BadCommand
from tests.webui.browser import asked, verdict
from webui.bodies import checked

NAMES = {"red": "Ann", "blue": "小明"}


@pytest.fixture
def named(page: Page, game: Any) -> Any:
    game.show(options={"row": 4, "names": NAMES})
    return game


def test_players_are_called_by_their_names(page: Page, named: Any) -> None:
    expect(page.locator("#players")).to_contain_text("Ann")
    expect(page.locator(".on-turn strong")).to_have_text("小明")
    expect(page.locator(".on-turn strong")).to_have_attribute("title", "小明 (Blue)")
    verdict(page).to_contain_text("小明 to move")
    expect(page).to_have_title("小明 to move – tableref")
    expect(page.locator(".act").first).to_contain_text("Ann")


def test_a_player_may_be_called_as_anything(page: Page, session: Any, complaints: list[str]) -> None:
    called = ["constructor", "toString", "<b>&amp;", "__proto__"]
    session.show(phase="playing", players=[{"colour": name, "to_move": False} for name in called])
    expect(page.locator("#players strong")).to_have_text(called)
    assert page.locator("#players .initial").all_text_contents() == ["C", "T", "<", "_"]
    assert complaints == []


def test_fields_and_cards_are_called_by_their_colours(page: Page, named: Any) -> None:
    expect(page.locator(".act .card").first).to_have_attribute("title", "Red")
    field = page.locator("[data-cell=b1]")
    expect(field).to_have_attribute("aria-label", "b1, field Orange: empty")


def test_who_has_no_name_goes_by_the_colour(page: Page, game: Any) -> None:
    game.show(options={"row": 4, "names": {"red": "Ann"}})
    expect(page.locator("#players")).to_contain_text("Ann")
    expect(page.locator(".on-turn strong")).to_have_text("Blue")


def in_the_guide(page: Page, session: Any) -> None:
    session.set_up()
    session.show(camera={"kind": "device", "name": "0", "state": "live", "image_size": [1280, 720]})
    page.locator("[data-step=game]").click()
    for colour in ("red", "blue"):
        page.locator(f"[data-colour={colour}]").click()


def test_the_guide_asks_for_names(page: Page, session: Any) -> None:
    in_the_guide(page, session)
    page.get_by_label("Name of Red").fill("Ann")
    page.get_by_label("Name of Blue").fill("Ann")
    expect(page.locator("#guide .why-not")).to_have_text("Every player needs a name of their own.")
    page.get_by_label("Name of Red").fill("Blue")
    page.get_by_label("Name of Blue").fill("")
    expect(page.locator("#guide .why-not")).to_have_text("Every player needs a name of their own.")
    page.get_by_label("Name of Red").fill("Ann")
    page.locator("[data-action=next]").click()
    name, body = asked(session, page)
    assert (name, body["players"], body["options"]["names"]) == ("setup", ["red", "blue"], {"red": "Ann"})


def test_the_name_of_one_who_does_not_play_after_all_is_not_kept(page: Page, session: Any) -> None:
    in_the_guide(page, session)
    page.get_by_label("Name of Red").fill("Ann")
    page.locator("[data-colour=red]").click()
    page.locator("[data-colour=green]").click()
    page.locator("[data-action=next]").click()
    assert "names" not in asked(session, page)[1]["options"]


def test_whoever_types_a_name_is_not_disturbed_by_what_the_camera_sees(page: Page, session: Any) -> None:
    in_the_guide(page, session)
    page.get_by_label("Name of Blue").click()
    for letter in "Bobby":
        page.keyboard.type(letter)
        session.set_up(ready=letter != "b")
        expect(page.get_by_label("Name of Blue")).to_be_focused()
    expect(page.get_by_label("Name of Blue")).to_have_value("Bobby")


@pytest.mark.parametrize("names", [{"red": ""}, {"red": " "}, {"red": "a\nb"}, {"red": "Ann", "blue": "Ann"}])
def test_what_is_no_name_is_refused(names: dict[str, str]) -> None:
    body = {"game": "just4fun-colours", "players": ["red", "blue"], "options": {"names": names}}
    with pytest.raises(BadCommand):
        checked("start", body, "")

"""The turn clock on the page: chosen in the guide, counted on, and announced."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.errors import BadCommand
from tests.webui.browser import asked
from webui.bodies import checked

CLOCK = {"per": "turn", "seconds": 60, "runs": "blue", "left": {"red": 60.0, "blue": 42.0}}


def test_each_player_has_a_clock_and_that_of_the_one_on_turn_goes(page: Page, game: Any) -> None:
    game.show(clock=CLOCK)
    expect(page.locator("[data-clock=red]")).to_have_text("1:00")
    expect(page.locator("[data-clock=blue]")).to_have_text("0:41")
    expect(page.locator("[data-clock=red]")).to_have_text("1:00")


def test_it_is_announced_when_time_is_up(page: Page, game: Any) -> None:
    page.get_by_role("button", name="Read verdicts aloud").click()
    game.show(clock=CLOCK | {"left": {"red": 60.0, "blue": 0.6}})
    expect(page.locator("[data-clock=blue]")).to_have_class("clock up")
    assert page.evaluate("spoken.map(([, words]) => words)")[1:] == ["Blue: time is up."]
    game.show(clock=CLOCK | {"left": {"red": 60.0, "blue": -12.0}})
    expect(page.locator("[data-clock=blue]")).to_have_text("−0:12")
    assert len(page.evaluate("spoken")) == 2, "once is enough"


def test_a_clock_that_stands_does_not_go(page: Page, game: Any) -> None:
    game.show(clock=CLOCK | {"runs": None}, phase="unclear")
    expect(page.locator("[data-clock=blue]")).to_have_text("0:42")
    page.wait_for_timeout(1300)
    expect(page.locator("[data-clock=blue]")).to_have_text("0:42")


def test_without_one_there_is_none(page: Page, game: Any) -> None:
    expect(page.locator(".seat").first).to_be_visible()
    assert page.locator("[data-clock]").count() == 0


def test_the_guide_asks_for_it(page: Page, session: Any) -> None:
    session.set_up(players=["red", "blue"], ready=True)
    session.show(camera={"kind": "device", "name": "0", "state": "live", "image_size": [1280, 720]})
    page.locator("[data-step=game]").click()
    page.get_by_label("For each player in all").check()
    page.get_by_label("How long").select_option("15 minutes")
    page.locator("[data-action=next]").click()
    clock = {"per": "player", "seconds": 900}
    assert asked(session, page)[1]["clock"] == clock
    page.locator("[data-action=play]").click()
    name, body = asked(session, page)
    assert name == "start" and body["clock"] == clock, "it is agreed, and the game begins with it"


@pytest.mark.parametrize(
    "clock", [{"per": "turn"}, {"per": "move", "seconds": 5}, {"per": "turn", "seconds": 0}]
)
def test_what_is_no_clock_is_refused(clock: dict[str, Any]) -> None:
    body = {"game": "punto", "players": ["ann", "bo"], "options": {}, "clock": clock}
    with pytest.raises(BadCommand):
        checked("start", body, "")

"""Claims of Four Colour Cards on the page: a row a seat, lit is what the rules allow, and a tap tells it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from companion.session.claims import FORMS, claims_of
from referee import four_colour_cards as rules
from referee.four_colour_acts import Claim, Discard
from tests.webui.browser import asked

PHONE = {"width": 360, "height": 740}
THUMB = 44  # pixels
NARROWEST = 40


def test_what_may_be_claimed_is_lit_and_told_by_a_tap_on_a_phone_too(page: Page, game: Any) -> None:
    page.set_viewport_size(PHONE)
    offered = rules.apply(rules.start(("ann", "bo", "cy")), Discard("ann", "white-horse"))
    claimed = rules.apply(offered, Claim("cy", "pong"))
    players = [{"colour": name, "to_move": name == "bo"} for name in claimed.players]
    forms = [form.told() for form in FORMS]
    game.show(game=rules.ID, players=players, acts=[], claims=claims_of(claimed), forms=forms)

    expect(page.locator("#claims .lit").first).to_be_visible()
    lit = {
        seat: page.locator(f"#claims [data-player={seat}] .lit").evaluate_all(
            "all => all.map((one) => one.dataset.claim)"
        )
        for seat in claimed.players
    }
    assert lit == {
        "ann": [],
        "bo": ["chi", "pong", "gan", "hu", "pass"],
        "cy": ["pong", "gan", "hu", "pass"],
    }
    expect(page.get_by_role("button", name="cy: pong")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="cy: chi")).to_be_disabled()
    box = page.get_by_role("button", name="bo: chi").bounding_box()
    assert box and box["height"] >= THUMB and box["width"] >= NARROWEST
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.get_by_role("button", name="bo: chi").click()
    assert asked(game, page) == ("insert", {"n": 1, "act": {"act": "claim", "player": "bo", "kind": "chi"}})

    page.get_by_role("button", name="Say what was done").click()
    page.locator("#editor").get_by_label("dealt again").check()
    page.locator("#editor").get_by_role("button", name="Save").click()
    assert asked(game, page) == ("insert", {"n": 1, "act": {"act": "void_round"}})

    game.show(claims=claims_of(rules.start(claimed.players)))
    expect(page.locator("#claims")).to_be_hidden()

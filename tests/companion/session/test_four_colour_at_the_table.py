"""Four Colour Cards at a table: an empty one begins it, mistakes are put back, a hand is shown, people correct."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.errors import BadCommand, CommandError
from companion.session.at_table import Agreed
from companion.session.games import four_colour_cards as door
from companion.session.games.four_colour_setup import FourColourSetup
from companion.session.games.four_colour_table import seats_of
from referee import four_colour_cards as rules
from referee.four_colour_acts import Discard, Draw, Hu, Meld
from referee.four_colour_deck import CARDS
from tests.companion.session.strip_table import PLAYERS, Sight, StripTable

HORSE = CARDS.index("red-horse")


def kinds(told: list) -> list[str]:
    return [event["event"] for event in told]


@pytest.fixture
def table() -> StripTable:
    """A game of ann, bo and cy under way, on an empty table."""
    table = StripTable(rounds=1)
    assert kinds(table.show()) == ["ready"]
    return table


def test_a_game_begins_on_an_empty_table_only() -> None:
    table = StripTable()
    table.lies = Counter({(3, HORSE): 1})
    (asked,) = table.show()
    assert asked["event"] == "unclear" and "red horse" in asked["why"]
    assert table.session.state is None
    assert kinds(table.sweep()) == ["ready"]


def test_discards_melds_and_draws_are_told(table: StripTable) -> None:
    (first,) = table.do(Discard("ann", "red-horse"))
    (pair,) = table.do(Meld("bo", ("red-horse", "red-horse")))
    (next_,) = table.do(Discard("bo", "white-cannon"))
    (drawn,) = table.do(Draw("cy", "green-soldier"))
    assert all(event["legal"] for event in (first, pair, next_, drawn))
    assert "bo takes the red horse by chi" in pair["text"]
    assert door.players(table.session)[1]["cards_left"] == 18


def test_a_fault_is_told_and_put_back(table: StripTable) -> None:
    (fault,) = table.do(Discard("ann", "red-general"))
    assert fault["faults"] == ["general_discarded"]
    seen = {"owner": "red-general", "height": 1}
    assert table.session.differences == [{"cell": [3, 0], "expected": [], "seen": seen}]
    assert kinds(table.put_back()) == ["restored"]
    assert table.session.phase == "playing"


def test_a_hand_that_is_shown_is_counted_and_ends_the_game(table: StripTable) -> None:
    hand = ("red-chariot",) * 4 + ("yellow-horse",) * 4 + ("green-cannon",) * 4 + ("white-advisor",) * 4
    hand += ("red-general",) * 4
    table.do(Discard("ann", "green-general"))
    assert table.session.phase == "waiting_restore"
    table.put_back()
    table.do(Discard("ann", "red-horse"))
    table.do(Draw("bo", "green-general"))
    told = table.do(Hu("bo", hand, "white-horse"))
    assert kinds(told) == ["act", "outcome"] and told[0]["legal"]
    assert table.session.outcome.winners == ("bo",)


def test_what_a_person_corrects_is_judged_anew(table: StripTable) -> None:
    table.do(Discard("ann", "red-horse"))
    table.corrections.correct(1, {"act": "discard", "player": "ann", "card": "white-horse"})
    assert table.state.table.offer.card == "white-horse"
    assert table.session.phase == "differs"
    table.lies = Counter({(3, CARDS.index("white-horse")): 1})
    table.show()
    assert table.session.phase == "playing"


def test_the_table_may_be_taken_as_it_lies(table: StripTable) -> None:
    table.do(Discard("ann", "red-horse"))
    table.lies = Counter({(3, HORSE): 1, (1, CARDS.index("red-chariot")): 3, (3, 0): 1})
    table.show()
    table.session.table_is_right()
    assert table.state.table.melds[1] == (("red-chariot",) * 3,)
    table.lies = Counter({(0, HORSE): 1, (0, 0): 1})
    table.show()
    with pytest.raises(CommandError, match="no melds"):
        table.session.table_is_right()


def test_a_game_goes_on_after_a_restart(table: StripTable) -> None:
    table.do(Discard("ann", "red-horse"))
    table.do(Meld("bo", ("red-horse", "red-horse")))
    table.restart()
    assert table.session.phase == "playing"
    (told,) = table.do(Discard("bo", "white-cannon"))
    assert told["legal"]


def test_players_sit_on_sides_of_their_own() -> None:
    assert seats_of(PLAYERS, None) == {"ann": "bottom", "bo": "left", "cy": "right"}
    with pytest.raises(BadCommand, match="a side of his own"):
        seats_of(PLAYERS, {"ann": "top", "bo": "top", "cy": "left"})
    agreed = Agreed(rules.ID, PLAYERS, seats={"ann": "top", "bo": "right", "cy": "left"})
    setup = door.guided(agreed)
    assert setup.told(None)["seats"]["bo"] == "right"


def test_the_page_is_told_of_strips_before_seats_and_in_the_middle(table: StripTable) -> None:
    table.do(Discard("ann", "red-horse"))
    table.do(Meld("bo", ("red-horse", "red-horse")))
    table.do(Discard("bo", "white-cannon"))
    shown = door.shown(table.session, None)  # type: ignore[arg-type]
    strips = shown.board["strips"]
    assert strips["seats"][1] == {"player": "bo", "side": "left", "melds": [["red-horse", "red-horse"]]}
    assert strips["offer"] == "white-cannon" and strips["glyphs"]["white-cannon"] == "包"
    assert [form.act for form in shown.forms][:4] == ["discard", "draw", "meld", "hu"]


def test_nothing_is_drawn_of_a_table_before_players_are_known() -> None:
    setup = FourColourSetup(rules.ID, sights=Sight)
    assert door.shown_before(setup, None).board["strips"]["seats"] == []  # type: ignore[arg-type]

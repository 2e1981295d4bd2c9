"""Before a game on a board with a lane: who plays which colours, and what the board tells of itself."""

from __future__ import annotations

import numpy as np
import pytest

from companion.errors import BadCommand, CommandError
from companion.record.store import Store
from companion.session.at_table import Agreed
from companion.session.games.lane_setup import LaneSetup, colours_of
from referee import one_two_three_four as rules
from referee.one_two_three_four_acts import Enter
from tests.companion.session.lane_table import Eyes, LaneTable, Stretch, marks

TURNED = ("blue", "yellow", "green", "red")  # the corners of a board that lies a quarter round


def seen(looks: int = 8, tiles: tuple[int, ...] = (), **board: object) -> Stretch:
    table = np.zeros(36, int)
    table[list(tiles)] = 1
    return Eyes(**board).look(table, looks)


@pytest.fixture
def setup() -> LaneSetup:
    return LaneSetup(rules.ID, ("ann", "bo"))


def test_an_empty_board_that_was_looked_at_for_a_moment_is_ready(setup: LaneSetup) -> None:
    assert not setup.ready
    setup.see(seen(looks=3))
    assert not setup.ready
    setup.see(seen())
    assert setup.ready
    told = setup.told(None)
    assert told["learnt"] == {
        "size": 6,
        "direction": "clockwise",
        "corners": {"red": [0, 0], "blue": [0, 5], "yellow": [5, 5], "green": [5, 0]},
    }
    assert (told["unsure"], told["notes"], told["stones_on"]) == ([], [], [])


def test_a_game_begins_on_an_empty_board_whatever_a_print_looks_like(setup: LaneSetup) -> None:
    setup.see(seen(tiles=(7,)))
    assert setup.told(None)["stones_on"] == [[1, 1]]
    assert not setup.ready
    setup.take_for_empty()
    assert setup.ready


def test_nothing_can_be_said_of_a_board_that_was_not_seen(setup: LaneSetup) -> None:
    with pytest.raises(CommandError):
        setup.take_for_empty()


def test_the_cells_have_no_colours_to_be_mended(setup: LaneSetup) -> None:
    with pytest.raises(BadCommand):
        setup.mend((0, 0), "red")


def test_what_cannot_be_made_out_is_said_to_be_unsure(setup: LaneSetup) -> None:
    setup.see(seen(**marks(clockwise_p=0.4, sure=0.5)))
    told = setup.told(None)
    assert told["unsure"] == ["direction", "corners"]
    assert told["learnt"] and told["learnt"]["direction"] == "anticlockwise"
    assert "red, blue, yellow, green, clockwise from the top left" in told["notes"][1]["en"]


def test_a_person_knows_the_board_better(setup: LaneSetup) -> None:
    setup.see(seen(**marks(clockwise_p=0.01)))
    setup.agree(Agreed(rules.ID, ("ann", "bo"), {"direction": "clockwise"}))
    told = setup.told(None)
    assert told["learnt"] and told["learnt"]["direction"] == "clockwise"
    assert "What you said counts" in told["notes"][0]["en"]


@pytest.mark.parametrize(
    ("players", "dealt"),
    [
        (("ann", "bo"), {"ann": ["red", "yellow"], "bo": ["blue", "green"]}),
        (("ann", "bo", "cy"), {"ann": ["red"], "bo": ["blue"], "cy": ["yellow"]}),
        (("ann",), {}),
    ],
)
def test_the_rules_deal_out_the_colours_that_nobody_chose(players: tuple, dealt: dict) -> None:
    assert colours_of(players, None) == dealt


def test_corners_that_a_person_gave_in_another_turn_turn_what_is_seen(store: Store) -> None:
    corners = {"red": [0, 0], "blue": [0, 5], "yellow": [5, 5], "green": [5, 0]}
    table = LaneTable(store, options={"corners": corners}, eyes=Eyes(**marks(TURNED)))
    assert "why" not in table.told[0]
    assert table.session.played.turn == 3
    lies = np.zeros((6, 6), int)
    lies[0, 4] = 1  # as the game has it
    table.table = np.rot90(lies, -3).ravel()
    (told,) = table.show()
    assert told["act"] == {"act": "enter", "player": "ann", "colour": "red", "steps": 4}


def test_corners_that_no_turn_makes_fit_are_said_to_look_otherwise(store: Store) -> None:
    corners = {"red": [0, 0], "blue": [5, 5], "yellow": [0, 5], "green": [5, 0]}
    table = LaneTable(store, options={"corners": corners})
    assert table.told[0]["why"].startswith("The corners are not as you said")
    assert table.told[0]["options"]["corners"]["blue"] == [5, 5]


def test_no_turn_is_made_of_corners_that_no_turn_makes_fit(store: Store) -> None:
    corners = {"blue": [0, 0], "yellow": [0, 5], "red": [5, 5], "green": [5, 0]}
    table = LaneTable(store, options={"corners": corners})
    assert table.session.played.turn == 0
    (told,) = table.do(Enter("ann", "red", 4))
    assert told["legal"]

"""What decided a game, drawn over the camera's picture."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from companion.session.overlay import PAINT, draw, draw_outcome
from referee.just4fun_colours import Area, Outcome
from tests.companion.shown_table import BOARD, POSE, Table
from vision.stone_table.reading import Reading

DARK = np.full((720, 1280, 3), 30, np.uint8)
ROW = tuple((2, col) for col in range(4))


def pixel(picture: np.ndarray, x: float, y: float) -> tuple[int, ...]:
    """The colour at a place on the board, in fields from its upper left corner."""
    col, row = (round(float(v)) for v in POSE.project(np.array([[x - 3, 3 - y, 0.0]]))[0])
    return tuple(int(v) for v in picture[row, col])


@pytest.fixture
def reading() -> Reading:
    return Reading(0.0, (1280, 720), BOARD, None, (), False)


def test_a_row_that_wins_is_framed_in_gold(reading: Reading) -> None:
    drawn = draw_outcome(DARK, reading, Outcome("row", ("red",), cells=ROW))
    for x, y in [(0, 2.5), (4, 2.5), (2, 2), (2, 3)]:
        assert pixel(drawn, x, y) == PAINT["gold"]
    for x, y in [(2.5, 2.5), (1, 2.5), (5, 2.5), (2, 4)]:
        assert pixel(drawn, x, y) == (30, 30, 30), "neither within the row nor elsewhere"
    assert (DARK == 30).all(), "the picture itself is left as it was"


def test_each_area_is_framed_in_its_players_colour(reading: Reading) -> None:
    areas = (("red", Area(ROW, 5)), ("blue", Area(((5, 5),), 1)))
    drawn = draw_outcome(DARK, reading, Outcome("area", ("red",), areas=areas))
    assert pixel(drawn, 0, 2.5) == PAINT["red"]
    assert pixel(drawn, 5, 5.5) == PAINT["blue"]


def test_without_a_board_in_sight_nothing_is_drawn(reading: Reading) -> None:
    blind = Reading(0.0, (1280, 720), None, None, (), False)
    assert (draw_outcome(DARK, blind, Outcome("row", ("red",), cells=ROW)) == DARK).all()


def test_a_tower_that_the_game_knows_has_the_games_height() -> None:
    """What a single picture tells of heights is rough: three stones may be read as two."""
    towers = [("red", "blue"), ("red", "red", "blue")]
    seen = [Table({(1, 1): tower}).stretch(1).reading() for tower in towers]
    known: Any = [[() for _ in range(6)] for _ in range(6)]
    known[1][1] = ("red", "red", "blue")
    assert (draw(DARK, seen[0]) != draw(DARK, seen[1])).any()
    assert (draw(DARK, seen[0], known) == draw(DARK, seen[1])).all()
    known[1][1] = ("red", "red", "red")
    assert (draw(DARK, seen[0], known) == draw(DARK, seen[0])).all(), "another owner: as it is seen"

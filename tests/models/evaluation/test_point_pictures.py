"""A reading of a table of Punto held against its truth: what is right in any turn and shift, and what is wrong."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from models.evaluate_tables import main
from models.evaluation.point_cards.pictures import best_move, find_tables, judge_table, moved
from models.evaluation.tally import Key
from referee.punto_acts import COLOURS
from vision.point_cards.reading import CardSeen, PointReading

CARDS = {(0, 0): ("red", 3), (0, 1): ("blue", 9), (1, 1): ("green", 1), (2, 0): ("orange", 5)}
SQUARE = np.array([[0.0, 0], [90, 0], [90, 90], [0, 90]])


def corners_of(cell):
    return SQUARE + np.array([100.0 * cell[1] + 200, 100.0 * cell[0] + 150])


@pytest.fixture
def truth():
    cells = [
        {
            "cell": list(cell),
            "colour": c,
            "points": p,
            "corners_px": corners_of(cell).tolist(),
            "covered": 0.0,
        }
        for cell, (c, p) in CARDS.items()
    ]
    aside = {"colour": "red", "points": 7, "corners_px": corners_of((-1, 5)).tolist(), "covered": 0.0}
    return {"game": "punto", "cells": cells, "loose": [aside], "hand": False}


def seen_as(colour, points, corners_px, cell, hidden=0.0):
    told = np.full(10, 0.01, np.float32)
    told[points] = 0.91
    kind = np.full(4, 0.02, np.float32)
    kind[COLOURS.index(colour)] = 0.94
    return CardSeen(corners_px, told, kind, hidden, 0.9, cell)


def reading_of(truth, move=(0, (0, 0))):
    cells = {}
    for card in truth["cells"]:
        cell = moved(tuple(card["cell"]), move)
        cells[cell] = seen_as(card["colour"], card["points"], np.array(card["corners_px"]), cell)
    loose = tuple(
        seen_as(c["colour"], c["points"], np.array(c["corners_px"]), (9, 9)) for c in truth["loose"]
    )
    return PointReading(None, cells, loose, False)


def counted(truth, reading):
    tally = judge_table(Path("a.jpg"), truth, reading, 1.0).tally
    return {key.figure: tuple(hits) for key, hits in tally.counts.items() if key == Key(key.figure)}


@pytest.mark.parametrize("turn", range(4))
def test_a_right_reading_is_right_in_any_turn_and_shift(truth, turn):
    told = counted(truth, reading_of(truth, (turn, (2, -1))))
    assert told["card right"] == told["place right"] == (4, 4)
    assert told["whole table right"] == told["loose card right"] == (1, 1)


def test_a_card_in_another_place_is_wrong(truth):
    reading = reading_of(truth)
    cells = dict(reading.cells)
    cells[2, 1] = cells.pop((2, 0))
    told = counted(truth, replace(reading, cells=cells))
    assert (told["card right"], told["colour right"], told["place right"]) == ((3, 4), (4, 4), (3, 4))
    assert told["whole table right"] == (0, 1)


def test_other_points_another_colour_and_none_are_wrong(truth):
    reading = reading_of(truth)
    cells = dict(reading.cells)
    cells[0, 0] = seen_as("red", 2, corners_of((0, 0)), (0, 0))
    cells[0, 1] = seen_as("green", 9, corners_of((0, 1)), (0, 1))
    cells[1, 1] = replace(cells[1, 1], points=np.eye(10, dtype=np.float32)[0])
    told = counted(truth, replace(reading, cells=cells))
    assert (told["card right"], told["card found"]) == ((1, 4), (3, 4))
    assert (told["points right"], told["colour right"]) == ((2, 3), (2, 3))


def test_a_loose_card_told_in_play_spoils_the_table(truth):
    reading = reading_of(truth)
    aside = replace(reading.loose[0], cell=(-1, 5))
    told = counted(truth, replace(reading, cells={**reading.cells, (-1, 5): aside}))
    assert told["no card told in play that is not"] == told["whole table right"] == (0, 1)
    assert told["card right"] == (4, 4)


def test_what_is_covered_counts_for_nothing(truth):
    truth["cells"][0]["covered"] = 0.8
    reading = reading_of(truth)
    cells = dict(reading.cells)
    cells[0, 0] = seen_as("green", 8, corners_of((0, 0)), (0, 0), hidden=0.9)
    told = counted(truth, replace(reading, cells=cells))
    assert told["card right"] == (3, 3)
    assert told["covered card told hidden"] == told["whole table right"] == (1, 1)


def test_no_card_seen_is_no_card_right(truth):
    told = counted(truth, PointReading(None, {}, (), False))
    assert (told["card right"], told["whole table right"]) == ((0, 4), (0, 1))


def test_most_cards_tell_how_the_cells_are_named():
    pairs = [((r, c), moved((r, c), (3, (1, 4)))) for r, c in CARDS]
    assert best_move([*pairs, ((5, 5), (0, 0))]) == (3, (1, 4))


def test_a_folder_without_tables_is_refused(tmp_path):
    (tmp_path / "a.json").write_text('{"game": "just4fun-colours"}')
    (tmp_path / "a.jpg").touch()
    assert not list(find_tables(tmp_path))
    told = CliRunner().invoke(main, ["punto", str(tmp_path)])
    assert told.exit_code == 2
    assert "NAME.json" in told.output

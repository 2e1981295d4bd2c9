"""A reading of a table of tiles held against its truth: what is right in any turn, and what counts as wrong."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from models.evaluate_tables import main
from models.evaluation.tally import Key
from models.evaluation.tiles.pictures import find_tables, judge_table
from vision.finding.board import Board
from vision.pose import CameraPose
from vision.tile_table.reading import COLOURS, CONTENTS, TileCells, TileReading

SIZE = 5
CORNERS_PX = np.array([[100.0, 100], [600, 100], [600, 600], [100, 600]])
CORNER_CELLS = ([0, 0], [0, 4], [4, 4], [4, 0])
POSE = CameraPose((800, 700), 800.0, 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 10.0))


@pytest.fixture
def truth():
    cells = [[{"owner": None, "covered": 0.0} for _ in range(SIZE)] for _ in range(SIZE)]
    cells[0][1]["owner"], cells[3][2]["owner"], cells[4][4]["covered"] = "red", "green", 0.9
    return {
        "size": SIZE,
        "direction": "clockwise",
        "corners": dict(zip(COLOURS, CORNER_CELLS, strict=True)),
        "grid_corners": CORNERS_PX.tolist(),
        "cells": cells,
    }


def reading_of(truth, turn=0, clockwise_p=0.99):
    """All as it is, by somebody to whom the board lies ``turn`` quarter turns further on."""
    names = np.array([[cell["owner"] or "none" for cell in row] for row in truth["cells"]])
    owner = np.array(np.rot90(names, turn)[..., None] == np.array(CONTENTS), np.float32)
    board = Board(truth["size"], POSE, np.roll(CORNERS_PX, -turn, axis=0), 1.0, 0.0)
    corner_p = np.roll(np.eye(4, dtype=np.float32), -turn, axis=0)
    hidden = np.zeros(names.shape, np.float32)
    return TileReading(board, TileCells(owner, hidden, corner_p, clockwise_p))


def counted(truth, reading):
    tally = judge_table(Path("a.jpg"), truth, reading, 1.0).tally
    return {key.figure: tuple(hits) for key, hits in tally.counts.items() if key == Key(key.figure)}


@pytest.mark.parametrize("turn", range(4))
def test_a_right_reading_is_right_whatever_side_is_called_row_0(truth, turn):
    told = counted(truth, reading_of(truth, turn))
    assert told["cell right"] == (24, 24)  # one is covered
    assert told["tile right"] == (2, 2)
    right = (
        "board found",
        "whole board right, corners and direction too",
        "corner colours right",
        "direction right",
    )
    assert all(told[figure] == (1, 1) for figure in right)


def test_a_tile_that_is_missed_spoils_the_board(truth):
    reading = reading_of(truth)
    truth["cells"][2][2]["owner"] = "blue"
    told = counted(truth, reading)
    assert told["cell right"] == (23, 24)
    assert told["whole board right"] == (0, 1)


def test_what_is_not_told_is_not_right_but_not_told_wrong_either(truth):
    told = counted(truth, reading_of(truth, clockwise_p=0.5))
    assert told["direction right"] == told["direction told wrong"] == (0, 1)
    told = counted(truth, reading_of(truth, clockwise_p=0.01))
    assert told["direction told wrong"] == (1, 1)


def test_no_board_another_size_and_another_place_are_no_board_found(truth):
    right = reading_of(truth)
    assert right.board is not None
    elsewhere = replace(right.board, corners_px=CORNERS_PX + 70)
    for reading in (
        TileReading(None, None),
        TileReading(replace(right.board, size=6), right.cells),
        TileReading(elsewhere, right.cells),
    ):
        told = counted(truth, reading)
        assert told["board found"] == told["whole board right"] == (0, 1)


def test_a_folder_without_tables_is_refused(tmp_path):
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "a.jpg").touch()
    assert not list(find_tables(tmp_path))
    told = CliRunner().invoke(main, ["one-two-three-four", str(tmp_path)])
    assert told.exit_code == 2
    assert "NAME.json" in told.output

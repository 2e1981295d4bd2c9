"""Real photographs of other boards: what their truth tells, and whether all sides give one answer."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from models.evaluation.photographs import Photograph, find_photographs, judge_alike, judge_photograph
from models.evaluation.tally import Key, Tally

CORNERS_PX = np.array([[100.0, 100], [160, 100], [160, 160], [100, 160]])
LEGEND = {".": "no piece", "b1": "single black stone", "b2": "STACK of two black stones", "G": "green piece"}


def a_photograph(stones: dict[tuple[int, int], str], name: str = "a.jpg", size: int = 6) -> Photograph:
    cells = tuple(tuple(stones.get((r, c), ".") for c in range(size)) for r in range(size))
    return Photograph(Path(name), "checkers", CORNERS_PX, cells, LEGEND)


def counted(tally: Tally, figure: str) -> list[int]:
    return tally.counts[Key(figure)]


def test_occupied_fields_and_stacks_are_told(a_reading):
    photograph = a_photograph({(0, 1): "b1", (2, 2): "b2", (3, 3): "b2", (5, 5): "b1"})
    reading = a_reading(
        {(0, 1): ("black", 1), (2, 2): ("black", 3), (3, 3): ("black", 1), (4, 0): ("red", 1)}
    )
    judged, _ = judge_photograph(photograph, reading)
    assert counted(judged.tally, "occupied or empty right") == [34, 36]
    assert counted(judged.tally, "stone seen") == [3, 4]
    assert counted(judged.tally, "empty field seen empty") == [31, 32]
    assert counted(judged.tally, "stack told from single stone") == [2, 4]
    assert [mark.line for mark in judged.cases[0].marks] == [
        "field [4, 0]: due no piece, seen stone",
        "field [5, 5]: due single black stone, seen empty",
        "field [3, 3]: due 2 high, seen 1 high",
    ]


def test_marks_lie_on_their_field_however_the_board_was_turned(a_reading):
    reading = a_reading({}, corners_px=np.roll(CORNERS_PX, -1, axis=0))
    judged, _ = judge_photograph(a_photograph({(0, 1): "b1"}), reading)
    assert judged.cases[0].marks[0].outline_px.mean(0) == pytest.approx([115, 105])


@pytest.mark.parametrize("symbols", ["GG", "G."])
def test_heights_count_only_where_the_truth_tells_them(a_reading, symbols):
    photograph = a_photograph({(0, 0): symbols[0], (0, 1): symbols[1]})
    judged, _ = judge_photograph(photograph, a_reading({(0, 0): ("green", 2)}))
    assert counted(judged.tally, "occupied or empty right")[1] == 36
    assert counted(judged.tally, "stack told from single stone") == [0, 0]


def test_a_symbol_that_the_legend_does_not_explain_is_not_judged(a_reading):
    judged, _ = judge_photograph(a_photograph({(0, 0): "7"}), a_reading())
    assert counted(judged.tally, "board found") == [1, 1]
    assert counted(judged.tally, "occupied or empty right") == [0, 0]


def test_no_board_is_no_answer(no_board):
    judged, heights = judge_photograph(a_photograph({}), no_board)
    assert heights is None
    assert counted(judged.tally, "board found") == [0, 1]
    assert judged.cases[0].lines == ("no board (no board found)",)


def heights_of(*cells: tuple[int, int]) -> np.ndarray:
    heights = np.zeros((6, 6), np.int64)
    for cell in cells:
        heights[cell] = 1
    return heights


# The same two stones from two sides, a quarter turn apart.
ONE_SIDE, OTHER_SIDE = (
    a_photograph({(0, 1): "G", (2, 2): "G"}),
    a_photograph({(4, 0): "G", (3, 2): "G"}, "b.jpg"),
)


@pytest.mark.parametrize(
    ("one", "other", "agreed", "right"),
    [
        (heights_of((0, 1), (2, 2)), heights_of((4, 0), (3, 2)), 36, 36),
        (heights_of((0, 1)), heights_of((4, 0)), 36, 35),
        (heights_of((0, 1), (2, 2)), heights_of((4, 0)), 35, 35),
        (heights_of((0, 1), (2, 2)), None, 0, 0),
    ],
)
def test_one_position_is_due_one_answer_from_all_sides(one, other, agreed, right):
    tally = judge_alike([(ONE_SIDE, one), (OTHER_SIDE, other)])
    assert counted(tally, "field with one answer from all sides") == [agreed, 36]
    assert counted(tally, "field with the right answer from all sides") == [right, 36]
    assert counted(tally, "board with the right answer from all sides") == [right == 36, 1]


def test_other_positions_are_not_held_against_one_another():
    tally = judge_alike([(ONE_SIDE, heights_of()), (a_photograph({(0, 0): "G"}), heights_of((1, 1)))])
    assert not tally.counts


def test_what_cannot_be_read_is_left_out_with_its_reason(tmp_path):
    grid = {"corners_px": CORNERS_PX.tolist()}
    for name, truth in {
        "good": {"grid": grid, "cells": ["......"] * 6, "legend": LEGEND},
        "long": {"grid": grid, "cells": ["........"] * 4},
        "lens": {"pattern": "chessboard"},
    }.items():
        (tmp_path / f"{name}.jpg.gt.json").write_text(json.dumps(truth))
        (tmp_path / f"{name}.jpg").touch()
    found, left_out = find_photographs(tmp_path)
    assert [(p.path.name, p.size) for p in found] == [("good.jpg", 6)]
    assert [line.split("/")[1] for line in left_out] == [
        "lens.jpg: its truth tells no board with corners",
        "long.jpg: its board is not square with 5 to 10 fields a side",
    ]

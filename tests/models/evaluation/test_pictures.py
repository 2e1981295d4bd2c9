"""What one picture's reading counts for."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from models.evaluation.labelled import TruthError, find_labelled
from models.evaluation.pictures import judge_picture
from models.evaluation.tally import Key


def counted(judged, figure: str, by: str = "all", group: str = "all") -> list[int]:
    return judged.tally.counts[Key(figure, by, group)]


def test_a_right_reading_is_right_in_everything_and_no_case(shown, a_truth, a_reading):
    truth = a_truth({(2, 3): ["red", "blue"]}, covered=((0, 0),), cards=("green", "red"))
    reading = a_reading({(2, 3): ("blue", 2)}, hidden=((0, 0),), cards=("green", "red"))
    judged = judge_picture(shown(truth), reading, 40.0)
    assert counted(judged, "board found") == [1, 1]
    assert counted(judged, "corners within 0.1 field") == [1, 1]
    for figure in ("field colour wrong", "owner wrong", "height wrong", "visible field told hidden"):
        assert counted(judged, figure) == [0, 35], figure
    assert counted(judged, "hidden field told hidden") == [1, 1]
    assert counted(judged, "whole board right: owners and heights") == [1, 1]
    assert counted(judged, "cards right (count and colours)") == [1, 1]
    assert judged.cases == ()


def test_a_turned_reading_is_as_right(shown, a_truth, a_reading):
    truth = a_truth({(0, 2): ["blue"]})
    reading = a_reading({(3, 0): ("blue", 1)}, corners_px=np.roll(a_reading().board.corners_px, -1, axis=0))
    assert counted(judge_picture(shown(truth), reading, 1.0), "owner wrong") == [0, 36]


def test_errors_are_broken_down_by_what_they_may_depend_on(shown, a_truth, a_reading):
    truth = a_truth({(1, 1): ["red"], (2, 2): ["blue", "blue", "blue"]})
    judged = judge_picture(shown(truth), a_reading({(2, 2): ("blue", 2)}), 1.0)
    assert counted(judged, "owner wrong") == [1, 36]
    assert counted(judged, "owner wrong", "stone on a field of colour", "its own") == [1, 1]
    assert counted(judged, "height wrong", "tower height", "3") == [1, 1]
    assert counted(judged, "height wrong", "camera angle (degrees)", "40 to 50") == [2, 36]
    assert counted(judged, "owner wrong", "stone kind", "cap") == [1, 36]
    assert counted(judged, "owner wrong", "set", "kitchen") == [1, 36]
    assert counted(judged, "board found", "field (pixels)", "10 to 15") == [1, 1]
    assert counted(judged, "whole board right: owners") == [0, 1]


def test_mistakes_are_marked_where_they_are_with_due_and_seen(shown, a_truth, a_reading):
    truth = a_truth({(1, 2): ["blue", "blue"]}, cards=("green",))
    judged = judge_picture(shown(truth), a_reading({(1, 2): ("blue", 1)}, cards=("yellow",)), 1.0)
    (case,) = judged.cases
    field, card = case.marks
    assert (field.due, field.seen) == ("blue 2", "blue 1")
    assert field.outline_px == pytest.approx(np.array([[120, 110], [130, 110], [130, 120], [120, 120]]))
    assert (card.due, card.seen) == ("green card", "yellow card")
    assert case.lines[0] == "field [1, 2], red: due blue 2, seen blue 1"


def test_a_hidden_field_counts_for_being_hidden_alone(shown, a_truth, a_reading):
    truth = a_truth({(4, 4): ["blue"]}, covered=((4, 4),))
    judged = judge_picture(shown(truth), a_reading(), 1.0)
    assert counted(judged, "hidden field told hidden") == [0, 1]
    assert counted(judged, "owner wrong") == [0, 35]
    assert counted(judged, "whole board right: owners") == [1, 1]


@pytest.mark.parametrize("shift_px", [None, 20.0])
def test_a_board_not_found_or_misplaced_is_wrong_in_whole(shown, a_truth, a_reading, no_board, shift_px):
    corners = a_reading().board.corners_px
    reading = no_board if shift_px is None else a_reading(corners_px=corners + shift_px)
    judged = judge_picture(shown(a_truth()), reading, 1.0)
    assert counted(judged, "board found") == [0, 1]
    assert counted(judged, "whole board right: owners") == [0, 1]
    assert counted(judged, "cards right (count and colours)") == [0, 1]
    assert counted(judged, "owner wrong") == [0, 0], "no field was seen"
    assert len(judged.cases) == 1


def test_corners_are_measured_in_fields(shown, a_truth, a_reading):
    reading = a_reading(corners_px=a_reading().board.corners_px + np.array([3.0, 0.0]))
    judged = judge_picture(shown(a_truth()), reading, 1.0)
    assert judged.tally.measures[Key("corner error (fields)")] == [pytest.approx(0.3)]
    assert counted(judged, "corners within 0.1 field") == [0, 1]


@pytest.mark.parametrize(
    ("due", "seen", "right", "counted_right"),
    [
        (("red", "red"), ("red", "red"), 1, 1),
        (("red", "red"), ("red",), 0, 0),
        (("red", "red"), ("red", "orange"), 0, 1),
        ((), ("red",), 0, 0),
        ((), (), 1, 1),
    ],
)
def test_cards_are_right_in_count_and_colours(shown, a_truth, a_reading, due, seen, right, counted_right):
    judged = judge_picture(shown(a_truth(cards=due)), a_reading(cards=seen), 1.0)
    assert counted(judged, "cards right (count and colours)", "cards played", str(len(due))) == [right, 1]
    assert counted(judged, "cards counted right") == [counted_right, 1]
    assert counted(judged, "cards right, where none is told hidden") == [right, 1]


def test_cards_told_hidden_are_judged_with_all_and_not_with_those_in_sight(shown, a_truth, a_reading):
    reading = a_reading(cards=("green", "red"))
    reading = replace(reading, cards=(reading.cards[0], replace(reading.cards[1], hidden=True)))
    judged = judge_picture(shown(a_truth(cards=("green", "blue"))), reading, 1.0)
    assert counted(judged, "cards right (count and colours)") == [0, 1]
    assert Key("cards right, where none is told hidden") not in judged.tally.counts


def test_each_reading_is_held_against_its_confidence(shown, a_truth, a_reading):
    judged = judge_picture(
        shown(a_truth({(0, 0): ["blue"]}, cards=("red",))), a_reading(cards=("blue",)), 1.0
    )
    told = judged.tally.told
    assert len(told["owner"]) == len(told["height"]) == 36
    assert sum(right for _, right in told["owner"]) == 35
    assert told["owner"][0] == (pytest.approx(0.97), False)
    assert told["card"] == [(0.97, False)]


def test_only_this_game_is_found_in_folders(tmp_path, a_truth):
    for name, truth in (
        ("ours", a_truth()),
        ("punto", {"cells": [{"cell": [0, 0], "colour": "red"}]}),
        ("alone", a_truth()),
    ):
        (tmp_path / f"{name}.json").write_text(json.dumps(truth))
        if name != "alone":
            (tmp_path / f"{name}.jpg").touch()
    (tmp_path / "film.json").write_text(json.dumps({"acts": [], "grid_corners": []}))
    (tmp_path / "film.mp4").touch()
    found = list(find_labelled([tmp_path]))
    assert [(one.path.name, one.is_recording) for one in found] == [("film.mp4", True), ("ours.jpg", False)]
    assert {one.set_name for one in found} == {tmp_path.name}


def test_a_broken_truth_is_named(tmp_path):
    (tmp_path / "a.jpg").touch()
    (tmp_path / "a.json").write_text("{")
    with pytest.raises(TruthError, match=r"a\.json cannot be read as JSON"):
        list(find_labelled([tmp_path]))

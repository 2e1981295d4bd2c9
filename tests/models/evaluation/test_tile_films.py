"""What was told of a filmed game of tiles, held against its truth."""

from pathlib import Path

from models.evaluation.films import Watched, judge_film
from models.evaluation.labelled import Labelled
from models.evaluation.tiles.films import words_due, words_told

HEADER = {
    "game": "one-two-three-four",
    "players": ["ann", "bo"],
    "colours": {"ann": ["red", "yellow"], "bo": ["blue", "green"]},
    "options": {"size": 6},
}
SQUARE = [[0, 0], [60, 0], [60, 60], [0, 60]]
ENTER = {"kind": "enter", "player": "ann", "colour": "red", "steps": 4, "verdict": []}
MOVE = {"kind": "move", "player": "bo", "from": [0, 1], "lane": 3, "slide": 0, "verdict": ["wrong_steps"]}
TAKEN = {"kind": "change", "added": [], "removed": [["red", [0, 4]]], "verdict": ["tile_removed"]}
TOLD = {"act": {"act": "enter", "player": "ann", "colour": "red", "steps": 4}, "faults": [], "legal": True}


def told(*events: dict) -> Watched:
    ready = {"t": 1.0, "event": "ready", "board": {"corners": SQUARE}}
    return Watched([ready, *events])


def film(*acts: dict) -> Labelled:
    seen = {"grid_corners": SQUARE, "size": 6, "elevation": 60.0, "result": None, "direction": "clockwise"}
    return Labelled(Path("t.mp4"), {"header": HEADER, "acts": list(acts), **seen}, "made")


def test_an_act_told_as_it_was_done_while_it_lies_there_is_exact():
    shown = film(ENTER | {"stands_from": 3.0, "stands_to": 5.0})
    result = judge_film(shown, told({"t": 3.6, "event": "act", **TOLD}), 10.0)
    assert (result.exact, result.false_alarms, result.unclear) == (1, 0, 0)


def test_another_colour_is_another_act():
    shown = film(ENTER | {"stands_from": 3.0, "stands_to": 5.0})
    blue = TOLD | {"act": TOLD["act"] | {"colour": "blue"}}
    result = judge_film(shown, told({"t": 3.6, "event": "act", **blue}), 10.0)
    assert (result.exact, result.false_alarms) == (0, 1)


def test_a_slide_that_is_not_told_is_none():
    assert words_told({"faults": [], **TOLD}) == words_due(ENTER, 0, 6)


def test_cells_are_compared_in_the_turn_in_which_the_board_was_found():
    assert words_due(MOVE, 1, 6)["from"] == [4, 0]
    assert words_due(TAKEN, 2, 6)["removed"] == [["red", [5, 1]]]
    event = {"act": {"act": "change", "added": [], "removed": [["red", [5, 1]]]}, "faults": ["tile_removed"]}
    assert words_told(event) == words_due(TAKEN, 2, 6)

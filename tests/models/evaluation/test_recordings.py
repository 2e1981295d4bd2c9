"""What is told of a recorded game, held against what was done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from models.evaluation.labelled import Labelled
from models.evaluation.recordings import GameResult, judge_recording
from models.evaluation.tally import Key

CORNERS = [[100.0, 100], [160, 100], [160, 160], [100, 160]]
A_PLACE = {"kind": "place", "player": "red", "cell": [0, 2], "cards": ["green"], "verdict": []}
ACTS = [
    A_PLACE | {"stands_from": 3.0, "stands_to": 5.0},
    A_PLACE
    | {"player": "blue", "cards": [], "verdict": ["too_few_cards"], "stands_from": 8.0, "stands_to": 10.0},
    {
        "kind": "change",
        "added": [["red", [0, 0]]],
        "removed": [],
        "verdict": ["stone_moved"],
        "stands_from": 13.0,
        "stands_to": 15.0,
    },
]
TRUTH = {
    "players": ["red", "blue"],
    "fields": [["red"] * 6] * 6,
    "grid_corners": CORNERS,
    "elevation": 62.0,
    "stone_kind": "cap",
    "acts": ACTS,
    "result": {"winners": ["red"]},
    "frames": 10,
}


def an_event(t: float, act: dict[str, Any], faults: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"event": "act", "t": t, "act": act, "faults": list(faults)}


def placed(player: str = "red", cell: tuple[int, int] = (0, 2), cards: tuple[str, ...] = ("green",)) -> dict:
    return {"act": "place", "player": player, "cell": list(cell), "cards": list(cards)}


READY = {"event": "ready", "t": 0.5, "board": {"corners": CORNERS}}
FIRST = an_event(3.5, placed())
SECOND = an_event(9.5, placed("blue", cards=()), ("too_few_cards",))
THIRD = an_event(13.5, {"act": "change", "added": [["red", [0, 0]]], "removed": []}, ("stone_moved",))
OUTCOME = {"event": "outcome", "t": 16.0, "outcome": {"winners": ["red"]}}


def judged(*events: dict[str, Any]) -> GameResult:
    return judge_recording(Labelled(Path("game.mp4"), TRUTH, "kitchen"), list(events), 30.0)


def counted(result: GameResult, figure: str, by: str = "all", group: str = "all") -> list[int]:
    return result.judged.tally.counts[Key(figure, by, group)]


def test_a_game_told_as_it_was_played():
    result = judged(READY, FIRST, SECOND, THIRD, OUTCOME)
    assert (result.acts, result.exact, result.false_alarms, result.won_right) == (3, 3, 0, True)
    assert result.delays_s == (0.5, 1.5, 0.5)
    assert counted(result, "told within 1 s (of acts right)") == [2, 3]
    assert counted(result, "act and verdict right", "verdict due", "too_few_cards") == [1, 1]
    assert counted(result, "act and verdict right", "camera angle (degrees)", "60 to 70") == [3, 3]
    assert counted(result, "false alarm (of acts told)") == [0, 3]
    assert result.lines == ()


def test_a_turned_board_is_the_same_game():
    ready = READY | {"board": {"corners": [*CORNERS[1:], CORNERS[0]]}}
    assert judged(ready, an_event(3.5, placed(cell=(3, 0))), OUTCOME).exact == 1


def test_a_missed_act_is_a_case_and_no_false_alarm():
    result = judged(READY, FIRST, THIRD, OUTCOME)
    assert (result.exact, result.false_alarms) == (2, 0)
    (case,) = result.judged.cases
    assert case.t == 8.0
    assert "told then: nothing" in case.lines[0]


def test_an_act_never_done_is_a_false_alarm():
    result = judged(READY, FIRST, an_event(6.8, placed("blue", (5, 5))), SECOND, THIRD, OUTCOME)
    assert (result.exact, result.false_alarms) == (3, 1)
    assert counted(result, "false alarm (of acts told)") == [1, 4]


def test_an_act_told_by_what_followed_is_late_and_no_false_alarm():
    result = judged(READY, an_event(9.4, placed()), SECOND, THIRD, OUTCOME)
    assert (result.exact, result.false_alarms) == (2, 0)
    assert counted(result, "told late (of acts missed)") == [1, 1]


def test_a_wrong_verdict_leaves_the_act_right():
    result = judged(READY, an_event(3.5, placed(), ("occupied",)), SECOND, THIRD, OUTCOME)
    assert counted(result, "act right") == [3, 3]
    assert counted(result, "verdict right (of acts right)") == [2, 3]
    assert counted(result, "act and verdict right") == [2, 3]
    assert counted(result, "legal act called a fault") == [1, 1]


@pytest.mark.parametrize("t", [2.6, 6.6])
def test_an_act_told_out_of_its_time_is_not_told(t):
    assert judged(READY, an_event(t, placed()), SECOND, THIRD, OUTCOME).exact == 2


def test_a_game_that_never_began():
    result = judged({"event": "unclear", "t": 1.0, "why": "no board"})
    assert (result.exact, result.won_right) == (0, False)
    assert counted(result, "game begun") == [0, 1]
    assert counted(result, "act right") == [0, 3]
    assert result.lines[0] == "no game began: no board"


def test_without_an_outcome_nobody_has_won():
    assert not judged(READY, FIRST, SECOND, THIRD).won_right

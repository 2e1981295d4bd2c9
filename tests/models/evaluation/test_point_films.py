"""What was told of a filmed game of Punto, held against its truth."""

from pathlib import Path

import pytest

from models.evaluation.films import Watched, judge_film
from models.evaluation.labelled import Labelled, TruthError
from models.evaluation.point_cards.films import Counted, as_seen, words_due

HEADER = {
    "game": "punto",
    "players": ["ann", "bo"],
    "colours": {"ann": ["red", "orange"], "bo": ["blue", "green"]},
    "options": {"wins": 1},
}
SQUARE = [[10, 10], [50, 10], [50, 50], [10, 50]]
RED_3, BLUE_5 = {"colour": "red", "points": 3}, {"colour": "blue", "points": 5}
LAID = {"kind": "place", "player": "ann", "card": RED_3, "at": [0, 0], "verdict": []}
BESIDE = {"kind": "place", "player": "bo", "card": BLUE_5, "at": [0, 1], "verdict": []}
MOVED = {
    "kind": "change",
    "player": "ann",
    "added": [[RED_3, [1, 1]]],
    "removed": [[RED_3, [0, 0]]],
    "verdict": ["card_moved"],
}
CLEARED = {"kind": "change", "player": "ann", "added": [], "removed": [], "verdict": []}


def film(*acts: dict) -> Labelled:
    timed = [act | {"stands_from": 4.0 * n, "stands_to": 4.0 * n + 2} for n, act in enumerate(acts, 1)]
    seen = {"cell_px": {"0,0": SQUARE}, "elevation": 60.0, "result": None}
    return Labelled(Path("p.mp4"), {**HEADER, "header": HEADER, "acts": timed, **seen}, "made")


def told(*acts: dict) -> Watched:
    """All of them told half a second after they were done."""
    events = [{"t": 0.0, "event": "ready", "board": {}}]
    for n, act in enumerate(acts, 1):
        said = {"act": act["kind"], **{key: act[key] for key in act if key not in ("kind", "verdict")}}
        events.append({"t": 4.0 * n + 0.5, "event": "act", "act": said, "faults": act["verdict"]})
    return Watched(events)


def test_acts_are_exact_however_the_eyes_count_the_cells():
    acts = LAID, BESIDE, MOVED
    turned = (
        LAID | {"at": [5, 5]},
        BESIDE | {"at": [6, 5]},
        MOVED
        | {
            "added": [[RED_3, [6, 4]]],
            "removed": [[RED_3, [5, 5]]],
        },
    )
    result = judge_film(film(*acts), told(*turned), 10.0)
    assert (result.exact, result.false_alarms) == (3, 0), result.lines


def test_each_round_is_counted_by_itself_and_a_table_that_is_cleared_is_an_act():
    acts = LAID, BESIDE, CLEARED, LAID, BESIDE
    counted = (
        LAID,
        BESIDE,
        CLEARED | {"removed": [[RED_3, [0, 0]]]},
        LAID | {"at": [9, 2]},
        BESIDE | {"at": [9, 1]},
    )
    result = judge_film(film(*acts), told(*counted), 10.0)
    assert (result.exact, result.false_alarms) == (5, 0), result.lines


def test_a_card_in_another_place_is_another_act():
    away = BESIDE | {"at": [1, 1]}
    result = judge_film(
        film(LAID, BESIDE, LAID | {"at": [0, 2]}), told(LAID, away, LAID | {"at": [0, 2]}), 10.0
    )
    assert (result.exact, result.false_alarms) == (2, 1)


def test_where_nothing_was_told_the_truth_counts_as_it_does():
    shown = film(LAID, BESIDE)
    assert as_seen(shown.truth, [])["acts"] == shown.truth["acts"]
    assert words_due(shown.truth["acts"][0])["at"] == [0, 0]


def test_a_quarter_turn_brings_what_is_below_to_the_left():
    assert Counted(1).cell([1, 0]) == [0, -1]
    assert Counted(4, 2, 3).cell([1, 0]) == [3, 3]


def test_a_game_that_no_tracker_follows_cannot_be_judged():
    shown = Labelled(Path("n.mp4"), {"game": "none", "acts": []}, "made")
    with pytest.raises(TruthError, match="not of none"):
        judge_film(shown, Watched(), 1.0)

"""Readings of strips held against the truth."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from models.evaluate_tables import main
from models.evaluation.strips.pictures import find_tables, judge_table
from models.evaluation.tally import Key
from vision.strips.letters import CARDS
from vision.strips.reading import GroupSeen, StripSeen, StripsReading

WIDTH, LENGTH = 20, 60


def truth_of(cards, mode="game"):
    """The truth of strips side by side: each (card, group, shares of its signs in sight)."""
    return {
        "game": "four-colour-cards",
        "mode": mode,
        "edition": "taiwan",
        "font": "some",
        "strip_px": float(WIDTH),
        "elevation": 60.0,
        "camera": {
            "K": [[500, 0, 200], [0, 500, 100], [0, 0, 1]],
            "R": np.diag([1, -1, -1]).tolist(),
            "t": [0, 0, 1],
        },
        "groups": [
            {"group": group, "laid": "side", "kind": "pair", "player_side": 0}
            for group in sorted({group for _, group, _ in cards})
        ],
        "cards": [
            {
                "card": card,
                "group": group,
                "player_side": 0,
                "corners_px": outline(30 * index),
                "glyphs_seen": list(seen),
                "glyphs_contrast": [0.4, 0.4],
            }
            for index, (card, group, seen) in enumerate(cards)
        ],
    }


def outline(x):
    return [[x, 0], [x + WIDTH, 0], [x + WIDTH, LENGTH], [x, LENGTH]]


def reading_of(cards, groups):
    """Strips told at the same places; None where none is told."""
    strips = tuple(
        StripSeen(np.array(outline(30.0 * index)), np.eye(len(CARDS))[CARDS.index(card)], 0.9, (True, True))
        for index, card in enumerate(cards)
        if card
    )
    return StripsReading(
        strips, tuple(GroupSeen(group, np.array([50.0, 30.0]), np.array([0.0, 1.0])) for group in groups)
    )


ALL = (1.0, 1.0)
PAIR = [("red-horse", 0, ALL), ("red-horse", 0, ALL), ("green-general", 1, ALL)]
NAMES = [card for card, _, _ in PAIR]


def judged(truth, reading):
    return judge_table(Path("a.jpg"), truth, reading, 10.0)


def counts(judged, figure):
    return judged.tally.counts[Key(figure)]


def test_a_reading_without_mistakes_has_none():
    told = judged(truth_of(PAIR), reading_of(NAMES, [(0, 1), (2,)]))
    assert counts(told, "card right") == [3, 3]
    assert counts(told, "group right") == [2, 2]
    assert counts(told, "side right") == [2, 2]
    assert counts(told, "strip told is none") == [0, 3]
    assert told.cases == ()


@pytest.mark.parametrize(
    ("cards", "groups", "line"),
    [
        (["red-horse", "red-cannon", "green-general"], [(0, 1), (2,)], "due red-horse, seen red-cannon"),
        (["red-horse", None, "green-general"], [(0,), (1,)], "due red-horse, seen none"),
        ([*NAMES, "white-horse"], [(0, 1), (2,), (3,)], "too many: due none, seen white-horse"),
        (NAMES, [(0, 1, 2)], "group 0 (side): told as"),
    ],
)
def test_each_kind_of_mistake_is_named(cards, groups, line):
    (case,) = judged(truth_of(PAIR), reading_of(cards, groups)).cases
    assert any(line in each for each in case.lines)


def test_a_strip_whose_signs_are_hidden_is_not_counted():
    hidden = [*PAIR[:2], ("green-general", 1, (0.3, 0.0))]
    told = judged(truth_of(hidden), reading_of(NAMES[:2], [(0, 1)]))
    assert counts(told, "card right") == [2, 2] and counts(told, "group right") == [1, 1]


def test_a_hand_is_whole_if_all_of_it_is_right():
    hand = truth_of(PAIR, mode="hand")
    assert counts(judged(hand, reading_of(NAMES, [(0, 1), (2,)])), "hand whole") == [1, 1]
    wrong = ["red-horse", "red-horse", "green-soldier"]
    assert counts(judged(hand, reading_of(wrong, [(0, 1), (2,)])), "hand whole") == [0, 1]


def test_tables_are_found_by_their_truth(tmp_path):
    (tmp_path / "a.jpg").write_bytes(b"")
    (tmp_path / "a.json").write_text(json.dumps(truth_of(PAIR)))
    (tmp_path / "b.json").write_text(json.dumps({"cards": []}))
    assert [path.name for path, _ in find_tables(tmp_path)] == ["a.jpg"]


def test_the_command_says_what_it_needs(tmp_path):
    done = CliRunner().invoke(main, ["four-colour-cards", str(tmp_path)])
    assert done.exit_code == 2 and "no table of four-colour-cards there" in done.output

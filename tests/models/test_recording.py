"""A filmed game: what its truth says is what the referee says, and what the film shows."""

import json
from collections import Counter
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from models.scenes.filmed.director import BEGINNING_S
from models.scenes.filmed.film import Recording, Wanted, truth_of
from models.scenes.filmed.pictures import Pictures, frames
from models.scenes.filmed.video import write_video
from models.scenes.just4fun_colours.recording import plan
from models.scenes.just4fun_colours.recording_faults import FAULTY_ACTS, Position
from models.scenes.just4fun_colours.recording_script import Script, write_script
from models.scenes.quick import render as quick
from models.scenes.recording import main
from models.scenes.scene import Scene
from referee import just4fun_colours as rules
from referee.records import just4fun_colours as lines

FIELDS = tuple(tuple(rules.FIELD_COLOURS[(2 * r + c) % 6] for c in range(6)) for r in range(6))
PLAYERS = ("red", "blue", "green")


def drawn(scene: Scene) -> np.ndarray:
    return quick.render(scene)[0]


@pytest.fixture(scope="module")
def game() -> Recording[Scene]:
    return plan(Wanted(3, width=320, height=180, max_acts=16, players=2))


@cache
def script(seed: int, max_acts: int = 20) -> Script:
    return write_script(np.random.default_rng(seed), PLAYERS, FIELDS, max_acts)


@pytest.mark.parametrize("seed", range(5))
def test_a_script_is_a_whole_game_with_a_row_faults_of_three_kinds_and_a_tower_of_three(seed):
    written = script(seed)
    assert written.result.how == "row"
    assert len(written.faults) >= 3
    assert len(written.steps) <= 20
    assert max(len(stack) for row in written.final.stacks for stack in row) >= 3


def test_scripts_are_the_same_for_the_same_seed_and_differ_else():
    assert script(1) == script.__wrapped__(1)
    assert script(1) != script(2)


def test_no_more_cards_lie_open_than_the_deck_has():
    for step in script(0, 60).steps:
        assert "impossible_cards" not in step.verdict.warnings


def test_nobody_lays_a_faulty_act_twice_in_a_row_and_every_fault_is_news():
    faulty = [bool(step.verdict.faults) for step in script(4).steps]
    assert not any(a and b for a, b in pairwise(faulty))
    named = Counter(fault for step in script(4).steps for fault in step.verdict.faults)
    assert set(named.values()) == {1}


@pytest.mark.parametrize("make", FAULTY_ACTS, ids=lambda make: make.__name__)
def test_each_kind_of_faulty_act_is_judged_to_be_that_fault(make):
    made = []
    for seed in range(8):
        step = script(seed).steps[-1]
        hands = dict.fromkeys(PLAYERS, ("red", "red", "red", "blue", "blue", "green", "yellow"))
        act = make(Position(np.random.default_rng(seed), step.before, hands))
        made += [rules.judge(step.before, act[1]).faults] if act else []
    assert made
    assert all(make.__name__ in faults for faults in made)


def test_the_truth_replays_through_the_referee(game):
    told = json.loads(json.dumps(truth_of(game)))
    state = rules.start(told["players"], told["fields"], rules.Options(row=told["row"]))
    for act in told["acts"]:
        read = lines.read_act(state, {"act": act["kind"], **_without(act, "kind")})
        verdict = rules.judge(state, read)
        assert list(verdict.faults) == act["verdict"]
        assert act.get("taken_back", False) == (not verdict.legal)
        if verdict.legal:
            state = rules.apply(state, read)
    assert [[list(stack) for stack in row] for row in state.stacks] == told["final"]
    outcome = rules.outcome(state)
    assert told["result"] == {
        "winners": list(outcome.winners),
        "how": "row",
        "cells": [list(cell) for cell in outcome.cells],
    }


def _without(act, kind):
    """What of a truth's act belongs on a record's line."""
    wanted = {"place": ("player", "cell", "cards"), "exchange": ("player", "cards")}
    return {key: act[key] for key in wanted.get(act[kind], ("added", "removed", "cards"))}


def test_what_the_shots_show_is_what_the_truth_says(game):
    told = truth_of(game)
    by_frame = [shot.scene for shot in game.film.shots for _ in range(shot.frames)]
    assert len(by_frame) == told["frames"]
    first = by_frame[: round(BEGINNING_S * game.fps)]
    assert all(not scene.hands and not _stacks(scene).total() for scene in first)
    before = Counter()
    for act in told["acts"]:
        lying = by_frame[round(act["stands_from"] * game.fps) : round(act["stands_to"] * game.fps)]
        assert len(lying) >= 1.5 * game.fps
        assert len({id(scene) for scene in lying}) == 1
        assert not lying[0].hands
        assert sorted(c.colour for c in lying[0].cards if c.role == "zone") == sorted(act["cards"])
        change = Counter(_stacks(lying[0]))
        change.subtract(before)
        assert change == _change(act)
        if act.get("taken_back"):
            restored = by_frame[round(act["restored"] * game.fps)]
            assert not restored.hands
            assert _stacks(restored) == before
            assert not [c for c in restored.cards if c.role == "zone"]
        else:
            before = _stacks(lying[0])
    towers = by_frame[-1].towers
    assert [[[stone.colour for stone in tower] for tower in row] for row in towers] == told["final"]


def _stacks(scene) -> Counter:
    """How many stones of each colour stand on each cell."""
    return Counter(
        (stone.colour, (r, c))
        for r, row in enumerate(scene.towers)
        for c, tower in enumerate(row)
        for stone in tower
    )


def _change(act) -> Counter:
    added = [(act["player"], tuple(act["cell"]))] if act["kind"] == "place" else act.get("added", [])
    change = Counter((colour, tuple(cell)) for colour, cell in added)
    change.subtract((colour, tuple(cell)) for colour, cell in act.get("removed", []))
    return change


def test_stones_come_from_the_heaps_and_nothing_else_moves(game):
    first, last = game.film.shots[0].scene, game.film.shots[-1].scene
    assert len(last.spare_stones) < len(first.spare_stones)
    assert set(last.spare_stones) < set(first.spare_stones)
    assert (first.board, first.table, first.lights, first.clutter, first.camera) == (
        last.board,
        last.table,
        last.lights,
        last.clutter,
        last.camera,
    )


def test_a_knocked_camera_sees_the_board_elsewhere_from_then_on():
    game = plan(Wanted(5, width=320, height=180, max_acts=4, knocked=True))
    told = truth_of(game)
    by_frame = [shot.scene.camera for shot in game.film.shots for _ in range(shot.frames)]
    at = game.film.knock.frame
    assert told["knock"]["t"] == at / game.fps
    assert len(set(by_frame[at:])) == 1
    assert len(set(by_frame)) > 2
    moved = np.linalg.norm(np.array(told["knock"]["grid_corners"]) - told["grid_corners"], axis=1)
    assert moved.max() > 3


def test_a_short_recording_can_be_read_back(tmp_path):
    out = tmp_path / "game.mp4"
    size = ["--width", "320", "--height", "180"]
    result = CliRunner().invoke(main, [str(out), "--seed", "2", "--max-acts", "1", "--fps", "2", *size])
    assert result.exit_code == 0, result.output
    told = json.loads(out.with_suffix(".json").read_text())
    film = cv2.VideoCapture(str(out))
    read = []
    while (frame := film.read()[1]) is not None:
        read.append(frame)
    assert len(read) == told["frames"]
    assert read[0].shape == (180, 320, 3)
    assert film.get(cv2.CAP_PROP_FPS) == 2
    made = next(frames(plan(Wanted(2, width=320, height=180, max_acts=1, fps=2)), Pictures(drawn)))
    assert np.abs(read[0].astype(int) - made).mean() < 8
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json", "game.mp4"]


def test_without_hands_the_same_acts_come_about_at_the_same_time(game):
    scenes = []

    class Drawn:
        def of(self, scene):
            scenes.append(scene)
            return np.zeros((180, 320, 3), np.uint8)

    shown = sum(1 for _ in frames(game, Drawn(), hands=False))
    assert shown == game.film.frames
    assert not any(scene.hands for scene in scenes)
    for scene, shot in zip(scenes, game.film.shots, strict=True):
        assert shot.scene.hands or scene == shot.scene


def test_where_there_is_no_ffmpeg_opencv_writes_the_film(tmp_path, monkeypatch):
    monkeypatch.setattr("models.scenes.filmed.video.shutil.which", lambda name: None)
    out = tmp_path / "grey.mp4"
    write_video(out, [np.full((48, 64, 3), level, np.uint8) for level in (40, 120, 200)], fps=5)
    film = cv2.VideoCapture(str(out))
    levels = [film.read()[1].mean() for _ in range(3)]
    assert levels == pytest.approx([40, 120, 200], abs=6)


def test_kept_pictures_are_not_rendered_again(tmp_path, game):
    scene = game.film.shots[0].scene
    first = Pictures(drawn, folder=tmp_path).of(scene)
    again = Pictures(None, folder=tmp_path)
    assert np.array_equal(again.of(scene), first)

"""Filmed games of tiles: what the truth says is what the referee says, and what the film shows."""

import json
from collections import Counter
from functools import cache
from itertools import combinations, pairwise

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from models.scenes.camera import project
from models.scenes.filmed.director import BEGINNING_S
from models.scenes.filmed.film import Recording, Wanted, truth_of
from models.scenes.filmed.view import grid_px
from models.scenes.recording import main
from models.scenes.tiles.recording import plan
from models.scenes.tiles.recording_script import Script, write_script
from models.scenes.tiles.recording_table import FilmedTable
from models.scenes.tiles.sample import sample_tile_scene
from models.scenes.tiles.sample_lie import touch
from models.scenes.tiles.scene import TileScene
from referee import one_two_three_four as rules
from referee.lane import slide
from referee.one_two_three_four_acts import TILES, effect
from referee.records import one_two_three_four as records

SEEDS = (1, 2, 4)


@cache
def game(seed: int) -> Recording[TileScene]:
    return plan(Wanted(seed, width=320, height=180))


@cache
def script(seed: int, players: int = 3, max_acts: int = 40) -> Script:
    names = ("ann", "bo", "cy", "di")[:players]
    return write_script(np.random.default_rng(seed), rules.start(names), max_acts)


@cache
def by_frame(seed: int) -> list[TileScene]:
    return [shot.scene for shot in game(seed).film.shots for _ in range(shot.frames)]


def lying(scene: TileScene) -> dict:
    return {
        (row, col): tile.colour
        for row, line in enumerate(scene.cells)
        for col, tile in enumerate(line)
        if tile
    }


def filmed_table(seed: int) -> FilmedTable:
    return FilmedTable(np.random.default_rng(seed), sample_tile_scene(seed))


# --- scripts ---


@pytest.mark.parametrize("seed", range(3))
def test_a_script_is_a_whole_game_won_by_a_row_with_faults_of_three_kinds_and_tiles_that_fall(seed):
    written = script(seed)
    assert written.result is not None
    assert len(written.faults) >= 3
    assert any(effect(step.before, step.act).fallen for step in written.steps)


def test_mistakes_come_one_by_one_and_most_but_not_all_are_taken_back():
    steps = [step for seed in range(3) for step in script(seed).steps]
    assert all(step.stands for step in steps if step.verdict.legal)
    mistakes = [step for step in steps if not step.verdict.legal]
    assert 0.5 < np.mean([not step.stands for step in mistakes]) < 1
    for seed in range(3):
        legal = [step.verdict.legal for step in script(seed).steps]
        assert all(a or b for a, b in pairwise(legal))


def test_no_more_tiles_of_a_colour_lie_on_the_board_than_there_are():
    for step in script(0, players=2, max_acts=60).steps:
        counts = Counter(colour for _, colour in rules.accept(step.before, step.act).tiles)
        assert max(counts.values(), default=0) <= TILES


def test_plans_are_the_same_for_the_same_seed_and_differ_else():
    wanted = Wanted(6, width=320, height=180, max_acts=3)
    assert truth_of(plan(wanted)) == truth_of(plan(wanted))
    assert plan(wanted).film == plan(wanted).film
    assert script(1) == script.__wrapped__(1)
    assert script(1) != script(2)


# --- the truth ---


@pytest.mark.parametrize("seed", SEEDS)
def test_the_truth_replays_through_the_referee(seed):
    told = json.loads(json.dumps(truth_of(game(seed))))
    state = records.read_setup(told["header"])
    assert list(state.players) == told["players"]
    assert state.options.size == told["size"]
    for act in told["acts"]:
        read = records.read_act(state, {**act, "act": act["kind"]})
        verdict = rules.judge(state, read)
        assert list(verdict.faults) == act["verdict"]
        assert ("taken_back" in act) == (not verdict.legal)
        done = rules.effect(state, read)
        assert [[colour, list(cell)] for colour, cell in done.fallen] == act.get("fallen", [])
        if not act.get("taken_back"):
            state = rules.accept(state, read)
    assert [[list(stack) for stack in row] for row in state.stacks] == told["final"]
    outcome = rules.outcome(state)
    assert told["result"] == (records.write_outcome(outcome) if outcome else None)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_shots_show_is_what_the_truth_says(seed):
    recording = game(seed)
    told, scenes = truth_of(recording), by_frame(seed)
    assert len(scenes) == told["frames"]
    first = scenes[: round(BEGINNING_S * recording.fps)]
    assert all(not scene.hands and not lying(scene) for scene in first)
    state = records.read_setup(told["header"])
    for act in told["acts"]:
        read = records.read_act(state, {**act, "act": act["kind"]})
        stands = scenes[round(act["stands_from"] * recording.fps) : round(act["stands_to"] * recording.fps)]
        assert len(stands) >= 1.5 * recording.fps
        assert len({id(scene) for scene in stands}) == 1
        assert not stands[0].hands
        assert lying(stands[0]) == dict(rules.accept(state, read).tiles)
        if act.get("taken_back"):
            restored = scenes[round(act["restored"] * recording.fps)]
            assert not restored.hands
            assert lying(restored) == state.lying
        else:
            state = rules.accept(state, read)


@pytest.mark.parametrize("seed", SEEDS)
def test_hands_are_told_to_be_where_they_are_seen(seed):
    recording = game(seed)
    times = np.arange(recording.film.frames) / recording.fps + 1e-6
    told = [any(start <= t < end for start, end in truth_of(recording)["hands"]) for t in times]
    assert told == [bool(scene.hands) for scene in by_frame(seed)]


def test_the_truth_has_the_keys_of_a_table_of_tiles():
    told = truth_of(game(1))
    assert told["game"] == rules.ID
    assert np.allclose(told["grid_corners"], grid_px(game(1).stage), atol=0.01)
    wanted = {"direction", "corners", "tile", "cell_m", "camera", "elevation", "width", "height", "fps"}
    assert wanted <= told.keys()


def test_a_knocked_camera_sees_the_board_elsewhere_from_then_on():
    recording = plan(Wanted(5, width=320, height=180, max_acts=4, knocked=True))
    told = truth_of(recording)
    moved = np.linalg.norm(np.array(told["knock"]["grid_corners"]) - told["grid_corners"], axis=1)
    assert moved.max() > 3


# --- the table ---


@pytest.mark.parametrize("seed", SEEDS)
def test_no_tile_appears_or_vanishes_and_none_lies_on_another(seed):
    for scene in (shot.scene for shot in game(seed).film.shots if not shot.scene.hands):
        assert set(Counter(tile.colour for tile in scene.tiles).values()) == {TILES}
        tiles = [tile for row in scene.cells for tile in row if tile]
        assert not any(touch(a, b, scene.tile_kind) for a, b in combinations(tiles, 2))


def test_the_whole_board_is_in_the_picture_from_the_first_frame_on():
    for seed in SEEDS:
        stage = game(seed).stage
        corners = project(np.c_[stage.board.grid_corners_mm(), np.zeros(4)], stage.camera)
        assert (corners > 0).all() and (corners < [stage.camera.width, stage.camera.height]).all()


@pytest.mark.parametrize("seed", range(6))
def test_tiles_are_pushed_as_the_referee_says(seed):
    rng, table = np.random.default_rng(seed), filmed_table(3)
    size = table.stage.board.size
    line = tuple((row, 1) for row in range(size))
    for cell in line[1:]:
        if rng.random() < 0.7:
            table.put(str(rng.choice(table.colours)), cell)
    ahead = table.lying
    table.put(table.colours[0], line[0])
    steps = int(rng.integers(1, 4))
    fallen = [table.push(line[depth:]) for depth in range(steps)]
    tiles, fell = slide(ahead, table.colours[0], line, steps)
    assert table.lying == tiles
    assert [colour for colour in fallen if colour] == [colour for colour, _ in fell]


def test_a_tile_that_is_pushed_lies_as_it_lay():
    table = filmed_table(5)
    table.put(table.colours[0], (0, 1))
    before = table.scene().cells[0][1]
    table.push([(0, 1), (1, 1), (2, 1)])
    after = table.scene().cells[1][1]
    step = np.subtract(after.xyz_mm, before.xyz_mm)
    assert np.allclose(step, [0, -table.stage.board.pitch_mm, 0])
    assert after.yaw == before.yaw


def test_a_tile_that_goes_back_lies_in_its_supply_again():
    table = filmed_table(4)
    first = table.scene().supply
    colour = table.colours[1]
    table.take(colour)
    assert Counter(tile.colour for tile in table.scene().supply)[colour] == TILES - 1
    table.give_back(colour)
    assert table.scene().supply == first


# --- the command ---


def test_a_short_film_can_be_read_back(tmp_path):
    out = tmp_path / "game.mp4"
    wanted = ["--game", rules.ID, "--seed", "2", "--max-acts", "1", "--fps", "2", "--no-hands"]
    size = ["--width", "160", "--height", "90"]
    result = CliRunner().invoke(main, [str(out), *wanted, *size])
    assert result.exit_code == 0, result.output
    told = json.loads(out.with_suffix(".json").read_text())
    film = cv2.VideoCapture(str(out))
    read = []
    while (frame := film.read()[1]) is not None:
        read.append(frame)
    assert len(read) == told["frames"]
    assert read[0].shape == (90, 160, 3)


def test_tiles_are_not_path_traced(tmp_path):
    out = str(tmp_path / "game.mp4")
    assert CliRunner().invoke(main, [out, "--game", rules.ID, "--renderer", "path"]).exit_code == 2

"""Filmed games of Punto: what the truth says is what the referee says, and what the film shows."""

import json
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.commands.demo import RECORDINGS
from companion.follow.punto import Punto
from companion.follow.punto_tables import CLEARED
from models.scenes.camera import project
from models.scenes.filmed.film import Recording, Wanted, truth_of
from models.scenes.filmed.view import grid_px
from models.scenes.point_cards.recording import plan
from models.scenes.point_cards.recording_script import Script, Span, rounds, write_script
from models.scenes.point_cards.recording_stage import Lattice, sample_stage
from models.scenes.point_cards.recording_table import FilmedTable
from models.scenes.point_cards.scene import PointScene
from models.scenes.recording import main
from models.simulated.punto import begin
from referee import punto as rules
from referee.records import punto as records

SEEDS = (1, 4, 8)
MOST_BYTES = 5_000_000


@cache
def game(seed: int) -> Recording[PointScene]:
    return plan(Wanted(seed, width=320, height=180, max_acts=24))


@cache
def script(seed: int) -> Script:
    rng = np.random.default_rng(seed)
    return write_script(rng, begin(rng), 24)


@cache
def by_frame(seed: int) -> list[PointScene]:
    return [shot.scene for shot in game(seed).film.shots for _ in range(shot.frames)]


def faces(scene: PointScene) -> dict:
    piles: dict = {}
    for each in scene.laid:
        piles.setdefault(each.cell, []).append((each.card.colour, each.card.points))
    return piles


def lying(state: rules.State) -> dict:
    return {cell: [(card.colour, card.points) for card in pile] for cell, pile in state.piles}


def filmed_table(seed: int) -> FilmedTable:
    stage = sample_stage(seed, 320, 180, "any", 2, [Span(-2, -2, 5, 5)])
    return FilmedTable(np.random.default_rng(seed), stage)


# --- scripts ---


@pytest.mark.parametrize("seed", range(3))
def test_a_script_has_faults_of_three_kinds_cards_on_cards_and_a_round_that_ends(seed):
    written = script(seed)
    assert len(written.faults) >= 3
    assert any(len(pile) > 1 for step in written.steps for _, pile in step.after.piles)
    assert written.result is not None or len(rounds(written)) > 1


def test_mistakes_come_one_by_one_and_most_but_not_all_are_taken_back():
    steps = [step for seed in range(3) for step in script(seed).steps]
    assert all(step.stands for step in steps if step.verdict.legal)
    mistakes = [step for step in steps if not step.verdict.legal]
    assert 0.5 < np.mean([not step.stands for step in mistakes]) < 1
    for seed in range(3):
        legal = [step.verdict.legal for step in script(seed).steps]
        assert all(a or b for a, b in pairwise(legal))


def test_who_laid_a_card_wrongly_lays_it_again():
    again = 0
    for step, following in pairwise(step for seed in range(3) for step in script(seed).steps):
        mistaken = (
            isinstance(step.act, rules.Place) and not step.stands and step.player == step.before.on_turn
        )
        if mistaken and rules.open_cells(step.before, step.act.card.points):
            assert following.act.card == step.act.card
            again += 1
    assert again


def test_plans_are_the_same_for_the_same_seed_and_differ_else():
    again = game.__wrapped__(1)
    assert truth_of(again) == truth_of(game(1))
    assert again.film == game(1).film
    assert script(1) != script(2)


# --- the truth ---


@pytest.mark.parametrize("seed", SEEDS)
def test_the_truth_replays_through_the_referee(seed):
    told = json.loads(json.dumps(truth_of(game(seed))))
    state = records.read_setup(told["header"])
    assert list(state.players) == told["players"]
    for act in told["acts"]:
        read = records.read_act(state, {**act, "act": act["kind"]})
        verdict = rules.judge(state, read)
        assert list(verdict.faults) == act["verdict"]
        if not act.get("taken_back"):
            before, state = state, rules.accept(state, read)
            assert records.write_events(before, read, state) == {k: act[k] for k in act if k == "round"}
    outcome = rules.outcome(state)
    assert told["result"] == (records.write_outcome(outcome) if outcome else None)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_shots_show_is_what_the_truth_says(seed):
    recording = game(seed)
    told, scenes, follows = truth_of(recording), by_frame(seed), Punto()
    assert len(scenes) == told["frames"]
    state = records.read_setup(told["header"])
    for act in told["acts"]:
        read = records.read_act(state, {**act, "act": act["kind"]})
        stands = scenes[round(act["stands_from"] * recording.fps) : round(act["stands_to"] * recording.fps)]
        assert len(stands) >= 1.5 * recording.fps
        assert len({id(scene) for scene in stands}) == 1
        assert not stands[0].hands
        after = follows.apply(state, read) if read != CLEARED else state
        assert faces(stands[0]) == ({} if read == CLEARED else lying(after))
        if act.get("taken_back"):
            restored = scenes[round(act["restored"] * recording.fps)]
            assert not restored.hands
            assert faces(restored) == lying(state)
        else:
            state = follows.apply(state, read)
    assert [[list(cell), len(pile)] for cell, pile in state.piles] == [
        [cell, len(pile)] for cell, pile in told["final"]
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_lie_in_the_cells_that_the_truth_tells_of(seed):
    recording = game(seed)
    told, scenes = truth_of(recording), by_frame(seed)
    camera = recording.stage.camera
    for act in told["acts"]:
        scene = scenes[round(act["stands_from"] * recording.fps)]
        grid = [each for each in told["grids"] if each["t"] <= act["stands_from"]][-1]["cell_px"]
        for cell, card in scene.tops.items():
            px = project(np.array([[*card.xy_mm, card.z_mm]]), camera)[0]
            outline = np.array(grid[f"{cell[0]},{cell[1]}"], np.float32)
            assert cv2.pointPolygonTest(outline, px.astype(np.float32).tolist(), False) > 0


def test_the_truth_has_the_keys_of_a_table_of_cards():
    told = truth_of(game(1))
    assert told["game"] == rules.ID
    assert np.allclose(told["grid_corners"], grid_px(game(1).stage), atol=0.01)
    wanted = {"cell_px", "pitch_m", "side_m", "camera", "elevation", "hands", "width", "height", "fps"}
    assert wanted <= told.keys()


# --- the table ---


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_move_only_while_a_hand_is_there(seed):
    for before, after in pairwise(shot.scene for shot in game(seed).film.shots):
        if not before.hands and not after.hands:
            assert before.laid == after.laid
            assert before.decks == after.decks


@pytest.mark.parametrize("seed", SEEDS)
def test_all_cells_are_in_the_picture(seed):
    stage = game(seed).stage
    for grid in truth_of(game(seed))["grids"]:
        corners = np.concatenate([np.array(each) for each in grid["cell_px"].values()])
        assert (corners > 0).all() and (corners < [stage.camera.width, stage.camera.height]).all()


def test_a_grid_that_is_nudged_moves_as_one():
    table = filmed_table(3)
    for cell in ((0, 0), (0, 1), (1, 0)):
        table.in_hand = ("red", 3)
        table.put(cell)
    before = [np.array(each.card.xy_mm) for each in table.scene().laid]
    lattice = table.lattice
    table.nudge()
    after = [np.array(each.card.xy_mm) for each in table.scene().laid]
    assert table.lattice != lattice
    for (a, b), (c, d) in zip(pairwise(before), pairwise(after), strict=True):
        assert abs(np.linalg.norm(a - b) - np.linalg.norm(c - d)) < 1.5


def test_a_lattice_counts_its_rows_downwards():
    lattice = Lattice(40.0, (10.0, 20.0), 0.0)
    assert lattice.centre_mm(1, 2) == (90.0, -20.0)
    assert np.allclose(lattice.outline_mm(Span(0, 0, 1, 1)), [[-10, 40], [30, 40], [30, 0], [-10, 0]])


# --- the command ---


def test_a_short_film_can_be_read_back(tmp_path):
    out = tmp_path / "game.mp4"
    wanted = ["--game", rules.ID, "--seed", "2", "--max-acts", "1", "--fps", "2", "--no-hands"]
    result = CliRunner().invoke(main, [str(out), *wanted, "--width", "160", "--height", "90"])
    assert result.exit_code == 0, result.output
    told = json.loads(out.with_suffix(".json").read_text())
    assert int(cv2.VideoCapture(str(out)).get(cv2.CAP_PROP_FRAME_COUNT)) == told["frames"]


def test_the_film_that_ships_is_small_and_has_what_it_is_to_show():
    film = RECORDINGS / "punto.mp4"
    told = json.loads(film.with_suffix(".json").read_text())
    assert film.stat().st_size <= MOST_BYTES
    assert len({fault for act in told["acts"] for fault in act["verdict"]}) >= 3
    assert told["result"]["winners"]
    assert int(cv2.VideoCapture(str(film)).get(cv2.CAP_PROP_FRAME_COUNT)) == told["frames"]

"""A small evaluation of the shipped networks, on tables drawn here that no training has seen.

The bars lie below what the networks reach (see their cards), and well above what a broken one would.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from models.catalogue import NAMES, card, network
from models.evaluation.geometry import best_turn, turned_cell
from models.evaluation.labelled import Labelled
from models.evaluation.pictures import evaluate_picture
from models.evaluation.tally import Key, Tally
from models.quantize import main as quantize
from models.scenes.camera import expose
from models.scenes.make_changes import sample_change, towers_near
from models.scenes.quick.render import render
from models.scenes.sample import sample_scene
from models.scenes.truth import truth
from vision.finding.board import find_board
from vision.pictures import to_network
from vision.stone_table.growth import GROWTHS
from vision.stone_table.patches import cut_towers

FIRST_SEED, PICTURES = 9_000_000, 12


@pytest.fixture(scope="module")
def tally() -> Tally:
    return measured("close", "any")


@pytest.fixture(scope="module")
def printed() -> Tally:
    """The set that ``tableref print`` makes."""
    return measured("printed")


def measured(*modes: str) -> Tally:
    tally = Tally()
    for seed in range(FIRST_SEED, FIRST_SEED + PICTURES):
        scene = sample_scene(seed, width=960, height=540, mode=modes[seed % len(modes)])
        bgr, hands = render(scene)
        shown = Labelled(Path(f"{seed}.jpg"), truth(scene, hands), "drawn")
        tally.add(evaluate_picture(shown, expose(bgr, scene.camera)).tally)
    assert tally.counts[Key("owner wrong")][1] > 300
    return tally


def share(tally: Tally, figure: str) -> float:
    hits, of = tally.counts[Key(figure)]
    return hits / of


def test_boards_are_found(tally):
    assert share(tally, "board found") >= 0.85


def test_owners_are_read(tally):
    assert share(tally, "owner wrong") <= 0.06


def test_stones_are_counted(tally):
    assert share(tally, "height wrong") <= 0.07
    assert share(tally, "height of a tower of two or more wrong") <= 0.3


def test_field_colours_are_read(tally):
    assert share(tally, "field colour wrong") <= 0.06


def test_hidden_fields_are_told(tally):
    assert share(tally, "hidden field told hidden") >= 0.85
    assert share(tally, "visible field told hidden") <= 0.05


def test_every_printed_board_is_found(printed):
    assert share(printed, "board found") == 1
    assert share(printed, "corners within 0.1 field") >= 0.9


def test_the_owners_of_printed_discs_are_read(printed):
    assert share(printed, "owner wrong") <= 0.04


def test_the_colours_of_printed_fields_are_read(printed):
    assert share(printed, "field colour wrong") <= 0.02


def test_printed_cards_are_read(printed):
    assert share(printed, "cards right (count and colours)") >= 0.75


def test_printed_stones_are_counted(printed):
    assert share(printed, "height wrong") <= 0.07
    assert share(printed, "height of a tower of two or more wrong") <= 0.3


def test_a_stone_laid_on_a_tower_is_told_from_a_top_that_was_changed():
    """Of tables that are seen twice from one place, some towers touched in between and stones laid beside others."""
    right = [hit for seed in range(FIRST_SEED, FIRST_SEED + PICTURES) for hit in growths_told(seed)]
    assert len(right) > 100
    assert np.mean(right) >= 0.9


def growths_told(seed: int) -> list[bool]:
    """Whether of each tower that was touched, or beside what was, it is told rightly by how many stones it grew."""
    table = sample_change(seed)
    camera = table.before.camera
    earlier = expose(render(table.before)[0], camera)
    later = expose(render(table.after)[0], replace(camera, seed=camera.seed + 1))
    board = find_board(earlier)
    if board is None:
        return []
    no_hand = np.zeros((camera.height, camera.width), np.uint8)
    turn, _ = best_turn(board.corners_px, np.array(truth(table.before, no_hand)["grid_corners"]))
    shown = [cell for near in towers_near(table.changed, table.stacks) for cell in near]
    cells = [row * 6 + col for row, col in (turned_cell(list(cell), turn) for cell in shown)]
    before, after = (cut_towers(bgr, board.pose) for bgr in (earlier, later))
    looks = {"before": before, "after": after}
    patches = {name: to_network(towers.pictures[cells])[None] for name, towers in looks.items()}
    told = network("growth").run(**patches, views=before.views[None, cells])["growth"][0]
    stacks = (table.before.towers, table.after.towers)
    grown = [len(stacks[1][row][col]) - len(stacks[0][row][col]) for row, col in shown]
    return [GROWTHS[int(logits.argmax())] == more for logits, more in zip(told, grown, strict=True)]


def test_each_network_has_two_megabytes_at_most():
    assert max(card(name)["bytes"] for name in NAMES) < 2e6


def test_a_network_is_put_into_eight_bits_once(tmp_path):
    told = CliRunner().invoke(quantize, ["fields", str(tmp_path)])
    assert told.exit_code == 1
    assert told.output == "Error: fields is in eight bits already: train it first (python -m models.train)\n"

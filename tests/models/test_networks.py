"""A small evaluation of the shipped networks, on tables drawn here that no training has seen.

The bars lie below what the networks reach (see their cards), and well above what a broken one would.
"""

from pathlib import Path

import pytest

from models.evaluation.labelled import Labelled
from models.evaluation.pictures import evaluate_picture
from models.evaluation.tally import Key, Tally
from models.scenes.camera import expose
from models.scenes.quick import render
from models.scenes.sample import sample_scene
from models.scenes.truth import truth

FIRST_SEED, PICTURES = 9_000_000, 16


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

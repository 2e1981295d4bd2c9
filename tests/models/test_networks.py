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
    tally = Tally()
    for seed in range(FIRST_SEED, FIRST_SEED + PICTURES):
        scene = sample_scene(seed, width=960, height=540, mode=("close", "any")[seed % 2])
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


def test_field_colours_are_read(tally):
    assert share(tally, "field colour wrong") <= 0.06


def test_hidden_fields_are_told(tally):
    assert share(tally, "hidden field told hidden") >= 0.85
    assert share(tally, "visible field told hidden") <= 0.05

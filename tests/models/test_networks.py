"""A small evaluation of the shipped networks, on tables drawn here that no training has seen.

The bars lie below what the networks reach (see their cards), and well above what a broken one would.
"""

from collections import Counter

import pytest

from models.evaluate import evaluate_picture, table
from models.scenes.camera import expose
from models.scenes.quick import render
from models.scenes.sample import sample_scene
from models.scenes.truth import truth

FIRST_SEED, PICTURES = 9_000_000, 16


@pytest.fixture(scope="module")
def shares() -> dict[str, float]:
    results = []
    for seed in range(FIRST_SEED, FIRST_SEED + PICTURES):
        scene = sample_scene(seed, width=960, height=540, mode=("close", "any")[seed % 2])
        bgr, hands = render(scene)
        results.append(evaluate_picture(str(seed), expose(bgr, scene.camera), truth(scene, hands)))
    assert sum((r.counts for r in results), Counter())["visible"] > 300
    return {label: share for label, _, _, share, _, _ in table(results)}


def test_boards_are_found(shares):
    assert shares["board found"] >= 0.85


def test_owners_are_read(shares):
    assert shares["owner wrong"] <= 0.06


def test_field_colours_are_read(shares):
    assert shares["field colour wrong"] <= 0.06


def test_hidden_fields_are_told(shares):
    assert shares["hidden told right"] >= 0.95

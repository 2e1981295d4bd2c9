"""`tableref look` at games that have no board: cards tell where they lie."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import main
from models.scenes.camera import expose
from models.scenes.point_cards.quick import render
from models.scenes.point_cards.sample import sample_point_scene

STRIPS = Path(__file__).parents[1] / "vision" / "strips" / "hand.jpg"


def look(game, *rest):
    return CliRunner().invoke(main, ["look", "--game", game, *map(str, rest)])


@pytest.fixture
def points(tmp_path):
    """A picture of a table of Punto."""
    scene = replace(sample_point_scene(95_000_000, width=960, height=540, mode="close"), hands=(), held=())
    path = tmp_path / "points.png"
    assert cv2.imwrite(str(path), expose(render(scene)[0], scene.camera))
    return path


@pytest.fixture
def bare(tmp_path):
    """A picture of a table on which nothing lies."""
    path = tmp_path / "bare.png"
    assert cv2.imwrite(str(path), np.full((360, 640, 3), 128, np.uint8))
    return path


def test_cards_of_punto_are_told_as_they_lie(points):
    line = json.loads(look("punto", "--json", points).output)
    told = look("punto", points)
    assert told.exit_code == 0 and line["found"]
    for cell in line["board"]["cells"]:
        assert f"{cell['colour']} {cell['points']}" in told.output
    assert "cards not in play:" in told.output


def test_strips_are_told_in_their_groups():
    line = json.loads(look("four-colour-cards", "--json", STRIPS).output)
    told = look("four-colour-cards", STRIPS).output.splitlines()[1:]
    assert line["found"] and len(told) == len(line["groups"])
    assert {card["group"] for card in line["cards"]} == set(range(len(line["groups"])))
    assert sum(len(group["cards"]) for group in line["groups"]) == len(line["cards"])


@pytest.mark.parametrize("game", ["punto", "four-colour-cards"])
def test_a_bare_table_is_told_in_one_line(game, bare):
    assert not json.loads(look(game, "--json", bare).output)["found"]
    assert "found" in look(game, bare).output

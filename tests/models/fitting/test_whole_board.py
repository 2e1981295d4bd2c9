"""By what a whole board is told is fitted on boards that are drawn, sought at their own size and at another."""

import json

from click.testing import CliRunner

from models.fitting.whole_board import main
from vision.finding.whole import FEATURES, WEIGHTS


def test_the_weights_come_of_boards_drawn_whole_and_patches_of_them(tmp_path):
    out = tmp_path / "weights.json"
    result = CliRunner().invoke(main, ["--first", "6", "--pictures", "4", "--out", str(out)])
    assert result.exit_code == 0, result.output
    told = json.loads(out.read_text("utf-8"))
    assert tuple(told["weights"]) == FEATURES
    assert 0 < told["card"]["boards_among_them"] < told["card"]["grids"]


def test_the_weights_that_ship_say_how_they_come_about_and_have_the_signs_that_they_should():
    told = json.loads(WEIGHTS.read_text("utf-8"))
    weights = told["weights"]
    assert told["card"]["made_by"].startswith("python -m models.fitting.whole_board")
    assert tuple(weights) == FEATURES
    assert weights["outlined"] > 0 and weights["differ"] > 0 > weights["differ beyond"]
    assert weights["differ at the rim"] > 0

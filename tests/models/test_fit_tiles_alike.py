"""How much it counts that a cell looks like others is fitted to drawn tables, and written with a card."""

import json

from click.testing import CliRunner

from models.fit_tiles_alike import main
from models.scenes.make import main as make
from vision.tile_table.alike import FEATURES


def test_the_weights_come_of_pictures_with_their_truth(tmp_path):
    pictures, out = tmp_path / "tables", tmp_path / "weights.json"
    drawn = [str(pictures), "--game", "one-two-three-four", "--renderer", "quick", "--count", "2"]
    run = CliRunner().invoke
    assert run(make, [*drawn, "--mode", "close", "--seed-from", "95000000"]).exit_code == 0
    assert run(main, [str(pictures), "--out", str(out)]).exit_code == 0
    told = json.loads(out.read_text("utf-8"))
    card, weights = told["card"], told["weights"]
    assert tuple(weights) == FEATURES
    assert min(weights[name] for name in FEATURES if "like" in name) >= 0
    assert (card["pictures"], card["cells"] > 20) == (2, True)
    assert card["beside_others"]["log_loss"] <= card["by_itself"]["log_loss"]

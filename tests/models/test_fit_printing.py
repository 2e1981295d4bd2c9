"""How prints go together is fitted on boards drawn, each print under its own name."""

import json

import numpy as np
from click.testing import CliRunner

from models.fit_printing import board_seen, in_order, main
from referee.just4fun_colours import FIELD_COLOURS


def test_each_print_is_seen_under_its_own_name_however_the_board_lies():
    boards = (board_seen(seed) for seed in range(710_001, 710_010))
    shades = next(board.shades for board in boards if board and np.isfinite(board.shades).all())
    a, b = (
        dict(zip(FIELD_COLOURS, shades[:, 1], strict=True)),
        dict(zip(FIELD_COLOURS, shades[:, 2], strict=True)),
    )
    assert a["red"] > a["green"] and b["yellow"] > b["violet"] and b["orange"] > b["blue"]


def test_what_is_written_says_how_to_make_it_again(tmp_path):
    out = tmp_path / "printing.json"
    told = CliRunner().invoke(main, ["--seed-from", "710001", "--count", "3", "--out", str(out)])
    assert told.exit_code == 0, told.output
    fitted = json.loads(out.read_text(encoding="utf-8"))
    assert fitted["make_again"] == "python -m models.fit_printing --seed-from 710001 --count 3"
    assert fitted["names"] == list(FIELD_COLOURS) and fitted["boards"] >= 2
    assert np.array(fitted["covariance"]).shape == (18, 18) and len(fitted["mean"]) == 18
    assert 0 < fitted["even"] < 1 and fitted["hue_spread"] > 0 and fitted["out_of_order"] > 0


def test_the_more_hues_are_out_of_order_the_more_they_are_blurred():
    past = np.random.default_rng(1).normal(0, 2.0, 200) + np.linspace(0, 20, 200)
    spread, _ = in_order(past)
    wider, _ = in_order(np.where(past < 4, -past, past))
    assert 1.0 < spread < 4.0 < wider

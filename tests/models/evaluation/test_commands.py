"""The commands, end to end: two drawn pictures, read by the shipped networks."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from models import evaluate, evaluate_acts, evaluate_photos
from models.scenes import make


@pytest.fixture(scope="module")
def pictures(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("drawn")
    made = CliRunner().invoke(
        make.main,
        [str(folder), "--seed-from", "9000000", "--count", "2", "--renderer", "quick", "--mode", "close"],
    )
    assert made.exit_code == 0, made.output
    return folder


def test_pictures_are_read_and_counted_tabled_and_shown(pictures, tmp_path):
    table, worst = tmp_path / "figures.csv", tmp_path / "worst.html"
    run = CliRunner().invoke(
        evaluate.main, [str(pictures), "--errors", "--csv", str(table), "--worst", str(worst)]
    )
    assert run.exit_code == 0, run.output
    assert "owner wrong" in run.output
    assert "by camera angle (degrees)" in run.output
    assert "board found,all,all," in table.read_text()
    assert "<h2>Reliability</h2>" in worst.read_text()


@pytest.mark.parametrize(
    ("command", "told"),
    [(evaluate.main, "nothing labelled there"), (evaluate_photos.main, "no photograph there")],
)
def test_an_empty_folder_is_a_wrong_call(tmp_path, command, told):
    run = CliRunner().invoke(command, [str(tmp_path)])
    assert run.exit_code == 2
    assert told in run.stderr


def test_a_recording_without_its_truth_is_named(tmp_path):
    (tmp_path / "game.mp4").touch()
    run = CliRunner().invoke(evaluate_acts.main, [str(tmp_path / "game.mp4")])
    assert run.exit_code == 1
    assert "game.json cannot be read" in run.stderr
    assert "Traceback" not in run.stderr

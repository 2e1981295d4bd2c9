"""`tableref calibrate lens`: from pictures and from a camera, told and kept."""

import json

import cv2
import pytest
from click.testing import CliRunner
from pattern_pictures import WEBCAM, photographs

from calibration.lens import Pattern
from calibration.profile import load
from companion.cli import main

CHESS = Pattern("chessboard", (9, 6), 25.0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pattern")
    for name, bgr in photographs(CHESS):
        cv2.imwrite(str(folder / name), bgr)
    return folder


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLEREF_HOME", str(tmp_path))
    return lambda *args: CliRunner().invoke(main, ["calibrate", "lens", *map(str, args)])


def test_pictures_give_a_lens_which_is_kept(folder, tmp_path, run):
    result = run(*sorted(folder.iterdir()), "--name", "desk", "--json")
    told = json.loads(result.stdout)
    assert told["focal_px"] == pytest.approx(WEBCAM.focal_px, rel=0.01)
    assert told["rms_px"] < 0.3
    kept = load("desk", tmp_path / "profiles")
    assert kept.lens.focal_px == pytest.approx(told["focal_px"], abs=0.01)
    assert kept.place is kept.set is None


def test_a_pattern_held_before_a_camera_gives_a_lens(folder, run):
    result = run("--camera", folder)
    assert result.exit_code == 0
    assert "reprojection error" in result.stdout
    assert "over 7 pictures" in result.stdout


def test_too_few_pictures_keep_nothing_and_say_so_in_one_line(folder, tmp_path, run):
    result = run(folder / "0.png", folder / "1.png", "--name", "desk")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith("Error: only 2 of 2 pictures help")
    assert not (tmp_path / "profiles").exists()


def test_a_wrong_count_of_squares_is_told_with_what_was_looked_for(folder, run):
    result = run(folder / "0.png", "--squares", "8x5")
    assert result.exit_code == 1
    assert "8x5 squares (7x4 corners inside)" in result.stderr.splitlines()[-1]

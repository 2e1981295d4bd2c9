"""Wrong input gets one clear line, the right exit status, and loses nothing."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.commands import watch


def run(*args: str) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args])


def one_line(result: Result) -> str:
    lines = result.stderr.strip().splitlines()
    assert "Traceback" not in result.stderr
    assert lines, "nothing was said"
    return lines[-1]


@pytest.mark.parametrize(
    "command", ["demo", "live", "look", "watch", "judge", "score", "calibrate", "games", "doctor"]
)
def test_each_command_helps_with_an_example(command):
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"tableref {command}" in result.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["watch", "x.mp4", "--game", "chess", "--players", "red,blue"], "just4fun-colours"),
        (["watch", "x.mp4", "--game", "punto", "--players", "a,b", "--seats", "a=top,b=left"], "leave it"),
        (
            ["watch", "x.mp4", "--game", "four-colour-cards", "--players", "a,b", "--seats", "a=top,b=top"],
            "side of his own",
        ),
        (["watch", "x.mp4", "--players", "red,pink"], "green"),
        (["watch", "x.mp4", "--players", "red"], "2 to 4"),
        (["watch", "x.mp4", "--players", "red,red"], "own"),
        (["watch", "x.mp4", "--players", "red,blue", "--option", "row=9"], "4, 5"),
        (["watch", "x.mp4", "--players", "red,blue", "--option", "colour=9"], "row"),
        (["watch", "x.mp4", "--players", "red,blue", "--play-zone", "middle"], "top"),
        (["look", "x.jpg", "--option", "size=40"], "5 to 10"),
        (["look"], "PICTURE"),
    ],
)
def test_a_wrong_call_exits_2_and_names_what_is_known(args, said):
    result = run(*args)
    assert result.exit_code == 2
    assert said in one_line(result)


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ({}, "The board is in sight: play may begin."),
        (
            {"colours": {"ann": ["red", "yellow"], "bo": ["blue", "green"]}, "why": "The size is not sure."},
            "The board is in sight: play may begin. ann plays red and yellow, bo plays blue and green."
            " The size is not sure.",
        ),
    ],
)
def test_where_play_may_begin_it_is_said_who_plays_which_colours(told, line):
    assert watch.in_words({"t": 1.2, "event": "ready", **told}) == f"     1.2 s   {line}"


def test_a_missing_picture_is_told_and_the_next_one_is_read(tmp_path: Path):
    blank, missing, corrupt = tmp_path / "blank.png", tmp_path / "gone.jpg", tmp_path / "corrupt.jpg"
    cv2.imwrite(str(blank), np.full((240, 320, 3), 128, np.uint8))
    corrupt.write_bytes(b"\xff\xd8\xff\xe0 no picture")
    result = run("look", "--json", missing, corrupt, blank)
    assert result.exit_code == 1
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["found"] for line in told] == [False, False, False]
    assert all(line["why"] for line in told)
    assert told[2]["why"] == "no board found"


def test_a_missing_recording_is_one_line():
    result = run("watch", "nowhere.mp4", "--players", "red,blue")
    assert result.exit_code == 1
    assert "nowhere.mp4" in one_line(result)


def test_a_camera_that_is_not_there_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLEREF_HOME", str(tmp_path))
    result = run("live", "--camera", "77", "--players", "red,blue", "--no-browser", "--port", "0")
    assert result.exit_code == 1
    assert "77" in one_line(result)


def test_a_damaged_network_is_one_line(tmp_path, monkeypatch):
    from models import catalogue

    (tmp_path / "finder.onnx").write_bytes(b"not the network")
    (tmp_path / "finder.json").write_text((catalogue.FOLDER / "finder.json").read_text())
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    with pytest.raises(catalogue.ModelError, match="damaged"):
        catalogue.verified_bytes("finder")


@pytest.mark.parametrize("name", ["finder", "lattice", "fields", "cards"])
def test_each_network_is_small_and_is_the_one_its_card_describes(name):
    from models import catalogue

    assert len(catalogue.verified_bytes(name)) <= 2_000_000
    card = catalogue.card(name)
    assert {"purpose", "sha256", "data", "held_out", "make_again", "licence"} <= set(card)

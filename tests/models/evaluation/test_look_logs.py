"""A log of looks gives back what was seen, to the bit."""

import time
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.commands.demo import RECORDING
from companion.eyes.shown import (
    CardShown,
    FieldsCompared,
    FieldsShown,
    PlaceCompared,
    Shown,
    TableCompared,
)
from companion.eyes.stretch import Place
from models.evaluation.look_logs import LookLog, LookLogError, read_log, write_log
from models.look_logs import Seeing, main

RNG = np.random.default_rng(1)


def halves(*shape: int) -> np.ndarray:
    return RNG.uniform(0, 9, shape).astype(np.float16).astype(np.float32)


def singles(*shape: int) -> np.ndarray:
    return RNG.uniform(-6, 6, shape).astype(np.float32)


def a_look(number: int, cards: int, size: int = 6) -> Shown:
    """A look of a stretch, against the two before it."""
    earlier = range(max(1, number - 2), number)
    square = (size, size)
    colours = halves(*square, 3)
    colours[0] = np.nan
    compared = {
        n: FieldsCompared(
            halves(*square),
            halves(*square),
            {(1, 2): halves(*square), (size - 1, 0): halves(*square)} if n % 2 else {},
            colours,
            -halves(*square, 3),
            -halves(*square, 3),
            0.1 * n,
            0.2,
        )
        for n in earlier
    }
    places = {n: PlaceCompared(float(np.float32(2.3)), 0.5, True, False, True, n, 1.25) for n in earlier}
    return Shown(
        number,
        1.1 * number,
        3,
        0.37,
        Place(2, 1),
        "lamp" if number % 2 else "plain",
        0.75,
        (960, 540),
        singles(4, 2),
        FieldsShown(halves(*square, 7), halves(*square, 8), halves(*square), halves(*square)),
        np.full(square, np.nan, np.float32),
        tuple(
            CardShown(
                singles(4, 2),
                singles(2),
                float(np.float32(0.7)),
                True,
                False,
                1.0,
                singles(6),
                singles(3),
                n == 1,
                places,
            )
            for n in range(cards)
        ),
        compared,
        {n: TableCompared(1.5, singles(n % 3, 2), singles(6)) for n in earlier},
        singles(number % 2, 2),
    )


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal, nan and types of arrays included."""
    if is_dataclass(one):
        return type(one) is type(other) and all(
            same(getattr(one, each.name), getattr(other, each.name)) for each in fields(one)
        )
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=True)
    if isinstance(one, Mapping):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other) and type(one) is type(other)


@pytest.mark.parametrize("size", [6, 8])
def test_what_was_written_is_read_again(tmp_path, size):
    looks = [a_look(number, cards, size) for number, cards in [(1, 0), (2, 3), (3, 1), (4, 2)]]
    log = LookLog(
        {"recording": "game.mp4"}, {"players": ["red"]}, [{"t": 1.5, "event": "ready"}], looks, {1: 2.5}
    )
    write_log(tmp_path / "game.npz", log)
    again = read_log(tmp_path / "game.npz")
    assert same(again.looks, looks)
    assert (again.truth, again.events, again.rests) == (log.truth, log.events, log.rests)
    assert again.header["recording"] == "game.mp4"
    assert [path.name for path in tmp_path.iterdir()] == ["game.npz"]
    assert not same(again.looks[1], replace(looks[1], t=0.0))


def test_a_recording_in_which_no_board_was_seen_has_an_empty_log(tmp_path):
    write_log(tmp_path / "nothing.npz", LookLog({}, None, [], [], {}))
    assert list(read_log(tmp_path / "nothing.npz").looks) == []


def test_a_game_is_read_at_once(tmp_path):
    write_log(tmp_path / "long.npz", LookLog({}, None, [], [a_look(n, 6) for n in range(1, 401)], {}))
    best = min(_read_s(tmp_path / "long.npz") for _ in range(5))
    assert best < 1.0, "0.1 s on a quiet machine"


def _read_s(path) -> float:
    start = time.perf_counter()
    read_log(path)
    return time.perf_counter() - start


def test_what_is_no_log_is_said(tmp_path):
    (tmp_path / "no.npz").write_bytes(b"PK nothing")
    with pytest.raises(LookLogError, match=r"no\.npz"):
        read_log(tmp_path / "no.npz")


def test_logs_are_called_after_the_recording_and_how_it_was_seen(tmp_path):
    recording = tmp_path / "tables" / "game.mp4"
    assert Seeing().file_name(recording) == "tables-game.npz"
    assert Seeing(disturb=True, camera="sways", every=3).file_name(recording) == (
        "tables-game-disturbed-sways-every3.npz"
    )


@pytest.fixture
def film(tmp_path):
    """The empty board for a second and a half, in a folder of its own."""
    _, bgr = cv2.VideoCapture(str(RECORDING)).read()
    path = tmp_path / "table" / "film.avi"
    path.parent.mkdir()
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, bgr.shape[1::-1])
    for _ in range(15):
        writer.write(bgr)
    writer.release()
    return path


def test_a_recording_is_logged_once(film, tmp_path):
    out = tmp_path / "logs"
    run = CliRunner().invoke(main, [str(film), "--out", str(out), "--jobs", "1"])
    assert run.exit_code == 0, run.output
    assert "table-film.npz: 5 looks, 1 events" in run.output
    log = read_log(out / "table-film.npz")
    assert [look.looks for look in log.looks] == list(range(4, 9)) and log.truth is None
    assert [event["event"] for event in log.events] == ["ready"]
    assert log.header["seen"] == {"disturb": False, "camera": None, "every": 1, "keyframes": 4}
    assert set(log.header["networks"]) >= {"fields", "cards", "growth"}
    assert CliRunner().invoke(main, [str(film), "--out", str(out)]).output == "", "it is there"


def test_what_happens_in_a_game_without_truth_is_not_known(film, tmp_path):
    run = CliRunner().invoke(main, [str(film), "--out", str(tmp_path), "--disturb", "--jobs", "1"])
    assert run.exit_code == 1 and "no NAME.json lies beside it" in run.stderr

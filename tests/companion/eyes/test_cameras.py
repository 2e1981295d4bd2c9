"""This computer's cameras: found, looked through by several at once, and let go."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.errors import CommandError
from companion.eyes.cameras import Camera, Cameras, _linux_cameras
from vision.sources import Frame, SourceError


class Device:
    state = "live"

    def __init__(self) -> None:
        self.closed = False

    def read(self, timeout_s: float) -> Frame:
        assert not self.closed
        return Frame(np.zeros((720, 1280, 3), np.uint8), 0.0, 0)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def devices() -> list[Device]:
    return []


@pytest.fixture
def cameras(devices: list[Device]) -> Cameras:
    def open_camera(id: str) -> Any:
        if id == "9":
            raise SourceError("busy", "camera 9: is in use")
        devices.append(Device())
        return devices[-1]

    return Cameras(lambda: [Camera("0", "Webcam"), Camera("9", "")], open_camera)


def test_linux_knows_cameras_by_name_and_their_first_node_alone(tmp_path: Path) -> None:
    for node, index, name in (
        ("video10", 0, "HD Pro"),
        ("video0", 0, "Webcam: Webcam"),
        ("video1", 1, "Webcam"),
    ):
        (tmp_path / node).mkdir()
        (tmp_path / node / "index").write_text(f"{index}\n")
        (tmp_path / node / "name").write_text(f"{name}\n")
    (tmp_path / "video2").mkdir()  # unplugged a moment ago
    assert _linux_cameras(tmp_path) == [Camera("0", "Webcam"), Camera("10", "HD Pro")]
    assert _linux_cameras(tmp_path / "none") == []


def test_two_who_look_share_a_camera_and_the_last_one_closes_it(
    cameras: Cameras, devices: list[Device]
) -> None:
    one, other = cameras.look("0"), cameras.look("0")
    assert len(devices) == 1
    jpeg = one.jpeg()
    assert jpeg is not None and jpeg.startswith(b"\xff\xd8\xff") and other.jpeg() is not None
    cameras.look_away("0", one)
    assert not devices[0].closed
    cameras.look_away("0", other)
    assert devices[0].closed


def test_all_are_let_go_when_the_game_wants_one(cameras: Cameras, devices: list[Device]) -> None:
    preview = cameras.look("0")
    cameras.let_go()
    assert devices[0].closed and preview.ended and preview.jpeg() is None
    cameras.look_away("0", preview)
    cameras.look("0")
    assert len(devices) == 2 and not devices[1].closed


def test_nothing_but_a_camera_that_was_found_can_be_looked_through(cameras: Cameras) -> None:
    cameras.known("0")
    with pytest.raises(CommandError, match="plug it in"):
        cameras.known("1")
    with pytest.raises(CommandError, match="in use"):
        cameras.look("9")

"""A game goes on whatever happens to light and camera: noticed, recovered from, no act invented, none lost.

The shipped recording, with a lamp switched on, the sun gone, the camera knocked or carried to the table's
other side while a game is on.
"""

import json
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.commands.demo import RECORDING
from companion.live import Keeper, play
from companion.session import Session
from companion.store import Store
from companion.watcher import Watcher
from models.evaluation.labelled import Labelled
from models.evaluation.recordings import judge_recording
from referee.registry import game
from vision.pictures import Picture
from vision.sources import open_source

FIRST_S, SECOND_S, END_S = 9.8, 31.7, 45.4  # after the second act, after the fifth, after the eighth


def lamp_on(bgr: Picture) -> Picture:
    return np.clip(bgr * np.array([0.95, 1.15, 1.35]), 0, 255).astype(np.uint8)


def sun_gone(bgr: Picture) -> Picture:
    return (bgr * np.array([0.6, 0.55, 0.5])).astype(np.uint8)


def knocked(bgr: Picture) -> Picture:
    height, width = bgr.shape[:2]
    affine = cv2.getRotationMatrix2D((width / 2, height / 2), 2.5, 1.0)
    affine[:, 2] += [28, -16]
    return cv2.warpAffine(bgr, affine, (width, height), borderMode=cv2.BORDER_REFLECT)


def carried_round(bgr: Picture) -> Picture:
    return cv2.rotate(bgr, cv2.ROTATE_180)


@pytest.mark.parametrize(
    ("first", "second"),
    [(knocked, sun_gone), (lamp_on, carried_round)],
    ids=["camera knocked, then the sun gone", "a lamp on, then the camera carried round"],
)
def test_the_game_goes_on(first: Callable[[Picture], Picture], second: Callable[[Picture], Picture]):
    truth = json.loads(RECORDING.with_suffix(".json").read_text())
    session = Session(game("just4fun-colours"), tuple(truth["players"]), {}, Keeper(Store.open(":memory:")))
    watcher, events = Watcher(), []
    with open_source(str(RECORDING), realtime=False) as source:
        for frame in source:
            bgr = first(frame.bgr) if frame.t >= FIRST_S else frame.bgr
            bgr = second(bgr) if frame.t >= SECOND_S else bgr
            if frame.t >= END_S:
                break
            events += play(replace(frame, bgr=bgr), watcher, session)
    acts = [act for act in truth["acts"] if act["stands_from"] < END_S]
    result = judge_recording(Labelled(RECORDING, {**truth, "acts": acts}, "disturbed"), events, 0.0)
    assert result.acts == 9
    assert result.exact >= result.acts - 1, result.lines
    assert result.false_alarms == 0, result.lines
    moved = [e["t"] for e in events if e["event"] == "camera"]
    assert moved, "nobody said that the camera had moved"

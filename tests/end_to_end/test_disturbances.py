"""A game goes on whatever happens to light and camera: noticed, recovered from, no act invented, none lost.

The shipped recording, with the camera knocked, a lamp switched on, the sun gone, and the camera carried to the
table's other side while the game is on.
"""

import json
from dataclasses import replace

import cv2
import numpy as np

from companion.commands.demo import RECORDING
from companion.live import Keeper, play
from companion.session import Session
from companion.store import Store
from companion.watcher import Watcher
from models.evaluation.labelled import Labelled
from models.evaluation.recordings import judge_recording
from referee.registry import game
from vision.pictures import Picture
from vision.sources import Frame, open_source

END_S = 45.4  # after the ninth act


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


KNOCKED_S, CARRIED_S = 9.8, 40.3  # after the second act, after the eighth
DISTURBANCES = ((KNOCKED_S, knocked), (20.0, lamp_on), (31.7, sun_gone), (CARRIED_S, carried_round))


def disturbed(frame: Frame) -> Frame:
    bgr = frame.bgr
    for since_s, disturb in DISTURBANCES:
        bgr = disturb(bgr) if frame.t >= since_s else bgr
    return replace(frame, bgr=bgr)


def test_the_game_goes_on():
    truth = json.loads(RECORDING.with_suffix(".json").read_text())
    session = Session(game("just4fun-colours"), tuple(truth["players"]), {}, Keeper(Store.open(":memory:")))
    watcher, events = Watcher(), []
    with open_source(str(RECORDING), realtime=False) as source:
        for frame in source:
            if frame.t >= END_S:
                break
            events += play(disturbed(frame), watcher, session)
    acts = [act for act in truth["acts"] if act["stands_from"] < END_S]
    result = judge_recording(Labelled(RECORDING, {**truth, "acts": acts}, "disturbed"), events, 0.0)
    assert result.acts == 9
    assert result.exact >= result.acts - 1, result.lines
    assert result.false_alarms == 0, result.lines
    moved = [e["t"] for e in events if e["event"] == "camera"]
    for since, until in ((KNOCKED_S, CARRIED_S), (CARRIED_S, END_S)):
        assert any(since <= t < until for t in moved), "nobody said that the camera had moved"

"""What is laid over a recording to see whether a change of light or place invents or loses an act."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from models.evaluation.disturbances import Disturbance, disturbances, disturbed

ACTS = [{"stands_from": 3.0 + 5 * i, "stands_to": 5.0 + 5 * i} for i in range(10)]
GREY = np.full((48, 64, 3), 100, np.float32)


def truth(seed: int) -> dict[str, Any]:
    return {"seed": seed, "width": 64, "height": 48, "acts": ACTS}


def changed(seed: int, name: str) -> np.ndarray:
    return next(d for d in disturbances(truth(seed)) if d.name == name).change(GREY)


@pytest.mark.parametrize("seed", range(5))
def test_each_happens_once_between_two_acts(seed):
    happen = disturbances(truth(seed))
    assert {d.name for d in happen} == {"lamp on", "sun gone", "knocked", "carried round"}
    times = [d.t for d in happen]
    assert times == sorted(set(times))
    for t in times:
        assert any(a["stands_to"] < t < b["stands_from"] for a, b in pairwise(ACTS))


def test_an_illegal_act_is_taken_back_before():
    acts = [act | {"restored": act["stands_to"] + 1.5} for act in ACTS]
    for disturbance in disturbances(truth(0) | {"acts": acts}):
        assert any(a["restored"] < disturbance.t < b["stands_from"] for a, b in pairwise(acts))


def test_the_same_recording_is_disturbed_alike():
    first, again = disturbances(truth(7)), disturbances(truth(7))
    assert [(d.t, d.name) for d in first] == [(d.t, d.name) for d in again]
    assert all((a.change(GREY) == b.change(GREY)).all() for a, b in zip(first, again, strict=True))


def test_a_lamp_is_warm_and_brighter_near_it():
    lit = changed(1, "lamp on")
    assert lit[..., 2].min() >= 111
    assert (lit[..., 2] > lit[..., 0]).all()
    assert lit.max() - lit.min() > 10


def test_without_the_sun_it_is_darker_and_bluer():
    dim = changed(1, "sun gone")
    assert dim.max() < 80
    assert (dim[..., 0] > dim[..., 2]).all()


def test_a_frame_shows_all_that_happened_until_then():
    doubled = Disturbance(1.0, "twice the light", lambda light: 2 * light)
    dimmed = Disturbance(2.0, "a quarter of it", lambda light: light / 4)
    frame = np.arange(48 * 64 * 3, dtype=np.uint8).reshape(48, 64, 3)
    assert (disturbed(frame, 0.9, (doubled, dimmed)) == frame).all()
    assert (disturbed(frame, 1.0, (doubled, dimmed)) == np.minimum(frame.astype(int) * 2, 255)).all()
    assert (disturbed(frame, 5.0, (doubled, dimmed)) == frame // 2).all(), "what burnt out comes back"

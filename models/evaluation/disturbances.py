"""What else happens at a table in mid-game: a lamp is switched on, the sun goes in, the camera is knocked, and
carried round to the other side.

Each happens to a recording once, between two acts, when and how by the recording's seed. They are laid over the
frames as they come, so any recording can be disturbed. The camera's exposure stays as it was, which is harder than
what most do: near a lamp the picture burns out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Light = NDArray[np.float32]  # grey levels (H, W, 3), before the sensor clips them

_LAMP_BGR, _SUNLESS_BGR = (0.97, 1.05, 1.12), (0.62, 0.57, 0.52)
_BEFORE_NEXT_S = 0.4  # an act begins to be seen a little before its result stands


@dataclass(frozen=True)
class Disturbance:
    """From ``t`` seconds on what comes to the camera (H, W, 3) is as ``change`` makes it."""

    t: float
    name: str
    change: Callable[[Light], Light]


def disturbances(truth: dict[str, Any]) -> tuple[Disturbance, ...]:
    """One of each kind for the recording with this truth, spread over its acts, the earliest first."""
    rng = np.random.default_rng(int(truth["seed"]))
    size_px = truth["width"], truth["height"]
    changes = {
        "lamp on": _lamp(rng, size_px),
        "sun gone": _sun_gone(rng),
        "knocked": _knocked(rng, size_px),
        "carried round": lambda bgr: bgr[::-1, ::-1],
    }
    order = rng.permutation(list(changes)).tolist()
    times = [_between_acts(truth["acts"], (i + 1) / (len(order) + 1)) for i in range(len(order))]
    return tuple(Disturbance(t, name, changes[name]) for t, name in zip(times, order, strict=True))


def disturbed(bgr: Picture, t: float, all_of_them: tuple[Disturbance, ...]) -> Picture:
    """The frame (H, W, 3) taken at ``t`` seconds with what has happened until then."""
    happened = [disturbance for disturbance in all_of_them if t >= disturbance.t]
    if not happened:
        return bgr
    light = bgr.astype(np.float32)
    for disturbance in happened:
        light = disturbance.change(light)
    return np.clip(light, 0, 255).astype(np.uint8)


def _between_acts(acts: list[dict[str, Any]], share: float) -> float:
    """When nothing else happens, after this ``share`` of the acts."""
    before = acts[min(int(share * len(acts)), len(acts) - 2)]
    after = acts[acts.index(before) + 1]
    quiet_from = before.get("restored", before["stands_to"])
    return float((quiet_from + after["stands_from"]) / 2 - _BEFORE_NEXT_S)


def _lamp(rng: np.random.Generator, size_px: tuple[int, int]) -> Callable[[Light], Light]:
    """A warm light, brightest somewhere in the picture."""
    width, height = size_px
    y, x = np.mgrid[:height, :width]
    at_x, at_y = rng.uniform(0, width), rng.uniform(0, height)
    falloff = np.exp(-((x - at_x) ** 2 + (y - at_y) ** 2) / (2 * (width / 2) ** 2))
    gain = ((1 + rng.uniform(0.2, 0.6) * falloff)[..., None] * _LAMP_BGR).astype(np.float32)
    return lambda bgr: bgr * gain


def _sun_gone(rng: np.random.Generator) -> Callable[[Light], Light]:
    """What is left is the sky's light, less and bluer."""
    gain = (np.array(_SUNLESS_BGR) * rng.uniform(0.9, 1.2)).astype(np.float32)
    return lambda bgr: bgr * gain


def _knocked(rng: np.random.Generator, size_px: tuple[int, int]) -> Callable[[Light], Light]:
    width, height = size_px
    warp = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(-4, 4), 1.0)
    warp[:, 2] += rng.uniform(-0.03, 0.03, 2) * width
    return lambda bgr: np.asarray(
        cv2.warpAffine(bgr, warp, (width, height), borderMode=cv2.BORDER_REFLECT), np.float32
    )

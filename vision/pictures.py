"""Small operations on pictures that several readers share."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

_HALF_IS_NEAR, _AS_IT_IS = 0.6, 0.7  # factors of a picture that is made smaller


def shrink(bgr: Picture, factor: float) -> tuple[Picture, float]:
    """The picture made smaller by area averaging, so that a later warp does not alias; and the true factor.

    Factors above 0.7 leave it as it is: the warp's own interpolation is good enough there.
    """
    if factor > _AS_IT_IS:
        return bgr, 1.0
    small = _by(bgr, factor)
    return small, small.shape[1] / bgr.shape[1]


def shrink_by_halves(bgr: Picture, factor: float) -> tuple[Picture, float]:
    """The same in a fifth of the time where halves are near ``factor``: the true one may be a sixth less."""
    small, left = bgr, factor
    while left < _HALF_IS_NEAR:
        small, left = _by(small, 0.5), 2 * left
    small, _ = shrink(small, left)
    return small, small.shape[1] / bgr.shape[1]


def _by(bgr: Picture, factor: float) -> Picture:
    return np.asarray(cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def to_network(bgr: Picture) -> NDArray[np.float32]:
    """(..., H, W, 3) BGR bytes to (..., 3, H, W) RGB floats of about unit spread."""
    *many, height, width, _ = bgr.shape
    planes = np.empty((*many, 3, height, width), np.float32)
    # Plane by plane, for numpy walks three bytes at a time five times slower.
    for channel in range(3):
        np.multiply(bgr[..., 2 - channel], np.float32(1 / 64), out=planes[..., channel, :, :])
    planes -= np.float32(114 / 64)
    return planes


def over_channels(combine: np.ufunc, values: NDArray[Any]) -> NDArray[Any]:
    """(...) what ``combine`` makes of the channels of ``values`` (..., channels): what its ``reduce`` over the last
    axis does, but not three values at a time, which takes numpy ten times as long."""
    return np.asarray(combine.reduce([values[..., channel] for channel in range(values.shape[-1])]))


def sigmoid(x: NDArray[np.float32]) -> NDArray[np.float32]:
    """The logistic function, without overflow."""
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float32)


def softmax(x: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities along the last axis."""
    e = np.exp(x - x.max(-1, keepdims=True))
    return np.asarray(e / e.sum(-1, keepdims=True), np.float32)


def grown(outline: NDArray[np.float64], factor: float) -> NDArray[np.float64]:
    """An outline (N, 2), in any frame, drawn out about its middle by ``factor``, or in by one below 1."""
    middle = outline.mean(0)
    return np.asarray(middle + (outline - middle) * factor)

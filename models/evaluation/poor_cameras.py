"""What a recording looks like through another, poorer camera: one that sways on a gooseneck, one under a lamp that
flickers, one whose pictures come compressed, and so on. Laid over the frames as they come.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import through_jpeg

Picture = NDArray[np.uint8]
Camera = Callable[[Picture, float], Picture]

_SWAY_PX, _TREMBLE_PX = (3.0, 2.0), 1.5
_EXPOSURE, _WHITE_BALANCE, _FLICKER = 0.18, 0.12, 0.03
_NOISE, _JPEG_QUALITY = 9.0, 30
_FOCUS_PX = (0.3, 1.5)


def through(camera: str) -> Camera:
    """What the ``camera``, one of CAMERAS, makes of a frame (H, W, 3) at a time in seconds. What is by chance is the
    same each time."""
    rng = np.random.default_rng(5)
    return lambda bgr, t: CAMERAS[camera](bgr, t, rng)


def _sways(bgr: Picture, t: float, _: np.random.Generator) -> Picture:
    return _moved(bgr, _SWAY_PX[0] * np.sin(2 * np.pi * t / 9), _SWAY_PX[1] * np.cos(2 * np.pi * t / 6))


def _trembles(bgr: Picture, _: float, rng: np.random.Generator) -> Picture:
    return _moved(bgr, *rng.uniform(-_TREMBLE_PX, _TREMBLE_PX, 2))


def _moved(bgr: Picture, right_px: float, down_px: float) -> Picture:
    by = np.array([[1, 0, right_px], [0, 1, down_px]])
    moved = cv2.warpAffine(bgr, by, bgr.shape[1::-1], borderMode=cv2.BORDER_REFLECT)
    return np.asarray(moved, np.uint8)


def _flickers(bgr: Picture, t: float, _: np.random.Generator) -> Picture:
    """All of the picture, and bands that wander over it."""
    rows = np.linspace(0, 1, len(bgr))[:, None, None]
    bands = np.sin(2 * np.pi * (2 * rows + 1.7 * t))
    return _lit(bgr, 1 + _FLICKER * (np.sin(2 * np.pi * 3.1 * t) + bands))


def _exposure_hunts(bgr: Picture, t: float, _: np.random.Generator) -> Picture:
    return _lit(bgr, 1 + _EXPOSURE * np.sin(2 * np.pi * t / 7))


def _white_balance_hunts(bgr: Picture, t: float, _: np.random.Generator) -> Picture:
    return _lit(bgr, 1 + _WHITE_BALANCE * np.sin(2 * np.pi * t / 11) * np.array([1, 0, -1]))


def _lit(bgr: Picture, gain: NDArray[np.float64] | float) -> Picture:
    return np.clip(bgr * gain, 0, 255).astype(np.uint8)


def _focus_hunts(bgr: Picture, t: float, _: np.random.Generator) -> Picture:
    """Every few seconds it is lost for a moment."""
    sharpest, softest = _FOCUS_PX
    blur_px = sharpest + (softest - sharpest) * np.sin(2 * np.pi * t / 5) ** 8
    return np.asarray(cv2.GaussianBlur(bgr, (0, 0), blur_px), np.uint8)


def _is_noisy(bgr: Picture, _: float, rng: np.random.Generator) -> Picture:
    return np.clip(bgr + rng.normal(0, _NOISE, bgr.shape), 0, 255).astype(np.uint8)


def _compresses(bgr: Picture, _t: float, _: np.random.Generator) -> Picture:
    return through_jpeg(bgr, _JPEG_QUALITY)


CAMERAS: dict[str, Callable[[Picture, float, np.random.Generator], Picture]] = {
    "sways": _sways,
    "trembles": _trembles,
    "flickers": _flickers,
    "exposure hunts": _exposure_hunts,
    "white balance hunts": _white_balance_hunts,
    "focus hunts": _focus_hunts,
    "is noisy": _is_noisy,
    "compresses": _compresses,
}

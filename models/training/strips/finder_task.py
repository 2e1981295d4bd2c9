"""What the network that finds signs is shown, and what it should say."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.augmentation import negative, otherwise_lit, photometric, softer, through_another_camera
from models.training.pictures import Labelled, ShownAgain
from models.training.strips.frames import FAINT, TrueSigns, true_signs
from models.training.targets import Arrays, peaks
from vision.pictures import Picture, to_network
from vision.strips.signs import PIXELS, SIGN_STRIDE, line_of

CROP_PX = 256  # of what one sample shows while training, and for checking
CELLS = CROP_PX // SIGN_STRIDE
_SHOWN, _UNSURE = 0.6, 0.2  # of a sign: from here on it is to be found, and up to here it is not
_REACH = 1.5  # cells about a sign's middle that tell its frame
_SOFT = 1.0  # cells: of the marks
_NEAR_A_SIGN = 0.75  # of the crops: what else lies about must be seen as well
_LEAST_PX, _MOST_PX = 11.0, 60.0  # of a strip's width in a crop
_NEGATIVE = 0.1  # of the crops: few decks have light ink
_pictures: ShownAgain[Picture] = ShownAgain(times=100_000, most=1600)


def sign_finder_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """A part of the picture, turned any way and of another size; the signs' marks, their frames where they are told,
    and where marks count."""
    bgr = _pictures.of(str(picture.truth_path), lambda: picture.bgr)
    true = true_signs(picture.truth)
    turn, shift = _crop(bgr, true, rng if training else np.random.default_rng(len(picture.name)), training)
    zoom = float(np.sqrt(abs(np.linalg.det(turn))))
    if zoom < 0.7:
        bgr = np.asarray(cv2.GaussianBlur(bgr, (0, 0), 0.4 / zoom), np.uint8)
    view = cv2.warpAffine(
        bgr, np.column_stack([turn, shift]), (CROP_PX, CROP_PX), borderValue=(114, 114, 114)
    )
    view = np.asarray(view, np.uint8)
    if training:
        if rng.random() < _NEGATIVE:
            view = negative(view)
        view = photometric(softer(otherwise_lit(view, rng), rng), rng)
        if rng.random() < 0.4:
            view = through_another_camera(view, rng)
    return (to_network(view), *_targets(true, turn, shift))


def _crop(
    bgr: Picture, true: TrueSigns, rng: np.random.Generator, training: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Linear part (2, 2) and shift (2,) from the picture to the crop."""
    height, width = bgr.shape[:2]
    fit = (PIXELS / (height * width)) ** 0.5
    zoom = fit * (float(np.exp(rng.uniform(np.log(0.55), np.log(1.5)))) if training else 1.0)
    strip_px = 2 * float(np.median(np.linalg.norm(true.signs.across_px, axis=1)))
    zoom = float(np.clip(zoom, _LEAST_PX / strip_px, max(_MOST_PX / strip_px, fit)))
    angle = rng.uniform(0, 2 * np.pi) if training else 0.0
    turn = zoom * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = rng.uniform(0, 1, 2) * [width, height]
    if rng.random() < _NEAR_A_SIGN:
        some = int(rng.integers(len(true.shows)))
        middle = true.signs.centre_px[some] + rng.uniform(-0.4, 0.4, 2) * CROP_PX / zoom
    return turn, np.full(2, CROP_PX / 2) - turn @ middle


def _targets(true: TrueSigns, turn: NDArray[np.float64], shift: NDArray[np.float64]) -> Arrays:
    signs = true.signs
    at = ((signs.centre_px @ turn.T + shift) + 0.5) / SIGN_STRIDE - 0.5
    vectors = [vector @ turn.T / SIGN_STRIDE for vector in (signs.across_px, signs.inward_px)]
    inside = ((at > -1) & (at < CELLS)).all(1)
    told = (true.shows >= _SHOWN) & (np.abs(true.contrast) >= FAINT) & inside
    unsure = ~told & (true.shows > _UNSURE) & inside
    marks = peaks(at[told], (CELLS, CELLS), _SOFT) if told.any() else np.zeros((CELLS, CELLS), np.float32)
    geometry = np.full((12, CELLS, CELLS), np.nan, np.float32)
    count = np.ones((CELLS, CELLS), np.float32)
    y, x = np.mgrid[:CELLS, :CELLS]
    for index in np.flatnonzero(unsure):
        reach = max(2.0, float(np.linalg.norm(vectors[0][index])))
        count[np.hypot(x - at[index, 0], y - at[index, 1]) < reach] = 0
    across, along = (line_of(vector) for vector in vectors)
    way = vectors[1] / np.maximum(np.linalg.norm(vectors[1], axis=1, keepdims=True), 1e-9)
    nearest = np.full((CELLS, CELLS), np.inf)
    for index in np.flatnonzero(told):
        away = np.hypot(x - at[index, 0], y - at[index, 1])
        own = (away < _REACH) & (away < nearest)
        nearest[own] = away[own]
        rest = np.array([*across[index], *along[index], *way[index], signs.middle[index], signs.inset[index]])
        geometry[:2, own] = np.stack([at[index, 0] - x[own], at[index, 1] - y[own]])
        geometry[2:, own] = rest[:, None]
    count[marks > 0.1] = 1
    return marks, geometry, count

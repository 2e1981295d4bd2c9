"""The signs of a labelled picture as the eyes would see them if they did not err."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.strips.letters import COLOURS, NO_SIGN, SIGNS
from vision.strips.signs import Signs

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FAINT = 0.07  # signs of less contrast are asked about in nothing
_STEP = 0.25  # of a half width: frames are the slopes of the strip's plane there


@dataclass(frozen=True)
class TrueSigns:
    """N signs, two a strip: ``shows`` (N,) the share of each that can be seen, ``contrast`` (N,) by how much its ink
    is darker than its paper, ``sign`` and ``colour`` (N,) as indices of SIGNS and COLOURS."""

    signs: Signs
    shows: Floats
    contrast: Floats
    sign: Ints
    colour: Ints


def true_signs(truth: Mapping[str, Any]) -> TrueSigns:
    """As ``models.scenes.strips.truth`` tells them."""
    cards: Sequence[Mapping[str, Any]] = truth["cards"]
    short, long = truth["size_mm"]
    half, inset = long / short, 2 * truth["sign_inset"]  # of a strip's length, and of its end, in half widths
    plane = np.array([[-1, -half], [1, -half], [1, half], [-1, half]], np.float32)
    spots = np.array([[0, inset - half], [_STEP, inset - half], [0, inset - half + _STEP]], np.float32)
    found = np.empty((2 * len(cards), 3, 2))
    for index, card in enumerate(cards):
        corners = np.array(card["corners_px"], np.float32)
        for end in range(2):
            to_px = cv2.getPerspectiveTransform(plane, np.roll(corners, -2 * end, axis=0))
            found[2 * index + end] = cv2.perspectiveTransform(spots[None], to_px)[0]
    centre = found[:, 0]
    signs = Signs(
        centre,
        (found[:, 1] - centre) / _STEP,
        (found[:, 2] - centre) / _STEP,
        np.full(len(found), half - inset),
        np.full(len(found), inset),
        np.ones(len(found)),
    )
    return TrueSigns(
        signs,
        np.array([card["glyphs_seen"] for card in cards], float).ravel(),
        np.array([card["glyphs_contrast"] for card in cards], float).ravel(),
        np.repeat([SIGNS.index(card["glyph"]) for card in cards], 2).astype(np.int64),
        np.repeat([COLOURS.index(card["card"].partition("-")[0]) for card in cards], 2).astype(np.int64),
    )


def nothing_else(count: int) -> Ints:
    """(count,) labels of what is no sign."""
    return np.full(count, NO_SIGN, np.int64)

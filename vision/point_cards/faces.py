"""What lies on squares of a picture: a card's points and colour, nothing, or something in the way."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.catalogue import network
from referee.punto_acts import POINTS
from vision.pictures import Picture, shrink_by_halves, sigmoid, softmax, to_network

MOST_POINTS = max(POINTS)
PATCH_PX, MARGIN_PX = 40, 4  # a card shows as 32 pixels, with some of what lies round it
_SIDE_PX = PATCH_PX - 2 * MARGIN_PX


@dataclass(frozen=True, eq=False)
class FacesSeen:
    """Of N squares: ``points`` (N, 10) how likely no card lies there face up, or one with 1 to 9 points; ``colour``
    (N, 4) how likely a card there is of each of COLOURS; ``hidden`` (N,) how likely something is in the way."""

    points: NDArray[np.float32]
    colour: NDArray[np.float32]
    hidden: NDArray[np.float32]

    def averaged(self, other: FacesSeen) -> FacesSeen:
        """The mean of two looks at the same squares."""
        both = ((self.points, other.points), (self.colour, other.colour), (self.hidden, other.hidden))
        return FacesSeen(*(np.asarray((one + two) / 2, np.float32) for one, two in both))

    def those(self, which: slice | NDArray[np.bool_]) -> FacesSeen:
        """Some of the squares."""
        return FacesSeen(self.points[which], self.colour[which], self.hidden[which])


NO_PATCHES: Picture = np.zeros((0, PATCH_PX, PATCH_PX, 3), np.uint8)


def read_faces(
    bgr: Picture, corners_px: NDArray[np.float64], turn: int = 0, earlier: Picture = NO_PATCHES
) -> FacesSeen:
    """Look at squares with corners (N, 4, 2) in a picture (H, W, 3), turned by so many quarters, and compare them
    with one another: which red is this set's orange, the other cards tell, and where few lie there those seen
    ``earlier``, squares (M, 40, 40, 3) that were cut before."""
    if not len(corners_px):
        return FacesSeen(np.zeros((0, 10), np.float32), np.zeros((0, 4), np.float32), np.zeros(0, np.float32))
    patches, count = cut_squares(bgr, np.roll(corners_px, -turn, axis=1)), len(corners_px)
    told = network("point_faces").run(patches=to_network(np.concatenate([patches, earlier]))[None])
    points, colour, hidden = (told[name][0][:count] for name in ("points", "colour", "hidden"))
    return FacesSeen(softmax(points), softmax(colour), sigmoid(hidden))


def cut_squares(bgr: Picture, corners_px: NDArray[np.float64]) -> Picture:
    """(N, 40, 40, 3) squares with corners (N, 4, 2), the first upper left, with some of what lies round them."""
    low, high = MARGIN_PX - 0.5, MARGIN_PX + _SIDE_PX - 0.5
    inside = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    patches = np.empty((len(corners_px), PATCH_PX, PATCH_PX, 3), np.uint8)
    smaller: dict[int, tuple[Picture, float]] = {}
    for patch, corners in zip(patches, corners_px, strict=True):
        side = np.sqrt(max(cv2.contourArea(corners.astype(np.float32)), 1.0))
        halvings = max(0, int(np.floor(np.log2(side / _SIDE_PX / 1.1))))
        if halvings not in smaller:
            smaller[halvings] = shrink_by_halves(bgr, 0.5**halvings)
        seen, factor = smaller[halvings]
        to_patch = cv2.getPerspectiveTransform(((corners + 0.5) * factor - 0.5).astype(np.float32), inside)
        cv2.warpPerspective(
            seen,
            to_patch,
            (PATCH_PX, PATCH_PX),
            patch,
            cv2.INTER_LINEAR,
            cv2.BORDER_CONSTANT,
            (114, 114, 114),
        )
    return patches

"""Labelled pictures on disk, and what a camera might have done to them besides."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.pose import CameraPose, fit_pose, lattice_board

Made = TypeVar("Made")


@dataclass(frozen=True)
class Labelled:
    """A picture with the truth that ``models.scenes`` wrote of it; each is read when it is first asked for.
    Raises OSError or ValueError where it cannot be."""

    truth_path: Path

    @property
    def name(self) -> str:
        """Of the scene: its number."""
        return self.truth_path.stem

    @cached_property
    def truth(self) -> dict[str, Any]:
        """What the picture shows."""
        truth: dict[str, Any] = json.loads(self.truth_path.read_text(encoding="utf-8"))
        return truth

    @cached_property
    def bgr(self) -> Picture:
        """(H, W, 3)."""
        bgr = cv2.imread(str(self.truth_path.with_suffix(".jpg")))
        if bgr is None:
            raise ValueError(f"{self.truth_path.with_suffix('.jpg')} is no picture")
        return np.asarray(bgr)

    @cached_property
    def hand(self) -> Picture | None:
        """(H, W) the hands' mask, where there is one."""
        hand = cv2.imread(str(self.truth_path.with_suffix(".hand.png")), cv2.IMREAD_GRAYSCALE)
        return None if hand is None else np.asarray(hand)

    @property
    def corners_px(self) -> NDArray[np.float64]:
        """(4, 2) outer edge of the fields, from cell [0, 0] along row 0."""
        return np.array(self.truth["grid_corners"], np.float64)

    @property
    def size(self) -> int:
        """Fields a side."""
        return len(self.truth["cells"])

    def lattice_px(self) -> NDArray[np.float64]:
        """((n+1)^2, 2) where the grid's crossings are in the picture, through the true lens."""
        camera = self.truth["camera"]
        matrix, distortion = np.array(camera["K"]), np.array(camera["dist"])
        corners = cv2.undistortPoints(self.corners_px.reshape(-1, 1, 2), matrix, distortion).reshape(-1, 2)
        board = lattice_board(self.size)
        homography, _ = cv2.findHomography(board[_corner_indices(self.size), :2], corners)
        flat = cv2.perspectiveTransform(board[:, None, :2], homography).reshape(-1, 2)
        rays = np.column_stack([flat, np.ones(len(flat))])
        return cv2.projectPoints(rays, np.zeros(3), np.zeros(3), matrix, distortion)[0].reshape(-1, 2)

    def pose(self, jitter_px: float = 0.0, rng: np.random.Generator | None = None) -> CameraPose:
        """The camera as vision would estimate it, from a grid seen with an error of ``jitter_px``."""
        points = self.lattice_px()
        if jitter_px and rng is not None:
            board = lattice_board(self.size)
            bend = rng.normal(0, jitter_px, (4, 2))
            u, v = board[:, 0] / self.size + 0.5, 0.5 - board[:, 1] / self.size
            weights = np.column_stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v])
            points = points + weights @ bend
        height, width = self.bgr.shape[:2]
        return fit_pose(lattice_board(self.size), points, np.ones(len(points)), (width, height))[0]


def _corner_indices(size: int) -> list[int]:
    last = (size + 1) ** 2 - 1
    return [0, size, last, last - size]


def find_labelled(folders: Sequence[Path]) -> list[Path]:
    """The truth files of all labelled pictures below ``folders``, in a fixed order."""
    paths = [path for folder in folders for path in sorted(folder.rglob("*.json"))]
    return [path for path in paths if path.with_suffix(".jpg").exists()]


class ShownAgain(Generic[Made]):
    """What costs more to make of a picture than to learn from is kept, and shown ``times`` over before it is made
    anew. At most ``most`` are kept; those shown longest ago go."""

    def __init__(self, times: int, most: int) -> None:
        """Nothing is kept yet."""
        self.times, self.most = times, most
        self._kept: OrderedDict[str, tuple[Made, int]] = OrderedDict()

    def of(self, name: str, make: Callable[[], Made]) -> Made:
        """What was made of the picture called ``name``."""
        made, shown = self._kept.pop(name, (None, self.times))
        if made is None or shown >= self.times:
            made, shown = make(), 0
        self._kept[name] = made, shown + 1
        if len(self._kept) > self.most:
            self._kept.popitem(last=False)
        return made

"""A camera's lens, measured from pictures of a flat pattern: a chessboard, or a ChArUco board.

Method: Z. Zhang, "A flexible new technique for camera calibration", PAMI 2000, as OpenCV has it. The camera is a
pinhole with two focal lengths and a centre, the lens Brown's (1966) radial and tangential distortion.
Pixels are (x, y) as everywhere; the pattern's own frame is in millimetres, flat, origin in one of its corners.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Kind = Literal["chessboard", "charuco"]

LEAST_VIEWS = 5  # Zhang needs three; with five one of them may be poor
_LEAST_CORNERS = 8  # of a ChArUco board of which only a part is seen
_LEAST_TURN_DEG = (
    12.0  # between the two views that differ most: parallel views tell nothing of the focal length
)
_MOST_FOCAL_DOUBT = 0.02  # of the focal length: its standard deviation
_SURE_OF_K3 = (
    4.0  # standard deviations: a third radial term that is not needed runs wild outside the corners seen
)
_MOST_RMS = 0.002  # of the picture's width: beyond, the pattern is bent, or another than was said
_SAME_VIEW = 0.01  # of the picture's width: corners that moved by less show nothing new
_MARKER_SHARE = 0.75  # of a square's side


class LensError(ValueError):
    """The lens cannot be measured from these pictures. The message is one line: what, where, how to mend it."""


@dataclass(frozen=True)
class Lens:
    """``image_size`` (width, height) of the pictures that it is true for; ``focal_px`` and ``centre_px`` as
    (x, y) in pixels; ``distortion`` k1, k2, p1, p2, k3 without unit. Raises ValueError on values that no lens
    has."""

    image_size: tuple[int, int]
    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float]

    def __post_init__(self) -> None:
        """Refuse what would only fail later, far from its cause."""
        if not np.isfinite([*self.focal_px, *self.centre_px, *self.distortion]).all():
            raise ValueError("a lens is described by finite numbers")
        if min(*self.image_size, *self.focal_px) <= 0:
            raise ValueError("a lens has a picture size and focal lengths above nought")

    def matrix(self) -> Points:
        """(3, 3) the camera matrix."""
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        return np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])


@dataclass(frozen=True)
class Pattern:
    """A flat pattern of ``squares`` (columns, rows), each ``square_mm`` wide."""

    kind: Kind = "chessboard"
    squares: tuple[int, int] = (9, 6)
    square_mm: float = 25.0

    def __str__(self) -> str:
        """As it is told to people."""
        (columns, rows), name = self.squares, "ChArUco board" if self.kind == "charuco" else "chessboard"
        return f"{name} of {columns}x{rows} squares ({columns - 1}x{rows - 1} corners inside)"

    def charuco(self) -> cv2.aruco.CharucoBoard:
        """The ChArUco board: markers 0.75 of a square wide, of OpenCV's DICT_5X5_250."""
        marker_mm = self.square_mm * _MARKER_SHARE
        markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
        return cv2.aruco.CharucoBoard(self.squares, self.square_mm, marker_mm, markers)


@dataclass(frozen=True)
class View:
    """The pattern in one picture: its corners' numbers (N,), places in millimetres (N, 3), and pixels (N, 2)."""

    name: str
    image_size: tuple[int, int]
    numbers: NDArray[np.int64]
    points_mm: Points
    points_px: Points

    def is_like(self, other: View) -> bool:
        """Whether both show the pattern in the same place: then the second tells nothing new."""
        if set(self.numbers) != set(other.numbers):
            return False
        least = _SAME_VIEW * self.image_size[0]
        # A chessboard turned by 180 degrees looks the same, and is numbered from the other end.
        moved = [
            np.linalg.norm(self.points_px - px, axis=1) for px in (other.points_px, other.points_px[::-1])
        ]
        return float(min(m.max() for m in moved)) < least


@dataclass(frozen=True)
class LensFit:
    """A lens with what speaks for it: reprojection error (RMS, all views, and of each by name) in pixels, the
    focal length's standard deviation in pixels, and the share of the picture that the corners reached."""

    lens: Lens
    rms_px: float
    view_rms_px: dict[str, float]
    focal_sigma_px: float
    coverage: float


def find_pattern(bgr: NDArray[np.uint8], pattern: Pattern, name: str = "") -> View | None:
    """The pattern's corners in a picture, to a fraction of a pixel; None where it is not seen well enough."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    found = _charuco_corners(grey, pattern) if pattern.kind == "charuco" else _chess_corners(grey, pattern)
    if found is None:
        return None
    numbers, points_px = found
    columns = pattern.squares[0] - 1
    places = np.column_stack([numbers % columns + 1, numbers // columns + 1, np.zeros(len(numbers))])
    return View(name, (bgr.shape[1], bgr.shape[0]), numbers, places * pattern.square_mm, points_px)


def _chess_corners(grey: NDArray[np.uint8], pattern: Pattern) -> tuple[NDArray[np.int64], Points] | None:
    inside = (pattern.squares[0] - 1, pattern.squares[1] - 1)
    flags = cv2.CALIB_CB_ADAPTIVE_THRESH | cv2.CALIB_CB_NORMALIZE_IMAGE | cv2.CALIB_CB_FAST_CHECK
    found, corners = cv2.findChessboardCorners(grey, inside, flags=flags)
    if not found:
        return None
    grid = corners.reshape(inside[1], inside[0], 2)
    steps = [np.linalg.norm(np.diff(grid, axis=axis), axis=2).min() for axis in (0, 1)]
    # The window must hold one crossing alone.
    radius = int(np.clip(min(steps) / 3, 2, 11))
    until = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 40, 1e-3)
    exact = cv2.cornerSubPix(grey, corners.reshape(-1, 1, 2), (radius, radius), (-1, -1), until)
    return np.arange(inside[0] * inside[1]), exact.reshape(-1, 2).astype(np.float64)


def _charuco_corners(grey: NDArray[np.uint8], pattern: Pattern) -> tuple[NDArray[np.int64], Points] | None:
    corners, numbers, *_ = cv2.aruco.CharucoDetector(pattern.charuco()).detectBoard(grey)
    if numbers is None or len(numbers) < _LEAST_CORNERS:
        return None
    return np.ravel(numbers).astype(np.int64), np.reshape(corners, (-1, 2)).astype(np.float64)


def distinct(views: Sequence[View]) -> list[View]:
    """The views without those that are like an earlier one."""
    kept: list[View] = []
    for view in views:
        if not any(view.is_like(other) for other in kept):
            kept.append(view)
    return kept


def measure(views: Sequence[View], looked_at: int, pattern: Pattern) -> LensFit:
    """The lens that explains the views of a ``pattern`` in ``looked_at`` pictures.

    Raises LensError where they are too few, too much alike, of several sizes, or fit no lens.
    """
    if not views:
        raise LensError(
            f"none of {looked_at} pictures shows a {pattern}: count the squares, and show the whole pattern"
        )
    image_size = views[0].image_size
    for view in views:
        if view.image_size != image_size:
            raise LensError(
                f"{view.name} is {_by(view.image_size)}, {views[0].name} is {_by(image_size)}: "
                "all pictures must come from one camera, at one size"
            )
    kept = distinct(views)
    if len(kept) < LEAST_VIEWS:
        raise LensError(
            f"only {len(kept)} of {looked_at} pictures help ({looked_at - len(views)} without the pattern, "
            f"{len(views) - len(kept)} like another): take {LEAST_VIEWS} or more, the pattern held differently"
        )
    return _fit(kept, image_size)


def _fit(views: list[View], image_size: tuple[int, int]) -> LensFit:
    rms, matrix, distortion, turns, _, deviations, _, each = _calibrate(views, image_size, 0)
    k3, k3_doubt = float(np.ravel(distortion)[4]), float(np.ravel(deviations)[8])
    if abs(k3) < _SURE_OF_K3 * k3_doubt:
        rms, matrix, distortion, turns, _, deviations, _, each = _calibrate(
            views, image_size, cv2.CALIB_FIX_K3
        )
    focal, doubt = float(matrix[0, 0]), float(np.ravel(deviations)[0])
    normals = [cv2.Rodrigues(turn)[0][:, 2] for turn in turns]
    widest = max(_angle_deg(a, b) for a, b in itertools.combinations(normals, 2))
    errors = {view.name: float(error) for view, error in zip(views, np.ravel(each), strict=True)}
    if rms > _MOST_RMS * image_size[0]:
        worst = max(errors, key=lambda name: errors[name])
        raise LensError(
            f"no lens fits these pictures (error {rms:.1f} px, worst {worst}): lay the pattern on something flat, "
            "hold still, and count its squares"
        )
    if widest < _LEAST_TURN_DEG or not doubt < _MOST_FOCAL_DOUBT * focal:
        raise LensError(_ALIKE)
    k1, k2, p1, p2, k3 = (float(value) for value in np.ravel(distortion)[:5])
    fx, fy, cx, cy = (float(value) for value in matrix[[0, 1, 0, 1], [0, 1, 2, 2]])
    lens = Lens(image_size, (fx, fy), (cx, cy), (k1, k2, p1, p2, k3))
    return LensFit(lens, float(rms), errors, doubt, _coverage(views, image_size))


def _calibrate(views: list[View], image_size: tuple[int, int], flags: int) -> Any:
    """What ``cv2.calibrateCameraExtended`` answers."""
    try:
        return cv2.calibrateCameraExtended(
            [view.points_mm.astype(np.float32) for view in views],
            [view.points_px.astype(np.float32) for view in views],
            image_size,
            None,
            None,
            flags=flags,
        )
    except cv2.error:
        raise LensError(_ALIKE) from None


_ALIKE = (
    "the pictures are too much alike to tell the focal length: tilt the pattern to the left and right, "
    "forwards and backwards, by 30 degrees or so"
)


def _angle_deg(a: Points, b: Points) -> float:
    return float(np.degrees(np.arccos(np.clip(a @ b, -1, 1))))


def _coverage(views: list[View], image_size: tuple[int, int]) -> float:
    hull = cv2.convexHull(np.concatenate([view.points_px for view in views]).astype(np.float32))
    return float(cv2.contourArea(hull) / (image_size[0] * image_size[1]))


def _by(image_size: tuple[int, int]) -> str:
    return f"{image_size[0]}x{image_size[1]}"

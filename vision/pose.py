"""Where the camera stands, from the board's grid alone.

Board frame: unit one field, right-handed, origin at the centre of the fields, z up out of the board. With
``n`` fields a side the corner of cell (r, c) towards [0, 0] lies at ``(c - n/2, n/2 - r, 0)``.
Camera frame: OpenCV's (x right, y down, z forward). Pictures: pixels, (x, y), origin in the top left corner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens

Points = NDArray[np.float64]

# What a webcam or phone is likely to be: about 65 degrees across, give or take a third, hardly distorted.
_TYPICAL_FOV_DEG = 65.0
_LOG_FOCAL_SIGMA = 0.3
_K1_SIGMA = 0.08
# Crossings are seen to so much of a field, most of them; those off by more than twice that lose their weight.
_NOISE_FIELDS, _TOLERATED = 0.015, 2.0
_ROUNDS = 5
_MANY = 16  # fewer leave nothing to tell by which does not fit: a person pointed the corners out


@dataclass(frozen=True)
class CameraPose:
    """A camera with one focal length, its centre in the picture's centre, and one radial distortion term; or,
    where its ``lens`` was measured, that lens (of which ``focal_px`` and ``k1`` are a part, as an overview)."""

    image_size: tuple[int, int]  # width, height in pixels
    focal_px: float
    k1: float
    rvec: tuple[float, float, float]  # pose_camera_from_board, Rodrigues
    tvec: tuple[float, float, float]  # in fields
    lens: Lens | None = None

    def project(self, points_board: Points) -> Points:
        """Pixels (N, 2) of points (N, 3) given in the board frame."""
        points = np.ascontiguousarray(points_board, np.float64).reshape(-1, 1, 3)
        projected, _ = cv2.projectPoints(
            points, np.array(self.rvec), np.array(self.tvec), self._matrix(), self._distortion()
        )
        return projected.reshape(-1, 2)

    def to_table(self, points_px: Points) -> Points:
        """Where rays through pixels (N, 2) meet the board's plane, (N, 2) in the board frame.

        Pixels above the horizon give points without meaning; callers stay near the board.
        """
        pixels = np.ascontiguousarray(points_px, np.float64).reshape(-1, 1, 2)
        rays = cv2.undistortPoints(pixels, self._matrix(), self._distortion()).reshape(-1, 2)
        rotation, translation = self.rotation(), np.array(self.tvec)
        plane = np.column_stack([rotation[:, 0], rotation[:, 1], translation])
        homogeneous = np.column_stack([rays, np.ones(len(rays))]) @ np.linalg.inv(plane).T
        return homogeneous[:, :2] / homogeneous[:, 2:]

    def rotation(self) -> Points:
        """(3, 3) rotation_camera_from_board."""
        return np.asarray(cv2.Rodrigues(np.array(self.rvec))[0])

    def camera_centre_board(self) -> Points:
        """(3,) the camera's place in the board frame, in fields."""
        return -self.rotation().T @ np.array(self.tvec)

    @property
    def elevation_deg(self) -> float:
        """Degrees of the camera above the table, seen from the board's centre."""
        centre = self.camera_centre_board()
        return float(np.degrees(np.arcsin(centre[2] / np.linalg.norm(centre))))

    def _matrix(self) -> Points:
        if self.lens:
            return self.lens.matrix()
        width, height = self.image_size
        return np.array([[self.focal_px, 0, width / 2], [0, self.focal_px, height / 2], [0, 0, 1.0]])

    def _distortion(self) -> Points:
        if self.lens:
            return np.array(self.lens.distortion)
        return np.array([self.k1, 0.0, 0.0, 0.0, 0.0])


def lattice_board(size: int) -> Points:
    """The (size+1)^2 crossings of the grid in the board frame, (N, 3), row by row from cell [0, 0]'s corner."""
    steps = np.arange(size + 1) - size / 2
    x, y = np.meshgrid(steps, -steps)
    return np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])


def fit_pose(
    points_board: Points,
    points_px: Points,
    weights: Points,
    image_size: tuple[int, int],
    lens: Lens | None = None,
) -> tuple[CameraPose, float]:
    """The camera that explains where points of the board's plane are seen, and its RMS error in pixels.

    points_board (N, 3) with z = 0, points_px (N, 2), weights (N,) in 0..1; N >= 4.
    Weighted least squares over focal length, k1 and pose with priors on the first two, since a board seen
    from straight above tells nothing of the focal length. Points that do not fit lose their weight, round by
    round (iteratively reweighted, Holland and Welsch 1977): where a tower hides a crossing, another seems to be.
    With a measured ``lens``, of pictures of this size, only the pose is sought.
    Raises ValueError when no start can be found.
    """
    seen = _Seen(points_board, points_px, weights, image_size, lens)
    params = _start(seen)
    start = _pose(params, seen)
    noise_px = _NOISE_FIELDS * start.focal_px / float(np.linalg.norm(start.tvec))
    trusted = weights
    for _ in range(_ROUNDS if len(points_px) >= _MANY else 1):
        params = _least_squares(params, replace(seen, weights=trusted / noise_px**2))
        pose = _pose(params, seen)
        error_px = np.linalg.norm(pose.project(points_board) - points_px, axis=1)
        trusted = weights / (1 + (error_px / (_TOLERATED * noise_px)) ** 2) ** 3
    rms_px = float(np.sqrt((weights * error_px**2).sum() / max(weights.sum(), 1e-9)))
    return pose, rms_px


@dataclass(frozen=True)
class _Seen:
    """What a camera is fitted to, as ``fit_pose`` takes it."""

    points_board: Points
    points_px: Points
    weights: Points
    image_size: tuple[int, int]
    lens: Lens | None


def _least_squares(params: Points, seen: _Seen) -> Points:
    """The parameters from ``params`` on that fit best: Gauss-Newton with Levenberg's damping."""
    damping = 1e-3
    for _ in range(25):
        residuals, jacobian = _residuals(params, seen)
        cost = float(residuals @ residuals)
        hessian = jacobian.T @ jacobian
        step = np.linalg.solve(hessian + damping * np.diag(np.diag(hessian) + 1e-9), -jacobian.T @ residuals)
        trial, _ = _residuals(params + step, seen)
        if trial @ trial < cost:
            params, damping = params + step, damping / 3
            if cost - trial @ trial < 1e-6 * cost:
                break
        else:
            damping *= 5
    return params


def _pose(params: Points, seen: _Seen) -> CameraPose:
    image_size, lens = seen.image_size, seen.lens
    rx, ry, rz, tx, ty, tz, *rest = (float(p) for p in params)
    if lens:
        focal = float(np.sqrt(np.prod(lens.focal_px)))
        return CameraPose(image_size, focal, lens.distortion[0], (rx, ry, rz), (tx, ty, tz), lens)
    log_focal, k1 = rest
    return CameraPose(image_size, float(np.exp(log_focal)), k1, (rx, ry, rz), (tx, ty, tz))


def _typical_focal_px(image_size: tuple[int, int]) -> float:
    return float(max(image_size) / 2 / np.tan(np.radians(_TYPICAL_FOV_DEG / 2)))


def _start(seen: _Seen) -> Points:
    """Of a few focal lengths (or with the lens's own) the one whose planar pose fits best."""
    best: tuple[float, Points] | None = None
    nought, image_size, lens = (0.0, 0.0, 0.0), seen.image_size, seen.lens
    focals = [_typical_focal_px(image_size) * scale for scale in ((1.0,) if lens else (0.7, 1.0, 1.5))]
    for focal in focals:
        guess = CameraPose(image_size, focal, 0.0, nought, nought, lens)
        for rotation, tvec, cost in _planar_poses(seen.points_board, seen.points_px, guess):
            in_front = float(tvec[2]) > 0
            above = float(-(rotation.T @ tvec)[2]) > 0
            if in_front and above and (best is None or cost < best[0]):
                own = [] if lens else [np.log(focal), 0.0]
                best = cost, np.concatenate([cv2.Rodrigues(rotation)[0].ravel(), tvec, own])
    if best is None:
        raise ValueError("no camera above the table sees the grid like this")
    return best[1]


def _planar_poses(
    points_board: Points, points_px: Points, guess: CameraPose
) -> Iterator[tuple[Points, Points, float]]:
    """(rotation_camera_from_board (3, 3), translation (3,), error) of each infinitesimal plane-based pose
    (IPPE, Collins and Bartoli 2014) of a camera with ``guess``'s lens.

    OpenCV's gives a rotation by exactly half a turn as not-a-number, so the board is given to it askew too.
    """
    for askew in (0.0, 1.0):
        turn, _ = cv2.Rodrigues(np.array([0.0, 0.0, askew]))
        _, rvecs, tvecs, errors = cv2.solvePnPGeneric(
            points_board @ turn.T, points_px, guess._matrix(), guess._distortion(), flags=cv2.SOLVEPNP_IPPE
        )
        for rvec, tvec, error in zip(rvecs, tvecs, errors, strict=True):
            if np.isfinite(rvec).all():
                yield np.asarray(cv2.Rodrigues(rvec)[0] @ turn), tvec.ravel(), float(np.ravel(error)[0])


def _residuals(params: Points, seen: _Seen) -> tuple[Points, Points]:
    """Weighted reprojection errors, followed by the two priors; and their Jacobian (2N+2, 8).

    With a measured lens there are no priors and six parameters: (2N,) and (2N, 6).
    """
    pose = _pose(params, seen)
    projected, jacobian = cv2.projectPoints(
        np.ascontiguousarray(seen.points_board).reshape(-1, 1, 3),
        np.array(pose.rvec),
        np.array(pose.tvec),
        pose._matrix(),
        pose._distortion(),
    )
    root = np.sqrt(np.repeat(seen.weights, 2))
    errors = root * (projected.reshape(-1, 2) - seen.points_px).ravel()
    if seen.lens:
        return errors, root[:, None] * jacobian[:, :6]
    focal_column = (jacobian[:, 6] + jacobian[:, 7]) * pose.focal_px
    columns = root[:, None] * np.column_stack([jacobian[:, :6], focal_column, jacobian[:, 10]])
    focal_pull = (params[6] - np.log(_typical_focal_px(seen.image_size))) / _LOG_FOCAL_SIGMA
    k1_pull = params[7] / _K1_SIGMA
    prior_rows = np.zeros((2, 8))
    prior_rows[0, 6], prior_rows[1, 7] = 1 / _LOG_FOCAL_SIGMA, 1 / _K1_SIGMA
    return np.concatenate([errors, [focal_pull, k1_pull]]), np.vstack([columns, prior_rows])

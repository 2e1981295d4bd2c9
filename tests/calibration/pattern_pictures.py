"""Pictures of a flat pattern through a lens that is known exactly."""

from functools import cache

import cv2
import numpy as np

from calibration.lens import Lens, Pattern

FINE = 2  # times the resolution at which a picture is drawn, before it is made small as a sensor does
PX_PER_MM = 4
WEBCAM = Lens((640, 480), (520.0, 524.0), (331.0, 228.0), (-0.18, 0.06, 0.001, -0.0008, 0.0))
TURNS_DEG = ((0, 0, 3), (28, 0, 0), (-30, 5, 10), (4, 30, -8), (0, -32, 4), (22, 22, 20), (-20, 24, -15))


def print_of(pattern: Pattern) -> np.ndarray:
    """The printed sheet, a white rim of one square around it."""
    columns, rows = pattern.squares
    square = round(pattern.square_mm * PX_PER_MM)
    if pattern.kind == "charuco":
        face = pattern.charuco().generateImage((columns * square, rows * square))
    else:
        dark = np.indices((rows, columns)).sum(0) % 2 == 0
        face = np.kron(np.where(dark, 20, 235).astype(np.uint8), np.ones((square, square), np.uint8))
    return cv2.copyMakeBorder(face, square, square, square, square, cv2.BORDER_CONSTANT, value=235)


@cache
def rays_of(lens: Lens) -> np.ndarray:
    """(N, 2) the directions from which the fine pixels of a picture are lit, at a depth of one."""
    width, height = lens.image_size
    v, u = np.mgrid[0 : height * FINE, 0 : width * FINE]
    pixels = (np.column_stack([u.ravel(), v.ravel()]) + 0.5) / FINE - 0.5
    until = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 50, 1e-9)
    same, distortion = np.eye(3), np.array(lens.distortion)
    return cv2.undistortPoints(pixels[:, None], lens.matrix(), distortion, None, same, same, until)[:, 0]


def photograph(pattern: Pattern, lens: Lens, turn_deg, shift_mm=(0.0, 0.0), away_mm=420.0) -> np.ndarray:
    """The sheet's middle ``away_mm`` before the camera, turned about x, y and z, as BGR."""
    width, height = lens.image_size
    rays = rays_of(lens)
    rotation = np.eye(3)
    for axis, degrees in enumerate(turn_deg):
        rotation = cv2.Rodrigues(np.eye(3)[axis] * np.radians(degrees))[0] @ rotation
    middle = np.array([*pattern.squares, 0]) * pattern.square_mm / 2
    origin = np.array([*shift_mm, away_mm]) - rotation @ middle
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], origin])
    on_sheet = np.column_stack([rays, np.ones(len(rays))]) @ np.linalg.inv(plane).T
    sheet_px = (on_sheet[:, :2] / on_sheet[:, 2:] + pattern.square_mm) * PX_PER_MM - 0.5
    at = sheet_px.reshape(height * FINE, width * FINE, 2).astype(np.float32)
    smooth = cv2.GaussianBlur(print_of(pattern), (0, 0), 1.5)
    drawn = cv2.remap(smooth, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=110)
    small = cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_GRAY2BGR)


@cache
def photographs(pattern: Pattern, lens: Lens = WEBCAM) -> list[tuple[str, np.ndarray]]:
    """The sheet held differently, as a person does who was told to."""
    pictures = []
    for i, turn_deg in enumerate(TURNS_DEG):
        shift = (35.0 * np.cos(2.4 * i), 25.0 * np.sin(2.4 * i))
        pictures.append((f"{i}.png", photograph(pattern, lens, turn_deg, shift, 290.0 + 15 * (i % 3))))
    return pictures

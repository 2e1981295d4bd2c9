"""Draw by lot the table-top, the lights and the camera."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import eye_mm
from models.scenes.sample_set import hsv, pick, triple
from models.scenes.scene import RGB, Camera, Grid, Hand, Light, TableTop

_ARM_MM = 1000.0
_CLEAR_MM = 150.0  # between a camera and an arm, so that no sleeve fills the picture


def sample_table(rng: np.random.Generator) -> TableTop:
    """Wood, cloths, stone or plain colours."""
    kind = str(
        pick(
            rng,
            ("plain", 0.27),
            ("wood", 0.3),
            ("checked", 0.11),
            ("cloth", 0.12),
            ("striped", 0.07),
            ("dotted", 0.05),
            ("marble", 0.08),
        )
    )
    grey = rng.uniform(0.02, 0.95)
    rgb: RGB = (
        (grey, grey, grey)
        if rng.random() < 0.4
        else hsv(rng.uniform(0, 360), rng.beta(1.3, 1.8), rng.uniform(0.1, 0.95))
    )
    rgb2: RGB = hsv(rng.uniform(0, 360), rng.beta(1.2, 1.5), rng.uniform(0.05, 0.95))
    if kind == "wood":
        hue, saturation, value = rng.uniform(14, 38), rng.uniform(0.2, 0.7), rng.uniform(0.18, 0.95)
        rgb, rgb2 = (
            hsv(hue, saturation, value),
            hsv(hue - 4, min(1, saturation * 1.25), value * rng.uniform(0.45, 0.85)),
        )
    elif kind == "marble":
        value = rng.choice([rng.uniform(0.7, 0.95), rng.uniform(0.05, 0.3)])
        rgb = hsv(rng.uniform(20, 220), rng.uniform(0, 0.12), value)
        rgb2 = hsv(30, rng.uniform(0, 0.2), 1 - value)
    elif kind in ("checked", "striped", "dotted") and rng.random() < 0.55:
        rgb = hsv(40, rng.uniform(0, 0.12), rng.uniform(0.8, 0.95))
    elif kind == "cloth":
        rgb2 = triple(0.7 * np.array(rgb))
    return TableTop(
        kind=kind,
        rgb=rgb,
        rgb2=rgb2,
        period_mm=float(
            rng.uniform(40, 160) if kind == "wood" else math.exp(rng.uniform(math.log(8), math.log(90)))
        ),
        yaw=float(rng.uniform(0, 2 * math.pi)),
        gloss=0.0 if kind in ("cloth", "checked") else float(rng.beta(1.2, 2)),
        seed=int(rng.integers(2**31)),
    )


def sample_lights(rng: np.random.Generator, camera: Camera) -> tuple[tuple[Light, ...], RGB, float]:
    """One to four lamps or windows, the ambient light's colour and strength; together a fair exposure."""
    count = int(rng.choice([1, 2, 3, 4], p=[0.4, 0.3, 0.18, 0.12]))
    ambient = float(rng.uniform(0.08, 0.65))
    shares = rng.dirichlet(np.full(count, 1.2)) * (1 - ambient)
    mood = rng.uniform(-1, 1)
    r, t = np.array(camera.r), np.array(camera.t_mm)
    eye = -r.T @ t
    lights = []
    for share in shares:
        far = math.exp(rng.uniform(math.log(500), math.log(2600)))
        high = math.radians(rng.uniform(20, 85))
        around = rng.uniform(0, 2 * math.pi)
        if rng.random() < 0.12:  # where its mirror image falls near the board: glare
            high = math.asin(min(1, eye[2] / np.linalg.norm(eye)))
            around = math.atan2(eye[1], eye[0]) + math.pi + rng.normal(0, 0.15)
        xyz = (
            far * math.cos(high) * math.cos(around),
            far * math.cos(high) * math.sin(around),
            far * math.sin(high),
        )
        size = far * math.exp(rng.uniform(math.log(0.03), math.log(0.6)))
        rgb = _warmth(float(np.clip(mood + rng.normal(0, 0.35), -1.2, 1.2)))
        lights.append(Light(triple(xyz), float(size), float(share), rgb))
    return tuple(lights), _warmth(float(mood * 0.6 + rng.normal(0, 0.2))), ambient


def sample_camera(
    rng: np.random.Generator,
    board: Grid,
    zone_mm: NDArray[np.float64],
    width: int,
    height: int,
    mode: str,
) -> Camera:
    """A camera that has the whole grid in its picture; ``zone_mm`` (4, 2) is kept in view where that fits.

    Elevation 33..90 degrees, any azimuth. ``mode`` close: the grid fills 60..95 % of the picture's height;
    any: its larger extent, across or down, is a fifth of the picture to all of it.
    """
    hfov = math.radians(rng.uniform(45, 85))
    focal = width / 2 / math.tan(hfov / 2)
    k1 = float(rng.uniform(-0.12, 0.06))
    dist = np.array([k1, float(rng.uniform(-0.3, 0.1) * k1), 0, 0, 0])
    matrix = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    grid = np.c_[board.grid_corners_mm(), np.zeros(4)]
    zone = np.c_[zone_mm, np.full(4, -board.thickness_mm)]
    best = None
    for attempt in range(60):
        high = math.radians(float(rng.choice([rng.uniform(38, 68), rng.uniform(33, 90)], p=[0.6, 0.4])))
        around, roll = rng.uniform(0, 2 * math.pi), rng.normal(0, math.radians(5))
        wanted = rng.uniform(0.6, 0.95) if mode == "close" else rng.uniform(0.25, 1.0)
        wide = 1.0 if mode == "close" else rng.uniform(0, 1)
        r, t = _posed(grid, matrix, dist, high, around, roll, (width, height), wanted, wide)
        shift = rng.uniform(-1, 1, 2) * (0.5 if mode == "any" else 0.35) * [width, height]
        r, t = _shifted(r, t, shift * rng.random(), focal)
        margin = 0.005 * width
        if not _inside(_project(grid, r, t, matrix, dist), width, height, margin):
            continue
        best = (r, t)
        share = _seen_share(_project(zone, r, t, matrix, dist), width, height)
        if share > (0.9 if attempt < 40 else 0.5) or rng.random() < 0.04:
            break
    if best is None:  # straight down from far enough always fits
        best = _posed(grid, matrix, dist, math.radians(80), 0.0, 0.0, (width, height), 0.6, 1.0)
    return _with_sensor(rng, width, height, focal, *best, dist)


def clear_of(camera: Camera, hand: Hand) -> bool:
    """Whether hand and arm keep away from the lens."""
    reach = np.array([math.cos(hand.yaw), math.sin(hand.yaw), 0.19])
    along = np.linspace(0, _ARM_MM, 40)[:, None]
    arm = np.array(hand.tip_mm) + [0, 0, 40] + along * reach
    return bool(np.linalg.norm(arm - eye_mm(camera), axis=1).min() > _CLEAR_MM)


def _posed(
    grid: NDArray[np.float64],
    matrix: NDArray[np.float64],
    dist: NDArray[np.float64],
    high: float,
    around: float,
    roll: float,
    size: tuple[int, int],
    wanted: float,
    wide: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Pose looking at the board's centre from where the grid fills the ``wanted`` share of the picture.

    ``wide`` 1 measures its height, 0 whichever is larger of its width and height.
    """
    away = np.array([math.cos(high) * math.cos(around), math.cos(high) * math.sin(around), math.sin(high)])
    across = np.array([-math.sin(around), math.cos(around), 0.0])
    down = np.cross(-away, across)
    cos, sin = math.cos(roll), math.sin(roll)
    r = np.array([cos * across + sin * down, cos * down - sin * across, -away])
    extent = float(np.linalg.norm(grid[0] - grid[2]))
    near, far = 0.6 * extent, 12 * extent
    for _ in range(24):
        distance = math.sqrt(near * far)
        points = _project(grid, r, -r @ (away * distance), matrix, dist)
        spans = np.ptp(points, axis=0) / size
        share = spans[1] if wide >= 1 else max(spans)
        near, far = (distance, far) if share > wanted else (near, distance)
    return r, -r @ (away * far)


def _shifted(
    r: NDArray[np.float64], t: NDArray[np.float64], shift_px: NDArray[np.float64], focal: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The pose turned on the spot so that the board moves by about that much in the picture."""
    turn, _ = cv2.Rodrigues(np.array([-shift_px[1], shift_px[0], 0.0]) / focal)
    return turn @ r, turn @ t


def _project(
    points: NDArray[np.float64],
    r: NDArray[np.float64],
    t: NDArray[np.float64],
    matrix: NDArray[np.float64],
    dist: NDArray[np.float64],
) -> NDArray[np.float64]:
    return cv2.projectPoints(points, cv2.Rodrigues(r)[0], t, matrix, dist)[0][:, 0]


def _inside(points: NDArray[np.float64], width: int, height: int, margin: float) -> bool:
    return bool((points >= margin).all() and (points <= np.array([width, height]) - margin).all())


def _seen_share(points: NDArray[np.float64], width: int, height: int) -> float:
    """Share of a convex outline (N, 2) that falls within the picture."""
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    hull = cv2.convexHull(points.astype(np.float32))
    return float(cv2.intersectConvexConvex(hull, frame)[0] / max(cv2.contourArea(hull), 1.0))


def _warmth(value: float) -> RGB:
    """Light's colour from cold (-1) to warm (1), of equal brightness."""
    rgb = np.array([1 + 0.28 * value, 1.0, 1 - 0.38 * value])
    rgb = rgb / (rgb @ [0.3, 0.59, 0.11])
    return triple(rgb)


def _with_sensor(
    rng: np.random.Generator,
    width: int,
    height: int,
    focal: float,
    r: NDArray[np.float64],
    t: NDArray[np.float64],
    dist: NDArray[np.float64],
) -> Camera:
    """The camera with its sensor's faults: mostly decent, nasty in the tails."""
    nasty = rng.random() < 0.18
    gains = np.exp(rng.normal(0, 0.13 if nasty else 0.05, 3))
    return Camera(
        width=width,
        height=height,
        focal_px=float(focal),
        r=(triple(r[0]), triple(r[1]), triple(r[2])),
        t_mm=triple(t),
        dist=(float(dist[0]), float(dist[1]), 0.0, 0.0, 0.0),
        exposure_ev=float(rng.normal(0.1, 0.6 if nasty else 0.35)),
        white_balance=triple(gains / gains[1]),
        gamma=float(np.exp(rng.normal(0, 0.1))),
        saturation=float(rng.uniform(0.6, 1.3) if nasty else rng.uniform(0.8, 1.2)),
        blur_px=float(rng.uniform(0.3, 1.6) if nasty else rng.uniform(0.0, 0.8)) * width / 640,
        sharpen=float(rng.uniform(0, 0.9)) if rng.random() < 0.5 else 0.0,
        noise=float(rng.uniform(0.008, 0.024) if nasty else rng.uniform(0.002, 0.012)),
        vignette=float(rng.uniform(0, 0.35)) if rng.random() < 0.5 else 0.0,
        jpeg_quality=int(rng.integers(40, 80) if nasty else rng.integers(75, 97)),
        seed=int(rng.integers(2**31)),
    )

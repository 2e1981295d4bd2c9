"""What a camera makes of a table: where points fall in its picture, what lens and sensor do to light."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.scenes.scene import Camera

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

_LEVELS = 16384  # resolution of the linear scale when it is looked up
_MID_GREY = 0.214  # linear light of an sRGB value of one half


def look_at(
    eye_mm: ArrayLike, target_mm: ArrayLike, roll: float = 0.0
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Pose (r (3, 3), t_mm (3,)) of camera from world for an eye at ``eye_mm`` that looks at ``target_mm``.

    Without ``roll`` (radians about the line of sight) the world's z points up in the picture; looking
    straight down, the world's y does.
    """
    eye, target = np.asarray(eye_mm, float), np.asarray(target_mm, float)
    forward = (target - eye) / np.linalg.norm(target - eye)
    up = np.array([0, 0, 1.0]) if abs(forward[2]) < 0.9999 else np.array([0, 1.0, 0])
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    c, s = np.cos(roll), np.sin(roll)
    r = np.stack([c * right + s * down, c * down - s * right, forward])
    return r, -r @ eye


def eye_mm(camera: Camera) -> NDArray[np.float64]:
    """(3,) where the camera stands in the world, millimetres."""
    return -np.array(camera.r).T @ np.array(camera.t_mm)


def project(points_mm: ArrayLike, camera: Camera) -> NDArray[np.float64]:
    """World points (N, 3) in mm to (N, 2) pixels of the distorted picture; whole numbers: pixel centres."""
    points = np.asarray(points_mm, float).reshape(-1, 3)
    turn, _ = cv2.Rodrigues(np.array(camera.r))
    shift = np.array(camera.t_mm, float)
    px, _ = cv2.projectPoints(points, turn, shift, camera.matrix(), np.array(camera.dist, float))
    return px.reshape(-1, 2)


@cache
def to_linear_table() -> Floats:
    """(256,) linear light of each sRGB value."""
    v = np.arange(256) / 255
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4).astype(np.float32)


@cache
def _to_display_table(top: float, knee: float) -> Picture:
    """(_LEVELS,) sRGB values of linear light 0..``top``, bent softly from ``knee`` on."""
    v = np.linspace(0, top, _LEVELS)
    room = max(1.2 * (1 - knee), 1e-6)
    v = np.where(v > knee, knee + room * (1 - np.exp((knee - v) / room)), v) if knee < 1 else v
    return np.rint(_srgb(v) * 255).clip(0, 255).astype(np.uint8)


def _srgb(linear: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(
        linear <= 0.0031308, linear * 12.92, 1.055 * np.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055
    )


def to_linear(bgr: Picture) -> Floats:
    """An sRGB picture as linear light 0..1, same shape."""
    return np.take(to_linear_table(), bgr)


def to_display(linear: Floats, top: float = 1.0, knee: float = 1.0) -> Picture:
    """Linear light as an sRGB picture: straight up to ``knee``, then bent towards white, cut at ``top``."""
    scaled = linear * np.float32((_LEVELS - 1) / top)
    np.clip(scaled, 0, _LEVELS - 1, out=scaled)
    return np.take(_to_display_table(top, knee), scaled.astype(np.uint16))


def expose(bgr: Picture, camera: Camera) -> Picture:
    """What lens and sensor do to a display-referred picture (H, W, 3); the same for the same camera.

    In linear light: vignette, exposure, white balance, blur and noise. Then the display curve, ``gamma`` (an
    exponent on display values; 1 leaves them), saturation, sharpening and a JPEG round trip.
    """
    light = to_linear(bgr)
    light *= _gains(camera, *bgr.shape[:2])
    if camera.blur_px > 0.15:
        light = cv2.GaussianBlur(light, (0, 0), camera.blur_px)
    if camera.noise > 0:
        light = _add_noise(light, camera)
    return _develop(to_display(light), camera)


def _gains(camera: Camera, height: int, width: int) -> Floats:
    """(H, W, 3) vignette times exposure times white balance."""
    y, x = np.ogrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    aspect = height / width
    radius2 = (x**2 + (y * aspect) ** 2) / (1 + aspect**2)
    fall = ((1 - camera.vignette * radius2) * 2.0**camera.exposure_ev).astype(np.float32)
    balance = np.array(camera.white_balance[::-1], np.float32)
    return fall[..., None] * balance


def _add_noise(light: Floats, camera: Camera) -> Floats:
    """Shot and read noise; coarser in colour than in brightness, as webcams leave it after demosaicing."""
    height, width = light.shape[:2]
    rng = np.random.default_rng(camera.seed)
    grain = rng.standard_normal((height, width), np.float32)
    grain = cv2.GaussianBlur(grain, (3, 3), 0.5) * 1.4
    half = (height // 2 + 1, width // 2 + 1, 3)
    blotch = cv2.GaussianBlur(rng.standard_normal(half, np.float32), (5, 5), 0.8) * 2.0
    speckle = cv2.resize(blotch, (width, height), interpolation=cv2.INTER_LINEAR)
    noise = cv2.addWeighted(cv2.merge([grain] * 3), 0.8, speckle, 0.6, 0)
    variance = light * np.float32(0.95 / _MID_GREY) + np.float32(0.05)
    noise *= cv2.sqrt(variance)
    return cv2.addWeighted(light, 1, noise, camera.noise, 0)


def _develop(bgr: Picture, camera: Camera) -> Picture:
    """Display-side work of a camera: curve, saturation, sharpening, JPEG."""
    if abs(camera.gamma - 1) > 1e-3:
        curve = np.rint(255 * (np.arange(256) / 255) ** camera.gamma).astype(np.uint8)
        bgr = cv2.LUT(bgr, curve)
    if abs(camera.saturation - 1) > 1e-3:
        weights = np.array([[0.114, 0.587, 0.299]] * 3)
        bgr = cv2.transform(bgr, camera.saturation * np.eye(3) + (1 - camera.saturation) * weights)
    if camera.sharpen > 0:
        bgr = sharpened(bgr, camera.sharpen, 1.1)
    return through_jpeg(bgr, camera.jpeg_quality) if camera.jpeg_quality < 100 else bgr


def sharpened(bgr: Picture, by: float, reach_px: float) -> Picture:
    """What of (H, W, 3) is finer than ``reach_px`` shown by so much stronger (unsharp masking)."""
    soft = cv2.GaussianBlur(bgr, (0, 0), reach_px)
    return np.asarray(cv2.addWeighted(bgr, 1 + by, soft, -by, 0), np.uint8)


def through_jpeg(bgr: Picture, quality: int) -> Picture:
    """What is left of (H, W, 3) packed as JPEG, of a ``quality`` from 0 to 100."""
    packed = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)

"""Rings, dots and faces printed on the fields, painted into patches while training: beside a stone's foot a printed
ring looks much like the rim of another stone beneath it, and a large face like a stone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.stone_table import patches

Outline = NDArray[np.float32]  # (P, 2) points that a tower lies within the hull of

_CHANCE = 0.45  # of a board
_BY_THE_FOOT = 0.5  # of the prints are about as wide as a stone's foot: beside it a strip of the field shows
_DOTS, _FACES = 0.15, 0.25  # of the prints; the others are rings
_SOFT_PX = 0.55  # the blur of a picture's own, in its pixels
_CORNERS = 24  # of a circle


@dataclass(frozen=True)
class _Print:
    """Alike on all fields of a board: what is drawn and filled, each (P, 2) in fields about the field's middle;
    ``line`` in fields; ``ink`` (3,) what is left of the light of each channel, so that shade stays shade beneath
    it; more than one is paint lighter than the field."""

    drawn: tuple[Outline, ...]
    filled: tuple[Outline, ...]
    line: float
    ink: NDArray[np.float64]


def printed_places(
    pictures: NDArray[np.uint8],
    views: NDArray[np.float32],
    towers: Sequence[Outline | None],
    stone_radius: float,
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """At times a ring, dot or face on each field of ``pictures`` (N, H, W, 3), hidden where the field's tower stands.

    ``views`` (N, 3) as ``vision.stone_table.patches`` cuts them; of ``towers`` (N,) the outlines, without points
    where nothing stands. Where it is not known what does (None) the field stays as it is. ``stone_radius`` of a
    foot, in fields.
    """
    if rng.random() >= _CHANCE:
        return pictures
    printed, pictures = _by_lot(rng, stone_radius), pictures.copy()
    for picture, view, tower in zip(pictures, views, towers, strict=True):
        if tower is not None:
            _paint(picture, printed, view, tower)
    return pictures


def outline(axis: NDArray[np.floating], radius: float, narrowing: float, sine: float) -> Outline | None:
    """Points round a tower's stones in the frame of its ``axis`` (S + 1, 2), which runs from the foot over the
    foot of each stone to the top: fields from the field's middle, y up.

    Stones of that ``radius`` in fields narrow to their tops by ``narrowing``, seen at an angle of that ``sine``.
    None where the axis is not known.
    """
    if not np.isfinite(axis).all():
        return None
    circle = _arc(1.0) * [1, sine]
    feet = axis[:-1, None] + radius * circle
    top = axis[-1] + max(0.0, radius - float(np.nan_to_num(narrowing))) * circle
    return np.concatenate([feet.reshape(-1, 2), top]).astype(np.float32)


def _by_lot(rng: np.random.Generator, stone_radius: float) -> _Print:
    radius = rng.uniform(0.2, 0.48)
    if rng.random() < _BY_THE_FOOT:
        radius = min(0.48, stone_radius * rng.uniform(0.9, 1.35))
    darkness = rng.uniform(0.1, 0.7) if rng.random() < 0.7 else rng.uniform(1.15, 2.2)
    ink, line = darkness * np.exp(rng.normal(0, 0.12, 3)), rng.uniform(0.008, 0.05)
    kind = rng.random()
    if kind < _DOTS:
        return _Print((), (_arc(rng.uniform(0.08, 0.3)),), line, ink)
    ring = _arc(radius)
    if kind > _DOTS + _FACES:
        return _Print((ring,), (), line, ink)
    turn = rng.uniform(0, 2 * np.pi)
    eyes = tuple(_arc(0.12 * radius) + _arc(0.48 * radius, turn + side)[0] for side in (-0.7, 0.7))
    mouth = _arc(0.58 * radius, turn + np.pi - 1.1, 2.2)
    return _Print((ring, mouth) if rng.random() < 0.8 else (mouth,), eyes, line, ink)


def _arc(radius: float, start: float = 0.0, sweep: float = 2 * np.pi) -> Outline:
    """(P, 2) points on a circle about the middle, from ``start`` on over ``sweep``, in radians; closed where it
    goes all round."""
    angles = np.linspace(start, start + sweep, _CORNERS + 1)
    return (radius * np.stack([np.cos(angles), np.sin(angles)], -1)).astype(np.float32)


def _paint(picture: NDArray[np.uint8], printed: _Print, view: NDArray[np.float32], tower: Outline) -> None:
    """Print on the field shown in ``picture`` (H, W, 3), in place, except within the hull of ``tower`` (P, 2)."""
    finer = picture.shape[1] / patches.TOWER_WIDTH
    px_per_field = finer * patches.TOWER_PX_PER_FIELD
    middle_px = (np.array([patches.TOWER_WIDTH / 2, patches.TOWER_BASE_ROW]) + 0.5) * finer - 0.5

    def fixed(points: Outline) -> NDArray[np.int32]:
        """Pixels in sixteenths, for OpenCV's sub-pixel drawing."""
        return np.round((points * [1, -1] * px_per_field + middle_px) * 16).astype(np.int32)

    flat = np.array([1, view[0]], np.float32)
    cover = np.zeros(picture.shape[:2], np.uint8)
    line = max(1, round(printed.line * px_per_field))
    cv2.polylines(cover, [fixed(points * flat) for points in printed.drawn], False, 255, line, cv2.LINE_AA, 4)
    for points in printed.filled:
        cv2.fillConvexPoly(cover, fixed(points * flat), 255, cv2.LINE_AA, 4)
    if len(tower):
        cv2.fillConvexPoly(cover, cv2.convexHull(fixed(tower)), 0, shift=4)
    blur_px = float(np.clip(_SOFT_PX * finer * 2.0 ** -view[1], 0.3, 4.0))
    share = cv2.GaussianBlur(cover.astype(np.float32) / 255, (0, 0), blur_px)[..., None]
    picture[:] = np.clip(picture * (1 + share * (printed.ink - 1)), 0, 255)

"""Pictures changed while training: as other cameras, lights, dyes and sets would show them. Without torch."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import sharpened, through_jpeg
from vision.pictures import Picture
from vision.stone_table import patches

_MOST_SHIFT_PX = np.array([8, 5])


@dataclass(frozen=True)
class Shown:
    """A board's towers: ``pictures`` (T, H, W, 3) BGR, fine or not, and ``views`` (T, 3) as
    ``vision.stone_table.patches`` cuts them, ``marks`` (T, M, 2) points of each from its field's middle in fields, y
    up, ``stone`` (3,) how high a stone of the set stands, how much a tower grows with each, and by how much a stone
    narrows to its top, in fields."""

    pictures: NDArray[np.uint8]
    views: NDArray[np.float32]
    marks: NDArray[np.float32]
    stone: NDArray[np.float32]


def another_set(shown: Shown, rng: np.random.Generator) -> Shown:
    """The towers of a set wider by ``zoom`` and taller by ``taller``.

    A picture stretched along the axis is what a camera at another angle sees of a taller set: with s the stretch
    and e the angle above the table, the table's circles then show under e' with sin e' = s sin e, and heights are
    longer by s cos e / cos e'. Solved for s: each tower is stretched so that all heights grow alike.
    """
    zoom, taller = np.exp(rng.normal(0, [0.07, 0.2]).clip([-0.15, -0.5], [0.15, 0.5]))
    sine2 = shown.views[:, 0].clip(0, 1) ** 2
    stretches = taller / np.sqrt(1 - sine2 + taller**2 * sine2)
    size = shown.pictures.shape[2], shown.pictures.shape[1]
    foot = (np.array([patches.TOWER_WIDTH / 2, patches.TOWER_BASE_ROW]) + 0.5) * _finer(shown.pictures) - 0.5
    pictures = np.empty_like(shown.pictures)
    for i, stretch in enumerate(stretches):
        grown = np.diag([zoom, zoom * stretch])
        affine = np.column_stack([grown, foot - grown @ foot])
        pictures[i] = cv2.warpAffine(shown.pictures[i], affine, size, borderMode=cv2.BORDER_REPLICATE)
    views = shown.views * np.column_stack([stretches, np.ones((len(stretches), 2))])
    views[:, 1] -= np.log2(zoom)
    marks = shown.marks * np.stack([np.full_like(stretches, zoom), zoom * stretches], -1)[:, None]
    stone = shown.stone * np.array([zoom * taller, zoom * taller, zoom], np.float32)
    return Shown(pictures, views.astype(np.float32), marks.astype(np.float32), stone)


def coarser(shown: Shown, rng: np.random.Generator) -> Shown:
    """At times the towers as a camera further away sees them."""
    if rng.random() < 0.6:
        return shown
    pictures, views = shown.pictures, shown.views
    # From below 40 pixels a field down to 17; pictures that are as coarse already stay as they are.
    factor = 2.0 ** (rng.uniform(-1.7, -0.4) - max(0.0, float(np.median(views[:, 1]))))
    factor = max(factor, 2.0**-1.7)
    wide = pictures.transpose(1, 0, 2, 3).reshape(pictures.shape[1], -1, 3)
    shrunk = factor / _finer(pictures)
    size = round(wide.shape[1] * shrunk), round(wide.shape[0] * shrunk)
    small = cv2.resize(wide, size, interpolation=cv2.INTER_AREA)
    wide = cv2.resize(small, wide.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    again = np.asarray(wide, np.uint8).reshape(pictures.shape[1], len(pictures), -1, 3).transpose(1, 0, 2, 3)
    scale = np.minimum(views[:, 1], np.log2(factor)).astype(np.float32)
    views = np.column_stack([views[:, 0], scale, views[:, 2]])
    return replace(shown, pictures=np.ascontiguousarray(again), views=views)


def recoloured(pictures: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """At times other dyes: the channels change places, or grow alike."""
    if rng.random() < 0.5:
        pictures = pictures[..., rng.permutation(3)]
    if rng.random() < 0.25:
        mix = rng.dirichlet(np.ones(3), 3) * rng.uniform(0.3, 1) + np.eye(3) * 0.3
        mix /= mix.sum(1, keepdims=True)
        tall = np.ascontiguousarray(pictures).reshape(-1, pictures.shape[2], 3)
        pictures = np.asarray(cv2.transform(tall, mix), np.uint8).reshape(pictures.shape)
    return pictures


def off_centre(
    pictures: NDArray[np.uint8], ends: NDArray[np.float32], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Each patch shifted by a few pixels: people put stones down more carelessly than scenes do."""
    finer = _finer(pictures)
    shifts = np.round(rng.uniform(-1, 1, (len(pictures), 2)) * _MOST_SHIFT_PX * finer).astype(int)
    x, y = np.arange(pictures.shape[2]), np.arange(pictures.shape[1])
    columns = np.clip(x - shifts[:, :1], 0, len(x) - 1)
    rows = np.clip(y - shifts[:, 1:], 0, len(y) - 1)
    moved = pictures[np.arange(len(pictures))[:, None, None], rows[:, :, None], columns[:, None, :]]
    moved_by = shifts * [1, -1] / (finer * patches.TOWER_PX_PER_FIELD)
    return moved, ends + moved_by[:, None].astype(np.float32)


def _finer(pictures: NDArray[np.uint8]) -> float:
    """How much finer pictures (T, H, W, 3) are than the patches."""
    return float(pictures.shape[2] / patches.TOWER_WIDTH)


def photometric(bgr: Picture, rng: np.random.Generator, strength: float = 1.0) -> Picture:
    """Another exposure, white balance, contrast, colourfulness, noise and blur; colours keep their names.

    ``bgr`` (..., H, W, 3); a stack of pictures is treated alike.
    """
    tall = np.ascontiguousarray(bgr).reshape(-1, bgr.shape[-2], 3)
    levels = (np.arange(256, dtype=np.float64) / 255) ** float(np.exp(rng.normal(0, 0.18 * strength)))
    gains = np.exp(rng.normal(0, 0.16 * strength) + rng.normal(0, 0.07 * strength, 3))
    table = np.clip(levels[:, None] * gains * 255, 0, 255).astype(np.uint8)
    x = cv2.LUT(tall, table[:, None, :].reshape(256, 1, 3))
    colourfulness = float(np.exp(rng.normal(0, 0.15 * strength)))
    x = cv2.transform(x, np.full((3, 3), (1 - colourfulness) / 3) + colourfulness * np.eye(3))
    if rng.random() < 0.2:
        # Light that a lens scatters lies over all alike.
        veil = float(rng.uniform(0, 0.4 * strength))
        x = np.asarray(x * (1 - veil) + veil * rng.uniform(60, 255, 3), np.uint8)
    if rng.random() < 0.3:
        x = cv2.GaussianBlur(x, (0, 0), float(rng.uniform(0.3, 1.2)))
    if rng.random() < 0.5:
        noise = rng.normal(0, 255 * float(rng.uniform(0, 0.04)) * strength, 65536).astype(np.int16)
        start = int(rng.integers(60000))
        grain = np.resize(np.roll(noise, start), x.shape)
        x = np.clip(x.astype(np.int16) + grain, 0, 255).astype(np.uint8)
    return np.asarray(x, np.uint8).reshape(bgr.shape)


def through_another_camera(bgr: Picture, rng: np.random.Generator) -> Picture:
    """At times (H, W, 3) as phones and webcams hand pictures on, harder than the scenes' cameras do: colours told
    more coarsely than brightness, grain smoothed away between edges, fewer pixels stretched to more, edges
    sharpened, packed as JPEG with little room."""
    if rng.random() < 0.4:
        return bgr
    seen = bgr
    if rng.random() < 0.5:
        seen = cv2.cvtColor(seen, cv2.COLOR_BGR2YCrCb)
        seen[..., 1:] = cv2.GaussianBlur(seen[..., 1:], (0, 0), float(rng.uniform(0.7, 4)))
        seen = cv2.cvtColor(seen, cv2.COLOR_YCrCb2BGR)
    if rng.random() < 0.3:
        seen = cv2.bilateralFilter(seen, 5, float(rng.uniform(8, 45)), 2.5)
    if rng.random() < 0.25:
        less = float(rng.uniform(0.6, 1))
        seen = cv2.resize(seen, None, fx=less, fy=less, interpolation=cv2.INTER_AREA)
        seen = cv2.resize(seen, bgr.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    seen = np.asarray(seen, np.uint8)
    if rng.random() < 0.4:
        reach_px = float(rng.uniform(0.8, 2))
        seen = sharpened(seen, float(rng.uniform(0.2, 1.6)), reach_px)
    if rng.random() < 0.75:
        seen = through_jpeg(seen, int(100 - 85 * rng.random() ** 0.7))
    return seen


def otherwise_lit(bgr: Picture, rng: np.random.Generator) -> Picture:
    """At times (H, W, 3) in less light, or in a lamp's that falls off across it, or with a lamp mirrored in it: a
    camera whose exposure is fixed shows a table so when the sun goes in or a lamp is switched on."""
    if rng.random() < 0.5:
        return bgr
    light = bgr.astype(np.float32)
    height, width = bgr.shape[:2]
    if rng.random() < 0.4:
        light *= float(rng.uniform(0.25, 1)) * np.exp(rng.normal(0, 0.06, 3)).astype(np.float32)
    if rng.random() < 0.5:
        near = _near_a_lamp(height, width, float(rng.uniform(0.3, 1.2)), rng)
        least = float(rng.uniform(0.15, 0.9))
        light *= (least + (float(rng.uniform(0.9, 1.7)) - least) * near)[..., None]
    if rng.random() < 0.3:
        mirrored = _near_a_lamp(height, width, float(rng.uniform(0.04, 0.3)), rng)
        warm = np.array([1, rng.uniform(1, 1.1), rng.uniform(1, 1.2)], np.float32)
        light += (float(rng.uniform(20, 200)) * mirrored)[..., None] * warm
    return np.clip(light, 0, 255).astype(np.uint8)


def _near_a_lamp(height: int, width: int, reach: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """(height, width) 1 where a lamp shines from, less the further away, ``reach`` of the width the deviation."""
    at_x, at_y = rng.uniform(-0.2, 1.2, 2) * [width, height]
    x, y = np.arange(width), np.arange(height)
    across, down = (np.exp(-0.5 * ((at - far) / (reach * width)) ** 2) for at, far in ((x, at_x), (y, at_y)))
    return np.outer(down, across).astype(np.float32)


def negative(bgr: Picture) -> Picture:
    """The same, dark where it was light: ink is light then, and papers keep their hues. ``bgr`` (..., H, W, 3)."""
    light = bgr.max(-1, keepdims=True).astype(np.int16) + bgr.min(-1, keepdims=True)
    return np.asarray(bgr + (255 - light), np.uint8)


def softer(view: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """At times as a camera with fewer pixels sees it."""
    if rng.random() < 0.7:
        return np.ascontiguousarray(view)
    factor = float(rng.uniform(0.35, 0.9))
    small = cv2.resize(np.ascontiguousarray(view), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, view.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)

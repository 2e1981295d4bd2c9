"""What the towers network is shown: the towers of a board, alone, and where each of their stones lies.

It sees them in any colours: shape counts, so the colours are dealt anew while training.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.catalogue import network
from models.training.augmentation import (
    Shown,
    another_set,
    coarser,
    off_centre,
    photometric,
    recoloured,
    through_another_camera,
)
from models.training.just4fun_colours import nets
from models.training.just4fun_colours.fields_task import in_patch, narrowing, stone_measures, stone_radius
from models.training.just4fun_colours.printed_places import outline, printed_places
from models.training.pictures import Labelled, ShownAgain
from models.training.targets import Arrays
from vision.pictures import Picture, to_network
from vision.stone_table import patches

TOWERS_A_BOARD = 16  # shown of a board while training
_HIDDEN = 0.35  # of a field that a hand covers
_WIDER = 1.15  # the fields round wide stones at most, than they are best taken to be


@dataclass(frozen=True)
class _Cut:
    """The towers of a picture as cut: fine patches (T, 216, 96, 3), views (T, 3), stones (T,), marks (T, 9, 2) from
    the field's middle in fields, y up (foot, top, then the rims, not a number where there is none), share
    covered (T,), the set's measures (3,)."""

    pictures: NDArray[np.uint8]
    views: NDArray[np.float32]
    height: NDArray[np.int64]
    marks: NDArray[np.float32]
    covered: NDArray[np.float32]
    stone: NDArray[np.float32]


# Cutting costs more than a step of training: what was cut is shown some times over, each time otherwise.
_SHOWN_TIMES, _KEPT = 10, 12_000
_cuts: ShownAgain[_Cut] = ShownAgain(_SHOWN_TIMES, _KEPT)


def towers_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """Patches, views, tops as the fields' network sees them, stones, marks, weights (0 for what pads a board or is
    hidden), measures of its towers."""
    pictures, views, *due = _towers_shown(picture, rng, training)
    return to_network(pictures), views, _tops_seen(pictures, views), *due


def _tops_seen(pictures: NDArray[np.uint8], views: NDArray[np.float32]) -> NDArray[np.float32]:
    """(T, 2) where the shipped network of the fields sees the tops in fine patches (T, 216, 96, 3)."""
    size = patches.TOWER_WIDTH, patches.TOWER_HEIGHT
    coarse = np.stack([cv2.resize(picture, size, interpolation=cv2.INTER_AREA) for picture in pictures])
    return network("fields").run(patches=to_network(coarse)[None], views=views[None])["tops"][0]


def _towers_shown(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """The same without those tops, the patches in bytes."""
    times = patches.times_as_wide(2 * stone_radius(picture))
    if training:
        times = float(rng.uniform(1.0, _WIDER * times)) if times > 1 else 1.0
        cut = _cuts.of(
            picture.name, lambda: _cut(picture, through_another_camera(picture.bgr, rng), 0.035, times, rng)
        )
    else:
        cut = _cut(picture, picture.bgr, 0.01, times, rng)
    order = np.arange(len(cut.height))
    if training:
        # As they stand there: whether all have one stone or all have two, only what is common tells.
        order = rng.permutation(order)[:TOWERS_A_BOARD]
    shown = Shown(cut.pictures[order], cut.views[order], cut.marks[order], cut.stone)
    if training and len(order):
        shown = _as_elsewhere(shown, rng)
    weight = (cut.covered[order] < _HIDDEN).astype(np.float32)
    missing = max(1, TOWERS_A_BOARD if training else len(order)) - len(order)
    padded = [
        np.concatenate([values, np.zeros((missing, *values.shape[1:]), values.dtype)])
        for values in (shown.pictures, shown.views, cut.height[order], shown.marks, weight)
    ]
    stones = np.broadcast_to(shown.stone, (len(padded[0]), 3))
    return np.ascontiguousarray(padded[0]), *padded[1:], stones


def _as_elsewhere(shown: Shown, rng: np.random.Generator) -> Shown:
    """The same towers of another set, under another camera and light, put down otherwise."""
    shown = replace(shown, pictures=_printed(shown, rng))
    if rng.random() < 0.7:
        shown = another_set(shown, rng)
    shown = coarser(shown, rng)
    pictures, marks = photometric(recoloured(shown.pictures, rng), rng), shown.marks
    if rng.random() < 0.5:
        pictures, marks = off_centre(pictures, marks, rng)
    if rng.random() < 0.5:
        pictures = pictures[:, :, ::-1]
        marks = patches.mirrored(marks)
    return replace(shown, pictures=pictures, marks=marks)


def _printed(shown: Shown, rng: np.random.Generator) -> NDArray[np.uint8]:
    """The pictures, at times with something printed on the fields."""
    deep = shown.marks[:, 0, 1] - shown.marks[:, 2, 1]  # from the middle of a stone's foot to its lowest rim
    known = np.isfinite(deep)
    if not known.any():
        return shown.pictures
    radius = float(np.median(deep[known] / shown.views[known, 0]))
    outlines = []
    for (foot, top, *rims), (sine, *_) in zip(shown.marks, shown.views, strict=True):
        feet = [rim + np.array([0, radius * sine]) for rim in rims if np.isfinite(rim).all()]
        axis = np.array([*(feet or [foot]), top])
        outlines.append(outline(axis, radius, float(shown.stone[2]), float(sine)))
    return printed_places(shown.pictures, shown.views, outlines, radius, rng)


def _cut(picture: Labelled, bgr: Picture, jitter: float, times: float, rng: np.random.Generator) -> _Cut:
    """The towers of a picture that shows as ``bgr``, its corners taken to be off by ``jitter`` fields, its fields to
    be ``times`` as wide."""
    field = np.sqrt(cv2.contourArea(picture.corners_px.astype(np.float32))) / picture.size
    towers = patches.cut_towers(bgr, picture.pose(jitter * field, rng), picture.size)
    towers = patches.in_wider_fields(towers, times)
    cells = [cell for row in picture.truth["cells"] for cell in row]
    height = np.array([len(cell["stack"]) for cell in cells])
    there = np.flatnonzero((height > 0) & (height <= nets.MAX_HEIGHT))
    radius = stone_radius(picture) / times
    marks = [tower_marks(towers, int(i), cells[i].get("axis_px"), radius) for i in there]
    return _Cut(
        patches.cut_finely(bgr, towers, there),
        towers.views[there],
        height[there],
        np.array(marks, np.float32).reshape(-1, 2 + nets.MAX_HEIGHT, 2),
        np.array([cells[i]["covered"] for i in there], np.float32),
        np.append(stone_measures(picture), np.float32(narrowing(picture))) / np.float32(times),
    )


def tower_marks(
    towers: patches.TowerPatches, cell: int, axis_px: list[list[float]] | None, radius: float
) -> NDArray[np.float32]:
    """(9, 2) foot, top, and the lower rims of up to seven stones of a ``radius`` where they are nearest to the
    camera; all in fields from the field's middle, y up; not a number where there is none."""
    marks = np.full((2 + nets.MAX_HEIGHT, 2), np.nan, np.float32)
    if not axis_px:
        return marks
    axis = in_patch(towers, cell, np.array(axis_px))
    marks[0], marks[1] = axis[0], axis[-1]
    marks[2 : 1 + len(axis)] = axis[:-1] - [0, radius * towers.views[cell, 0]]
    return marks

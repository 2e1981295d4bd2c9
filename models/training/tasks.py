"""What each network is shown and what it should have said: samples, losses, and a validation figure.

Every task makes one sample from one labelled picture and a random generator, as a tuple of arrays that the
loop stacks into batches, and scores the network's output on such a batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.training import nets
from models.training.augmentation import photometric
from models.training.just4fun_colours import nets as just4fun_nets
from models.training.just4fun_colours.cards_task import calibrate_marks, cards_loss, cards_sample
from models.training.just4fun_colours.fans_task import calibrate_edges, fans_loss, fans_sample
from models.training.just4fun_colours.fields_task import fields_loss, fields_sample
from models.training.just4fun_colours.growth_task import growth_loss, growth_sample
from models.training.just4fun_colours.tower_nets import Towers
from models.training.just4fun_colours.towers_loss import towers_loss
from models.training.just4fun_colours.towers_task import towers_sample
from models.training.pictures import Labelled
from models.training.point_cards import faces, finder
from models.training.strips.finder_task import sign_finder_sample
from models.training.strips.losses import (
    calibrate_signs,
    pairs_loss,
    sign_finder_loss,
    sign_reader_loss,
)
from models.training.strips.nets import PairNet, SignReader, sign_finder
from models.training.strips.pairs_task import pairs_sample
from models.training.strips.reader_task import sign_reader_sample
from models.training.targets import Arrays, Forward, peaks
from models.training.tiles.nets import Tiles
from models.training.tiles.task import tiles_loss, tiles_sample
from vision.finding.crossings import LATTICE_FIELD_PX, LATTICE_STRIDE, crop_homography, crop_side
from vision.finding.overview import FINDER_STRIDE
from vision.pictures import to_network


@dataclass(frozen=True)
class Task:
    """One network's training: its maker, its samples, its loss, how to export it, and how to calibrate it."""

    make_net: Callable[[], nn.Module]
    sample: Callable[[Labelled, np.random.Generator, bool], Arrays]
    loss: Callable[[Forward, list[Tensor]], tuple[Tensor, dict[str, float]]]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    dynamic: dict[str, dict[int, str]]
    calibrate: Callable[[Any, Iterable[Arrays]], object] | None = None


# --- finder ---------------------------------------------------------------------------------------------

FINDER_CANVAS = (384, 224)  # width, height


def finder_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """The whole picture at about 384 pixels, shifted and scaled; maps of mask, corners, hands."""
    height, width = picture.bgr.shape[:2]
    fit = min(FINDER_CANVAS[0] / width, FINDER_CANVAS[1] / height)
    zoom = fit * (float(rng.uniform(0.7, 1.15)) if training else 1.0)
    turn = np.eye(2) * zoom
    if training and rng.random() < 0.5:
        turn[:, 0] *= -1
    if training and rng.random() < 0.25:
        turn = -turn
    if training:
        angle = rng.normal(0, 0.12)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ turn
    board_px = picture.corners_px.mean(0)
    centre = np.array([width / 2, height / 2])
    slack = np.array(FINDER_CANVAS) * 0.1 * (1 if training else 0)
    target = np.array(FINDER_CANVAS) / 2 + rng.uniform(-1, 1, 2) * slack
    shift = target - turn @ centre
    # Keep the board in the canvas: a cut board teaches nothing.
    board_canvas = turn @ board_px + shift
    shift += np.clip(board_canvas, [60, 40], np.array(FINDER_CANVAS) - [60, 40]) - board_canvas
    affine = np.column_stack([turn, shift])
    small = cv2.warpAffine(
        cv2.GaussianBlur(picture.bgr, (0, 0), 0.4 / zoom) if zoom < 0.8 else picture.bgr,
        affine,
        FINDER_CANVAS,
        flags=cv2.INTER_LINEAR,
        borderValue=(114, 114, 114),
    )
    if training:
        small = photometric(np.asarray(small, np.uint8), rng)
    corners = (picture.corners_px @ turn.T + shift) / FINDER_STRIDE
    size = (FINDER_CANVAS[0] // FINDER_STRIDE, FINDER_CANVAS[1] // FINDER_STRIDE)
    mask = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(mask, np.round((corners - 0.5) * 16).astype(np.int32), 1, shift=4)
    hand = np.zeros(size[::-1], np.float32)
    if picture.hand is not None:
        moved = cv2.warpAffine(picture.hand, affine, FINDER_CANVAS, flags=cv2.INTER_LINEAR)
        hand = cv2.resize(moved, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    maps = np.stack(
        [mask.astype(np.float32), peaks(corners - 0.5, size, 1.2), (hand > 0.5).astype(np.float32)]
    )
    return to_network(np.asarray(small, np.uint8)), maps.astype(np.float32)


def soft_peak_loss(logits: Tensor, target: Tensor) -> Tensor:
    """Cross-entropy against Gaussians: keeps their shape, so that peaks can be read below a pixel."""
    weight = 1 + 15 * target
    return (nnf.binary_cross_entropy_with_logits(logits, target, reduction="none") * weight).mean() * 10


def finder_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Mask and hands by cross-entropy, corners by soft peaks."""
    picture, maps = batch
    logits = net(picture)
    mask = nnf.binary_cross_entropy_with_logits(logits[:, 0], maps[:, 0])
    corner = soft_peak_loss(logits[:, 1], maps[:, 1])
    # Hands are in one picture of four and small: unweighted, "no hand anywhere" is learnt first.
    rare = torch.tensor(4.0)
    hand = nnf.binary_cross_entropy_with_logits(logits[:, 2], maps[:, 2], pos_weight=rare)
    found = (logits[:, 0] > 0).float()
    iou = ((found * maps[:, 0]).sum() / (found + maps[:, 0]).clamp(max=1).sum().clamp(min=1)).item()
    held = (logits[:, 2] > 0).float()
    hand_iou = ((held * maps[:, 2]).sum() / (held + maps[:, 2]).clamp(max=1).sum().clamp(min=1)).item()
    figures = {
        "mask": mask.item(),
        "corner": corner.item(),
        "hand": hand.item(),
        "iou": iou,
        "hand_iou": hand_iou,
    }
    return mask * 2 + corner + hand * 5, figures


# --- lattice --------------------------------------------------------------------------------------------


def lattice_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """The board rectified by a wrong guess of its corners; maps of the crossings and of the fields."""
    corners = picture.corners_px
    field = np.sqrt(cv2.contourArea(corners.astype(np.float32))) / picture.size
    loose = 0.05 if rng.random() < 0.4 else 0.35
    guess = corners + rng.normal(0, loose * field, (4, 2)) + rng.normal(0, loose * field * 0.7, 2)
    guess = np.roll(guess, int(rng.integers(4)), axis=0)
    # Boards of any size fill one batch: of a larger one a window is shown.
    window = crop_side(6)
    shift = rng.integers(0, crop_side(picture.size) - window + 1, 2)
    crop_from_picture = _shifted(-shift) @ crop_homography(guess, picture.size)
    crop = cv2.warpPerspective(
        _soft(picture.bgr, LATTICE_FIELD_PX / field), crop_from_picture, (window, window)
    )
    points = cv2.perspectiveTransform(picture.lattice_px()[:, None], crop_from_picture)[:, 0]
    if training:
        crop = photometric(np.asarray(crop, np.uint8), rng)
        if rng.random() < 0.5:
            crop, points = crop[:, ::-1], np.column_stack([window - 1 - points[:, 0], points[:, 1]])
    cells = window // LATTICE_STRIDE
    points_map = (points + 0.5) / LATTICE_STRIDE - 0.5
    n = picture.size
    outline = points_map[[0, n, (n + 1) ** 2 - 1, (n + 1) * n]]
    mask = np.zeros((cells, cells), np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 1, shift=4)
    maps = np.stack([peaks(points_map, (cells, cells), 1.3), mask.astype(np.float32)])
    return to_network(np.ascontiguousarray(crop)), maps


def _shifted(by: NDArray[np.int64]) -> NDArray[np.float64]:
    """(3, 3) translation by ``by`` pixels (x, y)."""
    return np.array([[1.0, 0, by[0]], [0, 1, by[1]], [0, 0, 1]])


def _soft(bgr: NDArray[np.uint8], factor: float) -> NDArray[np.uint8]:
    """Blurred as much as shrinking by ``factor`` asks, so that a warp does not alias."""
    if factor > 0.7:
        return bgr
    return np.asarray(cv2.GaussianBlur(bgr, (0, 0), 0.4 / factor), np.uint8)


def lattice_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Soft peaks at the crossings, cross-entropy for the mask."""
    crop, maps = batch
    logits = net(crop)
    peak = soft_peak_loss(logits[:, 0], maps[:, 0])
    mask = nnf.binary_cross_entropy_with_logits(logits[:, 1], maps[:, 1])
    probability = torch.sigmoid(logits[:, 0])
    at_peaks = (probability * (maps[:, 0] > 0.9)).sum() / (maps[:, 0] > 0.9).sum()
    return peak + mask, {"peak": peak.item(), "mask": mask.item(), "at_peaks": at_peaks.item()}


_FINDER = Task(
    nets.finder,
    finder_sample,
    finder_loss,
    ("picture",),
    ("maps",),
    {"picture": {0: "batch", 2: "height", 3: "width"}, "maps": {0: "batch", 2: "rows", 3: "columns"}},
)
_LATTICE = replace(_FINDER, make_net=nets.lattice, sample=lattice_sample, loss=lattice_loss)
TASKS = {
    "finder": _FINDER,
    "tile_finder": _FINDER,
    "lattice": _LATTICE,
    "tile_lattice": _LATTICE,
    "fields": Task(
        just4fun_nets.Fields,
        fields_sample,
        fields_loss,
        ("patches", "views"),
        ("field", "owner", "height", "hidden", "lift", "tops"),
        {
            name: {0: "boards", 1: "cells"}
            for name in ("patches", "views", "field", "owner", "height", "hidden", "lift", "tops")
        },
    ),
    "towers": Task(
        Towers,
        towers_sample,
        towers_loss,
        ("patches", "views", "tops"),
        ("height", "radius"),
        {name: {0: "boards", 1: "cells"} for name in ("patches", "views", "tops", "height", "radius")},
    ),
    "growth": Task(
        just4fun_nets.Growth,
        growth_sample,
        growth_loss,
        ("before", "after", "views"),
        ("growth",),
        {name: {0: "boards", 1: "cells"} for name in ("before", "after", "views", "growth")},
    ),
    "tiles": Task(
        Tiles,
        tiles_sample,
        tiles_loss,
        ("patches", "places"),
        ("owner", "hidden", "corner", "arrow", "belongs"),
        {
            name: {0: "boards", 1: "cells"}
            for name in ("patches", "places", "owner", "hidden", "corner", "arrow", "belongs")
        },
    ),
    "point_finder": replace(
        _FINDER,
        make_net=finder.point_finder,
        sample=finder.finder_sample,
        loss=finder.finder_loss,
        calibrate=finder.calibrate_marks,
    ),
    "point_faces": Task(
        faces.Faces,
        faces.faces_sample,
        faces.faces_loss,
        ("patches",),
        ("points", "colour", "hidden"),
        {name: {0: "tables", 1: "cards"} for name in ("patches", "points", "colour", "hidden")},
    ),
    "cards": Task(
        just4fun_nets.Cards, cards_sample, cards_loss, ("picture",), ("maps",), {}, calibrate_marks
    ),
    "strip_signs": Task(
        sign_finder,
        sign_finder_sample,
        sign_finder_loss,
        ("picture",),
        ("maps",),
        _FINDER.dynamic,
        calibrate_signs,
    ),
    "strip_reader": Task(
        SignReader,
        sign_reader_sample,
        sign_reader_loss,
        ("patches",),
        ("sign", "colour", "frame"),
        {name: {0: "pictures", 1: "signs"} for name in ("patches", "sign", "colour", "frame")},
    ),
    "strip_pairs": Task(
        PairNet,
        pairs_sample,
        pairs_loss,
        ("pairs",),
        ("together",),
        {"pairs": {0: "pictures", 1: "pairs"}, "together": {0: "pictures", 1: "pairs"}},
    ),
    "fans": Task(just4fun_nets.Fans, fans_sample, fans_loss, ("picture",), ("columns",), {}, calibrate_edges),
}

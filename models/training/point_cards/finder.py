"""What the network that finds cards with points is shown, and what it should say: marks, outlines, hands."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as nnf

from models.training.augmentation import otherwise_lit, photometric, softer
from models.training.marks import focal_loss, make_honest
from models.training.nets import UNet
from models.training.pictures import Labelled
from models.training.point_cards.truths import cards_of
from models.training.targets import Arrays, Forward, peaks
from vision.pictures import shrink, to_network
from vision.point_cards.finding import HAND, LONG_SIDE, MAPS, MARK, POINTED, STRIDE, marks_of, padded
from vision.point_cards.squares import code_of, crossing

CROP = 320  # pixels that one sample shows while training
_TO_FIND = 0.5  # a card of which more is covered need not be found
_NEARLY_HIDDEN = 0.95  # from here on none is there to be seen
_REACH = 2.0  # cells round a mark that point at its card's outline
_SIGMA = 1.1
_FAINTEST = 0.02
# Of the outline: offsets in cells, then the code
_SCALE = (0.6, 0.6, 4.0, 1.5, 1.5, 4.0, 4.0)


def point_finder() -> UNet:
    """Whole picture to: marks, what they point at, hands (at stride 4)."""
    return UNet((12, 24, 32, 48, 64), MAPS, out_stride=STRIDE, head_width=32)


def finder_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """The picture as it is looked at, or a part of it turned by chance; marks (H, W), what they point at (7, H, W)
    with NaN where nothing is, where marks count (H, W), hands (H, W)."""
    factor = LONG_SIDE / max(picture.bgr.shape[:2])
    found, unsure = cards_of(picture, "cells", "loose"), cards_of(picture, "held")
    if training:
        to_seen, size = _part(picture, found.corners_px, factor, rng), (CROP, CROP)
    else:
        to_seen = np.array([[factor, 0, factor / 2 - 0.5], [0, factor, factor / 2 - 0.5]])
        size = tuple(round(side * factor) for side in picture.bgr.shape[1::-1])
    scale = float(np.sqrt(abs(np.linalg.det(to_seen[:, :2]))))
    small, true_factor = shrink(picture.bgr, scale)
    seen = cv2.warpAffine(small, _from_smaller(to_seen, true_factor), size, borderValue=(114, 114, 114))
    hand = picture.hand if picture.hand is not None else np.zeros(picture.bgr.shape[:2], np.uint8)
    hand = cv2.warpAffine(hand, to_seen, size)
    seen = np.asarray(seen, np.uint8)
    if training:
        seen = photometric(otherwise_lit(softer(seen, rng), rng), rng)
    seen, hand = padded(seen), padded(cv2.merge([hand] * 3), 0)[..., 0]
    cells = seen.shape[1] // STRIDE, seen.shape[0] // STRIDE
    hands = cv2.resize(hand, cells, interpolation=cv2.INTER_AREA) > 127
    to_find = found.covered < _TO_FIND
    ignored = np.concatenate(
        [found.corners_px[~to_find & (found.covered < _NEARLY_HIDDEN)], unsure.corners_px]
    )
    marks, geometry = _targets(_on_map(found.corners_px[to_find], to_seen), cells)
    count = np.ones(marks.shape, np.float32)
    for quad in _on_map(ignored, to_seen):
        cv2.fillConvexPoly(count, np.round(quad).astype(np.int32), 0)
    count[marks > 0.1] = 1
    return to_network(seen), marks, geometry, count, hands.astype(np.float32)


def _part(
    picture: Labelled, corners_px: NDArray[np.float64], factor: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """(2, 3) from the picture's pixels to a crop about one of its cards, turned, mirrored and zoomed by chance."""
    height, width = picture.bgr.shape[:2]
    zoom = factor * float(np.exp(rng.uniform(-0.35, 0.35)))
    angle = float(rng.normal(0, 0.15)) + int(rng.integers(4)) * np.pi / 2
    cos, sin = zoom * np.cos(angle), zoom * np.sin(angle)
    turn = np.array([[cos, -sin], [sin, cos]]) @ np.diag([rng.choice([-1.0, 1.0]), 1.0])
    middle = rng.uniform(0, 1, 2) * [width, height]
    if len(corners_px) and rng.random() < 0.85:
        middle = corners_px[int(rng.integers(len(corners_px)))].mean(0)
    at = CROP * rng.uniform(0.2, 0.8, 2)
    return np.column_stack([turn, at - turn @ middle])


def _from_smaller(to_seen: NDArray[np.float64], factor: float) -> NDArray[np.float64]:
    """The same map, from the picture made smaller by ``factor``."""
    turn = to_seen[:, :2] / factor
    return np.column_stack([turn, to_seen[:, 2] + turn @ np.full(2, 0.5) - to_seen[:, :2] @ np.full(2, 0.5)])


def _on_map(corners_px: NDArray[np.float64], to_seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, 4, 2) outlines in cells of the map, clockwise."""
    seen = corners_px @ to_seen[:, :2].T + to_seen[:, 2]
    if np.linalg.det(to_seen[:, :2]) < 0:
        seen = seen[:, ::-1]
    return np.asarray((seen + 0.5) / STRIDE - 0.5)


def _targets(
    quads: NDArray[np.float64], cells: tuple[int, int]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The marks (H, W) and what they point at (7, H, W) of cards with outlines (N, 4, 2) in cells of the map."""
    marks = np.zeros(cells[::-1], np.float32)
    geometry = np.full((7, *cells[::-1]), np.nan, np.float32)
    nearest = np.full(cells[::-1], np.inf)
    y, x = np.mgrid[: cells[1], : cells[0]]
    for quad, middle in zip(quads, crossing(quads), strict=True):
        if not (np.isfinite(middle).all() and (middle > -1).all() and (middle < cells).all()):
            continue
        marks = np.maximum(marks, peaks(middle[None], cells, _SIGMA))
        away = np.hypot(x - middle[0], y - middle[1])
        own = (away < _REACH) & (away < nearest)
        nearest[own] = away[own]
        code = np.repeat(code_of(quad - middle)[:, None], own.sum(), 1)
        geometry[:, own] = np.concatenate([[middle[0] - x[own], middle[1] - y[own]], code])
    return marks, geometry


def finder_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """The marks, the outlines near them, and hands."""
    picture, marks, geometry, count, hands = batch
    out = net(picture)
    mark = focal_loss(out[:, MARK], marks, count)
    near = torch.isfinite(geometry[:, 0]).float()
    scale = torch.tensor(_SCALE).reshape(1, -1, 1, 1)
    off = (out[:, POINTED] - geometry.nan_to_num()).abs() * scale * near[:, None]
    shape = off.sum() / near.sum().clamp(min=1)
    hand = nnf.binary_cross_entropy_with_logits(out[:, HAND], hands, pos_weight=torch.tensor(4.0))
    held = (out[:, HAND] > 0).float()
    overlap = (held * hands).sum() / (held + hands).clamp(max=1).sum().clamp(min=1)
    figures = {"mark": mark.item(), "shape": shape.item(), "hand": hand.item(), "hand_iou": overlap.item()}
    return mark + shape + 2 * hand, figures


@torch.no_grad()
def calibrate_marks(net: UNet, samples: Iterable[Arrays]) -> tuple[float, float]:
    """Make the marks' probabilities honest (Platt 1999): the last layer takes in the scale and shift of their logits
    that do it, fitted on ``samples`` that the network was not trained on. Returns both."""
    said, right = list[float](), list[float]()
    for picture, marks, _, count, _ in samples:
        heat = net(torch.from_numpy(np.array(picture))[None])[0, MARK].sigmoid().numpy()
        near = cv2.dilate(marks, np.ones((3, 3), np.uint8)) > 0.3
        for row, col, p in marks_of(heat, _FAINTEST):
            if count[row, col]:
                said.append(float(p))
                right.append(float(near[row, col]))
    return make_honest(net, MARK, said, right)

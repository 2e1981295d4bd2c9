"""What each network is shown and what it should have said: samples, losses, and a validation figure.

Every task makes one sample from one labelled picture and a random generator, as a tuple of arrays that the
loop stacks into batches, and scores the network's output on such a batch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.training import nets
from models.training.cards_task import cards_loss, cards_sample
from models.training.pictures import Labelled, photometric
from models.training.targets import Arrays, Forward, peaks
from vision import patches
from vision.board import FINDER_STRIDE, LATTICE_FIELD_PX, LATTICE_STRIDE, crop_homography, crop_side
from vision.pictures import to_network


@dataclass(frozen=True)
class Task:
    """One network's training: its maker, its samples, its loss, and how to export it."""

    make_net: Callable[[], nn.Module]
    sample: Callable[[Labelled, np.random.Generator, bool], Arrays]
    loss: Callable[[Forward, list[Tensor]], tuple[Tensor, dict[str, float]]]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    dynamic: dict[str, dict[int, str]]


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


# --- fields ---------------------------------------------------------------------------------------------


UNKNOWN = -100  # the field's colour is none of this game's: a board of another one
CELLS_A_BOARD = 24  # shown of a board while training: boards have 25 to 100


def fields_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """The towers' patches of a board with a slightly wrong pose; classes per cell."""
    field = np.sqrt(cv2.contourArea(picture.corners_px.astype(np.float32))) / picture.size
    pose = picture.pose(0.035 * field if training else 0.01 * field, rng)
    towers = patches.cut_towers(picture.bgr, pose, picture.size)
    pictures, views = towers.pictures, towers.views
    cells = [cell for row in picture.truth["cells"] for cell in row]
    known = {name: i for i, name in enumerate(nets.FIELD_COLOURS)}
    field_class = np.array([known.get(cell["field"], UNKNOWN) for cell in cells])
    owner = np.array([nets.OWNERS.index(cell["stack"][-1]) if cell["stack"] else 0 for cell in cells])
    height = np.array([len(cell["stack"]) for cell in cells])
    covered = np.array([cell["covered"] for cell in cells], np.float32)
    if training:
        pictures = photometric(pictures, rng)
        if rng.random() < 0.5:
            pictures = pictures[:, :, ::-1]
        # Towers are what is hard to read: they are shown oftener than single stones, those oftener than none.
        chance = np.array([1, 2, 4, 4, 4, 4, 4, 4])[height]
        order = rng.choice(len(cells), CELLS_A_BOARD, replace=False, p=chance / chance.sum())
        pictures, views = pictures[order], views[order]
        field_class, owner, height, covered = field_class[order], owner[order], height[order], covered[order]
    rise = picture.truth["rise_mm"] / (1000 * picture.truth["cell_m"])
    measures = np.column_stack([np.maximum(height - 1, 0) * rise, np.full(len(height), rise)]).astype(
        np.float32
    )
    return to_network(np.ascontiguousarray(pictures)), views, field_class, owner, height, covered, measures


def fields_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropies, and measures in fields; what a hand covers counts for ``hidden`` alone."""
    pictures, views, field, owner, height, covered, measures = batch
    field_logits, owner_logits, height_logits, hidden_logits, *measured = net(pictures, views)
    visible = (covered < 0.35).float()
    total = visible.sum().clamp(min=1)

    def entropy(logits: Tensor, target: Tensor) -> Tensor:
        each = nnf.cross_entropy(
            logits.flatten(0, 1),
            target.flatten(),
            reduction="none",
            label_smoothing=0.01,
            ignore_index=UNKNOWN,
        )
        return (each * visible.flatten()).sum() / total

    def error(logits: Tensor, target: Tensor) -> float:
        wrong = (logits.argmax(-1) != target) & (target != UNKNOWN)
        return ((wrong.float() * visible).sum() / total).item()

    hidden_target = (covered > 0.35).float()
    hidden = nnf.binary_cross_entropy_with_logits(hidden_logits, hidden_target)
    losses = entropy(field_logits, field), entropy(owner_logits, owner), entropy(height_logits, height)
    figures = {
        "field_err": error(field_logits, field),
        "owner_err": error(owner_logits, owner),
        "height_err": error(height_logits, height),
        "hidden_err": ((hidden_logits > 0).float() != hidden_target).float().mean().item(),
    }
    loss = losses[0] * 0.7 + losses[1] * 1.5 + losses[2] * 1.2 + hidden * 0.7
    if measured:  # they only help to learn, and are not exported
        off = (measured[0] - measures).abs().sum(-1)
        loss = loss + 1.5 * (off * visible).sum() / total
        figures["measure_off"] = ((off * visible).sum() / total).item()
    return loss, figures


TASKS = {
    "finder": Task(
        nets.finder,
        finder_sample,
        finder_loss,
        ("picture",),
        ("maps",),
        {"picture": {0: "batch", 2: "height", 3: "width"}, "maps": {0: "batch", 2: "rows", 3: "columns"}},
    ),
    "lattice": Task(
        nets.lattice,
        lattice_sample,
        lattice_loss,
        ("picture",),
        ("maps",),
        {"picture": {0: "batch", 2: "height", 3: "width"}, "maps": {0: "batch", 2: "rows", 3: "columns"}},
    ),
    "fields": Task(
        nets.Fields,
        fields_sample,
        fields_loss,
        ("patches", "views"),
        ("field", "owner", "height", "hidden"),
        {
            name: {0: "boards", 1: "cells"}
            for name in ("patches", "views", "field", "owner", "height", "hidden")
        },
    ),
    "cards": Task(nets.cards, cards_sample, cards_loss, ("picture",), ("maps",), {}),
}

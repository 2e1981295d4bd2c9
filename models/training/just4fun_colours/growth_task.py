"""What the growth network is shown: a tower before and after it was touched, or what is beside it. Has it a stone
more, or less, or none?

Shape counts: the colours are dealt anew while training.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as nnf

from models.scenes.make_changes import towers_near
from models.training.augmentation import Shown, another_set, coarser, off_centre, photometric, recoloured
from models.training.pictures import Labelled, ShownAgain
from models.training.targets import Arrays, Forward
from vision.pictures import Picture, to_network
from vision.stone_table import patches
from vision.stone_table.growth import GROWTHS

TOWERS_A_TABLE = 6  # shown of each table
_SHOWN_TIMES, _KEPT = 10, 6_000
_LAMP = 0.3  # how much, at most, the light changes in between, against what cameras differ by
# A tower that only others changed beside counts so much of one that was touched: it is plain, and frequent, and what
# the network says of one that had its top changed for another should not depend on how frequent.
_UNTOUCHED = 0.25
_SHARES = (0.07, 0.50, 0.43)  # of GROWTHS, of 6,000 towers made, so weighed: single stones are never taken


@dataclass(frozen=True)
class _Cut:
    """The towers of a table that were touched, or beside what was: patches (T, 144, 64, 3) ``before`` and ``after``,
    ``views`` (T, 3), stones ``more`` (T,) and by how much each counts, ``weight`` (T,)."""

    before: NDArray[np.uint8]
    after: NDArray[np.uint8]
    views: NDArray[np.float32]
    more: NDArray[np.int64]
    weight: NDArray[np.float32]


_cuts: ShownAgain[_Cut] = ShownAgain(_SHOWN_TIMES, _KEPT)


def growth_sample(table: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """Patches before and after, views, the index in GROWTHS of what was done to them, and weights, 0 for what pads
    a table to ``TOWERS_A_TABLE``."""
    cut = _cuts.of(table.name, lambda: _cut(table, 0.03, rng)) if training else _cut(table, 0.01, rng)
    if training:
        cut = _as_elsewhere(cut, rng)
    label = cut.more - GROWTHS[0]
    missing = TOWERS_A_TABLE - len(label)
    padded = [
        np.concatenate([values, np.zeros((missing, *values.shape[1:]), values.dtype)])
        for values in (cut.before, cut.after, cut.views, label, cut.weight)
    ]
    return (
        to_network(np.ascontiguousarray(padded[0])),
        to_network(np.ascontiguousarray(padded[1])),
        *padded[2:],
    )


def growth_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropy, as if each of GROWTHS were as frequent as the others: what is told is a likelihood."""
    before, after, views, label, weight = batch
    told, label, weight = net(before, after, views).flatten(0, 1), label.flatten(), weight.flatten()
    weight = weight * (1 / torch.tensor(_SHARES))[label]
    total = weight.sum().clamp(min=1e-6)
    each = nnf.cross_entropy(told, label, reduction="none")
    wrong = (told.argmax(-1) != label).float()
    return (each * weight).sum() / total, {
        "growth": ((each * weight).sum() / total).item(),
        "growth_err": ((wrong * weight).sum() / total).item(),
    }


def _as_elsewhere(cut: _Cut, rng: np.random.Generator) -> _Cut:
    """The same of another set, under another camera and light, put down otherwise."""
    count = len(cut.more)
    no_marks, no_stone = np.zeros((2 * count, 0, 2), np.float32), np.ones(3, np.float32)
    both = Shown(np.concatenate([cut.before, cut.after]), np.tile(cut.views, (2, 1)), no_marks, no_stone)
    if rng.random() < 0.7:
        both = another_set(both, rng)
    both = coarser(both, rng)
    pictures = photometric(recoloured(both.pictures, rng), rng)
    if rng.random() < 0.5:
        pictures = pictures[:, :, ::-1]
    before, after = pictures[:count], photometric(pictures[count:], rng, float(rng.uniform(0, _LAMP)))
    if rng.random() < 0.5:
        together = np.concatenate([before, after], -1)
        together, _ = off_centre(together, no_marks[:count], rng)
        before, after = together[..., :3], together[..., 3:]
    return _Cut(before, after, both.views[:count], cut.more, cut.weight)


def _cut(table: Labelled, jitter: float, rng: np.random.Generator) -> _Cut:
    """The towers of a table that were touched, or beside what was; its corners may be off by ``jitter`` fields."""
    field = np.sqrt(cv2.contourArea(table.corners_px.astype(np.float32))) / table.size
    pose = table.pose(jitter * field, rng)
    towers = patches.cut_towers(table.bgr, pose, table.size)
    earlier = patches.cut_towers(_before(table), pose, table.size)
    stacks, cells = table.truth["before"], table.truth["cells"]
    touched, untouched = towers_near([(row, col) for row, col in table.truth["changed"]], stacks)
    order = rng.permutation(len(untouched))[: TOWERS_A_TABLE - len(touched)]
    shown = [*touched, *(untouched[int(i)] for i in order)]
    which = np.array([row * table.size + col for row, col in shown], np.int64)
    more = [len(cells[row][col]["stack"]) - len(stacks[row][col]) for row, col in shown]
    weight = np.where(np.arange(len(shown)) < len(touched), 1, _UNTOUCHED).astype(np.float32)
    pictures = earlier.pictures[which], towers.pictures[which]
    return _Cut(*pictures, towers.views[which], np.array(more, np.int64), weight)


def _before(table: Labelled) -> Picture:
    bgr = cv2.imread(str(table.truth_path.with_suffix(".before.jpg")))
    if bgr is None:
        raise ValueError(f"{table.name} has no picture of before: make it with models.scenes.make_changes")
    return np.asarray(bgr, np.uint8)

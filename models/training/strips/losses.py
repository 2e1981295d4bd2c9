"""What the networks that read strips are taught by: how wrong each is of what it was shown."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as nnf

from models.training.marks import focal_loss, make_honest
from models.training.nets import UNet
from models.training.strips import pairs_task, reader_task
from models.training.strips.finder_task import CELLS
from models.training.targets import Arrays, Forward
from vision.strips.letters import COLOURS, NO_SIGN, SIGNS
from vision.strips.signs import LEAST_CONFIDENCE, SIGN_STRIDE, signs_in

_FAINTEST = 0.02


def sign_finder_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """The marks, and near them the frames: in shares of the half width."""
    view, marks, geometry, count = batch
    out = net(view)
    mark = focal_loss(out[:, 0], marks, count)
    near = torch.isfinite(geometry[:, 0]).float()
    total = near.sum().clamp(min=1)
    true = geometry.nan_to_num()
    size = (true[:, 2:3] + true[:, 4:5]).clamp(min=1)  # of the half width
    scale = torch.cat([1 / size] * 8 + [torch.full_like(size, 0.4)] * 4, 1)
    each = (out[:, 1:] - true).abs() * scale * near[:, None]
    parts = each.sum((0, 2, 3)) / total
    return mark + 2 * parts.sum(), {
        "mark": mark.item(),
        "at": parts[:2].sum().item(),
        "across": parts[2:5].sum().item(),
        "along": parts[5:8].sum().item(),
        "way": parts[8:10].sum().item(),
        "lengths": parts[10:].sum().item(),
    }


@torch.no_grad()
def calibrate_signs(net: UNet, samples: Iterable[Arrays]) -> tuple[float, float]:
    """Make the marks' probabilities honest, as is done with those of cards (``calibrate_marks``)."""
    said, right = list[float](), list[float]()
    for view, marks, _, count in samples:
        maps = net(torch.from_numpy(np.array(view))[None])[0].numpy()
        found = signs_in(maps)
        cells = np.clip(np.round((found.centre_px + 0.5) / SIGN_STRIDE - 0.5).astype(int), 0, CELLS - 1)
        near = cv2.dilate(marks, np.ones((3, 3), np.uint8)) > 0.1
        for (col, row), p in zip(cells, found.confidence, strict=True):
            if count[row, col] and p > max(_FAINTEST, LEAST_CONFIDENCE):
                said.append(float(p))
                right.append(float(near[row, col]))
    return make_honest(net, 0, said, right)


def pairs_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropy over the pairs there are."""
    features, labels = batch
    said, told = net(features), labels != pairs_task.UNTOLD
    loss = nnf.binary_cross_entropy_with_logits(said[told], labels[told])
    wrong = ((said > 0).float() != labels) & told
    return loss, {"loss": loss.item(), "wrong": float(wrong.sum() / told.sum().clamp(min=1))}


def sign_reader_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropies, of signs and of colours, and by how much frames are put right wrongly."""
    patches, sign, colour, frame = batch
    said_sign, said_colour, said_frame = net(patches)
    sign_loss = nnf.cross_entropy(
        said_sign.flatten(0, 1), sign.flatten(), ignore_index=reader_task.UNTOLD, label_smoothing=0.02
    )
    flat = colour.flatten()
    colour_loss = nnf.cross_entropy(
        said_colour.flatten(0, 1), flat, ignore_index=reader_task.UNTOLD, label_smoothing=0.01
    )
    told = torch.isfinite(frame)
    frame_loss = ((said_frame - frame.nan_to_num()).abs() * told).sum() / told.sum().clamp(min=1)
    is_sign, is_none = (sign >= 0) & (sign < len(SIGNS)), sign == NO_SIGN
    return sign_loss + 0.7 * colour_loss + 3 * frame_loss, {
        "frame": frame_loss.item(),
        "sign_err": _share(said_sign[..., : len(SIGNS)].argmax(-1) != sign, is_sign),
        "not_seen": _share(said_sign.argmax(-1) == NO_SIGN, is_sign),
        "none_err": _share(said_sign.argmax(-1) != NO_SIGN, is_none),
        "colour_err": _share(said_colour.argmax(-1) != colour, (colour >= 0) & (colour < len(COLOURS))),
    }


def _share(wrong: Tensor, of: Tensor) -> float:
    return float((wrong & of).sum() / torch.as_tensor(of).sum().clamp(min=1))

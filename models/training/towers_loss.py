"""What the towers network should say: how many stones each tower of a board has.

It is taught where each tower has its foot and its top, and where along its unrolled side its edges are and its
stones meet.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as nnf

from models.training import one_set, tower_nets, unrolled
from models.training.fields_task import countable_towers, ends_loss, mean_of
from models.training.targets import Forward
from vision import patches

_EDGE = 0.8 / patches.TOWER_PX_PER_FIELD  # how sharply an edge is taught, in fields
Told = tuple[Tensor, dict[str, float]]


def towers_loss(net: Forward, batch: list[Tensor]) -> Told:
    """Cross-entropy of the stones; while training also all that the network is taught of the way to them."""
    pictures, views, height, marks, weight, stone = batch
    out = net(pictures, views)
    countable = countable_towers(stone, views).nan_to_num(0.5)
    tall, clear = (height > 1).float(), (countable == 1).float()
    wrong = (out[0].argmax(-1) != height - 1).float()
    figures = {
        "height_err": mean_of(wrong, weight).item(),
        "tower_err": mean_of(wrong, weight * tall).item(),
        "countable_err": mean_of(wrong, weight * clear).item(),
        "countable_tower_err": mean_of(wrong, weight * clear * tall).item(),
    }
    due = (height - 1).clamp(min=0)[..., None]
    loss = -2 * mean_of(out[0].gather(2, due)[..., 0], weight * countable)
    if len(out) > 1:
        seen = tower_nets.TowersSeen(*out)
        upright = weight * torch.isfinite(marks[:, :, :3]).flatten(2).all(-1).float()
        front = seen.ends_at[:, :, 2:, 1].detach()
        for taught, told in (
            ends_loss(seen.ends, seen.ends_at, marks[:, :, :3], weight, tower_nets.MARK_STRIDE),
            _edges_loss(seen.edges, seen.edges_at, marks[:, :, :3, 1] - front, upright),
            _seams_loss(seen.seams, marks[:, :, 3:, 1] - front, upright),
            _measures_loss(seen.stone, stone, weight),
            _fitting_loss(seen.fitting, seen.taken, stone, weight),
        ):
            loss = loss + taught
            figures |= told
    return loss, figures


def _edges_loss(logits: Tensor, edges_at: Tensor, along: Tensor, weight: Tensor) -> Told:
    """Where the side's lowest and highest rims are: ``along`` (B, N, 3) has foot, top and lowest rim."""
    foot, top, lowest = along.unbind(-1)
    due = torch.stack([lowest, lowest + top - foot], -1).nan_to_num()
    rows = unrolled.side_rows()
    inside = weight[..., None] * ((due > rows[0]) & (due < rows[-1]))
    away = (rows - due[..., None].clamp(rows[0], rows[-1])) / _EDGE
    marked = -(torch.softmax(-0.5 * away**2, -1) * torch.log_softmax(logits, -1)).sum(-1)
    off = mean_of((edges_at - due).abs(), inside)
    return 2 * mean_of(marked, inside) + 0.2 * patches.TOWER_PX_PER_FIELD * off, {"edges_off": off.item()}


def _seams_loss(seams: Tensor, along: Tensor, weight: Tensor) -> Told:
    """In which rows stones meet, so far ``along`` (B, N, 6) the side."""
    away = (unrolled.side_rows() - along[..., None]) / _EDGE
    due = torch.exp(-0.5 * away**2).nan_to_num().amax(-2)
    rows = nnf.binary_cross_entropy_with_logits(seams, due, reduction="none").sum(-1)
    told = mean_of(rows, weight)
    return 0.15 * told, {"seams": told.item()}


def _measures_loss(told: Tensor, stone: Tensor, weight: Tensor) -> Told:
    """By how much of themselves the set's measures are off: so much is a count off."""
    known = weight * torch.isfinite(stone).all(-1).float()
    off = (told.clamp(min=0.01).log() - stone.clamp(min=0.01).log()).nan_to_num().abs().sum(-1)
    mean = mean_of(off, known)
    return 0.6 * mean, {"stone_off": mean.item()}


def _fitting_loss(fitting: Tensor, taken: Tensor, stone: Tensor, weight: Tensor) -> Told:
    """Which of the measures tried are the set's."""
    known = (weight.amax(1) > 0) & torch.isfinite(stone[:, 0]).all(-1)
    off = (stone[:, 0].nan_to_num(0.3).clamp(min=0.01) / taken.detach()).log()
    shares = [
        torch.softmax(
            -0.5 * ((tried - by[:, None].clamp(tried[0], tried[-1])) / (tried[1] - tried[0])) ** 2, -1
        )
        for tried, by in zip((one_set.FIRST, one_set.RISE), off.unbind(-1), strict=True)
    ]
    due = (shares[0][:, :, None] * shares[1][:, None]).flatten(1)
    told = mean_of(-(due * fitting).sum(-1), known.float())
    return 0.1 * told, {"fitting": told.item()}

"""What the towers network should say: how many stones each tower of a board has.

It is taught where each tower has its foot and its top, and where along its unrolled side its rims are and its
stones meet.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as nnf

from models.training.just4fun_colours import one_set, tower_nets, unrolled
from models.training.just4fun_colours.fields_task import countable_towers, ends_loss, mean_of
from models.training.targets import Forward
from vision.stone_table import patches

_SHARP = 0.8 / patches.TOWER_PX_PER_FIELD  # how sharply a rim is taught, in fields
JudgedAct = tuple[Tensor, dict[str, float]]


def towers_loss(net: Forward, batch: list[Tensor]) -> JudgedAct:
    """Cross-entropy of the stones; while training also all that the network is taught of the way to them."""
    pictures, views, tops, height, marks, weight, stone = batch
    out = net(pictures, views, tops)
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
    if len(out) == len(tower_nets.TowersSeen._fields):
        seen = tower_nets.TowersSeen(*out)
        upright = weight * torch.isfinite(marks[:, :, :3]).flatten(2).all(-1).float()
        front = seen.ends_at[:, :, 2:, 1].detach()
        for taught, told in (
            ends_loss(seen.ends, seen.ends_at, marks[:, :, :3], weight, tower_nets.MARK_STRIDE),
            _rims_loss(seen.rims, seen.rims_at, rims_due(marks, stone, views) - front, upright),
            _narrow_loss(seen.narrow, stone, weight),
            _seams_loss(seen.seams, marks[:, :, 3:, 1] - front, upright),
            _measures_loss(seen.stone, stone[..., :2], weight),
            _fitting_loss(seen.fitting, seen.taken, stone[..., :2], weight),
        ):
            loss = loss + taught
            figures |= told
    return loss, figures


def rims_due(marks: Tensor, stone: Tensor, views: Tensor) -> Tensor:
    """(B, N, 3) the y of the lowest rim where it is nearest to the camera, and of the rim of the top's face where
    that is nearest and farthest, by the marks (B, N, 9, 2)."""
    foot, top, lowest = marks[:, :, :3, 1].unbind(-1)
    face = foot - lowest - stone[..., 2] * views[..., 0]  # from its middle to its rim
    return torch.stack([lowest, top - face, top + face], -1)


def _narrow_loss(told: Tensor, stone: Tensor, weight: Tensor) -> JudgedAct:
    """By how much a stone narrows to its top."""
    due = stone[:, 0, 2:]
    known = torch.isfinite(due).float() * weight.amax(1, keepdim=True)
    off = mean_of((told - due.nan_to_num()).abs(), known)
    return 5 * off, {"narrow_off": off.item()}


def _rims_loss(logits: Tensor, rims_at: Tensor, along: Tensor, weight: Tensor) -> JudgedAct:
    """Where the rims are, so far ``along`` the side (B, N, 3)."""
    weight = weight * torch.isfinite(along).all(-1)
    due = along.nan_to_num()
    rows = unrolled.side_rows()
    inside = weight[..., None] * ((due > rows[0]) & (due < rows[-1]))
    away = (rows - due[..., None].clamp(rows[0], rows[-1])) / _SHARP
    marked = -(torch.softmax(-0.5 * away**2, -1) * torch.log_softmax(logits, -1)).sum(-1)
    off = [mean_of(o, w) for o, w in zip((rims_at - due).abs().unbind(-1), inside.unbind(-1), strict=True)]
    figures = {f"{name}_off": o.item() for name, o in zip(("lowest", "near", "far"), off, strict=True)}
    return 3 * mean_of(marked, inside) + 0.1 * patches.TOWER_PX_PER_FIELD * torch.stack(off).sum(), figures


def _seams_loss(seams: Tensor, along: Tensor, weight: Tensor) -> JudgedAct:
    """In which rows stones meet, so far ``along`` (B, N, 6) the side."""
    away = (unrolled.side_rows() - along[..., None]) / _SHARP
    due = torch.exp(-0.5 * away**2).nan_to_num().amax(-2)
    rows = nnf.binary_cross_entropy_with_logits(seams, due, reduction="none").sum(-1)
    told = mean_of(rows, weight)
    return 0.15 * told, {"seams": told.item()}


def _measures_loss(told: Tensor, stone: Tensor, weight: Tensor) -> JudgedAct:
    """By how much of themselves the set's measures are off: so much is a count off."""
    known = weight * torch.isfinite(stone).all(-1).float()
    off = (told.clamp(min=0.01).log() - stone.clamp(min=0.01).log()).nan_to_num().abs().sum(-1)
    mean = mean_of(off, known)
    return 0.6 * mean, {"stone_off": mean.item()}


def _fitting_loss(fitting: Tensor, taken: Tensor, stone: Tensor, weight: Tensor) -> JudgedAct:
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

"""What the towers network should say: how many stones each tower of a board has.

It is taught where each tower has its foot and its top, and where along its unrolled side each stone has its
lower rim.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as nnf

from models.training import tower_nets, unrolled
from models.training.fields_task import countable_towers, ends_loss, mean_of
from models.training.targets import Forward
from vision import patches

_ROW = 1 / patches.TOWER_PX_PER_FIELD  # of an unrolled side, in fields


def towers_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
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
    loss = 2 * mean_of(_stones_loss(out[0], height, 0.01), weight * countable)
    if len(out) > 1:
        seen = tower_nets.TowersSeen(*out)
        loss = loss + mean_of(_stones_loss(seen.divisions, height), weight * countable)
        marked, ends = ends_loss(seen.ends, seen.ends_at, marks[:, :, :3], weight, tower_nets.MARK_STRIDE)
        upright = weight * countable * torch.isfinite(marks[:, :, 2]).all(-1).float()
        along = marks[..., 1] - seen.ends_at[:, :, 2:, 1].detach()
        for taught, told in (
            (marked, ends),
            _measures_loss(seen.stone, stone, weight),
            _rims_loss(seen.rims, along[..., 2:], height, upright),
            _edges_loss(seen.edges, seen.edges_at, along[..., :3], upright),
        ):
            loss = loss + taught
            figures |= told
    return loss, figures


def _stones_loss(logits: Tensor, height: Tensor, smoothing: float = 0.0) -> Tensor:
    """(B, N) the cross-entropy of 1 to 7 stones."""
    target = (height - 1).clamp(min=0).flatten()
    each = nnf.cross_entropy(logits.flatten(0, 1), target, reduction="none", label_smoothing=smoothing)
    return each.reshape(height.shape)


def _measures_loss(told: Tensor, stone: Tensor, weight: Tensor) -> tuple[Tensor, dict[str, float]]:
    """By how much of themselves the set's measures are off: so much is a count off."""
    known = weight * torch.isfinite(stone).all(-1).float()
    off = (told.clamp(min=0.01).log() - stone.clamp(min=0.01).log()).nan_to_num().abs().sum(-1)
    mean = mean_of(off, known)
    return 1.2 * mean, {"stone_off": mean.item()}


def _rims_loss(
    rims: Tensor, along: Tensor, height: Tensor, weight: Tensor
) -> tuple[Tensor, dict[str, float]]:
    """The rims' density (Poisson), due so far ``along`` (B, N, 7) the side, in fields above the lowest rim."""
    due = rims_by_row(along)
    density = (rims - due * torch.log(rims + 1e-7)).sum(-1)
    # A rim too many or too few counts for all rows beyond it, one misplaced by a row for that row alone.
    moved = (rims - due).cumsum(-1).abs().mean(-1)
    off = mean_of((rims.sum(-1) - height).abs(), weight)
    return mean_of(0.5 * density + 2 * moved, weight), {"rims_off": off.item()}


def rims_by_row(rims: Tensor) -> Tensor:
    """(B, N, 112) the density of rims, so far above the lowest rim (B, N, 7), along the rows of an unrolled side:
    a mass of 1 round each."""
    along = torch.exp(-0.5 * ((unrolled.side_rows() - rims[..., None]) / _ROW) ** 2)
    return nnf.normalize(along.nan_to_num(), p=1, dim=-1).sum(-2)


def _edges_loss(
    logits: Tensor, edges_at: Tensor, along: Tensor, weight: Tensor
) -> tuple[Tensor, dict[str, float]]:
    """Where the side's lowest and highest rims are: ``along`` (B, N, 3) has foot, top and lowest rim."""
    foot, top, lowest = along.unbind(-1)
    due = torch.stack([lowest, lowest + top - foot], -1).nan_to_num()
    rows = unrolled.side_rows()
    inside = weight[..., None] * ((due > rows[0]) & (due < rows[-1]))
    mass = torch.softmax(-0.5 * ((rows - due[..., None].clamp(rows[0], rows[-1])) / _ROW) ** 2, -1)
    marked = nnf.cross_entropy(logits.flatten(0, 2), mass.flatten(0, 2), reduction="none")
    off = mean_of((edges_at - due).abs(), inside)
    return 0.2 * mean_of(marked.reshape(due.shape), inside) + 10 * off, {"edges_off": off.item()}

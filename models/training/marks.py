"""Marks in maps: of things that are rare in a picture, how a network learns where they are, and says so honestly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.training.honesty import logistic_fit
from models.training.nets import UNet

_MARKED = 0.8  # of a mark's soft peak: its one to four middle cells


def focal_loss(logits: Tensor, marks: Tensor, count: Tensor) -> Tensor:
    """Penalty-reduced focal loss of marks that are rare (Law and Deng 2018; Zhou et al. 2019), a card."""
    p = torch.sigmoid(logits)
    marked = (marks > _MARKED).float()
    found = (1 - p) ** 2 * nnf.logsigmoid(logits) * marked
    clear = (1 - marks) ** 4 * p**2 * nnf.logsigmoid(-logits) * (1 - marked) * count
    return -(found + clear).sum() / marked.sum().clamp(min=1)


def make_honest(net: UNet, which: int, p: Sequence[float], right: Sequence[float]) -> tuple[float, float]:
    """Let the last layer of a network of maps take in the scale and shift of the logits of one of them by which its
    probabilities ``p`` tell best how often it is ``right`` (Platt 1999); returns both."""
    said = np.array(p)
    scale, shift = logistic_fit(np.log(said / (1 - said)), np.array(right))
    last = net.head[-1]
    assert isinstance(last, nn.Conv2d) and last.bias is not None
    last.weight[which] *= scale
    last.bias[which] = last.bias[which] * scale + shift
    return scale, shift

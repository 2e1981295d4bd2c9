"""Shapes that several networks are taught with: soft peaks, and the types of samples and losses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as nnf

Arrays = tuple[NDArray[Any], ...]
Forward = Callable[..., Any]  # a network, or a network called in another precision


def peaks(points: NDArray[np.float64], size: tuple[int, int], sigma: float) -> NDArray[np.float32]:
    """A map (height, width) with a Gaussian of height 1 at each point (N, 2); ``size`` is (width, height)."""
    x, y = np.arange(size[0]), np.arange(size[1])
    gx = np.exp(-0.5 * ((x - points[:, :1]) / sigma) ** 2)
    gy = np.exp(-0.5 * ((y - points[:, 1:]) / sigma) ** 2)
    return np.max(gy[:, :, None] * gx[:, None, :], axis=0).astype(np.float32)


def soft_peak_loss(logits: Tensor, target: Tensor) -> Tensor:
    """Cross-entropy against Gaussians: keeps their shape, so that peaks can be read below a pixel."""
    weight = 1 + 15 * target
    return (nnf.binary_cross_entropy_with_logits(logits, target, reduction="none") * weight).mean() * 10

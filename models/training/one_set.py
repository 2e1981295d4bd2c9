"""A board's stones are of one set: what they measure is tried on all of its towers at once."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.training.nets import MAX_HEIGHT, seen_of_lift

_FIRST = torch.linspace(-0.36, 0.36, 7)  # log of how high a stone stands, as tried, to what it was taken for
_RISE = torch.linspace(-0.48, 0.48, 13)  # and of how much a tower grows with each


class OneSet(nn.Module):
    """How many stones each tower has, by how high it is. How high one stone stands and how much a tower grows with
    each is tried round what it was taken for, alike for all towers of a board; the counts are averaged over all
    that was tried, the more the better it fits all towers (Bayesian model averaging, Hoeting et al. 1999)."""

    def __init__(self, width: int) -> None:
        """``width`` of a tower's code."""
        super().__init__()
        self.spread = nn.Linear(width, 1)
        self.doubt = nn.Linear(width, 2)
        self.agreement = nn.Parameter(torch.tensor(0.7))
        for layer, bias in ((self.spread, -3.5), (self.doubt, -1.2)):
            nn.init.zeros_(layer.weight)
            nn.init.constant_(layer.bias, bias)

    def forward(self, tall: Tensor, code: Tensor, stone: Tensor, views: Tensor, count: Tensor) -> Tensor:
        """Log-probabilities (B, N, 7) of 1 to 7 stones: of towers whose sides are seen ``tall`` (B, N, 1), in
        fields, their ``code`` (B, N, width), what a ``stone`` was taken to measure (B, N, 2), the ``views``
        (B, N, 3), and the logits (B, N, 7) of the ``count`` by all else that is known."""
        there = (views[..., :1] > 0).float()
        shares = there / there.sum(1, keepdim=True).clamp(min=1)
        lifts = _lifts((stone * shares).sum(1).detach())
        before = self._before((code * shares).sum(1))[:, None]
        fits = self._fits(lifts, tall, code, views) + count[:, :, None, None]
        each = torch.logsumexp(fits, -1)
        together = before + self.agreement * (each * there[..., None]).sum(1, keepdim=True)
        told = torch.logsumexp(((together - each)[..., None] + fits).flatten(2, 3), 2)
        return torch.log_softmax(told, -1)

    def _before(self, code: Tensor) -> Tensor:
        """(B, 7, 13) how likely each pair of measures is by what was taken for them, and a board's ``code``."""
        doubt = nnf.softplus(self.doubt(code)) + 0.03
        first, rise = _FIRST.to(code.device) / doubt[:, :1], _RISE.to(code.device) / doubt[:, 1:]
        return -0.5 * (first[:, :, None] ** 2 + rise[:, None] ** 2)

    def _fits(self, lifts: Tensor, tall: Tensor, code: Tensor, views: Tensor) -> Tensor:
        """(B, N, 7, 13, 7) how well towers so ``tall`` fit each of the ``lifts``: Student's t, for now and then a
        top or a foot is not where it was seen."""
        boards, cells = views.shape[:2]
        seen = seen_of_lift(lifts.flatten(1)[:, None].expand(-1, cells, -1), views)
        away = (seen - tall) / (nnf.softplus(self.spread(code)) + 0.004)
        return -2 * torch.log1p(away**2 / 3).reshape(boards, cells, *lifts.shape[1:])


def _lifts(taken: Tensor) -> Tensor:
    """(B, 7, 13, 7) how high 1 to 7 stones stand by each pair of measures tried, where a stone was ``taken`` to
    measure so (B, 2)."""
    first, rise = taken[:, :1] * _FIRST.to(taken.device).exp(), taken[:, 1:] * _RISE.to(taken.device).exp()
    more = torch.arange(MAX_HEIGHT, device=taken.device)
    return first[:, :, None, None] + rise[:, None, :, None] * more

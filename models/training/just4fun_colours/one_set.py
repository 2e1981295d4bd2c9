"""A board's stones are of one set: what they measure is tried on all of its towers at once."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.training.just4fun_colours.nets import MAX_HEIGHT, measures_of, seen_of_lift
from models.training.just4fun_colours.unrolled import at_height

FIRST = torch.linspace(-0.42, 0.42, 15)  # log of how high a stone stands, as tried, to what it was taken for
RISE = torch.linspace(-0.6, 0.6, 31)  # and of how much a tower grows with each


class Counted(NamedTuple):
    """What is said of a board's towers; lengths in fields."""

    height: Tensor  # (B, N, 7) log-probabilities of 1 to 7 stones
    stone: Tensor  # (B, N, 2) how high a stone stands and how much a tower grows with each, by each tower
    taken: Tensor  # (B, 2) the same of all together, round which other measures were tried
    fitting: Tensor  # (B, 15 * 31) log-probabilities of the measures tried
    narrow: Tensor  # (B, 1) by how much a stone narrows from its foot to its top


class OneSet(nn.Module):
    """How many stones each tower has, by how high it is and where its stones meet. How high one stone stands and
    how much a tower grows with each is tried round what it was taken for, alike for all towers of a board; the
    counts are averaged over all that was tried, the more the better it fits all towers (Bayesian model averaging,
    Hoeting et al. 1999). Where two stones of different colours meet, one tower alone tells how thick they are."""

    def __init__(self, width: int, hidden: int = 96) -> None:
        """``width`` of a tower's code."""
        super().__init__()
        self.board = nn.Linear(2 * width, width)
        self.measures = nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, 2))
        self.narrow = nn.Linear(width, 1)
        self.nearer = nn.Linear(width, 1)
        self.count = nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, MAX_HEIGHT))
        self.doubt = nn.Linear(width, 2)
        self.spread = nn.Linear(width, 1)
        self.agreement = nn.Parameter(torch.tensor(0.7))
        self.seam = nn.Parameter(torch.tensor(0.5))
        self.bias = nn.Parameter(torch.tensor(0.0))
        nn.init.constant_(self.measures[2].bias, -1.5)
        for layer, bias in (
            (self.board, 0.0),
            (self.nearer, 2.0),
            (self.narrow, -2.0),
            (self.doubt, -1.2),
            (self.spread, -3.8),
            (self.count[2], 0.0),
        ):
            nn.init.zeros_(layer.weight)
            nn.init.constant_(layer.bias, bias)

    def forward(self, code: Tensor, rims_at: Tensor, seams: Tensor, views: Tensor, radius: Tensor) -> Counted:
        """Towers' codes (B, N, width), where the lowest rim and the near and far one of the top are along their
        sides (B, N, 3), the log-odds (B, N, 112) that stones meet in a row of them, the views (B, N, 3), and a
        stone's radius (B, N, 1), to what is ``Counted``."""
        there = (views[..., :1] > 0).float()
        shares = there / there.sum(1, keepdim=True).clamp(min=1)
        # What all towers have in common (deep sets, Zaheer et al. 2017).
        together = torch.cat([(code * shares).sum(1), (code * there).amax(1)], -1)
        among = code + self.board(together)[:, None]
        stone = measures_of(self.measures(among))
        taken = (stone * shares).sum(1)
        first = taken[:, :1].detach() * FIRST.to(code.device).exp()
        rise = taken[:, 1:].detach() * RISE.to(code.device).exp()
        narrow = (nnf.softplus(self.narrow(among)) * shares).sum(1)
        tall = self._axis(rims_at, narrow[:, None], radius, views[..., :1], code)
        met = self.seam * self._met(rise, rims_at, seams, views)[:, :, None]
        fits = self._tall(first, rise, tall, code, views) + met + self.count(code)[:, :, None, None]
        each = torch.logsumexp(fits, -1)
        agreed = self.agreement * (each * there[..., None]).sum(1, keepdim=True)
        likely = self._before((among * shares).sum(1))[:, None] + agreed
        told = torch.logsumexp(((likely - each)[..., None] + fits).flatten(2, 3), 2)
        fitting = torch.log_softmax(likely[:, 0].flatten(1), -1)
        return Counted(torch.log_softmax(told, -1), stone, taken, fitting, narrow)

    def _axis(self, rims_at: Tensor, narrow: Tensor, radius: Tensor, sine: Tensor, code: Tensor) -> Tensor:
        """(B, N, 1) how tall a tower's axis is seen, by the near and the far rim of its top's face: the one often
        hardly differs from the side, the other from what lies behind."""
        lowest, near, far = rims_at.split(1, -1)
        nearer = torch.sigmoid(self.nearer(code))
        by_far = far - (2 * radius - narrow) * sine
        return nearer * (near - narrow * sine) + (1 - nearer) * by_far - lowest

    def _before(self, code: Tensor) -> Tensor:
        """(B, 15, 31) how likely each pair of measures is by what was taken for them, and a board's ``code``."""
        doubt = nnf.softplus(self.doubt(code)) + 0.03
        first, rise = FIRST.to(code.device) / doubt[:, :1], RISE.to(code.device) / doubt[:, 1:]
        return -0.5 * (first[:, :, None] ** 2 + rise[:, None] ** 2)

    def _tall(self, first: Tensor, rise: Tensor, tall: Tensor, code: Tensor, views: Tensor) -> Tensor:
        """(B, N, 15, 31, 7) how well 1 to 7 stones that stand so high (B, 15) and grow so (B, 31) fit how ``tall``
        a tower's axis is seen (B, N, 1): Student's t, for now and then an edge is not where it was seen."""
        boards, cells = views.shape[:2]
        more = torch.arange(MAX_HEIGHT, device=code.device)
        lifts = first[:, :, None, None] + rise[:, None, :, None] * more
        seen = seen_of_lift(lifts.flatten(1)[:, None].expand(-1, cells, -1), views)
        away = (seen - tall) / (nnf.softplus(self.spread(code)) + 0.004)
        return -2 * torch.log1p(away**2 / 3).reshape(boards, cells, *lifts.shape[1:])

    def _met(self, rise: Tensor, rims_at: Tensor, seams: Tensor, views: Tensor) -> Tensor:
        """(B, N, 31, 7) log-odds that stones meet where 1 to 7 of them would that grow so (B, 31)."""
        boards, cells = views.shape[:2]
        up = (rise[:, :, None] * torch.arange(1, MAX_HEIGHT, device=rise.device)).flatten(1)
        at = rims_at[..., :1] + seen_of_lift(up[:, None].expand(-1, cells, -1), views)
        near = nnf.max_pool1d(seams, 3, 1, 1) + self.bias  # a stone may stand a little askew
        odds = at_height(near, at).reshape(boards, cells, rise.shape[1], MAX_HEIGHT - 1)
        return nnf.pad(odds.cumsum(-1), (1, 0))

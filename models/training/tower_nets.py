"""The network that counts a tower's stones: along its side, unrolled."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.training.nets import (
    MAX_HEIGHT,
    CellAttention,
    PatchEncoder,
    conv,
    lift_as_seen,
    lift_of,
    measures_of,
    middle_of_mass,
    votes,
)
from models.training.one_set import OneSet
from models.training.unrolled import (
    SIDE_COLUMNS,
    SIDE_ROWS,
    radius_of,
    rows_near,
    seen_height,
    side_rows,
    unrolled,
)
from vision.patches import TOWER_HEIGHT, TOWER_PX_PER_FIELD, TOWER_WIDTH


class TowersSeen(NamedTuple):
    """What the network says of a board's towers while it is trained; lengths in fields."""

    height: Tensor  # (B, N, 7) log-probabilities of 1 to 7 stones
    ends: Tensor  # (B, N, 3, 72 * 32) logits of the places of foot, top and the foremost point of the lowest rim
    ends_at: Tensor  # (B, N, 3, 2) those places
    stone: Tensor  # (B, N, 2) how high a stone stands and how much a tower grows with each, as estimated
    rims: Tensor  # (B, N, 112) the rims' density along the unrolled side
    divisions: Tensor  # (B, N, 7) logits of 1 to 7 stones by what shows where they would meet
    edges: Tensor  # (B, N, 2, 112) logits of the rows of the lowest and the highest rim
    edges_at: Tensor  # (B, N, 2) those rims, above the lowest as it was told


class Towers(PatchEncoder):
    """How high a board's towers are. Each is looked at finely, whatever its colours: where its foot and its top
    are, and where along its side, unrolled, each of its stones has its lower rim. Stones are counted by the rims
    (their density, Lempitsky and Zisserman 2010), by which number of equal parts fits the side, and by how high
    the towers are, all of one set; and the towers look at one another."""

    def __init__(self, width: int = 96) -> None:
        """``width`` of a tower's code."""
        super().__init__()
        self.marks = Marks((16, 40, 64, 80))
        self.side = Side()
        self.code = nn.Linear(24 * 9 * 4 + 2, width)
        self.code_of_ends = nn.Linear(10, width)
        self.code_of_side = nn.Linear(self.side.width + SIDE_ROWS // 4 + 1, width)
        self.edges = Edges(self.side.row_width)
        self.divisions = Divisions(self.side.row_width)
        self.code_of_divisions = nn.Linear(MAX_HEIGHT * self.divisions.width + 4, width)
        self.compare = nn.ModuleList(CellAttention(width) for _ in range(2))
        self.measures = nn.Linear(width, 2)
        self.count = nn.Linear(width, MAX_HEIGHT + 1)
        self.one_set = OneSet(width)

    def forward(self, patches: Tensor, views: Tensor) -> tuple[Tensor, ...]:
        """Patches (B, N, 3, 144, 64) of towers and views (B, N, 3) to the logits (B, N, 7) of 1 to 7 stones;
        ``TowersSeen`` while training."""
        boards, cells = patches.shape[:2]
        fine, *seen = self.encode(patches.flatten(0, 1))
        ends, ends_at = self.marks(fine, *seen)
        ends_at = ends_at.reshape(boards, cells, 3, 2)
        radius = radius_of(ends_at, views).detach()
        side = unrolled(patches.flatten(0, 1), ends_at.detach(), views[..., :1], radius)
        own = self.narrow(seen[-1]).reshape(boards, cells, -1)
        height, *how = self.count_along(side, own, ends_at, views)
        if self.training:
            return TowersSeen(height, ends.reshape(boards, cells, 3, -1), ends_at, *how)
        return (height,)

    def count_along(self, side: Tensor, own: Tensor, ends_at: Tensor, views: Tensor) -> tuple[Tensor, ...]:
        """The stones counted along the unrolled sides (B * N, 3, 112, 12), with what else is seen of each tower,
        its ``own`` (B, N, 864), the places of foot, top and front (B, N, 3, 2), and the views: ``height``, and
        from ``stone`` on the rest of ``TowersSeen``."""
        boards, cells = views.shape[:2]
        known = known_of(ends_at, views)
        tall = seen_height(ends_at, views[..., :1], known[..., -1:])
        rows, seen, rims = self.side(side, tall.detach().flatten(0, 1), known.detach().flatten(0, 1))
        edges, edges_at = self.edges(rows, tall.detach().flatten(0, 1))
        divided, divisions = self.divisions(rows, edges_at.detach(), views[..., 1:2].flatten(0, 1))
        seen, divided, rims, divisions, edges_at = (
            x.reshape(boards, cells, -1) for x in (seen, divided, rims, divisions, edges_at)
        )
        # The height as the edges mend it; where foot and top are is still learnt from it.
        mended = tall - tall.detach() + edges_at[..., 1:] - edges_at[..., :1]
        by_row = rims.reshape(boards, cells, -1, 4).sum(-1)
        code = self.code(torch.cat([own, views[..., :2]], -1)) + self.code_of_ends(known)
        code = code + self.code_of_side(torch.cat([seen, by_row, rims.sum(-1, keepdim=True)], -1))
        lift = lift_as_seen(mended, views)
        code = nnf.relu(code + self.code_of_divisions(torch.cat([divided, edges_at, lift, tall], -1)))
        for block in self.compare:
            code = block(code)
        stone = measures_of(self.measures(code))
        count, sharp = self.count(code).float().split((MAX_HEIGHT, 1), -1)
        count = count + votes(rims.sum(-1, keepdim=True), nnf.softplus(sharp)) + divisions
        height = self.one_set(mended, code, stone, views, count)
        return height, stone, rims, divisions, edges.reshape(boards, cells, 2, -1), edges_at


def known_of(ends_at: Tensor, views: Tensor) -> Tensor:
    """(B, N, 10) what the places of foot, top and front tell: themselves, lift, view, and the radius."""
    lift, radius = lift_of(ends_at[:, :, :2], views), radius_of(ends_at, views)
    return torch.cat([ends_at.flatten(2), lift, views[..., ::2], radius], -1)


class Marks(nn.Module):
    """A tower's foot, its top, and its foremost point, as maps at half the patch's size. As in ``Ends``, a learnt
    code of each place and what lies round it tell which tower is meant."""

    def __init__(self, channels: tuple[int, int, int, int], width: int = 24) -> None:
        """``channels`` of what is seen at a half to a sixteenth of the patch's size."""
        super().__init__()
        self.levels = nn.ModuleList(nn.Conv2d(count, width, 1) for count in channels[1:])
        self.place = nn.Parameter(torch.zeros(1, width, MARK_ROWS // 2, TOWER_WIDTH // 4))
        self.coarse = nn.Sequential(nn.ReLU(), conv(width, width))
        self.fine = nn.Sequential(conv(channels[0] + width, 16, kernel=1), conv(16, 16))
        self.maps = nn.Conv2d(16, 3, 1)

    def forward(self, fine: Tensor, *seen: Tensor) -> tuple[Tensor, Tensor]:
        """Features at strides 2, 4, 8, 16 to logits (P, 3, 2304) of foot, top and front, and their places
        (P, 3, 2) in fields from the field's middle, y up."""
        x = self.place
        for level, (narrow, features) in enumerate(zip(self.levels, seen, strict=True)):
            x = x + nnf.interpolate(narrow(features), scale_factor=2.0**level, mode="nearest")
        x = nnf.interpolate(self.coarse(x), scale_factor=2.0, mode="nearest")
        maps = self.maps(self.fine(torch.cat([fine, x], 1))).float()
        return maps.flatten(2), middle_of_mass(maps, MARK_STRIDE)


MARK_STRIDE = 2
MARK_ROWS = TOWER_HEIGHT // MARK_STRIDE


class Side(nn.Module):
    """What shows along a tower's unrolled side, row by row: stones are straight bands there, and each ends in its
    lower rim."""

    def __init__(self, width: int = 64, heads: int = 4) -> None:
        """``width`` of a row's code; ``heads`` as many looks at all rows make the side's code."""
        super().__init__()
        self.width, self.row_width = heads * width, width
        self.strip = nn.Sequential(
            _conv_rows(4, 24, (5, 3)), _conv_rows(24, 24, (3, 3), 2), _conv_rows(24, 32, (3, 3), 2)
        )
        self.column = nn.Conv2d(32, width, (3, 3), padding=(1, 0), bias=False)
        self.geometry = nn.Linear(10, width)
        self.along = nn.ModuleList(_conv_rows(width, width, (5, 1), dilation=d) for d in (1, 2, 4, 8))
        self.heads = nn.Conv2d(width, heads, 1)
        self.rims = nn.Conv2d(width, 1, 1)

    def forward(self, side: Tensor, tall: Tensor, known: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Sides (P, 3, 112, 12), how high each was taken to be (P, 1) in fields, and what else is known of their
        towers (P, 10), to a code (P, row_width, 112) of their rows, one (P, width) of each, and the rims' density
        (P, 112)."""
        to_top = ((side_rows(side.device) - tall) * (TOWER_PX_PER_FIELD / 16)).clamp(-2, 2)
        strip = torch.cat([side, to_top[:, None, :, None].expand(-1, -1, -1, SIDE_COLUMNS)], 1)
        x = self.column(self.strip(strip)) + self.geometry(known)[:, :, None, None]
        for block in self.along:
            x = x + block(x)
        shares = torch.softmax(self.heads(x).flatten(2), -1)
        code = (shares @ x.flatten(2).transpose(1, 2)).flatten(1)
        return x[..., 0], code, nnf.softplus(self.rims(x).float().flatten(1) - 4)


class Edges(nn.Module):
    """The lowest rim and the rim of the top's face, told once more along the unrolled side, where they are straight:
    within a few rows of where they were taken to be."""

    def __init__(self, row_width: int) -> None:
        """``row_width`` of the code of a side's rows."""
        super().__init__()
        self.maps = nn.Conv1d(row_width, 2, 1)
        nn.init.zeros_(self.maps.weight)

    def forward(self, rows: Tensor, tall: Tensor) -> tuple[Tensor, Tensor]:
        """Rows' codes (P, row_width, 112) and how high the side was taken to be (P, 1), in fields, to the logits
        (P, 2, 112) of the rows of both rims, and their places (P, 2), in fields above the lowest rim as it was."""
        along = side_rows(rows.device)
        taken = torch.cat([torch.zeros_like(tall), tall.clamp(min=0)], 1)
        taken = torch.minimum(taken, along[-1])[..., None]
        away = (along - taken) * (TOWER_PX_PER_FIELD / _EDGE_ROWS)
        logits = self.maps(rows).float() - 0.5 * away**2
        moved = (torch.softmax(logits, -1) * (along - taken)).sum(-1)
        return logits, torch.cat([torch.zeros_like(tall), tall], 1) + moved


_EDGE_ROWS = 3.0  # by so many rows a rim is elsewhere than it was taken to be (standard deviation)


class Divisions(nn.Module):
    """Each count put to the test: were there n stones, their rims would divide the side into n equal parts. What
    shows at these rims, and half-way between them, is looked at alike for every n."""

    def __init__(self, row_width: int, seen: int = 32, width: int = 16) -> None:
        """``row_width`` of the code of a side's rows, ``width`` of each count's code."""
        super().__init__()
        self.width, self.seen = width, seen
        self.look = nn.Conv1d(row_width, 2 * seen, 1)
        self.weigh = nn.Sequential(nn.Linear(2 * seen + 3, 48), nn.ReLU(), nn.Linear(48, width))
        self.judge = nn.Linear(width, 1)
        nn.init.zeros_(self.judge.weight)

    def forward(self, rows: Tensor, edges_at: Tensor, scale: Tensor) -> tuple[Tensor, Tensor]:
        """Rows' codes (P, row_width, 112), lowest and highest rim (P, 2) in fields of the patch, and the views'
        scale (P, 1), to a code (P, 7, width) of each count and its logit (P, 7)."""
        looks = nnf.relu(self.look(rows)).transpose(1, 2).split(self.seen, -1)
        rims, middles = division_weights(edges_at)
        count = torch.arange(1, MAX_HEIGHT + 1, device=rows.device)
        each = (edges_at[:, 1:] - edges_at[:, :1]).clamp(min=0) * TOWER_PX_PER_FIELD / count / 16
        sharp = each * 2 ** scale.clamp(max=0)
        known = torch.stack([each, sharp, (1 / count).expand_as(each)], -1)
        codes = self.weigh(torch.cat([rims @ looks[0], middles @ looks[1], known], -1))
        return codes, self.judge(nnf.relu(codes))[..., 0]


def division_weights(edges_at: Tensor) -> tuple[Tensor, Tensor]:
    """(P, 7, 112) twice: how much each row of a side between such rims (P, 2) counts where 1 to 7 equal stones
    would meet, and in the middle of each of them; those of a count sum to 1 (to 0 where one stone meets none)."""
    low, tall = edges_at[:, :1], edges_at[:, 1:] - edges_at[:, :1]
    rims, middles = [], []
    for count in range(1, MAX_HEIGHT + 1):
        at = low + tall * torch.arange(1, 2 * count, device=tall.device) / (2 * count)
        near = rows_near(at)
        middles.append(near[:, ::2].mean(1))
        rims.append(near[:, 1::2].sum(1) / max(1, count - 1))
    return torch.stack(rims, 1), torch.stack(middles, 1)


def _conv_rows(
    inputs: int, outputs: int, kernel: tuple[int, int], across: int = 1, dilation: int = 1
) -> nn.Sequential:
    """As ``conv``; all rows stay, columns are taken every ``across``, ``dilation`` of the rows."""
    pad = kernel[0] // 2 * dilation, kernel[1] // 2
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, (1, across), pad, (dilation, 1), bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )

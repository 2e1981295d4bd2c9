"""The network that counts a tower's stones: along its side, unrolled."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.training.nets import (
    MAX_HEIGHT,
    CellAttention,
    PatchEncoder,
    conv,
    lift_of,
    measures_of,
    middle_of_mass,
    votes,
)
from vision.patches import TOWER_BASE_ROW, TOWER_HEIGHT, TOWER_PX_PER_FIELD, TOWER_WIDTH

SIDE_ROWS, SIDE_COLUMNS = 112, 12  # of an unrolled side, a row for each of the patch's pixels
BELOW_FRONT = 8  # rows that show what lies before the tower
_ROUND = 0.75  # of the radius to both sides: further round a stone is seen too slantingly


class Towers(PatchEncoder):
    """How high a board's towers are. Each is looked at finely, whatever its colours: where its foot and its top
    are, and where along its side, unrolled, each of its stones has its lower rim. Stones are counted twice, by the
    rims (their density, Lempitsky and Zisserman 2010) and by the lift; then the towers look at one another."""

    def __init__(self, width: int = 96) -> None:
        """``width`` of a tower's code."""
        super().__init__()
        self.marks = Marks((16, 40, 64, 80))
        self.side = Side()
        self.code = nn.Linear(24 * 9 * 4 + 2, width)
        self.code_of_ends = nn.Linear(10, width)
        self.code_of_side = nn.Linear(self.side.width + SIDE_ROWS // 4 + 1, width)
        self.compare = nn.ModuleList(CellAttention(width) for _ in range(2))
        self.measures = nn.Linear(width, 3)
        self.count = nn.Linear(width, MAX_HEIGHT + 1)

    def forward(self, patches: Tensor, views: Tensor) -> tuple[Tensor, ...]:
        """Patches (B, N, 3, 144, 64) of towers and views (B, N, 3) to the logits (B, N, 7) of 1 to 7 stones.

        While training also ``ends`` (B, N, 3, 72 * 32), the logits of the places of foot, top, and the point of the
        lowest rim nearest to the camera, ``ends_at`` (B, N, 3, 2) those places, ``stone`` (B, N, 2) how high a
        stone stands and how much a tower grows with each, and ``rims`` (B, N, 112), the rims' density along the
        unrolled side; all in fields.
        """
        boards, cells = patches.shape[:2]
        patches = patches.flatten(0, 1)
        fine, *seen = self.encode(patches)
        ends, ends_at = self.marks(fine, *seen)
        ends_at = ends_at.reshape(boards, cells, 3, 2)
        radius = radius_of(ends_at, views)
        lift = lift_of(ends_at[:, :, :2], views)
        geometry = torch.cat([ends_at.flatten(2), lift, views[..., ::2], radius], -1)
        strip = unrolled(patches, ends_at.detach(), views[..., :1], radius.detach())
        side, rims = self.side(strip, geometry.detach().flatten(0, 1))
        rims = rims.reshape(boards, cells, -1)
        counted = rims.sum(-1, keepdim=True)
        by_row = rims.reshape(boards, cells, -1, 4).sum(-1)
        own = torch.cat([self.narrow(seen[-1]).flatten(1), views[..., :2].flatten(0, 1)], 1)
        own = self.code(own).reshape(boards, cells, -1)
        side = torch.cat([side.reshape(boards, cells, -1), by_row, counted], -1)
        x = nnf.relu(own + self.code_of_ends(geometry) + self.code_of_side(side))
        for block in self.compare:
            x = block(x)
        first, rise, trust = measures_of(self.measures(x))
        height, sharp = self.count(x).float().split((MAX_HEIGHT, 1), -1)
        height = height + votes(1 + (lift - first) / rise, trust) + votes(counted, nnf.softplus(sharp))
        if self.training:
            stone = torch.cat([first, rise], -1)
            return height, ends.reshape(boards, cells, 3, -1), ends_at, stone, rims
        return (height,)


def radius_of(ends_at: Tensor, views: Tensor) -> Tensor:
    """(B, N, 1) the stones' radius in fields, one for all of a board: the point of a foot's rim nearest to the
    camera is seen below its middle by the radius times the sine of the view."""
    sine = views[..., :1]
    there = (sine > 0).float()
    apart = (ends_at[..., 0, 1:] - ends_at[..., 2, 1:]) * there
    radius = apart.sum(1, keepdim=True) / sine.sum(1, keepdim=True).clamp(min=0.1)
    return radius.clamp(0.15, 0.45).expand_as(sine)


def unrolled(patches: Tensor, ends_at: Tensor, sine: Tensor, radius: Tensor) -> Tensor:
    """Patches (B * N, 3, 144, 64) to their towers' sides (B * N, 4, 112, 12), the table's circles made straight:
    row ``BELOW_FRONT`` is the lowest rim, columns are to 0.75 of the radius to both sides; the fourth channel
    tells how far each row is from the rim of the top's face.

    ``ends_at`` (B, N, 3, 2), ``sine`` of the views and ``radius`` (B, N, 1) as ``Towers`` has them."""
    device = patches.device
    foot, top, front = ends_at.flatten(0, 1).unbind(1)
    deep = (radius * sine).flatten(0, 1)
    across = torch.linspace(-_ROUND, _ROUND, SIDE_COLUMNS, device=device)
    along = side_rows(device)
    side = top[:, 1:] - deep - front[:, 1:]  # as high as it is seen, to the rim of the top's face
    share = ((along - side) * (TOWER_PX_PER_FIELD / 16)).clamp(-2, 2)
    upwards = (along / side.clamp(min=0.05)).clamp(0, 1)
    axis = foot[:, :1] + upwards * (top[:, :1] - foot[:, :1])
    x = axis[:, :, None] + radius.flatten(0, 1)[:, :, None] * across
    y = (front[:, 1:] + along)[:, :, None] + deep[:, :, None] * (1 - (1 - across**2).sqrt())
    column = TOWER_WIDTH / 2 + TOWER_PX_PER_FIELD * x
    row = TOWER_BASE_ROW - TOWER_PX_PER_FIELD * y
    grid = torch.stack([(column + 0.5) / TOWER_WIDTH, (row + 0.5) / TOWER_HEIGHT], -1) * 2 - 1
    strip = nnf.grid_sample(patches, grid, align_corners=False)
    return torch.cat([strip, share[:, None, :, None].expand(-1, -1, -1, SIDE_COLUMNS)], 1)


def side_rows(device: torch.device | None = None) -> Tensor:
    """(112,) how far above the lowest rim the rows of an unrolled side are, in fields of the patch."""
    rows = torch.arange(SIDE_ROWS, device=device, dtype=torch.float32)
    return (rows - BELOW_FRONT) / TOWER_PX_PER_FIELD


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
        self.width = heads * width
        self.strip = nn.Sequential(
            _conv_rows(4, 24, (5, 3)), _conv_rows(24, 24, (3, 3), 2), _conv_rows(24, 32, (3, 3), 2)
        )
        self.column = nn.Conv2d(32, width, (3, 3), padding=(1, 0), bias=False)
        self.geometry = nn.Linear(10, width)
        self.along = nn.ModuleList(_conv_rows(width, width, (5, 1), dilation=d) for d in (1, 2, 4, 8))
        self.heads = nn.Conv2d(width, heads, 1)
        self.rims = nn.Conv2d(width, 1, 1)

    def forward(self, strip: Tensor, geometry: Tensor) -> tuple[Tensor, Tensor]:
        """Sides (P, 4, 112, 12) and what is known of their towers (P, 10) to a code (P, width) of each and the
        rims' density (P, 112)."""
        x = self.column(self.strip(strip)) + self.geometry(geometry)[:, :, None, None]
        for block in self.along:
            x = x + block(x)
        shares = torch.softmax(self.heads(x).flatten(2), -1)
        code = (shares @ x.flatten(2).transpose(1, 2)).flatten(1)
        return code, nnf.softplus(self.rims(x).float().flatten(1) - 4)


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

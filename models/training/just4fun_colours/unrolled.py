"""A tower's side, unrolled: the table's circles made straight, so that every stone is a straight band."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as nnf

from vision.stone_table.patches import TOWER_BASE_ROW, TOWER_HEIGHT, TOWER_PX_PER_FIELD, TOWER_WIDTH

SIDE_ROWS, SIDE_COLUMNS = 112, 16  # of an unrolled side, a row for each of a patch's pixels
LOOKS = 2  # at each row, one above the other: thin stones are bands of two or three rows
BELOW_FRONT = 10  # rows that show what lies before the tower
_ROUND = 0.9  # of the radius to both sides: further round a stone is seen too slantingly


def radius_of(ends_at: Tensor, views: Tensor) -> Tensor:
    """(B, N, 1) the stones' radius in fields, one for all of a board: the point of a foot's rim nearest to the
    camera is seen below its middle by the radius times the sine of the view."""
    sine = views[..., :1]
    there = (sine > 0).float()
    apart = (ends_at[..., 0, 1:] - ends_at[..., 2, 1:]) * there
    radius = apart.sum(1, keepdim=True) / sine.sum(1, keepdim=True).clamp(min=0.1)
    return radius.clamp(0.15, 0.5).expand_as(sine)


def unrolled(patches: Tensor, ends_at: Tensor, sine: Tensor, radius: Tensor) -> Tensor:
    """Fine patches (P, 3, 216, 96) to their towers' sides (P, 6, 112, 16): row ``BELOW_FRONT`` is the lowest rim,
    columns are to nine tenths of the radius to both sides, channels what a row's looks see.

    ``ends_at`` (P, 3, 2) are foot, top and front as ``Towers`` has them, ``sine`` of the views and ``radius``
    (P, 1)."""
    device = patches.device
    foot, top, front = ends_at.unbind(1)
    deep = radius * sine
    side = seen_height(ends_at, sine, radius).clamp(min=0.05)
    across = torch.linspace(-_ROUND, _ROUND, SIDE_COLUMNS, device=device)
    steps = (torch.arange(LOOKS * SIDE_ROWS, device=device) + 0.5) / LOOKS - 0.5 - BELOW_FRONT
    along = steps / TOWER_PX_PER_FIELD
    upwards = (along / side).clamp(0, 1)
    axis = foot[:, :1] + upwards * (top[:, :1] - foot[:, :1])
    x = axis[:, :, None] + radius[:, :, None] * across
    y = (front[:, 1:] + along)[:, :, None] + deep[:, :, None] * (1 - (1 - across**2).sqrt())
    column = TOWER_WIDTH / 2 + TOWER_PX_PER_FIELD * x
    row = TOWER_BASE_ROW - TOWER_PX_PER_FIELD * y
    grid = torch.stack([(column + 0.5) / TOWER_WIDTH, (row + 0.5) / TOWER_HEIGHT], -1) * 2 - 1
    seen = nnf.grid_sample(patches, grid, align_corners=False)
    return seen.unflatten(2, (SIDE_ROWS, LOOKS)).transpose(2, 3).flatten(1, 2)


def seen_height(ends_at: Tensor, sine: Tensor, radius: Tensor) -> Tensor:
    """(..., 1) how high a tower's side is seen in its patch, from the lowest rim to the rim of the top's face."""
    return ends_at[..., 1, 1:] - radius * sine - ends_at[..., 2, 1:]


def side_rows(device: torch.device | None = None) -> Tensor:
    """(112,) how far above the lowest rim the rows of an unrolled side are, in fields of the patch."""
    rows = torch.arange(SIDE_ROWS, device=device, dtype=torch.float32)
    return (rows - BELOW_FRONT) / TOWER_PX_PER_FIELD


def at_height(values: Tensor, above: Tensor) -> Tensor:
    """(..., K) what the rows of a side hold (..., 112), so far ``above`` its lowest rim (..., K) in fields: between
    the two rows next to it."""
    row = (above * TOWER_PX_PER_FIELD + BELOW_FRONT).clamp(0, SIDE_ROWS - 1.001)
    below = row.floor().long()
    share = row - below
    return values.gather(-1, below) * (1 - share) + values.gather(-1, below + 1) * share

"""The network that counts a tower's stones: along its side, unrolled."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.training.just4fun_colours.nets import PatchEncoder, middle_of_mass
from models.training.just4fun_colours.one_set import OneSet
from models.training.just4fun_colours.unrolled import (
    LOOKS,
    SIDE_COLUMNS,
    SIDE_ROWS,
    radius_of,
    seen_height,
    side_rows,
    unrolled,
)
from models.training.nets import conv
from vision.stone_table.patches import TOWER_BASE_ROW, TOWER_HEIGHT, TOWER_PX_PER_FIELD, TOWER_WIDTH

# Of a patch's 144 that are looked at for feet and tops. Where ``Fields`` sees a top less than 0.3 fields below the
# first of them, or above it, its word counts. Of 4,045 stones and towers held out 521 were miscounted so, with all
# rows 520.
LOWER_ROWS = 96
_HIGHEST = (TOWER_BASE_ROW - (TOWER_HEIGHT - LOWER_ROWS)) / TOWER_PX_PER_FIELD - 0.3


class TowersSeen(NamedTuple):
    """What the network says of a board's towers while it is trained; lengths in fields."""

    height: Tensor  # (B, N, 7) log-probabilities of 1 to 7 stones
    ends: Tensor  # (B, N, 3, 48 * 32) logits of the places of foot, top and the foremost point of the lowest rim
    ends_at: Tensor  # (B, N, 3, 2) those places
    rims: Tensor  # (B, N, 3, 112) logits of the rows of the lowest rim and of the near and far rim of the top's face
    rims_at: Tensor  # (B, N, 3) those rims, above where the lowest was taken to be
    seams: Tensor  # (B, N, 112) log-odds that stones meet in a row of the side
    stone: Tensor  # (B, N, 2) how high a stone stands and how much a tower grows with each, by each tower
    taken: Tensor  # (B, 2) the same of all towers together
    fitting: Tensor  # (B, 15 * 31) log-probabilities of the measures tried round these
    narrow: Tensor  # (B, 1) by how much a stone narrows from its foot to its top


class Towers(PatchEncoder):
    """How high a board's towers are. Each is looked at finely, whatever its colours: where its foot and its top
    are, roughly; along its side, unrolled between them, its lowest rim and those of its top, to a fraction of a
    pixel, and where its stones meet. How many stones that makes is said of all towers at once, for they are of one
    set."""

    def __init__(self, width: int = 128) -> None:
        """``width`` of a tower's code."""
        super().__init__()
        self.marks = Marks((16, 40, 64, 80))
        self.side = Side()
        self.code = Code(self.side, width)
        self.one_set = OneSet(width)

    def forward(self, patches: Tensor, views: Tensor, tops: Tensor) -> tuple[Tensor, ...]:
        """Fine patches (B, N, 3, 216, 96) of towers, views (B, N, 3) and where ``Fields`` sees their tops (B, N, 2)
        to the logits (B, N, 7) of 1 to 7 stones and the stones' radius (B, N, 1) in fields, one for all of a board;
        ``TowersSeen`` while training."""
        boards, cells = patches.shape[:2]
        fine, *seen = self.encode(_lower_rows(patches.flatten(0, 1)))
        ends, ends_at = self.marks(fine, *seen)
        ends_at = ends_at.reshape(boards, cells, 3, 2)
        along, radius = with_high_tops(ends_at, tops).detach(), radius_of(ends_at, views).detach()
        sine = views[..., :1]
        tall = seen_height(along, sine, radius)
        known = torch.cat([sine, views[..., 1:2], 3 * radius, tall], -1).flatten(0, 1)
        side = unrolled(patches.flatten(0, 1), *(x.flatten(0, 1) for x in (along, sine, radius)))
        told, rows, whole = self.side(side, tall.flatten(0, 1), known)
        told = told.reshape(boards, cells, 4, -1)
        rims, seams = told[:, :, :3], told[:, :, 3]
        rims_at = (torch.softmax(rims, -1) * side_rows(told.device)).sum(-1)
        code = self.code(rows, whole, known, rims_at.flatten(0, 1)).reshape(boards, cells, -1)
        height, *set_seen = self.one_set(code, rims_at, seams, views, radius)
        if self.training:
            ends = ends.reshape(boards, cells, 3, -1)
            return TowersSeen(height, ends, ends_at, rims, rims_at, seams, *set_seen)
        return height, radius


def _lower_rows(patches: Tensor) -> Tensor:
    """(P, 3, 96, 64) the lower rows of fine patches (P, 3, 216, 96), as fine as the fields' network sees them."""
    from_row = patches.shape[2] * (TOWER_HEIGHT - LOWER_ROWS) // TOWER_HEIGHT
    return nnf.interpolate(patches[:, :, from_row:], (LOWER_ROWS, TOWER_WIDTH), mode="bilinear")


def with_high_tops(ends_at: Tensor, tops: Tensor) -> Tensor:
    """(B, N, 3, 2) the ``ends_at`` of towers, their tops as ``Fields`` sees them (B, N, 2) where these are too high
    to be looked at."""
    foot, top, front = ends_at.split(1, 2)
    high = tops[..., None, :]
    return torch.cat([foot, torch.where(high[..., 1:] > _HIGHEST, high, top), front], 2)


class Marks(nn.Module):
    """A tower's foot, its top, and its foremost point, as maps at half the patch's size, in its lower rows. As in
    ``Ends``, a learnt code of each place and what lies round it tell which tower is meant."""

    def __init__(self, channels: tuple[int, int, int, int], width: int = 24) -> None:
        """``channels`` of what is seen at a half to a sixteenth of the patch's size."""
        super().__init__()
        self.levels = nn.ModuleList(nn.Conv2d(count, width, 1) for count in channels[1:])
        self.place = nn.Parameter(torch.zeros(1, width, LOWER_ROWS // 4, TOWER_WIDTH // 4))
        self.coarse = nn.Sequential(nn.ReLU(), conv(width, width), nn.Conv2d(width, 16, 1, bias=False))
        self.fine = nn.Sequential(nn.Conv2d(channels[0], 16, 1, bias=False), nn.BatchNorm2d(16))
        self.both = nn.Sequential(nn.ReLU(), conv(16, 16))
        self.maps = nn.Conv2d(16, 3, 1)

    def forward(self, fine: Tensor, *seen: Tensor) -> tuple[Tensor, Tensor]:
        """Features at strides 2, 4, 8, 16 to logits (P, 3, 1536) of foot, top and front, and their places
        (P, 3, 2) in fields from the field's middle, y up."""
        x = self.place
        for level, (narrow, features) in enumerate(zip(self.levels, seen, strict=True)):
            x = x + nnf.interpolate(narrow(features), scale_factor=2.0**level, mode="nearest")
        x = nnf.interpolate(self.coarse(x), scale_factor=2.0, mode="nearest")
        maps = self.maps(self.both(self.fine(fine) + x)).float()
        return maps.flatten(2), middle_of_mass(maps, MARK_STRIDE)


MARK_STRIDE = 2


class Side(nn.Module):
    """What shows along a tower's unrolled side, row by row, each row in the light of all others (a U-Net along the
    rows, Ronneberger et al. 2015): stones are straight bands there."""

    def __init__(self, width: int = 64) -> None:
        """``width`` of a row's code."""
        super().__init__()
        self.width, self.whole = width, 128
        self.strip = nn.Sequential(
            _conv_rows(3 * LOOKS + 1, 24, (5, 3), (1, 2)),
            _conv_rows(24, 32, (3, 3), (1, 2)),
            _conv_rows(32, width, (3, 4), padded=False),
        )
        self.geometry = nn.Linear(4, width)
        self.same = _conv_rows(width, width, (5, 1))
        widths = (width, 80, 96, self.whole)
        self.downs = nn.ModuleList(
            nn.Sequential(_conv_rows(a, b, (kernel, 1), (2, 1)), _conv_rows(b, b, (3, 1)))
            for a, b, kernel in zip(widths, widths[1:], (5, 3, 3), strict=False)
        )
        self.ups = nn.ModuleList(
            _conv_rows(below + skip, skip, (3, 1)) for skip, below in reversed(list(pairwise(widths)))
        )
        self.heads = nn.Conv2d(width, 4, 1)

    def forward(self, side: Tensor, tall: Tensor, known: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Sides (P, 6, 112, 16), how high each was taken to be (P, 1) in fields, and what else is known of their
        towers (P, 4), to the logits (P, 4, 112) of the lowest rim, the top's near and far rim and a seam in each row,
        the code (P, width, 112) of their rows, and what is seen at an eighth of them (P, 128, 14)."""
        to_top = ((side_rows(side.device) - tall) * (TOWER_PX_PER_FIELD / 16)).clamp(-2, 2)
        strip = torch.cat([side, to_top[:, None, :, None].expand(-1, -1, -1, SIDE_COLUMNS)], 1)
        x = self.same(nnf.relu(self.strip(strip) + self.geometry(known)[:, :, None, None]))
        seen = [x]
        for down in self.downs:
            seen.append(down(seen[-1]))
        x = seen[-1]
        for up, skip in zip(self.ups, reversed(seen[:-1]), strict=True):
            wide = nnf.interpolate(x, scale_factor=(2.0, 1.0), mode="nearest")
            x = up(torch.cat([wide, skip], 1))
        return self.heads(x).float().squeeze(-1), x.float().squeeze(-1), seen[-1].float().squeeze(-1)


class Code(nn.Module):
    """A tower's code: what is seen of its side as a whole, and four looks at its rows."""

    def __init__(self, side: Side, width: int, looks: int = 4) -> None:
        """``side`` whose rows are looked at, ``width`` of the code."""
        super().__init__()
        self.attend = nn.Linear(side.width, looks)
        self.code = nn.Linear(side.width * looks + side.whole * SIDE_ROWS // 8 + 4 + 3, width)

    def forward(self, rows: Tensor, whole: Tensor, known: Tensor, rims_at: Tensor) -> Tensor:
        """What ``Side`` tells of P towers, what is ``known`` (P, 4) of them, and their rims (P, 3)."""
        shares = torch.softmax(self.attend(rows.transpose(1, 2)), 1)
        looks = (rows @ shares).transpose(1, 2).flatten(1)
        return nnf.relu(self.code(torch.cat([looks, whole.flatten(1), known, rims_at], 1)))


def _conv_rows(
    inputs: int,
    outputs: int,
    kernel: tuple[int, int],
    stride: tuple[int, int] = (1, 1),
    padded: bool = True,
) -> nn.Sequential:
    """As ``conv``, over rows and columns of their own sizes; not ``padded``, the columns end where they do."""
    pad = kernel[0] // 2, kernel[1] // 2 if padded else 0
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, pad, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )

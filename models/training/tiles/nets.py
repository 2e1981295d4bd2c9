"""The network that reads a board with a lane: its cells' patches, compared with one another."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.training.nets import CellAttention, conv
from vision.tile_table.above import PATCH_PX, PLACES
from vision.tile_table.reading import COLOURS, CONTENTS

_COARSE = PATCH_PX // 8


class Tiles(nn.Module):
    """Each cell is encoded alone, then the cells look at one another: what a bare cell of this board looks like, and
    which of two reds is a tile's, the other cells tell."""

    def __init__(self, width: int = 80) -> None:
        """``width`` of a cell's code."""
        super().__init__()
        self.look = nn.Sequential(
            conv(3, 16, stride=2, kernel=5),
            conv(16, 24),
            conv(24, 40, stride=2),
            conv(40, 40),
            conv(40, 64, stride=2),
            conv(64, 64),
            conv(64, 32, kernel=1),
        )
        self.code = nn.Linear(32 * _COARSE**2 + PLACES, width)
        self.compare = nn.ModuleList(CellAttention(width) for _ in range(2))
        self.heads = nn.Linear(width, len(CONTENTS) + 1 + len(COLOURS) + 1)
        self.belongs = nn.Linear(width, 1)

    def forward(self, patches: Tensor, places: Tensor) -> tuple[Tensor, ...]:
        """Patches (B, N, 3, 32, 32) and places (B, N, 3) to logits: whose tile lies there (B, N, 5), whether
        something hides it (B, N), the colour of the corner (B, N, 4), whether arrows point to the right (B, N), and
        whether the board has such a cell there, as ``places`` say (B, N)."""
        boards, cells = patches.shape[:2]
        seen = self.look(patches.flatten(0, 1)).flatten(1)
        x = nnf.relu(self.code(torch.cat([seen, places.flatten(0, 1)], 1))).reshape(boards, cells, -1)
        for block in self.compare:
            x = block(x)
        owner, hidden, corner, arrow = self.heads(x).split((len(CONTENTS), 1, len(COLOURS), 1), -1)
        return owner, hidden[..., 0], corner, arrow[..., 0], self.belongs(x)[..., 0]

"""The networks that read strips: one finds signs, one reads them, one tells which strips lie together."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.training.nets import CellAttention, UNet, conv
from vision.strips.groups import PAIR_FEATURES
from vision.strips.letters import COLOURS, SIGNS
from vision.strips.signs import FRAME_NUMBERS, PATCH_PX

SIGN_MAPS = 1 + 2 + 3 + 3 + 2 + 2  # mark; offset; lines across and along; way inwards; middle and end
_COARSE = PATCH_PX // 8


def sign_finder() -> UNet:
    """Picture to the maps of signs, at stride 4."""
    return UNet((12, 20, 32, 56, 80), SIGN_MAPS, out_stride=4, head_width=20)


class SignReader(nn.Module):
    """Each patch is read alone; its colour then beside those of all others: what red is on this table, the yellow
    and the white ones tell."""

    def __init__(self, width: int = 32) -> None:
        """``width`` of a colour's code."""
        super().__init__()
        self.look = nn.Sequential(
            conv(3, 24, stride=2, kernel=5),
            conv(24, 32),
            conv(32, 48, stride=2),
            conv(48, 64),
            conv(64, 96, stride=2),
            conv(96, 96),
        )
        self.sign = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(96 * _COARSE**2, 96),
            nn.ReLU(),
            nn.Linear(96, len(SIGNS) + 1),
        )
        self.frame = nn.Sequential(
            nn.Flatten(), nn.Linear(96 * _COARSE**2, 48), nn.ReLU(), nn.Linear(48, FRAME_NUMBERS)
        )
        self.paint = nn.Sequential(
            conv(3, 16, stride=2, kernel=5), conv(16, 24, stride=2), nn.Conv2d(24, 24, 1), nn.ReLU()
        )
        self.code = nn.Linear(24 + 12, width)
        self.compare = nn.ModuleList(CellAttention(width) for _ in range(2))
        self.colour = nn.Linear(width, len(COLOURS))

    def forward(self, patches: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Patches (B, N, 3, 32, 32) to logits: which sign stands there, or none (B, N, 16), and of which colour its
        strip is (B, N, 4); and how the sign's frame is off (B, N, 6), see ``corrected``."""
        pictures, signs = patches.shape[:2]
        flat = patches.flatten(0, 1)
        seen = self.look(flat)
        sign = self.sign(seen).reshape(pictures, signs, -1)
        frame = self.frame(seen).reshape(pictures, signs, -1)
        painted = self.paint(flat).amax((2, 3))
        # The middle of the strip, coarsely: paper mostly, and some ink
        middle = nnf.avg_pool2d(flat[:, :, 6:26, 6:26], 10).flatten(1)
        x = nnf.relu(self.code(torch.cat([painted, middle], 1))).reshape(pictures, signs, -1)
        for block in self.compare:
            x = block(x)
        return sign, self.colour(x), frame


class PairNet(nn.Module):
    """Two strips that lie near each other, to whether they were laid together (log-odds)."""

    def __init__(self, width: int = 48) -> None:
        """``width`` of its two layers."""
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(PAIR_FEATURES, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, 1),
        )

    def forward(self, pairs: Tensor) -> Tensor:
        """(B, P, F) to (B, P)."""
        return self.layers(pairs)[..., 0]

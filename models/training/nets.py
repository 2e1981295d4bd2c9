"""The networks' parts, and shapes that games share. Small enough for two cores in real time: half a million
weights or so each.
"""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional as nnf


def conv(inputs: int, outputs: int, stride: int | tuple[int, int] = 1, kernel: int = 3) -> nn.Sequential:
    """Convolution, batch normalisation, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class UNet(nn.Module):
    """A small encoder-decoder (Ronneberger et al. 2015): maps at 1/``out_stride`` of the picture."""

    def __init__(
        self, widths: tuple[int, ...], out_channels: int, out_stride: int, head_width: int | None = None
    ) -> None:
        """``widths`` per level, the first at half the picture's resolution; ``head_width`` before the maps."""
        super().__init__()
        self.stem = conv(3, widths[0], stride=2, kernel=5)
        self.downs = nn.ModuleList(
            nn.Sequential(conv(a, b, stride=2), conv(b, b)) for a, b in pairwise(widths)
        )
        self.levels_up = len(widths) - {2: 1, 4: 2}[out_stride]
        self.ups = nn.ModuleList()
        below = widths[-1]
        for level in range(self.levels_up):
            skip = widths[-2 - level]
            self.ups.append(nn.ModuleList([conv(below, skip, kernel=1), conv(2 * skip, skip)]))
            below = skip
        head_width = head_width or below
        self.head = nn.Sequential(conv(below, head_width), nn.Conv2d(head_width, out_channels, 1))

    def forward(self, x: Tensor) -> Tensor:
        """(B, 3, H, W) to (B, out_channels, H / out_stride, W / out_stride); H and W multiples of 32."""
        return self.onwards(self.stem(x))

    def onwards(self, x: Tensor) -> Tensor:
        """The same from what the stem sees, (B, widths[0], H / 2, W / 2)."""
        skips = [x]
        for down in self.downs:
            x = down(x)
            skips.append(x)
        for level, up in enumerate(self.ups):
            narrow, merge = up
            wide = nnf.interpolate(narrow(x), scale_factor=2.0, mode="nearest")
            x = merge(torch.cat([wide, skips[-2 - level]], 1))
        return self.head(x)


def finder() -> UNet:
    """Whole picture to: board mask, board corners, hands and arms (logits at stride 4)."""
    return UNet((12, 24, 32, 48, 64), 3, out_stride=4)


def lattice() -> UNet:
    """Rectified board to: crossings of the grid, mask of the fields (logits at stride 2)."""
    return UNet((16, 24, 32, 48, 64), 2, out_stride=2)


class CellAttention(nn.Module):
    """One block of self-attention over a board's cells."""

    def __init__(self, width: int, heads: int = 4) -> None:
        """``width`` must be a multiple of ``heads``."""
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mix = nn.Sequential(nn.Linear(width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))

    def forward(self, x: Tensor) -> Tensor:
        """(B, N, width) to the same."""
        boards, cells, width = x.shape
        qkv = self.qkv(self.norm1(x)).reshape(boards, cells, 3, self.heads, width // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        attention = torch.softmax(q @ k.transpose(-2, -1) * (width // self.heads) ** -0.5, -1)
        x = x + self.out((attention @ v).transpose(1, 2).reshape(boards, cells, width))
        return x + self.mix(self.norm2(x))

"""The shapes of the networks that read a table of Just 4 Fun Colours: its fields, cards, fans, and what grew."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.training.nets import CellAttention, UNet, conv
from vision.stone_table.patches import TOWER_BASE_ROW, TOWER_HEIGHT, TOWER_PX_PER_FIELD, TOWER_WIDTH

FIELD_COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")
OWNERS = ("none", "red", "green", "blue", "yellow", "white", "black")
MAX_HEIGHT = 7


CARD_MAPS = 1 + 2 + 2 + 2 + 7  # centre; offset; log sizes; cos and sin of twice the angle; six faces and back


class Cards(UNet):
    """Table from above to the cards' maps (at stride 4). What lies there shows in the view at half its size;
    a rim between two cards of a fan shows in the whole view alone, and is added to it."""

    def __init__(self, width: int = 12) -> None:
        """``width`` of the first look at the whole view."""
        super().__init__((16, 32, 48, 64, 80), CARD_MAPS, out_stride=2, head_width=40)
        self.rims = nn.Sequential(
            conv(3, width, stride=2, kernel=5), nn.Conv2d(width, 16, 3, stride=2, padding=1)
        )
        nn.init.zeros_(self.rims[1].weight)

    def forward(self, x: Tensor) -> Tensor:
        """(B, 3, H, W) to (B, 14, H / 4, W / 4); H and W multiples of 64."""
        return self.onwards(self.stem(nnf.avg_pool2d(x, 2)) + self.rims(x))


class Fans(nn.Module):
    """A fan's patch to what shows in each of its columns: the edge of one card over another, and a card (logits)."""

    def __init__(self) -> None:
        """The widths are those of the shipped network."""
        super().__init__()
        self.look = nn.Sequential(
            conv(3, 16, stride=2, kernel=5),
            conv(16, 24),
            conv(24, 32, stride=2),
            conv(32, 48, stride=(2, 1)),
            conv(48, 48),
            conv(48, 64, stride=(2, 1)),
            conv(64, 64),
        )
        self.flat = nn.Conv2d(64, 80, (4, 1))
        self.line = nn.Sequential(*(Along(80, reach) for reach in (1, 2, 4, 8, 1)))
        self.out = nn.Conv1d(80, 2, 1)

    def forward(self, x: Tensor) -> Tensor:
        """(B, 3, 64, 448) to (B, 2, 112)."""
        return self.out(self.line(nnf.relu(self.flat(self.look(x))[:, :, 0])))


class Along(nn.Module):
    """Columns that look at those ``reach`` to either side, and add what they see (a dilated residual block)."""

    def __init__(self, width: int, reach: int) -> None:
        """``width`` channels."""
        super().__init__()
        self.steps = nn.Sequential(
            nn.Conv1d(width, width, 3, padding=reach, dilation=reach, bias=False),
            nn.BatchNorm1d(width),
            nn.ReLU(),
            nn.Conv1d(width, width, 1, bias=False),
            nn.BatchNorm1d(width),
        )

    def forward(self, x: Tensor) -> Tensor:
        """(B, width, columns) to the same."""
        return x + self.steps(x)


class PatchEncoder(nn.Module):
    """What shows in towers' patches, ever more coarsely; the finest level looks twice, for seams."""

    def __init__(self) -> None:
        """The widths are those of the shipped networks."""
        super().__init__()
        self.stem = conv(3, 16, stride=2, kernel=5)
        self.seams = conv(16, 16)
        self.near = nn.Sequential(conv(16, 24, stride=2), conv(24, 40))
        self.mid = nn.Sequential(conv(40, 64, stride=2), conv(64, 64))
        self.far = nn.Sequential(conv(64, 80, stride=2), conv(80, 80))

    def encode(self, patches: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Patches (P, 3, 144, 64) to (P, 16, 72, 32), (P, 40, 36, 16), (P, 64, 18, 8), (P, 80, 9, 4)."""
        fine = self.stem(patches)
        fine = fine + self.seams(fine)
        near = self.near(fine)
        mid = self.mid(near)
        return fine, near, mid, self.far(mid)


class Fields(PatchEncoder):
    """All towers of a board at once: each patch is encoded alone, then the cells look at one another.

    What is red under this lamp, how thick a stone of this set is: the other cells tell (self-attention,
    Vaswani et al. 2017, without places: a board may hold anything anywhere).

    Stones are counted as people do it: where a tower's foot and top are in the patch tells how high it is,
    the set's stones (how high one stands, how much a tower grows with each) how many that makes. The
    network may think otherwise where it sees the seams, or where it looks from straight above.
    """

    def __init__(self, width: int = 96) -> None:
        """``width`` of a cell's code."""
        super().__init__()
        self.narrow = conv(80, 24, kernel=1)
        self.ends = Ends((40, 64, 80))
        self.code = nn.Linear(24 * 9 * 4 + 2, width)
        self.code_of_ends = nn.Linear(6, width)
        self.compare = nn.ModuleList(CellAttention(width) for _ in range(2))
        self.heads = nn.Linear(width, len(FIELD_COLOURS) + len(OWNERS) + MAX_HEIGHT + 1 + 1)
        self.measures = nn.Linear(width, 3)

    def forward(self, patches: Tensor, views: Tensor) -> tuple[Tensor, ...]:
        """Patches (B, N, 3, 144, 64) and views (B, N, 3) to logits (B, N, ·): field, owner, height, hidden; the lift
        of each top above its field (B, N), in fields; and where each top is in its patch (B, N, 2), x and y in fields
        from the field's middle, y up.

        While training also ``ends`` (B, N, 2, 36 * 16), the logits of the places of foot and top, ``ends_at``
        (B, N, 2, 2) those places, and ``stone`` (B, N, 2) how high a stone stands and how much a tower grows
        with each, all in fields.
        """
        boards, cells = patches.shape[:2]
        _, near, mid, far = self.encode(patches.flatten(0, 1))
        ends, ends_at = self.ends(near, mid, far)
        ends_at = ends_at.reshape(boards, cells, 2, 2)
        lift = lift_of(ends_at, views)
        geometry = torch.cat([ends_at.flatten(2), lift, views[..., 2:]], -1)
        own = torch.cat([self.narrow(far).flatten(1), views[..., :2].flatten(0, 1)], 1)
        x = nnf.relu(self.code(own).reshape(boards, cells, -1) + self.code_of_ends(geometry))
        for block in self.compare:
            x = block(x)
        field, owner, height, hidden = self.heads(x).split(
            (len(FIELD_COLOURS), len(OWNERS), MAX_HEIGHT + 1, 1), -1
        )
        told, trust = self.measures(x).split((2, 1), -1)
        stone = measures_of(told)
        by_lift = 1 + (lift - stone[..., :1]) / stone[..., 1:]
        height = height + nnf.pad(votes(by_lift, nnf.softplus(trust.float())), (1, 0))
        out = field, owner, height, hidden[..., 0], lift[..., 0], ends_at[:, :, 1]
        if self.training:
            return *out, ends.reshape(boards, cells, 2, -1), ends_at, stone
        return out


def measures_of(raw: Tensor) -> Tensor:
    """(..., 2) to how high a stone stands and how much a tower grows with each (fields)."""
    return nnf.softplus(raw.float()) + torch.tensor([0.0, 0.02], device=raw.device)


def votes(stones: Tensor, trust: Tensor) -> Tensor:
    """(..., 7) what is added to the logits of 1 to 7 stones when ``stones`` (..., 1) were counted: the more
    ``trust``, the sharper."""
    count = torch.arange(1, MAX_HEIGHT + 1, device=stones.device)
    return -trust.clamp(max=12) * (stones.clamp(0, MAX_HEIGHT + 1) - count) ** 2


class Ends(nn.Module):
    """Where in its patch a tower has its foot and its top: two maps, and the middle of each map's mass
    (integral regression, Sun et al. 2018). Other towers show in the patch as well: which one is meant, its
    place tells (a learnt code of each place), and what lies round it (seen ever more coarsely)."""

    def __init__(self, channels: tuple[int, int, int], width: int = 20) -> None:
        """``channels`` of what is seen at a quarter, an eighth and a sixteenth of the patch's size."""
        super().__init__()
        self.levels = nn.ModuleList(nn.Conv2d(count, width, 1) for count in channels)
        self.place = nn.Parameter(
            torch.zeros(1, width, len(map_rows(END_STRIDE)), len(map_columns(END_STRIDE)))
        )
        self.maps = nn.Sequential(nn.ReLU(), conv(width, width), conv(width, width), nn.Conv2d(width, 2, 1))

    def forward(self, *seen: Tensor) -> tuple[Tensor, Tensor]:
        """(B, ·, 36, 16), (B, ·, 18, 8), (B, ·, 9, 4) to logits (B, 2, 576) and the places (B, 2, 2): x and y
        in fields from the field's middle, y up."""
        x = self.place
        for level, (narrow, features) in enumerate(zip(self.levels, seen, strict=True)):
            x = x + nnf.interpolate(narrow(features), scale_factor=2.0**level, mode="nearest")
        maps = self.maps(x).float()
        return maps.flatten(2), middle_of_mass(maps, END_STRIDE)


END_STRIDE = 4


def middle_of_mass(maps: Tensor, stride: int) -> Tensor:
    """(P, 2, 2) the middle of the mass of each of the maps (P, 2, rows, columns) of logits, x and y in fields
    from the field's middle, y up; a cell of a map stands for ``stride`` pixels of the patch, its last row for the
    patch's last."""
    mass = torch.softmax(maps.flatten(2), -1).reshape(maps.shape)
    across = (mass.sum(2) * map_columns(stride, maps.device)).sum(-1)
    along = (mass.sum(3) * map_rows(stride, maps.device)[-maps.shape[2] :]).sum(-1)
    return torch.stack([across, along], -1)


def map_columns(stride: int, device: torch.device | None = None) -> Tensor:
    """(64 / stride,) the x of a map's columns, in fields from the field's middle."""
    columns = torch.arange(TOWER_WIDTH // stride, device=device, dtype=torch.float32)
    return ((columns + 0.5) * stride - 0.5 - TOWER_WIDTH / 2) / TOWER_PX_PER_FIELD


def map_rows(stride: int, device: torch.device | None = None) -> Tensor:
    """(144 / stride,) the y of its rows, upwards."""
    rows = torch.arange(TOWER_HEIGHT // stride, device=device, dtype=torch.float32)
    return (TOWER_BASE_ROW - (rows + 0.5) * stride + 0.5) / TOWER_PX_PER_FIELD


def lift_of(ends_at: Tensor, views: Tensor) -> Tensor:
    """(B, N, 1) how high the top (second of ``ends_at`` (B, N, 2, 2)) is above the foot, in fields, seen under
    ``views`` (B, N, 3): a point straight above the foot by z is seen ``z cos / (1 - z sin / distance)`` higher."""
    return lift_as_seen(ends_at[..., 1, 1:] - ends_at[..., 0, 1:], views)


def lift_as_seen(seen: Tensor, views: Tensor) -> Tensor:
    """(B, N, 1) the same where the top is seen so much higher than the foot (B, N, 1)."""
    seen = seen.clamp(0, 3)
    sine, inverse_distance = views[..., :1], views[..., 2:]
    cosine = (1 - sine**2).clamp(min=0.02) ** 0.5
    return seen / (cosine + seen * sine * inverse_distance)


def seen_of_lift(lift: Tensor, views: Tensor) -> Tensor:
    """(B, N, K) how much higher than the foot a top is seen that is so high above it (B, N, K): the inverse of
    ``lift_as_seen``."""
    sine, inverse_distance = views[..., :1], views[..., 2:]
    cosine = (1 - sine**2).clamp(min=0.02) ** 0.5
    return lift * cosine / (1 - lift * sine * inverse_distance).clamp(min=0.2)


class Growth(nn.Module):
    """By how many stones a tower grew between two looks at it, whatever its colours: a stone laid on it leaves the
    one below in its place, one that is changed for another does not."""

    def __init__(self, width: int = 64) -> None:
        """``width`` of the code of what differs."""
        super().__init__()
        self.stem = conv(3, 16, stride=2, kernel=5)
        self.seams = conv(16, 16)
        self.near = nn.Sequential(conv(16, 24, stride=2), conv(24, 40))
        self.both = conv(2 * 40, 48, kernel=1)
        # Where edges of the one lie beside the other's, seen as finely; it begins as nothing.
        self.edges = nn.Sequential(conv(48, 48), nn.Conv2d(48, 48, 3, padding=1))
        nn.init.zeros_(self.edges[1].weight)
        nn.init.zeros_(self.edges[1].bias)
        self.differs = nn.Sequential(conv(48, width, stride=2), conv(width, width, stride=2))
        self.narrow = conv(width, 24, kernel=1)
        self.told = nn.Sequential(nn.Linear(24 * 9 * 4 + 3, 64), nn.ReLU(), nn.Linear(64, 3))

    def forward(self, before: Tensor, after: Tensor, views: Tensor) -> Tensor:
        """Patches (B, N, 3, 144, 64) of two looks and views (B, N, 3) to the logits (B, N, 3) of a stone less, as
        many, a stone more."""
        boards, cells = before.shape[:2]
        near = self._near(torch.cat([before.flatten(0, 1), after.flatten(0, 1)]))
        both = self.both(torch.cat(near.chunk(2), 1))
        both = both + self.edges(both)
        code = torch.cat([self.narrow(self.differs(both)).flatten(1), views.flatten(0, 1)], 1)
        return self.told(code).reshape(boards, cells, 3)

    def _near(self, patches: Tensor) -> Tensor:
        fine = self.stem(patches)
        return self.near(fine + self.seams(fine))

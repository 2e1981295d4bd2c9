"""The network that reads cards with points, what it is shown, and what it should say."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.training.augmentation import photometric, softer, through_another_camera
from models.training.nets import CellAttention, conv
from models.training.pictures import Labelled
from models.training.point_cards.squares import squares_of
from models.training.targets import Arrays, Forward
from referee.punto_acts import COLOURS
from vision.pictures import Picture, to_network
from vision.point_cards.faces import MOST_POINTS, PATCH_PX, cut_squares

_SHOWN, _CARDS_SHOWN = 24, 17  # squares of a table while training, and how many of them cards at most
_OFF = (
    0.035,
    0.09,
)  # sides: by how much a card's corners are misplaced, as found, and as guessed by the grid
_GUESSED = 0.15
_COVERED_OFTENER = 5.0  # times, beside what is in sight
_COVERED_COUNTS = 0.35  # of a card of which more is covered nobody can count the pips


class Faces(nn.Module):
    """Each square is encoded alone, then they look at one another: the colours of this set under this lamp the other
    cards tell."""

    def __init__(self, width: int = 96) -> None:
        """``width`` of a square's code."""
        super().__init__()
        self.look = nn.Sequential(
            conv(3, 16, kernel=3),
            conv(16, 24, stride=2),
            conv(24, 32),
            conv(32, 48, stride=2),
            conv(48, 48),
            conv(48, 64, stride=2),
            conv(64, 64),
            conv(64, 32, kernel=1),
        )
        self.code = nn.Linear(32 * (PATCH_PX // 8) ** 2, width)
        # The colours as they are: of what looks like pips, and of what looks like the card about them
        self.where = nn.Conv2d(16, 2, 1)
        self.tint = nn.Sequential(nn.Linear(6, 48), nn.ReLU(), nn.Linear(48, width))
        nn.init.zeros_(self.tint[2].weight)
        nn.init.zeros_(self.tint[2].bias)
        self.compare = nn.ModuleList(CellAttention(width) for _ in range(2))
        self.heads = nn.Linear(width, 1 + MOST_POINTS + len(COLOURS) + 1)

    def forward(self, patches: Tensor) -> tuple[Tensor, ...]:
        """Patches (B, N, 3, 40, 40) to logits: no card or its points (B, N, 10), its colour (B, N, 4), and whether
        something is in the way (B, N)."""
        tables, squares = patches.shape[:2]
        each = patches.flatten(0, 1)
        fine = self.look[0](each)
        share = torch.softmax(self.where(fine).float().flatten(2), -1)
        colours = torch.einsum("pkn,pcn->pkc", share, each.float().flatten(2)).flatten(1)
        x = nnf.relu(self.code(self.look[1:](fine).flatten(1)) + self.tint(colours)).reshape(
            tables, squares, -1
        )
        for block in self.compare:
            x = block(x)
        points, colour, hidden = self.heads(x).split((1 + MOST_POINTS, len(COLOURS), 1), -1)
        return points, colour, hidden[..., 0]


def faces_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """Squares of a table (N, 3, 40, 40): its cards, cells of its grid on which none lies, backs, and other places;
    their points (N,), 0 where no card is, their colours (N,), and the shares that are covered (N,)."""
    squares = squares_of(picture, rng)
    cards, others = np.flatnonzero(squares.points), np.flatnonzero(squares.points == 0)
    if training:
        cards = _some(squares.covered, cards, min(len(cards), _CARDS_SHOWN), False, rng)
        others = _some(squares.covered, others, _SHOWN - len(cards), True, rng)
    shown = squares.those(np.concatenate([cards, others]))
    patches = cut_squares(picture.bgr, _misplaced(shown.corners_px, training, rng))
    if training:
        patches = _otherwise_seen(patches, rng)
    return to_network(patches), shown.points, shown.colour, shown.covered.astype(np.float32)


def _some(
    covered: np.ndarray, which: np.ndarray, count: int, again: bool, rng: np.random.Generator
) -> np.ndarray:
    """So many of some squares by lot, what is covered more often; ``again``: each more than once, if it comes so."""
    weight = 1 + _COVERED_OFTENER * covered[which]
    return rng.choice(which, count, again, weight / weight.sum()) if count else which[:0]


def _misplaced(corners_px: np.ndarray, training: bool, rng: np.random.Generator) -> np.ndarray:
    """Corners (N, 4, 2) a little off, from any of the four on."""
    side = np.sqrt(np.abs(np.linalg.det(corners_px[:, [1, 3]] - corners_px[:, [0, 0]])))[:, None, None]
    guessed = rng.random((len(corners_px), 1, 1)) < _GUESSED
    off = (np.where(guessed, _OFF[1], _OFF[0]) if training else 0.3 * _OFF[0]) * side
    moved = corners_px + rng.normal(0, 1, (len(corners_px), 1, 2)) * off
    moved += rng.normal(0, 1, corners_px.shape) * off
    turns = rng.integers(4, size=len(corners_px))
    each = np.arange(4)[None] + turns[:, None]
    return np.take_along_axis(moved, (each % 4)[..., None], 1)


def _otherwise_seen(patches: Picture, rng: np.random.Generator) -> Picture:
    """As other cameras would see them, each in a little more or less light, at times under a lamp's glare."""
    count = len(patches)
    gain = np.exp(rng.normal(0, 0.1, (count, 1, 1, 1)))
    veil = np.where(rng.random((count, 1, 1, 1)) < 0.15, rng.uniform(0, 110, (count, 1, 1, 1)), 0)
    lit = np.clip(patches * gain * (1 - veil / 255) + veil, 0, 255).astype(np.uint8)
    tall = through_another_camera(lit.reshape(-1, PATCH_PX, 3), rng)
    seen = softer(photometric(tall, rng), rng).reshape(patches.shape)
    return seen[:, :, ::-1] if rng.random() < 0.5 else seen


def faces_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropies; of what is covered the pips count less, and from a third on not at all."""
    patches, points, colour, covered = batch
    said_points, said_colour, said_hidden = net(patches)
    in_sight = (1 - covered / _COVERED_COUNTS).clamp(min=0)
    is_card = (points > 0).float()
    each = nnf.cross_entropy(said_points.transpose(1, 2), points, reduction="none")
    points_loss = (each * in_sight).mean()
    of_colour = nnf.cross_entropy(said_colour.transpose(1, 2), colour, reduction="none")
    shown = in_sight * is_card
    colour_loss = (of_colour * shown).sum() / shown.sum().clamp(min=1)
    hidden = nnf.binary_cross_entropy_with_logits(said_hidden, covered)
    plain, card = covered < 0.1, points > 0
    figures = {
        "points_err": _share(said_points.argmax(-1) != points, plain & card),
        "none_err": _share(said_points.argmax(-1) != points, plain & ~card),
        "colour_err": _share(said_colour.argmax(-1) != colour, plain & card),
        "hidden_err": _share((said_hidden > 0) != (covered >= 0.5), torch.ones_like(card)),
    }
    return 2 * points_loss + 1.5 * colour_loss + 2 * hidden, figures


def _share(wrong: Tensor, of: Tensor) -> float:
    return float((wrong & of).sum() / of.sum().clamp(min=1))

"""What the cards network is shown, and what it should say of every card that lies round a board.

A card is marked where it shows: at the middle of what no later card covers. Of a fan a third of each card
shows, and there its colour can be seen; from there its true middle and its outline are pointed at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as nnf

from models.training.augmentation import otherwise_lit, photometric, softer
from models.training.just4fun_colours import nets
from models.training.marks import focal_loss, make_honest
from models.training.nets import UNet
from models.training.pictures import Labelled, ShownAgain
from models.training.targets import Arrays, Forward, Quad, card_targets
from vision.pictures import to_network
from vision.stone_table import patches
from vision.stone_table.cards import CARD_STRIDE, peaks_of

_Kind = TypeVar("_Kind", bound=np.generic)
CARD_CROP = 384  # pixels of the view that one sample shows while training: cards fill little of the table
_BACK = len(nets.FIELD_COLOURS)
_FAINTEST = 0.02  # peaks below are no marks, whatever they are multiplied by


@dataclass(frozen=True)
class _Lying:
    """The cards of a picture from above: ``view`` (640, 640, 3), ``covered`` (160, 160) by a hand or not in the
    picture, and of each card its corners in the view (4, 2), its face (an index of colour, or the back's), the
    share that shows."""

    view: NDArray[np.uint8]
    covered: NDArray[np.bool_]
    quads: list[Quad]
    faces: list[int]
    shows: list[float]


# To see a table from above costs more than to learn from it: each view is shown some times over.
_SHOWN_TIMES, _KEPT = 20, 6_000  # 1.3 MB each
_views: ShownAgain[_Lying] = ShownAgain(_SHOWN_TIMES, _KEPT)


def cards_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """The table from above with a slightly wrong pose; the marks' map, the outlines', the faces', and where
    the marks count."""
    if training:
        lying = _cropped(_views.of(picture.name, lambda: _lying(picture, 0.02, rng)), rng)
    else:
        lying = _lying(picture, 0.0, rng)
    quads_map = [(quad + 0.5) / CARD_STRIDE - 0.5 for quad in lying.quads]
    targets = card_targets(quads_map, lying.faces, lying.shows, lying.covered)
    return (to_network(np.ascontiguousarray(lying.view)), *targets)


def _lying(picture: Labelled, jitter: float, rng: np.random.Generator) -> _Lying:
    """The cards of a picture, its corners taken to be off by ``jitter`` fields."""
    field = np.sqrt(cv2.contourArea(picture.corners_px.astype(np.float32))) / picture.size
    pose, true_pose = picture.pose(jitter * field, rng), picture.pose()
    cells = patches.TABLE_SIDE // CARD_STRIDE
    view = patches.view_from_above(picture.bgr, pose)
    unseen = np.where(view.seen, np.uint8(0), np.uint8(255))
    if picture.hand is not None and picture.hand.any():
        unseen |= patches.view_from_above(cv2.merge([picture.hand] * 3), pose).picture[..., 0]
    covered = cv2.resize(unseen, (cells, cells), interpolation=cv2.INTER_AREA) > 127
    cards = picture.truth["cards"]
    return _Lying(
        view.picture,
        covered,
        [patches.board_to_view(true_pose.to_table(np.array(c["corners"], np.float64))) for c in cards],
        [nets.FIELD_COLOURS.index(c["colour"]) if c["face_up"] else _BACK for c in cards],
        [float(card["visible"]) for card in cards],
    )


def _cropped(lying: _Lying, rng: np.random.Generator) -> _Lying:
    """A part of the view, turned and mirrored by chance, under another light and by another camera."""
    turns, flip = int(rng.integers(4)), bool(rng.random() < 0.5)
    quads = [_turned_points(quad, turns, flip) for quad in lying.quads]
    left, top = _crop_corner(quads, rng)
    cut = np.s_[top : top + CARD_CROP, left : left + CARD_CROP]
    cut_map = np.s_[tuple(slice(part.start // CARD_STRIDE, part.stop // CARD_STRIDE) for part in cut)]
    soft = softer(_turned(lying.view, turns, flip)[cut], rng)
    view = photometric(otherwise_lit(soft, rng), rng)
    covered = _turned(lying.covered, turns, flip)[cut_map]
    return _Lying(view, covered, [quad - [left, top] for quad in quads], lying.faces, lying.shows)


def _turned(view: NDArray[_Kind], turns: int, flip: bool) -> NDArray[_Kind]:
    view = np.rot90(view, turns)
    return view[:, ::-1] if flip else view


def _turned_points(points: Quad, turns: int, flip: bool) -> Quad:
    last = patches.TABLE_SIDE - 1
    for _ in range(turns):
        points = np.column_stack([points[:, 1], last - points[:, 0]])
    return np.column_stack([last - points[:, 0], points[:, 1]]) if flip else points


def _crop_corner(quads: list[Quad], rng: np.random.Generator) -> tuple[int, int]:
    """Left and top of a crop of the view, mostly with a card in it; multiples of the map's stride."""
    room = patches.TABLE_SIDE - CARD_CROP
    middle = rng.uniform(0, patches.TABLE_SIDE, 2)
    if quads and rng.random() < 0.85:
        middle = np.nan_to_num(quads[int(rng.integers(len(quads)))].mean(0), nan=0.0) + rng.uniform(
            -120, 120, 2
        )
    corner = np.round((middle - CARD_CROP / 2) / CARD_STRIDE).astype(int) * CARD_STRIDE
    left, top = np.clip(corner, 0, room).tolist()
    return left, top


def cards_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """The marks, the outlines near them, the faces wherever a card shows."""
    view, marks, geometry, kinds, count = batch
    out = net(view)
    mark = focal_loss(out[:, 0], marks, count)
    near = torch.isfinite(geometry[:, 0]).float()
    total = near.sum().clamp(min=1)
    scale = torch.tensor([0.4, 0.4, 3.0, 3.0, 1.0, 1.0]).reshape(1, 6, 1, 1)
    shape = ((out[:, 1:7] - geometry.nan_to_num()).abs() * scale * near[:, None]).sum() / total
    shown = (kinds >= 0).float()
    each = nnf.cross_entropy(out[:, 7:], kinds.clamp(min=0), reduction="none")
    face = (each * shown).sum() / shown.sum().clamp(min=1)
    wrong = out[:, 7:].argmax(1) != kinds
    return mark + shape * 0.5 + face * 1.5, {
        "mark": mark.item(),
        "shape": shape.item(),
        "face": face.item(),
        "face_err": ((wrong & (near > 0)).float().sum() / total).item(),
    }


@torch.no_grad()
def calibrate_marks(net: UNet, samples: Iterable[Arrays]) -> tuple[float, float]:
    """Make the marks' probabilities honest, and return the scale and shift of their logits that do it (Platt
    1999), fitted on ``samples`` that the network was not trained on: the last layer takes them in.

    The focal loss finds marks, but says of nearly all of them "0.6".
    """
    said, right = list[float](), list[float]()
    for view, marks, _, _, count in samples:
        heat = net(torch.from_numpy(np.array(view))[None])[0, 0].sigmoid().numpy()
        near = cv2.dilate(marks, np.ones((3, 3), np.uint8)) > 0.1
        for row, col, p in peaks_of(heat, _FAINTEST):
            if count[row, col]:
                said.append(float(p))
                right.append(float(near[row, col]))
    return make_honest(net, 0, said, right)

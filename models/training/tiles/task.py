"""What the tiles network is shown, and what it should say of every cell of a board."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as nnf

from models.training.augmentation import otherwise_lit, photometric, softer, through_another_camera
from models.training.pictures import Labelled, ShownAgain
from models.training.targets import Arrays, Forward
from models.training.tiles.laid import (
    NO_CORNER,
    SOME_TILE,
    UNSEEN_CORNER,
    Laid,
    in_other_dyes,
    is_of_game,
    laid_right,
    laid_wrong,
)
from vision.pictures import to_network
from vision.tile_table.above import INNER, LANE, cut_cells, places

# Corners, other cells of the lane, inner cells of a board while training: boards have 25 to 64 cells.
_SHOWN = (4, 12, 8)
_UNTOLD = 0.5  # which way arrows point that are not drawn
_SHOWN_BEFORE: ShownAgain[Laid] = ShownAgain(times=6, most=4000)
_LAID_RIGHT = 0.75  # of the grids shown
_IN_OTHER_DYES = 0.3  # of the boards shown while training
_OTHER_CAMERA = 0.5  # of them, at the most, as other cameras hand pictures on


def tiles_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """The cells of a board, at times in the mirror: what lies there, what share of it is covered, the corners'
    colours, whether the cell is what it is said to be; then how likely arrows point to the right, as drawn, and
    whether these are the cells of the board at all."""

    def from_above() -> Laid:
        right = is_of_game(picture) and rng.random() < _LAID_RIGHT
        return laid_right(picture, rng, training) if right else laid_wrong(picture, rng)

    laid = _SHOWN_BEFORE.of(picture.name, from_above) if training else from_above()
    if training and rng.random() < _IN_OTHER_DYES:
        laid = in_other_dyes(laid, rng)
    view, per_cell, truth = laid.view, laid.per_cell, picture.truth
    drawn = is_of_game(picture) and truth["board"]["arrow"]
    clockwise = float(truth["direction"] == "clockwise") if drawn else _UNTOLD
    if training:
        view = otherwise_lit(view, rng)
        if rng.random() < _OTHER_CAMERA:
            view = through_another_camera(view, rng)
        view = softer(photometric(view, rng), rng)
    if training and rng.random() < 0.5:
        view, clockwise = view[:, ::-1], 1 - clockwise
        per_cell = tuple(values[:, ::-1] for values in per_cell)
    size = len(per_cell[0])
    kinds = places(size)
    shown: Arrays = cut_cells(view, size), kinds, *(values.ravel() for values in per_cell)
    if training:
        which = np.concatenate(
            [
                rng.choice(np.flatnonzero(kind), count, replace=False)
                for kind, count in zip(kinds.T, _SHOWN, strict=True)
            ]
        )
        shown = tuple(values[which] for values in shown)
    return to_network(shown[0]), *shown[1:], np.array(clockwise, np.float32), np.array(laid.right, np.float32)


def tiles_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropies; what is covered counts less, arrows by what all cells of the lane say together. What the cells
    of a grid that is laid wrong show is told by nobody, but that they are none is."""
    patches, kinds, owner, covered, corner, belongs, clockwise, right = batch
    said_owner, said_hidden, said_corner, said_arrow, said_belongs = net(patches, kinds)
    of_right = right[:, None].expand_as(covered)
    owner_loss = (_owner_loss(said_owner, owner) * (1 - covered) * of_right).mean()
    hidden = nnf.binary_cross_entropy_with_logits(said_hidden, covered, weight=of_right)
    corner_loss = _corner_loss(said_corner, corner)
    in_lane = kinds[..., LANE]
    arrow = (said_arrow * in_lane).sum(1) / in_lane.sum(1)
    arrow_loss = nnf.binary_cross_entropy_with_logits(arrow, clockwise.float(), weight=right)
    belongs_loss = nnf.binary_cross_entropy_with_logits(said_belongs, belongs)
    drawn = (clockwise != _UNTOLD) & (right > 0)
    in_sight, is_corner = (covered < 0.5) & (of_right > 0), corner >= 0
    at_rim = (said_belongs * (1 - kinds[..., INNER])).sum(1)
    figures = {
        "owner_err": _share(said_owner.argmax(-1) != owner, in_sight & (owner != SOME_TILE)),
        "hidden_err": _share((said_hidden > 0) != (covered >= 0.5), of_right > 0),
        "corner_err": _share(said_corner.argmax(-1) != corner, is_corner),
        "arrow_err": _share((arrow > 0) != (clockwise > _UNTOLD), drawn),
        "grid_err": _share((at_rim > 0) != (right > 0), torch.ones_like(right, dtype=torch.bool)),
    }
    return 4 * owner_loss + hidden + corner_loss + arrow_loss + belongs_loss, figures


def _owner_loss(said: Tensor, owner: Tensor) -> Tensor:
    """(B, N) cross-entropy; of a tile in another dye only that it is one."""
    log_p = nnf.log_softmax(said, -1)
    named = log_p.gather(-1, owner.clamp(max=SOME_TILE - 1)[..., None])[..., 0]
    return -torch.where(owner == SOME_TILE, log_p[..., 1:].logsumexp(-1), named)


def _corner_loss(said: Tensor, corner: Tensor) -> Tensor:
    """Cross-entropy; of a corner that is not seen each colour is as likely as another."""
    log_p = nnf.log_softmax(said, -1)
    right = log_p.gather(-1, corner.clamp(min=0)[..., None])[..., 0]
    each = -torch.where(corner == UNSEEN_CORNER, log_p.mean(-1), right)
    is_corner = corner != NO_CORNER
    return (each * is_corner).sum() / is_corner.sum().clamp(min=1)


def _share(wrong: Tensor, of: Tensor) -> float:
    return float((wrong & of).sum() / of.sum().clamp(min=1))

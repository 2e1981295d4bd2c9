"""What the tiles network is shown, and what it should say of every cell of a board."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as nnf

from models.evaluation.geometry import field_px
from models.training.augmentation import photometric, softer
from models.training.pictures import Labelled, ShownAgain
from models.training.targets import Arrays, Forward
from vision.pictures import Picture, to_network
from vision.tile_table.above import LANE, board_from_above, cut_cells, places
from vision.tile_table.reading import COLOURS, CONTENTS

# Corners, other cells of the lane, inner cells of a board while training: boards have 25 to 64 cells.
_SHOWN = (4, 12, 8)
_NO_CORNER = -100
_UNTOLD = 0.5  # which way arrows point that are not drawn
_VIEWS: ShownAgain[Picture] = ShownAgain(times=6, most=4000)
_OFF_CELLS = (0.01, 0.035)  # by how much a corner of the board is misplaced: as found, and while training


def tiles_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """The cells of a board with a slightly wrong pose, at times in the mirror; what lies there, what share of it is
    covered, the corners' colours, and how likely arrows point to the right: as drawn."""
    size, truth = picture.size, picture.truth
    off_px = _OFF_CELLS[training] * field_px(picture.corners_px, size)

    def from_above() -> Picture:
        return board_from_above(picture.bgr, picture.pose(off_px, rng), size)

    view = _VIEWS.of(picture.name, from_above) if training else from_above()
    told = _of_cells(truth, size)
    clockwise = float(truth["direction"] == "clockwise") if truth["board"]["arrow"] else _UNTOLD
    if training:
        view = softer(photometric(view, rng), rng)
    if training and rng.random() < 0.5:
        view, clockwise = view[:, ::-1], 1 - clockwise
        told = tuple(values[:, ::-1] for values in told)
    kinds = places(size)
    per_cell: Arrays = cut_cells(view, size), kinds, *(values.ravel() for values in told)
    if training:
        which = np.concatenate(
            [
                rng.choice(np.flatnonzero(kind), count, replace=False)
                for kind, count in zip(kinds.T, _SHOWN, strict=True)
            ]
        )
        per_cell = tuple(values[which] for values in per_cell)
    return to_network(per_cell[0]), *per_cell[1:], np.array(clockwise, np.float32)


def _of_cells(truth: dict[str, Any], size: int) -> Arrays:
    """(n, n) each: whose tile, the share that is covered, the colour of a corner."""
    owner = [[CONTENTS.index(cell["owner"] or "none") for cell in row] for row in truth["cells"]]
    covered = [[cell["covered"] for cell in row] for row in truth["cells"]]
    corner = np.full((size, size), _NO_CORNER)
    for name, (row, col) in truth["corners"].items():
        corner[row, col] = COLOURS.index(name)
    return np.array(owner), np.array(covered, np.float32), corner


def tiles_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropies; what is covered counts less, and arrows by what all cells of the lane say together."""
    patches, kinds, owner, covered, corner, clockwise = batch
    said_owner, said_hidden, said_corner, said_arrow = net(patches, kinds)
    each = nnf.cross_entropy(said_owner.transpose(1, 2), owner, reduction="none")
    owner_loss = (each * (1 - covered)).mean()
    hidden = nnf.binary_cross_entropy_with_logits(said_hidden, covered)
    corner_loss = nnf.cross_entropy(said_corner.transpose(1, 2), corner, ignore_index=_NO_CORNER)
    in_lane = kinds[..., LANE]
    arrow = (said_arrow * in_lane).sum(1) / in_lane.sum(1)
    arrow_loss = nnf.binary_cross_entropy_with_logits(arrow, clockwise.float())
    in_sight, is_corner, drawn = covered < 0.5, corner != _NO_CORNER, clockwise != _UNTOLD
    figures = {
        "owner_err": _share(said_owner.argmax(-1) != owner, in_sight),
        "hidden_err": _share((said_hidden > 0) == in_sight, torch.ones_like(in_sight)),
        "corner_err": _share(said_corner.argmax(-1) != corner, is_corner),
        "arrow_err": _share((arrow > 0) != (clockwise > _UNTOLD), drawn),
    }
    return 4 * owner_loss + hidden + corner_loss + arrow_loss, figures


def _share(wrong: Tensor, of: Tensor) -> float:
    return float((wrong & of).sum() / of.sum().clamp(min=1))

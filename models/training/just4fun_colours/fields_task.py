"""What the fields network is shown, and what it should say of every tower of a board.

Besides the classes it is taught where each tower has its foot and its top in its patch, and what the set's stones
measure: who sees that can count stones. These measures only help to learn, and are not exported.
"""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as nnf

from models.training.augmentation import off_centre, photometric, recoloured
from models.training.just4fun_colours import nets
from models.training.just4fun_colours.printed_places import Outline, outline, printed_places
from models.training.pictures import Labelled
from models.training.targets import Arrays, Forward
from vision.pictures import to_network
from vision.stone_table import patches

UNKNOWN = -100  # the field's or the stone's colour is none of this game's: a board of another one
CELLS_A_BOARD = 24  # shown of a board while training: boards have 25 to 100


def fields_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """The towers' patches of a board with a slightly wrong pose; classes and measures per cell."""
    field = np.sqrt(cv2.contourArea(picture.corners_px.astype(np.float32))) / picture.size
    pose = picture.pose(0.035 * field if training else 0.01 * field, rng)
    towers = patches.cut_towers(picture.bgr, pose, picture.size)
    pictures = towers.pictures
    cells = [cell for row in picture.truth["cells"] for cell in row]
    known = {name: i for i, name in enumerate(nets.FIELD_COLOURS)}
    height = np.array([len(cell["stack"]) for cell in cells])
    owner = np.array([_owner(cell["stack"]) for cell in cells])
    ends = tower_ends(picture, towers)
    if training and cells[0]["field"] not in known:
        # A board of another game: whatever its colours and its stones', a stone is a stone.
        pictures = recoloured(pictures, rng)
        owner[height > 0] = UNKNOWN
    elif training:
        outlines = _outlines(picture, towers)
        pictures = printed_places(pictures, towers.views, outlines, stone_radius(picture), rng)
    if training:
        pictures = photometric(pictures, rng)
        if rng.random() < 0.5:
            pictures, ends = off_centre(pictures, ends, rng)
        if rng.random() < 0.5:
            pictures = pictures[:, :, ::-1]
            ends = patches.mirrored(ends)
    per_cell: Arrays = (
        pictures,
        towers.views,
        np.array([known.get(cell["field"], UNKNOWN) for cell in cells]),
        owner,
        height,
        np.array([cell["covered"] for cell in cells], np.float32),
        ends,
        np.broadcast_to(stone_measures(picture), (len(cells), 2)),
    )
    if training:
        # Towers are what is hard to read: they are shown oftener than single stones, those oftener than none.
        # And those on a field of their own colour oftenest: they pass for what is printed there.
        own = np.array([cell["field"] in cell["stack"][-1:] for cell in cells])
        chance = np.array([1, 2, 4, 4, 4, 4, 4, 4])[height] * np.where(own, 3, 1)
        order = rng.choice(len(cells), CELLS_A_BOARD, replace=False, p=chance / chance.sum())
        per_cell = tuple(values[order] for values in per_cell)
    return to_network(np.ascontiguousarray(per_cell[0])), *per_cell[1:]


def _owner(stack: list[str]) -> int:
    if not stack:
        return 0
    return nets.OWNERS.index(stack[-1]) if stack[-1] in nets.OWNERS else UNKNOWN


def tower_ends(picture: Labelled, towers: patches.TowerPatches) -> NDArray[np.float32]:
    """(N, 2, 2) foot and top of each tower in its patch: x and y in fields from the field's middle, y up; not
    a number where nothing stands."""
    ends = np.full((len(towers.pictures), 2, 2), np.nan, np.float32)
    for i, cell in enumerate(cell for row in picture.truth["cells"] for cell in row):
        if axis_px := cell.get("axis_px"):
            ends[i] = in_patch(towers, i, np.array([axis_px[0], axis_px[-1]]))
    return ends


def _outlines(picture: Labelled, towers: patches.TowerPatches) -> list[Outline | None]:
    """Of the towers in their patches; not known where a hand is over the field."""
    outlines: list[Outline | None] = []
    for i, cell in enumerate(cell for row in picture.truth["cells"] for cell in row):
        if cell["covered"] > 0 or (cell["stack"] and not cell.get("axis_px")):
            outlines.append(None)
        elif cell["stack"]:
            axis = in_patch(towers, i, np.array(cell["axis_px"]))
            outlines.append(
                outline(axis, stone_radius(picture), narrowing(picture), float(towers.views[i, 0]))
            )
        else:
            outlines.append(np.empty((0, 2), np.float32))
    return outlines


def in_patch(towers: patches.TowerPatches, cell: int, points_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points (P, 2) of the picture in the patch of a cell: x and y in fields from the field's middle, y up."""
    to_patch = towers.patch_from_picture[cell]
    patch_px = points_px @ to_patch[:, :2].T + to_patch[:, 2]
    middle_px = np.array([patches.TOWER_WIDTH / 2, patches.TOWER_BASE_ROW])
    return np.asarray((patch_px - middle_px) * [1, -1] / patches.TOWER_PX_PER_FIELD)


def stone_measures(picture: Labelled) -> NDArray[np.float32]:
    """(2,) how high a stone of the set stands, and how much a tower grows with each, in fields."""
    field_mm = 1000 * picture.truth["cell_m"]
    stone = picture.truth.get("stone_height_mm", np.nan), picture.truth["rise_mm"]
    return np.array(stone, np.float32) / np.float32(field_mm)


def stone_radius(picture: Labelled) -> float:
    """Of the set, in fields."""
    return float(picture.truth["stone_radius_mm"]) / (1000 * float(picture.truth["cell_m"]))


def narrowing(picture: Labelled) -> float:
    """By how much a stone of the set narrows from its foot to its top, in fields; not a number where not known."""
    top_mm = float(picture.truth.get("stone_top_radius_mm", np.nan))
    return stone_radius(picture) - top_mm / (1000 * float(picture.truth["cell_m"]))


def fields_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropies, and measures in fields; what a hand covers counts for ``hidden`` alone."""
    pictures, views, field, owner, height, covered, ends, stone = batch
    field_logits, owner_logits, height_logits, hidden_logits, _, _, *measured = net(pictures, views)
    visible = (covered < 0.35).float()

    countable = torch.where(height > 0, countable_towers(stone, views), 1.0)

    def entropy(logits: Tensor, target: Tensor, weight: Tensor = visible) -> Tensor:
        each = nnf.cross_entropy(
            logits.flatten(0, 1),
            target.flatten(),
            reduction="none",
            label_smoothing=0.01,
            ignore_index=UNKNOWN,
        )
        return mean_of(each, weight.flatten())

    def error(logits: Tensor, target: Tensor, weight: Tensor = visible) -> float:
        wrong = (logits.argmax(-1) != target) & (target != UNKNOWN)
        return mean_of(wrong.float(), weight).item()

    hidden_target = (covered > 0.35).float()
    hidden = nnf.binary_cross_entropy_with_logits(hidden_logits, hidden_target)
    # Whatever its colour, a stone is not nothing.
    strange = torch.logsumexp(owner_logits, -1) - torch.logsumexp(owner_logits[..., 1:], -1)
    losses = (
        entropy(field_logits, field),
        entropy(owner_logits, owner) + mean_of(strange * (owner == UNKNOWN), visible),
        entropy(height_logits, height, visible * countable),
    )
    figures = {
        "field_err": error(field_logits, field),
        "owner_err": error(owner_logits, owner),
        "height_err": error(height_logits, height),
        "countable_err": error(height_logits, height, visible * (countable == 1) * (height > 0)),
        "hidden_err": ((hidden_logits > 0).float() != hidden_target).float().mean().item(),
    }
    loss = losses[0] * 0.7 + losses[1] * 1.5 + losses[2] * 1.5 + hidden * 0.7
    if measured:
        ends_logits, ends_at, stone_at = measured
        marked, ends_figures = ends_loss(ends_logits, ends_at, ends, visible, nets.END_STRIDE)
        known = torch.isfinite(stone).all(-1).float()
        stone_off = mean_of((stone_at - torch.nan_to_num(stone)).abs().sum(-1), known)
        figures |= ends_figures | {"stone_off": stone_off.item()}
        loss = loss + marked + 1.5 * stone_off
    return loss, figures


def countable_towers(stone: Tensor, views: Tensor) -> Tensor:
    """(B, N) how much a tower's height is to count: where a further stone would show as less than a pixel or
    two nobody can tell it, and it is noise to learn from."""
    seen_px = (
        stone[..., 1] * (1 - views[..., 0] ** 2).sqrt() * 2 ** views[..., 1] * patches.TOWER_PX_PER_FIELD
    )
    return ((seen_px - 1) / 2).clamp(0.15, 1)


def ends_loss(
    ends_logits: Tensor, ends_at: Tensor, ends: Tensor, visible: Tensor, stride: int
) -> tuple[Tensor, dict[str, float]]:
    """Where foot and top were marked (at ``stride``)."""
    upright = visible * torch.isfinite(ends).all(-1).all(-1).float()
    ends = torch.nan_to_num(ends)
    maps = ends_maps(ends, stride, ends_logits.shape[-1])
    marked = nnf.cross_entropy(ends_logits.flatten(0, 2), maps.flatten(0, 2), reduction="none")
    ends_off = mean_of((ends_at - ends).abs().sum(-1).mean(-1), upright)
    loss = 0.2 * mean_of(marked.reshape(ends.shape[:3]).mean(-1), upright) + 6 * ends_off
    return loss, {"ends_off": ends_off.item()}


def ends_maps(ends: Tensor, stride: int, cells: int) -> Tensor:
    """(..., cells) what the maps of foot and top should hold: Gaussians round ``ends`` (..., 2), of mass 1. Maps of
    so many ``cells`` end with the patch's last row."""
    sigma = 0.75 * stride / patches.TOWER_PX_PER_FIELD
    x = nets.map_columns(stride)
    y = nets.map_rows(stride)[-(cells // len(x)) :]
    inside = torch.stack([ends[..., 0].clamp(x[0], x[-1]), ends[..., 1].clamp(y[-1], y[0])], -1)
    across = torch.exp(-0.5 * ((x - inside[..., :1]) / sigma) ** 2)
    along = torch.exp(-0.5 * ((y - inside[..., 1:]) / sigma) ** 2)
    maps = (along[..., :, None] * across[..., None, :]).flatten(-2)
    return maps / maps.sum(-1, keepdim=True)


def mean_of(values: Tensor, weights: Tensor) -> Tensor:
    """The mean of what has weight."""
    return (values * weights).sum() / weights.sum().clamp(min=1)

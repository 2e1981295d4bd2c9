"""What the fans network is shown: fans of cards, each cut along its line; and what it should say of every column
there: whether one card's edge lies over another, and whether a card shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as nnf

from models.training.augmentation import otherwise_lit, photometric, softer
from models.training.honesty import logistic_fit
from models.training.just4fun_colours import nets
from models.training.marks import focal_loss
from models.training.pictures import Labelled, ShownAgain
from models.training.targets import COVERED, Arrays, Forward, Labels, fan_targets, topmost
from vision.finding.board import Board
from vision.pictures import Picture, to_network
from vision.pose import CameraPose
from vision.stone_table.cards import card_maps, marked_cards
from vision.stone_table.fans import FAN_HEIGHT, FAN_WIDTH, cut_fan, fans_of, patch_map
from vision.stone_table.patches import board_to_view, view_from_above

_JITTER_FIELDS = 0.01
_SINGLE = 0.2  # of the cards by themselves so many are shown
_FAINTEST = 0.02  # peaks below are no edges, whatever they are multiplied by


@dataclass(frozen=True)
class _Cut:
    """A fan's ``patch`` (64, 448, 3), and ``labels`` (64, 448): which card lies uppermost, -1 none, -2 a hand."""

    patch: Picture
    labels: Labels


_SHOWN_TIMES, _KEPT = 40, 6_000
_cuts: ShownAgain[list[_Cut]] = ShownAgain(_SHOWN_TIMES, _KEPT)


def fans_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """One of the fans of a picture, as the shipped network's marks tell where one lies; its edges and cards (112,),
    and where these count."""
    cuts = _cuts.of(picture.name, lambda: _cuts_of(picture, rng)) if training else _cuts_of(picture, rng)
    cut = cuts[int(rng.integers(len(cuts)))]
    if training:
        cut = _varied(cut, rng)
    return (to_network(cut.patch), *fan_targets(cut.labels[FAN_HEIGHT // 2]))


def _cuts_of(picture: Labelled, rng: np.random.Generator) -> list[_Cut]:
    """The picture's fans; some place of its table where it has none."""
    field = np.sqrt(cv2.contourArea(picture.corners_px.astype(np.float32))) / picture.size
    pose = picture.pose(_JITTER_FIELDS * field, rng)
    view = view_from_above(picture.bgr, pose)
    cards = marked_cards(card_maps(view), Board(picture.size, pose, picture.corners_px, 1.0, 0.0))
    fans = fans_of([card for card in cards if card.face_up])
    chosen = [fan for fan in fans if len(fan) > 1 or rng.random() < _SINGLE]
    maps = [patch_map(fan) for fan in chosen] or [_anywhere(rng)]
    return [_Cut(cut_fan(view.picture, m), _labels(picture, pose, m)) for m in maps]


def _anywhere(rng: np.random.Generator) -> NDArray[np.float64]:
    """A patch's map to some place of the view."""
    turn = cv2.getRotationMatrix2D((0.0, 0.0), float(rng.uniform(0, 360)), 1.0)
    middle = rng.uniform(100, 540, 2)
    turn[:, 2] = np.array([FAN_WIDTH, FAN_HEIGHT]) / 2 - turn[:, :2] @ middle
    return np.asarray(turn, np.float64)


def _labels(picture: Labelled, pose: CameraPose, patch_from_view: NDArray[np.float64]) -> Labels:
    """(64, 448) which card of the truth lies uppermost in a fan's patch."""
    true_pose = picture.pose()
    quads_view = [
        board_to_view(true_pose.to_table(np.array(card["corners"], np.float64)))
        for card in picture.truth["cards"]
    ]
    quads = [quad @ patch_from_view[:, :2].T + patch_from_view[:, 2] for quad in quads_view]
    labels = topmost(quads, (FAN_HEIGHT, FAN_WIDTH))
    if picture.hand is not None and picture.hand.any():
        hand = view_from_above(cv2.merge([picture.hand] * 3), pose).picture
        labels[cut_fan(hand, patch_from_view)[..., 0] > 127] = COVERED
    return labels


def _varied(cut: _Cut, rng: np.random.Generator) -> _Cut:
    """Turned a little, stretched, shifted and mirrored by chance, under another light and by another camera."""
    angle, size, flips = rng.normal(0, np.radians(2)), np.exp(rng.normal(0, 0.07)), rng.choice([-1, 1], 2)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    turn = turn * size * flips * [1, np.exp(rng.normal(0, 0.07))]
    middle = np.array([FAN_WIDTH, FAN_HEIGHT]) / 2 - 0.5
    shift = middle - turn @ middle + [rng.uniform(-24, 24), rng.uniform(-4, 4)]
    varied, whole = np.column_stack([turn, shift]), (FAN_WIDTH, FAN_HEIGHT)
    labels = cv2.warpAffine(
        cut.labels.astype(np.int16), varied, whole, flags=cv2.INTER_NEAREST, borderValue=(-1.0,)
    )
    patch = np.asarray(cv2.warpAffine(cut.patch, varied, whole, flags=cv2.INTER_LINEAR), np.uint8)
    return _Cut(photometric(otherwise_lit(softer(patch, rng), rng), rng), labels.astype(np.int64))


def fans_loss(net: Forward, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """The edges by a focal loss, the cards by cross-entropy."""
    patch, edges, cards, count = batch
    out = net(patch)
    edge = focal_loss(out[:, 0], edges, count)
    each = nnf.binary_cross_entropy_with_logits(out[:, 1], cards, reduction="none")
    card = (each * count).mean()
    return edge + 4 * card, {"edge": edge.item(), "card": card.item()}


@torch.no_grad()
def calibrate_edges(net: nets.Fans, samples: Iterable[Arrays]) -> tuple[float, float]:
    """Make the edges' probabilities honest, and return the scale and shift of their logits that do it (Platt 1999),
    fitted on ``samples`` that the network was not trained on: its last layer takes them in."""
    logits, right = [], []
    for patch, edges, _, count in samples:
        told = net(torch.from_numpy(np.array(patch))[None])[0, 0].numpy()
        near = np.maximum(edges, np.maximum(np.r_[0, edges[:-1]], np.r_[edges[1:], 0])) > 0.5
        peak = (told > np.r_[-np.inf, told[:-1]]) & (told >= np.r_[told[1:], -np.inf])
        for column in np.flatnonzero(peak & (told > np.log(_FAINTEST)) & (count > 0)):
            logits.append(float(told[column]))
            right.append(float(near[column]))
    scale, shift = logistic_fit(np.array(logits), np.array(right))
    assert net.out.bias is not None
    net.out.weight[0] *= scale
    net.out.bias[0] = net.out.bias[0] * scale + shift
    return scale, shift

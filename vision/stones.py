"""The fields of a board: print, owner, height, hidden, each tower read along its own axis."""

from __future__ import annotations

import numpy as np

from models.catalogue import network
from vision.board import Board
from vision.patches import TowerPatches, cut_towers
from vision.pictures import Picture, sigmoid, softmax, to_network
from vision.reading import Fields


def read_fields(bgr: Picture, board: Board) -> Fields:
    """All fields of the board in the picture, as probabilities."""
    return read_towers(cut_towers(bgr, board.pose, board.size), board.size)


def read_towers(towers: TowerPatches, size: int) -> Fields:
    """The same from the towers' patches of a board of ``size`` fields a side."""
    out = network("fields").run(patches=to_network(towers.pictures)[None], views=towers.views[None])
    shape = (size, size)
    hidden = sigmoid(out["hidden"][0]).reshape(shape)
    # Empty and height 0 are one and the same; both heads vote on it.
    owner, height = softmax(out["owner"][0]), softmax(out["height"][0])
    empty = np.sqrt(owner[:, 0] * height[:, 0])
    taken = np.sqrt((1 - owner[:, 0]) * (1 - height[:, 0]))
    p_empty = (empty / (empty + taken + 1e-9))[:, None]
    owner = np.concatenate([p_empty, (1 - p_empty) * _normalised(owner[:, 1:])], 1)
    height = np.concatenate([p_empty, (1 - p_empty) * _normalised(height[:, 1:])], 1)
    return Fields(
        softmax(out["field"][0]).reshape(*shape, -1),
        owner.reshape(*shape, -1).astype(np.float32),
        height.reshape(*shape, -1).astype(np.float32),
        hidden,
    )


def _normalised(p: np.ndarray) -> np.ndarray:
    return np.asarray(p / (p.sum(1, keepdims=True) + 1e-9))

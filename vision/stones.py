"""The fields of a board: print, owner, height, hidden, each tower read along its own axis.

One network looks at every field and tells what lies there; another looks at the towers alone, finely, and counts
their stones. What both say of a tower's height is pooled: they err on different towers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.catalogue import network
from vision.board import Board
from vision.patches import TowerPatches, cut_towers
from vision.pictures import Picture, sigmoid, softmax, to_network
from vision.reading import Fields

_SURELY_EMPTY = 0.98  # nothing is counted there
_MOST_COUNTED = (
    20  # towers, the least sure: counting all of a full board takes twice as long and tells no more
)
_COUNTED_SIZE = 6  # fields a side: the network that counts has learnt on this game's boards alone
_COUNT_WEIGHT = 0.5  # of the network that counts; the other has the rest (a logarithmic opinion pool)


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
    stones = _normalised(height[:, 1:])
    doubt = np.where(p_empty[:, 0] < _SURELY_EMPTY, 1 - stones.max(1), -1)
    doubtful = np.argsort(-doubt)[: min(_MOST_COUNTED, int((doubt >= 0).sum()))]
    if size == _COUNTED_SIZE and len(doubtful):
        counted = count_stones(towers, doubtful)
        stones[doubtful] = _normalised(counted**_COUNT_WEIGHT * stones[doubtful] ** (1 - _COUNT_WEIGHT))
    height = np.concatenate([p_empty, (1 - p_empty) * stones], 1)
    return Fields(
        softmax(out["field"][0]).reshape(*shape, -1),
        owner.reshape(*shape, -1).astype(np.float32),
        height.reshape(*shape, -1).astype(np.float32),
        hidden,
    )


def count_stones(towers: TowerPatches, which: NDArray[np.int64]) -> NDArray[np.float32]:
    """(T, 7) the probabilities of 1 to 7 stones of the towers of the cells ``which`` (T,), which are compared
    with one another."""
    pictures, views = to_network(towers.pictures[which]), towers.views[which]
    return softmax(network("towers").run(patches=pictures[None], views=views[None])["height"][0])


def _normalised(p: np.ndarray) -> np.ndarray:
    return np.asarray(p / (p.sum(1, keepdims=True) + 1e-9))

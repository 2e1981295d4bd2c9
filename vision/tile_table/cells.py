"""The cells of a board with a lane, looked at together: whose tile lies on each, and how the board is marked."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from models.catalogue import network
from vision.finding.board import Board
from vision.pictures import Picture, sigmoid, softmax, to_network
from vision.tile_table.above import INNER, LANE, board_from_above, cut_cells, places
from vision.tile_table.alike import beside_others
from vision.tile_table.reading import COLOURS, TileCells

Floats = NDArray[np.float32]


def read_cells(bgr: Picture, board: Board) -> TileCells:
    """All cells of a board in the picture (H, W, 3)."""
    return cells_in(board_from_above(bgr, board.pose, board.size), board.size)


def cells_in(view: Picture, size: int) -> TileCells:
    """All cells of a board of ``size`` cells a side, seen from above (see ``vision.tile_table.above``)."""
    each = each_by_itself(view, size)
    hidden = sigmoid(each["hidden"])
    last, kinds = size - 1, places(size)
    at_rim = kinds[:, INNER] == 0
    at_corners = [0, last, size * last + last, size * last]  # clockwise
    return TileCells(
        softmax(beside_others(each["owner"], hidden, cut_cells(view, size), size)).reshape(size, size, -1),
        hidden.reshape(size, size),
        one_of_each(each["corner"][at_corners]),
        float(sigmoid(each["arrow"].mean(where=kinds[:, LANE] > 0))),
        _mean_in_sight(each["belongs"][at_rim], each["hidden"][at_rim]),
    )


def each_by_itself(view: Picture, size: int) -> dict[str, Floats]:
    """The network's logits (N, ·) of the cells, by name: means of looks at the board as it is and in the mirror."""
    seen, mirrored = _looked_at(view, size), _looked_at(view[:, ::-1], size)
    mirrored["arrow"] = -mirrored["arrow"]  # in the mirror they point the other way
    return {name: _mean(seen[name], _unmirrored(mirrored[name], size)) for name in seen}


def one_of_each(logits: Floats) -> Floats:
    """(4, 4) how likely each corner is of each colour, by ``logits`` (4, 4) of each by itself: all ways to give the
    four colours to the four corners are weighed."""
    ways = np.array(list(permutations(range(len(COLOURS)))))
    weight = softmax(logits[np.arange(len(COLOURS)), ways].sum(1))
    return np.asarray(np.einsum("w,wck->ck", weight, ways[..., None] == np.arange(len(COLOURS))), np.float32)


def _looked_at(view: Picture, size: int) -> dict[str, Floats]:
    """The network's logits (N, ·) of a board seen from above."""
    patches = to_network(cut_cells(view, size))
    seen = network("tiles").run(patches=patches[None], places=places(size)[None])
    return {name: logits[0] for name, logits in seen.items()}


def _mean_in_sight(each: Floats, hidden: Floats) -> float:
    """The mean of cells, each by how likely nothing hides it, by ``hidden`` as log-odds."""
    in_sight = sigmoid(-hidden)
    return float((each * in_sight).sum() / max(float(in_sight.sum()), 1.0))


def _mean(one: Floats, other: Floats) -> Floats:
    return np.asarray((one + other) / 2, np.float32)


def _unmirrored(per_cell: Floats, size: int) -> Floats:
    """(N, ·) what is told of the cells of a board seen in the mirror, in the order of the board itself."""
    return per_cell.reshape(size, size, -1)[:, ::-1].reshape(per_cell.shape)

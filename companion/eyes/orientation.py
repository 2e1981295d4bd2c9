"""Which way up the board lies: a picture alone cannot tell, but the colours of fields that are known can."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.finding.board import Board
from vision.pose import fit_pose, lattice_board
from vision.stone_table.reading import Fields


def upright(board: Board, fields: Fields, layout: NDArray[np.int64], bonus: Any = 0.0) -> Board:
    """The board in the turn in which its fields' colours fit a layout best: (n, n) indices into FIELD_COLOURS.

    ``bonus`` (4,) is what else speaks for each turn, as the logarithm of its likelihood.
    """
    rows, columns = np.indices(layout.shape)
    scores = [
        float(np.log(np.rot90(fields.field, turn)[rows, columns, layout] + 0.01).sum()) for turn in range(4)
    ]
    return turned(board, int(np.argmax(scores + np.asarray(bonus))))


def turned(board: Board, turn: int) -> Board:
    """The same board, named from another corner: what ``np.rot90(cells, turn)`` is to its cells."""
    if turn % 4 == 0:
        return board
    # The lattice as seen, renamed: a quarter turn of the names is a rotation of the board frame.
    lattice = lattice_board(board.size)
    angle = turn * np.pi / 2
    spin = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    pixels = board.pose.project(lattice @ spin)
    pose, _ = fit_pose(lattice, pixels, np.ones(len(lattice)), board.pose.image_size, board.pose.lens)
    return replace(board, pose=pose, corners_px=np.roll(board.corners_px, -turn, axis=0))

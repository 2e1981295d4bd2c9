"""The fields of a board, and the stones on them."""

from dataclasses import replace

import numpy as np

from models.scenes.camera import expose
from models.scenes.quick import render
from models.scenes.sample import sample_scene
from vision.board import find_board
from vision.stones import read_fields

MAGENTA = (0.72, 0.2, 0.6)  # this game prints such a colour on fields, and gives no player such stones


def dyed(scene, rgb):
    """The same table, all stones on the board of one colour."""
    towers = tuple(
        tuple(tuple(replace(stone, rgb=rgb) for stone in tower) for tower in row) for row in scene.towers
    )
    return replace(scene, towers=towers)


def test_on_boards_of_other_games_a_stone_of_any_colour_is_a_stone():
    scene = dyed(sample_scene(9_200_005, width=960, height=540, mode="other"), MAGENTA)
    size = len(scene.towers)
    bgr = expose(render(scene)[0], scene.camera)
    board = find_board(bgr, size)
    taken = read_fields(bgr, board).taken()
    due = np.array([[bool(tower) for tower in row] for row in scene.towers])
    assert size == 7 and due.sum() == 9
    # A single picture does not know which side of a board is the first.
    assert any((np.rot90(taken, turns) == due).all() for turns in range(4))

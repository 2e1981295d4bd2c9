"""A board with a lane as it is seen, drawn over the camera's picture."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from companion.session.overlay import PAINT
from referee.table import Cell
from vision.finding.board import Board
from vision.pictures import Picture
from vision.tile_table.reading import TileCells

_LINE = (255, 255, 255)


def draw_lane_board(
    bgr: Picture, board: Board, cells: TileCells, row: Iterable[Cell] = (), turn: int = 0
) -> Picture:
    """A copy of the picture with the grid and each tile in its colour; the cells of a ``row``, of a board that is
    turned by ``turn`` quarters, outlined in gold."""
    import cv2

    canvas, size = bgr.copy(), board.size
    thick = max(1, round(max(bgr.shape) / 700))
    half = size / 2
    for at in np.arange(size + 1) - half:
        for ends in ([(-half, at, 0.0), (half, at, 0.0)], [(at, -half, 0.0), (at, half, 0.0)]):
            line = np.round(board.pose.project(np.array(ends))).astype(np.int32)
            cv2.polylines(canvas, [line], False, _LINE, thick, cv2.LINE_AA)
    radius = max(4, round(float(np.linalg.norm(board.corners_px[1] - board.corners_px[0])) / size * 0.22))
    for cell in np.ndindex(size, size):
        centre = _pixels(board, [(cell[1] + 0.5, cell[0] + 0.5)])[0]
        owner = cells.owner_name(*cell)
        if cells.is_hidden(*cell):
            cv2.putText(canvas, "?", centre, cv2.FONT_HERSHEY_SIMPLEX, 0.6, _LINE, thick, cv2.LINE_AA)
        elif owner:
            cv2.circle(canvas, centre, radius + thick, (0, 0, 0), -1, cv2.LINE_AA)
            cv2.circle(canvas, centre, radius, PAINT[owner], -1, cv2.LINE_AA)
    as_seen = np.rot90(np.arange(size * size).reshape(size, size), turn)
    for r, c in row:
        y, x = divmod(int(as_seen[r, c]), size)
        corners = _pixels(board, [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)])
        cv2.polylines(canvas, [np.array(corners, np.int32)], True, PAINT["gold"], 3 * thick, cv2.LINE_AA)
    return canvas


def _pixels(board: Board, cells: list[tuple[float, float]]) -> list[tuple[int, int]]:
    """Points in cells from the board's corner, x along row 0, as pixels."""
    half = board.size / 2
    points = np.array([(x - half, half - y, 0.0) for x, y in cells])
    return [(round(float(x)), round(float(y))) for x, y in board.pose.project(points)]

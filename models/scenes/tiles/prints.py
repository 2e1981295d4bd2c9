"""The board as it is printed, painted or made of wood, from above as a BGR picture."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sheets.boards import Frame
from calibration.sheets.one_two_three_four import heading
from models.scenes.printed import lane_board_picture
from models.scenes.prints import (
    Floats,
    Picture,
    bgr8,
    blend,
    circle,
    clouds,
    print_border,
    rounded_box,
    stamp,
    wood,
)
from models.scenes.scene import RGB
from models.scenes.tiles.scene import DirectionMark, TileBoard
from referee.lane import corners, lane

Points = NDArray[np.float64]

_BORDER_INK = 0.9  # strength of what is printed on the border
_GRAIN = {"card": 0.02, "wood": 0.3, "cloth": 0.1}  # by how much a material's grain changes its paint
_WEAR = 0.06
_ARC = np.linspace(0, math.pi / 2, 24)
# Marks that point along +x, y to the left, as (polygon, filled) in halves of their length.
_MARKS: dict[str, tuple[tuple[tuple[tuple[float, float], ...], bool], ...]] = {
    "chevron": ((((-0.2, 0.8), (0.6, 0), (-0.2, -0.8)), False),),
    "double": ((((-0.7, 0.7), (0, 0), (-0.7, -0.7)), False), (((0.1, 0.7), (0.8, 0), (0.1, -0.7)), False)),
    "triangle": ((((-0.6, 0.7), (0.8, 0), (-0.6, -0.7)), True),),
    "shaft": ((((-1, 0.22), (0.1, 0.22), (0.1, 0.6), (1, 0), (0.1, -0.6), (0.1, -0.22), (-1, -0.22)), True),),
    "line": ((((-1, 0), (0.9, 0)), False), (((0.4, 0.45), (0.95, 0), (0.4, -0.45)), False)),
}
_STROKE = 0.2  # of open marks, in halves of their length


def paint_tile_board(board: TileBoard, px_per_mm: float) -> Picture:
    """(H, W, 3) BGR of the whole board, row 0 on top; of the size that ``models.scenes.prints.paint_board`` gives."""
    if board.printing:
        frame = Frame(board.size, board.pitch_mm)
        return lane_board_picture(frame, board.clockwise, board.printing, px_per_mm)
    field_px = max(8, round(board.pitch_mm * px_per_mm))
    scale = field_px / board.pitch_mm
    border_px = round(board.border_mm * scale)
    grid = np.vstack(
        [np.hstack([_field(board, rgb, field_px, scale) for rgb in row]) for row in board.grounds]
    )
    _line_the_lane(grid, board, field_px, scale)
    _mark_corners(grid, board, field_px)
    if board.direction_mark:
        _mark_direction(grid, board, board.direction_mark, field_px)
    side = len(grid) + 2 * border_px
    picture = np.empty((side, side, 3), np.float32)
    picture[:] = board.border_rgb
    print_border(picture, board, board.border_print, _BORDER_INK, field_px, border_px)
    picture[border_px : side - border_px, border_px : side - border_px] = grid
    return bgr8(_of_its_material(picture, board, field_px))


def _field(board: TileBoard, rgb: RGB, side: int, scale: float) -> Floats:
    """(side, side, 3) RGB of one field with its half of the gap around it."""
    inset, radius = board.gap_mm * scale / 2, board.corner_radius_mm * scale
    field = _filled(side, board.gap_rgb)
    if board.line_mm > 0:
        field = blend(field, _filled(side, board.line_rgb), rounded_box(side, side, inset, radius))
        inset += max(board.line_mm * scale / (1 if board.gap_mm else 2), 0.5)
    return blend(field, _filled(side, rgb), rounded_box(side, side, inset, radius))


def _filled(side: int, rgb: RGB) -> Floats:
    return np.tile(np.array(rgb, np.float32), (side, side, 1))


def _line_the_lane(grid: Floats, board: TileBoard, field_px: int, scale: float) -> None:
    """Draw the line about the inner cells, in place."""
    if board.lane_line_mm <= 0:
        return
    mask = np.zeros(grid.shape[:2], np.uint8)
    low, high = field_px, len(grid) - field_px
    cv2.rectangle(mask, (low, low), (high, high), 255, max(1, round(board.lane_line_mm * scale)), cv2.LINE_AA)
    stamp(grid, mask, board.line_rgb, 1.0)


def _mark_corners(grid: Floats, board: TileBoard, field_px: int) -> None:
    """Draw the four corners' marks, in place."""
    mark = board.corner_mark
    line_px = max(1, round(mark.line * field_px))
    end = len(grid)
    outer = ((0, 0), (end, 0), (end, end), (0, end))
    for (row, col), at, (_, rgb) in zip(corners(board.size), outer, board.corners, strict=True):
        mask = np.zeros(grid.shape[:2], np.uint8)
        middle = ((col + 0.5) * field_px, (row + 0.5) * field_px)
        reach = mark.size * field_px
        if mark.kind == "disc":
            circle(mask, middle, reach, -1)
        elif mark.kind == "ring":
            circle(mask, middle, reach, line_px)
        elif mark.kind == "quarter":  # about the board's corner, within its field
            circle(mask, at, 2 * reach, -1)
        elif mark.kind == "arc":
            circle(mask, at, 2 * reach, line_px)
        elif mark.kind == "diamond":
            _fill(mask, np.array(middle) + reach * np.array([[0, -1], [1, 0], [0, 1], [-1, 0]]))
        elif mark.kind == "frame":
            low, high = (tuple(int(m + way * reach) for m in middle) for way in (-1, 1))
            cv2.rectangle(mask, low, high, 255, line_px, cv2.LINE_AA)
        stamp(grid, mask, rgb, 1.0)


def _mark_direction(grid: Floats, board: TileBoard, mark: DirectionMark, field_px: int) -> None:
    """Draw marks along the lane, in place; on the corners only where they are filled."""
    mask = np.zeros(grid.shape[:2], np.uint8)
    half_px = mark.length * field_px / 2
    taken = () if mark.between or mark.on_corners else corners(board.size)
    for number, (row, col) in enumerate(lane(board.size, board.clockwise)):
        if number % mark.every or (row, col) in taken:
            continue
        step = np.array(heading(row, col, board.size, board.clockwise), float)
        at = (np.array([col, row]) + 0.5 + (0.5 if mark.between else 0.0) * step) * field_px
        turn = np.array([step, [-step[1], step[0]]])
        for points, filled in _MARKS[mark.kind]:
            points_px = at + half_px * np.array(points) @ turn
            if filled:
                _fill(mask, points_px)
            else:
                line_px = max(1, round(_STROKE * half_px))
                cv2.polylines(mask, [_sixteenths(points_px)], False, 255, line_px, cv2.LINE_AA, 4)
    stamp(grid, mask, mark.rgb, mark.strength)


def _fill(mask: Picture, points_px: Points) -> None:
    cv2.fillPoly(mask, [_sixteenths(points_px)], 255, cv2.LINE_AA, 4)


def _sixteenths(points_px: Points) -> NDArray[np.int32]:
    return np.round(points_px * 16).astype(np.int32)


def _of_its_material(picture: Floats, board: TileBoard, field_px: int) -> Floats:
    """The picture with the grain and the wear of what the board is made of."""
    rng = np.random.default_rng(board.seed)
    side = len(picture)
    if board.material == "wood":
        grain = wood(side, field_px, rng) - 0.5
    elif board.material == "cloth":
        grain = rng.normal(0, 0.5, (side, 1)) + rng.normal(0, 0.5, (1, side))
    else:
        grain = rng.normal(0, 0.5, (side, side))
    share = _GRAIN[board.material] * grain + _WEAR * (clouds(side, 3, rng) - 0.5)
    return picture * (1 - share[..., None].astype(np.float32))

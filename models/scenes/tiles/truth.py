"""What a picture of tiles shows, as plain values, in the form of the outside tables of this game."""

from __future__ import annotations

from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import eye_mm, project
from models.scenes.tiles.scene import Tile, TileScene
from models.scenes.tiles.solids import corner_points_mm, outside_mm, placed, upper_corners_mm
from models.scenes.truth import (
    at_height,
    before_lens,
    camera_truth,
    clutter_points,
    fill_hull,
    hull_px,
    looked_up,
    rounded,
)
from referee.lane import corners
from referee.one_two_three_four_acts import ID

Mask = NDArray[np.uint8]
Points = NDArray[np.float64]
Corners = list[list[float]]

_LEVEL_MM = 1e-6
_SPOTS = 24  # looked at along a side of a tile or a cell


class CellTruth(TypedDict):
    """A cell: whose tile lies there, if any; the share of it (of the tile or the bare cell) that is hidden."""

    owner: str | None
    covered: float
    corners_px: Corners | None


class TileTruth(TypedDict):
    """A tile beside the board, and the share of it that is hidden or out of the picture."""

    colour: str
    corners_px: Corners
    covered: float


class TableTruth(TypedDict):
    """All that can be known of a picture, ready for JSON.

    Pixels follow OpenCV: whole numbers are pixel centres. Corners run clockwise as seen from above; a tile's
    are those of the square about its upper edge. ``held``: colours of tiles in hands. Lengths of ``camera`` in m.
    """

    game: str
    players: int
    size: int
    direction: str
    corners: dict[str, list[int]]
    grid_corners: Corners
    cells: list[list[CellTruth]]
    supply: list[TileTruth]
    held: list[str]
    tile: str
    board: dict[str, str | float | bool | None]
    cell_m: float
    hand: bool
    elevation: float
    seed: int
    width: int
    height: int
    camera: dict[str, list[object]]


def truth(scene: TileScene, hand_mask: Mask) -> TableTruth:
    """The truth of a picture; ``hand_mask`` (H, W) is set where a hand is."""
    board, camera = scene.board, scene.camera
    covers = _Covers(scene, hand_mask)
    span = range(board.size)
    return {
        "game": ID,
        "players": scene.players,
        "size": board.size,
        "direction": "clockwise" if board.clockwise else "anticlockwise",
        "corners": {
            name: list(cell) for (name, _), cell in zip(board.corners, corners(board.size), strict=True)
        },
        "grid_corners": rounded(project(at_height(board.grid_corners_mm(), 0), camera)),
        "cells": [[_cell(scene, covers, row, col) for col in span] for row in span],
        "supply": [
            {
                "colour": tile.colour,
                "corners_px": _corners_px(scene, tile),
                "covered": covers.of_tile(tile),
            }
            for tile in scene.supply
        ],
        "held": [tile.colour for tile in scene.held],
        "tile": scene.tile_kind.name,
        "board": {
            "material": board.material,
            "corner": board.corner_mark.kind,
            "arrow": board.direction_mark.kind if board.direction_mark else None,
            "gap": board.gap_mm / board.pitch_mm,
            "line": board.line_mm / board.pitch_mm,
            "border": board.border_mm / board.pitch_mm,
        },
        "cell_m": board.pitch_mm / 1000,
        "hand": bool(hand_mask.any()),
        "elevation": camera.elevation_deg,
        "seed": scene.seed,
        "width": camera.width,
        "height": camera.height,
        "camera": camera_truth(camera),
    }


def _cell(scene: TileScene, covers: _Covers, row: int, col: int) -> CellTruth:
    tile = scene.cells[row][col]
    if tile is None:
        return {"owner": None, "covered": covers.of_cell(row, col), "corners_px": None}
    return {
        "owner": tile.colour,
        "covered": covers.of_tile(tile),
        "corners_px": _corners_px(scene, tile),
    }


def _corners_px(scene: TileScene, tile: Tile) -> Corners:
    return rounded(project(upper_corners_mm(tile, scene.tile_kind), scene.camera))


class _Covers:
    """What hides tiles and cells: hands, things that lie about, other tiles, and the picture's edge."""

    def __init__(self, scene: TileScene, hand_mask: Mask) -> None:
        self._scene = scene
        self._hidden = hand_mask.copy()
        for body in clutter_points(scene):
            if before_lens(scene.camera, body):
                fill_hull(self._hidden, hull_px(body, scene.camera))
        bodies = [(tile, corner_points_mm(tile, scene.tile_kind)) for tile in scene.tiles]
        self._hulls = [
            (tile, hull_px(body, scene.camera)) for tile, body in bodies if before_lens(scene.camera, body)
        ]
        self._eye_mm = eye_mm(scene.camera)

    def of_tile(self, tile: Tile) -> float:
        """Share of the tile's upper face."""
        kind = self._scene.tile_kind
        line = ((np.arange(_SPOTS) + 0.5) / _SPOTS - 0.5) * kind.side_mm
        x, y = np.meshgrid(line, line)
        spots = np.stack([x.ravel(), y.ravel()], 1)
        spots = spots[outside_mm(spots, kind) < 0]
        return self._share(placed(tile, at_height(spots, kind.edge_mm)), tile)

    def of_cell(self, row: int, col: int) -> float:
        """Share of a bare cell."""
        board = self._scene.board
        line = ((np.arange(_SPOTS) + 0.5) / _SPOTS - 0.5) * board.pitch_mm
        x, y = np.meshgrid(line, line)
        spots = np.stack([x.ravel(), y.ravel()], 1) + board.cell_centre_mm(row, col)
        return self._share(at_height(spots, 0), None)

    def _share(self, spots_mm: Points, own: Tile | None) -> float:
        """Share of world points (N, 3) that cannot be seen."""
        px = project(spots_mm, self._scene.camera)
        hidden = self._hidden.copy()
        for hull in self._before(spots_mm.mean(0), own):
            fill_hull(hidden, hull)
        hit, inside = looked_up(hidden, px)
        return round(float((hit | ~inside).mean()), 3)

    def _before(self, middle_mm: Points, own: Tile | None) -> list[NDArray[np.float32]]:
        """Hulls of other tiles that are nearer to the eye, or lie higher."""
        foot_mm = np.array(own.xyz_mm if own else middle_mm)
        away_mm = np.linalg.norm(foot_mm - self._eye_mm)
        found = []
        for tile, hull in self._hulls:
            higher_mm = tile.xyz_mm[2] - foot_mm[2]
            nearer = np.linalg.norm(tile.xyz_mm - self._eye_mm) < away_mm
            if tile is not own and (higher_mm > _LEVEL_MM or (higher_mm > -_LEVEL_MM and nearer)):
                found.append(hull)
        return found

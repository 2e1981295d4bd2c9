"""Bare fields that look otherwise than the others of their print: a stone may lie there that was read as none."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.board import Board
from vision.pictures import Picture
from vision.stone_table.changes import RISE
from vision.stone_table.reading import Fields

Floats = NDArray[np.float32]

_SIDE = 16  # samples along a field's middle
# From a field's middle, in fields: so far it is looked at; further out than that, in its corners, it shows its print.
_MIDDLE, _CORNER = 0.36, 0.27
_STANDS, _TALLEST = 0.4, 0.85  # how far from its middle a stone may reach, and how high, in fields
_LEAST = 4  # fields of one print tell what it looks like
_LEAST_IN_SIGHT = 0.6


def outliers_of_print(bgr: Picture, board: Board, fields: Fields, print_indices: NDArray[np.int64]) -> Floats:
    """(n, n) how much each field that reads as bare differs from what the bare fields of its print look like, as a
    multiple of what is usual on this board. Nan where towers hide it, or too few are of its print
    (``print_indices``, (n, n))."""
    looks, in_sight = _seen_flat(bgr, board, _hidden_by_towers(bgr, board, fields))
    bare = ~fields.taken().ravel() & (in_sight.mean((1, 2)) > _LEAST_IN_SIGHT)
    differs = np.full(len(looks), np.nan, np.float32)
    for index in np.unique(print_indices):
        same = np.flatnonzero(bare & (print_indices.ravel() == index))
        if len(same) >= _LEAST:
            differs[same] = _from_their_median(looks[same], in_sight[same])
    told = differs[np.isfinite(differs)]
    usual = max(float(np.median(told)), 1.0) if len(told) else 1.0
    return np.asarray((differs / usual).reshape(print_indices.shape), np.float32)


def _places_board(size: int) -> NDArray[np.float64]:
    """(n * n, side, side, 2) where each field is looked at, row by row."""
    steps = np.arange(size) - (size - 1) / 2
    x, y = np.meshgrid(steps, -steps)
    feet = np.column_stack([x.ravel(), y.ravel()])
    along = np.linspace(-_MIDDLE, _MIDDLE, _SIDE)
    places = np.stack(np.meshgrid(along, -along), -1)
    return np.asarray(feet[:, None, None] + places)


def _seen_flat(bgr: Picture, board: Board, hidden: Picture) -> tuple[Floats, NDArray[np.bool_]]:
    """The fields' middles (n * n, side, side, 3) as seen from above, and what of them nothing hides."""
    places = _places_board(board.size)
    flat = places.reshape(-1, 2)
    pixels = board.pose.project(np.column_stack([flat, np.zeros(len(flat))])).astype(np.float32)
    field_px = float(np.linalg.norm(board.corners_px[1] - board.corners_px[0])) / board.size
    soft = cv2.GaussianBlur(bgr, (0, 0), max(field_px * _MIDDLE / _SIDE, 0.3))
    at = pixels.reshape(len(places), -1, 2)
    looks = cv2.remap(soft, at, None, cv2.INTER_LINEAR).reshape(*places.shape[:3], 3)
    covered = cv2.remap(hidden, at, None, cv2.INTER_NEAREST).reshape(places.shape[:3])
    return looks.astype(np.float32), covered == 0


def _hidden_by_towers(bgr: Picture, board: Board, fields: Fields) -> Picture:
    """(H, W) 1 where a tower may stand before something."""
    hidden = np.zeros(bgr.shape[:2], np.uint8)
    heights = fields.heights()
    for row, col in np.argwhere(fields.taken()):
        x, y = col - (board.size - 1) / 2, (board.size - 1) / 2 - row
        top = _TALLEST + RISE * (heights[row, col] - 1)
        corners = [
            (x + dx, y + dy, z) for dx in (-_STANDS, _STANDS) for dy in (-_STANDS, _STANDS) for z in (0, top)
        ]
        outline = cv2.convexHull(board.pose.project(np.array(corners)).astype(np.float32))
        cv2.fillConvexPoly(hidden, np.round(outline).astype(np.int32), 1)
    return hidden


def _from_their_median(looks: Floats, in_sight: NDArray[np.bool_]) -> Floats:
    """(k,) by how many grey levels each of ``looks`` (k, side, side, 3) differs from their median, where it is
    ``in_sight`` (k, side, side), each in the light of the others as their corners show it."""
    along = np.abs(np.linspace(-_MIDDLE, _MIDDLE, _SIDE))
    corner = (along[:, None] > _CORNER) & (along[None] > _CORNER)
    prints = np.median(looks[:, corner], axis=1)
    lit = looks * (np.median(prints, axis=0) / np.maximum(prints, 1))[:, None, None]
    seen = np.ma.array(lit, mask=np.broadcast_to(~in_sight[..., None], lit.shape))
    usual = np.ma.median(seen, axis=0).filled(0)
    apart = np.abs(lit - usual).mean(-1) * in_sight
    return np.asarray(apart.sum((1, 2)) / np.maximum(in_sight.sum((1, 2)), 1), np.float32)

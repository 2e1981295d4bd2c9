"""What a picture of Punto shows, as plain values, in the form of the outside tables of this game."""

from __future__ import annotations

from typing import TypedDict

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import project
from models.scenes.point_cards.quick import card_slip, deck_slips
from models.scenes.point_cards.scene import PointCard, PointScene
from models.scenes.quick.flat import Slip
from models.scenes.sample_layout import rectangle
from models.scenes.truth import at_height, before_lens, camera_truth, clutter_points, hull_px, rounded
from referee.punto_acts import ID

Mask = NDArray[np.uint8]
Points = NDArray[np.float64]
Corners = list[list[float]]

_SPOTS = 20  # looked at along a side of a card
_HIDDEN = -2  # instead of the number of what lies uppermost


class Face(TypedDict):
    """A card's face."""

    colour: str
    points: int


class CardTruth(TypedDict):
    """A card face up; ``covered``: the share of it that is hidden or out of the picture."""

    colour: str
    points: int
    corners_px: Corners
    covered: float


class CellTruth(CardTruth):
    """A card in play that lies uppermost on a cell of the smallest box, and what lies under it, from the bottom."""

    cell: list[int]
    under: list[Face]


class DeckTruth(TypedDict):
    """Cards face down; the corners are those of the topmost."""

    player: int
    cards: int
    corners_px: Corners
    covered: float


class PointTruth(TypedDict):
    """All that can be known of a picture, ready for JSON.

    Pixels follow OpenCV: whole numbers are pixel centres. Corners run clockwise as seen from above, cards' from the
    upper left of their face. ``grid_corners``: of the smallest box, from cell [0, 0] along row 0. ``held``: cards in
    hands. Lengths of ``camera`` in m.
    """

    game: str
    players: int
    rows: int
    cols: int
    cards_played: int
    grid_corners: Corners
    cells: list[CellTruth]
    loose: list[CardTruth]
    decks: list[DeckTruth]
    held: list[CardTruth]
    look: dict[str, str | float | bool | None]
    pitch_m: float
    side_m: float
    hand: bool
    elevation: float
    seed: int
    width: int
    height: int
    camera: dict[str, list[object]]


def truth(scene: PointScene, hand_mask: Mask) -> PointTruth:
    """The truth of a picture; ``hand_mask`` (H, W) is set where a hand is."""
    board, camera, look = scene.board, scene.camera, scene.look
    covers = _Covers(scene, hand_mask)
    return {
        "game": ID,
        "players": scene.players,
        "rows": board.rows,
        "cols": board.cols,
        "cards_played": len(scene.laid),
        "grid_corners": rounded(project(at_height(board.box_corners_mm(), 0), camera)),
        "cells": [
            {
                **covers.card(card),
                "cell": list(cell),
                "under": [{"colour": each.colour, "points": each.points} for each in scene.under(cell)],
            }
            for cell, card in sorted(scene.tops.items())
        ],
        "loose": [covers.card(card) for card in scene.loose],
        "decks": [
            {
                "player": deck.player,
                "cards": deck.cards,
                "corners_px": rounded(_corners_px(scene, slip)),
                "covered": covers.share(slip),
            }
            for deck in scene.decks
            for slip in [list(deck_slips(scene, deck))[-1][0]]
        ],
        "held": [covers.card(card) for card in scene.held],
        "look": {
            "pip": look.pips.shape,
            "layout": look.pips.layout,
            "back": look.back.kind,
            "signs": look.signs,
            "gap": board.pitch_mm / look.side_mm - 1,
        },
        "pitch_m": board.pitch_mm / 1000,
        "side_m": look.side_mm / 1000,
        "hand": bool(hand_mask.any()),
        "elevation": camera.elevation_deg,
        "seed": scene.seed,
        "width": camera.width,
        "height": camera.height,
        "camera": camera_truth(camera),
    }


def _corners_px(scene: PointScene, slip: Slip) -> Points:
    """(4, 2) corners of the upper face."""
    corners = rectangle(slip.xy_mm, *slip.size_mm, slip.yaw).astype(float)
    return project(at_height(corners, slip.top_mm), scene.camera)


class _Covers:
    """What hides cards: hands, things that lie about, cards laid later, and the picture's edge."""

    def __init__(self, scene: PointScene, hand_mask: Mask) -> None:
        self._scene = scene
        slips = [slip for deck in scene.decks for slip, _ in deck_slips(scene, deck)]
        cards = (*scene.loose, *(each.card for each in scene.laid), *scene.held)
        self._slips = [*slips, *(card_slip(scene, card) for card in cards)]
        self._on_top: NDArray[np.int32] = np.full(hand_mask.shape[:2], -1, np.int32)
        for number, slip in enumerate(self._slips):
            quad = _corners_px(scene, slip)
            if np.abs(quad).max() < 1e4:
                self._fill(quad.astype(np.float32), number)
        self._on_top[hand_mask > 0] = _HIDDEN
        for body in clutter_points(scene):
            if before_lens(scene.camera, body):
                self._fill(hull_px(body, scene.camera), _HIDDEN)

    def _fill(self, outline_px: NDArray[np.float32], number: int) -> None:
        cv2.fillConvexPoly(self._on_top, np.round(outline_px * 16).astype(np.int32), number, cv2.LINE_8, 4)

    def card(self, card: PointCard) -> CardTruth:
        """What is told of a card face up."""
        slip = card_slip(self._scene, card)
        return {
            "colour": card.colour,
            "points": card.points,
            "corners_px": rounded(_corners_px(self._scene, slip)),
            "covered": self.share(slip),
        }

    def share(self, slip: Slip) -> float:
        """The share of its upper face that cannot be seen."""
        number = self._slips.index(slip)
        line = (np.arange(_SPOTS) + 0.5) / _SPOTS
        u, v = np.tile(line, _SPOTS)[:, None], np.repeat(line, _SPOTS)[:, None]
        corners = rectangle(slip.xy_mm, *slip.size_mm, slip.yaw).astype(float)
        spots = corners[0] + u * (corners[1] - corners[0]) + v * (corners[3] - corners[0])
        px = np.round(project(at_height(spots, slip.top_mm), self._scene.camera)).astype(int)
        x, y = px[:, 0], px[:, 1]
        height, width = self._on_top.shape
        seen = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        seen[seen] = self._on_top[y[seen], x[seen]] == number
        return round(float(1 - seen.mean()), 3)

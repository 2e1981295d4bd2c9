"""What one look at a table of Punto saw, as probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.punto_acts import COLOURS
from referee.table import Cell, Colour, PointCard
from vision.point_cards.grid import Grid, Points

_IN_THE_WAY = 0.5
_LIES = 0.5


@dataclass(frozen=True, eq=False)
class CardSeen:
    """A card that may lie face up: ``corners_px`` (4, 2), ``points`` (10,) how likely none does or one with 1 to 9
    points, ``colour`` (4,) how likely it is of each of COLOURS, ``hidden`` how likely something is in the way,
    ``in_play`` how likely it is in play, and its ``cell`` in the smallest box about those that are."""

    corners_px: Points
    points: NDArray[np.float32]
    colour: NDArray[np.float32]
    hidden: float
    in_play: float
    cell: Cell

    @property
    def lies(self) -> float:
        """How likely there is a card."""
        return float(1 - self.points[0])

    @property
    def name(self) -> PointCard:
        """What the card likeliest is, if there is one."""
        colour: Colour = COLOURS[int(self.colour.argmax())]
        return PointCard(colour, int(self.points[1:].argmax()) + 1)

    @property
    def confidence(self) -> float:
        """How likely it is just that card."""
        return float(self.points[1:].max() * self.colour.max())

    @property
    def is_hidden(self) -> bool:
        """Whether something is in the way."""
        return self.hidden > _IN_THE_WAY

    def contents(self) -> NDArray[np.float64]:
        """(37,) how likely nothing lies there, or each card, colour by colour, from 1 to 9 points."""
        each = np.outer(self.colour, self.points[1:]).ravel()
        return np.concatenate([self.points[:1], each]).astype(np.float64)


@dataclass(frozen=True, eq=False)
class PointReading:
    """``grid``: where cells are in the picture, None where no card is in play. ``cells``: what was seen of each cell
    of the smallest box and those round it, bare ones too. ``loose``: cards face up that are not in play. ``hand``:
    whether a hand shows over the box."""

    grid: Grid | None
    cells: dict[Cell, CardSeen]
    loose: tuple[CardSeen, ...]
    hand: bool

    def cards(self) -> dict[Cell, CardSeen]:
        """The cells on which a card lies."""
        return {cell: seen for cell, seen in self.cells.items() if seen.lies > _LIES}

    def to_json(self, image: str, ms: float) -> dict[str, Any]:
        """The line that ``look --json`` prints."""
        if self.grid is None:
            why = "no cards in play found"
            return {"image": image, "found": False, "why": why, "ms": round(ms, 1)}
        rows, cols = self.grid.box
        box = [self.grid.square_px(row, col)[k] for k, (row, col) in enumerate(_corner_cells(rows, cols))]
        return {
            "image": image,
            "found": True,
            "ms": round(ms, 1),
            "board": {
                "corners": _rounded(np.array(box)),
                "cells": [{"cell": list(cell), **_told(seen)} for cell, seen in sorted(self.cards().items())],
            },
            "cards": [{**_told(card), "face_up": True} for card in self.loose],
            "hand": self.hand,
        }


def _corner_cells(rows: int, cols: int) -> tuple[Cell, ...]:
    return (0, 0), (0, cols - 1), (rows - 1, cols - 1), (rows - 1, 0)


def _told(seen: CardSeen) -> dict[str, Any]:
    return {
        "colour": seen.name.colour,
        "points": seen.name.points,
        "corners": _rounded(seen.corners_px),
        "confidence": round(seen.confidence, 3),
        "hidden": seen.is_hidden,
    }


def _rounded(corners_px: Points) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in corners_px]

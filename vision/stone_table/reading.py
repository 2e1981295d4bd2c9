"""What one settled look saw, as probabilities: the values that leave this room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.finding.board import Board

FIELD_COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")
OWNERS = ("none", "red", "green", "blue", "yellow", "white", "black")
MAX_HEIGHT = 7
_SURE, _SURE_IF_IT_COVERS, _CERTAIN = 0.5, 0.25, 0.8  # of a card
_SURELY_TAKEN = 0.1  # a field that is none with so little
# Log-odds. Of 6,412 stones of boards held out, each alone on its board's empty fields, 17 do not stand out so, and 16
# are not seen at all.
_STANDS_OUT = 3.0


@dataclass(frozen=True)
class Fields:
    """The n x n fields as probabilities: ``field`` (n, n, 6), ``owner`` (n, n, 7, the first "none"),
    ``height`` (n, n, 8) and ``hidden`` (n, n); and ``lift`` (n, n), how far above its field the top of what stands
    there is, in fields."""

    field: NDArray[np.float32]
    owner: NDArray[np.float32]
    height: NDArray[np.float32]
    hidden: NDArray[np.float32]
    lift: NDArray[np.float32]

    def taken(self, by: Sequence[str] = OWNERS[1:]) -> NDArray[np.bool_]:
        """(n, n) whether something stands there, likelier than not. Where stones are of the colours ``by``, one of
        another colour has to be seen surely."""
        theirs = self.owner[..., [OWNERS.index(colour) for colour in by]].sum(-1)
        return (theirs >= self.owner[..., 0]) | (self.owner[..., 0] < _SURELY_TAKEN)

    def taken_at_first(self, by: Sequence[str] = OWNERS[1:]) -> NDArray[np.bool_]:
        """The same of a board on which, as far as is known, nothing stands yet: a print that looks like a stone does
        so on most fields of its colour, a stone stands out from them. Only a stone that is seen surely keeps a
        game from its beginning."""
        nothing = self.owner[..., 0].clip(1e-4, 1 - 1e-4)
        seems_empty = np.log(nothing / (1 - nothing))
        prints = self.field.argmax(-1)
        everywhere = [np.median(seems_empty)] * 2
        alike = [np.median([*seems_empty[prints == k], *everywhere]) for k in range(len(FIELD_COLOURS))]
        surely = self.taken(by) & (nothing < _SURELY_TAKEN)
        return surely & (np.array(alike)[prints] - seems_empty > _STANDS_OUT)

    def owner_name(self, row: int, col: int) -> str | None:
        """The likeliest owner, None when the field is likeliest empty."""
        name = OWNERS[int(self.owner[row, col].argmax())]
        return None if name == "none" else name

    def heights(self) -> NDArray[np.int64]:
        """(n, n) the likeliest heights."""
        size = len(self.owner)
        return np.array([[self.height_of(r, c) for c in range(size)] for r in range(size)])

    def height_of(self, row: int, col: int) -> int:
        """The likeliest height that goes with the likeliest owner."""
        if self.owner_name(row, col) is None:
            return 0
        return 1 + int(self.height[row, col, 1:].argmax())


@dataclass(frozen=True)
class CardSeen:
    """A loose card: colour of its face with the six probabilities, outline, and where it lies on the table.

    ``hidden``: a hand or arm is over it or close beside it, so that its colour, and how many cards lie there, are a
    guess. ``as_before``: its place looks as it did when the last act was told, so that it is not new. ``covers``: it
    hides what the bare table showed there, as no other card does, beside one of its colour. ``more_beside``: near it
    something else shows that the bare table did not, under no card that is seen. ``component``: in which connected
    part of what the bare table did not show it lies, 0 if in none; ``component_area``: of how many square fields.
    """

    colour: str
    colour_p: tuple[float, ...]
    face_up: bool
    confidence: float
    corners_px: NDArray[np.float64]  # (4, 2)
    corners_board: NDArray[np.float64]  # (4, 2) in the board frame, in fields
    face_up_p: float = 1.0  # how sure it is that ``face_up`` is so, or would be
    mark_px: NDArray[np.float64] | None = None  # (2,) a place of its face that no other card covers
    mark_board: NDArray[np.float64] | None = None  # (2,) the same place in the board frame
    lab: NDArray[np.float64] | None = (
        None  # (3,) what shows of it, as ``calibration.shades`` measures colours
    )
    hidden: bool = False
    as_before: bool = False
    covers: bool = False
    more_beside: bool = False
    component: int = 0
    component_area: float = 0.0

    @property
    def sure(self) -> bool:
        """Whether a card surely lies there, face up or down; one seen with less is a doubt."""
        return self.seen_plainly or (self.covers and self.confidence >= _SURE_IF_IT_COVERS)

    @property
    def seen_plainly(self) -> bool:
        """Whether it is seen as plainly as a single card is."""
        return self.confidence >= _SURE

    @property
    def certain(self) -> bool:
        """Whether nothing but a card looks so; what is seen with less may be a print of the cloth."""
        return self.confidence >= _CERTAIN

    @property
    def centre_board(self) -> NDArray[np.float64]:
        """(2,) the card's middle in the board frame."""
        return np.asarray(self.corners_board.mean(0))


@dataclass(frozen=True)
class Reading:
    """One look at the table. ``board`` and ``fields`` are None where no board was found; then ``why`` says so."""

    t: float
    image_size: tuple[int, int]
    board: Board | None
    fields: Fields | None
    cards: tuple[CardSeen, ...]
    hand: bool
    why: str = ""

    def to_json(self, image: str, ms: float) -> dict[str, Any]:
        """The line that ``look --json`` prints."""
        if self.board is None or self.fields is None:
            return {"image": image, "found": False, "why": self.why, "ms": round(ms, 1)}
        size = self.board.size
        return {
            "image": image,
            "found": True,
            "ms": round(ms, 1),
            "board": {
                "corners": _round(self.board.corners_px),
                "confidence": round(self.board.confidence, 3),
                "cells": [[self._cell(r, c) for c in range(size)] for r in range(size)],
            },
            "cards": [
                {
                    "colour": card.colour,
                    "corners": _round(card.corners_px),
                    "face_up": card.face_up,
                    "confidence": round(card.confidence, 3),
                    "hidden": card.hidden,
                }
                for card in self.cards
            ],
            "hand": self.hand,
        }

    def _cell(self, row: int, col: int) -> dict[str, Any]:
        fields = self.fields
        assert fields is not None
        return {
            "field": FIELD_COLOURS[int(fields.field[row, col].argmax())],
            "owner": fields.owner_name(row, col),
            "height": fields.height_of(row, col),
            "confidence": round(float(fields.owner[row, col].max()), 3),
            "hidden": bool(fields.hidden[row, col] > 0.5),
        }


def _round(points: NDArray[np.float64]) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]

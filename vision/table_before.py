"""What the table round the board looks like where no card lies: a faint mark at a place that looks as it did bare is
no card. A cloth's print or shade may look a little like a card at every look, and covers nothing.

Kept in the board's frame, so that the camera may tremble; when the board moves on the table, it is learnt anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Floats, Light, match_light
from vision.patches import TABLE_SIDE, TableView, board_to_view
from vision.reading import CardSeen

_CELL_PX = 4  # of the view from above, a tenth of a field
_SIDE = TABLE_SIDE // _CELL_PX
_SURE = 0.5  # a card seen so surely lies there, whatever the table looked like
# Grey levels, a mean over a card's cells. In twelve recordings faint marks that were no cards: at most 2.6, at places
# where a card lay: 12 up.
_CHANGED = 5.0
_LEAST_CELLS = 6  # of a mark's place must have been seen bare, and not be under another card, to tell
_BESIDE = 1.15  # a card's shadow makes it so much wider

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class BareTable:
    """Cells of a tenth of a field: ``cells`` (160, 160, 3) as they look bare, where ``known`` (160, 160)."""

    cells: Floats
    known: Mask

    @staticmethod
    def of(view: TableView, cards: Sequence[CardSeen]) -> BareTable:
        """The table in a view from above, but for what the sure ones of ``cards`` cover: nothing was played yet, and
        a mark that is there all along is part of the table."""
        return _bare(view, _sure(cards))

    def and_now(self, view: TableView, cards: Sequence[CardSeen]) -> BareTable:
        """The same as it looks in a later view, where none of ``cards`` may lie, and as before elsewhere."""
        now = _bare(view, cards)
        before = _light(self.cells, now.cells).apply(self.cells)
        return BareTable(np.where(now.known[..., None], now.cells, before), self.known | now.known)

    def cleared_of_marks(self, view: TableView, cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
        """The ``cards`` of a view without the faint ones whose place looks bare."""
        sure = _sure(cards)
        if len(sure) == len(cards):
            return tuple(cards)
        now, covered = _cells(view), _covered(sure, _BESIDE)
        before = _light(self.cells, now).apply(self.cells)
        changed = np.abs(before - now).max(-1)
        told = self.known & _seen(view) & ~covered
        return tuple(card for card in cards if card.confidence >= _SURE or _covers(card, changed, told))


def _covers(card: CardSeen, changed: Floats, told: Mask) -> bool:
    """Whether a card may lie there, by how the cells ``changed`` (160, 160) of which that can be ``told``."""
    place = _covered([card]) & told
    return bool(place.sum() < _LEAST_CELLS or changed[place].mean() > _CHANGED)


def _sure(cards: Sequence[CardSeen]) -> list[CardSeen]:
    return [card for card in cards if card.confidence >= _SURE]


def _bare(view: TableView, cards: Sequence[CardSeen]) -> BareTable:
    return BareTable(_cells(view), _seen(view) & ~_covered(cards, _BESIDE))


def _light(before: Floats, now: Floats) -> Light:
    return match_light(before[::2, ::2], now[::2, ::2])


def _cells(view: TableView) -> Floats:
    return np.asarray(cv2.resize(view.picture, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA), np.float32)


def _seen(view: TableView) -> Mask:
    return np.asarray(view.seen[::_CELL_PX, ::_CELL_PX])


def _covered(cards: Sequence[CardSeen], wider: float = 1.0) -> Mask:
    """(160, 160) which cells the cards' outlines cover, made ``wider`` by so much."""
    mask = np.zeros((_SIDE, _SIDE), np.uint8)
    for card in cards:
        middle = card.centre_board
        outline_view = board_to_view(middle + (card.corners_board - middle) * wider)
        cv2.fillConvexPoly(mask, np.round(outline_view / _CELL_PX).astype(np.int32), 1)
    return mask.astype(bool)

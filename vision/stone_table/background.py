"""What the table round the board looked like before: a card covers what was seen there, and a place that looks as it
did holds nothing new. A cloth's print may look a little like a card at every look, a stock's back now and then.

Kept in the board's frame, so that the camera may tremble; when the board moves on the table, it is learnt anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light_on_board import Floats, evened
from vision.pictures import grown, over_channels
from vision.stone_table.patches import CELL_PX, TABLE_SIDE, TableView, board_to_view, view_to_board
from vision.stone_table.reading import CardSeen

_SIDE = TABLE_SIDE // CELL_PX
_CELL_AREA = 0.01  # square fields
# Grey levels, a mean over a card's cells. In twelve recordings faint marks that were no cards: at most 2.6, at places
# where a card lay: 12 up.
_CHANGED = 5.0
# And so many times what the cell in the middle changed: on a cloth of harsh stripes each picture looks otherwise.
_TIMES_USUAL = 2.0
_LESS_THAN_A_CARD = (
    2.4  # times the least; else a place where a card lies may pass for one that looks as it did
)
_LEAST_CELLS = 6  # of a card's place must not be under another card, to tell
_BURNT_OUT = 249.0
# Fields: a card may lie unseen where a square as wide is burnt out, nearly all of it. Small cards are as large.
_UNSEEN_FIELDS, _NEARLY_ALL = 1.3, 0.95
_UNSEEN_STEP = 5  # cells between places looked at
_MIDDLE = 0.6  # of a card's size: outlines are not so far off that this would reach past its edge
_LEAST_KNOWN = 0.8  # of these must be known from before
_MOST = 0.5
_NEW, _LEAST_SHOWN = 12.0, 0.25  # and of so much of a card's place, at least, where a card was laid
_BESIDE = 1.15  # a card's shadow makes it so much wider
# Of a card's size, what looks new within so many times its outline and is under no card: in six games drawn by
# models.scenes nothing at each act but one, of whose two cards a lamp burnt one out: 0.27.
_NEAR, _LEAST_MORE = 2.0, 0.1
_RIM_FIELDS = 0.3  # so much of the board lies round its fields
# A dark card on a dark cloth changes a cell by little more than noise does: so many each way together tell it.
_TOGETHER = 5
# Square fields, and of the area of the cards seen: a stone that was laid there, or taken away, looks as large as 1.0,
# a heap of which one was taken as 1.7, less than half of a card of that set.
_LEAST_UNREAD, _OF_A_CARD = 1.2, 0.7
_UNREAD_BESIDE = 1.5  # of a card's size: so far round it is its shadow, or what of it its outline leaves out

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Background:
    """Cells of a tenth of a field: how they looked (160, 160, 3), and where that is ``known`` (160, 160)."""

    cells: Floats
    known: Mask

    @staticmethod
    def as_it_lies(view: TableView) -> Background:
        """All of the table, with what lies on it."""
        return Background(view.cells, _seen(view))

    @staticmethod
    def without(view: TableView, cards: Sequence[CardSeen]) -> Background:
        """The table where none of the ``cards`` lies."""
        return Background(view.cells, _seen(view) & ~_covered(cards, _BESIDE))

    def since(self, view: TableView) -> BackgroundSince:
        """What of it looks otherwise in a later view, the light apart. What was burnt out tells only that it was as
        bright as that."""
        now, seen = view.cells, _seen(view)
        before = self._in_the_light_of(now, seen)
        changed = np.where(self.cells >= _BURNT_OUT, np.maximum(before - now, 0), np.abs(before - now))
        return BackgroundSince(self, over_channels(np.maximum, changed), seen)

    def _in_the_light_of(self, now: Floats, seen: Mask) -> Floats:
        """The cells in the light of ``now`` (160, 160, 3), where that is ``seen``: evened out over all of the table,
        and from block to block where a lamp at its side was switched on."""
        return evened(now, self.cells, 4, self.known & seen)


@dataclass(frozen=True)
class BackgroundSince:
    """A later view of a table as it was ``before``: where it is ``seen``, and by how many grey levels each cell
    ``changed``, both (160, 160)."""

    before: Background
    changed: Floats
    seen: Mask

    def as_before(self, cards: Sequence[CardSeen]) -> list[bool]:
        """Of each of the ``cards`` seen in the later view, whether its place surely looks as it did before: all of it
        that no other card covers, and where that is little its mark as well; or what shows of its middle, which it
        would cover: two cards of one colour that lie side by side may be marked in the gap between them. So much of
        that must be known, as a share."""
        most = self._most(_CHANGED, _TIMES_USUAL)
        as_before = []
        for card, place, shows in self._shown(cards):
            at_mark, middle = _around(card), shows & _covered([card], _MIDDLE)
            tells = not at_mark.any() or shows.sum() >= _LEAST_SHOWN * place.sum()
            alike = self._surely_alike(shows, most, _LEAST_CELLS)
            alike &= tells or self._surely_alike(at_mark, most)
            as_before.append(alike or self._surely_alike(middle, most, _LEAST_CELLS))
        return as_before

    @property
    def usual(self) -> float:
        """By how many grey levels the cell in the middle (the median) of what is known changed: noise, where little
        was moved."""
        there = self.before.known & self.seen
        return float(np.median(self.changed[there])) if there.any() else 0.0

    def changes(self, cards: Sequence[CardSeen]) -> list[tuple[float, float]]:
        """Of each of the ``cards`` seen in the later view, by how many grey levels (a mean) its place looks otherwise
        than before, where it shows, and what share of its place tells that; (nan, 0) where nothing does."""
        told = []
        for _, place, shows in self._shown(cards):
            known = shows & self.before.known & ~self._burnt_out
            share = float(known.sum() / max(place.sum(), 1))
            told.append((float(self.changed[known].mean()) if share else np.nan, share))
        return told

    def _shown(self, cards: Sequence[CardSeen]) -> Iterator[tuple[CardSeen, Mask, Mask]]:
        """Each card, its place, and what shows of that beside the other cards."""
        outlines = [_covered([card], _BESIDE) if card.sure else None for card in cards]
        for card in cards:
            place = _covered([card])
            shows = self.seen & place
            for other, outline in zip(cards, outlines, strict=True):
                if outline is not None and other is not card:
                    shows &= ~outline
            yield card, place, shows

    def something_new(self, cards: Sequence[CardSeen]) -> list[bool]:
        """Of each of the ``cards`` seen in the later view, the surest first, whether something lies there that did
        not: a good part of its place that no surer one covers looks otherwise."""
        free = self.seen
        new = []
        for card in cards:
            place = _covered([card])
            shows = place & free & self.before.known
            enough = shows.sum() >= max(_LEAST_CELLS, _LEAST_SHOWN * place.sum())
            new.append(bool(enough and self.changed[shows].mean() > _NEW))
            free = free & ~_covered([card], _BESIDE)
        return new

    def components(self, cards: Sequence[CardSeen], size: int) -> list[tuple[int, float]]:
        """Of each of the ``cards`` seen in the later view, in which connected part of what looks new off the board of
        ``size`` fields a side most of it lies, and the area of that in square fields; (0, 0) if in none."""
        _, labels, stats, _ = cv2.connectedComponentsWithStats(
            self._new(size).astype(np.uint8), connectivity=4
        )
        areas = stats[:, cv2.CC_STAT_AREA] * _CELL_AREA
        areas[0] = 0
        most = [int(np.bincount(labels[_covered([card])], minlength=1).argmax()) for card in cards]
        return [(component, float(areas[component])) for component in most]

    def _new(self, size: int) -> Mask:
        """(160, 160) where, off the board of ``size`` fields a side, it looks otherwise."""
        return np.asarray((self.changed > _NEW) & self.before.known & self.seen & ~_board(size))

    def more_beside(self, cards: Sequence[CardSeen], size: int) -> list[bool]:
        """Of each of the ``cards`` seen in the later view, whether near it, off the board of ``size`` fields a side,
        something new shows that is none of them: a card may lie there of which a lamp burns out the rest."""
        new = self._new(size) & ~_covered(cards, _BESIDE)
        in_one = cv2.morphologyEx(new.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        return [
            _largest(in_one * _covered([card], _NEAR)) > _LEAST_MORE * _covered([card]).sum()
            for card in cards
        ]

    def unread(self, cards: Sequence[CardSeen], size: int) -> tuple[Mask, list[NDArray[np.float64]]]:
        """Where, off the board of ``size`` fields a side, something as large as a card lies that did not and that is
        none of the ``cards`` seen in the later view: (160, 160), and the middle of each such place in the board
        frame (2,)."""
        free = self.before.known & self.seen & ~_board(size) & ~_covered(cards, _UNREAD_BESIDE)
        window = (_TOGETHER, _TOGETHER)
        told = cv2.blur(free.astype(np.float32), window)
        changed = cv2.blur(np.where(free, self.changed, 0), window)
        new = free & (told > _MOST) & (changed > self._most(_CHANGED, _TIMES_USUAL) * told)
        _, labels, stats, middles = cv2.connectedComponentsWithStats(new.astype(np.uint8), connectivity=4)
        least = max(_LEAST_UNREAD, _OF_A_CARD * _usual_area(cards))
        large = stats[:, cv2.CC_STAT_AREA] * _CELL_AREA > least
        large[0] = False
        middles_view = (middles[large] + 0.5) * CELL_PX - 0.5
        return np.asarray(large[labels]), list(view_to_board(middles_view))

    @cached_property
    def _burnt_out(self) -> Mask:
        """(160, 160) where it was burnt out and is no darker now."""
        burnt = over_channels(np.logical_and, self.before.cells >= _BURNT_OUT)
        return np.asarray(burnt & (self.changed <= _CHANGED))

    def _surely_alike(
        self, place: Mask, most: float, least: int = 1, least_known: float = _LEAST_KNOWN
    ) -> bool:
        """Whether a ``place`` changed by ``most`` at most; ``least`` of its cells must be known, and such a share.
        What was burnt out, and still is, may have anything white lie on it."""
        known = place & self.before.known & ~self._burnt_out
        enough = known.sum() >= max(least, least_known * place.sum())
        return bool(enough and self.changed[known].mean() <= most)

    def _most(self, least: float, times: float) -> float:
        """By how much what is still there may have changed: ``least``, or so many ``times`` what the cell in the
        middle (the median) did, which is noise, where little was moved; but less than a card changes its place."""
        return min(max(least, times * self.usual), _LESS_THAN_A_CARD * least)


def burnt_out_places(view: TableView, size: int) -> tuple[NDArray[np.float64], ...]:
    """Places (2,) in the board frame, off the board of ``size`` fields a side, round which a lamp burns out so much
    that a card may lie there unseen."""
    burnt = over_channels(np.logical_and, view.cells >= _BURNT_OUT) & _seen(view) & ~_board(size)
    wide = round(_UNSEEN_FIELDS / np.sqrt(_CELL_AREA))
    share = cv2.blur(burnt.astype(np.float32), (wide, wide), borderType=cv2.BORDER_CONSTANT)
    rows, columns = np.nonzero(share[::_UNSEEN_STEP, ::_UNSEEN_STEP] > _NEARLY_ALL)
    middles_view = np.asarray((np.column_stack([columns, rows]) * _UNSEEN_STEP + 0.5) * CELL_PX - 0.5, float)
    return tuple(view_to_board(middles_view))


def _seen(view: TableView) -> Mask:
    return np.asarray(view.seen[::CELL_PX, ::CELL_PX])


def covered_area(cards: Sequence[CardSeen]) -> float:
    """How much of the table the cards' outlines cover, in square fields."""
    return float(_covered(cards).sum()) * _CELL_AREA


def _usual_area(cards: Sequence[CardSeen]) -> float:
    return float(np.median([covered_area([card]) for card in cards])) if cards else 0.0


def _covered(cards: Sequence[CardSeen], wider: float = 1.0) -> Mask:
    """(160, 160) which cells the cards' outlines cover, made ``wider`` by so much."""
    return _within([grown(card.corners_board, wider) for card in cards])


def _board(size: int) -> Mask:
    """(160, 160) which cells the board of ``size`` fields a side takes."""
    half = size / 2 + _RIM_FIELDS
    return _within([np.array([[-half, half], [half, half], [half, -half], [-half, -half]])])


def _within(outlines_board: Sequence[NDArray[np.float64]]) -> Mask:
    """(160, 160) which cells lie within convex outlines (4, 2) in the board frame."""
    mask = np.zeros((_SIDE, _SIDE), np.uint8)
    for outline in outlines_board:
        cv2.fillConvexPoly(mask, np.round(board_to_view(outline) / CELL_PX).astype(np.int32), 1)
    return mask.astype(bool)


def _largest(mask: NDArray[np.uint8]) -> int:
    """How many cells the largest connected part of a mask has."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    return int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))


def _around(card: CardSeen) -> Mask:
    """(160, 160) the cells around a card's mark, which no other card covers whatever the outlines say."""
    cells = np.zeros((_SIDE, _SIDE), bool)
    if card.mark_board is not None:
        column, row = np.round(board_to_view(card.mark_board) / CELL_PX).astype(int)
        cells[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2] = True
    return cells

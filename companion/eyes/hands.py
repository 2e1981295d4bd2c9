"""Whether a hand or an arm is over the board, or the zone: then nothing that lies there is read."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.shades import burnt_out
from companion.eyes.table import TableSight
from vision.finding.board import Board
from vision.finding.overview import Overview
from vision.following.arms import TREMBLES_S, ClearTable, hands_but_for_cards
from vision.pictures import Picture
from vision.stone_table.look import hand_near
from vision.stone_table.prints import field_labs

# A hand over a board that was moved does not stay longer, nor over the same fields all the time.
HAND_LEAVES_S = 4.0
_PALED = np.ones((5, 5), np.uint8)  # fields round one that a lamp burns out
# Where no hand is, the same may look a little more like one at the next look.
_HIDDEN, _TAKEN_FOR_HIDDEN = 0.5, 0.25


class Hands:
    """Over one table, as the camera sees it from one place after the other."""

    def __init__(self, sight: TableSight) -> None:
        """The table has not been seen clear yet."""
        self._sight = sight
        self._clear: ClearTable | None = None
        self._glare: NDArray[np.bool_] | None = None  # (n, n) fields that looked hidden where no hand was
        # Of a table that was seen clear, but not from here, those that looked so all the time, and since when.
        self._ever_hidden: NDArray[np.bool_] | None = None
        self._watched_since = -np.inf
        self._glanced: tuple[Picture, Overview] | None = None

    def seen_clear(self, bgr: Picture, hidden: NDArray[np.float32]) -> None:
        """No hand is in the picture, though fields may look ``hidden`` (n, n) by a lamp's glare."""
        self._clear, self._glare = ClearTable(bgr, self._glance(bgr)), hidden > _TAKEN_FOR_HIDDEN

    def camera_moved(self) -> None:
        """The table is seen from elsewhere."""
        self._clear = self._ever_hidden = None

    def near(
        self,
        bgr: Picture,
        board: Board,
        t: float,
        still_for_s: float,
        zone_board: NDArray[np.float64] | None = None,
    ) -> bool:
        """Whether one is over the board, or over where played cards are laid, a polygon (N, 2) in the board frame. No
        hand keeps still for long: what does is part of the table."""
        if still_for_s > TREMBLES_S:
            return False
        if self._clear is None:
            return self._hides_fields(bgr, board, t)
        places = () if zone_board is None else (zone_board,)
        overview = self._glance(bgr)
        if not hand_near(self._clear.arms_only(bgr, overview, t), board, *places):
            return False
        pieces_px = self._sight.pieces_px(bgr, board)
        return hand_near(self._clear.arms_only(bgr, overview, t, pieces_px), board, *places)

    def over(self, bgr: Picture, board: Board, moved_to: Board) -> bool:
        """Whether one is over the ``board`` where it was ``moved_to``."""
        overview = self._glance(bgr)
        if self._clear is not None:
            moved, _ = cv2.findHomography(board.corners_px, moved_to.corners_px)
            overview = self._clear.hands_seen_from(moved, overview)
        if not hand_near(overview, moved_to):
            return False
        return hand_near(hands_but_for_cards(overview, self._sight.pieces_px(bgr, moved_to)), moved_to)

    def _glance(self, bgr: Picture) -> Overview:
        """The glance at a frame, once: the table is often seen clear in the one in which no hand was near."""
        if self._glanced is None or self._glanced[0] is not bgr:
            self._glanced = bgr, self._sight.glance(bgr)
        return self._glanced[1]

    def _hides_fields(self, bgr: Picture, board: Board, t: float) -> bool:
        """Whether fields are hidden, and not by a lamp's glare, which does not go away: it pales the fields round
        those it burns out into a hand's colours, and where the sun went in, it burns none out."""
        hidden = self._sight.hidden(bgr, board) > _HIDDEN
        if self._ever_hidden is None:
            self._ever_hidden, self._watched_since = hidden, t
        self._ever_hidden &= hidden
        if self._glare is not None:
            no_hand = t - self._watched_since > HAND_LEAVES_S
            hidden = hidden & ~(self._glare | self._ever_hidden if no_hand else self._glare)
        burnt = burnt_out(field_labs(bgr, board)).reshape(hidden.shape).astype(np.uint8)
        return bool((hidden & (cv2.dilate(burnt, _PALED) == 0)).any())

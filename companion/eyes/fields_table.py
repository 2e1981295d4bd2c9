"""A table of Just 4 Fun Colours, as the eyes must know it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.eyes.hints import Hints
from companion.eyes.known_table import KnownTable
from companion.eyes.orientation import upright
from companion.eyes.stretch import Averages, Stretch
from companion.eyes.table import WhyNone
from companion.messages import message
from vision.finding.board import Board
from vision.finding.overview import Overview, glance
from vision.finding.whole import find_whole_board
from vision.following.follow import Follower
from vision.pictures import Picture
from vision.stone_table.cards import read_cards
from vision.stone_table.stones import read_fields


class FieldsTable:
    """A board of coloured fields with stones on them, and cards round it: see ``WatchedTable``."""

    tells_focus = True

    def __init__(self, size: int, known: KnownTable | None) -> None:
        """``size``: fields a side; ``known``: what a profile knows of camera, place and set."""
        self._size, self._known = size, known
        self._layout = known.layout() if known else None  # until more is known of the fields

    def glance(self, bgr: Picture) -> Overview:
        """By the network that finds fields."""
        return glance(bgr)

    def hidden(self, bgr: Picture, board: Board) -> NDArray[np.float32]:
        """As the fields read."""
        return read_fields(bgr, board).hidden

    def pieces_px(self, bgr: Picture, board: Board) -> list[NDArray[np.float64]]:
        """The cards that surely lie there."""
        return [card.corners_px for card in read_cards(bgr, board) if card.sure]

    def find(self, bgr: Picture, hints: Hints) -> Board | WhyNone:
        """Through the lens that a profile knows."""
        found = self._known.find(bgr) if self._known else find_whole_board(bgr, self._size)
        if found.other_size is not None:
            return message("other_size", size=str(self._size), seen=str(found.other_size))
        return found.board or message("no_board")

    def upright(self, bgr: Picture, board: Board, hints: Hints, before: Stretch | None) -> Board:
        """By the fields' colours, and at first by the place that a profile knows."""
        layout = self._layout if hints.fields is None else hints.fields
        if layout is None:
            return board
        bonus = self._known.turn_bonus(board) if self._known and before is None else 0.0
        return upright(board, read_fields(bgr, board), layout, bonus)

    def settle(self, board: Board) -> None:
        """Whether camera and board are where the profile has them, is said."""
        if self._known:
            self._known.settle_place(board)

    def follower(self, bgr: Picture, board: Board) -> Follower:
        """By the board alone."""
        return Follower(bgr, board.corners_px, board.size)

    def looks(self) -> Averages:
        """Of fields, stones and cards."""
        return Averages(self._layout, self._known)

    def hidden_in(self, stretch: Stretch) -> NDArray[np.float32]:
        """As the fields read."""
        return stretch.fields.hidden

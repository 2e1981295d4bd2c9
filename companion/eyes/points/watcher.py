"""A table of Punto, as the eyes must know it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.eyes.hints import Hints
from companion.eyes.points.picture_board import BLOCKS, PictureFollower, picture_board
from companion.eyes.points.stretch import PointLooks, PointStretch
from companion.eyes.watcher import TableWatcher
from vision.finding.board import Board
from vision.finding.overview import Overview
from vision.pictures import Picture
from vision.point_cards.finding import find_cards


class PointTable:
    """Cards on a table without a board: see ``companion.eyes.table.WatchedTable``."""

    def glance(self, bgr: Picture) -> Overview:
        """By the network that finds cards: it knows no board."""
        found = find_cards(bgr)
        nothing = np.zeros_like(found.hand)
        return Overview(nothing, nothing, found.hand, found.scale)

    def hidden(self, bgr: Picture, board: Board) -> NDArray[np.float32]:
        """How likely a hand shows in each block of the picture."""
        hand = find_cards(bgr).hand
        return np.asarray(
            cv2.resize(
                cv2.dilate(hand, np.ones((5, 5), np.uint8)), (BLOCKS, BLOCKS), interpolation=cv2.INTER_AREA
            ),
            np.float32,
        )

    def pieces_px(self, bgr: Picture, board: Board) -> Sequence[NDArray[np.float64]]:
        """The cards in the picture, which are none of an arm."""
        return list(find_cards(bgr).corners_px)

    def find(self, bgr: Picture, hints: Hints) -> Board:
        """All of the picture: the table is always in sight."""
        return picture_board((bgr.shape[1], bgr.shape[0]))

    def upright(self, bgr: Picture, board: Board, hints: Hints, before: PointStretch | None) -> Board:
        """As the camera sees it; which way up the grid lies, its cards tell."""
        return picture_board((bgr.shape[1], bgr.shape[0]))

    def settle(self, board: Board) -> None:
        """Nothing is known beforehand of where cards lie."""

    def follower(self, bgr: Picture, board: Board) -> PictureFollower:
        """By all of the picture."""
        return PictureFollower(bgr, board)

    def looks(self) -> PointLooks:
        """Of all of the picture."""
        return PointLooks()

    def hidden_in(self, stretch: PointStretch) -> NDArray[np.float32]:
        """Nothing: what a lamp burns out is told of cells, and none of those is known here."""
        return np.zeros((BLOCKS, BLOCKS), np.float32)


class PointWatcher(TableWatcher[PointStretch]):
    """Follows a table of Punto."""

    def __init__(self) -> None:
        """No picture was seen yet."""
        super().__init__(PointTable())

"""A table without a board, as the eyes must know it: all that the camera sees of it stands for one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.eyes.hints import Hints
from companion.eyes.picture_board import BLOCKS, PictureFollower, picture_board
from companion.eyes.stretch import Looks, S
from vision.finding.board import Board
from vision.finding.overview import Overview
from vision.pictures import Picture
from vision.point_cards.finding import find_cards


class PictureTable(ABC, Generic[S]):
    """What lies on a table without a board: see ``companion.eyes.table.WatchedTable``. Hands are seen by the network
    that finds cards with points, whatever lies there: it knows no board."""

    tells_focus = True

    @abstractmethod
    def looks(self) -> Looks[S]:
        """Of all of the picture."""

    @abstractmethod
    def pieces_px(self, bgr: Picture, board: Board) -> Sequence[NDArray[np.float64]]:
        """The cards in the picture, which are none of an arm."""

    def glance(self, bgr: Picture) -> Overview:
        """Where hands seem to be."""
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

    def find(self, bgr: Picture, hints: Hints) -> Board:
        """All of the picture: the table is always in sight."""
        return picture_board((bgr.shape[1], bgr.shape[0]))

    def upright(self, bgr: Picture, board: Board, hints: Hints, before: S | None) -> Board:
        """As the camera sees it; which way up things lie, they tell themselves."""
        return picture_board((bgr.shape[1], bgr.shape[0]))

    def settle(self, board: Board) -> None:
        """Nothing is known beforehand of where cards lie."""

    def follower(self, bgr: Picture, board: Board) -> PictureFollower:
        """By all of the picture."""
        return PictureFollower(bgr, board)

    def hidden_in(self, stretch: S) -> NDArray[np.float32]:
        """Nothing: what a lamp burns out is told of cells, and none of those is known here."""
        return np.zeros((BLOCKS, BLOCKS), np.float32)

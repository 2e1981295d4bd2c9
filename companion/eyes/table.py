"""What the eyes must be told of a game's table to watch it: each game has one of these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.eyes.hints import Hints
from companion.eyes.stretch import Looks, S
from vision.finding.board import Board
from vision.finding.overview import Overview
from vision.following.follow import FollowState
from vision.pictures import Picture

WhyNone = dict[str, str]  # in every language


class TableSight(Protocol):
    """What tells hands over a table from what lies there."""

    def glance(self, bgr: Picture) -> Overview:
        """A picture at a glance: where hands seem to be."""

    def hidden(self, bgr: Picture, board: Board) -> NDArray[np.float32]:
        """(n, n) how likely something hides each field."""

    def pieces_px(self, bgr: Picture, board: Board) -> Sequence[NDArray[np.float64]]:
        """Outlines (k, 2) in the picture of what lies round the board and may have a hand's colours."""


class FollowsBoard(Protocol):
    """Tells from picture to picture whether the board is where it was."""

    def check(self, bgr: Picture) -> FollowState:
        """Where it is in a picture of the same size."""

    def refresh(self, bgr: Picture) -> None:
        """Take in what has changed on the table, from the picture that was checked last."""


class WatchedTable(TableSight, Protocol[S]):
    """How a table is found and read. A board found lies any way up until it is turned upright."""

    @property
    def tells_focus(self) -> bool:
        """Whether a picture is as sharp whatever lies there: a board is printed, and a bare table shows little."""

    def find(self, bgr: Picture, hints: Hints) -> Board | WhyNone:
        """The board in a picture, any way up; or why there is none."""

    def upright(self, bgr: Picture, board: Board, hints: Hints, before: S | None) -> Board:
        """The board in the turn that fits what is known, and the last stretch ``before``, if there was one."""

    def settle(self, board: Board) -> None:
        """The board was found at first, and lies so."""

    def follower(self, bgr: Picture, board: Board) -> FollowsBoard:
        """What follows the board from this picture on."""

    def looks(self) -> Looks[S]:
        """For a stretch that begins: no look yet."""

    def hidden_in(self, stretch: S) -> NDArray[np.float32]:
        """(n, n) how likely something hides each field, in all of a stretch."""

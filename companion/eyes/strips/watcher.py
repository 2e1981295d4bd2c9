"""A table of Four Colour Cards, as the eyes must know it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.eyes.picture_table import PictureTable
from companion.eyes.strips.stretch import StripLooks, StripStretch
from companion.eyes.watcher import TableWatcher
from vision.finding.board import Board
from vision.pictures import Picture
from vision.strips.beside import SeenEarlier
from vision.strips.look import look_at_strips


class StripTable(PictureTable[StripStretch]):
    """Strips that lie where people lay them."""

    tells_focus = False

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self._earlier = SeenEarlier()

    def pieces_px(self, bgr: Picture, board: Board) -> Sequence[NDArray[np.float64]]:
        """The strips in the picture."""
        return [strip.corners_px for strip in look_at_strips(bgr, self._earlier).strips]

    def looks(self) -> StripLooks:
        """Of all of the picture."""
        return StripLooks(self._earlier)


class StripWatcher(TableWatcher[StripStretch]):
    """Follows a table of Four Colour Cards."""

    def __init__(self) -> None:
        """No picture was seen yet."""
        super().__init__(StripTable())

"""A table of Punto, as the eyes must know it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.eyes.picture_table import PictureTable
from companion.eyes.points.stretch import PointLooks, PointStretch
from companion.eyes.watcher import TableWatcher
from vision.finding.board import Board
from vision.pictures import Picture
from vision.point_cards.finding import find_cards


class PointTable(PictureTable[PointStretch]):
    """Cards that make their own grid."""

    def pieces_px(self, bgr: Picture, board: Board) -> Sequence[NDArray[np.float64]]:
        """The cards in the picture."""
        return list(find_cards(bgr).corners_px)

    def looks(self) -> PointLooks:
        """Of all of the picture."""
        return PointLooks()


class PointWatcher(TableWatcher[PointStretch]):
    """Follows a table of Punto."""

    def __init__(self) -> None:
        """No picture was seen yet."""
        super().__init__(PointTable())

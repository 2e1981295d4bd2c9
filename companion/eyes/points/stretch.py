"""What a time in which nothing moved has shown of a table of Punto."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.eyes.picture_board import cut_blocks, whole_picture
from companion.eyes.stretch import Looks, Rest
from vision.finding.board import Board
from vision.pictures import Picture
from vision.point_cards.faces import NO_PATCHES, FacesSeen
from vision.point_cards.finding import found_in, mark_cards
from vision.point_cards.kept_grid import CardsFound
from vision.point_cards.look import cards_near, lying_p, with_others
from vision.point_cards.plane import Points


@dataclass(frozen=True)
class PointStretch(Rest):
    """``patches`` (64, h, w, 3) are the picture's blocks, averaged over the looks; ``marks_px`` (N, 4, 2) outlines of
    what may be a card face up, in play or not, by the averaged marks."""

    marks_px: Points

    @cached_property
    def picture(self) -> Picture:
        """(H, W, 3) the mean of the looks."""
        return whole_picture(self.patches)

    def cards(self, more_px: Points, earlier: Picture = NO_PATCHES) -> tuple[CardsFound, FacesSeen]:
        """What is a card when seen from near, of the marks and of ``more_px`` (K, 4, 2) outlines; and their faces,
        held against those seen ``earlier`` too (see ``vision.point_cards.faces.read_faces``)."""
        outlines_px = with_others(self.marks_px, more_px)
        cards_px, faces = cards_near(self.picture, outlines_px, earlier)
        return CardsFound(cards_px, lying_p(faces), self.image_size, np.zeros(len(cards_px), bool)), faces


class PointLooks(Looks[PointStretch]):
    """The looks at all of the picture: its mean, and that of what the network marks in it."""

    def __init__(self) -> None:
        """No look yet."""
        super().__init__()
        self._maps: NDArray[np.float32] = np.zeros(0, np.float32)
        self._factor = 1.0

    def read(self, bgr: Picture, board: Board, weight: float) -> Picture:
        """The marks; faces are read of the mean picture."""
        maps, self._factor = mark_cards(bgr)
        self._maps = maps if weight == 1 else self._maps + (maps - self._maps) * np.float32(weight)
        return cut_blocks(bgr)

    def stretch(self, rest: Rest) -> PointStretch:
        """All that was seen so far, with the outlines of what was marked."""
        return PointStretch(**vars(rest), marks_px=found_in(self._maps, self._factor).corners_px)

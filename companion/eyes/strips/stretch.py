"""What a time in which nothing moved has shown of a table of Four Colour Cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.eyes.picture_board import cut_blocks, whole_picture
from companion.eyes.stretch import Looks, Rest
from vision.finding.board import Board
from vision.pictures import Picture
from vision.strips.beside import SeenEarlier
from vision.strips.look import look_at_strips
from vision.strips.reading import StripSeen


@dataclass(frozen=True)
class StripStretch(Rest):
    """``patches`` (64, h, w, 3) are the picture's blocks, averaged over the looks; ``strips`` are read of them."""

    strips: tuple[StripSeen, ...]

    @cached_property
    def picture(self) -> Picture:
        """(H, W, 3) the mean of the looks."""
        return whole_picture(self.patches)


class StripLooks(Looks[StripStretch]):
    """The looks at all of the picture: its mean, in which strips are read. What one look more adds grows less, so
    they are read when there are twice as many."""

    def __init__(self, earlier: SeenEarlier) -> None:
        """No look yet; strips are read beside what was seen ``earlier``."""
        super().__init__()
        self._earlier = earlier
        self._strips: tuple[StripSeen, ...] = ()
        self._read_at = 0

    def read(self, bgr: Picture, board: Board, weight: float) -> Picture:
        """The picture's blocks."""
        return cut_blocks(bgr)

    def stretch(self, rest: Rest) -> StripStretch:
        """All that was seen so far, and the strips in it."""
        if self.count >= 2 * self._read_at:
            self._strips = tuple(look_at_strips(whole_picture(self.patches), self._earlier).strips)
            self._read_at = self.count
        return StripStretch(**vars(rest), strips=self._strips)

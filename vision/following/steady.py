"""A camera that trembles or sways a little shows the table as if it stood still: on a gooseneck, on a floor that
gives, a phone that leans on a cup.

How all of the picture has moved is measured against one frame, and undone. A knock, that moves it further than a
camera sways, is left as it is.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.following.follow import Follower, Points
from vision.pictures import Picture

_INSET = 0.04  # of the picture's sides: what sways out of it is not looked at
_VIEW_PX = 640  # finely: on a cloth with dots, dots pass for one another in a smaller picture
_DOUBT_PX = (
    1.0  # where little but the board is to be seen, the picture's corners are not as sure as the board's
)
_STILL_PX = 0.5  # what is less is left as it is: no picture is as sharp after it was moved by part of a pixel
_STAYS_PX = 0.25  # so near to where it was last said to be it is still there


class Steady:
    """Undoes how a camera sways since it saw a picture."""

    def __init__(self, frame_bgr: Picture, most_px: float) -> None:
        """``frame_bgr`` (H, W, 3); ``most_px``: who moves by more was knocked, and sways no longer."""
        size = np.array(frame_bgr.shape[1::-1], np.float64)
        self._corners_px = size * (_INSET + (1 - 2 * _INSET) * np.array([[0, 0], [1, 0], [1, 1], [0, 1]]))
        self._follower = Follower(
            frame_bgr, self._corners_px, view_px=_VIEW_PX, surroundings=_INSET, doubt_px=_DOUBT_PX
        )
        self._most_px = most_px
        self._swayed = np.eye(3)
        self._last_bgr = frame_bgr

    def feed(self, frame_bgr: Picture) -> Picture:
        """The next frame as the camera would have seen it from where it was; by how it was moved last where that
        cannot be told, and as it is where it was knocked."""
        self._last_bgr = frame_bgr
        moved = self._follower.measure(frame_bgr, likely=[np.eye(3)])
        if moved is not None and self._apart_px(moved, self._swayed) > _STAYS_PX:
            away_px = self._apart_px(moved, np.eye(3))
            self._swayed = moved if _STILL_PX < away_px < self._most_px else np.eye(3)
        return self.undone(frame_bgr)

    def undone(self, frame_bgr: Picture) -> Picture:
        """A frame with what the last one fed was moved by undone."""
        if (self._swayed == np.eye(3)).all():
            return frame_bgr
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        size = frame_bgr.shape[1::-1]
        steady = cv2.warpPerspective(
            frame_bgr, self._swayed, size, flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(steady, np.uint8)

    @property
    def swayed_px(self) -> float:
        """By how much the last frame fed was moved, in pixels; 0 where that was left as it is."""
        return self._apart_px(self._swayed, np.eye(3))

    def refresh(self) -> None:
        """Take in what has changed on the table, as the last frame fed shows it, settled and without hands."""
        self._follower.refresh(self._last_bgr)

    def _apart_px(self, one: Points, other: Points) -> float:
        places = [cv2.perspectiveTransform(self._corners_px[None], way)[0] for way in (one, other)]
        return float(np.linalg.norm(places[0] - places[1], axis=1).max())

"""The newest frame that a camera or a film gave, and how fast they come."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.pictures import Picture
from vision.sources import Frame

_JPEG_QUALITY = 80
_GAP_S = 0.05  # between the last frame of one source and the first of the next


@dataclass
class Newest:
    """What was seen last. Time goes on from one source to the next, even where a film begins anew."""

    frame: Frame | None = None
    count: int = 0  # frames so far
    fps: float = 0.0  # frames a second, smoothed
    last_t: float = 0.0  # seconds
    _shift_s: float | None = None  # of the source that is read now

    def begin_anew(self) -> None:
        """Another source is read from now on."""
        self._shift_s = None

    def in_time(self, frame: Frame) -> Frame:
        """The frame with the time that it has among all sources."""
        if self._shift_s is None:
            self._shift_s = max(0.0, self.last_t + _GAP_S - frame.t)
        frame = replace(frame, t=frame.t + self._shift_s)
        if 0 < self.last_t < frame.t:
            self.fps += 0.1 * (1 / (frame.t - self.last_t) - self.fps)
        self.last_t = frame.t
        return frame

    def take(self, frame: Frame) -> bool:
        """Note a frame, and return whether it is as large as the one before."""
        before, self.frame = self.frame, frame
        self.count += 1
        return before is not None and before.bgr.shape == frame.bgr.shape

    @property
    def size(self) -> list[int] | None:
        """Width and height in pixels."""
        return None if self.frame is None else [self.frame.bgr.shape[1], self.frame.bgr.shape[0]]


def jpeg_of(picture: Picture) -> bytes | None:
    """The picture as JPEG."""
    ok, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    return bytes(np.asarray(jpeg).tobytes()) if ok else None

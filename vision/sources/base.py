"""What every source of frames has in common: the frame, its states, and the error a user can mend."""

from __future__ import annotations

import math
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Literal, Self

import numpy as np

from wording import Mendable, Phrase

State = Literal["live", "stale", "lost", "back", "ended"]
"""live: frames come. stale: none, or none new, for a moment. lost: it is being reconnected.
back: frames come again after a loss, said for `BACK_S` seconds. ended: nothing will follow."""

BACK_S = 2.0
MAX_PIXELS = 64_000_000  # above any webcam and most telephones; a larger picture is refused before decoding


class SourceError(Mendable, ValueError):
    """A source that cannot be used."""


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """A picture with the time it was taken.

    `bgr` is uint8 (H, W, 3). `t` is in seconds: the recording's own time for files, `time.monotonic` for
    live sources. `number` counts the frames the source has seen, from 0, dropped ones included.
    """

    bgr: np.ndarray
    t: float
    number: int


class Source(ABC):
    """Gives frames, and tells honestly how fresh they are. A context manager; leaving it closes the source::

    with open_source("game.mp4", realtime=False) as source:
        for frame in source:
            look_at(frame.bgr)
        print(source.state, source.why)
    """

    name: str
    is_live: bool
    why: Phrase | None = None
    """Why the state is not `live`, in words for the user; None while nothing is wrong."""
    fps: float | None = None
    """Frames a second by the file's own word; None where it is not known."""
    frame_count: int | None = None
    """How many frames the file says it holds; None where it is not known."""

    @abstractmethod
    def read(self, timeout_s: float) -> Frame | None:
        """Wait at most `timeout_s` for the next frame: for live sources the newest that was not yet given.

        None when there was none in time, or when the source has ended: ask `state`.
        """

    @property
    @abstractmethod
    def state(self) -> State:
        """How the source is now, by measurement."""

    @abstractmethod
    def close(self) -> None:
        """Let the camera or file go. May be called twice."""

    def __enter__(self) -> Self:
        """The source itself, which is open already."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def __iter__(self) -> Iterator[Frame]:
        """Yield frames until the source ends; a live one ends only when it is closed."""
        while True:
            frame = self.read(timeout_s=1.0)
            if frame is not None:
                yield frame
            elif self.state == "ended":
                return


class Pacer:
    """Holds the frames of a recording back until their time. A recording loses nothing: it waits for who is slower
    than it, and catches up with its clock by `_CATCH_UP_S` at most."""

    def __init__(self) -> None:
        """The clock starts with the first frame."""
        self._offset_s = -math.inf

    def wait_for(self, t: float, timeout_s: float) -> bool:
        """Sleep until the frame of recording time `t` is due; False where `timeout_s` was up before."""
        now = time.monotonic()
        if math.isinf(self._offset_s):
            self._offset_s = now - t
        self._offset_s = max(self._offset_s, now - t - _CATCH_UP_S)
        ahead_s = t + self._offset_s - now
        time.sleep(max(0.0, min(ahead_s, timeout_s)))
        return ahead_s <= timeout_s


_CATCH_UP_S = 1.0


def quiet_cv2() -> ModuleType:
    """OpenCV with its own chatter on standard error turned off: the user gets our one line instead."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # AV_LOG_QUIET, read when a capture is opened
    os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")  # else a minute to open on Windows
    import cv2

    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    return cv2

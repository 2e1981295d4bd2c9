"""Cameras that OpenCV opens: devices by number, and rtsp streams."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from vision.sources.base import SourceError, quiet_cv2
from wording import Phrase

_TIMEOUT_MS = 8000


class CaptureFeed:
    """Pictures from a `cv2.VideoCapture` that is open."""

    def __init__(self, capture: Any, name: str) -> None:
        """Take over `capture`; `name` is what messages call it."""
        self._capture, self._name = capture, name

    def next(self) -> np.ndarray:
        """Block until the next picture, bgr uint8 (H, W, 3). Raises `SourceError` when none comes."""
        read, bgr = self._capture.read()
        if not read or bgr is None or bgr.size == 0:
            raise SourceError(
                "no_more_pictures",
                "{name}: gives no pictures any more; check its cable, power and network",
                name=self._name,
            )
        return bgr

    def close(self) -> None:
        """Let the camera go."""
        self._capture.release()


def camera_name(number: int) -> Phrase:
    """What a camera of this computer is called."""
    return Phrase("camera", "camera {number}", number=number)


def open_device(number: int, size_px: tuple[int, int]) -> CaptureFeed:
    """Open a camera by its number and ask for pictures of (width, height) pixels; it may choose others.

    Raises `SourceError` where it is not there or gives no picture.
    """
    cv2 = quiet_cv2()
    name = camera_name(number)
    capture = cv2.VideoCapture(number)
    if not capture.isOpened():
        capture.release()
        raise SourceError(
            "device_not_there",
            "{name}: is not there or is in use; plug it in, close other programs that use it,"
            " or take another number{seen}",
            name=name,
            seen=_numbers_found(),
        )
    # MJPG first: uncompressed pictures of this size do not fit through USB 2 at a useful rate.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter_fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return CaptureFeed(capture, name)


def open_rtsp(url: str, shown: str) -> CaptureFeed:
    """Open an rtsp stream; `shown` is the address without its password. Raises `SourceError`."""
    cv2 = quiet_cv2()
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _TIMEOUT_MS]
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
    if not capture.isOpened():
        capture.release()
        raise SourceError(
            "stream_not_open",
            "{name}: cannot be opened; check address, user and password, and that the camera is on",
            name=shown,
        )
    return CaptureFeed(capture, shown)


def _numbers_found() -> str:
    if not sys.platform.startswith("linux"):
        return ""
    numbers = sorted(int(p.name[5:]) for p in Path("/dev").glob("video*") if p.name[5:].isdecimal())
    if not numbers:
        return Phrase("no_numbers_seen", " (no camera is seen here)")
    return Phrase("numbers_seen", " (seen here: {numbers})", numbers=", ".join(map(str, numbers)))

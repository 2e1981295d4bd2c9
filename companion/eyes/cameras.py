"""This computer's cameras: which there are, and what each of them sees, so that a person can choose one."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.errors import CommandError
from vision.sources import Source, SourceError, open_source

_LINUX_DEVICES = Path("/sys/class/video4linux")
_MOST = 6  # elsewhere, devices can only be found by trying their numbers
_LOOK_AGAIN_S = 10.0
_PATIENCE_S = 1.0
_KEEP_S = 0.05
_PREVIEW_WIDTH = 480


@dataclass(frozen=True)
class Camera:
    """A camera of this computer: what `open_source` calls it, and its name for people (may be empty)."""

    id: str
    name: str


class Cameras:
    """The cameras to choose from. One that is looked through is open, and let go when nobody looks any more.

    Safe to call from any thread.
    """

    def __init__(
        self,
        find: Callable[[], list[Camera]] | None = None,
        open_camera: Callable[[str], Source] = lambda id: open_source(id, realtime=True),
    ) -> None:
        """`find` and `open_camera`: how cameras are found and opened; tests have their own."""
        self._find = find or find_cameras
        self._open_camera = open_camera
        self._lock = threading.Lock()
        self._found: list[Camera] = []
        self._found_at = -_LOOK_AGAIN_S
        self._open: dict[str, Preview] = {}

    def found(self) -> list[Camera]:
        """Return the cameras there are; an answer is kept for some seconds."""
        with self._lock:
            if time.monotonic() - self._found_at >= _LOOK_AGAIN_S:
                self._found, self._found_at = self._find(), time.monotonic()
            return list(self._found)

    def known(self, id: str) -> None:
        """Raise CommandError where there is no such camera: nothing else can be opened from here."""
        if all(camera.id != id for camera in self.found()):
            raise CommandError(
                "camera_gone", "camera {number} is not there: plug it in, and look again", number=id
            )

    def look(self, id: str) -> Preview:
        """Begin to look through a camera. Raises CommandError where it cannot be opened."""
        with self._lock:
            preview = self._open.get(id)
            if preview is None:
                try:
                    preview = self._open[id] = Preview(self._open_camera(id))
                except SourceError as error:
                    raise CommandError.of(error.said) from error
            preview.viewers += 1
        return preview

    def look_away(self, id: str, preview: Preview) -> None:
        """End a look; the last one closes the camera."""
        with self._lock:
            preview.viewers -= 1
            if preview.viewers > 0:
                return
            if self._open.get(id) is preview:
                del self._open[id]
        preview.close()

    def let_go(self) -> None:
        """Close all: a camera can be open once only, and the game wants one."""
        with self._lock:
            previews, self._open = list(self._open.values()), {}
        for preview in previews:
            preview.close()


class Preview:
    """An open camera that is looked through: small JPEG pictures, until it is closed."""

    def __init__(self, source: Source) -> None:
        """Use `Cameras.look` instead."""
        self.viewers = 0
        self.ended = False
        self._source = source
        self._lock = threading.Lock()  # who reads a source must not have it closed meanwhile
        self._newest: tuple[float, bytes] | None = None

    def jpeg(self) -> bytes | None:
        """Return the newest picture, None where none has come; several who look get the same."""
        with self._lock:
            if self.ended:
                return None
            if self._newest is None or time.monotonic() - self._newest[0] > _KEEP_S:
                frame = self._source.read(_PATIENCE_S)
                jpeg = None if frame is None else _small_jpeg(frame.bgr)
                if jpeg is None:
                    self.ended = self._source.state == "ended"
                    return None
                self._newest = time.monotonic(), jpeg
            return self._newest[1]

    def close(self) -> None:
        """Let the camera go. May be called twice."""
        with self._lock:
            self.ended = True
            self._source.close()


def _small_jpeg(bgr: NDArray[np.uint8]) -> bytes | None:
    import cv2

    scale = _PREVIEW_WIDTH / bgr.shape[1]
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    ok, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 75])
    return bytes(jpeg.tobytes()) if ok else None


def find_cameras() -> list[Camera]:
    """Return the cameras that the system knows."""
    if sys.platform.startswith("linux"):
        return _linux_cameras(_LINUX_DEVICES)
    return _cameras_by_trying()


def _linux_cameras(folder: Path) -> list[Camera]:
    """Read them from the kernel: the first node of a device gives its pictures, the others its notes."""
    found = []
    for node in sorted(folder.glob("video*"), key=lambda node: int(node.name[5:] or 0)):
        try:
            first = (node / "index").read_text().strip() == "0"
            name = (node / "name").read_text().strip()
        except OSError:
            continue
        if first:
            found.append(Camera(node.name[5:], name.partition(":")[0]))
    return found


def _cameras_by_trying() -> list[Camera]:
    from vision.sources.base import quiet_cv2

    cv2 = quiet_cv2()
    found = []
    for number in range(_MOST):
        capture = cv2.VideoCapture(number)
        there = capture.isOpened()
        capture.release()
        if not there:
            break
        found.append(Camera(str(number), ""))
    return found

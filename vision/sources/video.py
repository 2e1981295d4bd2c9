"""A recording: every frame as fast as it can be had, or no faster than it was taken."""

from __future__ import annotations

from pathlib import Path

from vision.sources.base import MAX_PIXELS, Frame, Pacer, Source, SourceError, State, quiet_cv2
from vision.sources.pictures import no_file, unreadable
from wording import Phrase

_USUAL_FPS = 25.0  # where the file does not say


class VideoSource(Source):
    """The frames of a video file with their times in the recording, from 0 or where its own clock begins.

    With `realtime` each frame is held back until its time; none is dropped, whoever is slower than the film. A
    file that breaks off gives what could be read, ends, and says in `why` how far it came.
    """

    is_live = False

    def __init__(self, path: str | Path, *, realtime: bool) -> None:
        """Open the file. Raises `SourceError` where it is missing, no video, or has too large a picture."""
        self.name = str(path)
        self._cv2 = cv2 = quiet_cv2()
        _check_file(Path(path))
        self._capture = cv2.VideoCapture(self.name, cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            self._capture.open(self.name)  # a machine whose OpenCV has other readers
        if not self._capture.isOpened():
            raise SourceError(
                "no_video", "{name}: is not a video, or is damaged; try it in a video player", name=path
            )
        width, height = (self._capture.get(p) for p in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        if width * height > MAX_PIXELS:
            raise SourceError(
                "video_too_large",
                "{name}: {width} x {height} pixels are too many; scale the video down",
                name=path,
                width=round(width),
                height=round(height),
            )
        fps, count = (self._capture.get(p) for p in (cv2.CAP_PROP_FPS, cv2.CAP_PROP_FRAME_COUNT))
        self.fps = fps if 0 < fps < 1000 else None
        self.frame_count = int(count) if count > 0 else None
        self._pacer = Pacer() if realtime else None
        self._number = 0
        self._t = 0.0
        self._grabbed = False
        self._ended = False

    @property
    def state(self) -> State:
        """`live` until the last frame was given, then `ended`."""
        return "ended" if self._ended else "live"

    def read(self, timeout_s: float) -> Frame | None:
        """Give the next frame; with realtime the one that is due, waiting for it at most `timeout_s`."""
        if not self._grabbed and not self._grab():
            return None
        if self._pacer and not self._pacer.wait_for(self._t, timeout_s):
            return None
        return self._take()

    def close(self) -> None:
        """Let the file go."""
        self._ended = True
        self._capture.release()

    def _grab(self) -> bool:
        """Step to the next frame and note its time; at the end of the file, end."""
        if self._ended:
            return False
        if not self._capture.grab():
            self._finish()
            return False
        self._number += 1
        t = self._capture.get(self._cv2.CAP_PROP_POS_MSEC) / 1000
        if self._number > 1 and not t > self._t:  # a file without times: count instead
            t = self._t + 1 / (self.fps or _USUAL_FPS)
        self._t = t
        self._grabbed = True
        return True

    def _take(self) -> Frame | None:
        self._grabbed = False
        read, bgr = self._capture.retrieve()
        if not read or bgr is None:
            self._finish()
            return None
        return Frame(bgr, self._t, self._number - 1)

    def _finish(self) -> None:
        """End, and say so where the file promised clearly more, in frames and in time: promises are rough."""
        total, fps = self.frame_count, self.fps
        if self._number == 0:
            self.why = Phrase(
                "no_frame", "{name}: not one frame could be read; the video is damaged", name=self.name
            )
        elif total and fps and self._number < total - 2 and self._t < (total - 2) / fps - 0.5:
            self.why = Phrase(
                "video_breaks_off",
                "{name}: breaks off after {read} of {total} frames; the rest is missing",
                name=self.name,
                read=self._number,
                total=total,
            )
        self.close()


def _check_file(path: Path) -> None:
    try:
        with path.open("rb") as file:
            empty = not file.read(1)
    except FileNotFoundError:
        raise no_file(path) from None
    except ValueError:
        raise SourceError(
            "no_file_name", "{name}: cannot be a file's name; check it", name=ascii(str(path))
        ) from None
    except OSError as error:
        raise unreadable(path, error) from None
    if empty:
        raise SourceError("empty_video", "{name}: is empty; record or copy it again", name=path)

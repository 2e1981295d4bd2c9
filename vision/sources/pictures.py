"""Single pictures and folders of them: read with limits, and shown as a source."""

from __future__ import annotations

import logging
import re
import struct
from pathlib import Path

import numpy as np

from vision.sources.base import MAX_PIXELS, Frame, Pacer, Source, SourceError, State, quiet_cv2
from wording import Phrase

log = logging.getLogger(__name__)

SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".bmp"}
MAX_BYTES = 200_000_000
LEAST_SIDE = 16  # pixels
MOST_RATIO = 16  # of the longer side to the shorter: no camera takes pictures so narrow
FRAMES_PER_S = 5.0  # how often a picture of a folder is shown while it stands


def read_picture(path: str | Path) -> np.ndarray:
    """Read a picture file as bgr uint8 (H, W, 3), turned upright by its EXIF orientation.

    Raises `SourceError` where the file is missing, unreadable, empty, not a picture, broken off or too large.
    """
    path = Path(path)
    try:
        if path.is_dir():
            raise SourceError("is_folder", "{name}: is a folder; name one picture in it", name=path)
        if path.stat().st_size > MAX_BYTES:
            raise SourceError(
                "file_too_large",
                "{name}: larger than {most_mb} MB; save it smaller",
                name=path,
                most_mb=MAX_BYTES // 1_000_000,
            )
        data = path.read_bytes()
    except FileNotFoundError:
        raise no_file(path) from None
    except OSError as error:
        raise unreadable(path, error) from None
    return decode_picture(data, str(path))


def no_file(path: str | Path) -> SourceError:
    """The error where a file is not there."""
    return SourceError("no_file", "{name}: there is no such file; check the name", name=path)


def unreadable(path: str | Path, error: OSError) -> SourceError:
    """The error where the system does not let a file be read."""
    return SourceError(
        "unreadable", "{name}: cannot be read ({why}); check its permissions", name=path, why=error.strerror
    )


def picture_from(name: str) -> Phrase:
    """What a picture is called that a source of that name sent."""
    return Phrase("picture_from", "picture from {name}", name=name)


def decode_picture(data: bytes, name: str) -> np.ndarray:
    """Decode the bytes of a picture as bgr uint8 (H, W, 3), turned upright by its EXIF orientation.

    Pictures that break off are refused: they would come out half grey. Raises `SourceError`; `name` is what the
    message calls the picture. The size is checked before anything is decoded.
    """
    check_picture(data, name)
    cv2 = quiet_cv2()
    try:
        bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        bgr = None
    if bgr is None:
        raise SourceError("corrupt", "{name}: is corrupt; save or take the picture again", name=name)
    return bgr


def check_picture(data: bytes, name: str) -> None:
    """Raise `SourceError` where the bytes are no picture, one that breaks off, above `MAX_PIXELS`, or too narrow."""
    if not data:
        raise SourceError("empty_picture", "{name}: is empty; save or take the picture again", name=name)
    size = picture_size(data)
    if size is None and data[4:8] == b"ftyp":
        raise SourceError(
            "heic",
            "{name}: is not a JPEG, PNG, WebP or BMP picture, or is corrupt"
            " (HEIC: set the camera to 'most compatible')",
            name=name,
        )
    if size is None:
        raise SourceError(
            "no_picture", "{name}: is not a JPEG, PNG, WebP or BMP picture, or is corrupt", name=name
        )
    width, height = size
    if width * height > MAX_PIXELS:
        raise SourceError(
            "too_many_pixels",
            "{name}: {width} x {height} pixels are too many; scale it below {most} megapixels",
            name=name,
            width=width,
            height=height,
            most=MAX_PIXELS // 1_000_000,
        )
    least, most = sorted((width, height))
    if least > 0 and (least < LEAST_SIDE or most > MOST_RATIO * least):
        raise SourceError(
            "too_narrow",
            "{name}: {width} x {height} pixels show no table; take the picture of the whole table",
            name=name,
            width=width,
            height=height,
        )
    if least <= 0 or _breaks_off(data):
        raise SourceError(
            "picture_breaks_off",
            "{name}: breaks off in the middle; copy or take the picture again",
            name=name,
        )


def picture_size(data: bytes) -> tuple[int, int] | None:
    """(width, height) in pixels as the header has it, before any EXIF turn; None for no known picture.

    Reads JPEG, PNG, WebP and BMP headers only, so that a huge picture is known before memory is given to it.
    """
    try:
        if data[:2] == b"\xff\xd8":
            return _jpeg_size(data)
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            width, height = struct.unpack_from(">II", data, 16)
            return width, height
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp_size(data)
        if data[:2] == b"BM":
            width, height = struct.unpack_from("<ii", data, 18)
            return abs(width), abs(height)  # a negative height means rows from the top
    except (struct.error, IndexError):
        pass
    return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    for marker, at in _jpeg_segments(data):
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
    return None


def _jpeg_segments(data: bytes) -> list[tuple[int, int]]:
    """Markers of a JPEG with the place of their 0xFF..marker pair, up to the start of the scan."""
    found: list[tuple[int, int]] = []
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        found.append((marker, at))
        if marker == 0xDA:
            break
        at += 2 + struct.unpack_from(">H", data, at + 2)[0]
    return found


def _webp_size(data: bytes) -> tuple[int, int] | None:
    if data[12:16] == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if data[12:16] == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if data[12:16] == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    return None


def _breaks_off(data: bytes) -> bool:
    if data[:2] == b"\xff\xd8":
        scan = [at for marker, at in _jpeg_segments(data) if marker == 0xDA]
        return not scan or data.find(b"\xff\xd9", scan[0]) < 0  # within a scan 0xFF is always escaped
    if data[:4] == b"\x89PNG":
        return b"IEND" not in data[-64:] and b"IEND" not in data
    if data[:4] == b"RIFF":
        return len(data) < 8 + struct.unpack_from("<I", data, 4)[0]
    return len(data) < struct.unpack_from("<I", data, 2)[0]


class PictureSource(Source):
    """The pictures of a folder, by name with numbers in their order, each shown still for `hold_s` seconds.

    A picture stands for a settled look, so it is given several times, `FRAMES_PER_S` a second: what waits for
    stillness finds it. `hold_s=0` gives every picture once, `FRAMES_PER_S` a second (frames of a film).
    Pictures that cannot be read are left out with a warning and listed in `skipped`.
    """

    is_live = False
    fps = FRAMES_PER_S

    def __init__(self, path: str | Path, *, realtime: bool, hold_s: float = 1.0) -> None:
        """Take a folder, or one picture file. Raises `SourceError` where there is no picture."""
        path = Path(path)
        if not path.is_dir():
            read_picture(path)
        self.name = str(path)
        self.skipped: list[str] = []
        self._paths = list_pictures(path) if path.is_dir() else [path]
        self._repeats = max(1, round(hold_s * FRAMES_PER_S))
        self.frame_count = len(self._paths) * self._repeats
        self._pacer = Pacer() if realtime else None
        self._number = 0
        self._bgr: np.ndarray | None = None
        self._ended = False

    @property
    def state(self) -> State:
        """`live` until the last picture was given, then `ended`."""
        return "ended" if self._ended else "live"

    def read(self, timeout_s: float) -> Frame | None:
        """Give the next look at the picture that is on, or at the next that can be read."""
        while not self._ended and self._number < len(self._paths) * self._repeats:
            t = self._number / FRAMES_PER_S
            if self._pacer and not self._pacer.wait_for(t, timeout_s):
                return None
            index, repeat = divmod(self._number, self._repeats)
            if repeat == 0:
                self._bgr = self._load(index)
            if self._bgr is None:
                del self._paths[index]
                continue
            self._number += 1
            return Frame(self._bgr, t, self._number - 1)
        self.close()
        return None

    def close(self) -> None:
        """End the showing."""
        self._ended = True
        self._bgr = None

    def _load(self, index: int) -> np.ndarray | None:
        try:
            return read_picture(self._paths[index])
        except SourceError as error:
            log.warning("left out: %s", error)
            self.skipped.append(str(self._paths[index]))
            self.why = Phrase(
                "pictures_left_out",
                "{count} unreadable pictures left out, the last one: {last}",
                count=len(self.skipped),
                last=error.said,
            )
            return None


def list_pictures(folder: Path) -> list[Path]:
    """Picture files of a folder, `2.jpg` before `10.jpg`. Raises `SourceError` where there is none."""
    try:
        paths = [p for p in folder.iterdir() if p.suffix.lower() in SUFFIXES and not p.name.startswith(".")]
    except OSError as error:
        raise SourceError(
            "folder_not_open",
            "{name}: cannot be opened ({why}); check its permissions",
            name=folder,
            why=error.strerror,
        ) from None
    if not paths:
        raise SourceError(
            "empty_folder", "{name}: holds no picture; put JPEG, PNG, WebP or BMP files there", name=folder
        )
    return sorted(paths, key=_natural)


def _natural(path: Path) -> list[tuple[int, int, str]]:
    parts = re.split(r"(\d+)", path.name.lower())
    return [(0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts]

"""Where frames come from: cameras, streams, a page, recordings and pictures, all behind one door."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from vision.sources.base import Frame, Source, SourceError, State
from vision.sources.live import PushedSource
from vision.sources.pictures import decode_picture, read_picture

__all__ = [
    "Frame",
    "PushedSource",
    "Source",
    "SourceError",
    "State",
    "decode_picture",
    "open_source",
    "read_picture",
]

_DEVICE_FROZEN_S = 3.0  # a sensor's noise never repeats
_RTSP_FROZEN_S = 30.0  # compressed, a still table may come unchanged until the next key frame
# An HTTP camera that stops is noticed by its silence, and a page may serve one picture for ever.


def open_source(
    spec: str,
    *,
    realtime: bool,
    size_px: tuple[int, int] = (1280, 720),
    hold_s: float = 1.0,
) -> Source:
    """Open what a user names: device number, video, picture, folder of pictures, http(s)/rtsp URL, `browser`.

    `realtime` shows recordings at their own speed instead of as fast as possible; live sources have no other.
    `size_px` is the (width, height) asked of a device. `hold_s` is how long a picture of a folder stands.
    Raises `SourceError` where it cannot be opened.

    >>> open_source("nowhere.mp4", realtime=False)
    Traceback (most recent call last):
    vision.sources.base.SourceError: nowhere.mp4: there is no such file; check the name
    """
    spec = spec.strip()
    if spec == "browser":
        return PushedSource()
    if spec.isdecimal() or re.fullmatch(r"/dev/video\d+", spec):
        return _open_device(int(re.sub(r"\D", "", spec)), size_px)
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+://", spec):
        return _open_url(spec)
    try:
        path = Path(spec).expanduser()
    except RuntimeError:
        raise SourceError(
            "no_such_person", "{name}: nobody of that name is on this computer; check the name", name=spec
        ) from None
    return _open_path(path, realtime, hold_s)


def _open_device(number: int, size_px: tuple[int, int]) -> Source:
    from vision.sources.camera import camera_name, open_device
    from vision.sources.live import DrainedSource

    return DrainedSource(
        camera_name(number), partial(open_device, number, size_px), frozen_s=_DEVICE_FROZEN_S
    )


def _open_url(url: str) -> Source:
    from vision.sources.camera import open_rtsp
    from vision.sources.http import HttpFeed, shown_url
    from vision.sources.live import DrainedSource

    scheme = url.partition("://")[0].lower()
    try:
        shown = shown_url(url)
    except ValueError:
        raise SourceError(
            "no_address", "{name}: is no address; write it as http://host:port/path", name=url
        ) from None
    if scheme in ("http", "https"):
        return DrainedSource(shown, partial(HttpFeed, url))
    if scheme in ("rtsp", "rtsps"):
        return DrainedSource(shown, partial(open_rtsp, url, shown), frozen_s=_RTSP_FROZEN_S)
    raise SourceError(
        "unknown_scheme",
        "{name}: {scheme}:// is not known; use http://, https:// or rtsp://",
        name=shown,
        scheme=scheme,
    )


def _open_path(path: Path, realtime: bool, hold_s: float) -> Source:
    from vision.sources.pictures import SUFFIXES, PictureSource
    from vision.sources.video import VideoSource

    try:
        pictures = path.is_dir() or (path.is_file() and path.suffix.lower() in SUFFIXES)
    except (OSError, ValueError):
        raise SourceError(
            "no_file_name", "{name}: cannot be a file's name; check it", name=ascii(str(path)[:80])
        ) from None
    if pictures:
        return PictureSource(path, realtime=realtime, hold_s=hold_s)
    return VideoSource(path, realtime=realtime)

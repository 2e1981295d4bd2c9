"""Write frames as an MP4 that OpenCV reads everywhere: H.264 where the ffmpeg program is there, else MPEG-4."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


def write_video(path: Path, frames: Iterable[Picture], fps: int, quality: int = 26) -> None:
    """Write frames (H, W, 3) BGR of one even size, whole or not at all.

    ``quality`` is H.264's rate factor, 18 (very good) to 32 (small). Raises OSError where no film comes about.
    """
    rest = iter(frames)
    first = next(rest)
    part = path.with_name(f"{path.stem}.part.mp4")
    try:
        if shutil.which("ffmpeg"):
            _with_ffmpeg(part, first, rest, fps, quality)
        else:
            _with_opencv(part, first, rest, fps)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _with_ffmpeg(path: Path, first: Picture, rest: Iterator[Picture], fps: int, quality: int) -> None:
    height, width = first.shape[:2]
    source = ["-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{width}x{height}", "-r", str(fps), "-i", "-"]
    # One thread: the same film for the same frames, and the renderer keeps the cores.
    coding = [
        "-c:v",
        "libx264",
        "-crf",
        str(quality),
        "-preset",
        "medium",
        "-pix_fmt",
        "yuv420p",
        "-threads",
        "1",
    ]
    command = ["ffmpeg", "-v", "error", "-y", *source, *coding, "-movflags", "+faststart", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as coder:
        assert coder.stdin is not None
        for frame in chain([first], rest):
            coder.stdin.write(np.ascontiguousarray(frame).tobytes())
        coder.stdin.close()
    if coder.returncode:
        raise OSError(f"ffmpeg could not write {path}")


def _with_opencv(path: Path, first: Picture, rest: Iterator[Picture], fps: int) -> None:
    height, width = first.shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, (width, height))
    if not writer.isOpened():
        raise OSError(f"OpenCV could not write {path}")
    for frame in chain([first], rest):
        writer.write(frame)
    writer.release()

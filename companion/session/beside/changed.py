"""Where two pictures of one table differ, for people to look at: nothing is judged by it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pictures import Picture

Box = tuple[int, int, int, int]  # left, top, width, height in pixels

_WIDTH = 480  # pixels: what is smaller than a few of these is noise
_LEAST_CHANGE = 22.0  # grey levels
_LEAST_PART = 0.0004  # of the picture: a stone seen from afar
_MOST_PART = 0.35  # more is another light, or a camera that was moved, and no frame would help
_MOST_BOXES = 12
_FRAME, _RIM = (40, 190, 255), (30, 25, 20)


def changed(before: Picture, after: Picture) -> list[Box]:
    """Boxes round what differs, the largest first; none where all of the picture does."""
    if before.shape != after.shape:
        return []
    scale = min(1.0, _WIDTH / before.shape[1])
    small = [_smoothed(picture, scale) for picture in (before, after)]
    light = np.median(small[1].reshape(-1, 3), axis=0) - np.median(small[0].reshape(-1, 3), axis=0)
    differs = np.abs(small[1] - small[0] - light).max(axis=2) > _LEAST_CHANGE
    if differs.mean() > _MOST_PART:
        return []
    # Parts of one thing lie close together.
    joined = cv2.dilate(differs.astype(np.uint8), np.ones((9, 9), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    sizes = {n: int(differs[labels == n].sum()) for n in range(1, count)}
    large = [n for n, size in sizes.items() if size > _LEAST_PART * differs.size]
    large.sort(key=lambda n: sizes[n], reverse=True)
    boxes = [tuple(round(float(v) / scale) for v in stats[n][:4]) for n in large[:_MOST_BOXES]]
    return [(left, top, width, height) for left, top, width, height in boxes]


def framed(picture: Picture, boxes: list[Box]) -> Picture:
    """A copy with the boxes drawn in."""
    canvas = picture.copy()
    thick = max(2, round(max(picture.shape) / 400))
    for left, top, width, height in boxes:
        for colour, line in ((_RIM, thick + 4), (_FRAME, thick)):
            cv2.rectangle(canvas, (left, top), (left + width, top + height), colour, line, cv2.LINE_AA)
    return canvas


def _smoothed(picture: Picture, scale: float) -> np.ndarray:
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (5, 5), 0).astype(np.float32)

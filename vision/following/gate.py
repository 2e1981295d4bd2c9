"""Is the table still? Decides for each frame whether something moves, and how long nothing has.

A frame is made small and compared with the one before it and with the first of the still period, so that
both quick and creeping motion shows. Before that the light is evened out, because a cloud or an automatic
exposure is no motion, and what counts as different is set by the noise of the frames themselves. A hand that
rests does not show here; others look for hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Light, match_light

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

WIDTH = 240  # of the small frames, about
FLOOR = 8.0  # grey levels: the least difference that counts, above the trembling of compressed films
NOISE_FACTOR = 5.0  # times the median difference of frames in which nothing moves
TAIL, TAIL_FACTOR = (
    99.5,
    1.5,
)  # and times what so many of 100 of its pixels differ: in blocks, where films are
# compressed hard. What changes more pixels than so many times the fewest that count is no noise.
NO_TAIL = 4
TAIL_AT_FIRST = 10.0  # grey levels: so much at most is noise before a frame was seen in which nothing moves
LIGHT_FACTOR = 0.6  # of a change of light may stay after evening out, beside glare where the sensor clips
MOST_DOUBT = 16.0  # grey levels: what a change of light adds to the threshold at the utmost
MIN_PIXELS = 12  # of a small frame: less than a stone seen from afar
ABSORB = 2.0  # grey levels a second by which a still table may change, as with the daylight
FLICKER = 0.1  # of the brightness: bands from lamps on mains current seen through a rolling shutter


@dataclass(frozen=True, slots=True)
class GateState:
    """What the gate says of one frame.

    `moved_share` is the share of the looked-at region that differs from the frame before, or from the first
    of the still period, whichever is more. `settled` is said after `settle_s` without motion; `settled_for_s`
    is the time in seconds since the last motion. `lighting_changed`: the light is not what it was when the
    still period began; false again when the new light has lasted for `settle_s`.
    """

    moving: bool
    settled: bool
    settled_for_s: float
    lighting_changed: bool
    moved_share: float


class Gate:
    """Is fed with every frame, and tells motion from stillness.

    >>> gate, table = Gate(), np.full((90, 160, 3), 128, np.uint8)
    >>> [gate.feed(table, t / 10).settled for t in range(6)]
    [False, False, False, False, True, True]
    """

    def __init__(self, settle_s: float = 0.35) -> None:
        """`settle_s`: seconds without motion after which the table is settled."""
        self._settle_s = settle_s
        self._region: tuple[bytes, Bytes] | None = None
        self.reset()

    def reset(self) -> None:
        """Forget all frames: after a camera was away, or looks at something else."""
        self._before: Floats | None = None
        self._first: Floats = np.zeros(0, np.float32)  # of the still period, following slow changes
        self._noise = self._tail = 0.0
        self._t = self._still_t = self._light_t = 0.0

    def feed(self, bgr: Bytes, t: float, region_px: NDArray[np.floating] | None = None) -> GateState:
        """Look at a frame, uint8 (H, W, 3) or grey (H, W), taken at `t` seconds.

        `region_px`: polygon (N, 2) in the frame's pixels outside of which nothing counts. A frame of another
        size, or one from before the last, starts anew.
        """
        now = _shrunk(bgr)
        if self._before is None or self._before.shape != now.shape or t < self._t:
            self.reset()
            self._before, self._first = now, now
            self._t = self._still_t = self._light_t = t
            return GateState(True, False, 0.0, False, 0.0)
        region = self._mask(bgr.shape[:2], now.shape[:2], region_px)
        step, step_light = _difference(self._before, now)
        since, light = _difference(self._first, now)
        self._learn_noise(step)
        moved = max(self._count(step, step_light, region), self._count(since, light, region))
        if self._tail == 0 or moved < NO_TAIL * MIN_PIXELS:
            self._learn_tail(step)
        moving = moved >= MIN_PIXELS
        lighting_changed = self._follow(now, t, moving, light, step_light)
        still_s = t - self._still_t
        settled = not moving and still_s >= self._settle_s - 1e-6
        return GateState(moving, settled, still_s, lighting_changed, moved / max(1, int(region.sum())))

    def _follow(self, now: Floats, t: float, moving: bool, light: Light, step_light: Light) -> bool:
        """Keep what the next frame is compared with; whether the light differs from the still period's."""
        if moving or step_light.changed:
            self._light_t = t
        changed = light.changed and not moving
        if moving:
            self._still_t = t
        if moving or (changed and t - self._light_t >= self._settle_s):
            self._first = now  # of a new still period, or of the same one in a new light
        elif not changed:
            most = ABSORB * (t - self._t)
            self._first = self._first + np.clip(now - self._first, -most, most)
        self._before, self._t = now, t
        return changed

    def _learn_noise(self, step: Floats) -> None:
        """The median difference is noise as long as less than half of the picture moves."""
        noise = float(np.median(step[::2, ::2]))
        if noise > 0:  # a frame that came twice has none, and says nothing
            self._noise = noise if self._noise == 0 else min(0.9 * self._noise + 0.1 * noise, 2 * self._noise)

    def _learn_tail(self, step: Floats) -> None:
        """How much the pixels differ that differ the most, in a frame in which next to nothing moves; or, for want of
        one, in the first."""
        tail = float(np.percentile(step[::2, ::2], TAIL))
        self._tail = min(tail, TAIL_AT_FIRST) if self._tail == 0 else 0.9 * self._tail + 0.1 * tail

    def _count(self, difference: Floats, light: Light, region: Bytes) -> int:
        """Pixels that changed together with most of their neighbours: what noise does is scattered."""
        threshold = max(FLOOR, NOISE_FACTOR * self._noise, TAIL_FACTOR * self._tail)
        threshold += min(LIGHT_FACTOR * light.most, MOST_DOUBT)
        changed = (difference > threshold).astype(np.uint8)
        together = cv2.boxFilter(changed, -1, (3, 3), normalize=False) >= 5
        return int(np.count_nonzero(together & (region > 0)))

    def _mask(
        self, shape: tuple[int, ...], small: tuple[int, ...], region_px: NDArray[np.floating] | None
    ) -> Bytes:
        polygon = np.asarray([] if region_px is None else region_px, np.float32)
        key = polygon.tobytes() + bytes(str((shape, small)), "ascii")
        if self._region is None or self._region[0] != key:
            mask = np.ones(small, np.uint8)
            if len(polygon):
                scaled = polygon * (np.array(small[::-1]) / np.array(shape[::-1]))
                mask = cv2.fillPoly(np.zeros(small, np.uint8), [np.round(scaled).astype(np.int32)], 1)
            self._region = key, mask
        return self._region[1]


def _shrunk(bgr: Bytes) -> Floats:
    """About `WIDTH` wide by averaging whole blocks, which is quick and takes noise away; (h, w, channels)."""
    factor = max(1, round(bgr.shape[1] / WIDTH))
    height, width = bgr.shape[0] // factor, bgr.shape[1] // factor
    whole = bgr[: height * factor, : width * factor]
    small = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (3, 3), 0).astype(np.float32)
    return small if small.ndim == 3 else small[:, :, None]


def _difference(before: Floats, now: Floats) -> tuple[Floats, Light]:
    """How much each pixel changed beside the light, in grey levels, by its worst channel; and the light."""
    light = match_light(before[::6, ::6], now[::6, ::6])
    change = now - (light.apply(before) if light.changed_at_all else before)
    level = before + 10.0  # in the dark a share means nothing
    band = np.clip(change / level, -FLICKER, FLICKER).mean(axis=(1, 2), keepdims=True)
    change = np.abs(change - band * level)
    return reduce(np.maximum, cv2.split(change)), light  # much quicker than a maximum along the last axis

"""Evening out the light between two pictures of one scene: a gain and an offset for each colour channel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

SAME = 0.75  # grey levels: a change of light that need not be evened out
CHANGED = 6.0  # grey levels on average: a light that a person would call another
_DARK, _BRIGHT = 6.0, 249.0  # beyond these a pixel is clipped and says nothing of the light
_SHADE = 16.0  # grey levels taken together as one shade
_MOST_GAIN = 2.5


@dataclass(frozen=True, slots=True)
class Light:
    """`now = gain * before + offset` in grey levels, each (channels,). `change`: mean change it makes."""

    gain: Floats
    offset: Floats
    change: float

    @property
    def changed(self) -> bool:
        """Whether the light is clearly another."""
        return self.change > CHANGED

    @property
    def changed_at_all(self) -> bool:
        """Whether there is anything to even out."""
        return self.change > 0

    @property
    def most(self) -> float:
        """The most grey levels by which any shade changes."""
        ends = np.stack([self.offset, self.gain * 255 + self.offset - 255])
        return float(np.abs(ends).max())

    def apply(self, picture: Floats) -> Floats:
        """The picture (..., channels) as it would look in the new light, clipped like a sensor does."""
        return np.clip(picture * self.gain + self.offset, 0, 255).astype(np.float32)


def match_light(before: Floats, now: Floats) -> Light:
    """Find the light between two pictures (h, w, channels) of which less than half has changed otherwise.

    Iteratively reweighted least squares with Geman-McClure weights, in which every shade weighs the same.
    """
    x, y = before.reshape(-1, before.shape[-1]), now.reshape(-1, now.shape[-1])
    gain, offset = np.ones(x.shape[1], np.float32), np.zeros(x.shape[1], np.float32)
    if _is_same(x, y):
        return Light(gain, offset, 0.0)
    for channel in range(x.shape[1]):
        gain[channel], offset[channel] = _fit(x[:, channel], y[:, channel])
    light = Light(gain, offset, 0.0)
    return Light(gain, offset, float(np.abs(light.apply(x) - x).mean()))


def _is_same(x: Floats, y: Floats) -> bool:
    """Whether neither the dark nor the bright half of the pixels became lighter or darker, nor any channel: where the
    white balance changes, one rises as another falls. Quickly told."""
    together = x + y  # either alone would sort by its noise, which then looks like a change
    difference, bright = y - x, together > np.median(together)
    parts = difference[bright], difference[~bright], *difference.T
    return all(abs(float(np.median(part))) < SAME for part in parts if len(part))


def _fit(x: Floats, y: Floats) -> tuple[float, float]:
    usable = (np.minimum(x, y) > _DARK) & (np.maximum(x, y) < _BRIGHT)
    x, y = x[usable], y[usable]
    if len(x) < 100:
        return 1.0, 0.0
    shade = (x / _SHADE).astype(np.intp)
    rarity = 1 / np.bincount(shade)[shade]  # else a bare table would outvote the board on it
    gain, offset = _begin(x, y, shade)
    for _ in range(3):
        residual = y - gain * x - offset
        scale = max(2.0, 3 * float(np.median(np.abs(residual))))
        weight = rarity * (1 + (residual / scale) ** 2) ** -2
        total = weight.sum()
        mean_x, mean_y = (weight * x).sum() / total, (weight * y).sum() / total
        spread = (weight * (x - mean_x) ** 2).sum()
        if spread > 25 * total:  # else too flat to tell a gain from an offset
            gain = float((weight * (x - mean_x) * (y - mean_y)).sum() / spread)
        offset = float(mean_y - gain * mean_x)
    return (gain, offset) if 1 / _MOST_GAIN < gain < _MOST_GAIN else (1.0, 0.0)


def _begin(x: Floats, y: Floats, shade: NDArray[np.intp]) -> tuple[float, float]:
    """The line through the middles of the shades: the median of the slopes between them (Theil and Sen)."""
    count = np.bincount(shade)
    middle = (np.cumsum(count) - (count + 1) // 2)[count >= 5]  # where each shade's median lies in its order
    xs, ys = (v[np.lexsort((v, shade))][middle] for v in (x, y))
    left, right = np.triu_indices(len(xs), 1)
    run = xs[right] - xs[left]
    far = run > _SHADE / 2
    gain = float(np.median((ys[right] - ys[left])[far] / run[far])) if far.any() else 1.0
    return gain, float(np.median(ys - gain * xs))

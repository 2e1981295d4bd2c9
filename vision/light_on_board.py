"""Two looks at one board, or at all of the table, in one light, though a lamp beside it was switched on between them:
nearer the lamp it is brighter, and of the lamp's colour.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import match_light
from vision.pictures import over_channels

Floats = NDArray[np.float32]

_OFF_BLACK = 8.0  # grey levels: what is darker says little of the light
_CLIPPED = 249.0
_LEAST_UNCLIPPED = 0.1  # of a patch
# Natural logarithm, of the field whose light changed the most otherwise than the median's. In 58 pairs of looks at a
# table drawn by models.scenes up to 0.02, with a lamp switched on at its side between them 0.09 and more.
_UNEVEN = 0.05
_ROUNDS, _SCALE, _LEAST_SCALE = 5, 2.0, 0.02
_LEAST_FIELDS = 12  # to fit six coefficients
_STIFF = 1e-3
_BLOCKS, _SAMPLES = 8, 4  # blocks a side of a picture, each of one light, told by so many pixels each way


def light_of_before(before: Floats, now: Floats, every: int = 6) -> Floats:
    """(N, 3) by what each of a square board's N fields ``now`` (N, H, W, 3) is multiplied to be in the light of
    ``before``, where most of what they show did not change otherwise.

    The same for all where the light changed alike; else a quadratic over the board, for each colour channel by
    itself, by iteratively reweighted least squares with Geman-McClure weights. Of the pixels one in ``every`` so many
    each way is looked at.
    """
    a, b = (patches[:, ::every, ::every] for patches in (before, now))
    logs = np.log((a + _OFF_BLACK) / (b + _OFF_BLACK))
    each = _medians(logs, np.maximum(a, b) < _CLIPPED)
    alike = float(np.median(logs))
    over_board = _smooth(each, alike)
    uneven = np.abs(over_board - alike).max() > _UNEVEN
    return np.asarray(np.exp(over_board if uneven else np.full_like(over_board, alike)), np.float32)


def in_one_light(before: Floats, now: Floats, light: Floats) -> tuple[Floats, Floats]:
    """Both looks (N, H, W, 3) in the light of the first, by the ``light`` (N, 3) found; what a sensor clips in either
    light is clipped in both."""
    gain, white = _along_rows(light, before), np.float32(255)
    clipped = np.minimum(_rows(before), white * gain), np.minimum(_rows(now) * gain, white)
    return clipped[0].reshape(before.shape), clipped[1].reshape(now.shape)


def burnt_out_in_both(looks: tuple[Floats, Floats], light: Floats) -> NDArray[np.bool_]:
    """(N, H, W) where both looks, put in one light so, are as bright as a sensor shows: there nothing is told."""
    most = _along_rows(np.minimum(light, 1) * np.float32(_CLIPPED), looks[0])
    bright = np.minimum(*map(_rows, looks)) >= most
    return over_channels(np.logical_and, bright.reshape(looks[0].shape))


def _rows(patches: Floats) -> Floats:
    """(N, H, W * 3) of patches (N, H, W, 3): numpy takes long rows at once, but three values at a time."""
    return patches.reshape(*patches.shape[:2], -1)


def _along_rows(of_fields: Floats, patches: Floats) -> Floats:
    """(N, 1, W * 3) what is told of each field (N, 3), for each pixel of a row of its patch (N, H, W, 3)."""
    return np.tile(of_fields, patches.shape[2])[:, None]


def evened(now: Floats, before: Floats, every: int, tells: NDArray[np.bool_] | None = None) -> Floats:
    """The picture ``before`` (H, W, 3) in the light of ``now`` (H, W, 3): evened out over all of it, by a pixel in
    ``every`` so many each way, and then from block to block; or only so where that leaves less, as where a lamp
    stands at the darker side. What does not ``tell`` (H, W) says nothing of where the light changed."""
    light = match_light(before[::every, ::every], now[::every, ::every])
    where = np.ones(before.shape[:2], bool) if tells is None else tells
    if not light.changed_at_all or not where.any():
        return before
    over_all = in_the_light_of(now, light.apply(before), tells)
    if not light.changed:
        return over_all
    by_blocks = in_the_light_of(now, before, tells)
    return min(over_all, by_blocks, key=lambda lit: float(np.abs(lit - now)[where].mean()))


def in_the_light_of(now: Floats, before: Floats, tells: NDArray[np.bool_] | None = None) -> Floats:
    """The picture ``before`` (H, W, 3) in the light of ``now`` (H, W, 3), from block to block, where a lamp at its
    side was switched on; as it is where the light changed alike. What does not ``tell`` (H, W) says nothing of it."""
    count = _BLOCKS * _SAMPLES
    rows, columns = (np.arange(count) * side // count for side in before.shape[:2])
    sampled = np.ix_(rows, columns)
    a, b = now[sampled], before[sampled]
    if tells is not None:
        a, b = (np.where(tells[sampled][..., None], samples, np.float32(255)) for samples in (a, b))
    light = light_of_before(_blocks(a), _blocks(b), every=1)
    if np.ptp(light) == 0:
        return before
    gains = cv2.resize(
        light.reshape(_BLOCKS, _BLOCKS, 3), before.shape[1::-1], interpolation=cv2.INTER_LINEAR
    )
    return np.asarray(np.minimum(before * gains, np.float32(255)))


def _blocks(samples: Floats) -> Floats:
    """(64, k, k, 3) blocks of (8 k, 8 k, 3) pixels, row by row."""
    k = len(samples) // _BLOCKS
    return samples.reshape(_BLOCKS, k, _BLOCKS, k, 3).swapaxes(1, 2).reshape(-1, k, k, 3)


def _medians(logs: Floats, usable: NDArray[np.bool_]) -> Floats:
    """(N, 3) medians of what is usable of (N, H, W, 3); NaN where that is too little."""
    enough = usable.mean((1, 2)) > _LEAST_UNCLIPPED
    masked = np.where(usable & enough[:, None, None], logs, np.nan)
    return _median_of_known(masked.reshape(len(logs), -1, logs.shape[-1]).swapaxes(0, 1))


def _median_of_known(values: Floats) -> Floats:
    """(...) the median over the first axis of what is a number in (K, ...); NaN where nothing is. Faster than
    ``np.nanmedian``, which goes through many small arrays one by one."""
    in_order = np.sort(values, axis=0)  # what is no number comes last
    known = np.isfinite(values).sum(0)
    middle = np.maximum(np.stack([known - 1, known]) // 2, 0)
    return np.asarray(np.take_along_axis(in_order, middle, 0).mean(0))


def _smooth(each: Floats, otherwise: float) -> Floats:
    """(N, 3) each channel as a quadratic over the board of N fields, whatever some of them tell; ``otherwise`` where
    few tell it."""
    told = np.isfinite(each)
    size = round(len(each) ** 0.5)
    y, x = (axis.ravel() for axis in np.mgrid[-1 : 1 : size * 1j, -1 : 1 : size * 1j])
    basis = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], 1)
    values, fit = np.where(told, each, 0.0), np.nan_to_num(_median_of_known(each))
    for _ in range(_ROUNDS):
        off = each - fit
        scale = np.maximum(_LEAST_SCALE, _SCALE * np.nan_to_num(_median_of_known(np.abs(off))))
        weights = np.where(told, (1 + (off / scale) ** 2) ** -2, 0.0)
        weighted = weights.T[:, None] * basis.T  # (3, 6, N)
        known = weighted @ values.T[..., None]
        coefficients = np.linalg.solve(weighted @ basis + _STIFF * np.eye(6), known)[..., 0]
        fit = basis @ coefficients.T
    return np.where(told.sum(0) < _LEAST_FIELDS, otherwise, fit).astype(np.float32)

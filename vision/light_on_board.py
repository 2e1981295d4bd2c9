"""Two looks at one board in one light, though a lamp beside it was switched on between them: nearer the lamp it is
brighter, and of the lamp's colour.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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
    gain = light[:, None, None]
    return np.minimum(before, 255 * gain), np.minimum(now * gain, np.float32(255))


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

"""Each shade of a board one name, and each name one shade: a pink beside a red is not called red as well, though by
itself it might be.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Lab = NDArray[np.float64]

# In Lab units (see ``calibration.shades``): fields nearer than this are of one shade, and so are those linked by
# others between them, for light falls off across a board. What glare does to a colour counts for less.
# Chosen on 440 empty boards drawn by models.scenes.
_SAME_SHADE = 4.0
_GLARE_COUNTS = 0.4
# Fields of one shade are misnamed alike: they are so many witnesses together, not one each.
_WITNESSES = 2
# Log-odds that two shades are one print after all, which a shadow or a lamp's glare divides: these change how light
# it is, and blur its hue so much.
_SHARED_NAME, _HUE_SPREAD, _NEVER_SHARED = -2.0, 5.0, -8.0
_MOST_SHADES = 8  # the rest are single fields on which something lies
_BEAM = 200


def one_name_each(field_lab: Lab, field_log_p: Lab) -> NDArray[np.int64]:
    """(N,) the likeliest name of each field, as an index, if each shade has a name of its own; -1 of what is left
    over. ``field_lab`` (N, 3) the fields' colours, ``field_log_p`` (N, K) how likely each name is by itself."""
    shades = sorted(_shades(field_lab), key=len, reverse=True)[:_MOST_SHADES]
    told = [min(len(shade), _WITNESSES) * field_log_p[shade].mean(0) for shade in shades]
    names = np.full(len(field_lab), -1)
    one_print = _one_print(np.array([np.median(field_lab[shade], 0) for shade in shades]))
    for shade, name in zip(shades, _likeliest(told, one_print), strict=True):
        names[shade] = name
    return names


def _shades(field_lab: Lab) -> list[NDArray[np.int64]]:
    """The fields of each shade: single-linkage clusters."""
    near = apart(field_lab[:, None], field_lab[None]) < _SAME_SHADE
    label = np.arange(len(field_lab))
    for i, j in np.argwhere(near):
        label[label == label[j]] = label[i]
    return [np.flatnonzero(label == k) for k in np.unique(label)]


def _one_print(shade_lab: Lab) -> Lab:
    """(S, S) log-odds that two of the shades (S, 3) are one print in two lights."""
    off = but_for_glare(shade_lab[:, None], shade_lab[None]) ** 2 / _HUE_SPREAD**2
    return np.asarray(np.maximum(_SHARED_NAME - off / 2, _NEVER_SHARED))


def apart(one_lab: Lab, other_lab: Lab) -> Lab:
    """(...,) how far two colours (..., 3) are apart, in Lab units; what glare does to a colour counts for less."""
    in_light = _GLARE_COUNTS * np.linalg.norm(one_lab - other_lab, axis=-1)
    return np.asarray(np.hypot(but_for_glare(one_lab, other_lab), in_light))


def but_for_glare(one_lab: Lab, other_lab: Lab) -> Lab:
    """(...,) how far two colours (..., 3) are apart in hue alone: glare draws a colour straight towards white,
    and a shadow towards black. The duller is held against the line from grey to the brighter."""
    a, b = one_lab[..., 1:], other_lab[..., 1:]
    chroma = np.maximum(np.linalg.norm(a, axis=-1), np.linalg.norm(b, axis=-1))
    across = np.abs(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]) / np.maximum(chroma, 1e-9)
    apart = np.linalg.norm(a - b, axis=-1)
    return np.asarray(np.where((a * b).sum(-1) > 0, across, apart))


def _likeliest(told: list[Lab], one_print: Lab) -> tuple[int, ...]:
    """The names, one for each shade, that explain best what is ``told`` of each (K,): a beam search."""
    beam: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for shade, each in enumerate(told):
        longer = [
            (score + float(each[k]) + _shared(one_print[shade], given, k), (*given, k))
            for score, given in beam
            for k in range(len(each))
        ]
        beam = sorted(longer, reverse=True)[:_BEAM]
    return beam[0][1]


def _shared(one_print: Lab, given: tuple[int, ...], name: int) -> float:
    """What it costs to give a shade a ``name`` that some of the shades before it were ``given``."""
    same = [float(one_print[other]) for other, k in enumerate(given) if k == name]
    return max(same, default=0.0)

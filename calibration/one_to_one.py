"""Each shade of a board one name, and each name one shade: a pink beside a red is not called red as well, though by
itself it might be.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Lab = NDArray[np.float64]

# In Lab units (see ``calibration.shades``): fields nearer than this are of one shade, and so are those linked by
# others between them, for light falls off across a board. Of 450 boards held out, and 91 filmed.
_SAME_SHADE = 6.0
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
    near = np.linalg.norm(field_lab[:, None] - field_lab[None], axis=-1) < _SAME_SHADE
    label = np.arange(len(field_lab))
    for i, j in np.argwhere(near):
        label[label == label[j]] = label[i]
    return [np.flatnonzero(label == k) for k in np.unique(label)]


def _one_print(shade_lab: Lab) -> Lab:
    """(S, S) log-odds that two of the shades (S, 3) are one print in two lights."""
    hue = shade_lab[:, 1:]
    off = ((hue[:, None] - hue[None]) ** 2).sum(-1) / _HUE_SPREAD**2
    return np.asarray(np.maximum(_SHARED_NAME - off / 2, _NEVER_SHARED))


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

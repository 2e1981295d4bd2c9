"""What this set's stones read as: a lime stone that looks half green, half yellow is green if the green ones do."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_LIKE_ITS_KIND = (
    0.9  # Bhattacharyya coefficient: what reads less alike than so is taken as the networks have it
)
_SHARPNESS = 12  # the power of the coefficient: readings of one colour are alike to 0.95 and more


def named_by_kind(owner: Floats, before: Floats, tops: NDArray[np.int64]) -> Floats:
    """The readings ``owner`` (n, n, 7), with colours weighed by how stones of each were read when it was known whose
    they are: ``before`` (n, n, 7) read of the ``tops`` (n, n), as indices into OWNERS (0: none, below: not known).

    Colours of which no stone is known, and readings like those of no colour, stay as they are.
    """
    colours = [int(colour) for colour in np.unique(tops) if colour > 0]
    if not colours:
        return owner
    usual = np.stack([before[tops == colour].mean(0) for colour in colours])
    likeness = np.sqrt(owner[..., None, :] * usual).sum(-1)
    best = likeness.max(-1, keepdims=True)
    shares = (likeness / np.maximum(best, 1e-6)) ** _SHARPNESS
    named = owner.copy()
    named[..., colours] = np.where(best >= _LIKE_ITS_KIND, shares * (1 - owner[..., :1]), owner[..., colours])
    return named

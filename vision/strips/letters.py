"""What strips can be: their signs, ranks and colours, in the order in which the eyes tell them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.four_colour_deck import CARDS, COLOURS, GLYPHS, RANKS

SIGNS = tuple(sign for rank in RANKS for sign in GLYPHS[rank])
NO_SIGN = len(SIGNS)  # as a label: there is none
_OF_RANK = np.array([[sign in GLYPHS[rank] for sign in SIGNS] for rank in RANKS], np.float64)

__all__ = ["CARDS", "COLOURS", "NO_SIGN", "RANKS", "SIGNS", "cards_of", "ranks_of"]


def ranks_of(signs: NDArray[np.floating]) -> NDArray[np.float64]:
    """(..., 7) how probable each rank is, from how probable each of SIGNS is (..., 15)."""
    return np.asarray(signs @ _OF_RANK.T, np.float64)


def cards_of(colours: NDArray[np.floating], ranks: NDArray[np.floating]) -> NDArray[np.float64]:
    """(..., 28) how probable each of CARDS is, from colours (..., 4) and ranks (..., 7)."""
    both = colours[..., :, None] * ranks[..., None, :]
    return np.asarray(both.reshape(*both.shape[:-2], len(CARDS)), np.float64)

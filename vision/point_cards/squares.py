"""Squares seen in a picture, told by numbers that are the same at every quarter turn.

A card has four sides alike: which corner is the first, nobody can say. As complex numbers about its middle the
corners of a square seen from afar are ``a i^k + b (-i)^k`` for k from 0 to 3: ``a`` is the square as seen from
straight above, ``b`` what the slanting view adds. A quarter turn makes ``i a`` of ``a`` and ``-i b`` of ``b``, so
that ``a^4`` and ``a b`` stay as they are: they tell the square, and no map of them has a seam.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
CODE = 5  # numbers: logarithm of |a|, cosine and sine of four times a's angle, real and imaginary part of a b / |a|^2

_TURNS = np.array([1, 1j, -1, -1j])


def code_of(corners: Floats) -> NDArray[np.float64]:
    """(..., 5) the code of squares by their corners (..., 4, 2), clockwise with y down; lengths in any unit."""
    z = corners[..., 0] + 1j * corners[..., 1]
    a, b = (z * _TURNS.conj()).mean(-1), (z * _TURNS).mean(-1)
    size = np.abs(a)
    four, both = (a / size) ** 4, a * b / size**2
    return np.stack([np.log(size), four.real, four.imag, both.real, both.imag], -1)


def corners_of(middle: Floats, code: Floats) -> NDArray[np.float64]:
    """(..., 4, 2) corners of squares with ``middle`` (..., 2) and ``code`` (..., 5), clockwise with y down. The first
    is any: turned by less than an eighth from straight right of the middle."""
    size = np.exp(code[..., 0])
    a = size * np.exp(0.25j * np.arctan2(code[..., 2], code[..., 1]))
    b = (code[..., 3] + 1j * code[..., 4]) * size**2 / a
    z = a[..., None] * _TURNS + b[..., None] * _TURNS.conj()
    return np.asarray(np.stack([z.real, z.imag], -1) + middle[..., None, :])


def crossing(corners: Floats) -> NDArray[np.float64]:
    """(..., 2) where the diagonals of quadrilaterals (..., 4, 2) cross: what was a square's middle."""
    start, along = corners[..., 0, :], corners[..., 2, :] - corners[..., 0, :]
    other, across = corners[..., 1, :], corners[..., 3, :] - corners[..., 1, :]
    share = _cross(other - start, across) / _cross(along, across)
    return np.asarray(start + share[..., None] * along)


def _cross(one: Floats, other: Floats) -> Floats:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])

"""What this set's stones look like, and what they read as: a lime stone that looks half green, half yellow is green
if the green ones do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Lab = NDArray[np.float64]

# Natural logarithms, against a colour of which no stone was seen; and the spread in Lab units. What came to be seen
# where 47 stones were laid in four games drawn by models.scenes is off by 4 (median) from what those before of their
# colour showed, by 40 and more from what those of another did; one in twenty, on towers most of them, is off by 27.
_ALIKE, _UNLIKE, _SPREAD = 5.0, -3.0, 6.0
_ALIKE_PRINT = 3.0  # a stone of its field's colour, of which none was seen yet, is not the field
_ALIKE_BY_NAME, _SPREAD_BY_NAME = 2.0, 20.0  # what is called red may be any red
_HUELESS = ("white", "black")  # stones that no field is called like

_LIKE_ITS_KIND = (
    0.9  # Bhattacharyya coefficient: what reads less alike than so is taken as the networks have it
)
_SHARPNESS = 12  # the power of the coefficient: readings of one colour are alike to 0.95 and more


@dataclass(frozen=True)
class StonesSeen:
    """``labs`` (N, 3) of each colour: what came to be seen where its stones were laid (see
    ``vision.stone_table.changes``); and the shade (3,) of each colour of fields, that comes to be seen where stones
    are taken."""

    labs: Mapping[str, tuple[Lab, ...]] = field(default_factory=dict)
    prints: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)

    def and_one(self, colour: str, lab: Lab) -> StonesSeen:
        """With one more stone of a colour."""
        return replace(self, labs={**self.labs, colour: (*self.labs.get(colour, ()), lab)})

    def log_likelihood(self, colour: str, lab: Lab) -> float:
        """How well what came to be seen (3,) fits stones of a colour. Where none of them was seen yet, it may be like
        what is called so; 0 where nothing is known."""
        if self.labs.get(colour):
            return _fit(lab, np.median(self.labs[colour], 0), _ALIKE)
        by_name = self._by_name(colour)
        return 0.0 if by_name is None else _fit(lab, by_name, _ALIKE_BY_NAME, _SPREAD_BY_NAME)

    def _by_name(self, colour: str) -> Lab | None:
        """What a stone (3,) may look like that is called so: like the fields of that name; a white one is as light as
        the lightest field, but of no hue, and a black one darker than the darkest."""
        if colour in self.prints:
            return np.array(self.prints[colour])
        if not self.prints or colour not in _HUELESS:
            return None
        lightness = [lab[0] for lab in self.prints.values()]
        return np.array([max(lightness) if colour == "white" else min(lightness) / 2, 0.0, 0.0])

    def log_likelihood_of_print(self, colour: str, lab: Lab) -> float:
        """The same of a field of a colour."""
        return _fit(lab, np.array(self.prints[colour]), _ALIKE_PRINT) if colour in self.prints else 0.0


def _fit(lab: Lab, usual: Lab, alike: float, spread: float = _SPREAD) -> float:
    off = float(np.linalg.norm(lab - usual))
    return max(alike - (off / spread) ** 2 / 2, _UNLIKE)


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

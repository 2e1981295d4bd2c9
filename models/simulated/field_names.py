"""What the eyes call the fields of a board of Just 4 Fun Colours before anything lay on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.simulated.camera import Floats
from models.simulated.noise import Noise
from referee.just4fun_colours import FIELD_COLOURS, State
from referee.table import Colour, Fields

LOOK_ALIKE: dict[Colour, Colour] = {  # the shade that each is taken for the soonest
    "red": "orange",
    "orange": "yellow",
    "yellow": "orange",
    "green": "blue",
    "blue": "violet",
    "violet": "blue",
}
_SURE = 0.995  # of what is named rightly, and of two shades that are alike


@dataclass(frozen=True)
class FieldNames:
    """``fields`` as they are called, ``p`` (N, 6) of each name, and two shades of the set that are ``alike``."""

    fields: Fields
    p: Floats
    alike: tuple[int, int] | None


def field_names(rng: np.random.Generator, state: State, noise: Noise) -> FieldNames:
    """What the fields of a ``state`` are called: some by any name, and in a set of which two shades are alike, these
    by either name."""
    prints = np.array([FIELD_COLOURS.index(name) for row in state.fields for name in row])
    called, count = prints.copy(), len(FIELD_COLOURS)
    alike = None
    if rng.random() < noise.shades_alike:
        one = int(rng.integers(count))
        alike = (one, FIELD_COLOURS.index(LOOK_ALIKE[FIELD_COLOURS[one]]))
        either = np.isin(prints, alike)
        called[either] = rng.choice(alike, int(either.sum()))
    unsure = rng.random(len(prints)) < noise.unnamed
    wrong = unsure & (rng.random(len(prints)) < noise.misnamed)
    called[wrong] = (prints[wrong] + rng.integers(1, count, int(wrong.sum()))) % count
    sure = np.where(unsure, rng.uniform(0, 0.5, len(prints)), _SURE)
    p = np.tile(((1 - sure) / (count - 1))[:, None], (1, count))
    p[np.arange(len(prints)), called] = sure
    names = [FIELD_COLOURS[i] for i in called]
    size = state.options.size
    return FieldNames(tuple(tuple(names[row * size : (row + 1) * size]) for row in range(size)), p, alike)

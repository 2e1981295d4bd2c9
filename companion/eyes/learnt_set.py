"""What an empty board tells of a set: its fields' colours, how sure each is, and what the colours look like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from calibration.even_light import in_even_light
from calibration.shades import Shades, burnt_out, learn, told_by_glare_alone
from companion.eyes.known_table import KnownTable
from companion.eyes.stretch import Stretch
from vision.stone_table.changes import Cell
from vision.stone_table.prints import field_labs
from vision.stone_table.reading import FIELD_COLOURS

# Of 75,852 empty fields of 2,107 boards drawn, a quarter of which lack a colour, 636 were named wrongly; who pays the
# true colour of one is blamed on 49 of them (with 0.95 on 79), who pays a wrong one of any is not on 1.1 % (0.8 %).
_SURE_OF_FIELD = 0.99
_MAY_BE = 0.01  # a field is of no colour that the network gives less, but for what it is called
Names = tuple[str, str]


@dataclass(frozen=True)
class LearntSet:
    """The names of the ``fields`` (n, n); those that are ``unsure``, first as they are named, and how likely is
    whatever they may be; ``sure`` (n, n) how sure each name is; the ``shades`` of the colours, None where they were
    not looked at; and those two and two that are ``alike``: either may go by the other's name."""

    fields: tuple[tuple[str, ...], ...]
    unsure: Mapping[Cell, Mapping[str, float]] = field(default_factory=dict)
    sure: NDArray[np.float64] | None = None
    shades: Shades | None = None
    alike: tuple[Names, ...] = ()

    def told_apart(self, names: Names, changed: bool) -> LearntSet:
        """The same, if a person says of two shades that they are called as they are, or that their ``names`` have to
        be ``changed`` for one another."""
        one, two = names
        other = {one: two, two: one} if changed else {}
        fields = _fixed([[other.get(name, name) for name in row] for row in self.fields])
        theirs = np.isin(np.array(fields), names)
        return replace(
            self,
            fields=fields,
            unsure={cell: p for cell, p in self.unsure.items() if not theirs[cell]},
            sure=None if self.sure is None else np.where(theirs, 1.0, self.sure),
            shades=self.shades.changed(one, two) if self.shades and changed else self.shades,
            alike=tuple(each for each in self.alike if set(each) != set(names)),
        )

    def labs(self) -> dict[str, tuple[float, float, float]]:
        """The shades of those colours that were seen, in Lab."""
        if self.shades is None:
            return {}
        seen = zip(self.shades.names, self.shades.centres.tolist(), strict=True)
        return {name: (lab[0], lab[1], lab[2]) for name, lab in seen if np.isfinite(lab).all()}


def learn_set(stretch: Stretch, known: KnownTable | None = None) -> LearntSet:
    """Name the fields of an empty board, and learn from it what the set's colours look like; a profile's set, as far
    as it fits, is ``known``."""
    size = stretch.board.size
    labs = field_labs(stretch.bgr, stretch.board)
    labs = in_even_light(labs.reshape(size, size, 3), stretch.fields.field).reshape(-1, 3)
    field_p = stretch.fields.field.reshape(len(labs), -1)
    if known and (prior := known.shades()):
        names, shades, *_ = learn(labs, field_p, FIELD_COLOURS, prior)
        if fields := known.fields_known(_in_rows(names, size)):
            return LearntSet(_fixed(fields), {}, np.ones((size, size)), shades)
    names, shades, told, alike = learn(labs, field_p, FIELD_COLOURS)
    rows, burnt, sure = _in_rows(names, size), burnt_out(labs).reshape(size, size), told.reshape(size, size)
    paled = told_by_glare_alone(np.array(rows), burnt)
    unsure = {
        (int(r), int(c)): _may_be(rows[r][c], stretch.fields.field[r, c], bool(burnt[r, c]))
        for r, c in np.argwhere((sure < _SURE_OF_FIELD) | paled)
    }
    may_be_changed = tuple(each for each, p in alike.items() if p > 1 - _SURE_OF_FIELD)
    return LearntSet(_fixed(rows), unsure, sure, shades, may_be_changed)


def _in_rows(names: list[str], size: int) -> list[list[str]]:
    return [names[row * size : (row + 1) * size] for row in range(size)]


def _fixed(rows: list[list[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row) for row in rows)


def _may_be(called: str, field_p: NDArray[np.floating], burnt: bool) -> dict[str, float]:
    """What a field may be whose colour could not be made out, and how likely: first what it is ``called``.

    The name counts as much as what the network says of the field by itself, ``field_p`` (K,): of 576 such fields of
    500 empty boards drawn by models.scenes 93 % are what they are called, 83 % what the network says. Nothing is
    known of a field that a lamp burns out.
    """
    if burnt:
        return dict.fromkeys((called, *FIELD_COLOURS), 1 / len(FIELD_COLOURS))
    likely = {name: float(p) / 2 for name, p in zip(FIELD_COLOURS, field_p, strict=True) if p > _MAY_BE}
    return {called: likely.pop(called, 0.0) + 0.5, **likely}

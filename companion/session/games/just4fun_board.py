"""What the eyes tell of a board of coloured fields before the game: its fields' names, and how sure each is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.eyes.hints import Hints
from companion.eyes.known_table import KnownTable
from companion.eyes.learnt_set import LearntSet
from companion.eyes.stretch import Stretch
from companion.follow.follows import Floats
from companion.messages import cells_named, message
from companion.session.played import LearntBoard, Options
from referee import just4fun_colours as rules
from referee.just4fun_colours import FIELD_COLOURS, SetTable
from referee.table import Cell, cell_name

_LIKELY, _UNSURE = 0.99, 0.6  # of a field's name, where it is not known how sure it was when it was learnt
# So many times likelier is a name once a stone was paid for by it. No more: of two shades that look alike, a card may
# be misread as its field was.
_PAID = 10.0


def learnt_board(
    stretch: Stretch,
    learnt: LearntSet,
    given: Options,
    players: Sequence[str],
    known: KnownTable | None = None,
) -> LearntBoard:
    """The board as a ``learnt`` set has it. Where a profile knows the board, what stands on it may stand there."""
    taken = taken_fields(stretch, players)
    table = known.table(stretch.fields, tuple(players)) if known and taken else None
    stands = None if table is None else SetTable(table.stacks)
    here = () if stands else taken
    return LearntBoard(
        given,
        unsure=tuple(cell_name(cell) for cell in sorted(learnt.unsure)),
        taken=here,
        notes=(message("shades_alike"),) if learnt.alike else (),
        in_the_way=message("not_empty", cells=cells_named(here)) if here else None,
        board={"fields": [list(row) for row in (table.fields if table else learnt.fields)]},
        stands=stands,
        hints=Hints(sure=learnt.sure, shades=learnt.shades),
    )


def taken_fields(stretch: Stretch, players: Sequence[str]) -> tuple[Cell, ...]:
    """Where a stone of the players stands, on a board that has to be empty."""
    taken = np.argwhere(stretch.fields.taken_at_first(players))
    return tuple((int(row), int(col)) for row, col in taken)


def known_board(hints: Hints, start: rules.State, unsure: Sequence[str]) -> Hints:
    """The ``hints`` with the fields as a game has them that began in ``start``, those ``unsure`` of which it is kept
    that they could not be made out. Shades whose fields are called the other way round are, too."""
    fields = np.array([[FIELD_COLOURS.index(name) for name in row] for row in start.fields])
    sure, shades = hints.sure, hints.shades
    if hints.fields is not None and shades is not None:
        were = tuple(tuple(FIELD_COLOURS[i] for i in row) for row in hints.fields)
        changed = rules.names_changed(were, start.fields)
        shades = shades.changed(*changed) if changed else shades
    if sure is None:
        size = len(fields)
        names = [[cell_name((row, col)) for col in range(size)] for row in range(size)]
        sure = np.where(np.isin(names, list(unsure)), _UNSURE, _LIKELY)
    return replace(hints, fields=fields, sure=sure, shades=shades)


def paid_for(sure: float) -> float:
    """How sure a field's name is once a stone on it was paid for by that.

    >>> round(paid_for(0.6), 2)
    0.94
    """
    return _PAID * sure / (_PAID * sure + 1 - sure)


def names_p(hints: Hints) -> Floats:
    """(N, 6) what each field is called, as FIELD_COLOURS, as probabilities."""
    assert hints.fields is not None and hints.sure is not None
    fields, sure = hints.fields.ravel(), hints.sure.ravel()
    names = np.tile(((1 - sure) / (len(FIELD_COLOURS) - 1))[:, None], (1, len(FIELD_COLOURS)))
    names[np.arange(len(fields)), fields] = sure
    return np.asarray(names)


def prints_lab(hints: Hints) -> Floats:
    """(6, 3) Lab of each colour of fields, nan where it is not known."""
    shades = hints.shades
    seen = {} if shades is None else dict(zip(shades.names, shades.centres.tolist(), strict=True))
    return np.array([seen.get(name, (np.nan,) * 3) for name in FIELD_COLOURS], float)

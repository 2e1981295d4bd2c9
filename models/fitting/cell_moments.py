"""A logged film of a game whose table is cells as moments with their truth: what was done from stretch to stretch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.follow.follows import Follows
from companion.follow.likelihood.cells import CellsLook
from companion.follow.one_two_three_four import OneTwoThreeFour, table_with
from companion.follow.punto import Punto, change, contents, piles_after
from models.evaluation.cell_logs import CellLog
from models.fitting.examples import Moment
from models.fitting.film_truth import Act, State, stands
from models.simulated.point_camera import OTHER_COLOUR
from referee import one_two_three_four_acts as tiles
from referee import punto
from referee.one_two_three_four_tables import least_wrong
from referee.table import Cell

_HIDDEN = 0.5


@dataclass(frozen=True)
class CellGame:
    """What a game gives: how it is followed; what lies on each cell, (N,), in a state with a faulty act on the table,
    0 for nothing; which act is told for one of the truth, where several look the same; whether its simulated eyes
    may take a bare cell for one on which something lies; and for what (C,) each content may be taken until others
    tell it from that, if there is such a thing."""

    follows: Follows[State, Act, Any, CellsLook]
    lies: Callable[[State, Act | None], NDArray[np.int64]]
    told_for: Callable[[State, Act], Act]
    bare_errs: bool = True
    alike: NDArray[np.int64] | None = None


def _tiles_told(state: tiles.State, act: tiles.Done) -> tiles.Done:
    """Of what looks the same the least wrong."""
    if isinstance(act, tiles.Change):
        return tiles.Change(*(tuple(sorted(each, key=_cell)) for each in (act.added, act.removed)))
    return least_wrong(state, act)


def _cards_told(state: punto.State, act: punto.Act) -> punto.Act:
    """As it is."""
    return change(act.added, act.removed) if isinstance(act, punto.Change) else act


def _cell(placed: tuple[object, Cell]) -> Cell:
    return placed[1]


def _cards_lie(state: punto.State, fault: punto.Act | None) -> NDArray[np.int64]:
    return contents(piles_after(state, fault))


GAMES: Mapping[str, CellGame] = {
    tiles.ID: CellGame(OneTwoThreeFour(), table_with, _tiles_told),
    punto.ID: CellGame(Punto(), _cards_lie, _cards_told, bare_errs=False, alike=OTHER_COLOUR),
}


def moments(log: CellLog) -> Iterator[Moment[State, Act, CellsLook]]:
    """The last look of each stretch, with what was done since the one before. Something is under way where the table
    does not surely lie as the truth says, and looks otherwise."""
    game = game_of(log)
    for each in stands(log.truth, game.follows, last_looks(log), game.told_for):
        cells = each.seen.cells
        otherwise = (cells.p.argmax(1) != game.lies(each.state, each.fault)) & (cells.hidden < _HIDDEN)
        half_done = not each.rests and bool(otherwise.any())
        yield Moment(each.seen, each.steps, each.state, each.fault, half_done)


def game_of(log: CellLog) -> CellGame:
    """What the game of a log gives."""
    return GAMES[log.truth["header"]["game"]]


def last_looks(log: CellLog) -> Iterator[CellsLook]:
    """The last look of each stretch: it shows it best, and tells how long it lasted."""
    for look, after in zip(log.looks, [*log.looks[1:], None], strict=True):
        if after is None or after.number != look.number:
            yield look

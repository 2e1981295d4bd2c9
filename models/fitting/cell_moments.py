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
from models.fitting.film_moments import Filmed, steps_until
from referee import one_two_three_four_acts as tiles
from referee import punto, records
from referee.one_two_three_four_tables import least_wrong
from referee.table import Cell

_HIDDEN = 0.5
State = Any  # of any game, as in referee.game
Act = Any


@dataclass(frozen=True)
class CellGame:
    """What a game gives: how it is followed; what lies on each cell, (N,), in a state with a faulty act on the table,
    0 for nothing; which act is told for one of the truth, where several look the same; and whether its simulated eyes
    may take a bare cell for one on which something lies."""

    follows: Follows[State, Act, Any, CellsLook]
    lies: Callable[[State, Act | None], NDArray[np.int64]]
    told_for: Callable[[State, Act], Act]
    bare_errs: bool = True


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
    punto.ID: CellGame(Punto(), _cards_lie, _cards_told, bare_errs=False),
}


def moments(log: CellLog) -> Iterator[Moment[State, Act, CellsLook]]:
    """The last look of each stretch, with what was done since the one before. Something is under way where the table
    does not surely lie as the truth says, and looks otherwise."""
    game, state, fault, before_t = game_of(log), _start(log), None, 0.0
    acts = filmed_acts(log)
    for seen in last_looks(log):
        steps = steps_until(acts, before_t, seen.t)
        for step in steps:
            fault = step.act if step.kind == "act" and step.faults else None
            if step.kind == "accepted" or (step.kind == "act" and not step.faults):
                state = game.follows.apply(state, step.act)
        before_t = seen.t
        rests = any(from_s <= seen.t <= to_s for from_s, to_s in _at_rest_s(log.truth))
        otherwise = (seen.cells.p.argmax(1) != game.lies(state, fault)) & (seen.cells.hidden < _HIDDEN)
        yield Moment(seen, steps, state, fault, bool(not rests and otherwise.any()))


def game_of(log: CellLog) -> CellGame:
    """What the game of a log gives."""
    return GAMES[log.truth["header"]["game"]]


def last_looks(log: CellLog) -> Iterator[CellsLook]:
    """The last look of each stretch: it shows it best, and tells how long it lasted."""
    for look, after in zip(log.looks, [*log.looks[1:], None], strict=True):
        if after is None or after.number != look.number:
            yield look


def filmed_acts(log: CellLog) -> list[Filmed[Act]]:
    """The acts of the truth in their order, as the tracker tells them."""
    game, state, filmed = game_of(log), _start(log), []
    for told in log.truth["acts"]:
        line = records.read_line(state, {**told, "act": told["kind"]})
        act = game.told_for(state, line.act)
        faults = game.follows.judge(state, act).faults
        filmed.append(Filmed[Act](act, float(told["stands_from"]), faults, told.get("restored")))
        if told.get("restored") is None:
            state = game.follows.apply(state, act)
    return filmed


def _start(log: CellLog) -> State:
    return records.read_header(log.truth["header"])


def _at_rest_s(truth: dict[str, Any]) -> list[tuple[float, float]]:
    """From when to when, in seconds, the table surely lies as the truth says."""
    comes_s = [came for came, _ in truth["hands"]]

    def until_a_hand(from_s: float) -> tuple[float, float]:
        return from_s, min((came for came in comes_s if came > from_s), default=np.inf)

    stands = [(act["stands_from"], act["stands_to"]) for act in truth["acts"]]
    restored = [until_a_hand(act["restored"]) for act in truth["acts"] if act.get("restored") is not None]
    return [until_a_hand(0.0), *stands, *restored]

"""A logged film of One Two Three … Four as moments with their truth: what was done from stretch to stretch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from companion.follow.likelihood.cells import CellsLook
from companion.follow.one_two_three_four import OneTwoThreeFour, table_with
from models.evaluation.tiles.logs import TileLog
from models.fitting.examples import Moment
from models.fitting.film_moments import Filmed, steps_until
from referee import one_two_three_four as rules
from referee.one_two_three_four_acts import Act, Change, Enter, Move, State
from referee.one_two_three_four_tables import least_wrong
from referee.records import one_two_three_four as records

_GAME = OneTwoThreeFour()
_HIDDEN = 0.5


def moments(log: TileLog) -> Iterator[Moment[State, Act, CellsLook]]:
    """The last look of each stretch, with what was done since the one before. Something is under way where the table
    does not surely lie as the truth says, and looks otherwise."""
    state, fault, before_t = records.read_setup(log.truth["header"]), None, 0.0
    acts = filmed_acts(log)
    for seen in last_looks(log):
        steps = steps_until(acts, before_t, seen.t)
        for step in steps:
            fault = step.act if step.kind == "act" and step.faults else None
            if step.kind == "accepted" or (step.kind == "act" and not step.faults):
                state = _GAME.apply(state, step.act)
        before_t = seen.t
        rests = any(from_s <= seen.t <= to_s for from_s, to_s in _at_rest_s(log.truth))
        otherwise = (seen.cells.p.argmax(1) != table_with(state, fault)) & (seen.cells.hidden < _HIDDEN)
        yield Moment(seen, steps, state, fault, bool(not rests and otherwise.any()))


def last_looks(log: TileLog) -> Iterator[CellsLook]:
    """The last look of each stretch: it shows it best, and tells how long it lasted."""
    for look, after in zip(log.looks, [*log.looks[1:], None], strict=True):
        if after is None or after.number != look.number:
            yield look


def filmed_acts(log: TileLog) -> list[Filmed[Act]]:
    """The acts of the truth in their order, as the tracker tells them: of what looks the same the least wrong."""
    state, filmed = records.read_setup(log.truth["header"]), []
    for told in log.truth["acts"]:
        meant = _act(told)
        act = meant if isinstance(meant, Change) else least_wrong(state, meant)
        faults = rules.judge(state, act).faults
        filmed.append(Filmed[Act](act, float(told["stands_from"]), faults, told.get("restored")))
        if told.get("restored") is None:
            state = _GAME.apply(state, act)
    return filmed


def _at_rest_s(truth: dict[str, Any]) -> list[tuple[float, float]]:
    """From when to when, in seconds, the table surely lies as the truth says."""
    comes_s = [came for came, _ in truth["hands"]]

    def until_a_hand(from_s: float) -> tuple[float, float]:
        return from_s, min((came for came in comes_s if came > from_s), default=np.inf)

    stands = [(act["stands_from"], act["stands_to"]) for act in truth["acts"]]
    restored = [until_a_hand(act["restored"]) for act in truth["acts"] if act.get("restored") is not None]
    return [until_a_hand(0.0), *stands, *restored]


def _act(told: dict[str, Any]) -> Enter | Move | Change:
    player = told["player"]
    if told["kind"] == "enter":
        return Enter(player, told["colour"], told["steps"], told.get("slide", 0))
    if told["kind"] == "move":
        row, col = told["from"]
        return Move(player, (row, col), told["lane"], told["slide"])

    def tiles(name: str) -> tuple[Any, ...]:
        lying = ((colour, tuple(cell)) for colour, cell in told[name])
        return tuple(sorted(lying, key=lambda tile: tile[1]))

    return Change(tiles("added"), tiles("removed"))

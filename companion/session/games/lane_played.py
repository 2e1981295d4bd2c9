"""One Two Three … Four as the session needs it: see ``companion.session.played.Played``."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.eyes.hints import Hints
from companion.follow.decision import Costs
from companion.follow.likelihood.cells import CellMemory, CellsLook
from companion.follow.one_two_three_four import CONTENTS, STACKS, OneTwoThreeFour, table_with
from companion.follow.tracker import Tracker
from companion.follow.weights import shipped_weights
from companion.messages import message
from companion.session.games.lane_board import (
    LaneStretch,
    called,
    learn_board,
    likeliest_corners,
    seen_board,
)
from companion.session.places import CELLS
from companion.session.played import AT_LEAST_P, Json, LearntBoard, Options, Played
from referee import one_two_three_four as rules
from referee.one_two_three_four_acts import Act, Change, Pass, SetTable, State, effect, tiles_on
from referee.table import Cell, Lying, Stacks, cells, lying_in
from vision.tile_table.reading import COLOURS as SEEN_COLOURS
from vision.tile_table.reading import TileCells

GAME = OneTwoThreeFour()
OTHER_WAY = {"clockwise": "anticlockwise", "anticlockwise": "clockwise"}
_ANOTHER_TURN = 3.0  # natural logarithm: so much likelier another turn of the board has to be
Shows = Callable[[LaneStretch], CellsLook]


class LanePlayed(Played[State, Act, CellMemory, CellsLook, LaneStretch]):
    """``shows`` gives what makes the stretches of one pair of eyes into what the game is followed by."""

    places = CELLS

    def __init__(self, shows: Callable[[], Shows]) -> None:
        """No eyes have looked yet."""
        self._new_eyes = shows
        self.other_eyes()

    def other_eyes(self) -> None:
        """The board is taken to lie as the eyes have it, until its corners tell otherwise."""
        self._shows: Shows | None = None
        self.turn = 0  # by so many quarters, anticlockwise, what is seen is turned

    def tracker(
        self, state: State, fault: Act | None, seen: CellsLook
    ) -> Tracker[State, Act, CellMemory, CellsLook]:
        """Follow the game from a table that lies as ``state`` and ``fault`` have it."""
        tracker = Tracker(GAME, shipped_weights(rules.ID), Costs.read(Costs.SHIPPED), state, seen)
        if fault is not None:
            tracker.restart(state, fault, seen)
        return tracker

    def learn(self, stretch: LaneStretch, given: Options) -> LearntBoard:
        """The size, the direction and the corners."""
        return learn_board(stretch, given)

    def board(self, stretch: LaneStretch) -> dict[str, Json]:
        """Its corners in the picture, and whose tile lies on each cell."""
        seen = seen_board(stretch, self.turn)
        cells = [[{"owner": cell["owner"]} for cell in row] for row in seen["cells"]]
        return {"corners": seen["corners"], "cells": cells}

    def known(self, hints: Hints, start: State, unsure: Sequence[str] = ()) -> Hints:
        """With its size: another board that the eyes find is none."""
        return replace(hints, size=start.options.size)

    def look(self, stretch: LaneStretch, state: State, hints: Hints) -> CellsLook:
        """A look at a stretch, in the turn in which the corners are the game's."""
        self.turn = turn_of(stretch.cells, state, self.turn)
        self._shows = self._shows or self._new_eyes()
        look = self._shows(stretch)
        if not self.turn:
            return look
        size, cells = state.options.size, look.cells
        changed = {number: _turned(each, size, self.turn) for number, each in cells.changed.items()}
        turned = replace(
            cells,
            p=_turned(cells.p, size, self.turn),
            hidden=_turned(cells.hidden, size, self.turn),
            changed=changed,
        )
        return replace(look, cells=turned)

    def lies(self, state: State, fault: Act | None) -> Lying:
        """How the tiles lie in ``state``, with a faulty act on the table."""
        return lying_in(_stacks(table_with(state, fault), state.options.size))

    def as_told(self, state: State) -> State:
        """The same: nothing lies there that the game has not."""
        return state

    def read(self, lies: Lying, seen: CellsLook) -> Lying:
        """The likeliest tile of each cell."""
        size = _size(seen)
        known, cells = _contents(lies, size), seen.cells
        return lying_in(_stacks(np.where(cells.hidden > 0.5, known, cells.p.argmax(1)), size))

    def surely_otherwise(self, lies: Lying, seen: CellsLook) -> tuple[Cell, ...]:
        """The cells that are in sight and hardly have what they should."""
        size = _size(seen)
        known, cells = _contents(lies, size), seen.cells
        p = cells.p[np.arange(len(known)), known]
        places = np.flatnonzero((p < AT_LEAST_P) & (cells.hidden <= 0.5))
        return tuple(divmod(place, size) for place in places.tolist())

    def table_act(self, before: State, after: State) -> Act:
        """The stacks as they are set by hand."""
        return SetTable(after.stacks, after.on_turn)

    def set_to(self, state: State, lies: Lying) -> State:
        """The state of a table that lies so; whoever has a tile more, or moved one, has had his turn."""
        size = state.options.size
        stacks = _stacks(_contents(lies, size), size)
        now, before = dict(tiles_on(stacks)), state.lying
        added = tuple((colour, cell) for cell, colour in sorted(now.items()) if before.get(cell) != colour)
        removed = tuple((colour, cell) for cell, colour in sorted(before.items()) if now.get(cell) != colour)
        on_turn = rules.accept(state, Change(added, removed)).on_turn
        return rules.accept(state, SetTable(stacks, on_turn))

    def rival(self, start: State, unsure: Sequence[str]) -> State | None:
        """The same with the lane the other way round, where no arrows tell."""
        if "direction" not in unsure:
            return None
        return replace(start, options=replace(start.options, direction=OTHER_WAY[start.options.direction]))

    def which(self, start: State) -> dict[str, str]:
        """Which way round do tiles go?"""
        return message("which_way", direction=called(start.options.direction))

    def forced(self, state: State) -> Act | None:
        """The pass of one who can do nothing else."""
        if rules.outcome(state) or rules.can_move(state):
            return None
        return Pass(state.on_turn)

    def gone(self, state: State, act: Act) -> tuple[str, ...]:
        """The colours of the tiles that are kicked out, or fall off the board."""
        if isinstance(act, SetTable):
            return ()
        done = effect(state, act)
        return tuple(colour for colour, _ in (*((done.kicked,) if done.kicked else ()), *done.fallen))


def turn_of(cells: TileCells, state: State, turn: int) -> int:
    """By how many quarters what is seen has to be turned, anticlockwise, for its corners to be the game's; ``turn``
    as before where that is not sure, or where a person said of the corners what no turn makes of them."""
    log_p = np.log(np.asarray(cells.corner_p, float) + 1e-6)

    def fit(corners: Sequence[str], quarters: int) -> float:
        named = [SEEN_COLOURS.index(colour) for colour in corners]
        return float(np.roll(log_p, -quarters, axis=0)[np.arange(4), named].sum())

    fits = [fit(state.options.corners, quarters) for quarters in range(4)]
    best = int(np.argmax(fits))
    least = max(fits[turn] + _ANOTHER_TURN, fit(likeliest_corners(cells), 0) - _ANOTHER_TURN)
    return best if fits[best] > least else turn


def _turned(cells: NDArray[np.float64], size: int, quarters: int) -> NDArray[np.float64]:
    """(N, …) cells row by row, of a board turned by so many quarters."""
    grid = cells.reshape(size, size, *cells.shape[1:])
    return np.asarray(np.rot90(grid, quarters).reshape(cells.shape))


def _size(seen: CellsLook) -> int:
    """Cells a side."""
    return math.isqrt(len(seen.cells.p))


def _contents(lies: Lying, size: int) -> NDArray[np.int64]:
    """(N,) what lies on each cell of a board of ``size`` cells a side, as an index into CONTENTS."""
    return np.array([CONTENTS.index(str(lies[cell][-1])) if cell in lies else 0 for cell in cells(size)])


def _stacks(table: NDArray[np.int64], size: int) -> Stacks:
    return tuple(tuple(STACKS[content] for content in row) for row in table.reshape(size, size).tolist())

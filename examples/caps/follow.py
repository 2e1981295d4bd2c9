"""Noughts and crosses with caps, followed: the board is so small that everything that may have been done is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from companion.follow.follows import RESTED_S, UNEXPLAINED, Floats, Proposals, rested_s
from companion.follow.likelihood import cells
from companion.follow.likelihood.cells import CellMemory, CellsLook, cell_features
from companion.follow.taking_back import only_takes
from examples.caps import referee as rules
from examples.caps.referee import SIZE, Act, Change, Lay, SetTable, State
from referee.game import Verdict
from referee.table import Colour
from referee.table import cells as every_cell

FAULTS = tuple(f"act: {fault}" for fault in rules.FAULTS)
PRIORS = ("act: log of how many there are like it", "act: may go on", *FAULTS)
MANY_LAID = "unexplained: caps laid, but for one"  # no act ever looks so when it is half done
RESTED = tuple(f"act: may go on, seconds settled from {begin}" for begin in RESTED_S)
_OF_MANY, _OF_REST, _OWN = len(PRIORS), slice(len(PRIORS) + 1, None), len(PRIORS) + 1 + len(RESTED)
CELLS = tuple(every_cell(SIZE))
Table = NDArray[np.int64]


@dataclass(frozen=True)
class Acts:
    """All that may be done in a state, with what each leaves: ``tables`` (n, N), ``priors`` (n, len(PRIORS))."""

    acts: tuple[Lay | Change, ...]
    faults: tuple[tuple[str, ...], ...]
    tables: Table
    priors: Floats


class Caps:
    """How the game is followed: see ``companion.follow.follows.Follows``."""

    FEATURES: ClassVar[tuple[str, ...]] = (*PRIORS, MANY_LAID, *RESTED, *cells.FEATURES)
    PRIORS: ClassVar[frozenset[str]] = frozenset(PRIORS)

    def judge(self, state: State, act: Act) -> Verdict:
        """The referee's verdict."""
        return rules.judge(state, act)

    def apply(self, state: State, act: Act) -> State:
        """The state after an act that stands."""
        return rules.accept(state, act)

    def takes_back(self, state: State, fault: Act, act: Act) -> bool:
        """Whether an act takes away a part of what a faulty act laid."""
        if not isinstance(act, Change) or act.added:
            return False
        before, after = lying(state), lying(state, fault)
        return only_takes(act, [CELLS[place] for place in np.flatnonzero((after != before) & (after > 0))])

    def begin(self, state: State, seen: CellsLook) -> CellMemory:
        """The board as ``state`` has it."""
        return CellMemory.first(lying(state), seen.cells)

    def proposals(
        self, state: State, fault: Act | None, memory: CellMemory, seen: CellsLook, weights: Floats
    ) -> Proposals[Act]:
        """A cap laid by either anywhere, two at once, one taken, one moved; after a fault, and at the end, none."""
        features, own, lies = cell_features(memory, seen.cells), weights[_OWN:], lying(state, fault)
        gains = features.gains(own)
        as_read = np.where(gains.max(1) > 0, gains.argmax(1), lies)
        done = all_acts(state, fault is None and not rules.outcome(state))
        resets: list[Act] = []
        if done.acts and cells.is_unlike(as_read, lies, done.tables):
            resets = [set_table(state, as_read, player) for player in state.players]
        said = np.zeros((2 + len(done.acts) + len(resets), _OWN))
        said[UNEXPLAINED, _OF_MANY] = max(0, int((as_read > 0).sum() - (lies > 0).sum()) - 1)
        said[2 : 2 + len(done.acts), : len(PRIORS)] = done.priors
        said[:, _OF_REST] = said[:, PRIORS.index("act: may go on"), None] * rested_s(seen.settled_for_s)
        tables = np.concatenate([done.tables, np.tile(as_read, (len(resets), 1))])
        rows = np.hstack([said, features.of_tables(lies, tables, own)])
        return Proposals((*done.acts, *resets), (*done.faults, *[()] * len(resets)), rows, len(resets))

    def ended(self, memory: CellMemory, stood: bool) -> CellMemory:
        """What was laid wrongly counts, or was taken back, or a part of it."""
        return memory if stood else replace(memory, mended=True)

    def remember(
        self,
        state: State,
        fault: Act | None,
        memory: CellMemory,
        seen: CellsLook,
        weights: Floats,
        unexplained: bool,
    ) -> CellMemory:
        """The board as it lies now; where something is unexplained, as it was before that."""
        strange = np.zeros(len(CELLS), bool)
        if unexplained:
            strange = cell_features(memory, seen.cells).unexplained(weights[_OWN:])
        return memory.after(lying(state, fault), seen.cells, strange)


@lru_cache(maxsize=4096)
def all_acts(state: State, open_: bool = True) -> Acts:
    """Everything that people may have done; nothing where the game is not ``open_``."""
    acts = tuple(_acts(state)) if open_ else ()
    faults = tuple(rules.judge(state, act).faults for act in acts)
    alike = Counter(faults)
    lifted = [isinstance(act, Change) and not act.added for act in acts]  # it may be laid down elsewhere yet
    priors = [
        [-np.log(alike[each]), lifts, *(fault in each for fault in rules.FAULTS)]
        for lifts, each in zip(lifted, faults, strict=True)
    ]
    tables = np.array([lying(state, act) for act in acts], int).reshape(len(acts), len(CELLS))
    return Acts(acts, faults, tables, np.array(priors, float).reshape(len(acts), len(PRIORS)))


def _acts(state: State) -> Iterator[Lay | Change]:
    lying_there, free = state.lying, [cell for cell in CELLS if cell not in state.lying]
    for player, cell in product(state.players, CELLS):
        if lying_there.get(cell) != player:  # a cap on one of its own colour is not seen
            yield Lay(player, cell)
    for player, (one, other) in product(
        state.players, combinations(free, 2)
    ):  # one of each: two people were quick
        yield Change(((player, one), (player, other)), ())
    for cell, cap in state.caps:
        yield Change((), ((cap, cell),))
        yield from (Change(((cap, to),), ((cap, cell),)) for to in free)


@lru_cache(maxsize=8192)
def lying(state: State, act: Act | None = None) -> Table:
    """(N,) what lies on each cell after an act: 0 nothing, 1 a cap of the first player's, 2 of the second's."""
    caps = state.caps if act is None or isinstance(act, SetTable) else rules.caps_after(state, act)
    table, kinds = np.zeros(len(CELLS), int), dict(zip(state.players, (1, 2), strict=True))
    for (row, column), cap in caps:
        table[row * SIZE + column] = kinds[cap]
    return table


def set_table(state: State, table: Table, on_turn: Colour) -> SetTable:
    """The act that says that the caps lie so, as ``lying`` has them, and who is on turn."""
    stacks: list[tuple[Colour, ...]] = [(), *((player,) for player in state.players)]
    rows = table.reshape(SIZE, SIZE).tolist()
    return SetTable(tuple(tuple(stacks[kind] for kind in row) for row in rows), on_turn)

"""One Two Three … Four, followed: two tables tell the act, for hardly ever two acts lead from one to the same other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from companion.follow import cells
from companion.follow.cells import CellMemory, CellsSeen, cell_features
from companion.follow.follows import Floats, Proposals
from referee import one_two_three_four as rules
from referee.game import Verdict
from referee.one_two_three_four_acts import (
    COLOURS,
    STEPS,
    Act,
    Change,
    Done,
    Enter,
    Move,
    Pass,
    State,
    tiles_after,
)
from referee.table import Cell

PRIORS = (
    "act: legal",
    "act: log of how many are legal",
    "act: steps too many or too few",
    "act: other faults",
    "act: no turn",
)
CONTENTS = ("none", *COLOURS)
_LANE, _SLIDE = 2 * STEPS, STEPS + 1  # so many steps are tried of acts that may be faulty
_WORTH_A_LOOK = -8.0  # natural logarithm: a cell so much likelier untouched was not touched
_CHANGED_CELLS = 4  # the likeliest to have changed are tried as changes that are no turn
Table = NDArray[np.int64]
Prior = tuple[float, ...]  # one number for each of PRIORS


@dataclass(frozen=True)
class TileLook:
    """A look at the board."""

    t: float
    looks: int
    settled_for_s: float
    condition: str
    cells: CellsSeen

    @property
    def number(self) -> int:
        """Which stretch this is."""
        return self.cells.number


@dataclass(frozen=True)
class Turns:
    """All acts that are turns, right or wrong, with what each leaves: ``tables`` (n, N), ``priors`` (n, len(PRIORS))."""

    acts: tuple[Done, ...]
    tables: Table
    priors: Floats


class OneTwoThreeFour:
    """How the game is followed: see ``companion.follow.follows.Follows``."""

    PRIORS: ClassVar[frozenset[str]] = frozenset(PRIORS)
    FEATURES: ClassVar[tuple[str, ...]] = (*PRIORS, *cells.FEATURES)

    def judge(self, state: State, act: Act) -> Verdict:
        """The referee's verdict."""
        return rules.judge(state, act)

    def apply(self, state: State, act: Act) -> State:
        """The state after an act that stands, and after the passes of all who can do nothing else."""
        state = rules.accept(state, act)
        for _ in state.players:
            if rules.outcome(state) or rules.can_move(state):
                break
            state = rules.accept(state, Pass(state.on_turn))
        return state

    def begin(self, state: State, seen: TileLook) -> CellMemory:
        """The board as ``state`` has it."""
        return CellMemory.first(contents(state), seen.cells)

    def proposals(
        self, state: State, fault: Act | None, memory: CellMemory, seen: TileLook, weights: Floats
    ) -> Proposals[Done]:
        """Every turn, right or wrong, and changes that are none where cells look changed."""
        features, own = cell_features(memory, seen.cells), weights[len(PRIORS) :]
        if fault is not None:
            lies = contents(state, tiles_after(state, fault))
            rows = features.of_tables(lies, lies[None][:0], seen.settled_for_s, own)
            return Proposals((), np.hstack([np.zeros((2, len(PRIORS))), rows]))
        gains, lies = features.gains(own), contents(state)
        stirred = gains.max(1) > _WORTH_A_LOOK
        turns = _turns_touching(state, lies, stirred)
        changes = tuple(_changes(state, gains))
        tables = [*turns.tables, *(contents(state, tiles_after(state, act)) for act in changes)]
        priors = np.zeros((2 + len(tables), len(PRIORS)))
        priors[2 : 2 + len(turns.acts)] = turns.priors
        priors[2 + len(turns.acts) :, -1] = 1
        rows = features.of_tables(lies, np.array(tables).reshape(-1, len(lies)), seen.settled_for_s, own)
        return Proposals((*turns.acts, *changes), np.hstack([priors, rows]))

    def remember(
        self,
        state: State,
        fault: Act | None,
        memory: CellMemory,
        seen: TileLook,
        weights: Floats,
        unexplained: bool,
    ) -> CellMemory:
        """The board as it lies now; where something is unexplained, as it was before that."""
        lies = contents(state) if fault is None else contents(state, tiles_after(state, fault))
        strange = np.zeros(len(lies), bool)
        if unexplained:
            strange = cell_features(memory, seen.cells).unexplained(weights[len(PRIORS) :])
        return memory.after(lies, seen.cells, strange)


def contents(state: State, tiles: Sequence[tuple[tuple[int, int], str]] | None = None) -> Table:
    """(N,) what lies on each cell, row by row, as an index into CONTENTS; of other ``tiles`` than the state's."""
    size = state.options.size
    table = np.zeros(size * size, int)
    for (row, col), colour in state.tiles if tiles is None else tiles:
        table[row * size + col] = CONTENTS.index(colour)
    return table


def _turns_touching(state: State, lies: Table, stirred: NDArray[np.bool_]) -> Turns:
    """Every turn in ``state`` that touches cells that may have been ``stirred`` (N,), and no others; of those that leave
    the same table the one that is least wrong."""
    size = state.options.size
    found: dict[bytes, tuple[Done, Table, Prior]] = {}
    origins = [cell for cell, _ in state.tiles if state.on_lane(cell) and stirred[cell[0] * size + cell[1]]]
    for origin in (*origins, None) if stirred.any() and not rules.outcome(state) else ():
        for act, table, prior in _turns_from(state, origin):
            if not ((table != lies) & ~stirred).any():
                key = table.tobytes()
                if key not in found or _wrong(prior) < _wrong(found[key][2]):
                    found[key] = act, table, prior
    acts, tables, priors = zip(*found.values(), strict=True) if found else ((), (), ())
    return Turns(acts, np.array(tables).reshape(-1, len(lies)), np.array(priors).reshape(-1, len(PRIORS)))


@lru_cache(maxsize=4096)
def _turns_from(state: State, origin: Cell | None) -> tuple[tuple[Done, Table, Prior], ...]:
    """Every turn with the tile on ``origin``, or with a new one: the act, what it leaves, and what is said of it."""
    lies = contents(state)
    turns = []
    for act in _turns(state, origin):
        table = contents(state, tiles_after(state, act))
        if (table == lies).all():
            continue
        faults = set(rules.judge(state, act).faults)
        off = float(abs(STEPS - _steps(act))) if "wrong_steps" in faults else 0.0
        share = 0.0 if faults else -_log_legal(state)
        turns.append((act, table, (float(not faults), share, off, float(len(faults - {"wrong_steps"})), 0.0)))
    return tuple(turns)


@lru_cache(maxsize=512)
def _log_legal(state: State) -> float:
    return float(np.log(max(1, sum(1 for _ in rules.ways(state, state.on_turn)))))


def _wrong(prior: Prior) -> tuple[float, float, float]:
    return -prior[0], prior[3], prior[2]


def _steps(act: Done) -> int:
    match act:
        case Enter():
            return act.steps + act.slide
        case Move():
            return act.lane + act.slide
    return STEPS


def _turns(state: State, origin: Cell | None) -> Iterator[Done]:
    """A tile moved by its owner, or (None) brought in, with so many steps as people may miscount to."""
    for player in state.players:
        own = state.colours_of(player)
        if origin is None:
            waiting = [colour for colour in own if state.tiles_left(colour)]
            yield from (
                Enter(player, colour, *way) for colour in waiting for way in product(range(_LANE), range(3))
            )
        elif state.lying[origin] in own:
            yield from (Move(player, origin, *way) for way in product(range(_LANE), range(_SLIDE)))


def _changes(state: State, gains: Floats) -> Iterator[Change]:
    """What else may have been done to the cells that look changed the most: a tile taken, laid, moved, exchanged."""
    size, lies = state.options.size, state.lying
    likely = [divmod(int(i), gains.shape[1]) for i in np.argsort(-gains, axis=None)[:_CHANGED_CELLS]]
    singles = []
    for place, content in likely:
        cell = divmod(place, size)
        added = ((CONTENTS[content], cell),) if content else ()
        removed = ((lies[cell], cell),) if cell in lies else ()
        singles.append((added, removed))
        yield Change(added, removed)
    for i, (added, removed) in enumerate(singles):
        for more, less in singles[:i]:
            if {cell for _, cell in added + removed}.isdisjoint(cell for _, cell in more + less):
                yield Change(added + more, removed + less)

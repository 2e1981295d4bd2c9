"""One Two Three … Four, followed: two tables tell the act, for hardly ever two acts lead from one to the same
other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from companion.follow.follows import RESTED_S, UNEXPLAINED, Floats, Proposals, rested_s
from companion.follow.likelihood import cells
from companion.follow.likelihood.cells import CellMemory, CellsLook, cell_features
from companion.follow.taking_back import only_takes
from referee import one_two_three_four as rules
from referee.game import Verdict
from referee.one_two_three_four_acts import (
    COLOURS,
    STEPS,
    Act,
    Change,
    Done,
    Pass,
    SetTable,
    State,
    as_entry,
    tiles_after,
)
from referee.one_two_three_four_tables import how_wrong, steps_of, turns
from referee.table import Cell, Colour

FAULTS = tuple(f"act: {fault}" for fault in rules.FAULTS)
PRIORS = (
    "act: legal",
    "act: log of how many there are like it",
    "act: steps too many or too few",
    "act: no turn",
    "act: may go on",
    *FAULTS,
)
MANY_LAID = "unexplained: tiles laid, but for one"  # no turn ever looks so when it is half done
RESTED = tuple(f"act: may go on, seconds settled from {begin}" for begin in RESTED_S)
_OWN = len(PRIORS) + 1 + len(RESTED)
_OF_MANY, _OF_REST = len(PRIORS), slice(len(PRIORS) + 1, _OWN)
_MAY_GO_ON = PRIORS.index("act: may go on")
CONTENTS = ("none", *COLOURS)
STACKS: tuple[tuple[Colour, ...], ...] = ((), *((colour,) for colour in COLOURS))
_MISCOUNTED = 2  # steps: who is off by more has not miscounted, but laid his tile anywhere
_SLIDE = STEPS + 1  # no tile is slid so far inwards
_WORTH_A_LOOK = -8.0  # natural logarithm: a cell so much likelier untouched was not touched
_CHANGED_CELLS, _CONTENTS_EACH = 4, 2  # the likeliest are tried as changes that are no turn
Table = NDArray[np.int64]
Prior = tuple[float, ...]  # one number for each of PRIORS


@dataclass(frozen=True)
class Turns:
    """All acts that are turns, right or wrong, with what each leaves: ``tables`` (n, N), ``priors`` (n,
    len(PRIORS))."""

    acts: tuple[Done, ...]
    tables: Table
    priors: Floats


_NO_TURNS = Turns((), np.zeros((0, 0), int), np.zeros((0, len(PRIORS))))


class OneTwoThreeFour:
    """How the game is followed: see ``companion.follow.follows.Follows``."""

    FEATURES: ClassVar[tuple[str, ...]] = (*PRIORS, MANY_LAID, *RESTED, *cells.FEATURES)
    PRIORS: ClassVar[frozenset[str]] = frozenset(PRIORS)

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

    def takes_back(self, state: State, fault: Act, act: Act) -> bool:
        """Whether an act takes away a part of what a faulty act laid."""
        lies, size = table_with(state, fault), state.options.size
        laid = np.flatnonzero((lies != contents(state)) & (lies > 0)).tolist()
        return isinstance(act, Change) and only_takes(act, [divmod(place, size) for place in laid])

    def begin(self, state: State, seen: CellsLook) -> CellMemory:
        """The board as ``state`` has it."""
        return CellMemory.first(contents(state), seen.cells)

    def proposals(
        self, state: State, fault: Act | None, memory: CellMemory, seen: CellsLook, weights: Floats
    ) -> Proposals[Act]:
        """Every turn, right or wrong, and changes that are none where cells look changed."""
        features, own = cell_features(memory, seen.cells), weights[_OWN:]
        gains, lies = features.gains(own), table_with(state, fault)
        as_read = np.where(gains.max(1) > 0, gains.argmax(1), lies)
        many_laid = max(0, int((as_read > 0).sum() - (lies > 0).sum()) - 1)
        if fault is not None or rules.outcome(state):  # after the end people clear up
            said = np.zeros((2, _OWN))
            said[UNEXPLAINED, _OF_MANY] = many_laid
            return Proposals((), (), np.hstack([said, features.of_tables(lies, lies[None][:0], own)]))
        stirred = (gains.max(1) > _WORTH_A_LOOK) | (lies != memory.contents)
        turns = _turns_touching(state, lies, stirred)
        known = {table.tobytes() for table in turns.tables}
        changes = [each for each in _changes(state, lies, gains) if each[1].tobytes() not in known]
        tables = [*turns.tables, *(table for _, table in changes)]
        resets: tuple[Act, ...] = ()
        if cells.is_unlike(as_read, lies, tables):
            resets = tuple(set_table(state, as_read, player) for player in state.players)
        acts = (*turns.acts, *(act for act, _ in changes))
        said = np.zeros((2 + len(acts) + len(resets), _OWN))
        said[UNEXPLAINED, _OF_MANY] = many_laid
        priors = (*turns.priors, *(_prior(state, act) for act, _ in changes))
        for row, prior in zip(said[2:, : len(PRIORS)], priors, strict=False):
            row[:] = prior
        said[:, _OF_REST] = said[:, _MAY_GO_ON, None] * rested_s(seen.settled_for_s)
        every = np.array([*tables, *[as_read] * len(resets)], int).reshape(-1, len(lies))
        features_of = np.hstack([said, features.of_tables(lies, every, own)])
        faults = [_faults(state, act) for act in acts]
        return Proposals((*acts, *resets), (*faults, *[()] * len(resets)), features_of, len(resets))

    def ended(self, memory: CellMemory, stood: bool) -> CellMemory:
        """What was laid wrongly counts, or was taken back, or a part of it."""
        return memory if stood else _mended(memory)

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
        lies = table_with(state, fault)
        strange = np.zeros(len(lies), bool)
        if unexplained:
            strange = cell_features(memory, seen.cells).unexplained(weights[_OWN:])
        return memory.after(lies, seen.cells, strange)


@lru_cache(maxsize=256)  # hypotheses that remember the same go on doing so
def _mended(memory: CellMemory) -> CellMemory:
    return replace(memory, mended=True)


def contents(state: State, tiles: Sequence[tuple[tuple[int, int], str]] | None = None) -> Table:
    """(N,) what lies on each cell, row by row, as an index into CONTENTS; of other ``tiles`` than the state's."""
    size = state.options.size
    table = np.zeros(size * size, int)
    for (row, col), colour in state.tiles if tiles is None else tiles:
        table[row * size + col] = CONTENTS.index(colour)
    return table


def _turns_touching(state: State, lies: Table, stirred: NDArray[np.bool_]) -> Turns:
    """Every turn in ``state`` that touches cells that may have been ``stirred`` (N,), and of others one at most,
    which the next act may have touched again."""
    if not stirred.any():
        return _NO_TURNS
    size = state.options.size
    origins = [cell for cell, _ in state.tiles if state.on_lane(cell) and stirred[cell[0] * size + cell[1]]]
    parts = [part for origin in (*origins, None) if (part := _turns_from(state, origin)).acts]
    fits = [((part.tables != lies) & ~stirred).sum(-1) <= 1 for part in parts]
    acts = tuple(
        act
        for part, fit in zip(parts, fits, strict=True)
        for act, fits in zip(part.acts, fit, strict=True)
        if fits
    )
    if not acts:
        return _NO_TURNS
    tables = np.concatenate([part.tables[fit] for part, fit in zip(parts, fits, strict=True) if fit.any()])
    priors = np.concatenate([part.priors[fit] for part, fit in zip(parts, fits, strict=True) if fit.any()])
    return Turns(acts, tables, priors)


@lru_cache(maxsize=4096)
def _turns_from(state: State, origin: Cell | None) -> Turns:
    """Every turn with the tile on ``origin``, or with a new one; of those that leave the same table the least
    wrong."""
    lies = contents(state)
    found: dict[bytes, tuple[tuple[int, int], Done, Table]] = {}
    for act in turns(state, origin):
        table = contents(state, tiles_after(state, act))
        key, faults = table.tobytes(), _faults(state, act)
        seen = (table != lies).any() if not faults else _is_seen(lies, table)
        if seen and (key not in found or how_wrong(act, faults) < found[key][0]):
            found[key] = how_wrong(act, faults), act, table
    if not found:
        return _NO_TURNS
    _, acts, tables = zip(*found.values(), strict=True)
    return Turns(acts, np.array(tables), np.array([_prior(state, act) for act in acts]))


def _is_seen(lies: Table, table: Table) -> bool:
    """Whether something lies on the table that did not. Where tiles are gone at the most, they were taken off: that
    is less wrong than any faulty turn that looks the same."""
    return bool(((table != lies) & (table > 0)).any())


def table_with(state: State, fault: Act | None) -> Table:
    """(N,) what lies on each cell, where a faulty act lies on the table."""
    if fault is None or isinstance(fault, SetTable):
        return contents(state)
    return contents(state, tiles_after(state, fault))


def set_table(state: State, table: Table, on_turn: str) -> SetTable:
    """The act that says that the tiles lie so, as ``contents`` has them, and who is on turn."""
    rows = table.reshape(state.options.size, -1).tolist()
    return SetTable(tuple(tuple(STACKS[content] for content in row) for row in rows), on_turn)


@lru_cache(maxsize=8192)
def _faults(state: State, act: Done) -> tuple[str, ...]:
    return rules.judge(state, act).faults


def _log_alike(state: State, act: Done) -> float:
    """The logarithm of how many acts there are like it: legal ones, or changes of as many tiles."""
    if not isinstance(act, Change):
        return _log_legal(state)
    free = state.options.size**2 - len(state.tiles)
    added, removed = ({cell for _, cell in tiles} for tiles in (act.added, act.removed))
    taken, laid = len(removed), len(added)
    return taken * float(np.log(max(1, len(state.tiles)))) + laid * float(np.log(max(1, free)))


def _log_legal(state: State) -> float:
    return float(np.log(max(1, len(_legal_tables(state)))))


@lru_cache(maxsize=512)
def _legal_tables(state: State) -> Table:
    """(n, N) what each legal act leaves."""
    ways = rules.ways(state, state.on_turn)
    tables = [contents(state, tiles_after(state, way)) for way in ways]
    return np.array(tables, int).reshape(len(tables), state.options.size**2)


def _prior(state: State, act: Done) -> Prior:
    """What is said of an act whatever is seen, in the order of PRIORS."""
    faults = _faults(state, act)
    off = float(min(abs(STEPS - steps_of(act)), _MISCOUNTED)) if "wrong_steps" in faults else 0.0
    share = -_log_alike(state, act) if isinstance(act, Change) or not faults else 0.0
    named = (float(fault in faults) for fault in rules.FAULTS)
    return (
        float(not faults),
        share,
        off,
        float(isinstance(act, Change)),
        float(_may_go_on(state, act)),
        *named,
    )


def _may_go_on(state: State, act: Done) -> bool:
    """Whether what looks like a fault may be half of something better: a tile that has to be slid inwards yet, or
    farther; tiles taken up that a legal act moves, or sends back to their owners."""
    if isinstance(act, Pass) or not _faults(state, act):
        return False
    if isinstance(act, Change):
        size, lies = state.options.size, contents(state)
        taken = [row * size + col for _, (row, col) in act.removed]
        return not act.added and bool((_legal_tables(state)[:, taken] != lies[taken]).all(1).any())
    further = (replace(act, slide=slide) for slide in range(act.slide + 1, _SLIDE))
    return any(set(_faults(state, each)) < set(_faults(state, act)) for each in further)


def _changes(state: State, lies: Table, gains: Floats) -> Iterator[tuple[Done, Table]]:
    """What else may have been done to the cells that look changed the most, and what it leaves: a tile taken, laid,
    moved, exchanged."""
    touched = np.argsort(-gains.max(1))[:_CHANGED_CELLS].tolist()
    likely = [
        (place, int(now))
        for place in touched
        for now in np.argsort(-gains[place])[:_CONTENTS_EACH]
        if now != lies[place] and gains[place, now] > _WORTH_A_LOOK
    ]
    for each in (*combinations(likely, 1), *combinations(likely, 2)):
        some = sorted(each)
        places, now = zip(*some, strict=True)
        if len(set(places)) < len(places):
            continue
        table = lies.copy()
        table[list(places)] = now
        yield as_entry(state, _change(lies, table)), table


def _change(lies: Table, table: Table) -> Change:
    """The tiles added and removed between two tables."""
    size = math.isqrt(len(lies))
    places = np.flatnonzero(lies != table).tolist()
    added = [(COLOURS[table[place] - 1], divmod(place, size)) for place in places if table[place]]
    removed = [(COLOURS[lies[place] - 1], divmod(place, size)) for place in places if lies[place]]
    return Change(tuple(added), tuple(removed))

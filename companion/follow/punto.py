"""Punto, followed: a card lies where none lay, or on top of another, and its colour tells whose deck it is from.

The cards make their own grid: the window of cells has the first card of the round in its middle. A round that is
over stays in the state with its cards, until all of them are taken up; that is an act (the referee calls it clearing
up), and the next round begins. Who cannot place leaves no trace: where no card that can be in a deck can be placed,
the round ends by itself; where only the card just turned cannot, a person has to say so.

Not thought of: a card covered in the stretch in which it was laid; one under an arm, till the arm is gone; and one
that lies farther from the others than with a gap of one cell between, for people put the card they turned beside the
others before they lay it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from companion.follow import cells
from companion.follow.cells import CellFeatures, CellMemory, CellsLook, CellsSeen, cell_features
from companion.follow.follows import Floats, Proposals
from referee import punto as rules
from referee.game import Verdict
from referee.punto_acts import (
    AREA,
    COLOURS,
    COPIES,
    POINTS,
    Act,
    CannotPlace,
    Change,
    Done,
    Place,
    Placed,
    State,
    in_order,
)
from referee.table import Cell, Piles, PointCard

FAULTS = (
    "card_moved",
    "card_removed",
    "no_such_card",
    "not_adjacent",
    "not_higher",
    "outside_area",
    "several_cards",
    "wrong_player",
)
PRIORS = (
    "act: legal",
    "act: log of how many cells are open",
    "act: the other copy lies there",
    "act: points too few to be higher",
    "act: impossible card",
    "act: the same card again",
    "act: cleared up",
    *(f"act: {fault}" for fault in FAULTS),
)
READ = ("read with other points", "read with another colour", "read as something else")
SIDE = 2 * AREA + 1  # cells of the window: a card one row outside the area still lies in it
CONTENTS = (None, *(PointCard(colour, points) for colour in COLOURS for points in POINTS))
_INDEX = {card: index for index, card in enumerate(CONTENTS)}
_AGAIN = len(CONTENTS)  # stands for one more content: another card that looks like the one beneath
CLEARED = Change((), ())  # all cards of a round that is over are taken up: which they were, was told before
NEAR = 2  # cells: what lies farther from the others is not laid yet
_CELLS, _EACH = (
    5,
    8,
)  # so many of the likeliest cells are tried, and so many of the likeliest contents of each
_PAIRED = 4  # and of them two at a time: so many cells, with so many contents each
Table = NDArray[np.int64]
Prior = tuple[float, ...]  # one number for each of PRIORS


class Punto:
    """How Punto is followed: see ``companion.follow.follows.Follows``."""

    FEATURES: ClassVar[tuple[str, ...]] = (*PRIORS, *READ, *cells.FEATURES)
    PRIORS: ClassVar[frozenset[str]] = frozenset(PRIORS)

    def judge(self, state: State, act: Act) -> Verdict:
        """The referee's verdict; when a round is over, of the next one."""
        return rules.judge(_cleared(state), act)

    def apply(self, state: State, act: Act) -> State:
        """The state after an act that stands; with the cards of a round that it ended, since they still lie there."""
        before = _cleared(state)
        after = rules.accept(before, act)
        if len(after.rounds) == len(before.rounds) and after.piles and not _can_place(after):
            before, act = after, CannotPlace(after.on_turn, None)
            after = rules.accept(before, act)
        if len(after.rounds) > len(before.rounds) and not after.piles:
            return replace(after, piles=piles_after(before, act))
        return after

    def begin(self, state: State, seen: CellsLook) -> CellMemory:
        """The cards as ``state`` has them."""
        return CellMemory.first(contents(state.piles), seen.cells)

    def proposals(
        self, state: State, fault: Act | None, memory: CellMemory, seen: CellsLook, weights: Floats
    ) -> Proposals[Done]:
        """A card laid, right or wrong, taken or moved, or two at once, where cells look changed."""
        look, own = _look(memory, seen.cells), weights[len(PRIORS) :]
        lies = contents(piles_after(state, fault))
        acts: tuple[Done, ...] = ()
        if fault is None:
            gains, unseen = look.gains(own), _unseen(state, memory)
            gains[:, _AGAIN] += weights[PRIORS.index("act: the same card again")]  # nothing reads otherwise
            gains[unseen] = gains[seen.cells.hidden > 0.5] = -np.inf
            # What is wrong with the second of two acts at once is told when it is seen alone.
            acts = tuple(
                act for act in _acts(state, gains) if not unseen or not self.judge(state, act).faults
            )
        tables = np.array([_table_after(state, lies, act) for act in acts], int).reshape(-1, len(lies))
        priors = np.zeros((2 + len(acts), len(PRIORS)))
        for row, act in zip(priors[2:], acts, strict=True):
            row[:] = _prior(state, act)
        return Proposals(acts, np.hstack([priors, look.of_tables(lies, tables, seen.settled_for_s, own)]))

    def remember(
        self,
        state: State,
        fault: Act | None,
        memory: CellMemory,
        seen: CellsLook,
        weights: Floats,
        unexplained: bool,
    ) -> CellMemory:
        """The cards as they lie now; where something is unexplained, as they were before that."""
        lies = contents(piles_after(state, fault))
        strange = np.zeros(len(lies), bool)
        if unexplained:
            strange = cell_features(memory, seen.cells).unexplained(weights[len(PRIORS) + len(READ) :])
        return memory.after(lies, seen.cells, strange)


def is_over(state: State) -> bool:
    """Whether the cards that lie there are those of a round, or of a game, that is over."""
    if rules.outcome(state):
        return True
    if not state.rounds or not state.piles or any(state.placed):
        return False
    row = state.rounds[-1].cells if state.rounds[-1].how == "row" else ()
    return all(cell in state.tops for cell in row) and len({state.tops[cell].colour for cell in row}) < 2


def change(added: Iterable[Placed], removed: Iterable[Placed]) -> Change:
    """A change with its cards in reading order."""
    return Change(*(tuple(sorted(cards, key=lambda placed: placed[1])) for cards in (added, removed)))


def cells_away(state: State, cell: Cell) -> int:
    """How far a cell is from the nearest card: 1 for one that touches it; 0 where none lies."""
    return min((max(abs(cell[0] - row), abs(cell[1] - column)) for row, column in state.tops), default=0)


def place_of(cell: Cell) -> int:
    """Which cell of the window, counted row by row, a cell is."""
    return (cell[0] + AREA) * SIDE + cell[1] + AREA


def cell_at(place: int) -> Cell:
    """The other way round."""
    return place // SIDE - AREA, place % SIDE - AREA


def contents(piles: Piles) -> Table:
    """(N,) what lies on each cell of the window, row by row, as an index into CONTENTS."""
    table = np.zeros(SIDE * SIDE, int)
    for cell, pile in piles:
        table[place_of(cell)] = _INDEX[pile[-1]]
    return table


def piles_after(state: State, act: Act | None) -> Piles:
    """The cards as they lie after an act, whatever it means: those taken were the topmost, those laid are."""
    if act == CLEARED:
        return ()
    piles = {cell: list(pile) for cell, pile in state.piles}
    if isinstance(act, Place):
        act = Change(((act.card, act.cell),), ())
    for card, cell in act.removed if isinstance(act, Change) else ():
        if card in piles.get(cell, ()):
            piles[cell].remove(card)
    for card, cell in act.added if isinstance(act, Change) else ():
        piles.setdefault(cell, []).append(card)
    return in_order({cell: tuple(pile) for cell, pile in piles.items()})


def _table_after(state: State, lies: Table, act: Done) -> Table:
    """(N,) what lies there after an act, where ``lies`` (N,) is what lay there before."""
    if not isinstance(act, Place):
        return contents(piles_after(state, act))
    table = lies.copy()
    place, card = place_of(act.cell), _INDEX[act.card]
    table[place] = _AGAIN if lies[place] == card else card
    return table


def _likeness() -> Floats:
    """(C, C + 1, len(READ)) as what a thing is read, of each pair of what it is read as and what it is."""
    unlike = np.zeros((_AGAIN, _AGAIN + 1, len(READ)))
    for read, one in enumerate(CONTENTS):
        for content, other in enumerate(CONTENTS):
            alike = (one is not None and other is not None) and (
                one.colour == other.colour,
                one.points == other.points,
            )
            kind = 2 if not alike or not any(alike) else 1 - alike[0]
            unlike[read, content, kind] = one != other
    return unlike


_UNLIKE = _likeness()


@dataclass(frozen=True)
class _Look:
    """A look held against what is remembered, with _AGAIN as one more content of each cell: the same, but touched.
    ``unlike`` (N, C + 1, len(READ)): whether a cell reads otherwise."""

    features: CellFeatures
    unlike: Floats

    def of_tables(self, lies: Table, tables: Table, settled_for_s: float, weights: Floats) -> Floats:
        """As ``CellFeatures.of_tables``, with the features READ before the others."""
        rows = self.features.of_tables(lies, tables, settled_for_s, weights[len(READ) :])
        every = np.concatenate([lies[None], lies[None], tables])
        changed = every != self.features.contents
        some = np.flatnonzero(changed.any(0))
        read = np.einsum("nc,ncf->nf", changed[:, some], self.unlike[some, every[:, some]])
        return np.hstack([read, rows])

    def gains(self, weights: Floats) -> Floats:
        """(N, C + 1) by how much each content explains each cell better than that it was not touched."""
        return self.features.gains(weights[len(READ) :]) + self.unlike @ weights[: len(READ)]


@lru_cache(maxsize=128)
def _look(memory: CellMemory, seen: CellsSeen) -> _Look:
    features, places = cell_features(memory, seen), np.arange(SIDE * SIDE)
    other = replace(memory, contents=np.where(memory.contents == 1, 2, 1))
    again = cell_features(other, seen).each[places, memory.contents]
    again[:, cells.CELL.index("touched cell: read so before")] = 0  # of course it did
    each = np.concatenate([features.each, again[:, None]], 1)
    unlike = _UNLIKE[seen.p.argmax(1)] * (seen.hidden < 0.5)[:, None, None]
    unlike[:, _AGAIN] = unlike[places, memory.contents]
    return _Look(replace(features, each=each), unlike)


def _unseen(state: State, memory: CellMemory) -> list[int]:
    """The cells on which a card was laid in this very stretch: nobody covers or takes it before it was seen."""
    return [
        place
        for cell, pile in state.piles
        if memory.contents[place := place_of(cell)] == (_INDEX[pile[-2]] if len(pile) > 1 else 0)
        and memory.contents[place] != _INDEX[pile[-1]]
    ]


def _cleared(state: State) -> State:
    """Before the first card of the next round, if one is over but the game is not."""
    return replace(state, piles=()) if is_over(state) and not rules.outcome(state) else state


@lru_cache(maxsize=512)
def _can_place(state: State) -> bool:
    """Whether a card that can be in the deck of the player on turn can be placed; a free cell is open to all."""
    if len(state.piles) < AREA**2 and state.deck_left(state.on_turn)[1]:
        return True
    return any(isinstance(act, Place) for act in rules.legal_acts(state))


def _acts(state: State, gains: Floats) -> Iterator[Done]:
    """What may have been done where ``gains`` (N, C + 1) speak for other contents: nothing was where they do not."""
    if rules.outcome(state):
        return
    if is_over(state):
        yield CLEARED
        return
    places = [int(i) for i in np.argsort(-gains.max(1))[:_CELLS] if gains[i].max() > 0]
    likely = {
        place: [each for i in np.argsort(-gains[place])[:_EACH] for each in _single(state, place, int(i))]
        for place in places
    }
    yield from (rules.as_placement(state, single) for singles in likely.values() for single in singles)
    yield from _pairs(state, {place: likely[place][:_PAIRED] for place in places[:_PAIRED]})


def _pairs(state: State, likely: Mapping[int, Sequence[Change]]) -> Iterator[Change]:
    """What may have been done to two cells at once that is no turn: cards of one deck laid, taken, or one moved."""
    for place, other in permutations(likely, 2):
        taken = [each for each in likely[place] if len(each.removed) == 1]
        yield from (Change(((each.removed[0][0], cell_at(other)),), each.removed) for each in taken)
    for place, other in combinations(likely, 2):
        for one, two in product(likely[place], likely[other]):
            both = change(one.added + two.added, one.removed + two.removed)
            laid = [card for card, _ in both.added]
            if not (both.added and both.removed) and all(
                state.may_hold(state.on_turn, card) for card in laid
            ):
                yield both


def _single(state: State, place: int, content: int) -> Iterator[Change]:
    """How a cell comes to hold this: its pile or the topmost card is taken, or a card is laid."""
    cell = cell_at(place)
    pile = dict(state.piles).get(cell, ())
    if cells_away(state, cell) > NEAR:
        return
    card = pile[-1] if content == _AGAIN and pile else CONTENTS[content % _AGAIN]
    if card is not None:
        yield Change((), ((pile[-1], cell),)) if pile[-2:-1] == (card,) else Change(((card, cell),), ())
    elif pile:
        yield change((), ((each, cell) for each in pile))


@lru_cache(maxsize=8192)
def _prior(state: State, act: Done) -> Prior:
    """What is said of an act, whatever is seen."""
    if is_over(state):
        return tuple(float(name == "act: cleared up") for name in PRIORS)
    verdict = rules.judge(state, act)
    legal, open_to, twin, short, same = not verdict.faults, 0.0, 0, 0, False
    if isinstance(act, Place):
        open_to = -float(np.log(max(1, _open_to(state, act.card.points)))) if legal else 0.0
        twin = state.lying(act.card) + state.gone(act.card) == COPIES - 1
        short = state.tops[act.cell].points - act.card.points if "not_higher" in verdict.faults else 0
        same = state.tops.get(act.cell) == act.card
    said = (legal, open_to, twin, short, bool(verdict.warnings), same, False)
    return (*map(float, said), *(float(fault in verdict.faults) for fault in FAULTS))


@lru_cache(maxsize=4096)
def _open_to(state: State, points: int) -> int:
    return len(rules.open_cells(state, points))

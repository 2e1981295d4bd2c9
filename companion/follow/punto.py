"""Punto, followed: a card lies where none lay, or on top of another, and its colour tells whose deck it is from.

The cards make their own grid: the first card of a round lies on FIRST, in the middle of the window of cells. A round
that is over stays in the state with its cards, until all of them are taken up; that is an act (the referee calls it
clearing up), and the next round begins. Who cannot place leaves no trace: where no card that can be in a deck can be
placed, the round ends by itself; where only the card just turned cannot, a person has to say so.

Not thought of: a card covered in the stretch in which it was laid; one under an arm, till the arm is gone; and one
that lies farther from the others than with a gap of one cell between, for people put the card they turned beside the
others before they lay it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from companion.follow.follows import NOTHING, Floats, Proposals
from companion.follow.likelihood import cells
from companion.follow.likelihood.cells import CELL, CellMemory, CellsLook, CellsSeen, cell_features
from companion.follow.likelihood.point_cards import (
    AGAIN,
    CONTENTS,
    READ,
    PointCardsLook,
    Table,
    cell_at,
    in_window,
    look_at,
    place_of,
    read_early,
)
from companion.follow.punto_tables import (
    CLEARED,
    can_place,
    change,
    cleared,
    contents,
    is_over,
    may_follow,
    near,
    piles_after,
    set_table,
)
from companion.follow.taking_back import cells_laid, only_takes
from referee import punto as rules
from referee.game import Verdict
from referee.grid import neighbours
from referee.punto_acts import (
    COPIES,
    Act,
    CannotPlace,
    Change,
    Done,
    Place,
    Placed,
    SetTable,
    State,
)
from referee.table import Piles, PointCard

_NEVER_SEEN = ("can_place", "game_over", "wrong_deck")  # of these nothing is seen on the table
FAULTS = tuple(fault for fault in rules.FAULTS if fault not in _NEVER_SEEN)
PRIORS = (
    "act: legal",
    "act: log of how many there are like it",
    "act: points too few to be higher",
    "act: impossible card",
    "act: the same card again",
    "act: cleared up",
    "act: more than one fault",
    *(f"act: {fault}" for fault in FAULTS),
)
_CELLS, _EACH = (
    5,
    8,
)  # so many of the likeliest cells are tried, with so many of the likeliest contents of each
_PAIRED = 4  # and of them two at a time: so many cells, with so many contents each
Prior = tuple[float, ...]  # one number for each of PRIORS


@dataclass(frozen=True, eq=False)
class Memory:
    """How the cards lay when last seen: ``cells`` their tops, ``piles`` those beneath too; how many each player had
    ``placed``; and the places of those that were read ``early``, while few lay there."""

    cells: CellMemory
    piles: Piles
    placed: tuple[int, ...]
    early: tuple[int, ...]


class Punto:
    """How Punto is followed: see ``companion.follow.follows.Follows``."""

    FEATURES: ClassVar[tuple[str, ...]] = (*PRIORS, *READ, *cells.FEATURES)
    PRIORS: ClassVar[frozenset[str]] = frozenset(PRIORS)

    def judge(self, state: State, act: Act) -> Verdict:
        """The referee's verdict; when a round is over, of the next one."""
        return rules.judge(cleared(state), act)

    def apply(self, state: State, act: Act) -> State:
        """The state after an act that stands; with the cards of a round that it ended, since they still lie there."""
        before = cleared(state)
        after = rules.accept(before, act)
        if len(after.rounds) == len(before.rounds) and after.piles and not can_place(after):
            before, act = after, CannotPlace(after.on_turn, None)
            after = rules.accept(before, act)
        if len(after.rounds) > len(before.rounds) and not after.piles:
            return replace(after, piles=piles_after(before, act))
        return after

    def takes_back(self, state: State, fault: Act, act: Act) -> bool:
        """Whether an act takes away a part of what a faulty act laid."""
        if not isinstance(act, Change) or not isinstance(fault, Place | Change):
            return False
        laid = {fault.cell} if isinstance(fault, Place) else cells_laid(fault)
        return only_takes(act, laid)

    def begin(self, state: State, seen: CellsLook) -> Memory:
        """The cards as ``state`` has them."""
        cells = CellMemory.first(contents(state.piles), seen.cells)
        return Memory(cells, state.piles, state.placed, read_early(cells, seen.cells, ()))

    def proposals(
        self, state: State, fault: Act | None, memory: Memory, seen: CellsLook, weights: Floats
    ) -> Proposals[Act]:
        """A card laid, right or wrong, taken or moved, or two at once, where cells look changed; or all of them lie
        as they are read."""
        look, own = look_at(memory.cells, seen.cells, memory.early), weights[len(PRIORS) :]
        lies = _table(memory, piles_after(state, fault))
        acts, tables = list[Act](), list[Table]()
        if fault is None:
            gains, unseen = look.gains(own), _laid_unseen(state, memory)
            gains[:, AGAIN] += weights[PRIORS.index("act: the same card again")]  # nothing reads otherwise
            gains[[place_of(cell) for _, cell in unseen]] = gains[seen.cells.hidden > 0.5] = -np.inf
            gains[~near(state)] = -np.inf
            done = [act for act in _acts(state, gains) if all(told_apart(state, one, act) for one in unseen)]
            acts, tables = [*done], [_table_after(state, memory, lies, act) for act in done]
        resets = 0
        if fault is None and state.piles == memory.piles and not is_over(state):
            likely = gains[:, :AGAIN]
            as_read = np.where(likely.max(1) > 0, likely.argmax(1), lies)
            if not any((table == as_read).all() for table in (lies, *tables)):
                resets_to = [set_table(state, as_read, player) for player in may_follow(state, as_read)]
                resets, acts = len(resets_to), [*acts, *resets_to]
                tables += [as_read] * resets
        priors = np.array([(0.0,) * len(PRIORS)] * 2 + [_prior(state, act) for act in acts])
        every = np.array(tables, int).reshape(-1, len(lies))
        features = np.hstack([priors, look.of_tables(lies, every, own)])
        if is_over(state):  # that some are taken up is no act, and nothing strange
            taken, each = partly_taken(look, lies, seen.cells, own), look.features.each
            more = each[taken, 0].sum(0) - each[taken, lies[taken]].sum(0)
            features[NOTHING, len(PRIORS) + len(READ) :][: len(CELL)] += more
        return Proposals(acts, [_faults(state, act) for act in acts], features, resets)

    def ended(self, memory: Memory, stood: bool) -> Memory:
        """What lies there tells it."""
        return memory

    def remember(
        self,
        state: State,
        fault: Act | None,
        memory: Memory,
        seen: CellsLook,
        weights: Floats,
        unexplained: bool,
    ) -> Memory:
        """The cards as they lie now; where something is unexplained, or those of a round that is over are being taken
        up, as they were before that."""
        piles, before = piles_after(state, fault), memory.cells
        strange = np.zeros(len(before.contents), bool)
        if unexplained or is_over(state):
            strange = cell_features(before, seen.cells).unexplained(weights[len(PRIORS) + len(READ) :])
        again = _table(memory, piles) == AGAIN
        touched = replace(before, contents=np.where(again, -1, before.contents))
        cells = touched.after(contents(piles), seen.cells, strange)
        return Memory(cells, piles, state.placed, read_early(cells, seen.cells, memory.early))


def partly_taken(look: PointCardsLook, lies: Table, seen: CellsSeen, weights: Floats) -> NDArray[np.bool_]:
    """(N,) the cells of which a card is gone, while others still have theirs; ``lies`` (N,) are what lay there. Where
    none looks as it did, all are gone, and what lies there now was laid since."""
    strange = look.features.unexplained(weights[len(READ) :])
    bare = strange & (look.gains(weights)[:, :AGAIN].argmax(1) == 0)
    taken = bare & (lies > 0) & (seen.hidden < 0.5)
    return taken if ((lies > 0) & ~strange).any() else np.zeros_like(taken)


def told_apart(state: State, first: Placed, act: Done) -> bool:
    """Whether an act in ``state`` is seen for what it is, where the card laid ``first`` by the player before is seen
    only now too. Two cards of his own are several cards, and no turn of another; one laid and one like it taken was
    moved; and of two turns with neutral cards, which nobody can tell apart, the one farther up or left is taken to be
    the first, if it can be."""
    (card, cell), before = first, state.after(state.on_turn)[-2]
    if isinstance(act, Change):
        moved = any(cell == at or card == taken for taken, at in act.removed)
        return (
            act != CLEARED
            and not moved
            and not (act.added and act.added[0][1] == cell)
            and len(act.added) < 2
        )
    if not isinstance(act, Place) or act.cell == cell:
        return False
    if act.player != state.on_turn:
        return not state.may_hold(before, act.card)
    if {card.colour, act.card.colour} != {state.neutral} or cell < act.cell or _faults(state, act):
        return True
    others = set(state.tops) - {cell}
    return not ({act.cell, *neighbours(act.cell)} & others)


def _table(memory: Memory, piles: Piles) -> Table:
    """(N,) what lies on each cell, as an index into CONTENTS; AGAIN where such a card lay there, but not this one."""
    table = contents(piles)
    if piles != memory.piles:
        before = dict(memory.piles)
        for cell, pile in piles:
            lay = before.get(cell, ())
            if lay != pile and lay[-1:] == pile[-1:] and in_window(cell):
                table[place_of(cell)] = AGAIN
    return table


def _table_after(state: State, memory: Memory, lies: Table, act: Done) -> Table:
    """(N,) what lies there after an act, as ``_table`` has it, where ``lies`` (N,) is what lay there before."""
    if not isinstance(act, Place):
        return _table(memory, piles_after(state, act))
    table = lies.copy()
    place, card = place_of(act.cell), CONTENTS.index(act.card)
    table[place] = AGAIN if memory.cells.contents[place] == card else card
    return table


def _laid_unseen(state: State, memory: Memory) -> list[Placed]:
    """The cards laid in this very stretch: nobody covers or takes one before it was seen."""
    if state.piles == memory.piles or state.placed == memory.placed:
        return []
    before = dict(memory.piles)
    return [
        (pile[-1], cell)
        for cell, pile in state.piles
        if (lay := before.get(cell, ())) != pile and lay == pile[:-1]
    ]


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
    # Nobody lays one of two cards on its like.
    new = {
        place: [each for each in likely[place] if not _is_again(state, each)] for place in places[:_PAIRED]
    }
    yield from _pairs(state, {place: each[:_PAIRED] for place, each in new.items()})


def _is_again(state: State, act: Change) -> bool:
    return any(state.tops.get(cell) == card for card, cell in act.added)


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
    card = pile[-1] if content == AGAIN and pile else CONTENTS[content % AGAIN]
    if card is not None:
        yield Change((), ((pile[-1], cell),)) if pile[-2:-1] == (card,) else Change(((card, cell),), ())
    elif pile:
        yield change((), ((each, cell) for each in pile))


@lru_cache(maxsize=8192)
def _faults(state: State, act: Act) -> tuple[str, ...]:
    return rules.judge(cleared(state), act).faults


@lru_cache(maxsize=8192)
def _prior(state: State, act: Act) -> Prior:
    """What is said of an act, whatever is seen."""
    if is_over(state):
        return tuple(float(name == "act: cleared up") for name in PRIORS)
    verdict = rules.judge(state, act)
    legal, short, same = not verdict.faults and not isinstance(act, SetTable), 0, False
    if isinstance(act, Place):
        short = state.tops[act.cell].points - act.card.points if "not_higher" in verdict.faults else 0
        same = state.tops.get(act.cell) == act.card
    more, alike = max(0, len(verdict.faults) - 1), _log_alike(state, act, verdict.faults)
    said = (legal, -alike, short, bool(verdict.warnings), same, False, more)
    return (*map(float, said), *(float(fault in verdict.faults) for fault in FAULTS))


def _log_alike(state: State, act: Act, faults: tuple[str, ...]) -> float:
    """The logarithm of how many acts there are like it: as many as there are cards, and cells for them."""
    around = int(near(state).sum())
    match act:
        case Place():
            return _log_cards(state, act.player, act.card) + _log_cells(state, act, faults)
        case Change():
            moved = {card for card, _ in act.removed}
            cards = [_log_cards(state, state.on_turn, card) for card, _ in act.added if card not in moved]
            taken = len(act.removed) * float(np.log(max(1, len(state.tops))))
            return taken + sum(cards) + len(act.added) * float(np.log(around))
        case SetTable():
            touched = len({cell for cell, _ in set(act.piles) ^ set(state.piles)})
            other = float(np.log(len(state.players))) if act.on_turn != state.on_turn else 0.0
            return touched * float(np.log(around * len(CONTENTS))) + other
    return 0.0


def _log_cards(state: State, player: str, card: PointCard) -> float:
    """The logarithm of how many cards a player may turn for each that is just this."""
    copies = max(1, COPIES - state.lying(card) - state.gone(card))
    return float(np.log(max(1, state.deck_left(player)[1]) / copies))


def _log_cells(state: State, act: Place, faults: tuple[str, ...]) -> float:
    """The logarithm of how many cells there are for a card laid so, right or wrong."""
    if "not_higher" in faults:
        return float(np.log(len(state.tops)))
    if "not_adjacent" in faults or "outside_area" in faults:
        return float(np.log(near(state).sum()))
    return float(np.log(max(1, _open_to(state, act.card.points))))


@lru_cache(maxsize=4096)
def _open_to(state: State, points: int) -> int:
    return len(rules.open_cells(state, points))

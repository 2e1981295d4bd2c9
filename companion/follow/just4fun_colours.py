"""Just 4 Fun Colours, followed: the stones tell where, the cards that lie open tell for how much, and each helps to
read the other."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

import numpy as np

from companion.follow import open_cards, towers
from companion.follow.fields_look import FieldsLook
from companion.follow.follows import Floats, Proposals
from companion.follow.open_cards import Account, Cards, CardsMemory, account
from companion.follow.towers import LEVELS, Codes, TowersMemory, towers_features
from referee import just4fun_colours as rules
from referee.game import Verdict
from referee.just4fun_colours import FIELD_COLOURS, HAND, Act, Change, Exchange, Place, State
from referee.table import Cell, Colour, Stacks
from vision.reading import MAX_HEIGHT, OWNERS

_FAULTS = tuple(f"act: {fault}" for fault in rules.FAULTS if fault != "game_over")
PRIORS = (
    "act: placed, legal",
    "act: exchanged, legal",
    "act: exchanged",
    "act: cards more or fewer than the price",
    *_FAULTS,
)
Done = Place | Exchange | Change
Stands = tuple[tuple[int, int], ...]  # fields, and what stands there then (see ``companion.follow.towers``)
_WORTH_A_LOOK = -8.0  # natural logarithm: a field so much likelier untouched was not touched
_TOUCHED_FIELDS = 4  # the likeliest to have been touched are tried
_FIELDS_ALIKE, _OWNERS_ALIKE = 14.0, 6.0  # if they are so much less likely than the likeliest at the most
_HOPELESS = 12.0  # what is seen so much less likely than something else is not proposed
_PAID_FIELDS = 4  # so many are tried that the cards laid pay for, though nothing is seen there
_HALF_A_HAND = 5  # so many cards of several colours may be a hand shown, of which some are not seen


@dataclass(frozen=True, eq=False)
class Memory:
    """What is remembered of the fields and of the cards."""

    fields: TowersMemory
    cards: CardsMemory


@dataclass(frozen=True, eq=False)
class Facts:
    """What is known of a state whatever is seen: ``codes`` (N,) see ``companion.follow.towers``, ``prints`` (N,) as
    FIELD_COLOURS, ``prices`` (N,) in cards, and whether the game is ``over``."""

    state: State
    codes: Codes
    prints: tuple[int, ...]
    prices: tuple[int, ...]
    over: bool
    cells: tuple[Cell, ...]


class Just4FunColours:
    """How the game is followed: see ``companion.follow.follows.Follows``."""

    FEATURES: ClassVar[tuple[str, ...]] = (*PRIORS, *open_cards.FEATURES, *towers.FEATURES)
    PRIORS: ClassVar[frozenset[str]] = frozenset(PRIORS)

    def judge(self, state: State, act: Act) -> Verdict:
        """The referee's verdict."""
        return rules.judge(state, act)

    def apply(self, state: State, act: Act) -> State:
        """The state after an act that stands."""
        return rules.accept(state, act)

    def begin(self, state: State, seen: FieldsLook) -> Memory:
        """The board as ``state`` has it; the cards that lie there belong to what was before."""
        return Memory(TowersMemory.first(facts(state).codes, seen), CardsMemory.first(state.discards, seen))

    def proposals(
        self, state: State, fault: Done | None, memory: Memory, seen: FieldsLook, weights: Floats
    ) -> Proposals[Done]:
        """Stones where fields look touched, or where the cards laid pay for them; hands shown; other changes."""
        known, laid = facts(state), account(memory.cards, seen)
        fields = towers_features(memory.fields, seen, known.prints)
        of_fields = weights[len(PRIORS) + len(open_cards.FEATURES) :]
        done, settled = _done(memory.cards, laid, state, fault)
        ways: dict[Done, Stands] = {}
        lies, gains = known.codes, fields.gains(of_fields)
        if fault is not None:
            lies = facts(_with_fault(state, fault)).codes
        elif not known.over:
            ways = dict(_acts(known, gains, laid.readings(done, settled)))
        tables = np.tile(lies, (len(ways), 1))
        for table, stands in zip(tables, ways.values(), strict=True):
            for field, code in stands:
                table[field] = code
        rows = fields.of_tables(lies, tables, seen.settled_for_s, of_fields)
        cards = [laid.features(done, None, settled)] * 2
        cards += [laid.features(done, act.cards, settled) for act in ways]
        features = np.hstack([np.array(cards), rows])
        # What else was touched may be the work of a second act.
        besides = np.clip(gains.max(1), 0, None)
        to_come = [besides.sum() - sum(besides[field] for field, _ in stands) for stands in ways.values()]
        score = features @ weights[len(PRIORS) :]
        likely = score[2:] + to_come > score.max() - _HOPELESS
        acts = tuple(act for act, is_likely in zip(ways, likely, strict=True) if is_likely)
        priors = [np.zeros(len(PRIORS))] * 2 + [_prior(known, act) for act in acts]
        kept = features[np.concatenate([[True, True], likely])]
        return Proposals(acts, np.hstack([np.array(priors), kept]))

    def remember(
        self,
        state: State,
        fault: Done | None,
        memory: Memory,
        seen: FieldsLook,
        weights: Floats,
        unexplained: bool,
    ) -> Memory:
        """The table as it lies now; where something is unexplained, as it was before that."""
        known, laid = facts(state), account(memory.cards, seen)
        lies = known.codes if fault is None else facts(_with_fault(state, fault)).codes
        strange = np.zeros(len(lies), bool)
        if unexplained:
            fields = towers_features(memory.fields, seen, known.prints)
            strange = fields.unexplained(weights[len(PRIORS) + len(open_cards.FEATURES) :])
        done, settled = _done(memory.cards, laid, state, fault)
        cards = laid.after(done, fault.cards if fault else (), state.discards, settled)
        return Memory(memory.fields.after(lies, seen, strange), cards)


@lru_cache(maxsize=2048)
def facts(state: State) -> Facts:
    """What is known of a state."""
    stacks = [stack for row in state.stacks for stack in row]
    size = state.options.size
    return Facts(
        state=state,
        codes=_codes(state.stacks),
        prints=tuple(FIELD_COLOURS.index(name) for row in state.fields for name in row),
        prices=tuple(len(stack) + 1 for stack in stacks),
        over=rules.outcome(state) is not None,
        cells=tuple((row, col) for row in range(size) for col in range(size)),
    )


def _codes(stacks: Stacks) -> Codes:
    """(N,) what stands on each field."""
    every = [stack for row in stacks for stack in row]
    return np.array([OWNERS.index(s[-1]) * LEVELS + min(len(s), MAX_HEIGHT) if s else 0 for s in every])


@lru_cache(maxsize=2048)
def _with_fault(state: State, fault: Done) -> State:
    return rules.accept(state, fault)


def _done(memory: CardsMemory, laid: Account, state: State, fault: Done | None) -> tuple[Cards, bool]:
    """The cards of what was done since, and whether a fault's cards, which lay there before, are ``settled``: it lies
    there still, or was let stand. Where the pile was shuffled meanwhile, what was done is what is seen."""
    done, faulty = memory.played_since(state.discards), memory.faulty
    if fault is not None:
        return done or (), fault.cards == faulty
    if done is None:
        return laid.readings((), False)[0], False
    let_stand = bool(faulty) and done[: len(faulty)] == faulty
    return (done[len(faulty) :], True) if let_stand else (done, False)


@lru_cache(maxsize=16384)
def _prior(known: Facts, act: Done) -> Floats:
    """(len(PRIORS),) how usual an act is, whatever is seen."""
    row, faults = dict.fromkeys(PRIORS, 0.0), rules.judge(known.state, act).faults
    row["act: placed, legal"] = float(isinstance(act, Place) and not faults)
    row["act: exchanged, legal"] = float(isinstance(act, Exchange) and not faults)
    row["act: exchanged"] = float(isinstance(act, Exchange))
    if isinstance(act, Place) and act.cards:
        price = known.prices[known.cells.index(act.cell)]
        row["act: cards more or fewer than the price"] = float(abs(len(act.cards) - price))
    for fault in faults:
        row[f"act: {fault}"] = 1.0
    return np.array(list(row.values()))


def _acts(known: Facts, gains: Floats, readings: Sequence[Cards]) -> Iterator[tuple[Done, Stands]]:
    """What may have been done now, by what is seen of the fields (``gains`` (N, CODES)) and of the cards; and what
    stands then on the fields that it touches."""
    best, on_turn = gains.max(1), known.state.on_turn
    least = max(_WORTH_A_LOOK, best.max() - _FIELDS_ALIKE)
    touched = [int(i) for i in np.argsort(-best)[:_TOUCHED_FIELDS] if best[i] > least]
    for field in touched:
        for player in known.state.players:
            stone = _added(known, field, player)
            if player == on_turn or gains[stone] > best[field] - _OWNERS_ALIKE:
                every = dict.fromkeys((*_prices(known, field), *readings, ()))
                yield from ((Place(player, known.cells[field], cards), (stone,)) for cards in every)
    paid = {(cards[0], len(cards)) for cards in readings if len(set(cards)) == 1}
    for field in _paid(known, best, paid):
        cards = (FIELD_COLOURS[known.prints[field]],) * known.prices[field]
        yield Place(on_turn, known.cells[field], cards), (_added(known, field, on_turn),)
    shown = readings[0]
    hands = [cards for cards in readings if len(cards) == HAND]
    if len(shown) >= _HALF_A_HAND and len(set(shown)) > 1:
        hands = [shown, *hands]
    yield from ((Exchange(on_turn, hand), ()) for hand in hands)
    yield from _changes(known, gains, touched)


def _added(known: Facts, field: int, player: str) -> tuple[int, int]:
    """A field, and what stands there with one more stone."""
    return field, OWNERS.index(player) * LEVELS + min(known.prices[field], MAX_HEIGHT)


def _prices(known: Facts, field: int) -> Iterator[Cards]:
    """What a stone on a field costs, and what those lay who miscount."""
    price, colour = known.prices[field], FIELD_COLOURS[known.prints[field]]
    yield from ((colour,) * count for count in (price, price - 1, price + 1))


def _paid(known: Facts, gains: Floats, prices: Container[tuple[str, int]]) -> list[int]:
    """The fields that just the cards laid pay for, those first that look likeliest to have been touched."""
    fields = [
        field
        for field, (k, price) in enumerate(zip(known.prints, known.prices, strict=True))
        if (FIELD_COLOURS[k], price) in prices
    ]
    return sorted(fields, key=lambda field: -gains[field])[:_PAID_FIELDS]


def _changes(known: Facts, gains: Floats, touched: Sequence[int]) -> Iterator[tuple[Change, Stands]]:
    """What else may have been done to the fields that look touched: stones taken, moved, exchanged, several laid."""
    taken = {}
    for field in touched:
        row, col = known.cells[field]
        stack = known.state.stacks[row][col]
        if stack:
            below = OWNERS.index(stack[-2]) * LEVELS + len(stack) - 1 if len(stack) > 1 else 0
            taken[field] = (stack[-1], known.cells[field]), (field, below)
        if len(stack) > 1:
            yield Change((), tuple((stone, (row, col)) for stone in reversed(stack))), ((field, 0),)
    laid = {field: _likely_stone(known, gains, field) for field in touched}
    for field, (stone, left) in taken.items():
        yield Change((), (stone,)), (left,)
        colour, cell = stone
        for other in known.state.players:
            if other != colour:
                same_height = OWNERS.index(other) * LEVELS + known.prices[field] - 1
                yield Change(((other, cell),), (stone,)), ((field, same_height),)
        for to in touched:
            if to != field:
                yield Change(((colour, known.cells[to]),), (stone,)), (left, _added(known, to, colour))
    for pair in combinations(sorted(touched), 2):
        added = tuple((laid[field], known.cells[field]) for field in pair)
        yield Change(added, ()), tuple(_added(known, field, laid[field]) for field in pair)


def _likely_stone(known: Facts, gains: Floats, field: int) -> Colour:
    """Whose stone was likeliest laid on a field."""
    return max(known.state.players, key=lambda player: gains[_added(known, field, player)])

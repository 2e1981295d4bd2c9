"""Just 4 Fun Colours, followed: the stones tell where, the cards that lie open tell for how much, and each helps to
read the other."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb, log
from typing import ClassVar

import numpy as np

from companion.follow.follows import Floats, Proposals
from companion.follow.likelihood import open_cards, towers
from companion.follow.likelihood.cells import is_unlike
from companion.follow.likelihood.fields_look import FieldsLook
from companion.follow.likelihood.open_cards import Account, Cards, CardsMemory, account
from companion.follow.likelihood.towers import LEVELS, Codes, TowersMemory, towers_features
from referee import just4fun_colours as rules
from referee.game import Verdict
from referee.just4fun_colours import (
    FIELD_COLOURS,
    HAND,
    STONE_COLOURS,
    Act,
    Change,
    Exchange,
    Place,
    SetTable,
    State,
)
from referee.table import Cell, Colour, Stacks
from vision.reading import MAX_HEIGHT, OWNERS

_FAULTS = tuple(f"act: {fault}" for fault in rules.FAULTS if fault != "game_over")
PRIORS = (
    "act: placed, legal",
    "act: exchanged, legal",
    "act: exchanged",
    "act: cards more or fewer than the price",
    "act: log of how many there are like it",
    *_FAULTS,
)
Done = Place | Exchange | Change
Stands = tuple[tuple[int, int], ...]  # fields, and what stands there then (see ``likelihood.towers``)
_WORTH_A_LOOK = -8.0  # natural logarithm: a field so much likelier untouched was not touched
_TOUCHED_FIELDS = 4  # the likeliest to have been touched are tried
_FIELDS_ALIKE, _OWNERS_ALIKE = 14.0, 6.0  # if they are so much less likely than the likeliest at the most
_HOPELESS = 12.0  # what is seen so much less likely than something else is not proposed
_PAID_FIELDS = 4  # so many are tried that the cards laid pay for, though nothing is seen there
_HANDS_OF_SEVERAL = 3  # so many readings of the cards are tried with several stones
_HALF_A_HAND = 5  # so many cards of several colours may be a hand shown, of which some are not seen


@dataclass(frozen=True, eq=False)
class Memory:
    """What is remembered of the fields and of the cards."""

    fields: TowersMemory
    cards: CardsMemory


@dataclass(frozen=True, eq=False)
class Facts:
    """What is known of a state whatever is seen: ``codes`` (N,) see ``likelihood.towers``, ``prints`` (N,) as
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
        self, state: State, fault: Act | None, memory: Memory, seen: FieldsLook, weights: Floats
    ) -> Proposals[Act]:
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
        rows = fields.of_tables(lies, tables, of_fields)
        cards = [laid.features(done, None, settled)] * 2
        cards += [laid.features(done, act.cards, settled) for act in ways]
        features = np.hstack([np.array(cards), rows])
        # What else was touched may be the work of a second act.
        besides = np.clip(gains.max(1), 0, None)
        to_come = [besides.sum() - sum(besides[field] for field, _ in stands) for stands in ways.values()]
        score = features @ weights[len(PRIORS) :]
        likely = score[2:] + to_come > score.max() - _HOPELESS
        # Of two acts at once the first leaves cards over, too: those of the second.
        of_stones = rows @ of_fields
        paid = np.array([_is_paid(known, act) for act in ways], bool)
        likely |= paid & (of_stones[2:] + to_come > of_stones.max() - _HOPELESS)
        acts = tuple(act for act, is_likely in zip(ways, likely, strict=True) if is_likely)
        kept = [features[np.concatenate([[True, True], likely])]]
        resets: tuple[Act, ...] = ()
        as_read = np.where(gains.max(1) > 0, gains.argmax(1), lies)
        if fault is None and not known.over and is_unlike(as_read, lies, tables):
            stacks = _stacks_as_read(known, as_read)
            resets = tuple(SetTable(stacks, player) for player in state.players)
            row = fields.of_tables(lies, as_read[None], of_fields)[2]
            kept.append(np.tile(np.concatenate([cards[0], row]), (len(resets), 1)))
        priors = [np.zeros(len(PRIORS))] * 2 + [_prior(known, act) for act in acts]
        priors += [np.zeros(len(PRIORS))] * len(resets)
        faults = [_faults(known, act) for act in acts] + [()] * len(resets)
        rows = np.hstack([np.array(priors), np.vstack(kept)])
        return Proposals((*acts, *resets), faults, rows, len(resets))

    def remember(
        self,
        state: State,
        fault: Act | None,
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
        cards = laid.after(done, cards_of(fault), state.discards, settled)
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


def _stacks_as_read(known: Facts, codes: Codes) -> Stacks:
    """The towers, if they look so from above (N,): where one is higher, all stones that are new are of one colour."""
    before = [stack for row in known.state.stacks for stack in row]
    stacks = []
    for stack, was, code in zip(before, known.codes.tolist(), codes.tolist(), strict=True):
        owner, height = divmod(code, LEVELS)
        below = stack[: max(0, height - 1)]
        new = (STONE_COLOURS[owner - 1],) * (height - len(below)) if owner else ()
        stacks.append(stack if code == was else (*below, *new))
    size = known.state.options.size
    return tuple(tuple(stacks[row * size : (row + 1) * size]) for row in range(size))


def _codes(stacks: Stacks) -> Codes:
    """(N,) what stands on each field."""
    every = [stack for row in stacks for stack in row]
    return np.array([OWNERS.index(s[-1]) * LEVELS + min(len(s), MAX_HEIGHT) if s else 0 for s in every])


@lru_cache(maxsize=2048)
def _with_fault(state: State, fault: Act) -> State:
    return rules.accept(state, fault)


def _done(memory: CardsMemory, laid: Account, state: State, fault: Act | None) -> tuple[Cards, bool]:
    """The cards of what was done since, and whether a fault's cards, which lay there before, are ``settled``: it lies
    there still, or was let stand. Where the pile was shuffled meanwhile, what was done is what is seen."""
    done, faulty = memory.played_since(state.discards), memory.faulty
    if fault is not None:
        return done or (), cards_of(fault) == faulty
    if done is None:
        return laid.readings((), False)[0], False
    let_stand = bool(faulty) and done[: len(faulty)] == faulty
    return (done[len(faulty) :], True) if let_stand else (done, False)


def _is_paid(known: Facts, act: Done) -> bool:
    """Whether it is a stone of who is on turn, with just the cards that it costs."""
    if not isinstance(act, Place) or act.player != known.state.on_turn:
        return False
    return act.cards == next(_prices(known, known.cells.index(act.cell)))


def cards_of(act: Act | None) -> Cards:
    """The cards laid for an act."""
    return () if act is None or isinstance(act, SetTable) else act.cards


@lru_cache(maxsize=16384)
def _faults(known: Facts, act: Done) -> tuple[str, ...]:
    return rules.judge(known.state, act).faults


@lru_cache(maxsize=16384)
def _prior(known: Facts, act: Done) -> Floats:
    """(len(PRIORS),) how usual an act is, whatever is seen."""
    row, faults = dict.fromkeys(PRIORS, 0.0), _faults(known, act)
    row["act: placed, legal"] = float(isinstance(act, Place) and not faults)
    row["act: exchanged, legal"] = float(isinstance(act, Exchange) and not faults)
    row["act: exchanged"] = float(isinstance(act, Exchange))
    if isinstance(act, Place) and act.cards:
        price = known.prices[known.cells.index(act.cell)]
        row["act: cards more or fewer than the price"] = float(abs(len(act.cards) - price))
    row["act: log of how many there are like it"] = -_log_alike(known, act)
    for fault in faults:
        row[f"act: {fault}"] = 1.0
    return np.array(list(row.values()))


def _log_alike(known: Facts, act: Done) -> float:
    """The logarithm of how many acts there are like it: as many stones laid or taken anywhere, as many cards of one
    colour, of another, or of several."""
    fields, stands = len(known.cells), int((known.codes > 0).sum())
    match act:
        case Place(player, cell, cards):
            others = 1 if player == known.state.on_turn else len(known.state.players) - 1
            printed = FIELD_COLOURS[known.prints[known.cells.index(cell)]]
            return log(fields * max(1, others)) + _log_hands(cards, printed)
        case Exchange(_, cards):
            return _log_hands(cards, None)
        case Change(added, removed, cards):
            each = [max(1, stands)] * len(removed) + [fields] * len(added)
            return sum(map(log, each)) + _log_hands(cards, None)


def _log_hands(cards: Cards, printed: Colour | None) -> float:
    """The logarithm of how many hands there are of as many cards; of those of one colour, one is as ``printed``."""
    colours = len(FIELD_COLOURS)
    if len(set(cards)) < 2:
        return 0.0 if not cards or cards[0] == printed else log(colours - 1)
    return log(comb(len(cards) + colours - 1, len(cards)) - colours)


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
    yield from _changes(known, gains, touched, readings)


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


def _changes(
    known: Facts, gains: Floats, touched: Sequence[int], readings: Sequence[Cards]
) -> Iterator[tuple[Change, Stands]]:
    """What else may have been done to the fields that look touched: stones taken, moved, exchanged; several laid, and
    paid for with such cards as were seen, or for one of them, or not at all."""
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
        stands = tuple(_added(known, field, laid[field]) for field in pair)
        paid = [next(_prices(known, field)) for field in pair]
        for cards in dict.fromkeys((*readings[:_HANDS_OF_SEVERAL], *paid, ())):
            yield Change(added, (), cards), stands


def _likely_stone(known: Facts, gains: Floats, field: int) -> Colour:
    """Whose stone was likeliest laid on a field."""
    return max(known.state.players, key=lambda player: gains[_added(known, field, player)])

"""Just 4 Fun Colours, followed: the stones tell where, the cards that lie open tell for how much, and each helps to
read the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

import numpy as np

from companion.follow.follows import Floats, Proposals
from companion.follow.just4fun_proposed import PRIORS, Stands, acts, is_paid, prior
from companion.follow.just4fun_states import (
    Act,
    Done,
    Facts,
    cards_of,
    facts,
    faults_of,
    in_rules,
    with_fault,
)
from companion.follow.likelihood import open_cards, towers
from companion.follow.likelihood.card_marks import LET_STAND, TAKEN_BACK, Cards, CardsMemory
from companion.follow.likelihood.cells import is_unlike
from companion.follow.likelihood.fields_look import FieldsLook
from companion.follow.likelihood.open_cards import Account, account
from companion.follow.likelihood.towers import LEVELS, Codes, TowersMemory, towers_features
from companion.follow.taking_back import cells_laid, only_takes
from referee import just4fun_colours as rules
from referee.game import Verdict
from referee.just4fun_colours import STONE_COLOURS, Change, Place, SetTable, State
from referee.table import Stacks

_HOPELESS = 12.0  # natural logarithm: what is seen so much less likely than something else is not proposed


@dataclass(frozen=True, eq=False)
class Memory:
    """What is remembered of the fields and of the cards."""

    fields: TowersMemory
    cards: CardsMemory


class Just4FunColours:
    """How the game is followed: see ``companion.follow.follows.Follows``."""

    FEATURES: ClassVar[tuple[str, ...]] = (*PRIORS, *open_cards.FEATURES, *towers.FEATURES)
    PRIORS: ClassVar[frozenset[str]] = frozenset(PRIORS)

    def judge(self, state: State, act: Act) -> Verdict:
        """The referee's verdict."""
        return rules.judge(*in_rules(state, act))

    def apply(self, state: State, act: Act) -> State:
        """The state after an act that stands."""
        return rules.accept(*in_rules(state, act))

    def takes_back(self, state: State, fault: Act, act: Act) -> bool:
        """Whether an act takes away a part of what a faulty act laid."""
        if not isinstance(act, Change) or not isinstance(fault, Place | Change):
            return False
        laid = {fault.cell} if isinstance(fault, Place) else cells_laid(fault)
        return only_takes(act, laid) and not act.cards

    def begin(self, state: State, seen: FieldsLook) -> Memory:
        """The board as ``state`` has it; the cards that lie there belong to what was before."""
        return Memory(TowersMemory.first(facts(state).codes, seen), CardsMemory.first(state.discards, seen))

    def proposals(
        self, state: State, fault: Act | None, memory: Memory, seen: FieldsLook, weights: Floats
    ) -> Proposals[Act]:
        """Stones where fields look touched, or where the cards laid pay for them; hands shown; other changes."""
        return _proposals(state, fault, memory, seen, weights.tobytes())

    def ended(self, memory: Memory, stood: bool) -> Memory:
        """The faulty act's cards were taken back, or count."""
        return _ended(memory, stood)

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
        known, laid = facts(state), account(memory.cards, seen, of_cards(weights))
        lies = known.codes if fault is None else facts(with_fault(state, fault)).codes
        strange = np.zeros(len(lies), bool)
        if unexplained:
            fields = towers_features(memory.fields, seen, known.prints)
            strange = fields.unexplained(weights[len(PRIORS) + len(open_cards.FEATURES) :])
        done = cards_done(memory.cards, laid, state, fault)
        faulty = None if fault is None else cards_of(fault)
        cards = laid.after(done, faulty, state.discards)
        return Memory(memory.fields.after(lies, seen, strange), cards)


@lru_cache(maxsize=512)
def _proposals(
    state: State, fault: Act | None, memory: Memory, seen: FieldsLook, weights_bytes: bytes
) -> Proposals[Act]:
    """What may have been done, the same one while the table rests."""
    weights = np.frombuffer(weights_bytes)
    known, laid = facts(state), account(memory.cards, seen, of_cards(weights))
    fields = towers_features(memory.fields, seen, known.prints)
    of_fields = weights[len(PRIORS) + len(open_cards.FEATURES) :]
    done = cards_done(memory.cards, laid, state, fault)
    ways: dict[Done, Stands] = {}
    lies, gains = known.codes, fields.gains(of_fields)
    if fault is not None:
        lies = facts(with_fault(state, fault)).codes
    elif not known.over:
        ways = dict(acts(known, gains, laid.readings(done)))
    tables = np.tile(lies, (len(ways), 1))
    for table, stands in zip(tables, ways.values(), strict=True):
        for field, code in stands:
            table[field] = code
    rows = fields.of_tables(lies, tables, of_fields)
    cards = [laid.features(done, None)] * 2
    cards += [laid.features(done, cards_of(act)) for act in ways]
    features = np.hstack([np.array(cards), rows])
    # What else was touched may be the work of a second act.
    besides = np.clip(gains.max(1), 0, None)
    to_come = [besides.sum() - sum(besides[field] for field, _ in stands) for stands in ways.values()]
    score = features @ weights[len(PRIORS) :]
    likely = score[2:] + to_come > score.max() - _HOPELESS
    # Of two acts at once the first leaves cards over, too: those of the second.
    of_stones = rows @ of_fields
    paid = np.array([is_paid(known, act) for act in ways], bool)
    likely |= paid & (of_stones[2:] + to_come > of_stones.max() - _HOPELESS)
    found = tuple(act for act, is_likely in zip(ways, likely, strict=True) if is_likely)
    kept = [features[np.concatenate([[True, True], likely])]]
    resets: tuple[Act, ...] = ()
    as_read = np.where(gains.max(1) > 0, gains.argmax(1), lies)
    if fault is None and not known.over and is_unlike(as_read, lies, tables):
        stacks = _stacks_as_read(known, as_read)
        resets = tuple(SetTable(stacks, player) for player in state.players)
        row = fields.of_tables(lies, as_read[None], of_fields)[2]
        kept.append(np.tile(np.concatenate([cards[0], row]), (len(resets), 1)))
    priors = [np.zeros(len(PRIORS))] * 2 + [prior(known, act, seen) for act in found]
    priors += [np.zeros(len(PRIORS))] * len(resets)
    faults = [faults_of(state, act) for act in found] + [()] * len(resets)
    rows = np.hstack([np.array(priors), np.vstack(kept)])
    return Proposals((*found, *resets), faults, rows, len(resets))


def of_cards(weights: Floats) -> tuple[float, ...]:
    """Of the weights of all features (F,) those of the open cards."""
    return tuple(weights[len(PRIORS) : len(PRIORS) + len(open_cards.FEATURES)].tolist())


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


@lru_cache(maxsize=256)  # hypotheses that remember the same share the account of its cards
def _ended(memory: Memory, stood: bool) -> Memory:
    return replace(memory, cards=replace(memory.cards, ended=LET_STAND if stood else TAKEN_BACK))


def cards_done(memory: CardsMemory, laid: Account, state: State, fault: Act | None) -> Cards:
    """The cards of what was done since, but for a ``fault`` and one that stands. Where the pile was shuffled
    meanwhile, what was done is what is seen."""
    before = memory.discards
    if memory.ended == LET_STAND:  # which may have shuffled it
        before = rules.discarded(replace(state, discards=before), memory.faulty or ()).discards
    if state.discards[: len(before)] == before:
        return state.discards[len(before) :]
    return () if fault is not None else laid.readings(())[0]

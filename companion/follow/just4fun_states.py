"""Just 4 Fun Colours: what is known of a state, and of an act in it, whatever is seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from companion.follow.likelihood.card_marks import Cards
from companion.follow.likelihood.towers import LEVELS, Codes
from referee import just4fun_colours as rules
from referee.just4fun_colours import FIELD_COLOURS, Change, Exchange, Place, SetTable, State
from referee.table import Cell, Colour, Stacks
from vision.stone_table.reading import MAX_HEIGHT, OWNERS


@dataclass(frozen=True)
class Renamed:
    """A stone that is paid for if its field is of its cards' colour, and not of the one that it goes by: so it is."""

    act: Place

    @property
    def colour(self) -> Colour:
        """What the field is called from then on."""
        return self.act.cards[0]


Done = Place | Exchange | Change | Renamed
Act = Done | SetTable


@dataclass(frozen=True, eq=False)
class Facts:
    """What is known of a state: ``codes`` (N,) see ``likelihood.towers``, ``prints`` (N,) as FIELD_COLOURS,
    ``prices`` (N,) in cards, and whether the game is ``over``."""

    state: State
    codes: Codes
    prints: tuple[int, ...]
    prices: tuple[int, ...]
    over: bool
    cells: tuple[Cell, ...]


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


def in_rules(state: State, act: Act) -> tuple[State, rules.Act]:
    """The state, with the fields called as the act says, and the act as the referee knows it."""
    if not isinstance(act, Renamed):
        return state, act
    fields, (row, col) = [list(names) for names in state.fields], act.act.cell
    fields[row][col] = act.colour
    return replace(state, fields=tuple(map(tuple, fields))), act.act


@lru_cache(maxsize=2048)
def with_fault(state: State, fault: Act) -> State:
    """The state if a faulty act is let stand: so the table lies as long as nobody takes it back."""
    return rules.accept(*in_rules(state, fault))


@lru_cache(maxsize=16384)
def faults_of(state: State, act: Done) -> tuple[str, ...]:
    """What is wrong with an act."""
    return rules.judge(*in_rules(state, act)).faults


def cards_of(act: Act | None) -> Cards:
    """The cards laid for an act."""
    if act is None or isinstance(act, SetTable):
        return ()
    return act.act.cards if isinstance(act, Renamed) else act.cards


def _codes(stacks: Stacks) -> Codes:
    """(N,) what stands on each field."""
    every = [stack for row in stacks for stack in row]
    return np.array([OWNERS.index(s[-1]) * LEVELS + min(len(s), MAX_HEIGHT) if s else 0 for s in every])

"""A logged film of Four Colour Cards as moments with their truth: what was done from stretch to stretch."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.follow.four_colour_cards import FourColourCards, StripLook
from companion.follow.four_colour_tables import tables
from companion.follow.likelihood.strip_memory import Lies
from models.evaluation.strips.logs import StripLog
from models.fitting.examples import Moment
from models.fitting.film_truth import stands
from referee import records
from referee.four_colour_acts import Act, State

StripMoment = Moment[State, Act, StripLook]


def moments(log: StripLog) -> Iterator[StripMoment]:
    """The last look of each stretch, with what was done since the one before. Something is under way where the table
    does not surely lie as the truth says, and looks otherwise."""
    for moment, _ in with_lies(log):
        yield moment


def with_lies(log: StripLog) -> Iterator[tuple[StripMoment, Lies]]:
    """The moments, each with how the strips lie: of the ways in which they may, that which looks most like it. Those
    of a round that is over may lie there still."""
    game, over = FourColourCards(), list[Lies]()
    state: State = records.read_header(log.truth["header"])
    for each in stands(log.truth, game, log.looks):
        for step in each.steps:
            if step.kind == "accepted" or (step.kind == "act" and not step.faults):
                before, state = state, game.apply(state, step.act)
                if before.rounds_over != state.rounds_over:
                    over = list(tables(before, step.act))
        state, ways = each.state, tables(each.state, each.fault)
        read = each.seen.strips.as_read()
        lies = min((*ways, *(over if not any(ways) else ())), key=partial(_unlike, read))
        yield Moment(each.seen, each.steps, each.state, each.fault, not each.rests and read != +lies), +lies


def _unlike(read: Lies, lies: Lies) -> int:
    """How many strips lie otherwise."""
    return sum(((read - lies) + (lies - read)).values())

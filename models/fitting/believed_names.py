"""A game of Just 4 Fun Colours as one knows it who calls some fields otherwise than they are, until cards tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.follow.hypothesis import Step
from companion.follow.just4fun_states import Act, Renamed, faults_of, in_rules
from companion.follow.likelihood.fields_look import FieldsLook
from models.fitting.examples import Moment
from referee import just4fun_colours as rules
from referee.just4fun_colours import Place, SetTable, State


def by_names(
    moments: Iterable[Moment[State, rules.Act, FieldsLook]], state: State
) -> Iterator[Moment[State, Act, FieldsLook]]:
    """The same moments from ``state`` on, the game as it begins by the names that are believed. They end where
    something is legal by one of the names and not by the other, and is no stone that its cards pay for."""
    for moment in moments:
        steps: list[Step[Act]] = []
        for step in moment.steps:
            told = _told(state, step)
            if told is None:
                return
            steps.append(told)
            if told.kind in ("accepted", "table") or (told.kind == "act" and not told.faults):
                state = rules.accept(*in_rules(state, told.act))
        yield Moment(moment.seen, tuple(steps), state, moment.fault, moment.half_done)


def _told(state: State, step: Step[rules.Act]) -> Step[Act] | None:
    """A step as it is told in a ``state`` as it is believed to be, None if there are no words for it."""
    act = step.act
    if step.kind != "act" or isinstance(act, SetTable):
        return Step(step.kind, act)
    faults = faults_of(state, act)
    if bool(faults) == bool(step.faults):
        return Step("act", act, faults)
    if step.faults or not isinstance(act, Place):
        return None
    renamed = Renamed(act)
    return None if faults_of(state, renamed) else Step("act", renamed)

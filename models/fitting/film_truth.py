"""The truth of a film of any game that is followed, held against its looks: what was done, and how the game stood."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic

import numpy as np

from companion.follow.follows import Follows
from companion.follow.hypothesis import Step
from models.fitting.examples import E
from models.fitting.film_moments import Filmed, steps_until
from referee import records

State = Any  # of any game, as in referee.game
Act = Any


@dataclass(frozen=True)
class Stands(Generic[E]):
    """A look, the ``steps`` done since the one before, after which the game is in ``state`` with a ``fault`` on the
    table, and whether the table surely lies so (``rests``)."""

    seen: E
    steps: tuple[Step[Act], ...]
    state: State
    fault: Act | None
    rests: bool


def as_is(state: State, act: Act) -> Act:
    """The act of the truth, where no other looks the same."""
    return act


def stands(
    truth: dict[str, Any],
    follows: Follows[State, Act, Any, E],
    looks: Iterable[E],
    told_for: Callable[[State, Act], Act] = as_is,
) -> Iterator[Stands[E]]:
    """How the game stood at each of the ``looks``. ``told_for``: which act is told for one of the truth."""
    acts, state, fault, before_t = filmed_acts(truth, follows, told_for), _start(truth), None, 0.0
    rests_s = _at_rest_s(truth)
    for seen in looks:
        steps = steps_until(acts, before_t, seen.t)
        for step in steps:
            fault = step.act if step.kind == "act" and step.faults else None
            if step.kind == "accepted" or (step.kind == "act" and not step.faults):
                state = follows.apply(state, step.act)
        before_t = seen.t
        rests = any(from_s <= seen.t <= to_s for from_s, to_s in rests_s)
        yield Stands(seen, steps, state, fault, rests)


def filmed_acts(
    truth: dict[str, Any],
    follows: Follows[State, Act, Any, E],
    told_for: Callable[[State, Act], Act] = as_is,
) -> list[Filmed[Act]]:
    """The acts of the truth in their order, as the tracker tells them."""
    state, filmed = _start(truth), []
    for told in truth["acts"]:
        line = records.read_line(state, {**told, "act": told["kind"]})
        act = told_for(state, line.act)
        faults = follows.judge(state, act).faults
        restored = told.get("restored", told["stands_to"] if told.get("taken_back") else None)
        filmed.append(Filmed[Act](act, float(told["stands_from"]), faults, restored))
        if restored is None:
            state = follows.apply(state, act)
    return filmed


def _start(truth: dict[str, Any]) -> State:
    return records.read_header(truth["header"])


def _at_rest_s(truth: dict[str, Any]) -> list[tuple[float, float]]:
    """From when to when, in seconds, the table surely lies as the truth says."""
    comes_s = [came for came, _ in truth["hands"]]

    def until_a_hand(from_s: float) -> tuple[float, float]:
        return from_s, min((came for came in comes_s if came > from_s), default=np.inf)

    stands_s = [(act["stands_from"], act["stands_to"]) for act in truth["acts"]]
    restored = [until_a_hand(act["restored"]) for act in truth["acts"] if act.get("restored") is not None]
    return [until_a_hand(0.0), *stands_s, *restored]

"""What people do at a table, in scenes: acts with their mistakes, things half done, arms in the way, nothing at
all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

import numpy as np

from companion.follow.hypothesis import A, S, Step

HALF_DONE, QUICK, FAULTY, TAKEN_BACK = (
    0.08,
    0.03,
    0.1,
    0.75,
)  # how often; of faulty acts, the rest are let stand
IDLE = 0.6  # how often the table is seen once more before the next act


@dataclass(frozen=True)
class Scene(Generic[S, A]):
    """The table at rest for a while: it lies as ``state`` and ``fault`` (a faulty act) say, or is half way from there
    to what ``half_done`` would make of it; ``done`` is what was done since the scene before."""

    state: S
    fault: A | None
    done: tuple[Step[A], ...] = ()
    half_done: A | None = None
    settled_for_s: float = 1.0


@dataclass(frozen=True)
class Looked(Generic[S, A]):
    """One look of a simulated stretch, beside the truth."""

    scene: Scene[S, A]
    seen: object


def settled(rng: np.random.Generator, half_done: bool = False) -> float:
    """How long people leave the table alone, in seconds; shorter in the middle of an act."""
    return float(np.clip(rng.exponential(0.35 if half_done else 1.6), 0.35, 8.0))


class Plays(Generic[S, A]):
    """A simulated game: how its acts are drawn. One class a game gives ``legal`` and ``faulty``."""

    def legal(self, rng: np.random.Generator, state: S) -> A | None:
        """A legal act that people would do, None if the game is over."""
        raise NotImplementedError

    def faulty(self, rng: np.random.Generator, state: S) -> A | None:
        """A mistake that people make, None if none is at hand."""
        raise NotImplementedError

    def apply(self, state: S, act: A) -> S:
        """The state after an act that counts."""
        raise NotImplementedError

    def faults(self, state: S, act: A) -> tuple[str, ...]:
        """What is wrong with it."""
        raise NotImplementedError


def scenes(rng: np.random.Generator, plays: Plays[S, A], state: S, most: int) -> Iterator[Scene[S, A]]:
    """A game of at most so many acts from ``state`` on, scene by scene."""
    yield Scene(state, None, settled_for_s=settled(rng))
    waiting: tuple[Step[A], ...] = ()  # done, and not seen yet, since people were quick
    fault: A | None = None
    for _ in range(most):
        if fault is not None:
            if rng.random() < TAKEN_BACK:
                waiting, fault = (*waiting, Step("restored", fault)), None
            else:
                state = plays.apply(state, fault)
                waiting, fault = (*waiting, Step("accepted", fault)), None
        wrong = plays.faulty(rng, state) if rng.random() < FAULTY else None
        again = bool(waiting) and wrong == waiting[-1].act  # nobody would see that it was taken back
        act = (
            wrong
            if wrong is not None and not again and plays.faults(state, wrong)
            else plays.legal(rng, state)
        )
        if act is None:
            break
        if waiting and waiting[-1].kind == "restored" and rng.random() < 0.7:
            yield Scene(state, None, waiting, settled_for_s=settled(rng))
            waiting = ()
        if not waiting and rng.random() < HALF_DONE:
            yield Scene(state, None, half_done=act, settled_for_s=settled(rng, half_done=True))
        faults = plays.faults(state, act)
        waiting = (*waiting, Step("act", act, faults))
        if faults:
            fault = act
        else:
            state = plays.apply(state, act)
            if len(waiting) == 1 and rng.random() < QUICK:
                continue
        yield Scene(state, fault, waiting, settled_for_s=settled(rng))
        waiting = ()
        while rng.random() < IDLE:
            yield Scene(state, fault, settled_for_s=settled(rng))

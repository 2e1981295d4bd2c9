"""What people do at a table, in scenes: acts with their mistakes, things half done, arms in the way, nothing at
all."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Generic

import numpy as np

from companion.follow.branches import DONE_AFTER_S
from companion.follow.hypothesis import A, S, Step

QUICK, FAULTY = 0.03, 0.1  # how often an act is
STILL_HALF_DONE = 0.2  # and is in the next look too
UNDONE = 0.05  # of what is half done, so much is put back, and somebody thinks again
TAKEN_BACK = 0.75  # of faulty acts; the rest are let stand
RESTORED_AND_SEEN = 0.7  # so often somebody looks at the table between what is taken back and the next act
BROKEN = 0.3  # so often a hand comes over the table soon after a faulty act, and goes again
REARRANGED = 0.004  # how often, for an act, the table is made otherwise, and nobody can say by which acts
LOOKED_AT_AFTER = 3  # so often the table is seen at rest after the last act
IDLE = 0.6  # how often the table is seen once more before the next act


@dataclass(frozen=True)
class Scene(Generic[S, A]):
    """The table at rest for a while: it lies as ``state`` and ``fault`` (a faulty act) say; ``done`` is what was done
    since the scene before. Where ``under_way`` is given, an act is half done: the table lies between that and what
    the act makes of the state that is given with it."""

    state: S
    fault: A | None
    done: tuple[Step[A], ...] = ()
    under_way: tuple[S, A] | None = None
    settled_for_s: float = 1.0


@dataclass(frozen=True)
class Rest:
    """How long people leave the table alone: ``median_s``, by what factor that varies, as a logarithm, and the
    least and the most."""

    median_s: float
    spread: float
    least_s: float
    most_s: float = 8.0

    def drawn_s(self, rng: np.random.Generator) -> float:
        """Such a time, in seconds."""
        while True:
            drawn_s = float(rng.lognormal(np.log(self.median_s), self.spread))
            if self.least_s < drawn_s < self.most_s:
                return drawn_s


USUALLY = Rest(2.0, 0.7, 0.35)
MEANWHILE = Rest(0.5, 0.6, 0.35, DONE_AFTER_S)  # in the middle of an act
AFTER_A_FAULT = Rest(3.0, 0.6, 0.8)  # somebody has to notice it, at once or after a while


class Plays(Generic[S, A]):
    """A simulated game: how its acts are drawn. One class a game gives ``legal`` and ``faulty``."""

    half_done: ClassVar[float] = 0.08  # so often an act is seen half done

    def legal(self, rng: np.random.Generator, state: S) -> A | None:
        """A legal act that people would do, None if the game is over."""
        raise NotImplementedError

    def faulty(self, rng: np.random.Generator, state: S) -> A | None:
        """A mistake that people make, None if none is at hand."""
        raise NotImplementedError

    def rearranged(self, rng: np.random.Generator, state: S) -> A | None:
        """The table made otherwise than by any one act, None if the game has no such thing."""
        return None

    def table(self, state: S) -> Hashable:
        """What can be seen of a state: of two that lie alike the same."""
        raise NotImplementedError

    def apply(self, state: S, act: A) -> S:
        """The state after an act that counts."""
        raise NotImplementedError

    def faults(self, state: S, act: A) -> tuple[str, ...]:
        """What is wrong with it."""
        raise NotImplementedError


def scenes(rng: np.random.Generator, plays: Plays[S, A], state: S, most: int) -> Iterator[Scene[S, A]]:
    """A game of at most so many acts from ``state`` on, scene by scene. Nothing is done of which nobody would see
    anything: two acts of which the second undoes the first are seen one by one."""
    seen = Scene[S, A](state, None, settled_for_s=USUALLY.drawn_s(rng))
    yield seen
    waiting: tuple[Step[A], ...] = ()  # done, and not seen yet, since people were quick
    fault: A | None = None
    lay = plays.table(state)  # before the last fault
    for _ in range(most):
        if fault is None and not waiting and rng.random() < REARRANGED:
            made = plays.rearranged(rng, state)
            if made is not None:
                state = plays.apply(state, made)
                seen = Scene(state, None, (Step("table", made),), settled_for_s=USUALLY.drawn_s(rng))
                yield seen
                continue
        if fault is not None:
            taken_back, lay = rng.random() < TAKEN_BACK, plays.table(state)
            waiting = (*waiting, Step("restored" if taken_back else "accepted", fault))
            state = state if taken_back else plays.apply(state, fault)
            fault = None
            if taken_back and rng.random() < RESTORED_AND_SEEN:
                seen, waiting = Scene(state, None, waiting, settled_for_s=USUALLY.drawn_s(rng)), ()
                yield seen
        act = _act(rng, plays, state, waiting)
        if act is None:
            break
        if waiting and waiting[-1].kind == "accepted" and lay == plays.table(plays.apply(state, act)):
            continue  # who undoes what stands takes it back
        yield from _begun(rng, seen, (state, act), waiting, plays.half_done)
        faults = plays.faults(state, act)
        before, then = (state, waiting), plays.apply(state, act)
        fault, state = (act, state) if faults else (None, then)
        waiting = (*waiting, Step("act", act, faults))
        if len(waiting) == 1 and not faults and rng.random() < QUICK:
            continue
        if before[1] and plays.table(then) == plays.table(_stands(plays, seen)):
            yield Scene(before[0], None, before[1], settled_for_s=USUALLY.drawn_s(rng))
            waiting = waiting[-1:]
        seen, waiting = Scene(state, fault, waiting, settled_for_s=USUALLY.drawn_s(rng)), ()
        yield from _left_alone(rng, seen)
    for _ in range(LOOKED_AT_AFTER):
        yield replace(seen, done=(), settled_for_s=USUALLY.drawn_s(rng))


def _begun(
    rng: np.random.Generator,
    seen: Scene[S, A],
    act: tuple[S, A],
    waiting: tuple[Step[A], ...],
    half_done: float,
) -> Iterator[Scene[S, A]]:
    """Now and then, as often as ``half_done`` says, an ``act``, with the state it is done in, is seen half done, or
    begun and put back. What is taken back is taken back before anything else is begun."""
    if any(step.kind in ("act", "restored") for step in waiting):
        return
    while rng.random() < half_done:
        half_done = STILL_HALF_DONE
        yield replace(seen, done=(), under_way=act, settled_for_s=MEANWHILE.drawn_s(rng))
        if not waiting and rng.random() < UNDONE:
            yield replace(seen, done=(), settled_for_s=USUALLY.drawn_s(rng))


def _left_alone(rng: np.random.Generator, scene: Scene[S, A]) -> Iterator[Scene[S, A]]:
    """A scene as it is seen until something is done: a faulty act lies longer, with or without a hand that comes and
    goes; and now and then the table is seen once more."""
    if scene.fault is not None:
        if rng.random() < BROKEN:
            yield replace(scene, settled_for_s=MEANWHILE.drawn_s(rng))
            scene = replace(scene, done=())
        scene = replace(scene, settled_for_s=AFTER_A_FAULT.drawn_s(rng))
    yield scene
    while rng.random() < IDLE:
        yield replace(scene, done=(), settled_for_s=USUALLY.drawn_s(rng))


def _act(rng: np.random.Generator, plays: Plays[S, A], state: S, waiting: tuple[Step[A], ...]) -> A | None:
    """What is done next: now and then a mistake that people would see, else something legal; no mistake at once after
    another act, since the two together may look like a third."""
    errs = rng.random() < FAULTY and not any(step.kind == "act" for step in waiting)
    wrong = plays.faulty(rng, state) if errs else None
    if wrong is not None and plays.faults(state, wrong):
        again = bool(waiting) and wrong == waiting[-1].act  # nobody would see that it was taken back
        if not again and plays.table(plays.apply(state, wrong)) != plays.table(state):
            return wrong
    return plays.legal(rng, state)


def _stands(plays: Plays[S, A], seen: Scene[S, A]) -> S:
    """The state as the table lies in a scene."""
    return seen.state if seen.fault is None else plays.apply(seen.state, seen.fault)

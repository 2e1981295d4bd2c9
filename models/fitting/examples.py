"""What is fitted on: at each look, every branch that the true account of the game might take, and which one it
took."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic

import numpy as np
from numpy.typing import NDArray

from companion.follow.branches import Branches, E, Grower
from companion.follow.follows import NOTHING, UNEXPLAINED
from companion.follow.hypothesis import A, Hypothesis, M, S, Step

_HARDEST, _ANY = 40, 12  # of the branches so many that seem likeliest are kept, and so many others


@dataclass(frozen=True)
class Example:
    """``features`` (C, F) of the branches, of which the one at ``label`` was taken; seen under a ``condition``."""

    features: NDArray[np.float32]
    label: int
    condition: str


@dataclass(frozen=True)
class Moment(Generic[S, A, E]):
    """One look with its truth: the ``steps`` done since the look before, after which the game is in ``state``, and a
    ``fault`` lies on the table; ``half_done`` if something is under way besides, and can be seen."""

    seen: E
    steps: tuple[Step[A], ...]
    state: S
    fault: A | None
    half_done: bool


def examples(
    grower: Grower[S, A, M, E], moments: Iterable[Moment[S, A, E]], rng: np.random.Generator
) -> Iterator[Example | None]:
    """An example a look from the second on; None for one whose branch was not among those proposed."""
    truth: Hypothesis[S, A, M] | None = None
    for moment in moments:
        if truth is None:
            truth = Hypothesis(moment.state, grower.game.begin(moment.state, moment.seen), moment.fault)
            continue
        yield _example(grower, truth, moment, rng)
        memory = grower.game.remember(
            moment.state, moment.fault, truth.memory, moment.seen, grower.own, moment.half_done
        )
        truth = Hypothesis(moment.state, memory, moment.fault)


def _example(
    grower: Grower[S, A, M, E], truth: Hypothesis[S, A, M], moment: Moment[S, A, E], rng: np.random.Generator
) -> Example | None:
    every = grower.first(truth, moment.seen)
    acts = [step for step in moment.steps if step.kind == "act"]
    # After the first act of two, or the only one, the tracker tries one more: that there was none has to be learnt.
    until_first = moment.steps if len(acts) < 2 else moment.steps[:-1]
    for each in list(every) if acts else ():
        which = _taken(each, until_first, False)
        if which is not None:
            every += grower.second(truth, each, which, moment.seen)
    label, before = None, 0
    for each in every:
        which = _taken(each, moment.steps, moment.half_done)
        if which is not None and each.allowed[which]:
            label = before + which
        before += len(each.features)
    if label is None:
        return None
    features = np.concatenate([each.features for each in every])
    allowed = np.concatenate([each.allowed for each in every])
    others = np.flatnonzero(allowed & (np.arange(len(allowed)) != label))
    hardest = others[np.argsort(-(features[others] @ grower.vector))]
    some = rng.permutation(hardest[_HARDEST:])[:_ANY]
    kept = np.concatenate([[label], hardest[:_HARDEST], some])
    return Example(features[kept].astype(np.float32), 0, moment.seen.condition)


def _taken(branches: Branches[S, A, M], steps: tuple[Step[A], ...], half_done: bool) -> int | None:
    """Which of the branches is the one in which just these ``steps`` were done; None if it is none of these."""
    new = branches.base.steps
    if new == steps:
        return UNEXPLAINED if half_done else NOTHING
    if len(steps) == len(new) + 1 and steps[:-1] == new and steps[-1].kind == "act" and not half_done:
        acts = branches.proposals.acts
        return 2 + acts.index(steps[-1].act) if steps[-1].act in acts else None
    return None

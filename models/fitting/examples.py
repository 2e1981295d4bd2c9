"""What is fitted on: at each look, every account of the game that might be the true one, and which one it is.

Accounts that remember the table differently are held against each other, as the tracker does: each by the sum of its
features since it left the true one. So a feature that is the same for all that may be done in one stretch, but not
for all that was done before, gets its weight too. A look that tells an account hardly better than those before did
says nothing new of it: the same confusion in many looks is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.follow.branches import Branches, Grower
from companion.follow.follows import NOTHING, UNEXPLAINED, Follows, Lasting, at_time
from companion.follow.hypothesis import A, Hypothesis, M, S, Step

_HARDEST, _ANY = 20, 6  # of the branches so many that seem likeliest are kept, and so many others
_RIVALS, _AGE = 12, 5  # so many false accounts are carried on, and each through so many looks
_HOPELESS = 9.0  # natural logarithm: one so much less likely than the true one would have been forgotten
_TELLS = 1.0  # natural logarithm: looks that change its odds by less say nothing new of it
_LOOKED_AT_S = (0.7, 1.2, 2.0, 3.0, 4.5)  # seconds since the table came to rest
Floats = NDArray[np.float64]
E = TypeVar("E", bound=Lasting)


@dataclass(frozen=True)
class Example:
    """``features`` (C, F) of the accounts, of which the one at ``label`` is true; seen under a ``condition``."""

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


@dataclass(frozen=True)
class _Account(Generic[S, A, M]):
    """A hypothesis, by how much its features (F,) since it left the true account are ``more`` than the true ones, by
    how much they were when an example last ``counted`` it, and through how many looks it went since it left."""

    hypothesis: Hypothesis[S, A, M]
    more: Floats
    counted: Floats
    age: int


@dataclass(frozen=True)
class _Branch(Generic[S, A, M]):
    """One of the ``branches`` of an account, with all its features (F,) since it left the true one. ``counted``: by
    how much they were more than the true ones when an example last counted it, if the looks since then tell it from
    the true one no better or worse than those before did."""

    branches: Branches[S, A, M]
    which: int
    features: Floats
    age: int
    counted: Floats | None = None


def examples(
    grower: Grower[S, A, M, E],
    moments: Iterable[Moment[S, A, E]],
    rng: np.random.Generator,
    with_rivals: bool = True,
) -> Iterator[Example | None]:
    """Examples of each moment from the second on, one for each of the times at which the table is looked at while it
    rests; None for one whose branch was not among those proposed. Without rivals no false account is carried on:
    while the weights are rough, there would be too many."""
    truth: Hypothesis[S, A, M] | None = None
    rivals: list[_Account[S, A, M]] = []
    for moment in moments:
        if truth is None:
            truth = Hypothesis(moment.state, grower.game.begin(moment.state, moment.seen), moment.fault)
            continue
        for seen in while_it_rests(moment.seen):
            taken, others = _grown(grower, truth, rivals, replace(moment, seen=seen))
            telling = [each for each in others if each.counted is None]
            yield None if taken is None else _example(grower, taken, telling, seen.condition, rng)
        truth = replace(
            truth,
            memory=ended(grower.game, truth.memory, moment.steps),
            state=moment.state,
            fault=moment.fault,
            steps=(*truth.steps, *moment.steps),
            unexplained=moment.half_done,
        )
        rivals = _rivals(grower, truth, taken, others) if taken and with_rivals else []
        truth = _remembered(grower, truth, moment.seen)
        rivals = [
            replace(each, hypothesis=_remembered(grower, each.hypothesis, moment.seen)) for each in rivals
        ]
        if not rivals:
            truth = replace(truth, steps=())


def while_it_rests(seen: E) -> Iterator[E]:
    """A look at a stretch as it was earlier, while the table rested, and as it is at the end: who tells something
    does not know yet how long it will rest."""
    for settled_for_s in _LOOKED_AT_S:
        if settled_for_s < seen.settled_for_s:
            yield at_time(seen, seen.t - seen.settled_for_s + settled_for_s)
    yield seen


def ended(game: Follows[S, A, M, E], memory: M, steps: Iterable[Step[A]]) -> M:
    """What is remembered where a faulty act that lay there was taken back or let stand by these ``steps``."""
    for step in steps:
        if step.kind in ("restored", "accepted"):
            memory = game.ended(memory, step.kind == "accepted")
    return memory


def _grown(
    grower: Grower[S, A, M, E],
    truth: Hypothesis[S, A, M],
    rivals: Sequence[_Account[S, A, M]],
    moment: Moment[S, A, E],
) -> tuple[_Branch[S, A, M] | None, list[_Branch[S, A, M]]]:
    """The branch of the true account that was taken, if it was proposed; and all others, of false accounts too, the
    likeliest first."""
    every = grower.first(truth, moment.seen)
    acts = [step for step in moment.steps if step.kind == "act"]
    # After the first act of two, or the only one, the tracker tries one more: that there was none has to be learnt.
    until_first = moment.steps if len(acts) < 2 else moment.steps[:-1]
    for each in list(every) if acts else ():
        which = _taken(truth, each, until_first, False)
        if which is not None:
            every += grower.second(truth, each, which, moment.seen)
    taken, others = None, []
    none = np.zeros(len(grower.vector))
    for each in every:
        label = _taken(truth, each, moment.steps, moment.half_done)
        for which in np.flatnonzero(each.allowed).tolist():
            branch = _Branch(each, which, each.features[which], 0)
            if which == label:
                taken = branch
            else:
                others.append(branch)
    for rival in rivals:
        for scored in grower.through(rival.hypothesis, moment.seen, 1.0):
            likely = np.flatnonzero(scored.log_p > scored.log_p.max() - _HOPELESS)
            for which in likely.tolist():
                features = rival.more + scored.branches.features[which]
                counted = None if taken is None or _tells(grower, rival, features, taken) else rival.counted
                others.append(_Branch(scored.branches, which, features, rival.age + 1, counted))
    scores = np.array([each.features for each in others]).reshape(-1, len(none)) @ grower.vector
    return taken, [others[i] for i in np.argsort(-scores)]


def _tells(
    grower: Grower[S, A, M, E], rival: _Account[S, A, M], features: Floats, taken: _Branch[S, A, M]
) -> bool:
    """Whether ``features`` (F,) that a rival has now tell it from the true account otherwise than when it was counted
    last."""
    return abs(float((features - taken.features - rival.counted) @ grower.vector)) > _TELLS


def _rivals(
    grower: Grower[S, A, M, E],
    truth: Hypothesis[S, A, M],
    taken: _Branch[S, A, M],
    others: Sequence[_Branch[S, A, M]],
) -> list[_Account[S, A, M]]:
    """The false accounts that the tracker would carry on, each once."""
    found: dict[object, _Account[S, A, M]] = {}
    least = float(taken.features @ grower.vector) - _HOPELESS
    for branch in others[: 3 * _RIVALS]:
        if branch.age >= _AGE or float(branch.features @ grower.vector) < least:
            continue
        grown = grower.grown(branch.branches, branch.which, 0.0)
        if grown.without_undone().key != truth.without_undone().key:
            more = branch.features - taken.features
            counted = more if branch.counted is None else branch.counted
            found.setdefault(grown.key, _Account(grown, more, counted, branch.age))
    return list(found.values())[:_RIVALS]


def _example(
    grower: Grower[S, A, M, E],
    taken: _Branch[S, A, M],
    others: Sequence[_Branch[S, A, M]],
    condition: str,
    rng: np.random.Generator,
) -> Example:
    some = [others[_HARDEST:][i] for i in rng.permutation(max(0, len(others) - _HARDEST))[:_ANY]]
    kept = [taken.features, *(each.features for each in (*others[:_HARDEST], *some))]
    return Example(np.array(kept, np.float32), 0, condition)


def _remembered(grower: Grower[S, A, M, E], hypothesis: Hypothesis[S, A, M], seen: E) -> Hypothesis[S, A, M]:
    memory = grower.game.remember(
        hypothesis.state, hypothesis.fault, hypothesis.memory, seen, grower.own, hypothesis.unexplained
    )
    return replace(hypothesis, memory=memory)


def _taken(
    truth: Hypothesis[S, A, M], branches: Branches[S, A, M], steps: tuple[Step[A], ...], half_done: bool
) -> int | None:
    """Which of the branches is the one in which just these ``steps`` were done; None if it is none of these."""
    new = branches.base.steps[len(truth.steps) :]
    if new == steps:
        return UNEXPLAINED if half_done else NOTHING
    if (
        len(steps) == len(new) + 1
        and steps[:-1] == new
        and steps[-1].kind in ("act", "table")
        and not half_done
    ):
        acts = branches.proposals.acts
        return 2 + acts.index(steps[-1].act) if steps[-1].act in acts else None
    return None

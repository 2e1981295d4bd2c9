"""A beam of hypotheses about the last few acts (multiple-hypothesis tracking, Reid 1979): each look at a stretch
carries every hypothesis on by nothing, by one act, by two; equal ones are merged, the best are kept, and what they
agree on is told (``companion.follow.decision``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic

import numpy as np
from numpy.typing import NDArray

from companion.follow.branches import Branches, E, Grower
from companion.follow.decision import Costs, Decision, Episode, decide, waits
from companion.follow.follows import NOTHING, Follows
from companion.follow.hypothesis import A, Hypothesis, M, S, Step
from companion.follow.weights import Weights

BEAM = 32
_HOPELESS = 14.0  # natural logarithm: what is so much less likely than the best is forgotten
_FIRST_ACTS = 6  # so many legal acts are tried as the first of two


@dataclass(frozen=True)
class _Scored(Generic[S, A, M]):
    """Branches of one hypothesis, and how likely (C,) each is; minus infinity for those that are none."""

    before: Hypothesis[S, A, M]
    branches: Branches[S, A, M]
    log_p: NDArray[np.float64]


class Tracker(Generic[S, A, M, E]):
    """Follows one game. ``beam`` are the hypotheses after the last look, the likeliest first."""

    def __init__(self, game: Follows[S, A, M, E], weights: Weights, costs: Costs, state: S, seen: E) -> None:
        """``seen``: the table at rest, as ``state`` has it."""
        self.game, self.weights, self.costs = game, weights, costs
        self._grower = Grower(game, weights)
        self.restart(state, None, seen)

    def restart(self, state: S, fault: A | None, seen: E) -> None:
        """A person said how the game stands: so the table lies, as it was ``seen``."""
        begun = Hypothesis(state, self.game.begin(state, seen), fault)
        self._before: Sequence[Hypothesis[S, A, M]] = (begun,)
        self.beam: Sequence[Hypothesis[S, A, M]] = self._before
        self._told: tuple[Step[A], ...] = ()  # of what was done in this stretch, or waited since before it
        self._seen, self._episode = seen, Episode()

    def see(self, seen: E) -> list[Decision[A]]:
        """Take in a look, and say what is told of it: steps in their order, or that something is unclear."""
        if seen.number != self._seen.number:
            self._before, self._told = [self._remembered(hypothesis) for hypothesis in self.beam], ()
        self._seen = seen
        self.beam = self._kept(self._grown(seen))
        told: list[Decision[A]] = []
        while decision := decide(self.beam, self._episode, seen, self.costs):
            told.append(decision)
            if decision.kind == "unclear":
                self._episode = replace(self._episode, asked=True)
                break
            self._go_by(decision)
        self._episode = self._episode.now(waits(self.beam), seen.t)
        return told

    def _go_by(self, decision: Decision[A]) -> None:
        """What was decided holds from now on; what is otherwise is forgotten."""
        if decision.step is None:
            self.beam = _best_of_each(each.without_undone() for each in self.beam)
            self._before = _best_of_each(each.without_undone() for each in self._before)
            return
        self._told = (*self._told, decision.step)
        self._episode = Episode()
        self.beam = _after((decision.step,), self.beam)

    def _remembered(self, hypothesis: Hypothesis[S, A, M]) -> Hypothesis[S, A, M]:
        """A hypothesis at the end of the stretch that was seen last."""
        memory = self.game.remember(
            hypothesis.state,
            hypothesis.fault,
            hypothesis.memory,
            self._seen,
            self._grower.own,
            hypothesis.unexplained,
        )
        return replace(hypothesis, memory=memory)

    def _grown(self, seen: E) -> list[Hypothesis[S, A, M]]:
        """The best hypotheses after this look, equal ones among them."""
        heat = self.weights.temperature[seen.condition]
        scored = [each for before in self._before for each in self._through(before, seen, heat)]
        log_p = np.concatenate([each.log_p for each in scored])
        of = np.repeat(np.arange(len(scored)), [len(each.log_p) for each in scored])
        first = np.concatenate([[0], np.cumsum([len(each.log_p) for each in scored])])
        best = np.argsort(-log_p, kind="stable")[: 2 * BEAM]
        grower = self._grower
        return [
            grower.grown(scored[of[i]].branches, int(i - first[of[i]]), float(log_p[i]))
            for i in best
            if log_p[i] > log_p[best[0]] - _HOPELESS
        ]

    def _through(self, before: Hypothesis[S, A, M], seen: E, heat: float) -> list[_Scored[S, A, M]]:
        """A hypothesis through one stretch: by at most one act, and by one more after the act that explains most; or
        if that is none that is legal, after any that might have been the first of two."""
        single = [self._scored(before, branches, heat) for branches in self._grower.first(before, seen)]
        best = max(single, key=lambda each: float(each.log_p.max()))
        which = int(best.log_p.argmax())
        if which == NOTHING:
            return single
        if self._grower.is_legal(best.branches, which):
            firsts = [(best, which)]
        else:
            legal = [(each, int(i)) for each in single for i in self._grower.legal(each.branches)]
            firsts = sorted(legal, key=lambda first: -float(first[0].log_p[first[1]]))[:_FIRST_ACTS]
        double = [
            self._scored(before, branches, heat)
            for each, first in firsts
            for branches in self._grower.second(before, each.branches, first, seen)
        ]
        return single + double

    def _scored(
        self, before: Hypothesis[S, A, M], branches: Branches[S, A, M], heat: float
    ) -> _Scored[S, A, M]:
        log_p = before.log_p + branches.features @ self._grower.vector / heat
        return _Scored(before, branches, np.where(branches.allowed, log_p, -np.inf))

    def _kept(self, grown: Sequence[Hypothesis[S, A, M]]) -> Sequence[Hypothesis[S, A, M]]:
        """The likeliest of each account that agrees with what was told in this stretch, the best first."""
        kept = _best_of_each(_after(self._told, grown))[:BEAM]
        if not kept:
            return self.beam  # a later look does not take back what an earlier one made sure of
        return [replace(hypothesis, log_p=hypothesis.log_p - kept[0].log_p) for hypothesis in kept]


def _best_of_each(beam: Iterable[Hypothesis[S, A, M]]) -> list[Hypothesis[S, A, M]]:
    """The likeliest of those that are one account; the likeliest of all come first."""
    best: dict[object, Hypothesis[S, A, M]] = {}
    for hypothesis in beam:
        best.setdefault(hypothesis.key, hypothesis)
    return list(best.values())


def _after(told: tuple[Step[A], ...], beam: Sequence[Hypothesis[S, A, M]]) -> list[Hypothesis[S, A, M]]:
    """Those hypotheses that begin with what was ``told``, as they go on from there."""
    count = len(told)
    return [replace(each, steps=each.steps[count:]) for each in beam if each.steps[:count] == told]

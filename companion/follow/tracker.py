"""A beam of hypotheses about the last few acts (multiple-hypothesis tracking, Reid 1979): each look at a stretch
carries every hypothesis on by nothing, by one act, by two; equal ones are merged, the best are kept, and what they
agree on is told (``companion.follow.decision``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Generic

import numpy as np

from companion.follow.branches import E, Grower, Scored
from companion.follow.decision import Costs, Decision, Episode, decide, waits
from companion.follow.follows import UNEXPLAINED, Follows
from companion.follow.hypothesis import A, Hypothesis, M, S, Step
from companion.follow.weights import Weights

BEAM = 32
_HOPELESS = 14.0  # natural logarithm: what is so much less likely than the best is forgotten


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
        while decision := self._decision():
            told.append(decision)
            if decision.kind == "unclear":
                self._episode = replace(self._episode, asked=True)
                break
            self._go_by(decision)
        return told

    def _decision(self) -> Decision[A] | None:
        """What there is to tell by now. What waits, has waited since the table came to rest."""
        t = self._seen.t
        self._episode = self._episode.now(waits(self.beam), t - self._seen.settled_for_s)
        return decide(self.beam, self._episode, t, self.costs)

    def _go_by(self, decision: Decision[A]) -> None:
        """What was decided holds from now on; what is otherwise is forgotten. Of what is passed over nothing is, for
        it may have been any of them: how the table lies by each is remembered, and by which steps is not."""
        if decision.kind == "forgotten":
            self.beam = _best_of_each(each.without_undone() for each in self.beam)
            self._before = _best_of_each(each.without_undone() for each in self._before)
            return
        self._episode = Episode()
        if decision.step is not None:
            self._told = (*self._told, decision.step)
            self.beam = _after((decision.step,), self.beam)
            return
        kept = self.beam[0].steps[len(self.beam[0].steps) - decision.kept :]
        ends_so = (each.steps[len(each.steps) - decision.kept :] == kept for each in self.beam)
        self.beam = _best_of_each(
            replace(each, steps=kept if alike else ()) for each, alike in zip(self.beam, ends_so, strict=True)
        )
        self._before, self._told = [self._remembered(hypothesis) for hypothesis in self.beam], ()

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
        lay_s = 0.0 if hypothesis.fault is None else hypothesis.lay_s + self._seen.settled_for_s
        return replace(hypothesis, memory=memory, lay_s=lay_s)

    def _grown(self, seen: E) -> list[Hypothesis[S, A, M]]:
        """The best hypotheses after this look, equal ones among them."""
        heat = self.weights.temperature[seen.condition]
        scored = [each for before in self._before for each in self._grower.through(before, seen, heat)]
        log_p = np.concatenate([each.log_p for each in scored])
        of = np.repeat(np.arange(len(scored)), [len(each.log_p) for each in scored])
        first = np.concatenate([[0], np.cumsum([len(each.log_p) for each in scored])])
        best = np.argsort(-log_p, kind="stable")[: 2 * BEAM]
        grower = self._grower
        grown = [
            grower.grown(scored[of[i]].branches, int(i - first[of[i]]), float(log_p[i])).without_undone(
                only_begun=True
            )
            for i in best
            if log_p[i] > log_p[best[0]] - _HOPELESS
        ]
        return [*grown, *self._lacking(scored)] if waits(grown) else grown

    def _lacking(self, scored: Sequence[Scored[S, A, M]]) -> list[Hypothesis[S, A, M]]:
        """The likeliest account, however unlikely, by which something legal was done, and a piece is missing or still
        lies about: if a person has to be asked, it says what for."""
        lacking = [each for each in scored if each.branches.after_legal_acts]
        if not lacking:
            return []
        best = max(lacking, key=lambda each: float(each.log_p[UNEXPLAINED]))
        return [self._grower.grown(best.branches, UNEXPLAINED, float(best.log_p[UNEXPLAINED]))]

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

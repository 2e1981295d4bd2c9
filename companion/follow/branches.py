"""How a hypothesis may go on through one stretch: every branch of it, with the features by which it is weighed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.follow.follows import NOTHING, UNEXPLAINED, Floats, Follows, Proposals, Seen
from companion.follow.hypothesis import A, Hypothesis, M, S, Step
from companion.follow.weights import COMMON, Weights

E = TypeVar("E", bound=Seen)
_COLUMN = {name: index for index, name in enumerate(COMMON)}


@dataclass(frozen=True)
class Branches(Generic[S, A, M]):
    """All branches that begin alike: ``base`` is the hypothesis after what was restored or let stand, or after the
    first of two acts; ``features`` (C, F + len(COMMON)) of each of its ``proposals``."""

    base: Hypothesis[S, A, M]
    proposals: Proposals[A]
    features: Floats
    allowed: NDArray[np.bool_]  # (C,) which of them are branches of their own


class Grower(Generic[S, A, M, E]):
    """Grows hypotheses of one game by what a stretch shows."""

    def __init__(self, game: Follows[S, A, M, E], weights: Weights) -> None:
        """``weights`` has one for each of the game's features, and for those in COMMON."""
        self.game, self.weights = game, weights
        self.vector = weights.vector((*game.FEATURES, *COMMON))
        self.own = self.vector[: len(game.FEATURES)]
        # What is said of an act whatever is seen: of two acts it counts twice, while the table is seen but once.
        self._is_prior = np.array([name in game.PRIORS for name in game.FEATURES] + [True] * len(COMMON))
        self._judged: dict[tuple[S, A], tuple[S, tuple[str, ...]]] = {}

    def first(self, hypothesis: Hypothesis[S, A, M], seen: E) -> list[Branches[S, A, M]]:
        """The branches in which at most one act is done."""
        return [self._branches(base, hypothesis, seen) for base in self._bases(hypothesis)]

    def second(
        self, hypothesis: Hypothesis[S, A, M], branches: Branches[S, A, M], which: int, seen: E
    ) -> list[Branches[S, A, M]]:
        """The branches in which one more is done in the same stretch (people are quick), or something is seen
        besides, after the first act, which is a branch of its own; none after a faulty one."""
        if not self.is_legal(branches, which):
            return []
        after = self.grown(branches, which, 0.0)
        of_first = branches.features[which] * self._is_prior
        then = self._branches(after, hypothesis, seen, second=True)
        return [replace(then, features=then.features + of_first)]

    def legal(self, branches: Branches[S, A, M]) -> NDArray[np.int64]:
        """Which of the branches are legal acts."""
        faulty = branches.features[:, len(self.game.FEATURES) + _COLUMN["fault"]] > 0
        return np.flatnonzero(branches.allowed & ~faulty & (np.arange(len(faulty)) > UNEXPLAINED))

    def is_legal(self, branches: Branches[S, A, M], which: int) -> bool:
        """Whether a branch is a legal act."""
        return (
            which > UNEXPLAINED
            and not self._outcome(branches.base.state, branches.proposals.acts[which - 2])[1]
        )

    def grown(self, branches: Branches[S, A, M], which: int, log_p: float) -> Hypothesis[S, A, M]:
        """The hypothesis at the end of one branch."""
        base = branches.base
        if which in (NOTHING, UNEXPLAINED):
            return replace(base, log_p=log_p, unexplained=which == UNEXPLAINED)
        act = branches.proposals.acts[which - 2]
        after, faults = self._outcome(base.state, act)
        step = Step("act", act, faults)
        state, fault = (base.state, act) if faults else (after, None)
        return replace(
            base, state=state, fault=fault, steps=(*base.steps, step), log_p=log_p, unexplained=False
        )

    def _bases(self, hypothesis: Hypothesis[S, A, M]) -> Iterator[Hypothesis[S, A, M]]:
        """The hypothesis as it is; where a faulty act lies on the table, also with that taken back, or let stand."""
        yield hypothesis
        act = hypothesis.fault
        if act is None:
            return
        restored, accepted = Step[A]("restored", act), Step[A]("accepted", act)
        yield replace(hypothesis, fault=None, steps=(*hypothesis.steps, restored))
        after = self.game.apply(hypothesis.state, act)
        yield replace(hypothesis, state=after, fault=None, steps=(*hypothesis.steps, accepted))

    def _branches(
        self, base: Hypothesis[S, A, M], before: Hypothesis[S, A, M], seen: E, second: bool = False
    ) -> Branches[S, A, M]:
        proposals = self.game.proposals(base.state, base.fault, before.memory, seen, self.own)
        new = base.steps[len(before.steps) :]
        accepted = any(step.kind == "accepted" for step in new)
        common = np.zeros((len(proposals.features), len(COMMON)))
        allowed = np.ones(len(common), bool)
        common[:, _COLUMN["restored"]] = any(step.kind == "restored" for step in new)
        common[:, _COLUMN["let stand"]] = accepted
        common[2:, _COLUMN["second at once"]] = second
        common[2:, _COLUMN["restored, and more at once"]] = any(step.kind == "restored" for step in new)
        restored = [step.act for step in new if step.kind == "restored"]
        for index, act in enumerate(proposals.acts, start=2):
            allowed[index] = act not in restored  # nobody would see that it was taken back, and done again
            if self._outcome(base.state, act)[1]:
                common[index, _COLUMN["fault"]] = 1
        # Who lets an act stand does so by playing on; and one act with nothing after it is a branch already.
        allowed[NOTHING] = not (accepted or second)
        allowed[UNEXPLAINED] = not accepted
        return Branches(base, proposals, np.hstack([proposals.features, common]), allowed)

    def _outcome(self, state: S, act: A) -> tuple[S, tuple[str, ...]]:
        """The state after an act, and its faults; both are asked for again and again."""
        key = state, act
        if key not in self._judged:
            if len(self._judged) > 20_000:
                self._judged.clear()
            faults = self.game.judge(state, act).faults
            self._judged[key] = state if faults else self.game.apply(state, act), faults
        return self._judged[key]

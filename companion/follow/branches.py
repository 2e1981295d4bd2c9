"""How a hypothesis may go on through one stretch: every branch of it, with the features by which it is weighed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.follow.follows import NOTHING, UNEXPLAINED, Floats, Follows, Proposals, Seen, rested_s
from companion.follow.hypothesis import A, Hypothesis, M, S, Step
from companion.follow.weights import COMMON, RESTS, Weights

E = TypeVar("E", bound=Seen)
_COLUMN = {name: index for index, name in enumerate(COMMON)}
HOPELESS = 14.0  # natural logarithm: what is so much less likely than the best is forgotten
_FIRST_ACTS = 6  # so many legal acts are tried as the first of two
# What these words mean, no more: people told when they see it so. In films no fault lies for less than 1.7 s.
BEGUN_S = 1.0  # what is put back sooner was only begun
DONE_AFTER_S = 2.0  # what lies so long has been done


@dataclass(frozen=True)
class Branches(Generic[S, A, M]):
    """All branches that begin alike: ``base`` is the hypothesis after what was restored or let stand, or after the
    first of two acts; ``features`` (C, F + len(COMMON)) of each of its ``proposals``."""

    base: Hypothesis[S, A, M]
    proposals: Proposals[A]
    features: Floats
    allowed: NDArray[np.bool_]  # (C,) which of them are branches of their own

    def is_legal(self, which: int) -> bool:
        """Whether a branch is a legal act."""
        acts = len(self.proposals.acts) - self.proposals.tables
        return UNEXPLAINED < which < 2 + acts and not self.proposals.faults[which - 2]

    @property
    def after_legal_acts(self) -> bool:
        """Whether they begin with something that was done, and all of it legal."""
        steps = self.base.steps
        return bool(steps) and all(step.kind == "act" and not step.faults for step in steps)

    def legal(self) -> list[int]:
        """Which of the branches are legal acts."""
        return [which for which in np.flatnonzero(self.allowed).tolist() if self.is_legal(which)]

    def step(self, which: int) -> Step[A] | None:
        """What is done in a branch, None if it is no act."""
        if which in (NOTHING, UNEXPLAINED):
            return None
        act, faults = self.proposals.acts[which - 2], self.proposals.faults[which - 2]
        is_table = which - 2 >= len(self.proposals.acts) - self.proposals.tables
        kind: Literal["table", "act"] = "table" if is_table else "act"
        return Step(kind, act, () if is_table else faults, state=self.base.state)


@dataclass(frozen=True)
class Scored(Generic[S, A, M]):
    """Branches, and how likely (C,) each is; minus infinity for those that are none."""

    branches: Branches[S, A, M]
    log_p: Floats


class Grower(Generic[S, A, M, E]):
    """Grows hypotheses of one game by what a stretch shows."""

    def __init__(self, game: Follows[S, A, M, E], weights: Weights) -> None:
        """``weights`` has one for each of the game's features, and for those in COMMON."""
        self.game, self.weights = game, weights
        self.vector = weights.vector((*game.FEATURES, *COMMON))
        self.own = self.vector[: len(game.FEATURES)]
        # What is said of an act whatever is seen: of two acts it counts twice, while the table is seen but once.
        self._is_prior = np.array([name in game.PRIORS for name in game.FEATURES] + [True] * len(COMMON))

    def through(self, hypothesis: Hypothesis[S, A, M], seen: E, heat: float) -> list[Scored[S, A, M]]:
        """A hypothesis through one stretch: by at most one act, and by one more after the act that explains most; or
        if that is none that is legal, after any that might have been the first of two. ``heat``: by what log-odds are
        divided."""
        single = [self._scored(hypothesis, branches, heat) for branches in self.first(hypothesis, seen)]
        best = max(single, key=lambda each: float(each.log_p.max()))
        which = int(best.log_p.argmax())
        if which == NOTHING:
            return single
        if best.branches.is_legal(which):
            firsts = [(best, which)]
        else:
            legal = [(each, i) for each in single for i in each.branches.legal()]
            firsts = sorted(legal, key=lambda first: -float(first[0].log_p[first[1]]))[:_FIRST_ACTS]
        double = [
            self._scored(hypothesis, branches, heat)
            for each, first in firsts
            for branches in self.second(hypothesis, each.branches, first, seen)
        ]
        return single + double

    def scored(self, hypothesis: Hypothesis[S, A, M], seen: E) -> list[Scored[S, A, M]]:
        """A hypothesis through one stretch, the log-odds as weak as they are under its condition."""
        return self.through(hypothesis, seen, self.weights.temperature[seen.condition])

    def likeliest(self, scored: Sequence[Scored[S, A, M]], most: int) -> list[Hypothesis[S, A, M]]:
        """At most so many of the hypotheses at the ends of all branches, the likeliest first, equal ones among them;
        without what is hopeless beside the first."""
        log_p = np.concatenate([each.log_p for each in scored])
        of = np.repeat(np.arange(len(scored)), [len(each.log_p) for each in scored])
        first = np.concatenate([[0], np.cumsum([len(each.log_p) for each in scored])])
        best = np.argsort(-log_p, kind="stable")[:most]
        return [
            self.grown(scored[of[i]].branches, int(i - first[of[i]]), float(log_p[i])).without_undone(
                only_begun=True
            )
            for i in best
            if log_p[i] > log_p[best[0]] - HOPELESS
        ]

    def remembered(self, hypothesis: Hypothesis[S, A, M], seen: E) -> Hypothesis[S, A, M]:
        """A hypothesis at the end of a stretch that was ``seen`` last so."""
        memory = self.game.remember(
            hypothesis.state, hypothesis.fault, hypothesis.memory, seen, self.own, hypothesis.unexplained
        )
        lay_s = 0.0 if hypothesis.fault is None else hypothesis.lay_s + seen.settled_for_s
        return replace(hypothesis, memory=memory, lay_s=lay_s)

    def _scored(
        self, hypothesis: Hypothesis[S, A, M], branches: Branches[S, A, M], heat: float
    ) -> Scored[S, A, M]:
        log_p = hypothesis.log_p + branches.features @ self.vector / heat
        return Scored(branches, np.where(branches.allowed, log_p, -np.inf))

    def first(self, hypothesis: Hypothesis[S, A, M], seen: E) -> list[Branches[S, A, M]]:
        """The branches in which at most one act is done."""
        every = [self._branches(base, hypothesis, seen) for base in self._bases(hypothesis)]
        if hypothesis.fault is not None:
            goes_on, restored, accepted = every
            every = [goes_on, restored, self._but_for_undone(hypothesis.fault, accepted, restored)]
        return every

    def _but_for_undone(
        self, fault: A, accepted: Branches[S, A, M], restored: Branches[S, A, M]
    ) -> Branches[S, A, M]:
        """Those branches in which a faulty act was let stand, but for acts after which the table looks in every way
        as if it was taken back: so it was; and for those that take back a part of it."""
        looks_so = accepted.features[:, ~self._is_prior] == restored.features[NOTHING, ~self._is_prior]
        undone = looks_so.all(1)
        acts, state = accepted.proposals.acts, restored.base.state
        undone[2:] |= np.array([self.game.takes_back(state, fault, act) for act in acts], bool)
        return replace(accepted, allowed=accepted.allowed & ~undone)

    def second(
        self, hypothesis: Hypothesis[S, A, M], branches: Branches[S, A, M], which: int, seen: E
    ) -> list[Branches[S, A, M]]:
        """The branches in which one more is done in the same stretch (people are quick), or something is seen
        besides, after the first act, which is a branch of its own; none after a faulty one."""
        if not branches.is_legal(which):
            return []
        after = self.grown(branches, which, 0.0)
        of_first = branches.features[which] * self._is_prior
        then = self._branches(after, hypothesis, seen, second=True)
        return [replace(then, features=then.features + of_first)]

    def grown(self, branches: Branches[S, A, M], which: int, log_p: float) -> Hypothesis[S, A, M]:
        """The hypothesis at the end of one branch."""
        base, step = branches.base, branches.step(which)
        if step is None:
            return replace(base, log_p=log_p, unexplained=which == UNEXPLAINED)
        state = base.state if step.faults else self.game.apply(base.state, step.act)
        fault = step.act if step.faults else None
        lay_s = 0.0 if step.faults else base.lay_s
        steps = (*base.steps, step)
        return replace(
            base, state=state, fault=fault, steps=steps, log_p=log_p, unexplained=False, lay_s=lay_s
        )

    def _bases(self, hypothesis: Hypothesis[S, A, M]) -> Iterator[Hypothesis[S, A, M]]:
        """The hypothesis as it is; where a faulty act lies on the table, also with that taken back, or let stand."""
        yield hypothesis
        act = hypothesis.fault
        if act is None:
            return
        begun = hypothesis.lay_s < BEGUN_S
        restored = Step("restored", act, begun=begun, state=hypothesis.state)
        accepted = Step("accepted", act, state=hypothesis.state)
        memory = self.game.ended(hypothesis.memory, stood=False)
        yield replace(hypothesis, memory=memory, fault=None, steps=(*hypothesis.steps, restored))
        after, memory = self.game.apply(hypothesis.state, act), self.game.ended(hypothesis.memory, stood=True)
        yield replace(hypothesis, state=after, memory=memory, fault=None, steps=(*hypothesis.steps, accepted))

    def _branches(
        self, base: Hypothesis[S, A, M], before: Hypothesis[S, A, M], seen: E, second: bool = False
    ) -> Branches[S, A, M]:
        proposals = self.game.proposals(base.state, base.fault, base.memory, seen, self.own)
        new = base.steps[len(before.steps) :]
        restored = [step.act for step in new if step.kind == "restored"]
        accepted = any(step.kind == "accepted" for step in new)
        allowed = np.ones(len(proposals.features), bool)
        if restored:  # nobody would see that it was taken back, and done again
            allowed[2:] = [act not in restored for act in proposals.acts]
        # Who lets an act stand does so by playing on; and one act with nothing after it is a branch already.
        allowed[NOTHING] = not (accepted or second)
        allowed[UNEXPLAINED] = not accepted
        common = _common(proposals, before.unexplained, seen)
        if second:  # what was done with the fault that lay there is said of the first act already
            common[:, _COLUMN["act, after something unexplained"]] = 0
            common[UNEXPLAINED:, _COLUMN["second at once"]] = 1
            common[UNEXPLAINED, _COLUMN["unexplained, second at once"]] = 1
            common[:, _COLUMN["fault, second at once"]] = common[:, _COLUMN["fault"]]
        else:
            common[:, _COLUMN["restored"]] = bool(restored)
            common[:, _COLUMN["restored, seconds short of done"]] = bool(restored) * _short_of_done_s(seen)
            common[:, _COLUMN["let stand"]] = accepted
            common[2:, _COLUMN["restored, and more at once"]] = bool(restored)
            if restored:  # so something was done, if nothing more
                common[NOTHING, _COLUMN["nothing, after something unexplained"]] = 0
                common[NOTHING, _COLUMN["act, after something unexplained"]] = before.unexplained
        if base.fault is not None and base.steps:
            common[NOTHING, _COLUMN["fault lies untold, seconds short of done"]] = _short_of_done_s(seen)
        return Branches(base, proposals, np.hstack([proposals.features, common]), allowed)


def _short_of_done_s(seen: Seen) -> float:
    """For how long the table has to rest until all that was begun is done, in seconds."""
    return max(0.0, DONE_AFTER_S - seen.settled_for_s)


def _common(proposals: Proposals[A], unexplained: bool, seen: Seen) -> Floats:
    """(C, len(COMMON)) what is said of each branch, whatever the game; ``unexplained``: something was in the stretch
    before."""
    common = np.zeros((len(proposals.features), len(COMMON)))
    acts = slice(2, len(common) - proposals.tables)
    is_fault = np.array([bool(faults) for faults in proposals.faults[: acts.stop - 2]], bool)
    for name, rows, value in (
        ("nothing, after something unexplained", NOTHING, float(unexplained)),
        ("act, after something unexplained", acts, float(unexplained)),
        ("fault, after something unexplained", acts, is_fault * unexplained),
        ("fault", acts, is_fault),
        ("fault, seconds short of done", acts, is_fault * _short_of_done_s(seen)),
        ("table counts as it lies", slice(acts.stop, None), 1.0),
        ("unexplained", UNEXPLAINED, 1.0),
        ("unexplained still", UNEXPLAINED, float(unexplained)),
    ):
        common[rows, _COLUMN[name]] = value
    common[UNEXPLAINED, [_COLUMN[name] for name in RESTS]] = rested_s(seen.settled_for_s)
    return common

"""What was told may have been otherwise. Accounts that contradict it sleep as long as what follows fits what was
told: so they cost nothing. When something does not, they are woken, and carried through the looks meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic

from companion.follow.branches import E, Grower
from companion.follow.hypothesis import A, Hypothesis, M, S, best_of_each

CONTRADICTING = 4  # so many accounts are kept that contradict what was told
IN_DOUBT = (
    4  # so many of the last steps told may be doubted: what is farther back, later looks tell no better
)
_ASLEEP_FOR = 8  # stretches: what was told before is not doubted any more
_EACH = 2  # so many accounts each of them is carried on as


def fits(beam: Sequence[Hypothesis[S, A, M]], told: int) -> bool:
    """Whether what was seen last is what one expects after what was ``told``, so many steps: nothing, or a legal
    act."""
    best = beam[0]
    legal = all(step.kind == "act" and not step.faults for step in best.steps)
    return best.since == told and not best.unexplained and legal


@dataclass(frozen=True)
class _Passed(Generic[E]):
    """The last look at a stretch, and by how much (natural logarithm) it made all accounts likelier."""

    seen: E
    gained: float


@dataclass(frozen=True)
class _Asleep(Generic[S, A, M]):
    """An account at the end of a stretch, so many stretches ago."""

    hypothesis: Hypothesis[S, A, M]
    ago: int = 0


class Doubts(Generic[S, A, M, E]):
    """The accounts that sleep."""

    def __init__(self, grower: Grower[S, A, M, E]) -> None:
        """None does yet."""
        self._grower = grower
        self._passed: list[_Passed[E]] = []
        self._asleep: list[_Asleep[S, A, M]] = []

    def end_stretch(self, seen: E, gained: float, asleep: Sequence[Hypothesis[S, A, M]]) -> None:
        """A stretch is over, which was ``seen`` last so: these accounts fall ``asleep``, beside those that sleep."""
        self._passed = [*self._passed, _Passed(seen, gained)][-_ASLEEP_FOR:]
        older = (replace(each, ago=each.ago + 1) for each in self._asleep)
        every = [*map(_Asleep, asleep), *(each for each in older if each.ago < len(self._passed))]
        self._asleep = sorted(every, key=lambda each: -each.hypothesis.log_p)[: 2 * CONTRADICTING]

    def wake(self) -> list[Hypothesis[S, A, M]]:
        """The likeliest of all that slept, as they are now, at the end of the last stretch."""
        woken = [account for each in self._asleep for account in self._carried_on(each)]
        self._asleep = []
        return best_of_each(sorted(woken, key=lambda each: -each.log_p))[:CONTRADICTING]

    def _carried_on(self, asleep: _Asleep[S, A, M]) -> list[Hypothesis[S, A, M]]:
        fell, *since = self._passed[len(self._passed) - 1 - asleep.ago :]
        accounts = [self._grower.remembered(asleep.hypothesis, fell.seen)]
        for passed in since:
            scored = [each for account in accounts for each in self._grower.scored(account, passed.seen)]
            accounts = [
                self._grower.remembered(replace(each, log_p=each.log_p - passed.gained), passed.seen)
                for each in self._grower.likeliest(scored, _EACH)
            ]
        return accounts

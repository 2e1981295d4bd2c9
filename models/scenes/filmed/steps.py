"""Scripts of filmed games, of any game that plays against the rules too: the steps, and the best of many tries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.follow.hypothesis import A, S
from referee.game import Verdict

R = TypeVar("R")  # how a game ended

_TRIES = 40


@dataclass(frozen=True)
class Step(Generic[S, A]):
    """An act by ``player``'s hand, the states ``before`` it and ``after`` it, from which the game goes on, what the
    referee says, and whether it ``stands``: legal ones do, and mistakes that nobody takes back."""

    act: A
    player: str
    before: S
    after: S
    verdict: Verdict
    stands: bool


@dataclass(frozen=True)
class Script(Generic[S, A, R]):
    """The steps in order, the state that they lead to, and how the game ended (None: cut short)."""

    steps: tuple[Step[S, A], ...]
    final: S
    result: R | None

    @property
    def faults(self) -> frozenset[str]:
        """Every fault that occurs."""
        return frozenset(fault for step in self.steps for fault in step.verdict.faults)


def best_of_many(
    improvise: Callable[[], Script[S, A, R]], worth: Callable[[Script[S, A, R]], float]
) -> Script[S, A, R]:
    """The first script whose ``worth`` is 1, or the one that comes nearest to it in many tries."""
    best = improvise()
    for _ in range(_TRIES):
        if worth(best) == 1:
            break
        best = max(best, improvise(), key=worth)
    return best


def granted(*wishes: tuple[float, bool]) -> float:
    """How much of what is wished for is there, 0..1; each wish with its weight, and whether it is granted."""
    return sum(weight for weight, there in wishes if there) / sum(weight for weight, _ in wishes)

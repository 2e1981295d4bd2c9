"""What may have happened at the table: immutable values that the tracker carries from stretch to stretch."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, TypeVar

S = TypeVar("S", bound=Hashable)  # a game's state, as the referee knows it
A = TypeVar("A", bound=Hashable)  # an act of the game
M = TypeVar("M")  # what is remembered of how the table looked: see ``Follows``


@dataclass(frozen=True)
class Step(Generic[A]):
    """One thing that people did: an ``act``, legal or with ``faults``; ``restored``: a faulty act was taken back;
    ``accepted``: it was let stand, since play went on; ``table``: nobody knows what was done, and the table counts as
    it lies, which the act says."""

    kind: Literal["act", "restored", "accepted", "table"]
    act: A
    faults: tuple[str, ...] = ()
    begun: bool = field(default=False, compare=False)  # of what is restored: it was not done, but only begun
    state: Any = field(
        default=None, compare=False, repr=False
    )  # in which it was done, by the account that has it


@dataclass(frozen=True)
class Hypothesis(Generic[S, A, M]):
    """One account of the game up to now. ``steps`` are those not told yet, the oldest first; of an account that
    contradicts what was told, all since then: ``since`` says after how many steps that were told its own begin.
    ``fault`` is a faulty act that lies on the table; ``log_p`` is known up to a constant that all hypotheses of one
    beam share."""

    state: S
    memory: M
    fault: A | None = None
    steps: tuple[Step[A], ...] = ()
    log_p: float = 0.0
    unexplained: bool = False  # something was seen in this stretch that no act of this account explains
    lay_s: float = 0.0  # for so long the table rested with the faulty act on it, before this stretch
    since: int = 0

    def without_undone(self, only_begun: bool = False) -> Hypothesis[S, A, M]:
        """The same, but for faulty acts that were taken back, of which nothing is seen any more; or for those of them
        that were ``only_begun``."""
        left: list[Step[A]] = []
        for step in self.steps:
            counts = step.begun or not only_begun
            if step.kind == "restored" and counts and left and left[-1].act == step.act:
                left.pop()
            else:
                left.append(step)
        return replace(self, steps=tuple(left))

    def begun_at(self, at: int, told: tuple[Step[A], ...]) -> Hypothesis[S, A, M]:
        """The same, its steps counted from the one told after ``at`` others on, at the latest; ``told`` are all."""
        if self.since <= at:
            return self
        return replace(self, steps=told[at : self.since] + self.steps, since=at)

    def after(self, told: tuple[Step[A], ...]) -> Hypothesis[S, A, M]:
        """As it goes on from what was ``told``, if it agrees with that; else the same."""
        due = told[self.since :]
        if self.steps[: len(due)] != due:
            return self
        return replace(self, steps=self.steps[len(due) :], since=len(told))

    @property
    def key(self) -> tuple[Hashable, ...]:
        """Two hypotheses with one key are the same account, and only the likelier is kept."""
        return (self.state, self.fault, self.steps, self.unexplained, self.since)


def best_of_each(beam: Iterable[Hypothesis[S, A, M]]) -> list[Hypothesis[S, A, M]]:
    """The likeliest of those that are one account, where the likeliest of all come first."""
    best: dict[object, Hypothesis[S, A, M]] = {}
    for hypothesis in beam:
        best.setdefault(hypothesis.key, hypothesis)
    return list(best.values())


def fairest(beam: Sequence[Hypothesis[S, A, M]]) -> Hypothesis[S, A, M]:
    """Of the accounts of a ``beam`` (the likeliest first) that tell what was done, whatever else lies there, the
    likeliest that accuses nobody, of these one that leaves something unexplained before others; else the likeliest
    of all. Where the likeliest agrees with what was told, so do the others."""
    alike = [each for each in beam if each.since == beam[0].since]
    told = [each for each in alike if each.steps and all(step.kind != "table" for step in each.steps)]
    fair = [each for each in told if not any(step.faults for step in each.steps)]
    lacking = [each for each in fair if each.unexplained]
    return [*lacking, *fair, *told, beam[0]][0]

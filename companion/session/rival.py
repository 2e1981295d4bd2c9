"""A setting of the board that could not be made out: the first acts tell. The game is followed by the other value
too, and as long as that may be the right one, nobody is accused by this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic

from companion.follow.decision import Decision
from companion.follow.hypothesis import A, M, S, Step
from companion.follow.tracker import Tracker
from companion.session.played import E

ACTS_TO_ASK = 2  # so many acts that fit only the other value are no mistake of one player
ACTS_TO_BE_SURE = 4  # nobody answered, and play went on


@dataclass
class Rival(Generic[S, A, M, E]):
    """The game as it would be by the other value, from ``start`` on. ``done`` are its acts so far, all legal;
    ``held`` is what was decided by this value, and not told yet."""

    start: S
    tracker: Tracker[S, A, M, E]
    done: list[Step[A]] = field(default_factory=list)
    held: list[Decision[A]] = field(default_factory=list)
    asked: bool = False
    refuted: bool = False  # an act fits it no better

    def see(self, seen: E, decisions: Sequence[Decision[A]]) -> list[Decision[A]]:
        """Take in a look, of which so much was decided by this value; what of it is to be told now."""
        for decision in self.tracker.see(seen):
            if (
                decision.kind == "told"
                and decision.step
                and decision.step.kind == "act"
                and not decision.step.faults
            ):
                self.done.append(decision.step)
            elif decision.kind != "forgotten":
                self.refuted = True
        legal = all(each.kind == "forgotten" or (each.step and not each.step.faults) for each in decisions)
        if not self.held and legal:
            self.refuted = self.refuted or bool(decisions)  # an act that fits this value fits no other
            return list(decisions)
        self.held += decisions
        if self.refuted or not (self.done or self.tracker.waits):
            told, self.held = self.held, []
            return told
        return []

    def asks(self) -> bool:
        """Whether it is time to ask people, which is done once."""
        if self.asked or len(self.done) < ACTS_TO_ASK or not self.held:
            return False
        self.asked = True
        return True

    @property
    def sure(self) -> bool:
        """Whether it is the right value, though nobody said so."""
        return bool(self.held) and len(self.done) >= ACTS_TO_BE_SURE

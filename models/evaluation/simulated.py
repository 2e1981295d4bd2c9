"""Simulated games through the tracker: is each act told as it was done, and nothing else?"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.follow.branches import DONE_AFTER_S
from companion.follow.decision import Costs
from companion.follow.hypothesis import Step
from companion.follow.tracker import Tracker
from companion.follow.weights import Weights
from models.fitting.examples import Moment, while_it_rests
from models.simulated.noise import Noise
from models.simulated.registry import simulated

_LATE = 10  # looks: told by what followed
Told = tuple[int, Step[Any], float]  # at which look, what, with which posterior


@dataclass
class Result:
    """What came of one game or of many. ``missed`` and ``invented`` by kind of act; ``lines`` say each. ``begun``: so
    many mistakes were put back before they had lain for as long as it takes to count as done; to tell them is no
    error, and not to tell them is none."""

    acts: int = 0
    begun: int = 0
    exact: int = 0
    late: int = 0
    false_alarms: int = 0
    unclear: int = 0
    looks: int = 0
    seconds: float = 0.0
    missed: Counter[str] = field(default_factory=Counter)
    invented: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)

    def add(self, other: Result) -> None:
        """Count another game in."""
        for name in (
            "acts",
            "begun",
            "exact",
            "late",
            "false_alarms",
            "unclear",
            "looks",
            "seconds",
            "missed",
            "invented",
            "lines",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))


def evaluate(game: str, seed: int, weights: Weights, noise: Noise) -> Result:
    """One simulated game through the tracker. Who is asked answers; what he was asked for is not told exactly. Where
    the table was made otherwise, his answer tells of what was done with that, too."""
    module = simulated(game)
    moments = list(module.moments(seed, noise))
    costs, start = Costs.read(Costs.SHIPPED), time.perf_counter()
    tracker: Tracker[Any, Any, Any, Any] = Tracker(
        module.GAME, weights, costs, moments[0].state, moments[0].seen
    )
    told: list[Told] = []
    answers: list[int] = []
    result, asked = Result(looks=len(moments)), False
    for at, moment in enumerate(moments[1:], start=1):
        for decision in (each for seen in while_it_rests(moment.seen) for each in tracker.see(seen)):
            if decision.kind == "unclear":
                result.unclear, asked = result.unclear + 1, True
                result.lines.append(f"{game} {seed} look {at}: unclear {decision.options[:3]}")
            elif decision.kind in ("told", "revised") and decision.step is not None and not decision.again:
                told.append((at, decision.step, decision.p))
        if asked and not moment.half_done:  # who is asked says how the game stands
            tracker.restart(moment.state, moment.fault, moment.seen)
            answers.append(at)
            asked = False
    result.seconds = time.perf_counter() - start
    judge(result, moments, told, answers, f"{game} {seed}")
    return result


def _only_begun(moments: Sequence[Moment[Any, Any, Any]], at: int, until: int) -> bool:
    """Whether a faulty act, done before the look ``at``, was put back ``until`` another one, and did not lie there in
    peace for as long as an act takes that is done."""
    if until == at or until >= len(moments) or moments[until].steps[0].kind != "restored":
        return False
    return max(moment.seen.settled_for_s for moment in moments[at:until]) < DONE_AFTER_S


def judge(
    result: Result, moments: Sequence[Moment[Any, Any, Any]], told: list[Told], answers: list[int], name: str
) -> None:
    """Hold what was told against what was done: exact is what is told before, or with, what is done next."""
    due = [(at, step) for at, moment in enumerate(moments) for step in moment.steps]
    left = list(told)
    remade = -1  # until this look it was told by hand how the table lies
    for i, (at, step) in enumerate(due):
        until = due[i + 1][0] if i + 1 < len(due) else len(moments)
        match = next((each for each in left if each[1] == step and at <= each[0] <= at + _LATE), None)
        exact = match is not None and match[0] <= max(until, at + 1)
        if match:
            left.remove(match)
        if step.faults and _only_begun(moments, at, until):
            result.begun += 1
            continue
        if match is None and step.kind == "table":
            remade = next((answer for answer in answers if at <= answer <= at + _LATE), -1)
        if step.kind == "act" and (match or at > remade):
            result.acts += 1
            result.exact += exact
            result.late += match is not None and not exact
            if match is None:
                result.missed["+".join(step.faults) or "legal"] += 1
                result.lines.append(f"{name} look {at}: missed {step}")
    for at, step, p in left:
        if step.kind == "act":
            result.false_alarms += 1
            result.invented["+".join(step.faults) or "legal"] += 1
            result.lines.append(f"{name} look {at}: told, but not done (p {p:.5f}): {step}")

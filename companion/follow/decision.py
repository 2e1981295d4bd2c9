"""When an act is told, and when a person is asked: what costs least."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import ClassVar, Generic, Literal

import numpy as np
from numpy.typing import NDArray

from companion.follow.hypothesis import A, Hypothesis, M, S, Step


@dataclass(frozen=True)
class Costs:
    """What goes wrong costs so many seconds of waiting; all else follows from these five numbers."""

    SHIPPED: ClassVar[Path] = Path(__file__).with_name("costs.json")

    false_fault: float  # somebody is accused of what he did not do
    false_act: float  # something is told that was not done, or otherwise
    asking: float  # a person is asked what happened
    waiting: float  # for the next look: an act that will be told has not been told yet
    missing: float  # an act is never told, and the table counts as it lies

    def risk(self, step: Step[A] | None, p: float) -> float:
        """What it costs, on the average, to go by a ``step`` (None: nothing was done) with a posterior of ``p``."""
        lost = self.missing if step and step.kind == "table" else 0.0
        return lost + (1 - p) * (self.false_fault if step and step.faults else self.false_act)

    @staticmethod
    def read(path: Path) -> Costs:
        """The costs in a file such as the one that is SHIPPED."""
        told = json.loads(path.read_text("utf-8"))
        return Costs(**{cost.name: float(told[cost.name]["seconds"]) for cost in fields(Costs)})


@dataclass(frozen=True)
class Decision(Generic[A]):
    """What is told. ``told``: the ``step``, with its posterior ``p``; ``again``, if it was told before what was told
    meanwhile was revised. ``revised``: the last steps told, as many as ``back`` says, were none, but the ``step`` was
    done. ``unclear``: it is not known which of the
    ``options`` was done, the likeliest first, each with its posterior. ``passed over``: play went on, and what
    was done will not be known any more, but for the last steps, as many as are ``kept``; the table counts as it lies,
    as the likeliest account, the steps ``over``, leaves it. ``forgotten``: what may have been done and was taken
    back."""

    kind: Literal["told", "revised", "unclear", "passed over", "forgotten"]
    p: float
    step: Step[A] | None = None
    options: tuple[tuple[Step[A] | None, float], ...] = ()
    kept: int = 0
    over: tuple[Step[A], ...] = ()
    back: int = 0
    again: bool = False


@dataclass(frozen=True)
class Episode:
    """A time in which something waits to be told: ``since`` when (seconds), and whether a person was asked."""

    since: float | None = None
    asked: bool = False

    def now(self, waits: bool, t: float) -> Episode:
        """The episode goes on, begins, or is over."""
        if not waits:
            return Episode()
        return self if self.since is not None else Episode(t)

    def waited_s(self, t: float) -> float:
        """For how long something has waited."""
        return 0.0 if self.since is None else t - self.since


def waits(beam: Sequence[Hypothesis[S, A, M]], told: int = 0) -> bool:
    """Whether something was likely done or seen that is not told yet, or what was ``told``, so many steps, is likely
    wrong."""
    return bool(beam[0].steps) or beam[0].unexplained or beam[0].since < told


def decide(
    beam: Sequence[Hypothesis[S, A, M]], episode: Episode, t: float, costs: Costs, told: int = 0
) -> Decision[A] | None:
    """What there is to tell at ``t`` seconds, None if it is better to wait. A step is told as soon as the risk of
    telling it costs less than waiting for the next look, or than waiting has cost already; and when that is as much
    as asking costs, a person is asked. If nobody answers, it is told as soon as that costs less than that it is never
    told; and if play goes on, it is told, or passed over, whichever costs less. What was told, so many steps, is
    revised by the same rule: accounts that contradict it are weighed with those that agree."""
    options = first_steps(beam, told)
    (since, step), p = options[0]
    most = costs.missing if episode.asked else costs.asking
    spent = min(max(costs.waiting, episode.waited_s(t)), most)
    is_sure = costs.risk(step, p) < spent
    if since < told:
        if is_sure and step is not None:
            return Decision("revised", p, step, back=told - since)
    elif step is not None and is_sure:
        return Decision("told", p, step)
    elif (passed := _without_asking(beam, step, p, episode.asked, spent, costs, told)) is not None:
        return passed if passed.kind != "passed over" else replace(passed, options=_steps(options))
    if waits(beam, told) and not episode.asked and spent >= most:
        return Decision("unclear", p, options=_steps(options))
    return None


def _without_asking(
    beam: Sequence[Hypothesis[S, A, M]],
    step: Step[A] | None,
    p: float,
    asked: bool,
    spent: float,
    costs: Costs,
    told: int,
) -> Decision[A] | None:
    """What becomes of a step that is not sure enough to be told, if no person is asked (now, or any more)."""
    over = step is not None and costs.risk(step, p) >= costs.missing
    net = [each.without_undone() if each.since == told else each for each in beam]
    if any(len(each.steps) < len(hypothesis.steps) for each, hypothesis in zip(net, beam, strict=True)):
        (since, left), p_left = first_steps(net, told)[0]
        if since == told and costs.risk(left, p_left) < spent:
            best = next(each for each in net if each.since == told)
            undone = step is not None and step not in best.steps
            return Decision("told", p, step) if undone and not over else Decision("forgotten", p_left)
    agreeing = [each for each in beam if each.since == told]
    if step is None or not asked or len(agreeing[0].steps) < 2:
        return None
    if not over:
        return Decision("told", p, step)
    steps = agreeing[0].steps
    kept = min(common_end(agreeing, 1 - costs.missing / costs.false_act), len(steps) - 1)
    while kept and steps[-kept].kind in ("restored", "accepted"):
        kept -= 1  # what became of a faulty act is no step of its own where that act is passed over
    return Decision("passed over", p, None, kept=kept, over=steps[: len(steps) - kept])


def common_end(beam: Sequence[Hypothesis[S, A, M]], least_p: float) -> int:
    """With how many steps the likeliest account ends that are the last ones of others too, of a posterior of
    ``least_p`` together."""
    shares, best = _shares(beam), beam[0].steps
    for count in range(len(best), 0, -1):
        alike = [each.steps[-count:] == best[-count:] for each in beam]
        if float(shares[alike].sum()) >= least_p:
            return count
    return 0


def first_steps(
    beam: Sequence[Hypothesis[S, A, M]], told: int = 0
) -> list[tuple[tuple[int, Step[A] | None], float]]:
    """What was done first of all that is not told yet (None: nothing), each with its posterior, the likeliest first;
    and with after how many of the steps ``told`` it was, fewer than all where it contradicts the next one. An account
    that contradicts what was told may have a step all the same that others have after that."""
    shares = _shares(beam).tolist()
    posterior: dict[tuple[int, Step[A] | None], float] = {}
    for each, share in zip(beam, shares, strict=True):
        first = each.since, each.steps[0] if each.steps else None
        posterior[first] = posterior.get(first, 0.0) + share
    for since, step in [first for first in posterior if first[0] == told and first[1] is not None]:
        alike = (each.since < told and step in each.steps[1:] for each in beam)
        posterior[since, step] += sum(share for share, also in zip(shares, alike, strict=True) if also)
    return sorted(posterior.items(), key=lambda each: -each[1])


def _steps(
    options: Sequence[tuple[tuple[int, Step[A] | None], float]],
) -> tuple[tuple[Step[A] | None, float], ...]:
    return tuple((step, p) for (_, step), p in options)


def _shares(beam: Sequence[Hypothesis[S, A, M]]) -> NDArray[np.float64]:
    """(K,) the posterior of each account."""
    log_p = np.array([hypothesis.log_p for hypothesis in beam])
    shares = np.exp(log_p - log_p.max())
    return np.asarray(shares / shares.sum())

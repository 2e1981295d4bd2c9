"""A beam of hypotheses about the last few acts (multiple-hypothesis tracking, Reid 1979): each look at a stretch
carries every hypothesis on by nothing, by one act, by two; equal ones are merged, the best are kept, and what they
agree on is told (``companion.follow.decision``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Generic

from companion.follow.branches import E, Grower, Scored
from companion.follow.decision import Costs, Decision, Episode, decide, waits
from companion.follow.doubts import CONTRADICTING, IN_DOUBT, Doubts, fits
from companion.follow.follows import UNEXPLAINED, Follows
from companion.follow.hypothesis import A, Hypothesis, M, S, Step, best_of_each
from companion.follow.weights import Weights

BEAM = 32


class Tracker(Generic[S, A, M, E]):
    """Follows one game. ``beam`` are the hypotheses after the last look, the likeliest first."""

    def __init__(self, game: Follows[S, A, M, E], weights: Weights, costs: Costs, state: S, seen: E) -> None:
        """``seen``: the table at rest, as ``state`` has it."""
        self.game, self.weights, self.costs = game, weights, costs
        self._grower = Grower(game, weights)
        self.restart(state, None, seen)

    def restart(self, state: S, fault: A | None, seen: E) -> None:
        """A person said how the game stands: so the table lies, as it was ``seen``."""
        self._begin([Hypothesis(state, self.game.begin(state, seen), fault)], seen)

    def let_stand(self, state: S, seen: E, counts: Callable[[S], S | None]) -> None:
        """Nobody knows what was done, and nobody is accused of what lies there: it counts as ``state`` has it. Each
        account that leaves the table so ``counts`` too, as that has it: whose turn it is, what follows may tell."""
        begun: list[Hypothesis[S, A, M]] = [Hypothesis(state, self.game.begin(state, seen))]
        for each in self.beam:
            stood = each.state if each.fault is None else self.game.apply(each.state, each.fault)
            other = counts(stood)
            if other is not None and not each.unexplained:
                begun.append(Hypothesis(other, self.game.begin(other, seen), log_p=each.log_p))
        self._begin(best_of_each(begun), seen)

    def _begin(self, begun: Sequence[Hypothesis[S, A, M]], seen: E) -> None:
        self._before: Sequence[Hypothesis[S, A, M]] = begun
        self.beam: Sequence[Hypothesis[S, A, M]] = self._before
        self._doubts = Doubts(self._grower)
        self._told: tuple[Step[A], ...] = ()
        self._taken_back: tuple[Step[A], ...] = ()  # of what was told, when that was revised
        self._seen, self._episode = seen, Episode()
        self._gained = 0.0  # by how much this look made all hypotheses likelier

    def see(self, seen: E) -> list[Decision[A]]:
        """Take in a look, and say what is told of it: steps in their order, or that something is unclear."""
        if seen.number != self._seen.number:
            self._end_stretch()
        self._seen = seen
        self.beam = self._kept(self._grown(seen))
        if not fits(self.beam, len(self._told)) and (woken := self._doubts.wake()):
            self._before = [*self._before, *woken]
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
        self._episode = self._episode.now(self.waits, t - self._seen.settled_for_s)
        decision = decide(self.beam, self._episode, t, self.costs, len(self._told))
        if decision and decision.step in self._taken_back:
            return replace(decision, again=True)
        return decision

    @property
    def waits(self) -> bool:
        """Whether something waits to be told, or what was told is likely wrong."""
        return waits(self.beam, len(self._told))

    def _go_by(self, decision: Decision[A]) -> None:
        """What was decided holds from now on; what is otherwise is forgotten. Of what is passed over nothing is, for
        it may have been any of them: how the table lies by each is remembered, and by which steps is not."""
        if decision.kind == "forgotten":
            self.beam = best_of_each(each.without_undone() for each in self.beam)
            self._before = best_of_each(each.without_undone() for each in self._before)
            return
        self._episode = Episode()
        if decision.kind == "passed over":
            self._pass_over(decision.kept)
            return
        if decision.step is None:
            return
        at = len(self._told) - decision.back
        if decision.kind == "revised":
            self._before = [each.begun_at(at, self._told) for each in self._before]
            self.beam = [each.begun_at(at, self._told) for each in self.beam]
            self._taken_back = self._told[at + 1 :]
        else:
            again = self._taken_back.index(decision.step) + 1 if decision.again else len(self._taken_back)
            self._taken_back = self._taken_back[again:]
        self._told = (*self._told[:at], decision.step)
        self.beam = self._after_told(self.beam)

    def _pass_over(self, kept: int) -> None:
        """What was done is not known, but for the last steps, ``kept`` many, of the likeliest account."""
        told = len(self._told)
        self.beam = [each for each in self.beam if each.since == told]
        steps = self.beam[0].steps[len(self.beam[0].steps) - kept :]
        ends_so = (each.steps[len(each.steps) - kept :] == steps for each in self.beam)
        self.beam = best_of_each(
            replace(each, steps=steps if alike else ())
            for each, alike in zip(self.beam, ends_so, strict=True)
        )
        self._before, self._doubts = self._remembered(self.beam), Doubts(self._grower)

    def _end_stretch(self) -> None:
        """What comes now is held against the stretch that was seen last."""
        told = len(self._told)
        agreeing = [each for each in self.beam if each.since == told]
        contradicting = [each for each in self.beam if each.since < told][:CONTRADICTING]
        sleep = fits(self.beam, told)
        self._doubts.end_stretch(self._seen, self._gained, contradicting if sleep else ())
        self._before = self._remembered(agreeing if sleep else [*agreeing, *contradicting])

    def _remembered(self, beam: Iterable[Hypothesis[S, A, M]]) -> list[Hypothesis[S, A, M]]:
        """Hypotheses at the end of the stretch that was seen last."""
        return [self._grower.remembered(each, self._seen) for each in beam]

    def _grown(self, seen: E) -> list[Hypothesis[S, A, M]]:
        """The best hypotheses after this look, equal ones among them."""
        scored = [each for before in self._before for each in self._grower.scored(before, seen)]
        grown = self._grower.likeliest(scored, 2 * BEAM)
        return [*grown, *self._lacking(scored)] if waits(grown) else grown

    def _lacking(self, scored: Sequence[Scored[S, A, M]]) -> list[Hypothesis[S, A, M]]:
        """The likeliest account, however unlikely, by which something legal was done, and a piece is missing or still
        lies about: if a person has to be asked, it says what for."""
        told = len(self._told)
        agreeing = (each for each in scored if each.branches.base.after(self._told).since == told)
        lacking = [each for each in agreeing if each.branches.after_legal_acts]
        if not lacking:
            return []
        best = max(lacking, key=lambda each: float(each.log_p[UNEXPLAINED]))
        return [self._grower.grown(best.branches, UNEXPLAINED, float(best.log_p[UNEXPLAINED]))]

    def _kept(self, grown: Sequence[Hypothesis[S, A, M]]) -> Sequence[Hypothesis[S, A, M]]:
        """The likeliest of each account, the best first."""
        kept = self._after_told(grown)[:BEAM]
        if not kept:
            return self.beam  # a later look does not take back what an earlier one made sure of
        self._gained = kept[0].log_p
        return [replace(hypothesis, log_p=hypothesis.log_p - kept[0].log_p) for hypothesis in kept]

    def _after_told(self, beam: Sequence[Hypothesis[S, A, M]]) -> list[Hypothesis[S, A, M]]:
        """The likeliest of each account, as it goes on from what was told. Those that contradict it tell what was
        done instead, or that nothing was (a card may only have been turned up); and none of them leaves just what a
        likelier one does which agrees, for then nobody will ever see which of the two is right."""
        left, kept, oldest = set[object](), list[Hypothesis[S, A, M]](), len(self._told) - IN_DOUBT
        for each in (account.after(self._told) for account in beam):
            leaves = each.state, each.fault
            if each.since == len(self._told):
                kept.append(each)
                left.add(leaves)
            elif each.since >= oldest and not each.unexplained and leaves not in left:
                kept.append(each)
        return best_of_each(kept)

"""A game as the tracker follows it: what it decides becomes acts, verdicts and events, and each act is stored before
it is told. It knows no game; see ``companion.session.played`` for what a game gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Generic

from companion.eyes.hints import NOTHING_KNOWN, Hints
from companion.follow.decision import Decision
from companion.follow.hypothesis import A, M, S, Step
from companion.follow.tracker import Tracker
from companion.messages import message
from companion.record.edits import FORCED, UNSURE
from companion.session import telling
from companion.session.differences import told_differences
from companion.session.doubt import why_asked
from companion.session.judged_game import Event, Fault, JudgedAct, JudgedGame
from companion.session.played import Colours, E, Json, LearntBoard, Played, T, Text
from companion.session.rival import Rival
from referee import records
from referee.game import Verdict
from referee.table import Lying


@dataclass
class TrackedGame(JudgedGame, Generic[S, A, M, E, T]):
    """A game under way. ``played`` is what it gives of its own; ``colours`` are the players'."""

    _: KW_ONLY
    played: Played[S, A, M, E, T]
    colours: Colours = field(default_factory=dict)
    learnt: LearntBoard | None = None  # what the board told before the game
    stretch: T | None = None  # as it was looked at last
    hints: Hints = NOTHING_KNOWN  # for the eyes
    unsure: tuple[str, ...] = ()  # what could not be made out of the board when the game began
    notes: tuple[Text, ...] = ()  # what a person should know of this game
    seen: E | None = None
    _other_start: S | None = None  # by the other value of a setting that could not be made out
    _rival: Rival[S, A, M, E] | None = None  # while that may be the right one
    _clear: tuple[Lying, E] | None = (
        None  # how the table lay when it was last as the game has it, and that look
    )
    # Where the table lies otherwise than the game has it: the state in which it lies, followed from there.
    _otherwise: tuple[S, Tracker[S, A, M, E]] | None = None
    _tracker: Tracker[S, A, M, E] | None = None  # None: until the table is seen to lie as the game has it

    def _follow_from(self, seen: E) -> None:
        """The table lies as the game has it: it is followed from there, by the other value of a setting too as long
        as nothing was told."""
        self._tracker = self.played.tracker(self.state, self._fault_act, seen)
        self._rival = self._otherwise = None
        if self._other_start is not None and not self.history and self.fault is None:
            self._rival = Rival(self._other_start, self.played.tracker(self._other_start, None, seen))

    @property
    def _standing(self) -> S:
        """The game as the tracker likeliest has it, as if a faulty act that lies there stood; or as it was told."""
        if self._tracker is None:
            told: S = self.state
            return told
        best = self._tracker.beam[0]
        return best.state if best.fault is None else self._tracker.game.apply(best.state, best.fault)

    def _follow(self, seen: E, tracker: Tracker[S, A, M, E]) -> Iterator[Event]:
        decisions = tracker.see(seen)
        if self._rival is not None:
            decisions = self._rival.see(seen, decisions)
            if self._rival.sure:
                self.keep(self._rival.start, records.header_fields(self._rival.start), None)
                self.resume(self._rival.start, [])
                yield from self._go_by(self._rival, seen.t)
                return
            if self._rival.asks():
                yield self._doubt(seen.t, self.played.which(self.start_state))
            if self._rival.held:
                return
            if self._rival.refuted:
                self._rival = None
        for decision in decisions:
            yield from self._decided(decision, seen, tracker)
            if self.phase == "over":
                return
        self._agree(seen, tracker)

    def _go_by(self, rival: Rival[S, A, M, E], t: float) -> Iterator[Event]:
        """The other value was the right one: what was done by it is told."""
        self._rival, self._tracker, self.notes = None, rival.tracker, ()
        for step in rival.done:
            yield from self._done(step, 1.0, t)

    def _agree(self, seen: E, tracker: Tracker[S, A, M, E]) -> None:
        """Where nothing waits to be told, the game is as the tracker has it, and what was unclear is so no more."""
        best = tracker.beam[0]
        if tracker.waits:
            return
        told = self.played.as_told
        if told(best.state) != told(self.state) or best.fault != self._fault_act:
            # Something was passed over, and what followed says that the table lies otherwise than was held likeliest.
            after = best.state if best.fault is None else tracker.game.apply(best.state, best.fault)
            said = best.fault is None and self.fault is None and self._counts(after) is self.state
            if not said:
                self._count_table(after, message("went_on"))
            if self.played.surely_otherwise(self._lies, seen):
                self._tracker = None  # the table is held against it anew
                return
            if said or best.fault is not None or told(after) != told(self.state):
                tracker.let_stand(self.state, seen, self._counts)
        self._clear = self._lies, seen
        if self.phase == "unclear":
            self._forget_doubts()
            self.phase = "waiting_restore" if self.fault else "playing"
        if self.phase == "playing":
            self.hints = replace(self.played.zone(self.hints, best.memory), clear_at=seen.t)

    def _decided(self, decision: Decision[A], seen: E, tracker: Tracker[S, A, M, E]) -> Iterator[Event]:
        """What the tracker decided, told."""
        if decision.kind == "unclear":
            yield self._ask(decision, seen, tracker)
        elif decision.kind == "passed over":
            self._pass_over(decision.over, tracker)
            if decision.kept == 0 and tracker.beam[0].fault is not None:
                tracker.let_stand(self.state, seen, self._counts)
            yield from self._tell_outcome(seen.t)
        elif decision.kind == "revised":
            yield from self._revise(decision, seen.t)
        elif decision.step is not None:
            told = self._done(decision.step, decision.p, seen.t)
            yield from (event for event in told if not decision.again or event["event"] == "outcome")

    def _revise(self, decision: Decision[A], t: float) -> Iterator[Event]:
        """What followed says that something else was done than was told."""
        self.take_back(decision.back)
        assert decision.step is not None
        for event in self._done(decision.step, decision.p, t):
            if event["event"] == "act" and self.last is not None:
                self.last, event = telling.otherwise(self.last, event)
            yield event

    def _done(self, step: Step[A], p: float, t: float) -> Iterator[Event]:
        """One thing that people did."""
        self.remember()
        step = self._recorded(step)
        if step.kind == "restored":
            if self.fault is not None:
                self.fault, self.phase = None, "playing"
                self._forget_doubts()
                yield telling.restored(t)
            return
        if step.kind == "table":
            self._count(step.act, message("went_on"))
        elif step.kind == "accepted":
            self._let_stand(self.fault.told if self.fault else self._judged(step.act))
        else:
            other = telling.turn_told_by(self.game, self.state, step.act, step.faults)
            if other is not None:  # after something was passed over, an act may tell who was on turn
                self._count_table(other, message("went_on"))
            yield self._tell(self._judged(step.act), p, t)
        yield from self._tell_outcome(t)
        yield from self._add_forced(t)

    def _recorded(self, step: Step[A]) -> Step[A]:
        """A step as records have it; if it says how the game began, that is kept."""
        start = self.played.begun(self.start_state, step.act)
        if start != self.start_state:
            self._begin_otherwise(start)
        return replace(step, act=self.played.recorded(step.act))

    def _begin_otherwise(self, start: S, lines: Sequence[records.Line] | None = None) -> None:
        """The game began in ``start``. What was told of it stands, whatever it would be called now; or the ``lines``
        are how it was told before."""
        lines = self._standing_in(start, self.written()) if lines is None else lines
        header = {**records.header_fields(start), UNSURE: list(self.unsure)}
        self.keep(self.state, header, None, [records.line_fields(self.game.ID, line) for line in lines])
        phase = self.phase
        super().resume(start, lines)
        self.phase, self.hints = phase, self.played.known(self.hints, start)

    def _standing_in(self, state: S, written: Sequence[records.Line]) -> list[records.Line]:
        """The acts ``written``, all of which count, in a game that began in ``state``: faulty ones are let stand."""
        lines = []
        for line in written:
            faulty = not self.game.judge(state, line.act).legal
            lines.append(records.Line(line.act, line.accepted or faulty))
            state = self.game.accept(state, line.act)
        return lines

    def _judged(self, act: A) -> JudgedAct:
        return telling.judged(self.game, self.state, act, len(self.history) + 1)

    def _tell(self, told: JudgedAct, p: float, t: float, forced: bool = False) -> Event:
        """Keep an act, and tell it; ``forced``: nobody was seen to do it, for nothing else could be done."""
        before = self.state
        line = records.line_fields(self.game.ID, records.Line(told.act))
        self.keep(before, line | ({FORCED: True} if forced else {}), told.verdict)
        self.last = told
        self._forget_doubts()
        if told.verdict.legal:
            self.history.append(told)
            self.state, self.fault, self.phase = self.game.apply(before, told.act), None, "playing"
            self.hints = self.played.settled(self.hints, told.act)
        else:
            lying = self.played.lies(before, told.act)
            self.fault, self.phase = Fault(told, lying), "waiting_restore"
            self.differences = told_differences(self._expected, lying)
        return telling.act_event(told, before, self.state, p, t)

    def _add_forced(self, t: float) -> Iterator[Event]:
        """Tell the acts of all who can do nothing else, once round the table."""
        for _ in self.players if not self.fault else ():
            act = self.played.forced(self.state)
            if act is None:
                return
            yield self._tell(self._judged(act), 1.0, t, forced=True)

    # --- what is not known ---

    def _ask(self, decision: Decision[A], seen: E, tracker: Tracker[S, A, M, E]) -> Event:
        lies = self._lies
        read = self.played.read(lies, seen)
        why, self.proposal = self.played.asked(self.state, seen) or self._likely(
            lies, read, decision, tracker
        )
        self.differences = told_differences(lies, read)
        return self._doubt(seen.t, dict(why))

    def _likely(
        self, lies: Lying, read: Lying, decision: Decision[A], tracker: Tracker[S, A, M, E]
    ) -> tuple[Text, Mapping[str, Json] | None]:
        """What may have been done, in words, and the first of these acts as records have it."""
        why, act = why_asked(self.played, self.state, lies, read, tracker.beam, decision.options)
        return why, None if act is None else records.line_fields(self.game.ID, records.Line(act))

    def _doubt(self, t: float, why: dict[str, str]) -> Event:
        self.phase, self.unclear, self._unclear_since = "unclear", why, t
        return telling.unclear(t, why)

    def _count_table(self, state: S, text: dict[str, str]) -> None:
        self._count(self.played.table_act(self.state, state), text)

    def _count(self, act: A, text: dict[str, str]) -> None:
        """A table counts as an act sets it, whatever was done."""
        before, after = self.state, self.game.accept(self.state, act)
        let_stand = bool(
            self.game.status(before, self.game.expected_table(after))
        )  # it cannot lie so, and does
        self.keep(before, records.line_fields(self.game.ID, records.Line(act, let_stand)), Verdict())
        self._enter_told(JudgedAct(act, Verdict(), text, None, None, accepted=True), after)

    def _pass_over(self, over: Sequence[Step[A]], tracker: Tracker[S, A, M, E]) -> None:
        """Play went on, and what was done will not be known: the table counts as the likeliest account has it, which
        may have begun otherwise than the game was told."""
        state = telling.left_by(tracker.game, over[0].state, self._fault_act, over)
        self._count_table(state, message("went_on"))

    def _counts(self, state: S) -> S | None:
        """A ``state`` as far as the record can say it, which is as the table counts now; None where another lies."""
        if self.game.expected_table(state) != self.game.expected_table(self.state):
            return None
        act = self.played.table_act(self.state, state)
        is_said: bool = act == self.played.table_act(self.state, self.state)
        return self.state if is_said else self.game.accept(self.state, act)

    # --- the table ---

    @property
    def _fault_act(self) -> A | None:
        act: A | None = self.fault.told.act if self.fault else None
        return act

    @property
    def _expected(self) -> Lying:
        """How the table should lie."""
        lying: Lying = self.game.expected_table(self.state).lying
        return lying

    @property
    def _lies(self) -> Lying:
        """How the table lies as far as it is known, with a faulty act on it."""
        return self.played.lies(self.state, self._fault_act)

    @property
    def _now(self) -> float:
        return self.seen.t if self.seen is not None else 0.0

"""A game at a table that is followed by the tracker alone: its decisions become acts, verdicts, events, and each act
is stored before it is told. It knows no game; see ``companion.session.played`` for what a game gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Generic

from companion.errors import CommandError, no_board_yet
from companion.eyes.hints import NOTHING_KNOWN, Hints
from companion.eyes.watcher import CameraNews
from companion.follow.decision import Decision
from companion.follow.follows import at_time
from companion.follow.hypothesis import A, M, S, Step
from companion.follow.tracker import Tracker
from companion.messages import message
from companion.record.edits import FORCED, UNSURE
from companion.session import telling
from companion.session.differences import told_differences
from companion.session.doubt import why_asked
from companion.session.judged_game import Event, Fault, JudgedAct, JudgedGame, in_seconds
from companion.session.played import Colours, E, LearntBoard, Played, T, Text
from companion.session.rival import Rival
from referee import records
from referee.game import Unfit, Verdict
from referee.table import Lying

LOOKS_TO_BEGIN = 4
AGAIN_AFTER_S = 0.2  # a look at a table that lies still is weighed again
RESTS_S = 20.0  # and after so long for the last time
LOOKS_TO_DOUBT = 7  # what is still unclear after so many will not clear up by itself


@dataclass
class FollowedGame(JudgedGame, Generic[S, A, M, E, T]):
    """A game under way at a table. ``played`` is what it gives of its own; ``colours`` are the players'."""

    _: KW_ONLY
    played: Played[S, A, M, E, T]
    colours: Colours = field(default_factory=dict)
    learnt: LearntBoard | None = None  # what the board told before the game
    stretch: T | None = None  # as it was looked at last
    hints: Hints = NOTHING_KNOWN  # for the eyes
    notes: tuple[Text, ...] = ()  # what a person should know of this game
    seen: E | None = None
    _other_start: S | None = None  # by the other value of a setting that could not be made out
    _rival: Rival[S, A, M, E] | None = None  # while that may be the right one
    _tracker: Tracker[S, A, M, E] | None = None  # None: until the table is seen to lie as the game has it

    # --- looks ---

    def see(self, stretch: T) -> Iterator[Event]:
        """Take in what a stretch shows by now and yield the events it leads to."""
        self.stretch = stretch
        if self.state is None:
            yield from self._begin(stretch)
            return
        self.seen = seen = self.played.look(stretch, self._standing)
        if self.phase == "over":
            return  # people clear up
        if self._tracker is None:
            yield from self._hold_against(seen)
        else:
            yield from self._follow(seen, self._tracker)

    def at_rest(self, t: float) -> Iterator[Event]:
        """Eyes look no more where nothing moves; but what lies there long has been done, and waiting costs."""
        tracker, seen = self._tracker, self.seen
        if tracker is None or seen is None or self.phase == "over" or t - seen.t < AGAIN_AFTER_S:
            return
        if t - seen.t + seen.settled_for_s < RESTS_S and tracker.waits:
            self.seen = later = at_time(seen, t)
            yield from self._follow(later, tracker)

    def camera(self, news: CameraNews) -> Event:
        """The camera was moved, lost or is back: the looks themselves say what can be compared."""
        return {"t": in_seconds(news.t), "event": "camera", "state": news.state}

    def look_anew(self) -> None:
        """Other eyes look at the table: what they see is held against the game first."""
        self._tracker = self._rival = self.seen = self.stretch = None
        self.played.other_eyes()

    # --- before the game ---

    def _begin(self, stretch: T) -> Iterator[Event]:
        if stretch.looks < LOOKS_TO_BEGIN:
            return
        learnt = self.played.learn(stretch, self.options)
        if learnt.taken:
            if self._unclear_since is None and stretch.looks >= LOOKS_TO_DOUBT:
                yield self._doubt(stretch.t, dict(learnt.in_the_way or {}))
            return
        if not learnt.unsure or stretch.looks >= LOOKS_TO_DOUBT:
            yield self.start_on(stretch, learnt)

    def start_on(self, stretch: T, learnt: LearntBoard) -> Event:
        """Begin the record on a board that was seen and learnt."""
        start = records.read_header(telling.header_of(self.game, self.players, self.colours, learnt.options))
        header = records.header_fields(start)
        unsure = {UNSURE: list(learnt.unsure)} if learnt.unsure else {}
        self.keep(start, {**header, **unsure, **learnt.kept}, None)
        self.resume(start, [], learnt.unsure)
        self.learnt, self.notes = learnt, learnt.notes
        self.hints = Hints(size=stretch.board.size)
        self.stretch, self.seen = stretch, self.played.look(stretch, self.state)
        self._follow_from(self.seen)
        self._forget_doubts()
        return telling.ready(stretch.t, self.options, self.played.board(stretch), self.colours, learnt.notes)

    def resume(self, start: S, lines: Sequence[records.Line], unsure: Sequence[str] = ()) -> None:
        """Go on with a game, as it stands in its record. What was told settled a setting that was ``unsure``."""
        super().resume(start, lines)
        self._other_start = None if lines else self.played.rival(start, unsure)
        header = records.header_fields(start)
        self.options, self.colours = header["options"], header.get("colours", {})

    def start_as_seen(self) -> Event:
        """Begin on the board as it is seen, which a person says is empty. Raises CommandError."""
        if self.stretch is None:
            raise no_board_yet()
        return self.start_on(self.stretch, self.played.learn(self.stretch, self.options))

    # --- following ---

    def _follow_from(self, seen: E) -> None:
        """The table lies as the game has it: it is followed from there, by the other value of a setting too as long
        as nothing was told."""
        self._tracker, self._rival = self.played.tracker(self.state, self._fault_act, seen), None
        if self._other_start is not None and not self.history and self.fault is None:
            self._rival = Rival(self._other_start, self.played.tracker(self._other_start, None, seen))

    @property
    def _standing(self) -> S:
        """The game as the tracker likeliest has it, or as it was told."""
        state: S = self.state if self._tracker is None else self._tracker.beam[0].state
        return state

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
            if said or best.fault is not None:
                tracker.let_stand(seen, self._counts)
            if not said and told(after) != told(self.state):
                self._tracker = None  # the table is held against it anew
                return
        if self.phase == "unclear":
            self._forget_doubts()
            self.phase = "waiting_restore" if self.fault else "playing"
        if self.phase == "playing":
            self.hints = replace(self.hints, clear_at=seen.t)

    def _decided(self, decision: Decision[A], seen: E, tracker: Tracker[S, A, M, E]) -> Iterator[Event]:
        """What the tracker decided, told."""
        if decision.kind == "unclear":
            yield self._ask(decision, seen, tracker)
        elif decision.kind == "passed over":
            self._pass_over(decision.over, tracker)
            if decision.kept == 0 and tracker.beam[0].fault is not None:
                tracker.let_stand(seen, self._counts)
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
        else:
            lying = self.played.lies(before, told.act)
            self.fault, self.phase = Fault(told, lying, (), t), "waiting_restore"
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
        why, likeliest = why_asked(self.played, self.state, lies, read, tracker.beam, decision.options)
        self.likeliest, self.differences = likeliest, told_differences(lies, read)
        return self._doubt(seen.t, why)

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
        """Play went on, and what was done will not be known: the table counts as the likeliest account has it."""
        state = telling.left_by(tracker.game, self.state, self._fault_act, over)
        self._count_table(state, message("went_on"))

    def _counts(self, state: S) -> S | None:
        """A ``state`` as far as the record can say it, which is as the table counts now; None where another lies."""
        if self.game.expected_table(state) != self.game.expected_table(self.state):
            return None
        act = self.played.table_act(self.state, state)
        is_said: bool = act == self.played.table_act(self.state, self.state)
        return self.state if is_said else self.game.accept(self.state, act)

    # --- the table held against the game ---

    def _hold_against(self, seen: E) -> Iterator[Event]:
        """The table may lie otherwise than the game has it, and nobody is accused of that: it is said where."""
        if seen.looks < LOOKS_TO_BEGIN:
            return
        if not self.played.surely_otherwise(self._lies, seen):
            yield from self._go_on(seen)
        elif self.fault and not self.played.surely_otherwise(self._expected, seen):
            self.fault = None
            yield telling.restored(seen.t)
            yield from self._go_on(seen)
        else:
            first = self.phase != "differs"
            self._show_differences(seen)
            if first:
                cells = [(each["cell"][0], each["cell"][1]) for each in self.differences]
                yield telling.unclear(seen.t, self.played.places.differ(cells))

    def _show_differences(self, seen: E) -> None:
        self.phase, self._tracker = "differs", None
        self.differences = told_differences(self._lies, self.played.read(self._lies, seen))

    def _go_on(self, seen: E) -> Iterator[Event]:
        """Table and game agree: the game is followed from here."""
        differed = self.phase == "differs"
        self._follow_from(seen)
        if not self.fault:
            self._forget_doubts()
        self.phase = "waiting_restore" if self.fault else "playing"
        if differed:
            yield telling.restored(seen.t)

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

    # --- what a person decides ---

    def accept(self) -> list[Event]:
        """Let the faulty act that lies there count after all."""
        return [*super().accept(), *self._forced_by_now()]

    def table_is_right(self) -> list[Event]:
        """Take the table as the camera sees it; whoever has a piece more than before has had his turn."""
        if self.seen is None or self.state is None:
            raise no_board_yet()
        read = self.played.read(self._lies, self.seen)
        best = self._tracker.beam[0] if self._tracker else None
        if best and best.fault is None and self.played.lies(best.state, None) == read:
            state: S = best.state
        else:
            state = self.played.set_to(self.state, read)
        try:
            self.game.with_table(self.state, self.game.expected_table(state))
        except Unfit as error:
            raise CommandError.of(error.said) from error
        self._set_table(state, message("as_it_lies"))
        return [*self._tell_outcome(self._now), *self._forced_by_now()]

    def put_it_back(self) -> None:
        """The table will be put as the game has it: nothing is judged until it is."""
        super().put_it_back()
        if self.phase == "differs":
            self._tracker = None

    def rebuild(self, lines: Sequence[records.Line], corrected: int | None = None) -> list[Event]:
        """Judge a corrected list of acts anew, and hold the table against it; see ``JudgedGame``."""
        rival, self._rival = self._rival, None
        fault, before, options = self.fault, self.state, self.options
        told = super().rebuild(lines, corrected)
        if rival is not None and rival.start == self.start_state:  # a person says that it is the right one
            return [*told, *self._go_by(rival, self._now)]
        lay = fault if self.options != options else None  # a setting is another: it is told anew
        if lay and self._expected == lay.stacks:
            *_, step = records.play(records.Record(self.start_state, tuple(self.written())))
            told = [telling.act_event(self.history[-1], step.before, step.after, 1.0, self._now), *told]
        told += self._forced_by_now()
        if lay and self._expected != lay.stacks:
            act = records.as_left(self.state, lay.told.act, before)
            told.append(self._tell(self._judged(act), 1.0, self._now))
        self._heard()
        return told

    def _forced_by_now(self) -> list[Event]:
        forced = [] if self.phase == "over" else list(self._add_forced(self._now))
        if forced:
            self._heard()
        return forced

    def _heard(self) -> None:
        """A person decided: the game is followed from there on, once the table is seen to lie so."""
        self._tracker = self._rival = None
        if self.seen is None or self.state is None or self.phase == "over":
            return
        if self.played.surely_otherwise(self._lies, self.seen):
            self._show_differences(self.seen)
        else:
            self._tracker = self.played.tracker(self.state, self._fault_act, self.seen)

    @property
    def _now(self) -> float:
        return self.seen.t if self.seen is not None else 0.0

"""A game at a table: it begins on a board that was looked at, goes by what the tracker tells of further looks and by
what a person decides, and is held against the table where the two may have parted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from companion.errors import CommandError, no_board_yet
from companion.eyes.watcher import CameraNews
from companion.follow.follows import at_time
from companion.follow.hypothesis import A, M, S
from companion.messages import message
from companion.record.edits import UNSURE
from companion.session import telling
from companion.session.differences import pieces_in, told_differences
from companion.session.judged_game import Event, in_seconds
from companion.session.played import E, LearntBoard, T
from companion.session.tracked_game import TrackedGame
from referee import records
from referee.game import Unfit
from referee.table import Cell, cell_name
from vision.glare import mirrors_lamp

LOOKS_TO_BEGIN = 4
AGAIN_AFTER_S = 0.2  # a look at a table that lies still is weighed again
RESTS_S = 20.0  # and after so long for the last time
LOOKS_TO_DOUBT = 7  # what is still unclear after so many will not clear up by itself


@dataclass
class FollowedGame(TrackedGame[S, A, M, E, T]):
    """A game under way at a table that is looked at."""

    # --- looks ---

    def see(self, stretch: T) -> Iterator[Event]:
        """Take in what a stretch shows by now and yield the events it leads to."""
        self.stretch = stretch
        if self.state is None:
            yield from self._begin(stretch)
            return
        self.seen = seen = self.played.look(stretch, self._standing, self.hints)
        if self.phase == "over":
            return  # people clear up
        if self._tracker is None:
            yield from self._hold_against(seen)
        else:
            yield from self._follow(seen, self._tracker)

    def at_rest(self, t: float) -> Iterator[Event]:
        """Eyes look no more where nothing moves; but what lies there long has been done, and waiting costs."""
        seen, otherwise = self.seen, self._otherwise if self._tracker is None else None
        tracker = otherwise[1] if otherwise else self._tracker
        if tracker is None or seen is None or self.phase == "over" or t - seen.t < AGAIN_AFTER_S:
            return
        if t - seen.t + seen.settled_for_s < RESTS_S and tracker.waits:
            self.seen = later = at_time(seen, t)
            yield from self._hold_against(later) if otherwise else self._follow(later, tracker)

    def camera(self, news: CameraNews) -> Event:
        """The camera was moved, lost or is back: the looks themselves say what can be compared."""
        return {"t": in_seconds(news.t), "event": "camera", "state": news.state}

    def look_anew(self) -> None:
        """Other eyes look at the table: what they see is held against the game first."""
        self._tracker = self._rival = self._otherwise = self._clear = self.seen = self.stretch = None
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
            # It may begin on a board that is known, in its middle, or after its end.
            yield from self._tell_outcome(stretch.t)

    def start_on(self, stretch: T, learnt: LearntBoard) -> Event:
        """Begin the record on a board that was seen and learnt."""
        header = telling.header_of(self.game, self.players, self.colours, learnt.options, learnt.board)
        start = records.read_header(header)
        unsure = {UNSURE: list(learnt.unsure)} if learnt.unsure else {}
        self.keep(start, {**records.header_fields(start), **unsure, **learnt.kept}, None)
        self.hints = learnt.hints
        self.resume(start, [], learnt.unsure)
        glare = (message("lamp_mirrored"),) if mirrors_lamp(stretch.bgr) else ()
        self.learnt, self.notes = learnt, (*learnt.notes, *glare)
        if learnt.stands is not None:
            self._count(learnt.stands, message("with_stones"))
        self.stretch, self.seen = stretch, self.played.look(stretch, self.state, self.hints)
        self._follow_from(self.seen)
        self._forget_doubts()
        return telling.ready(stretch.t, self.options, self.played.board(stretch), self.colours, self.notes)

    def resume(self, start: S, lines: Sequence[records.Line], unsure: Sequence[str] = ()) -> None:
        """Go on with a game, as it stands in its record. What was told settled a setting that was ``unsure``."""
        super().resume(start, lines)
        self.unsure = tuple(unsure) or self.unsure
        first = self.hints.sure is None  # else it is known already what the acts told of the board
        self.hints = self.played.known(self.hints, start, self.unsure)
        for told in self.history if first else ():
            if told.verdict.legal:
                self.hints = self.played.settled(self.hints, told.act)
        self._other_start = None if lines else self.played.rival(start, unsure)
        header = records.header_fields(start)
        self.options, self.colours = header["options"], header.get("colours", {})

    def start_as_seen(self) -> Event:
        """Begin on the board as it is seen, which a person says is empty. Raises CommandError."""
        if self.stretch is None:
            raise no_board_yet()
        return self.start_on(self.stretch, self.played.learn(self.stretch, self.options))

    def field_is_known(self, cell: Cell) -> None:
        """A person said what colour a field has."""
        self.unsure = tuple(each for each in self.unsure if each != cell_name(cell))
        if self.hints.sure is not None:
            sure = self.hints.sure.copy()
            sure[cell] = 1.0
            self.hints = replace(self.hints, sure=sure)

    # --- the table held against the game ---

    def _hold_against(self, seen: E) -> Iterator[Event]:
        """The table may lie otherwise than the game has it, and nobody is accused of that: it is said where."""
        if not self.played.surely_otherwise(self._lies, seen):
            yield from self._go_on(seen)
        elif self.fault and not self.played.surely_otherwise(self._expected, seen):
            self.fault = None
            yield telling.restored(seen.t)
            yield from self._go_on(seen)
        elif seen.looks >= LOOKS_TO_BEGIN:
            first = self.phase != "differs"
            self._show_differences(seen)
            if first:
                cells = [(each["cell"][0], each["cell"][1]) for each in self.differences]
                yield telling.unclear(seen.t, self.played.places.differ(cells))
            if not self.putting_back:
                yield from self._go_on_otherwise(seen)

    def _go_on_otherwise(self, seen: E) -> Iterator[Event]:
        """People may play on from a table that lies otherwise, and say nothing: then it counts as it lay. Where
        something is missing that may be misread, and is asked for."""
        if self._otherwise is None:
            with suppress(CommandError):  # it cannot lie so
                state = self._as_seen(seen)
                lies = self.played.lies(state, None)
                if not Counter(pieces_in(self._lies)) - Counter(pieces_in(lies)):
                    self._otherwise = state, self.played.tracker(state, None, seen)
            return
        state, tracker = self._otherwise
        decisions = tracker.see(seen)
        if not all(each.step and each.step.kind == "act" and not each.step.faults for each in decisions):
            self._otherwise = None  # that is no playing on
        elif decisions:
            self._count_table(state, message("went_on"))
            self._tracker, self._otherwise = tracker, None
            for decision in decisions:
                yield from self._decided(decision, seen, tracker)

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

    # --- what a person decides ---

    def accept(self) -> list[Event]:
        """Let the faulty act that lies there count after all."""
        return [*super().accept(), *self._forced_by_now()]

    def table_is_right(self) -> list[Event]:
        """Take the table as the camera sees it; whoever has a piece more than before has had his turn. After the end
        people clear up, and it stays as it was."""
        if self.phase == "over":
            return []
        if self.seen is None or self.state is None:
            raise no_board_yet()
        self._set_table(self._as_seen(self.seen), message("as_it_lies"))
        return [*self._tell_outcome(self._now), *self._forced_by_now()]

    def _as_seen(self, seen: E) -> S:
        """The state of the table as it is seen. Raises CommandError where it cannot lie so."""
        read = self.played.read(self._lies, seen)
        best = self._tracker.beam[0] if self._tracker else None
        if best and best.fault is None and self.played.lies(best.state, None) == read:
            state: S = best.state
        else:
            state = self.played.set_to(self.state, read)
        try:
            self.game.with_table(self.state, self.game.expected_table(state))
        except Unfit as error:
            raise CommandError.of(error.said) from error
        return state

    def put_it_back(self) -> None:
        """The table will be put as the game has it: nothing is judged until it is."""
        super().put_it_back()
        if self.phase == "differs":
            self._tracker = self._otherwise = None

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
        """A person decided: the game is followed from there on, once the table is seen to lie so. Where it should lie
        as it lay when the two last agreed, what was done since is still to be told."""
        self._tracker = self._rival = self._otherwise = None
        if self.seen is None or self.state is None or self.phase == "over":
            return
        if self._clear is not None and self._clear[0] == self._lies:
            self._tracker = self.played.tracker(self.state, self._fault_act, self._clear[1])
        elif self.played.surely_otherwise(self._lies, self.seen):
            self._show_differences(self.seen)
        else:
            self._tracker = self.played.tracker(self.state, self._fault_act, self.seen)

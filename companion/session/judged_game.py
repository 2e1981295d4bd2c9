"""A game as it was told: the acts with their verdicts, and what people decide and correct.

Nothing here looks at a table; ``companion.session.followed_game`` follows one by looking, and tells what it sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any, Protocol

from companion.errors import CommandError
from companion.session.port import Difference, Phase
from referee import phrases, records
from referee.game import Verdict
from referee.table import Cell, Stacks

Event = dict[str, Any]
LANGUAGES = phrases.LANGUAGES


class Keep(Protocol):
    """Stores a line of the record before it is told: see ``companion.record.keeper.Keeper``."""

    def __call__(
        self,
        state: Any,
        line: dict[str, Any],
        verdict: Verdict | None,
        acts: Sequence[dict[str, Any]] | None = None,
        /,
    ) -> None:
        """Keep an act, or a header where ``verdict`` is None, and what all ``acts`` are by that header."""

    def take_out(self, n: int) -> None:
        """The n-th act, the last one, was none, though it was told."""


@dataclass(frozen=True)
class JudgedAct:
    """An act that was told: what was done, what the referee said, and whether it counts."""

    act: Any
    verdict: Verdict
    text: dict[str, str]
    todo: dict[str, str] | None
    n: int | None  # its number in the record, None where it did not count
    accepted: bool = False


@dataclass
class Fault:
    """A faulty act that lies on the table, waiting to be undone or accepted."""

    told: JudgedAct
    stacks: Any  # as the table lies with it


@dataclass
class JudgedGame:
    """A game, its acts so far, and how things stand."""

    game: Any  # the game's module of rules
    players: tuple[str, ...]
    options: dict[str, Any]
    keep: Keep
    _: KW_ONLY
    start_state: Any = None  # the referee's state at the start; None until the board is seen
    state: Any = None
    phase: Phase = "looking_for_board"
    history: list[JudgedAct] = field(default_factory=list)
    fault: Fault | None = None
    last: JudgedAct | None = None
    differences: list[Difference] = field(default_factory=list)
    putting_back: bool = False  # a person said that the table will be put as the game has it
    unclear: dict[str, str] | None = None
    # The act that may have been done, where that is unclear: as records have it, as much of it as is known.
    proposal: Mapping[str, Any] | None = None
    _unclear_since: float | None = None  # when that was told, in seconds of the source
    _outcome_told: bool = False
    # How the game began, which acts counted, and which fault there was before each step that was told.
    _stood: list[tuple[Any, list[records.Line], Fault | None]] = field(default_factory=list)

    def resume(self, start: Any, lines: Sequence[records.Line], unsure: Sequence[str] = ()) -> None:
        """Go on with a game: the state in which it began, and the acts that count so far. ``unsure`` are the
        settings that could not be made out; a game that has such a setting asks for it."""
        self.start_state, self.state = start, start
        self.history = []
        for step in records.play(records.Record(start, tuple(lines))):
            text = {lang: phrases.what(lang, step.before, step.line.act, step.verdict) for lang in LANGUAGES}
            told = JudgedAct(step.line.act, step.verdict, text, None, step.n, step.line.accepted)
            self.history.append(told)
            self.state = step.after
        self.phase = "over" if self._ended else "playing"

    def rebuild(self, lines: Sequence[records.Line], corrected: int | None = None) -> list[Event]:
        """Judge a corrected list of acts anew from the start; ``corrected`` is the number of the act that was
        put in, if one was. Returns the outcome as an event if there is one now."""
        self.resume(self.start_state, lines)
        self.last = self.history[(corrected or len(lines)) - 1] if lines else None
        self.fault, self._outcome_told = None, False
        self._forget_doubts()
        return list(self._tell_outcome(self._now))

    def written(self) -> list[records.Line]:
        """The acts that count so far."""
        return [records.Line(told.act, told.accepted) for told in self.history]

    def remember(self) -> None:
        """Something is told now, which may come out to have been otherwise."""
        self._stood.append((self.start_state, self.written(), self.fault))

    def take_back(self, steps: int) -> None:
        """So many of the last steps that were told were otherwise: the game stands again as before them."""
        (start, lines, self.fault), self._stood[-steps:] = self._stood[-steps], ()
        for n in range(len(self.history), len(lines), -1):
            self.keep.take_out(n)
        del self.history[len(lines) :]
        if start != self.start_state:
            self._begin_otherwise(start, lines)
        self.state = records.final_state(records.Record(self.start_state, tuple(self.written())))
        self.phase = "waiting_restore" if self.fault else "playing"
        self._forget_doubts()

    def accept(self) -> list[Event]:
        """Let the faulty act that lies there count after all."""
        if not self.fault:
            raise CommandError("nothing_to_accept", "nothing to accept: no faulty act lies on the table")
        self._let_stand(self.fault.told)
        self._heard()
        return list(self._tell_outcome(self._now))

    def _let_stand(self, told: JudgedAct) -> None:
        line = records.line_fields(self.game.ID, records.Line(told.act, accepted=True))
        self.keep(self.state, line, told.verdict)
        self._enter_told(replace(told, accepted=True, todo=None), self.game.accept(self.state, told.act))

    def end(self) -> None:
        """Nobody plays on: nothing on the table is asked for any more."""
        self.phase, self.fault = "over", None
        self._forget_doubts()

    def put_it_back(self) -> None:
        """The table will be put as the game has it: nothing is judged until it is."""
        if not self.differences:
            raise CommandError("nothing_to_put_back", "nothing to put back: the table is as the game has it")
        self.putting_back = True
        if self.phase != "waiting_restore":
            self.phase, self.unclear = "differs", None

    def _set_table(self, state: Any, text: dict[str, str]) -> None:
        self._count_table(state, text)
        self._heard()

    def _count_table(self, state: Any, text: dict[str, str]) -> None:
        """The table counts as ``state`` has it, whatever was done."""
        act = self.game.SetTable(state.stacks, state.on_turn)
        let_stand = bool(self.game.status(state, act.table))  # it cannot lie so, and does
        self.keep(self.state, records.line_fields(self.game.ID, records.Line(act, let_stand)), Verdict())
        self._enter_told(JudgedAct(act, Verdict(), text, None, None, accepted=True), state)

    def _enter_told(self, told: JudgedAct, state: Any) -> None:
        """A person's word counts: it is numbered, and play goes on from ``state``."""
        self.last = replace(told, n=len(self.history) + 1)
        self.history.append(self.last)
        self.state, self.fault = state, None
        self._forget_doubts()
        self.phase = "over" if self._ended else "playing"

    def _forget_doubts(self) -> None:
        self.unclear, self.proposal, self._unclear_since = None, None, None
        self.differences, self.putting_back = [], False

    def _begin_otherwise(self, start: Any, lines: Sequence[records.Line] | None = None) -> None:
        """The game began in ``start``; the ``lines`` are how it is told then."""

    def _heard(self) -> None:
        """A person decided."""

    def field_is_known(self, cell: Cell) -> None:
        """A person said what colour a field has."""

    @property
    def _now(self) -> float:
        """When it is now, in seconds of the source that is watched."""
        return 0.0

    def _tell_outcome(self, t: float) -> Iterator[Event]:
        ended = self.game.outcome(self.state)
        if ended and not self._outcome_told:
            self.phase, self._outcome_told = "over", True
            yield {"t": in_seconds(t), "event": "outcome", "outcome": records.outcome_fields(ended)}

    @property
    def _stacks(self) -> Stacks:
        stacks: Stacks = self.game.expected_table(self.state).stacks
        return stacks

    @property
    def outcome(self) -> Any | None:
        """How the game ended, None while it is open."""
        return None if self.state is None else self.game.outcome(self.state)

    @property
    def _ended(self) -> bool:
        return self.outcome is not None


def outcome_told(outcome: Any) -> Any:
    """How a game of any kind ended, as the page shows it (see ``companion.session.port.Outcome``)."""
    told = records.outcome_fields(outcome)
    told["text"] = {lang: phrases.announce(lang, outcome) for lang in LANGUAGES}
    told["counted"] = {lang: phrases.explain(lang, outcome) for lang in LANGUAGES}
    if getattr(outcome, "areas", None):
        told["area_cells"] = {player: [list(cell) for cell in area.cells] for player, area in outcome.areas}
    return told


def in_seconds(t: float) -> float:
    """A time as events tell it."""
    return round(t, 2)

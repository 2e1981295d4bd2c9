"""What people correct: any act and any field, each kept in the store, and all that follows judged anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.errors import BadCommand, CommandError, no_board_yet
from companion.record import edits, retelling
from companion.record.edits import Correction
from companion.record.store import Store
from companion.record.store_errors import nothing_to_undo
from companion.session.judged_game import Event, Fault, JudgedAct
from referee import records
from referee.game import Unfit
from referee.records.wire import Malformed
from referee.table import cell_name

# What the page asks for by name.
CORRECTIONS = ("take_back", "delete", "correct", "insert", "let_stand", "set_option", "undo")


class Correctable(Protocol):
    """A game as it was told: see ``companion.session.judged_game.JudgedGame``."""

    start_state: Any  # opaque, as in referee.game
    state: Any
    history: list[JudgedAct]
    fault: Fault | None

    def rebuild(self, lines: Sequence[records.Line], corrected: int | None = None) -> list[Event]:
        """Judge a corrected list of acts anew."""
        ...

    def field_is_known(self, cell: tuple[int, int]) -> None:
        """A person said what colour a field has."""
        ...


@dataclass(frozen=True)
class Corrections:
    """Corrects a game as it was told and as it is stored, both alike. What is asked wrongly raises BadCommand,
    what cannot be done now CommandError; then nothing is changed.

    Each correction returns the events that it leads to: an outcome, if there is one now.
    """

    told: Correctable
    store: Store
    game_id: int

    def delete(self, n: int) -> list[Event]:
        """The n-th act never happened."""
        self._exists(n)
        self.store.delete(self.game_id, n)
        return self._judge_anew()

    def take_back(self) -> list[Event]:
        """The last act that people did is undone."""
        if not self.told.history:
            raise CommandError("nothing_to_take_back", "no act to take back: none has been told yet")
        acts = self.store.acts(self.game_id)
        return self.delete(next((act.n for act in reversed(acts) if not act.forced), len(acts)))

    def correct(self, n: int, act: dict[str, Any]) -> list[Event]:
        """The n-th act was another one."""
        self._exists(n)
        self._readable(act)
        self.store.correct(self.game_id, n, act)
        return self._judge_anew(n)

    def insert(self, n: int, act: dict[str, Any]) -> list[Event]:
        """An act before the n-th was missed; with n one above the last, after that."""
        last = len(self.told.history)
        if not 1 <= n <= last + 1:
            raise BadCommand(
                "no_place",
                "acts are numbered 1 to {last}: before {n} there is no place for another",
                last=last,
                n=n,
            )
        self._readable(act)
        self.store.insert(self.game_id, n, act)
        return self._judge_anew(n)

    def let_stand(self, n: int) -> list[Event]:
        """The n-th act counts, although it is illegal."""
        self._exists(n)
        act = self.store.acts(self.game_id)[n - 1].act
        self.store.correct(self.game_id, n, act | {"accepted": True})
        return self._judge_anew(n)

    def undo(self) -> list[Event]:
        """The last correction that stands was none."""
        standing = [done for done in self.store.corrections(self.game_id) if not done.undone]
        if not standing:
            raise nothing_to_undo()
        last = standing[-1]
        self.store.undo(self.game_id, self._acts_before(last) if last.edit == "header" else None)
        self.told.start_state = records.read_header(self.store.game(self.game_id).header)
        return self._judge_anew()

    def set_field(self, cell: list[int], colour: str) -> list[Event]:
        """A field has another colour than was read."""
        if self.told.start_state is None:
            raise no_board_yet()
        header = records.header_fields(self.told.start_state)
        fields = header.get("board", {}).get("fields", [])
        if max(cell) >= len(fields):
            raise BadCommand(
                "off_board",
                "cell {cell}: the board has {size} rows of {size} fields",
                cell=cell,
                size=len(fields),
            )
        fields[cell[0]][cell[1]] = colour
        self._set_header(header, cell_name((cell[0], cell[1])))
        self.told.field_is_known((cell[0], cell[1]))
        return self._judge_anew()

    def change_names(self, names: list[str]) -> list[Event]:
        """Two colours go by one another's names: all fields of them, and all cards that were laid."""
        if self.told.start_state is None:
            raise no_board_yet()
        header = records.header_fields(self.told.start_state)
        fields = header.get("board", {}).get("fields", [])
        there = {name for row in fields for name in row}
        one, two = names
        if one == two or not there.issuperset(names):
            raise BadCommand(
                "not_both_there", "{names}: name two colours that fields have", names=" ".join(names)
            )
        other = {one: two, two: one}
        header["board"]["fields"] = [[other.get(name, name) for name in row] for row in fields]
        self._set_header(header)
        return self._judge_anew()

    def set_option(self, name: str, value: Any) -> list[Event]:
        """A setting of the game is another: which way its lane goes, say. What lay on the table lies where it lay,
        and each act is the one that left it so."""
        if self.told.start_state is None:
            raise no_board_yet()
        header = records.header_fields(self.told.start_state)
        self._set_header(header | {"options": header.get("options", {}) | {name: value}}, name)
        return self._judge_anew()

    def _set_header(self, header: dict[str, Any], known: str = "") -> None:
        """The game began with another ``header``; what was ``known`` by that is unsure no more."""
        try:
            start = records.read_header(header)
            acts = self._acts_by(start)
        except (Malformed, Unfit) as error:
            raise BadCommand.of(error.said) from error
        kept = edits.kept_of_table(self.store.game(self.game_id).header)
        if edits.UNSURE in kept:
            kept[edits.UNSURE] = [each for each in kept[edits.UNSURE] if each != known]
        self.store.set_header(self.game_id, records.header_fields(start) | kept, acts)
        self.told.start_state = start

    def _acts_by(self, start: Any) -> list[dict[str, Any]]:
        """All acts as they are told of the game begun in ``start``, with the one that lies there as a fault if it is
        none then."""
        acts = retelling.retold(start, self.told.start_state, self.store.acts(self.game_id))
        done = self._no_fault(start, acts)
        return [*acts, *done] if done else retelling.without_idle_passes(start, acts)

    def _acts_before(self, last: Correction) -> list[dict[str, Any]]:
        """All acts as they are told once the header is again as before it was corrected: those that were found then,
        if nobody has played on since."""
        start = records.read_header(last.was or {})
        if [stored.kept for stored in self.store.acts(self.game_id)] != list(last.left):
            return self._acts_by(start)
        return [*last.found, *self._no_fault(start, last.found)]

    def _no_fault(self, start: Any, acts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        fault = self.told.fault
        return [] if fault is None else retelling.no_fault(start, acts, fault.told.act, self.told.state)

    def _exists(self, n: int) -> None:
        last = len(self.told.history)
        if not 1 <= n <= last:
            raise BadCommand("no_act_n", "acts are numbered 1 to {last}: {n} is none of them", last=last, n=n)

    def _readable(self, act: dict[str, Any]) -> None:
        if self.told.start_state is None:
            raise CommandError("not_begun", "no game is running: a board must be seen first")
        try:
            records.read_line(self.told.start_state, act)
        except Malformed as error:
            raise BadCommand.of(error.said) from error

    def _judge_anew(self, corrected: int | None = None) -> list[Event]:
        for n in reversed(self._no_longer_forced()):
            self.store.drop(self.game_id, n)
        events = self.told.rebuild([line for line, _ in self._stored_lines()], corrected)
        # One who corrects a game plays on; where it is over now, the outcome is told.
        if not any(event["event"] == "outcome" for event in events):
            self.store.reopen(self.game_id)
        return events

    def _no_longer_forced(self) -> list[int]:
        """The numbers of the acts that the referee added, and that cannot be where they stand now."""
        stored = self._stored_lines()
        record = records.Record(self.told.start_state, tuple(line for line, _ in stored))
        return [
            step.n
            for step in records.play(record)
            if stored[step.n - 1][1] and not (step.verdict.legal or step.line.accepted)
        ]

    def _stored_lines(self) -> list[tuple[records.Line, bool]]:
        """The acts that count, and which of them the referee added."""
        start, acts = self.told.start_state, self.store.acts(self.game_id)
        return [(records.read_line(start, act.act), act.forced) for act in acts]

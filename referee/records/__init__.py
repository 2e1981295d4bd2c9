"""Records: JSON Lines, the first line the game, then a line an act. Everything else is derived from them.

A line's object may have more fields than are known here. Three of them are this program's own:

- `"ended": true` on the first line: nobody plays on, be the game decided or not;
- `"accepted": true` on an act: a person let it stand although it may be illegal, and the game goes on from
  the table as it then lies;
- `{"act": "table", ...}`: a person set the table by hand (see the game's module); one that cannot lie so is refused,
  unless it was accepted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from referee import registry
from referee.game import Game, Verdict
from referee.records.wire import Malformed, need, no_yes_or_no, not_utf8, once, one_of, shown
from referee.table import Table
from wording import Mendable, Phrase


class RecordError(Mendable, ValueError):
    """A line of a record is malformed: `line_number` (the first is 1), and `what` is wrong with it."""

    def __init__(self, line_number: int, what: Phrase) -> None:
        """Keep where and what."""
        super().__init__("line", "line {line}: {what}", line=line_number, what=what)
        self.line_number = line_number
        self.what = what


@dataclass(frozen=True)
class Line:
    """An act of a record; `accepted` if a person let it stand, legal or not."""

    act: Any
    accepted: bool = False


@dataclass(frozen=True)
class Record:
    """A game: the state in which it began, every act that was told, and whether it was `ended`, decided or not."""

    start: Any
    lines: tuple[Line, ...] = ()
    ended: bool = False

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self.start.game)


@dataclass(frozen=True)
class Step:
    """The n-th act of a record as it was judged in the state `before`, and the state `after` it."""

    n: int
    line: Line
    before: Any
    verdict: Verdict
    after: Any


def parse(data: bytes | str) -> Record:
    """Read a record; empty lines are passed over. Raises RecordError, whatever is in `data`."""
    start, ended = None, False
    acts = []
    for number, line in _numbered(data):
        try:
            fields = _read_object(line)
            if start is None:
                start, ended = read_header(fields), _yes_or_no(fields, "ended")
            else:
                acts.append(read_line(start, fields))
        except RecursionError:
            raise RecordError(number, Phrase("too_deep", "nested too deeply")) from None
        except Malformed as error:
            raise RecordError(number, error.said) from None
    if start is None:
        raise RecordError(1, Phrase("empty_record", "the record is empty: its first line must name the game"))
    return Record(start, tuple(acts), ended)


def read_header(fields: Mapping[str, Any]) -> Any:
    """Return the state in which a game begins from the object on a record's first line. Raises Malformed."""
    name = one_of(need(fields, "game"), tuple(registry.GAMES), "game")
    return registry.lines(name).read_setup(fields)


def header_fields(start: Any) -> dict[str, Any]:
    """Return the object on the first line of the record of a game that began in the state `start`."""
    return registry.lines(start.game).write_setup(start)


def read_line(start: Any, fields: Mapping[str, Any]) -> Line:
    """Return the act from the object on a line of the record of a game that began in `start`.

    Raises Malformed.
    """
    accepted = _yes_or_no(fields, "accepted")
    act = registry.lines(start.game).read_act(start, fields)
    if fields["act"] == "table" and not accepted:
        for reason in registry.game(start.game).status(start, act.table):
            raise Malformed.of(reason)
    return Line(act, accepted)


def line_fields(game_id: str, line: Line) -> dict[str, Any]:
    """Return the object on the line of a record for an act."""
    fields = registry.lines(game_id).write_act(line.act)
    return fields | {"accepted": True} if line.accepted else fields


def outcome_fields(outcome: Any) -> dict[str, Any]:
    """Return an outcome as `tableref judge --json` tells it."""
    return registry.lines(outcome.game).write_outcome(outcome)


def event_fields(step: Step) -> dict[str, Any]:
    """Return what followed from an act as `tableref judge --json` tells it with the verdict: rounds, payments."""
    return registry.lines(step.before.game).write_events(step.before, step.line.act, step.after)


def dump(record: Record) -> str:
    """Return a record as JSON Lines. `parse(dump(record)) == record`."""
    header = header_fields(record.start) | ({"ended": True} if record.ended else {})
    lines = [header, *(line_fields(record.game, line) for line in record.lines)]
    return "".join(json.dumps(fields, ensure_ascii=False) + "\n" for fields in lines)


def play(record: Record) -> Iterator[Step]:
    """Judge every act of a record in turn. An illegal act changes nothing, unless it was accepted."""
    game = registry.game(record.game)
    state = record.start
    for n, line in enumerate(record.lines, start=1):
        verdict = game.judge(state, line.act)
        after = game.accept(state, line.act) if verdict.legal or line.accepted else state
        yield Step(n, line, state, verdict, after)
        state = after


def retold(record: Record, start: Any, known: Sequence[Line | None] = ()) -> tuple[Line, ...]:
    """Return the lines of a record as they are told of the same game with other settings, begun in `start`.

    What lay on the table lies where it lay, and what counted counts: it is let stand where it is a fault now. A
    fault that did not count does, where it is none now. `known` are lines as they were told of that game before
    (None: not yet), which are taken where they leave the same table. Raises Unfit where the table cannot lie so.
    """
    game, lines, state = registry.game(record.game), [], start
    for step, line in zip_longest(play(record), known[: len(record.lines)]):
        lines.append(_retold(state, step, line))
        state = _after(game, state, lines[-1])
    return tuple(lines)


def as_left(now: Any, act: Any, before: Any) -> Any:
    """Return the act that leaves in the state `now` the table that `act` left in `before`, by other settings."""
    told = registry.lines(now.game).retold(now, act, before)
    return act if told is None else told


def _retold(state: Any, step: Step, known: Line | None) -> Line:
    game = registry.game(state.game)
    act = registry.lines(state.game).retold(state, step.line.act, step.before)
    if act is None:
        return step.line
    if known and _left(game, _after(game, state, known)) == _left(game, step.after):
        return known
    counts = step.verdict.legal and not game.judge(state, act).legal
    return Line(act, step.line.accepted or counts)


def _after(game: Game, state: Any, line: Line) -> Any:
    """The state after a line: an illegal act changes nothing, unless it was accepted."""
    counts = line.accepted or game.judge(state, line.act).legal
    return game.accept(state, line.act) if counts else state


def _left(game: Game, state: Any) -> tuple[Table, Any]:
    """What lies on the table, and who is on turn."""
    return game.expected_table(state), state.on_turn


def final_state(record: Record) -> Any:
    """Return the state after the last act."""
    state = record.start
    for step in play(record):
        state = step.after
    return state


def _yes_or_no(fields: Mapping[str, Any], name: str) -> bool:
    value = fields.get(name, False)
    if not isinstance(value, bool):
        raise no_yes_or_no(name, value)
    return value


def _numbered(data: bytes | str) -> Iterator[tuple[int, str]]:
    """Lines that are not empty, with their numbers. Only a line feed ends a line."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    for number, line in enumerate(raw.split(b"\n"), start=1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError:
            raise RecordError(number, not_utf8()) from None
        if text:
            yield number, text


def _read_object(line: str) -> dict[str, Any]:
    try:
        value = _DECODER.decode(line)
    except json.JSONDecodeError as error:
        raise Malformed(
            "no_json_at", "not JSON: {why} at column {column}", why=error.msg, column=error.colno
        ) from None
    if not isinstance(value, dict):
        raise Malformed("no_json_object", "a JSON object is needed, not {value}", value=shown(value))
    return value


def _refuse_constant(name: str) -> None:
    raise Malformed("no_json", "not JSON: {name}", name=name)


def _whole_number(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:
        raise Malformed(
            "too_many_digits",
            "the number {start}... has {count} digits",
            start=digits[:20],
            count=len(digits),
        ) from None


_DECODER = json.JSONDecoder(  # one for all lines: making it takes as long as a line
    object_pairs_hook=once, parse_constant=_refuse_constant, parse_int=_whole_number
)

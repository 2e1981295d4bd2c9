"""What every game has in common: a verdict, an option, and the doors through which any game is asked.

A game is four modules of one name: its rules (`referee.<name>`, a `Game`), the lines of its records
(`referee.records.<name>`, a `Lines`), their spelling as text (`referee.notation.<name>`, a `Notation`) and the
facts that its sentences tell (`referee.phrases.<name>`, a `Cases`). States, acts and outcomes are immutable
values of the game's own; whoever plays "some game" treats them as opaque and goes through these doors. Below,
S is a game's state, A an act, O an outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol, TypeVar

from referee.table import Table
from wording import Mendable, Phrase

S = TypeVar("S")
R = TypeVar("R")


@dataclass(frozen=True)
class Verdict:
    """Whether an act was legal: every fault that applies, in alphabetical order.

    Warnings say that something cannot be as it was told (a card misread, say); they make no act illegal.
    """

    faults: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """True if the act has no fault."""
        return not self.faults


@dataclass(frozen=True)
class VoidRound:
    """People agreed that the round counts for nothing: all cards are taken up, and it is dealt again.

    An act of every game that has rounds. Nothing forces it, so no game lists it among its legal acts.
    """


class Unfit(Mendable, ValueError):
    """A game cannot begin like this, or its table cannot lie so."""


def check_players(players: Sequence[str], fewest: int, most: int, known: Sequence[str] | None = None) -> None:
    """Raise Unfit where there are too few players or too many, one who is not known, or two of one name."""
    if not fewest <= len(players) <= most:
        raise Unfit(
            "wrong_number_of_players",
            "{fewest} to {most} players are needed, not {count}",
            fewest=fewest,
            most=most,
            count=len(players),
        )
    for player in players:
        check_player(player, known or players)
    if len(set(players)) < len(players):
        raise Unfit("player_twice", "a player is named twice: {players}", players=", ".join(players))


def check_player(player: str | None, known: Sequence[str]) -> None:
    """Raise Unfit where a player is named who is none of those known."""
    if player not in (None, *known):
        raise Unfit(
            "unknown_player", "player {player} is not one of {known}", player=player, known=", ".join(known)
        )


def check_table(table: Table, size: int, on_turn: str | None, players: Sequence[str]) -> None:
    """Raise Unfit where the table is of another size than the game's, or who is on turn does not play."""
    if table.size != size:
        raise Unfit(
            "wrong_size", "the table must have {wanted} rows, not {count}", wanted=size, count=table.size
        )
    check_player(on_turn, players)


def refuse(reasons: Sequence[Phrase], let_stand: Sequence[Phrase] = ()) -> None:
    """Raise Unfit for the first reason why a table cannot lie so, but for those that people `let_stand` before."""
    known = {reason.code for reason in let_stand}
    for reason in reasons:
        if reason.code not in known:
            raise Unfit.of(reason)


class IllegalAct(ValueError):
    """An illegal act was to be applied; `faults` are its fault codes."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        """Keep the fault codes."""
        super().__init__(f"not legal: {', '.join(faults)}")
        self.faults = faults


@dataclass(frozen=True)
class Option:
    """A setting of a game's rules: its name in records, default, allowed values, and what it means.

    `choices` is empty where the values cannot be listed: then `form` shows one as it stands in records, and the
    game itself reads it (the default None: it may be left out).
    """

    name: str
    default: int | str | None
    choices: Sequence[int | str]
    meaning: str
    form: str = ""

    @property
    def allowed(self) -> str:
        """The choices as people read them.

        >>> Option("row", 4, (4, 5), "...").allowed, Option("base", 1, range(1, 100), "...").allowed
        ('4, 5', '1 to 99')
        """
        if isinstance(self.choices, range):
            return f"{self.choices[0]} to {self.choices[-1]}"
        return ", ".join(map(str, self.choices))


def kept(question: Callable[[S], R]) -> Callable[[S], R]:
    """Keep the answer to a question about a state with the state, for the same is asked by every act judged in it.

    The state must be a dataclass without slots; that it is frozen does not matter, nor does what is kept to it.
    """
    name = f"_{question.__name__}"

    @wraps(question)
    def asked(state: S) -> R:
        answers = vars(state)
        if name not in answers:
            answers[name] = question(state)
        answer: R = answers[name]
        return answer

    return asked


class Game(Protocol):
    """The module of a game's rules."""

    @property
    def ID(self) -> str:
        """The name in records and on the command line."""
        ...

    @property
    def NAME(self) -> str:
        """The name that people read."""
        ...

    @property
    def PLAYERS(self) -> tuple[int, int]:
        """The fewest and the most players."""
        ...

    @property
    def OPTIONS(self) -> tuple[Option, ...]:
        """The settings of its rules."""
        ...

    @property
    def FAULTS(self) -> tuple[str, ...]:
        """Every fault code that `judge` can name, in alphabetical order."""
        ...

    @property
    def WARNINGS(self) -> tuple[str, ...]:
        """Every warning that `judge` can give, in alphabetical order."""
        ...

    def judge(self, state: Any, act: Any) -> Verdict:
        """Judge act A in state S."""
        ...

    def apply(self, state: Any, act: Any) -> Any:
        """Return the state S after a legal act; raises IllegalAct."""
        ...

    def accept(self, state: Any, act: Any) -> Any:
        """Return the state S after an act that stands, legal or not, since a person said so."""
        ...

    def with_table(self, state: Any, table: Table, on_turn: Any = None) -> Any:
        """Return the state S with the table set by hand; raises Unfit for one that cannot be (see `status`).

        What was so before is let be, since people let it stand. The act SetTable is taken all the same, as far as a
        state can have its table: what counts is how it lies.
        """
        ...

    def status(self, state: Any, table: Any) -> Sequence[Phrase]:
        """Return every reason why a table cannot lie so in state S; none for any that legal play leads to."""
        ...

    def legal_acts(self, state: Any) -> Sequence[Any]:
        """Return the legal acts that do not depend on what is hidden in hands."""
        ...

    def outcome(self, state: Any) -> Any | None:
        """Return the outcome O, None while the game is open."""
        ...

    def expected_table(self, state: Any) -> Table:
        """Return what should lie on the table."""
        ...


class Lines(Protocol):
    """The module of a game's record lines. What reads raises `referee.records.wire.Malformed`."""

    def read_setup(self, header: Mapping[str, Any]) -> Any:
        """Return the state S before the first act from a record's first line."""
        ...

    def write_setup(self, state: Any) -> dict[str, Any]:
        """Return the first line of the record of a game that began in S."""
        ...

    def read_act(self, start: Any, line: Mapping[str, Any]) -> Any:
        """Return the act A on a line of the record of a game that began in S."""
        ...

    def write_act(self, act: Any) -> dict[str, Any]:
        """Return the line of a record for act A."""
        ...

    def retold(self, now: Any, act: Any, before: Any) -> Any | None:
        """Return the act that leaves in S `now` the table that act A left in S `before`, a setting being another.

        None where a line says the same whatever the settings are. Raises Unfit where the table cannot lie so.
        """
        ...

    def write_events(self, before: Any, act: Any, after: Any) -> dict[str, Any]:
        """Return what followed from act A, which led from S `before` to `after`, as `judge --json` tells it.

        After an illegal act that changed nothing `after` is `before`.
        """
        ...

    def write_outcome(self, outcome: Any) -> dict[str, Any]:
        """Return outcome O as `tableref judge --json` tells it."""
        ...


class Notation(Protocol):
    """The module of the spelling of a game's record lines as text; see `referee.notation`.

    `header` and `fields` are the objects on the lines of a record. What reads raises
    `referee.records.wire.Malformed` where it finds no fields; what they hold is not looked at.
    """

    def write_setup(self, header: Mapping[str, Any]) -> dict[str, str]:
        """Return the entries of the header that this game has beside `game`, `players` and `options`."""
        ...

    def read_setup(self, entries: Mapping[str, str]) -> dict[str, Any]:
        """Return the fields of a record's first line that those entries give."""
        ...

    def write_act(self, fields: Mapping[str, Any]) -> str:
        """Return a line of a record as text."""
        ...

    def read_act(self, start: Any, text: str) -> dict[str, Any]:
        """Return the fields of the line that `text` spells in the record of a game that began in S."""
        ...


class Cases(Protocol):
    """The module of the facts that a game's sentences tell. A kind is a name in the catalogues."""

    def case(self, state: Any, act: Any) -> tuple[str, dict[str, Any]]:
        """Return the kind of act A, and the facts of its case in S."""
        ...

    def events(self, before: Any, act: Any, after: Any) -> Sequence[tuple[str, dict[str, Any]]]:
        """Return the kinds of what followed from act A, which led from S `before` to `after`, and the facts."""
        ...

    def waiting(self, state: Any) -> tuple[str, dict[str, Any]]:
        """Return the kind of what an open game in S waits for (`open`: somebody is to play), and the facts."""
        ...

    def ending(self, outcome: Any) -> tuple[str, dict[str, Any]]:
        """Return the kind of outcome O, and its facts."""
        ...

"""What every game has in common: a verdict, an option, and the doors through which any game is asked.

A game is three modules of one name: its rules (`referee.<name>`, a `Game`), the lines of its records
(`referee.records.<name>`, a `Lines`) and the facts that its sentences tell (`referee.phrases.<name>`, a
`Cases`). States, acts and outcomes are immutable values of the game's own; whoever plays "some game" treats
them as opaque and goes through these doors. Below, S is a game's state, A an act, O an outcome.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from referee.table import Table


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


class IllegalAct(ValueError):
    """An illegal act was to be applied; `faults` are its fault codes."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        """Keep the fault codes."""
        super().__init__(f"not legal: {', '.join(faults)}")
        self.faults = faults


@dataclass(frozen=True)
class Option:
    """A setting of a game's rules: its name in records, default, allowed values, and what it means."""

    name: str
    default: int | str
    choices: tuple[int | str, ...]
    meaning: str


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
        """Return the state S with the table set by hand; raises ValueError for one that cannot be."""
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

    def write_outcome(self, outcome: Any) -> dict[str, Any]:
        """Return outcome O as `tableref judge --json` tells it."""
        ...


class Cases(Protocol):
    """The module of the facts that a game's sentences tell. A kind is a name in the catalogues."""

    def case(self, state: Any, act: Any) -> tuple[str, dict[str, Any]]:
        """Return the kind of act A, and the facts of its case in S."""
        ...

    def ending(self, outcome: Any) -> tuple[str, dict[str, Any]]:
        """Return the kind of outcome O, and its facts."""
        ...

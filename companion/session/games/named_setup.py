"""What is agreed before a game of players who have names: which colours each plays, and the table as it is seen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from companion.errors import BadCommand, no_board_yet
from companion.eyes.hints import NOTHING_KNOWN, Hints
from companion.eyes.known_table import KnownTable
from companion.session.at_table import Agreed
from companion.session.followed_game import LOOKS_TO_BEGIN
from companion.session.played import Colours, LearntBoard, Options, SeenStretch
from companion.session.port import SetupState
from referee.table import Cell

T = TypeVar("T", bound=SeenStretch)


@dataclass
class NamedSetup(ABC, Generic[T]):
    """A game that has not begun: see ``companion.session.at_table.Guided``."""

    LEARNT: ClassVar[tuple[str, ...]] = ()  # the settings that the table tells

    game: str
    players: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    colours: Colours | None = None
    seen: T | None = None
    hints: Hints = NOTHING_KNOWN
    _taken_for_empty: bool = False

    def __post_init__(self) -> None:
        """Raise BadCommand where the colours are none that the rules allow."""
        self.dealt(Agreed(self.game, self.players, self.options, self.colours))

    @abstractmethod
    def dealt(self, agreed: Agreed) -> dict[str, list[str]]:
        """Who plays which colours; nobody any while players lack. Raises BadCommand."""

    @abstractmethod
    def learn(self, seen: T, given: Options) -> LearntBoard:
        """What the table tells of a game of which a person said what is ``given``."""

    def agree(self, agreed: Agreed) -> None:
        """Something else was agreed: other players, or a person knows the board better. Raises BadCommand."""
        self.dealt(agreed)
        self.players, self.options, self.colours = agreed.players, dict(agreed.options), agreed.colours

    def see(self, stretch: T, known: KnownTable | None = None) -> None:
        """Take in what a stretch shows by now of the board."""
        self.seen = stretch

    def lose(self) -> None:
        """The board is out of sight, or was pointed out anew; what a person said of it still holds."""
        self.seen, self._taken_for_empty = None, False

    def look_anew(self) -> None:
        """Another camera looks at the board."""
        self.lose()

    @property
    def looked(self) -> tuple[float, int] | None:
        """When the board was looked at last, and how often."""
        return None if self.seen is None else (self.seen.t, self.seen.looks)

    @property
    def learnt(self) -> LearntBoard | None:
        """The board as it is seen, or as a person said."""
        return None if self.seen is None else self.learn(self.seen, self.options)

    @property
    def ready(self) -> bool:
        """Whether the board is seen well enough, and is empty; a person looks whether its marks are right."""
        return self._is_ready(self.learnt)

    def _is_ready(self, learnt: LearntBoard | None) -> bool:
        looked = self.seen is not None and self.seen.looks >= LOOKS_TO_BEGIN
        return looked and not self._in_the_way(learnt)

    def _in_the_way(self, learnt: LearntBoard | None) -> tuple[Cell, ...]:
        return () if learnt is None or self._taken_for_empty else learnt.taken

    def take_for_empty(self) -> None:
        """A person says that nothing lies on the board. Raises CommandError where none was seen."""
        if self.seen is None:
            raise no_board_yet()
        self._taken_for_empty = True

    def mend(self, cell: Cell, colour: str) -> None:
        """Cells have no colours of their own here. Raises BadCommand."""
        raise _no_coloured_fields()

    def tell_apart(self, names: tuple[str, str], changed: bool) -> None:
        """As ``mend``."""
        raise _no_coloured_fields()

    def told(self, open_game: dict[str, Any] | None) -> SetupState:
        """The setup as the page shows it; `open_game` was interrupted, and can be gone on with."""
        learnt = self.learnt
        told: SetupState = {
            "game": self.game,
            "players": list(self.players),
            "options": self.options,
            "colours": self.dealt(Agreed(self.game, self.players, self.options, self.colours)),
            "ready": self._is_ready(learnt),
            "stones_on": [list(cell) for cell in self._in_the_way(learnt)],
            "resume": open_game,
            "unsure": list(learnt.unsure) if learnt else [],
            "notes": [dict(note) for note in learnt.notes] if learnt else [],
        }
        if self.LEARNT:
            told["learnt"] = {name: learnt.options[name] for name in self.LEARNT} if learnt else None
        if learnt and learnt.in_the_way and told["stones_on"]:
            told["in_the_way"] = dict(learnt.in_the_way)
        return told


def _no_coloured_fields() -> BadCommand:
    return BadCommand("no_coloured_fields", "the fields of this board have no colours")

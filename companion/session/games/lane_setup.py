"""What is agreed before a game on a board with a lane: who plays which colours, and the board as it is seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.errors import BadCommand, no_board_yet
from companion.eyes.hints import NOTHING_KNOWN, Hints
from companion.eyes.known_table import KnownTable
from companion.session.at_table import Agreed
from companion.session.followed_game import LOOKS_TO_BEGIN
from companion.session.games.lane_board import LaneStretch, learn_board
from companion.session.played import Colours, LearntBoard
from companion.session.port import SetupState
from referee import one_two_three_four as rules
from referee.game import Unfit
from referee.table import Cell

_OF_BOARD = ("size", "direction", "corners")


@dataclass
class LaneSetup:
    """A game that has not begun: see ``companion.session.at_table.Guided``."""

    game: str
    players: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    colours: Colours | None = None
    seen: LaneStretch | None = None
    hints: Hints = NOTHING_KNOWN
    _taken_for_empty: bool = False

    def __post_init__(self) -> None:
        """Raise BadCommand where the colours are none that the rules allow."""
        colours_of(self.players, self.colours)

    def agree(self, agreed: Agreed) -> None:
        """Something else was agreed: other players, or a person knows the board better. Raises BadCommand."""
        colours_of(agreed.players, agreed.colours)
        self.players, self.options, self.colours = agreed.players, dict(agreed.options), agreed.colours

    def see(self, stretch: LaneStretch, known: KnownTable | None = None) -> None:
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
        return None if self.seen is None else learn_board(self.seen, self.options)

    @property
    def ready(self) -> bool:
        """Whether the board is seen well enough, and is empty; a person looks whether its marks are right."""
        return self.seen is not None and self.seen.looks >= LOOKS_TO_BEGIN and not self._tiles_on

    @property
    def _tiles_on(self) -> tuple[Cell, ...]:
        learnt = self.learnt
        return () if learnt is None or self._taken_for_empty else learnt.taken

    def take_for_empty(self) -> None:
        """A person says that no tile lies on the board. Raises CommandError where none was seen."""
        if self.seen is None:
            raise no_board_yet()
        self._taken_for_empty = True

    def mend(self, cell: Cell, colour: str) -> None:
        """Cells have no colours of their own here. Raises BadCommand."""
        raise no_coloured_fields()

    def told(self, open_game: dict[str, Any] | None) -> SetupState:
        """The setup as the page shows it; `open_game` was interrupted, and can be gone on with."""
        learnt = self.learnt
        return {
            "game": self.game,
            "players": list(self.players),
            "options": self.options,
            "colours": colours_of(self.players, self.colours),
            "ready": self.ready,
            "stones_on": [list(cell) for cell in self._tiles_on],
            "resume": open_game,
            "learnt": {name: learnt.options[name] for name in _OF_BOARD} if learnt else None,
            "unsure": list(learnt.unsure) if learnt else [],
            "notes": [dict(note) for note in learnt.notes] if learnt else [],
        }


def no_coloured_fields() -> BadCommand:
    """The error where the colour of a field is to be mended on a board that has none."""
    return BadCommand("no_coloured_fields", "the fields of this board have no colours")


def colours_of(players: tuple[str, ...], colours: Colours | None) -> dict[str, list[str]]:
    """Who plays which colours: as agreed, or else as the rules deal them out; nobody any while players lack.

    Raises BadCommand where the rules do not allow what is agreed.
    """
    agreed: Any = colours if colours and players else None
    try:
        state = rules.start(players, agreed)
    except Unfit as error:
        if agreed and len(players) >= rules.PLAYERS[0]:
            raise BadCommand.of(error.said) from error
        return {}
    return {player: list(state.colours_of(player)) for player in players}

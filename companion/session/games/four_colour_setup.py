"""What is agreed before a game of Four Colour Cards: who sits where, and whether the table is empty."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.session.at_table import Agreed
from companion.session.games.four_colour_table import Sight, learn_table, seats_of
from companion.session.games.named_setup import NamedSetup
from companion.session.played import LearntBoard, Options, SeenStretch
from companion.session.port import SetupState


@dataclass
class FourColourSetup(NamedSetup[SeenStretch]):
    """A game that has not begun: see ``companion.session.at_table.Guided``."""

    sights: Callable[[Sequence[str]], Sight[SeenStretch]] = field(kw_only=True)
    seats: Mapping[str, str] | None = None

    def dealt(self, agreed: Agreed) -> dict[str, list[str]]:
        """Nobody has colours of his own."""
        seats_of(agreed.players, agreed.seats)
        return {}

    def agree(self, agreed: Agreed) -> None:
        """Something else was agreed. Raises BadCommand."""
        super().agree(agreed)
        self.seats = agreed.seats

    def learn(self, seen: SeenStretch, given: Options) -> LearntBoard:
        """Whether the table is empty."""
        return learn_table(self.sights(()), seen, given, seats_of(self.players, self.seats))

    def told(self, open_game: dict[str, Any] | None) -> SetupState:
        """The setup as the page shows it, with where the players sit."""
        return {**super().told(open_game), "seats": seats_of(self.players, self.seats)}

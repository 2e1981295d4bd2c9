"""What is agreed before a game of Punto: who plays which colours, and whether the table is empty."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.errors import BadCommand
from companion.session.at_table import Agreed
from companion.session.games.named_setup import NamedSetup
from companion.session.games.punto_table import Sight, learn_table
from companion.session.played import LearntBoard, Options, SeenStretch
from referee import punto as rules
from referee import records
from referee.records.wire import Malformed


@dataclass
class PuntoSetup(NamedSetup[SeenStretch]):
    """A game that has not begun: see ``companion.session.at_table.Guided``."""

    sights: Callable[[], Sight[SeenStretch]] = field(kw_only=True)

    def dealt(self, agreed: Agreed) -> dict[str, list[str]]:
        """As agreed, or else dealt in turn."""
        return colours_of(agreed)

    def learn(self, seen: SeenStretch, given: Options) -> LearntBoard:
        """Whether the table is empty."""
        return learn_table(self.sights(), seen, given)


def colours_of(agreed: Agreed) -> dict[str, list[str]]:
    """Who plays which colours: as agreed, or else dealt in turn, to partners the same; nobody any while players lack.

    Raises BadCommand where the rules do not allow what is agreed.
    """
    players, fewest = agreed.players, rules.PLAYERS[0]
    if len(players) < fewest:
        return {}
    sides = 2 if len(players) == fewest or agreed.options.get("teams") else len(rules.COLOURS)
    dealt = {player: list(rules.COLOURS[seat % sides :: sides]) for seat, player in enumerate(players)}
    header = {
        "game": rules.ID,
        "players": list(players),
        "colours": {player: list(own) for player, own in (agreed.colours or dealt).items()},
        "options": dict(agreed.options),
    }
    try:
        start = records.read_header(header)
    except Malformed as error:
        raise BadCommand.of(error.said) from error
    return {player: list(start.colours_of(player)) for player in players}

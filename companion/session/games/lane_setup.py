"""What is agreed before a game on a board with a lane: who plays which colours, and the board as it is seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.errors import BadCommand
from companion.session.at_table import Agreed
from companion.session.games.lane_board import LaneStretch, learn_board
from companion.session.games.named_setup import NamedSetup
from companion.session.played import Colours, LearntBoard, Options
from referee import one_two_three_four as rules
from referee.game import Unfit


@dataclass
class LaneSetup(NamedSetup[LaneStretch]):
    """A game that has not begun: see ``companion.session.at_table.Guided``."""

    LEARNT = ("size", "direction", "corners")

    def dealt(self, agreed: Agreed) -> dict[str, list[str]]:
        """As agreed, or else as the rules deal them out."""
        return colours_of(agreed.players, agreed.colours)

    def learn(self, seen: LaneStretch, given: Options) -> LearntBoard:
        """The size, the direction and the corners."""
        return learn_board(seen, given)


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

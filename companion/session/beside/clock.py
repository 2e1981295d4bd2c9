"""A turn clock: how long each thinks, by the turn or in all. It judges nothing, and stands where people are asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypedDict

from companion.session.port import ClockState, Phase


class TurnClock(TypedDict):
    """So many seconds for each turn, or for all turns of a player."""

    per: Literal["turn", "player"]
    seconds: int


class Going(Protocol):
    """A game under way: see ``companion.session.at_table.Watching``."""

    players: tuple[str, ...]
    state: Any
    history: list[Any]


@dataclass
class Clock:
    """The clock of one game; ``setting`` None: there is none, and nothing is told."""

    setting: TurnClock | None = None
    now: Callable[[], float] = time.monotonic
    _left: dict[str, float] = field(default_factory=dict)
    _turn: tuple[str, int] | None = None  # whose, and after how many acts
    _since: float | None = None  # when it was looked at last; None while it stands

    def told(self, game: Going, phase: Phase) -> ClockState | None:
        """How it stands now, None where nobody wants one. It goes on from here as the game does in this ``phase``."""
        if self.setting is None:
            return None
        now, seconds = self.now(), float(self.setting["seconds"])
        left = {player: self._left.get(player, seconds) for player in game.players}
        if self._since is not None and self._turn is not None and self._turn[0] in left:
            left[self._turn[0]] -= now - self._since
        turn = None if game.state is None else (str(game.state.on_turn), len(game.history))
        if turn != self._turn and self.setting["per"] == "turn":
            left = dict.fromkeys(left, seconds)
        goes = turn is not None and phase == "playing"
        self._left, self._turn, self._since = left, turn, now if goes else None
        return {
            **self.setting,
            "runs": turn[0] if turn and goes else None,
            "left": {player: round(value, 1) for player, value in left.items()},
        }


def read_clock(words: Sequence[str]) -> TurnClock | None:
    """A clock as it is said in words, "turn" and "60" say; None where it is said otherwise.

    >>> read_clock(["player", "600"])
    {'per': 'player', 'seconds': 600}
    """
    match words:
        case [("turn" | "player") as per, number] if number.isdecimal() and 1 <= int(number) <= LONGEST_S:
            return {"per": per, "seconds": int(number)}
    return None


LONGEST_S = 36_000

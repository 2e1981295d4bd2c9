"""Which games can be simulated: a line each, and a module in this folder."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Protocol

from companion.follow.follows import Follows
from models.fitting.examples import Moment
from models.simulated.noise import Noise

GAMES = {
    "just4fun-colours": "just4fun_colours",
    "one-two-three-four": "one_two_three_four",
    "four-colour-cards": "four_colour_cards",
    "punto": "punto",
}


class Simulated(Protocol):
    """The module of one game."""

    @property
    def GAME(self) -> Follows[Any, Any, Any, Any]:
        """How it is followed."""
        ...

    @property
    def SIGNS(self) -> dict[str, int]:
        """Which of its features can only speak for (1) or against (-1) what was done."""
        ...

    @property
    def EXPECTED(self) -> dict[str, float]:
        """What some features should weigh, were the eyes as sure as they say: fitted weights are drawn towards it."""
        ...

    def moments(self, seed: int, noise: Noise) -> Iterator[Moment[Any, Any, Any]]:
        """The game of that number, look by look; the first shows the table before the first act."""
        ...


def simulated(game_id: str) -> Simulated:
    """The module that simulates a game. Raises KeyError."""
    module: Any = import_module(f"models.simulated.{GAMES[game_id]}")
    return module

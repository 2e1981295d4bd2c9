"""Which games can be simulated: those of the referee that have a module in this room."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from companion.follow.follows import Follows
from models.fitting.examples import Moment
from models.simulated.noise import Noise
from referee import registry

ROOM = "models.simulated"


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


def game_ids() -> list[str]:
    """The names of the games that can be simulated."""
    return [game_id for game_id in registry.GAMES if find_spec(registry.module_name(ROOM, game_id))]


def simulated(game_id: str) -> Simulated:
    """The module that simulates a game. Raises UnknownGame."""
    module: Any = import_module(registry.module_name(ROOM, game_id))
    return module

"""The games that are counted at their end from one photograph: a game more is a line here, and a module beside this
one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from companion.eyes.known_table import KnownTable
    from vision.pictures import Picture

SCORED: Mapping[str, str] = {  # the name in records -> the module's name; it is a ``ScoredTable``
    "just4fun-colours": "just4fun_colours",
    "punto": "punto",
    "four-colour-cards": "four_colour_cards",
}


@dataclass(frozen=True)
class Asked:
    """What was said beside the picture: the game's ``options``, what a profile has ``known`` of the set, ``colours``
    as they were typed, how many ``cards`` of a hand are laid open, and the card ``claimed``."""

    options: Mapping[str, Any]
    known: KnownTable | None = None
    colours: str | None = None
    cards: int | None = None
    claimed: str | None = None


@dataclass(frozen=True)
class Counted:
    """What a photograph counts, in ``lines`` that a person reads, and the picture with that ``drawn`` over it."""

    lines: tuple[str, ...]
    drawn: Picture


@dataclass(frozen=True)
class NotCounted:
    """Why nothing can be counted in a photograph, in one line."""

    why: str


class ScoredTable(Protocol):
    """The module of one game."""

    @property
    def TAKES(self) -> tuple[str, ...]:
        """Which of what can be said beside a picture it knows: names of ``Asked``."""
        ...

    def count(self, bgr: Picture, asked: Asked) -> Counted | NotCounted:
        """Count the end of a game in a picture; raises WrongCall for what cannot be asked."""
        ...


def scored_table(game_id: str) -> ScoredTable:
    """Return the module that counts a game of ``SCORED``."""
    return cast("ScoredTable", import_module(f"{__name__}.{SCORED[game_id]}"))

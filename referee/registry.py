"""Which games there are. A new game is a line here, and a module in each of the rooms below."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from referee.game import Cases, Game, Lines, Notation
from wording import Mendable

GAMES: Mapping[str, str] = {  # the name in records -> the module's name
    "just4fun-colours": "just4fun_colours",
    "punto": "punto",
    "four-colour-cards": "four_colour_cards",
    "one-two-three-four": "one_two_three_four",
}


class UnknownGame(Mendable, ValueError):
    """There is no game of that name; the message lists those there are."""

    def __init__(self, game_id: str) -> None:
        """Say which games are known."""
        super().__init__(
            "unknown_game", "game {game} is not one of {known}", game=ascii(game_id), known=", ".join(GAMES)
        )


def game(game_id: str) -> Game:
    """Return the rules of a game. Raises UnknownGame.

    >>> game("just4fun-colours").NAME
    'Just 4 Fun Colours'
    """
    return cast(Game, _module("referee", game_id))


def lines(game_id: str) -> Lines:
    """Return what reads and writes the lines of a game's record. Raises UnknownGame."""
    return cast(Lines, _module("referee.records", game_id))


def notation(game_id: str) -> Notation:
    """Return what spells the lines of a game's record as text. Raises UnknownGame."""
    return cast(Notation, _module("referee.notation", game_id))


def cases(game_id: str) -> Cases:
    """Return what gathers the facts for a game's sentences. Raises UnknownGame."""
    return cast(Cases, _module("referee.phrases", game_id))


def _module(room: str, game_id: str) -> Any:
    if game_id not in GAMES:
        raise UnknownGame(game_id)
    return import_module(f"{room}.{GAMES[game_id]}")

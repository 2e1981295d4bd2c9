"""Which games there are. A new game is a line here, and a module in each of the rooms below.

A game that stands outside this package is added by `add`: its modules stand in one package, each by the name of its
room. What holds for one kind of game holds for the other.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, cast

from referee.game import Cases, Game, Lines, Notation
from wording import Mendable

GAMES = {  # the name in records -> the module's name
    "just4fun-colours": "just4fun_colours",
    "punto": "punto",
    "four-colour-cards": "four_colour_cards",
    "one-two-three-four": "one_two_three_four",
}
# Those that were added: the name in records -> the package that has their modules
_OUTSIDE: dict[str, str] = {}


class UnknownGame(Mendable, ValueError):
    """There is no game of that name; the message lists those there are."""

    def __init__(self, game_id: str) -> None:
        """Say which games are known."""
        super().__init__(
            "unknown_game", "game {game} is not one of {known}", game=ascii(game_id), known=", ".join(GAMES)
        )


def add(game_id: str, package: str) -> None:
    """Let a game from outside be one of the games: `<package>.referee` are its rules, `<package>.records` its lines.

    To be called before anything is asked of any game. Raises ValueError where a game has that name.
    """
    if game_id in GAMES:
        raise ValueError(f"there is a game {game_id!a} already")
    GAMES[game_id] = _OUTSIDE[game_id] = package


def module_name(room: str, game_id: str) -> str:
    """Name a game's module in a room. Raises UnknownGame.

    >>> module_name("referee.records", "just4fun-colours")
    'referee.records.just4fun_colours'
    """
    if game_id not in GAMES:
        raise UnknownGame(game_id)
    if game_id in _OUTSIDE:
        return f"{_OUTSIDE[game_id]}.{room.rpartition('.')[2]}"
    return f"{room}.{GAMES[game_id]}"


def game(game_id: str) -> Game:
    """Return the rules of a game. Raises UnknownGame.

    >>> game("just4fun-colours").NAME
    'Just 4 Fun Colours'
    """
    return cast(Game, _module(f"{__package__}", game_id))


def lines(game_id: str) -> Lines:
    """Return what reads and writes the lines of a game's record. Raises UnknownGame."""
    return cast(Lines, _module(f"{__package__}.records", game_id))


def notation(game_id: str) -> Notation:
    """Return what spells the lines of a game's record as text. Raises UnknownGame."""
    return cast(Notation, _module(f"{__package__}.notation", game_id))


def cases(game_id: str) -> Cases:
    """Return what gathers the facts for a game's sentences. Raises UnknownGame."""
    return cast(Cases, _module(f"{__package__}.phrases", game_id))


def _module(room: str, game_id: str) -> Any:
    return import_module(module_name(room, game_id))

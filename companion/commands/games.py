"""`tableref games`: the games and their options."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import click

from referee import registry
from referee.game import Game


@click.command(epilog="Example: tableref games --json")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game.")
def command(as_json: bool) -> None:
    """List the games, and the options that --option takes: name=value."""
    for game_id in registry.GAMES:
        game = registry.game(game_id)
        click.echo(json.dumps(_fields(game)) if as_json else "\n".join(_words(game)))


def _fields(game: Game) -> dict[str, object]:
    return {
        "game": game.ID,
        "name": game.NAME,
        "players": list(game.PLAYERS),
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "choices": _choices(option.choices),
                "meaning": option.meaning,
                **({"form": option.form} if option.form else {}),
            }
            for option in game.OPTIONS
        ],
    }


def _choices(choices: Sequence[int | str]) -> object:
    if isinstance(choices, range):
        return {"from": choices[0], "to": choices[-1]}
    return list(choices)


def _words(game: Game) -> Iterator[str]:
    fewest, most = game.PLAYERS
    yield f"{game.ID}: {game.NAME}, {fewest} to {most} players"
    for option in game.OPTIONS:
        value = option.form if option.default is None else option.default
        yield f"  --option {option.name}={value}   {option.meaning}{option.allowed and f': {option.allowed}'}"

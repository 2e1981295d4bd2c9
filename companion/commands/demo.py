"""`tableref demo`: a recording that ships with it, through the whole pipeline."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from companion.errors import WrongCall
from companion.session.games import WATCHED

RECORDINGS = Path(__file__).parent.parent / "recordings"
# A recording a game: a film, and beside it what was played there.
RECORDING = RECORDINGS / "game.mp4"
FILMS = {
    "just4fun-colours": RECORDING,
    "one-two-three-four": RECORDINGS / "one-two-three-four.mp4",
    "punto": RECORDINGS / "punto.mp4",
    "four-colour-cards": RECORDINGS / "four-colour-cards.mp4",
}
_SAID = ("edition", "rounds")  # of settings, what no eye sees


@click.command(epilog="Example: tableref demo --port 8080")
@click.option(
    "--game",
    type=click.Choice(list(WATCHED)),
    default="just4fun-colours",
    show_default=True,
    help="Whose recording.",
)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
@click.option("--once", is_flag=True, help="End when the recording ends.")
def command(game: str, port: int, no_browser: bool, once: bool) -> None:
    """Play the recording that ships with tableref at its own speed, and show the page.

    Nothing of it is kept.
    """
    film = FILMS[game]
    if not film.is_file():
        raise WrongCall(f"--game {game}: no recording of it ships with this tableref yet")
    from companion.serving import serve_table

    truth = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
    players, options, colours = played_in(truth)
    serve_table(
        str(film),
        ":memory:",
        game,
        players,
        options,
        host="127.0.0.1",
        port=port,
        browser=not no_browser,
        once=once,
        colours=colours,
        seats=truth.get("sides"),
    )


def played_in(truth: dict[str, Any]) -> tuple[tuple[str, ...], dict[str, Any], dict[str, list[str]] | None]:
    """Who plays in a recording, by which settings of the rules, and with which colours. What the board is like is
    left to the eyes."""
    options = {"row": truth["row"]} if "row" in truth else {}
    options |= {name: value for name, value in truth.get("options", {}).items() if name in _SAID}
    return tuple(truth["players"]), options, truth.get("header", truth).get("colours")

"""`tableref live`: referee a game on a real table."""

from __future__ import annotations

from typing import Any

import click

from companion.errors import WrongCall
from companion.options import (
    COLOURS_OPTION,
    GAME_OPTION,
    OPTION_OPTION,
    PLAYERS_IF_KNOWN_OPTION,
    PROFILE_OPTION,
    SEATS_OPTION,
    ZONE_OPTION,
    read_colours,
    read_options,
    read_players,
    read_profile,
    read_seats,
    read_zone,
)
from companion.session.beside.clock import read_clock


@click.command(epilog="Example: tableref live --game just4fun-colours --camera 0 --players red,blue")
@GAME_OPTION
@click.option(
    "--camera",
    help="A device number, a video file, a folder of pictures, an http(s) or rtsp address, or `browser`. Asked"
    " for on the page if left out.",
)
@click.option("--phone", is_flag=True, help="Show a link and a QR code that make a phone the camera.")
@PLAYERS_IF_KNOWN_OPTION
@COLOURS_OPTION
@SEATS_OPTION
@OPTION_OPTION
@ZONE_OPTION
@PROFILE_OPTION
@click.option(
    "--clock",
    metavar="turn:60|player:600",
    help="A turn clock: so many seconds for each turn, or for all turns of a player.",
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets others in your network look in."
)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
def command(host: str, port: int, no_browser: bool, **said: Any) -> None:
    """Watch a table through a camera, and tell on a page what is played, and whether it is legal.

    Without a camera or players, the page asks for them first. A game that was interrupted goes on where it was.
    """
    table = at_table(**said)
    from companion.serving import serve_table

    serve_table(**table, host=host, port=port, browser=not no_browser)


def at_table(
    game: str,
    camera: str | None,
    phone: bool,
    players: str | None,
    colours: str | None,
    seats: str | None,
    option: tuple[str, ...],
    play_zone: str | None,
    profile: str | None,
    clock: str | None,
) -> dict[str, Any]:
    """What was said of the table, as `companion.serving.serve_table` takes it. Raises WrongCall."""
    if phone and camera:
        raise WrongCall(f"--phone --camera {camera}: one table has one camera; leave one of them away")
    options = read_options(game, option)
    names = read_players(game, players) if players is not None else ()
    zone = read_zone(play_zone)
    played, sit = read_colours(game, names, colours, options), read_seats(game, names, seats)
    known = read_profile(profile, int(options.get("size", 6)))
    timed = None if clock is None else read_clock(clock.split(":"))
    if clock is not None and timed is None:
        raise WrongCall(f"--clock {clock}: give turn:60 or player:600, in seconds")
    return {
        "camera": "phone" if phone else camera,
        "store_path": None,
        "game": game,
        "players": names,
        "options": options,
        "zone": zone,
        "known": known,
        "phone": phone,
        "colours": played,
        "seats": sit,
        "clock": timed,
    }

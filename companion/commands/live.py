"""`tableref live`: referee a game on a real table."""

from __future__ import annotations

import click

from companion.options import (
    GAME_OPTION,
    OPTION_OPTION,
    PLAYERS_OPTION,
    PROFILE_OPTION,
    ZONE_OPTION,
    read_options,
    read_players,
    read_profile,
    read_zone,
)


@click.command(epilog="Example: tableref live --game just4fun-colours --camera 0 --players red,blue")
@GAME_OPTION
@click.option(
    "--camera",
    required=True,
    help="A device number, a video file, a folder of pictures, an http(s) or rtsp address, or `browser`.",
)
@PLAYERS_OPTION
@OPTION_OPTION
@ZONE_OPTION
@PROFILE_OPTION
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets others in your network look in."
)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
def command(
    game: str,
    camera: str,
    players: str,
    option: tuple[str, ...],
    play_zone: str | None,
    profile: str | None,
    host: str,
    port: int,
    no_browser: bool,
) -> None:
    """Watch a table through a camera, and tell on a page what is played, and whether it is legal.

    A game that was interrupted goes on where it was.
    """
    options = read_options(game, option)
    names = read_players(game, players)
    zone = read_zone(play_zone)
    known = read_profile(profile, int(options.get("size", 6)))
    from companion.serving import serve_table

    serve_table(
        camera,
        None,
        game,
        names,
        options,
        host=host,
        port=port,
        browser=not no_browser,
        zone=zone,
        known=known,
    )

"""`tableref watch`: referee a recording as fast as it can."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from companion.options import (
    COLOURS_OPTION,
    GAME_OPTION,
    OPTION_OPTION,
    PLAYERS_OPTION,
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


@click.command(epilog="Example: tableref watch evening.mp4 --game just4fun-colours --players red,blue --json")
@click.argument("video", type=click.Path(path_type=Path))
@GAME_OPTION
@PLAYERS_OPTION
@COLOURS_OPTION
@SEATS_OPTION
@OPTION_OPTION
@ZONE_OPTION
@PROFILE_OPTION
@click.option("--json", "as_json", is_flag=True, help="One JSON object an event.")
@click.option("--record", type=click.Path(path_type=Path), help="Write the game's record here too.")
def command(
    video: Path,
    game: str,
    players: str,
    colours: str | None,
    seats: str | None,
    option: tuple[str, ...],
    play_zone: str | None,
    profile: str | None,
    as_json: bool,
    record: Path | None,
) -> None:
    """Referee VIDEO, a recording or a folder of pictures, and tell what happens, a line an event."""
    from companion.record.keeper import Keeper
    from companion.record.store import Store
    from companion.session.at_table import Agreed
    from companion.session.games import door
    from companion.session.live import play
    from vision.sources import open_source

    options = read_options(game, option)
    names = read_players(game, players)
    zone = read_zone(play_zone)
    agreed = Agreed(
        game, names, options, read_colours(game, names, colours, options), read_seats(game, names, seats)
    )
    table = door(game)
    known = read_profile(profile, table.size_of(options) or 6)
    source = open_source(str(video), realtime=False)
    keeper = Keeper(Store.open(":memory:"))
    session, watcher = table.session(agreed, keeper, zone, known), table.eyes(options, known)
    with source:
        for frame in source:
            for event in play(frame, watcher, session):
                click.echo(json.dumps(event) if as_json else in_words(event))
                sys.stdout.flush()
        why = source.why
    if record and keeper.game_id:
        record.write_text(keeper.store.record(keeper.game_id), encoding="utf-8")
    if why:
        raise click.ClickException(why)
    if session.state is None:
        raise click.ClickException(f"{video}: no empty board was seen, so no game could begin")


def in_words(event: dict[str, Any]) -> str:
    """An event as a line a person reads."""
    plays = [f"{player} plays {' and '.join(own)}" for player, own in event.get("colours", {}).items()]
    ready = (
        "The board is in sight: play may begin.",
        f"{', '.join(plays)}." if plays else "",
        event.get("why"),
    )
    words = {
        "ready": " ".join(filter(None, ready)),
        "restored": "The table is as it was before.",
        "unclear": f"Unclear: {event.get('why')}",
        "camera": f"The camera: {event.get('state')}.",
        "act": str(event.get("text")),
    }
    told = words.get(str(event["event"]), json.dumps(event.get("outcome")))
    mark = "!" if event.get("legal") is False else " "
    return f"{event['t']:8} s {mark} {told}"

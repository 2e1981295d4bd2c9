"""What several commands take: the game, its options, its players, the zone of the played cards."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.errors import WrongCall
from companion.eyes.zone import SIDES, Zone, side_of
from companion.pictured import PICTURED
from companion.session.games import WATCHED, door
from referee import records
from referee.records.wire import Malformed
from referee.registry import GAMES
from referee.registry import game as game_by_id

if TYPE_CHECKING:
    from companion.eyes.known_table import KnownTable
    from vision.finding.board import Board

Command = TypeVar("Command", bound=Callable[..., Any])


def _game_option(read: Container[str], why_not: str) -> Callable[[Command], Command]:
    """The option for one of the games that are ``read``; of the others it is said ``why_not``."""

    def check(ctx: click.Context, param: click.Parameter, value: str) -> str:
        if value not in read:
            raise WrongCall(f"--game {value}: {why_not}")
        return value

    return click.option(
        "--game",
        type=click.Choice(list(GAMES)),
        callback=check,
        default="just4fun-colours",
        show_default=True,
    )


GAME_OPTION = _game_option(WATCHED, "can be judged (tableref judge), but is not read by a camera yet")
PICTURED_GAME_OPTION = _game_option(PICTURED, "its table is not read in single pictures yet")
OPTION_OPTION = click.option(
    "--option", multiple=True, metavar="NAME=VALUE", help="A setting of the game: see `tableref games`."
)
_PLAYERS = "The players in turn order, such as red,blue."
PLAYERS_OPTION = click.option("--players", metavar="A,B", required=True, help=_PLAYERS)
PLAYERS_IF_KNOWN_OPTION = click.option("--players", metavar="A,B", help=f"{_PLAYERS} Asked for if left out.")
COLOURS_OPTION = click.option(
    "--colours",
    metavar="A=X+Y,B=Z",
    help="Which colours each player plays, in games where players have names: ann=red+yellow,bo=blue+green.",
)
SEATS_OPTION = click.option(
    "--seats",
    metavar="A=SIDE,B=SIDE",
    help="On which side of the camera's picture each player sits, in Four Colour Cards: ann=bottom,bo=left.",
)
ZONE_OPTION = click.option(
    "--play-zone",
    metavar="P",
    help="Where played cards are laid: x1,y1,x2,y2,... in pixels, or right, left, top or bottom of the board. "
    "Found by itself if left out.",
)
PROFILE_OPTION = click.option(
    "--profile", metavar="NAME", help="What is known of the camera and the set: see `tableref calibrate`."
)
ZoneSpec = str | tuple[tuple[float, float], ...] | None  # a side of the board in the picture, or pixels


def read_options(game: str, given: Sequence[str], looking: bool = False) -> dict[str, Any]:
    """The settings as numbers or words; raises WrongCall with the list of known ones.

    Where pictures are looked at (``looking``), boards of other sizes than the game's can be asked for.
    """
    known = {option.name: option for option in game_by_id(game).OPTIONS}
    settings: dict[str, Any] = {}
    for setting in given:
        name, _, text = setting.partition("=")
        value: Any = int(text) if text.isdecimal() else text
        sizes = PICTURED[game].sizes if looking else ()
        if sizes and name == "size":
            if value not in sizes:
                raise WrongCall(f"--option size={text}: a board has {sizes[0]} to {sizes[-1]} fields a side")
        elif name not in known:
            raise WrongCall(f"--option {setting}: {game} knows {', '.join(known)}")
        elif form := known[name].form:
            value = _as_json(text)
            if form.startswith("{") and not isinstance(value, dict):
                raise WrongCall(f"--option {setting}: {name} is given as {form}")
        elif value not in known[name].choices:
            raise WrongCall(f"--option {setting}: {name} can be {known[name].allowed}")
        settings[name] = value
    return settings


def _as_json(text: str) -> Any:
    """A value that cannot be listed, as records have it: JSON, or else a plain word."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def read_players(game: str, text: str) -> tuple[str, ...]:
    """The players, checked against the game: their names, or in some games their colours; raises WrongCall."""
    players = tuple(name.strip() for name in text.split(",") if name.strip())
    rules = game_by_id(game)
    fewest, most = rules.PLAYERS
    if not fewest <= len(players) <= most:
        raise WrongCall(f"--players {text}: {game} is played by {fewest} to {most}, separated by commas")
    known = getattr(rules, "STONE_COLOURS", None)  # where players are called by their colours
    for name in players:
        if known is not None and name not in known:
            raise WrongCall(f"--players {text}: {name!r} is none of {', '.join(known)}")
    if len(set(players)) < len(players):
        of_their_own = "name" if known is None else "colour"
        raise WrongCall(f"--players {text}: each player needs a {of_their_own} of their own")
    return players


def read_colours(
    game: str, players: Sequence[str], text: str | None, options: Mapping[str, Any]
) -> dict[str, list[str]] | None:
    """Which colours each player plays by the game's ``options``, None where that is left to the rules; raises
    WrongCall."""
    if text is None:
        return None
    if hasattr(game_by_id(game), "STONE_COLOURS"):
        raise WrongCall(f"--colours {text}: in {game} players are called by their colours; leave it away")
    parts = (part.partition("=") for part in text.split(",") if part.strip())
    colours = {name.strip(): [each.strip() for each in played.split("+")] for name, _, played in parts}
    if set(colours) != set(players):
        raise WrongCall(
            f"--colours {text}: say it of {', '.join(players) or 'the players'}, and of nobody else"
        )
    header = {"game": game, "players": list(players), "colours": colours, "options": dict(options)}
    try:
        records.read_header(header)
    except Malformed as error:
        raise WrongCall(f"--colours {text}: {error}") from error
    return colours


def read_seats(game: str, players: Sequence[str], text: str | None) -> dict[str, str] | None:
    """On which side of the picture each player sits, None where nobody says; raises WrongCall."""
    if text is None:
        return None
    sides = door(game).SEATED
    if not sides:
        raise WrongCall(
            f"--seats {text}: in {game} the camera need not know where players sit; leave it away"
        )
    parts = (part.partition("=") for part in text.split(",") if part.strip())
    seats = {name.strip(): side.strip() for name, _, side in parts}
    apart = len(set(seats.values())) == len(seats) and set(seats.values()) <= set(sides)
    if set(seats) != set(players) or not apart:
        raise WrongCall(f"--seats {text}: give each player a side of his own: {', '.join(sides)}")
    return {player: seats[player] for player in players}


def read_zone(text: str | None) -> ZoneSpec:
    """A side's name or a polygon in pixels; raises WrongCall."""
    if text is None or text in SIDES:
        return text
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) < 6 or len(numbers) % 2:
        raise WrongCall(
            f"--play-zone {text}: give {', '.join(SIDES)}, or x1,y1,x2,y2,... of at least three corners"
        )
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def zone_on_table(zone: ZoneSpec, board: Board) -> Zone:
    """The zone in the board's frame, once the board is found."""
    import numpy as np

    if zone is None:
        return Zone()
    if not isinstance(zone, str):
        return Zone(polygon=board.pose.to_table(np.array(zone)))
    # A side as the picture shows it: the board side whose middle lies furthest that way.
    middles = dict(enumerate([(0, 3), (3, 0), (0, -3), (-3, 0)]))
    pixels = board.pose.project(np.array([(x, y, 0.0) for x, y in middles.values()]))
    direction = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}[zone]
    furthest = int((pixels @ np.array(direction, float)).argmax())
    return Zone(side=side_of(np.array(middles[furthest], float)), size=board.size)


def read_profile(name: str | None, size: int) -> KnownTable | None:
    """The profile of that name, for a board of ``size`` fields a side; what does not fit is told on standard
    error. Raises WrongCall where there is none."""
    if name is None:
        return None
    from calibration.profile import ProfileError, load
    from companion.eyes.known_table import KnownTable
    from companion.record.home import home

    try:
        return KnownTable(load(name, home() / "profiles"), size, lambda line: click.echo(line, err=True))
    except ProfileError as error:
        raise WrongCall(f"--profile: {error}") from error

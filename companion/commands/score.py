"""`tableref score`: the end of a game, counted from one photograph."""

from __future__ import annotations

from pathlib import Path

import click

from companion.errors import WrongCall
from companion.options import (
    COLOURS_OPTION,
    OPTION_OPTION,
    PICTURED_GAME_OPTION,
    PROFILE_OPTION,
    read_options,
    read_profile,
)
from companion.scored import SCORED, Asked, NotCounted, scored_table
from referee.four_colour_acts import HAND


@click.command(epilog="Example: tableref score --game just4fun-colours table.jpg")
@click.argument("picture", type=click.Path(path_type=Path))
@PICTURED_GAME_OPTION
@OPTION_OPTION
@PROFILE_OPTION
@COLOURS_OPTION
@click.option(
    "--cards",
    type=click.IntRange(1, HAND + 1),
    help=f"How many cards of a hand are laid open.  [default: {HAND}, or {HAND + 1} where so many are seen]",
)
@click.option("--claimed", metavar="CARD", help="The card on offer, with which a hand is hu.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Where to draw it  [default: PICTURE.score.png here]"
)
def command(
    picture: Path,
    game: str,
    option: tuple[str, ...],
    profile: str | None,
    colours: str | None,
    cards: int | None,
    claimed: str | None,
    out: Path | None,
) -> None:
    """Count the end of a game on PICTURE, and draw it over it: rows and areas, the lines of Punto, or a hand of Four
    Colour Cards laid open.
    """
    import cv2

    from vision.sources import read_picture

    if game not in SCORED:
        raise WrongCall(f"--game {game}: nothing is counted at its end")
    table, options = scored_table(game), read_options(game, option, looking=True)
    for name, given in (("profile", profile), ("colours", colours), ("cards", cards), ("claimed", claimed)):
        if given is not None and {"profile": "known"}.get(name, name) not in table.TAKES:
            raise WrongCall(f"--{name} {given}: not asked of {game}; leave it away")
    known = read_profile(profile, options.get("size") or 6)
    counted = table.count(read_picture(picture), Asked(options, known, colours, cards, claimed))
    if isinstance(counted, NotCounted):
        raise click.ClickException(f"{picture}: {counted.why}")
    click.echo("\n  ".join([f"{picture}:", *counted.lines]))
    target = out or Path(f"{picture.stem}.score.png")
    ok, png = cv2.imencode(".png", counted.drawn)
    if not ok:
        raise click.ClickException(f"{target} cannot be drawn")
    target.write_bytes(png.tobytes())
    click.echo(f"drawn in {target}")

"""`tableref score`: the end of a game, counted from one photograph."""

from __future__ import annotations

from pathlib import Path

import click

from companion.errors import WrongCall
from companion.options import OPTION_OPTION, PICTURED_GAME_OPTION, PROFILE_OPTION, read_options, read_profile
from referee import just4fun_colours


@click.command(epilog="Example: tableref score --game just4fun-colours table.jpg")
@click.argument("picture", type=click.Path(path_type=Path))
@PICTURED_GAME_OPTION
@OPTION_OPTION
@PROFILE_OPTION
@click.option(
    "--out", type=click.Path(path_type=Path), help="Where to draw it  [default: PICTURE.score.png here]"
)
def command(picture: Path, game: str, option: tuple[str, ...], profile: str | None, out: Path | None) -> None:
    """Count the rows and areas on PICTURE, and draw them over it."""
    import cv2

    from companion.paper.scoring import score
    from companion.pictured.just4fun_colours import read, sentences
    from companion.session.overlay import draw, draw_areas
    from vision.sources import read_picture

    if game != just4fun_colours.ID:
        raise WrongCall(f"--game {game}: nothing is counted at its end")
    options = read_options(game, option, looking=True)
    size = options.get("size")
    known = read_profile(profile, size or 6)
    bgr = read_picture(picture)
    reading = read(bgr, size, known)
    told = reading.to_json(str(picture), 0.0)
    if not told["found"]:
        raise click.ClickException(f"{picture}: no board was found, so there is nothing to count")
    click.echo("\n  ".join([f"{picture}:", *sentences(told, options)]))
    target = out or Path(f"{picture.stem}.score.png")
    areas = {owner: area for owner, (_, _, area) in score(told, options)["areas"].items()}
    ok, png = cv2.imencode(".png", draw_areas(draw(bgr, reading), reading, areas))
    if not ok:
        raise click.ClickException(f"{target} cannot be drawn")
    target.write_bytes(png.tobytes())
    click.echo(f"drawn in {target}")

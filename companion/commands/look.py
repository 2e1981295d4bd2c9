"""`tableref look`: read single photographs."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import click

from companion.options import OPTION_OPTION, PICTURED_GAME_OPTION, PROFILE_OPTION, read_options, read_profile
from companion.pictured import PICTURED


@click.command(epilog="Example: tableref look --game just4fun-colours --json table.jpg")
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PICTURE...")
@PICTURED_GAME_OPTION
@OPTION_OPTION
@PROFILE_OPTION
@click.option("--json", "as_json", is_flag=True, help="One JSON object a picture.")
def command(
    pictures: tuple[Path, ...], game: str, option: tuple[str, ...], profile: str | None, as_json: bool
) -> None:
    """Read photographs: what lies on the table, and what it would score now.

    A picture that cannot be read is told, and the others are read all the same; then the exit status is 1.
    """
    from vision.sources import SourceError, read_picture

    options = read_options(game, option, looking=True)
    table, size = PICTURED[game].table(), options.get("size")
    known = read_profile(profile, size or 6)
    failed = False
    for path in pictures:
        start = time.perf_counter()
        try:
            bgr = read_picture(path)
            reading = table.read(bgr, size, known)
            told: dict[str, Any] = reading.to_json(str(path), (time.perf_counter() - start) * 1e3)
        except SourceError as error:
            failed = True
            told = {"image": str(path), "found": False, "why": str(error)}
        if as_json:
            click.echo(json.dumps(told))
            continue
        said = table.sentences(told, options) if told["found"] else [told["why"]]
        click.echo("\n  ".join([f"{told['image']}:", *said]))
    if failed:
        sys.exit(1)

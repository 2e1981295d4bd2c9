"""Film a whole game with its truth: ``python -m models.scenes.recording OUT.mp4 --seed N``.

Writes OUT.mp4, and OUT.json with what a reader of the film should tell. The same for the same arguments.
The other games than the first are filmed by the quick renderer alone.
"""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from models.scenes.filmed.film import Recording, S, Wanted, truth_of
from models.scenes.filmed.pictures import Pictures, frames
from models.scenes.filmed.video import write_video
from models.scenes.just4fun_colours import recording as recording_just4fun
from models.scenes.point_cards import recording as punto_recording
from models.scenes.point_cards.scene import PointScene
from models.scenes.scene import Scene
from models.scenes.strips import recording as strips_recording
from models.scenes.strips.scene import StripScene
from models.scenes.tiles import recording as tiles_recording
from models.scenes.tiles.scene import TileScene
from referee.four_colour_acts import ID as STRIPS
from referee.just4fun_colours import ID as JUST4FUN
from referee.one_two_three_four_acts import ID as TILES
from referee.punto_acts import ID as PUNTO

Picture = NDArray[np.uint8]


@click.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--game", type=click.Choice([JUST4FUN, TILES, PUNTO, STRIPS]), default=JUST4FUN, show_default=True
)
@click.option("--seed", type=int, default=0, show_default=True, help="Number of the game.")
@click.option("--renderer", type=click.Choice(["quick", "path"]), default="quick", show_default=True)
@click.option("--width", type=int, default=960, show_default=True)
@click.option("--height", type=int, default=540, show_default=True)
@click.option("--fps", type=click.IntRange(1, 60), default=10, show_default=True)
@click.option("--max-acts", type=click.IntRange(1, 60), default=20, show_default=True)
@click.option("--players", type=click.IntRange(2, 4), default=None, help="By default 2 to 4 by lot.")
@click.option("--framing", type=click.Choice(["any", "close"]), default="any", show_default=True)
@click.option("--knock", is_flag=True, help="The camera is knocked in the middle of the game.")
@click.option("--hands/--no-hands", default=True, show_default=True, help="Without: some ten times as fast.")
@click.option(
    "--poses", type=click.IntRange(1, 9), default=3, show_default=True, help="Of a hand on its way."
)
@click.option("--samples", type=int, default=8, show_default=True, help="Paths a pixel (path renderer).")
@click.option("--threads", type=int, default=0, show_default=True, help="0: all cores (path renderer).")
@click.option(
    "--keep", type=click.Path(file_okay=False, path_type=Path), help="Keep rendered pictures there."
)
@click.option(
    "--quality", type=int, default=26, show_default=True, help="H.264's rate factor: less is better."
)
def main(
    out: Path,
    game: str,
    seed: int,
    renderer: str,
    width: int,
    height: int,
    fps: int,
    max_acts: int,
    players: int | None,
    framing: str,
    knock: bool,
    hands: bool,
    poses: int,
    samples: int,
    threads: int,
    keep: Path | None,
    quality: int,
) -> None:
    """Film the game of number SEED in OUT (.mp4), its truth beside it (.json)."""
    wanted = Wanted(seed, width, height, fps, max_acts, players, knock, framing, poses)
    if game != JUST4FUN and renderer != "quick":
        raise click.UsageError(f"{game}: only --renderer quick")
    for folder in (out.parent, keep):
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
    if game == TILES:
        tiles = Pictures(_quick_tiles, (renderer,), keep)
        _write(out, tiles_recording.plan(wanted), tiles, hands, quality)
    elif game == PUNTO:
        cards = Pictures(_quick_cards, (renderer,), keep)
        _write(out, punto_recording.plan(wanted), cards, hands, quality)
    elif game == STRIPS:
        strips = Pictures(_quick_strips, (renderer,), keep)
        _write(out, strips_recording.plan(wanted), strips, hands, quality)
    else:
        render = partial(_path_traced, samples, threads) if renderer == "path" else _quick
        pictures = Pictures(render, (renderer, samples), keep)
        _write(out, recording_just4fun.plan(wanted), pictures, hands, quality)


def _write(out: Path, recording: Recording[S], pictures: Pictures[S], hands: bool, quality: int) -> None:
    """Write the film, and its truth when it is whole."""
    with click.progressbar(
        frames(recording, pictures, hands), length=recording.film.frames, label=out.name
    ) as shown:
        write_video(out, shown, recording.fps, quality)
    part = out.with_suffix(".json.part")
    part.write_text(json.dumps(truth_of(recording)))
    os.replace(part, out.with_suffix(".json"))


def _quick(scene: Scene) -> Picture:
    from models.scenes.quick import render as quick

    return quick.render(scene)[0]


def _quick_tiles(scene: TileScene) -> Picture:
    from models.scenes.tiles import quick

    return quick.render(scene)[0]


def _quick_cards(scene: PointScene) -> Picture:
    from models.scenes.point_cards import quick

    return quick.render(scene)[0]


def _quick_strips(scene: StripScene) -> Picture:
    from models.scenes.strips import quick

    return quick.render(scene)[0]


def _path_traced(samples: int, threads: int, scene: Scene) -> Picture:
    from models.scenes import path_traced

    return path_traced.render(scene, samples, threads)[0]


if __name__ == "__main__":
    main()

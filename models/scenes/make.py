"""Make pictures of tables with their truth: ``python -m models.scenes.make OUT --seed-from A --count N``.

Writes ``NNNNNN.jpg``, ``NNNNNN.hand.png`` and last ``NNNNNN.json``; what is there already is left alone.
``--game`` makes those of the other games, by the quick renderer alone. The signs of strips are drawn with free fonts;
where one is missing, the command says which packages have them all.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import expose
from models.scenes.point_cards import quick as point_cards_quick
from models.scenes.point_cards.sample import sample_point_scene
from models.scenes.point_cards.truth import truth as point_cards_truth
from models.scenes.quick import render as quick
from models.scenes.sample import FRAMINGS, MODES, mainly_cards, sample_scene
from models.scenes.scene import Scene
from models.scenes.strips import quick as strips_quick
from models.scenes.strips.fonts import FontMissing
from models.scenes.strips.sample import STRIP_MODES, sample_strip_scene
from models.scenes.strips.truth import truth as strips_truth
from models.scenes.tiles import quick as tiles_quick
from models.scenes.tiles.sample import TILE_MODES, sample_tile_scene
from models.scenes.tiles.truth import truth as tiles_truth
from models.scenes.truth import truth
from referee.four_colour_acts import ID as STRIPS
from referee.just4fun_colours import ID as JUST4FUN
from referee.lane import corners
from referee.one_two_three_four_acts import ID as TILES
from referee.punto_acts import ID as PUNTO

Picture = NDArray[np.uint8]
Renderer = Callable[[Scene], tuple[Picture, Picture]]


@dataclass(frozen=True)
class Shown:
    """A picture (H, W, 3) as the camera gives it, where hands show in it (H, W), and its truth."""

    picture: Picture
    hand_mask: Picture
    truth: Mapping[str, object]


def _show_tiles(
    width: int, height: int, seed: int, mode: str, least: tuple[int, int] = (0, 0)
) -> Shown | None:
    """The table of One Two Three … Four of that number; None if tiles lie on fewer of its corners, or fewer on that
    of their own colour, than ``least`` says."""
    scene = sample_tile_scene(seed, width=width, height=height, mode=mode)
    board = scene.board
    lying = [
        (tile.colour, own)
        for (row, col), (own, _) in zip(corners(board.size), board.corners, strict=True)
        if (tile := scene.cells[row][col])
    ]
    if len(lying) < least[0] or sum(colour == own for colour, own in lying) < least[1]:
        return None
    bgr, hand_mask = tiles_quick.render(scene)
    return Shown(expose(bgr, scene.camera), hand_mask, tiles_truth(scene, hand_mask))


def _show_points(width: int, height: int, seed: int, mode: str) -> Shown:
    """The table of Punto of that number."""
    scene = sample_point_scene(seed, width=width, height=height, mode=mode)
    bgr, hand_mask = point_cards_quick.render(scene)
    return Shown(expose(bgr, scene.camera), hand_mask, point_cards_truth(scene, hand_mask))


def _show_strips(width: int, height: int, seed: int, mode: str) -> Shown:
    """The table of Four Colour Cards of that number."""
    scene = sample_strip_scene(seed, width=width, height=height, mode=mode)
    bgr, hand_mask = strips_quick.render(scene)
    picture = expose(bgr, scene.camera)
    return Shown(picture, hand_mask, strips_truth(scene, hand_mask, picture))


# By game: the modes of its scenes, and how one of them is shown
_OTHERS: Mapping[str, tuple[tuple[str, ...], Callable[[int, int, int, str], Shown | None]]] = {
    TILES: (TILE_MODES, _show_tiles),
    PUNTO: (FRAMINGS, _show_points),
    STRIPS: (STRIP_MODES, _show_strips),
}
_MIXED = {STRIPS: STRIP_MODES}  # in turn; of all other games one close and one any way


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--game", type=click.Choice([JUST4FUN, *_OTHERS]), default=JUST4FUN, show_default=True)
@click.option("--seed-from", type=int, default=0, show_default=True, help="Number of the first scene.")
@click.option("--count", type=int, default=10, show_default=True, help="How many scenes.")
@click.option(
    "--step", type=int, default=1, show_default=True, help="Take every step-th scene (for several at once)."
)
@click.option("--renderer", type=click.Choice(["path", "quick"]), default="path", show_default=True)
@click.option("--width", type=int, default=640, show_default=True)
@click.option("--height", type=int, default=360, show_default=True)
@click.option("--samples", type=int, default=4, show_default=True, help="Paths a pixel (path renderer).")
@click.option("--threads", type=int, default=0, show_default=True, help="0: all cores (path renderer).")
@click.option("--mode", type=click.Choice([*MODES, "hand", "mixed"]), default="mixed", show_default=True)
@click.option("--board-only", is_flag=True, help="Leave black what is not the board (path renderer).")
@click.option(
    "--least-towers",
    type=int,
    default=0,
    show_default=True,
    help="Pass over scenes with fewer, of two stones up.",
)
@click.option(
    "--least-cards", type=int, default=0, show_default=True, help="Pass over scenes with fewer played."
)
@click.option(
    "--least-corners", type=int, default=0, show_default=True, help="Pass over boards with fewer tiles there."
)
@click.option(
    "--least-own-corners",
    type=int,
    default=0,
    show_default=True,
    help="Pass over boards with fewer tiles on the corner of their own colour.",
)
@click.option("--mainly-cards", "for_cards", is_flag=True, help="Few stones, and many cards without rims.")
def main(
    out: Path,
    game: str,
    seed_from: int,
    count: int,
    step: int,
    renderer: str,
    width: int,
    height: int,
    samples: int,
    threads: int,
    mode: str,
    board_only: bool,
    least_towers: int,
    least_cards: int,
    least_corners: int,
    least_own_corners: int,
    for_cards: bool,
) -> None:
    """Make COUNT pictures with truth in OUT; mixed mode takes even numbers close and odd ones any way; of strips
    one close, one any way, one a hand laid open."""
    show: Callable[[int, str], Shown | None]
    if game == JUST4FUN:
        if mode not in (*MODES, "mixed"):
            raise click.UsageError(f"{game}: only --mode {', '.join(MODES)} or mixed")
        render = partial(_path_traced, samples, threads, board_only) if renderer == "path" else quick.render
        show = partial(_show, render, width, height, (least_towers, least_cards), for_cards)
    else:
        modes, shown_so = _OTHERS[game]
        if renderer != "quick" or mode not in (*modes, "mixed"):
            raise click.UsageError(f"{game}: only --renderer quick, and --mode {', '.join(modes)} or mixed")
        if least_corners or least_own_corners:
            if game != TILES:
                raise click.UsageError(f"--least-corners and --least-own-corners are for --game {TILES}")
            shown_so = partial(_show_tiles, least=(least_corners, least_own_corners))
        show = partial(shown_so, width, height)
    mixed = _MIXED.get(game, ("close", "any"))
    out.mkdir(parents=True, exist_ok=True)
    begun, made = time.monotonic(), 0
    for seed in range(seed_from, seed_from + count, step):
        if (out / f"{seed:06d}.json").exists():
            continue
        try:
            shown = show(seed, mixed[seed % len(mixed)] if mode == "mixed" else mode)
        except FontMissing as error:
            raise click.ClickException(str(error)) from error
        if shown is None:
            continue
        stem = out / f"{seed:06d}"
        write_whole(stem, ".jpg", encoded(".jpg", shown.picture))
        write_whole(stem, ".hand.png", encoded(".png", shown.hand_mask))
        write_whole(stem, ".json", json.dumps(shown.truth).encode())
        made += 1
        click.echo(f"{seed:06d}  {(time.monotonic() - begun) / made:.2f} s a picture")


def _show(
    render: Renderer,
    width: int,
    height: int,
    least: tuple[int, int],
    for_cards: bool,
    seed: int,
    mode: str,
) -> Shown | None:
    """The table of that number; None if it has fewer than the ``least`` towers or played cards."""
    scene = sample_scene(seed, width=width, height=height, mode=mode)
    if for_cards:
        scene = mainly_cards(scene)
    towers = sum(len(tower) > 1 for row in scene.towers for tower in row)
    played = sum(card.role == "zone" for card in scene.cards)
    if towers < least[0] or played < least[1]:
        return None
    bgr, hand_mask = render(scene)
    return Shown(expose(bgr, scene.camera), hand_mask, truth(scene, hand_mask))


def _path_traced(samples: int, threads: int, board_only: bool, scene: Scene) -> tuple[Picture, Picture]:
    from models.scenes import path_traced

    return path_traced.render(scene, samples, threads, board_only)


def encoded(kind: str, picture: Any) -> bytes:
    """A picture as a fine ``.jpg``, or a mask as a ``.png``."""
    options = {".jpg": [cv2.IMWRITE_JPEG_QUALITY, 95], ".png": [cv2.IMWRITE_PNG_BILEVEL, 1]}
    return bytes(cv2.imencode(kind, picture, options[kind])[1])


def write_whole(stem: Path, kind: str, data: bytes) -> None:
    """Whole or not at all, so that a stopped run leaves no half file."""
    path = stem.with_name(stem.name + kind)
    part = stem.with_name(f"{stem.name}{kind}.part")
    part.write_bytes(data)
    os.replace(part, path)


if __name__ == "__main__":
    main()

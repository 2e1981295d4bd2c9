"""Make pictures of tables with their truth: ``python -m models.scenes.make OUT --seed-from A --count N``.

Writes ``NNNNNN.jpg``, ``NNNNNN.hand.png`` and last ``NNNNNN.json``; what is there already is left alone.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import click
import cv2

from models.scenes.camera import expose
from models.scenes.sample import MODES, mainly_cards, sample_scene
from models.scenes.truth import truth


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
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
@click.option("--mode", type=click.Choice([*MODES, "mixed"]), default="mixed", show_default=True)
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
@click.option("--mainly-cards", "for_cards", is_flag=True, help="Few stones, and many cards without rims.")
def main(
    out: Path,
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
    for_cards: bool,
) -> None:
    """Make COUNT pictures with truth in OUT; mixed mode takes even numbers close and odd ones any way."""
    out.mkdir(parents=True, exist_ok=True)
    begun, made = time.monotonic(), 0
    for seed in range(seed_from, seed_from + count, step):
        if (out / f"{seed:06d}.json").exists():
            continue
        framing = ("close", "any")[seed % 2] if mode == "mixed" else mode
        scene = sample_scene(seed, width=width, height=height, mode=framing)
        if for_cards:
            scene = mainly_cards(scene)
        if sum(len(tower) > 1 for row in scene.towers for tower in row) < least_towers:
            continue
        if sum(card.role == "zone" for card in scene.cards) < least_cards:
            continue
        if renderer == "path":
            from models.scenes import path_traced

            bgr, hand_mask = path_traced.render(scene, samples, threads, board_only)
        else:
            from models.scenes import quick

            bgr, hand_mask = quick.render(scene)
        picture = expose(bgr, scene.camera)
        stem = out / f"{seed:06d}"
        write_whole(stem, ".jpg", encoded(".jpg", picture))
        write_whole(stem, ".hand.png", encoded(".png", hand_mask))
        write_whole(stem, ".json", json.dumps(truth(scene, hand_mask)).encode())
        made += 1
        click.echo(f"{seed:06d}  {(time.monotonic() - begun) / made:.2f} s a picture")


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

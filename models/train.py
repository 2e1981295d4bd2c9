"""``python -m models.train NAME DATA... --minutes M``: train a network on labelled pictures and ship it.

Example: ``python -m models.train finder data/path data/quick --minutes 20``
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import click

from models.catalogue import FOLDER, NAMES

PURPOSES = {
    "finder": "whole picture, 384 pixels long, to maps of the fields, their outer corners, and hands",
    "lattice": "rectified board, 160x160, to the crossings of its grid",
    "fields": "all towers' patches of a board to field colour, owner, height, hidden, lift, place of the top",
    "towers": "towers' patches of a board, and their tops as the fields network sees them, to their stones' number",
    "growth": "a tower's patches before and after it was touched to a stone less, as many, a stone more",
    "cards": "table from above, 640x640, to the cards' centres, outlines and faces",
    "tile_finder": "the same as the finder's, of boards with a lane and tiles",
    "tile_lattice": "the same as the lattice's, of boards with a lane, whether lines are drawn on them or not",
    "tiles": "cells of a board with a lane to owner, hidden, corner's colour, arrows; whether it is such a board",
    "point_finder": "whole picture, 640 pixels long, to cards with points face up, their outlines, and hands",
    "point_faces": "cards with points, 40x40, compared with one another, to points, colour, hidden",
    "strip_signs": "picture of some 1280x720 to the signs on strips: marks, where each stands, how it is turned",
    "strip_reader": "signs' patches of a picture to which sign each is, or none, and its strip's colour",
    "strip_pairs": "two strips that lie near each other to whether they were laid together",
    "fans": "cards laid along a line, 448x64, to where one's edge lies over another, and where a card shows",
}

_MAKERS = {"growth": "make_changes"}  # modules of models.scenes; else make


@click.command()
@click.argument("name", type=click.Choice(NAMES))
@click.argument(
    "data", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option("--minutes", default=20.0, show_default=True, help="How long to train.")
@click.option("--batch", default=16, show_default=True)
@click.option("--rate", default=2e-3, show_default=True, help="Highest learning rate.")
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--start",
    type=click.Path(exists=True, path_type=Path),
    help="Weights to go on from: a checkpoint, or an .onnx.",
)
@click.option("--workers", default=1, show_default=True)
@click.option("--held-out", default=0.05, show_default=True, help="Share of the scenes kept for checking.")
@click.option(
    "--checkpoint", type=click.Path(path_type=Path), help="Where the weights are kept while training."
)
def main(
    name: str,
    data: tuple[Path, ...],
    minutes: float,
    batch: int,
    rate: float,
    seed: int,
    start: Path | None,
    workers: int,
    held_out: float,
    checkpoint: Path | None,
) -> None:
    """Train NAME on the labelled pictures in the folders DATA; write the ONNX file and its card."""
    from models.training.loop import calibrate, export, train, validate
    from models.training.pictures import find_labelled

    paths = find_labelled(data)
    if not paths:
        raise click.UsageError(
            f"no labelled pictures in {', '.join(map(str, data))}: make some with models.scenes.make"
        )
    # A scene is one picture here; its number decides for ever on which side it is.
    # A folder given twice is drawn from twice as often; what is held out still counts once.
    kept = sorted({p for p in paths if _hash(p.stem) < held_out})
    used = [p for p in paths if _hash(p.stem) >= held_out]
    checkpoint = checkpoint or Path(f"{name}.pt")
    net = train(name, used, kept, checkpoint, minutes, batch, rate, seed, start, workers)
    calibrate(name, net, kept[:300])
    made = checkpoint.with_suffix(".onnx")
    export(name, net, made, used[0])
    figures = validate(name, net, kept[:400])
    ship(name, made.read_bytes(), len(set(used)), len(kept), figures)
    click.echo(f"{name}: {made.stat().st_size / 1e6:.2f} MB, held out: {figures}")


def ship(name: str, content: bytes, used: int, kept: int, figures: dict[str, float]) -> None:
    """Put a network and its card in their place."""
    maker = _MAKERS.get(name, "make")
    about = {
        "name": name,
        "purpose": PURPOSES[name],
        "data": f"{used} scenes made by models.scenes.{maker}, {kept} more held out",
        "held_out": figures,
        "make_again": f"python -m models.scenes.{maker} DATA …; python -m models.train {name} DATA",
        "licence": "MIT",
    }
    put_in_place(name, content, about)


def put_in_place(name: str, content: bytes, about: dict[str, Any]) -> None:
    """Write a network's file, and its card with what it is ``about``, the file's size and its hash."""
    card = about | {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    (FOLDER / f"{name}.onnx").write_bytes(content)
    (FOLDER / f"{name}.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")


def _hash(stem: str) -> float:
    return int(hashlib.sha256(stem.encode()).hexdigest()[:8], 16) / 16**8


if __name__ == "__main__":
    main()

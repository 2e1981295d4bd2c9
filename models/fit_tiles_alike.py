"""``python -m models.fit_tiles_alike FOLDER...``: fit how much it counts that a cell looks like others of a name.

A conditional logit over the cells in sight of the boards found in the labelled pictures below the FOLDERs: whose tile
lies on each, by what the network tells of it and by what it looks like. The networks must not have been trained on
these pictures. Writes ``models/weights/tiles-alike.json``, with a card.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from models.evaluation.geometry import best_turn, field_px
from models.evaluation.tiles.pictures import COVERED, MISPLACED_CELLS, Truth, find_tables
from models.fitting.examples import Example
from models.fitting.logit import fit, log_loss, posteriors
from vision.pictures import sigmoid
from vision.tile_table.above import board_from_above, cut_cells
from vision.tile_table.alike import FEATURES, WEIGHTS, features
from vision.tile_table.cells import each_by_itself
from vision.tile_table.look import look_at_tiles
from vision.tile_table.reading import CONTENTS

_BY_ITSELF = np.eye(len(FEATURES))[FEATURES.index("told by itself")]  # what the weights are drawn to
_MORE = [feature.split(",")[0] in ("told by itself", "like tiles", "like bare cells") for feature in FEATURES]
_PENALTY = 3.0  # half the squared weights, so much of them: few cells are not told by themselves


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--limit", type=int, help="Only the first N.")
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
def main(folders: tuple[Path, ...], limit: int | None, out: Path) -> None:
    """Fit on the labelled pictures below FOLDERS.

    Example: python -m models.fit_tiles_alike data/tiles-alike
    """
    tables = [table for folder in folders for table in find_tables(folder)][:limit]
    cells = [cell for table in tables for cell in _cells_of(*table)]
    weights = fit(cells, [int(more) for more in _MORE], _PENALTY, _BY_ITSELF)
    told = {
        "card": {
            "made_by": "python -m models.fit_tiles_alike",
            "pictures": len(tables),
            "cells": len(cells),
            "by_itself": _figures(cells, _BY_ITSELF),
            "beside_others": _figures(cells, weights),
        },
        "weights": dict(zip(FEATURES, weights.round(3).tolist(), strict=True)),
    }
    out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(told, indent=1))


def _cells_of(path: Path, truth: Truth) -> Iterator[Example]:
    """The cells in sight of the board in a picture, where it is found, each with what speaks for each of CONTENTS."""
    import cv2

    bgr = np.asarray(cv2.imread(str(path)), np.uint8)
    true_px, size = np.array(truth["grid_corners"], float), truth["size"]
    board = look_at_tiles(bgr, size).board
    if board is None:
        return
    turn, off_px = best_turn(board.corners_px, true_px)
    if off_px > MISPLACED_CELLS * field_px(true_px, size):
        return
    view = board_from_above(bgr, board.pose, size)
    each = each_by_itself(view, size)
    seen = features(each["owner"], sigmoid(each["hidden"]), cut_cells(view, size), size)
    due = np.rot90(np.array(truth["cells"], dtype=object), turn).ravel()
    for speaks, cell in zip(seen, due, strict=True):
        if cell["covered"] <= COVERED:
            yield Example(speaks, CONTENTS.index(cell["owner"] or CONTENTS[0]), "plain")


def _figures(cells: list[Example], weights: NDArray[np.float64]) -> dict[str, float]:
    """How well cells are told by such weights."""
    right = posteriors(cells, weights, {})[2]
    return {"wrong": int((~right).sum()), "log_loss": round(log_loss(cells, weights, {}), 5)}


if __name__ == "__main__":
    main()

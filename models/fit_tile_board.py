"""``python -m models.fit_tile_board FOLDER...``: fit by what the board with a lane is told from other grids.

Every grid that is found in the labelled pictures below the FOLDERs is the board, or is not; a logistic regression on
what is seen of it says how likely it is. The networks must not have been trained on these pictures. Writes
``models/weights/tile-board.json``, with a card.
"""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from models.evaluation.geometry import best_turn, field_px
from models.evaluation.tiles.pictures import MISPLACED_CELLS, Truth, find_tables
from models.fitting.logistic import fitted
from vision.tile_table.look import FEATURES, FINDER, WEIGHTS, features, grids


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--limit", type=int, help="Only the first N.")
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
def main(folders: tuple[Path, ...], limit: int | None, out: Path) -> None:
    """Fit on the labelled pictures below FOLDERS.

    Example: python -m models.fit_tile_board data/tiles-fresh
    """
    tables = [table for folder in folders for table in find_tables(folder)][:limit]
    found = [_grids_of(*table) for table in tables]
    seen, right = (np.concatenate([each[i] for each in found]) for i in (0, 1))
    weights = fitted(seen, right)
    odds = [each @ weights for each, _ in found]
    with_board = [(o, is_it) for o, (_, is_it) in zip(odds, found, strict=True) if is_it.any()]
    told = {
        "card": {
            "made_by": "python -m models.fit_tile_board",
            "pictures": len(tables),
            "grids": len(seen),
            "boards_among_them": int(right.sum()),
            "log_loss": round(float(np.logaddexp(0, -(2 * right - 1) * (seen @ weights)).mean()), 4),
            "likeliest_is_the_board": [sum(bool(b[o.argmax()]) for o, b in with_board), len(with_board)],
        },
        "weights": dict(zip(FEATURES, weights.round(3).tolist(), strict=True)),
    }
    out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(told, indent=1))


def _grids_of(path: Path, truth: Truth) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """(G, F) what is seen of each grid in a picture, and (G,) which of them are the board."""
    import cv2

    from vision.finding.overview import glance

    bgr = np.asarray(cv2.imread(str(path)), np.uint8)
    true_px, rows, right = np.array(truth["grid_corners"], float), [], []
    for board, reading in grids(bgr, glance(bgr, FINDER)):
        off_cells = best_turn(board.corners_px, true_px)[1] / field_px(true_px, truth["size"])
        rows.append(features(reading))
        right.append(board.size == truth["size"] and off_cells < MISPLACED_CELLS)
    return np.array(rows, float).reshape(-1, len(FEATURES)), np.array(right, bool)


if __name__ == "__main__":
    main()

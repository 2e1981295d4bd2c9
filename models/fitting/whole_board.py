"""``python -m models.fitting.whole_board``: fit by what a whole board of coloured fields is told from other grids.

Boards of 5 to 10 fields a side are drawn, half of them of other games, and sought at their own size and at another
by lot. Every grid that is found is the whole board, or is not: a patch of it, a grid of half fields, a board whose
fields all have one colour. A logistic regression on what is seen of it says how likely it is. Writes
``models/weights/whole-board.json``, with a card.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np

from models.evaluation.geometry import best_turn, field_px
from models.fitting.logistic import fitted
from vision.finding.whole import FEATURES, SIZES, WEIGHTS, features

_MISPLACED_FIELDS = 0.5
_MODES = ("other", "any", "other", "close", "other", "printed")
_PICTURES_PX = ((640, 360), (800, 600), (960, 540))


@click.command()
@click.option("--first", type=int, default=77_320_000, show_default=True, help="The first scene's seed.")
@click.option("--pictures", type=int, default=150, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
def main(first: int, pictures: int, out: Path) -> None:
    """Draw, seek, fit.

    Example: python -m models.fitting.whole_board
    """
    found = [grid for seed in range(first, first + pictures) for grid in _grids(seed)]
    seen, right = np.array([each for each, _ in found], float), np.array([is_it for _, is_it in found])
    weights = fitted(seen, right)
    told = {
        "card": {
            "made_by": f"python -m models.fitting.whole_board --first {first} --pictures {pictures}",
            "grids": len(seen),
            "boards_among_them": int(right.sum()),
            "log_loss": round(float(np.logaddexp(0, -(2 * right - 1) * (seen @ weights)).mean()), 4),
            "told_rightly": int(((seen @ weights > 0) == right).sum()),
        },
        "weights": dict(zip(FEATURES, weights.round(3).tolist(), strict=True)),
    }
    out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(told, indent=1))


def _grids(seed: int) -> Iterator[tuple[tuple[float, ...], bool]]:
    """What is seen of each grid found in the scene of that number, and whether it is a whole board."""
    from models.scenes.camera import expose
    from models.scenes.quick import render as quick
    from models.scenes.sample import sample_scene
    from models.scenes.truth import truth
    from vision.finding.board import find_board
    from vision.finding.overview import glance

    width, height = _PICTURES_PX[seed % len(_PICTURES_PX)]
    scene = sample_scene(seed, width=width, height=height, mode=_MODES[seed % len(_MODES)])
    drawn, hand = quick.render(scene)
    bgr, size = expose(drawn, scene.camera), scene.board.size
    true_px = np.array(truth(scene, hand)["grid_corners"], float)
    coloured = len({name for row in scene.board.fields for name in row}) > 1
    another = int(np.random.default_rng(seed).choice([each for each in SIZES if each != size]))
    overview = glance(bgr)
    for asked in (size, another):
        board = find_board(bgr, asked, overview)
        if board is not None:
            off_fields = best_turn(board.corners_px, true_px)[1] / field_px(true_px, size)
            yield features(bgr, board), coloured and asked == size and off_fields < _MISPLACED_FIELDS


if __name__ == "__main__":
    main()

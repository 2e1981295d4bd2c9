"""``python -m models.fit_point_grid FOLDER...``: fit by what cards in play are told from others that lie about.

The cards that are found in the labelled pictures of Punto below the FOLDERs are in play, or are not. The habits by
which the grid is fitted (see ``vision.point_cards.grid``) are changed one by one, as long as what is said of all
these cards becomes likelier. The networks must not have been trained on these pictures. Writes
``models/weights/point-grid.json``, with a card.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from models.evaluation.geometry import area_px
from models.evaluation.point_cards.pictures import Truth, find_tables
from vision.point_cards.grid import WEIGHTS, Habits, fit_grid

_BEGIN = Habits(off=0.06, turn=0.06, in_play=1.5, alone=3.0, aside=2.0, over=2.5)
_STEPS = (1.5, 1.15)
_NEAR = 0.3  # sides: what is found farther from a card's middle is not that card
_LEAST_P = 1e-3


@dataclass(frozen=True, eq=False)
class Lying:
    """Cards found in a picture: corners (N, 4, 2), how sure each is one (N,), the picture's width and height, and
    whether each is in play (N,)."""

    corners_px: NDArray[np.float64]
    p: NDArray[np.float64]
    picture_px: tuple[int, int]
    in_play: NDArray[np.bool_]


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--limit", type=int, help="Only the first N.")
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
def main(folders: tuple[Path, ...], limit: int | None, out: Path) -> None:
    """Fit on the labelled pictures below FOLDERS.

    Example: python -m models.fit_point_grid data/points-fresh
    """
    tables = [table for folder in folders for table in find_tables(folder)][:limit]
    lying = [each for table in tables if len((each := _lying(*table)).p)]
    habits, loss = _fitted(lying)
    told = {
        "card": {
            "made_by": "python -m models.fit_point_grid",
            "pictures": len(tables),
            "cards_found": sum(len(each.p) for each in lying),
            "in_play_among_them": int(sum(each.in_play.sum() for each in lying)),
            "log_loss_before": round(_loss(lying, _BEGIN), 4),
            "log_loss": round(loss, 4),
        },
        "habits": {name: round(value, 4) for name, value in asdict(habits).items()},
    }
    out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(told, indent=1))


def _lying(path: Path, truth: Truth) -> Lying:
    """The cards found that are one of the truth's."""
    import cv2

    from vision.point_cards.finding import find_cards

    bgr = np.asarray(cv2.imread(str(path)), np.uint8)
    found = find_cards(bgr)
    due = [
        *((card["corners_px"], True) for card in truth["cells"]),
        *((c["corners_px"], False) for c in truth["loose"]),
    ]
    kept, in_play = [], []
    for k, middle in enumerate(found.middle_px):
        for corners, plays in due:
            if np.linalg.norm(np.mean(corners, axis=0) - middle) < _NEAR * np.sqrt(area_px(corners)):
                kept.append(k)
                in_play.append(plays)
                break
    size = bgr.shape[1], bgr.shape[0]
    return Lying(found.corners_px[kept], found.p[kept], size, np.array(in_play, bool))


def _loss(lying: Sequence[Lying], habits: Habits) -> float:
    """The mean of minus the logarithm of what is said of each card."""
    said = []
    for each in lying:
        grid = fit_grid(each.corners_px, each.p, each.picture_px, habits)
        assert grid is not None
        said.append(np.where(each.in_play, grid.in_play, 1 - grid.in_play))
    return float(-np.log(np.concatenate(said).clip(_LEAST_P)).mean())


def _fitted(lying: Sequence[Lying]) -> tuple[Habits, float]:
    habits, loss = _BEGIN, _loss(lying, _BEGIN)
    for step in _STEPS:
        for name in asdict(habits):
            for factor in (step, 1 / step):
                while True:
                    tried = replace(habits, **{name: getattr(habits, name) * factor})
                    if (by_it := _loss(lying, tried)) >= loss - 1e-5:
                        break
                    habits, loss = tried, by_it
    return habits, loss


if __name__ == "__main__":
    main()

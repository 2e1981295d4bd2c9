"""``python -m models.fit_strips FOLDER...``: fit by what two signs are told to be of one strip.

All pairs of signs found in the labelled pictures below the FOLDERs that stand about a strip's length apart are of one
strip, or are not; a logistic regression on how they stand and what they read as says how likely it is. The networks
must not have been trained on these pictures. Writes ``models/weights/strips.json``, with a card.
"""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from models.evaluation.strips.pictures import Truth, find_tables
from models.training.strips.frames import true_signs
from vision.strips.assemble import PAIR_TERMS, WEIGHTS, of_one_size, pair_terms
from vision.strips.look import read_signs
from vision.strips.reading import SURE
from vision.strips.signs import find_signs

_PENALTY = 0.5  # half the squared weights, so much of them
_NEAR = 0.6  # half widths: a sign found so near to a true one is it


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--limit", type=int, help="Only the first N.")
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
def main(folders: tuple[Path, ...], limit: int | None, out: Path) -> None:
    """Fit on the labelled pictures below FOLDERS.

    Example: python -m models.fit_strips data/strips-fresh
    """
    tables = [table for folder in folders for table in find_tables(folder)][:limit]
    found = [_pairs_of(*table) for table in tables]
    terms, right = (np.concatenate([each[i] for each in found]) for i in (0, 1))
    weights = _fitted(terms, right)
    odds = terms @ weights
    told = {
        "card": {
            "made_by": "python -m models.fit_strips",
            "pictures": len(tables),
            "pairs": len(terms),
            "of_one_strip": int(right.sum()),
            "log_loss": round(float(np.logaddexp(0, -(2 * right - 1) * odds).mean()), 4),
            "told_wrong": int(((odds > 0) != right).sum()),
        },
        "weights": dict(zip(PAIR_TERMS, weights.round(3).tolist(), strict=True)),
    }
    out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(told, indent=1))


def _pairs_of(path: Path, truth: Truth) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """(P, 5) what speaks for each pair of signs in a picture, and (P,) whether it is of one strip."""
    import cv2

    bgr = np.asarray(cv2.imread(str(path)), np.uint8)
    read = read_signs(bgr, find_signs(bgr))
    read = read.only(read.real > SURE)
    if not len(read):
        return np.zeros((0, len(PAIR_TERMS))), np.zeros(0, bool)
    read = of_one_size(read)
    true = true_signs(truth).signs
    away = np.linalg.norm(read.signs.centre_px[:, None] - true.centre_px[None], axis=-1)
    nearest = away.argmin(1)
    near = away.min(1) < _NEAR * np.linalg.norm(read.signs.across_px, axis=1)
    i, j, terms = pair_terms(read)
    return terms, near[i] & near[j] & (nearest[i] // 2 == nearest[j] // 2) & (nearest[i] != nearest[j])


def _fitted(terms: NDArray[np.float64], right: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(F,) the weights of the likeliest logistic regression."""
    from scipy.optimize import minimize

    sign = 2.0 * right - 1

    def loss(weights: NDArray[np.float64]) -> float:
        return float(np.logaddexp(0, -sign * (terms @ weights)).sum() + _PENALTY * (weights**2).sum() / 2)

    return np.asarray(minimize(loss, np.zeros(terms.shape[1])).x)


if __name__ == "__main__":
    main()

"""``python -m models.fit_strips FOLDER...``: fit by what marks are told to be signs, and two signs of one strip.

Three logistic regressions on all that is found in the labelled pictures below the FOLDERs: whether a mark is a sign,
by what the networks say and how large it is; whether two that stand about a strip's length apart are of one strip, by
how they stand and what they read as; and whether one that has no fellow is of a strip nevertheless. The networks must
not have been trained on these pictures. Writes ``models/weights/strips.json``, with a card.
"""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from models.evaluation.strips.pictures import find_tables
from models.training.strips.frames import TrueSigns, true_signs
from vision.strips.assemble import (
    ALONE_TERMS,
    PAIR_TERMS,
    SIGN_TERMS,
    WEIGHTS,
    ReadSigns,
    alone_terms,
    candidates,
    fellows,
    near_each_other,
    of_one_size,
    pair_terms,
    sign_terms,
)
from vision.strips.look import read_signs
from vision.strips.plane import lay
from vision.strips.signs import find_signs

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.intp]

_PENALTY = 0.5  # half the squared weights, so much of them
_NEAR, _OFF = 0.6, 0.9  # half widths: what is found so near to a true sign is it, and so far off it is none
_SHOWS, _HARDLY = 0.75, 0.5  # of a sign: what shows less is none, and of what shows some nothing is asked
_NONE = -1


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--limit", type=int, help="Only the first N.")
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
def main(folders: tuple[Path, ...], limit: int | None, out: Path) -> None:
    """Fit on the labelled pictures below FOLDERS.

    Example: python -m models.fit_strips data/strips-fresh
    """
    import cv2

    tables = [table for folder in folders for table in find_tables(folder)][:limit]
    read: list[tuple[ReadSigns, TrueSigns]] = []
    for path, truth in tables:
        bgr = np.asarray(cv2.imread(str(path)), np.uint8)
        each = read_signs(bgr, find_signs(bgr))
        if len(each):
            read.append((each, true_signs(truth)))
    signs, of_signs = _fit(SIGN_TERMS, [_signs_of(*each) for each in read])
    pairs, _ = _fit(PAIR_TERMS, [_pairs_of(*each, signs) for each in read])
    for _ in range(2):
        pairs, of_pairs = _fit(PAIR_TERMS, [_pairs_of(*each, signs, pairs) for each in read])
    alone, of_alone = _fit(ALONE_TERMS, [_alone_of(*each, signs, pairs) for each in read])
    told = {
        "card": {
            "made_by": "python -m models.fit_strips",
            "pictures": len(tables),
            "signs": of_signs,
            "pairs": of_pairs,
            "alone": of_alone,
        },
        "signs": dict(zip(SIGN_TERMS, signs.round(3).tolist(), strict=True)),
        "pairs": dict(zip(PAIR_TERMS, pairs.round(3).tolist(), strict=True)),
        "alone": dict(zip(ALONE_TERMS, alone.round(3).tolist(), strict=True)),
    }
    out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(told, indent=1))


def _signs_of(read: ReadSigns, true: TrueSigns) -> tuple[Floats, Bools]:
    """(M, 5) what speaks for each mark in a picture, and (M,) whether it is a sign; some are left out."""
    nearest, away = _nearest(read, true)
    real = (away < _NEAR) & (true.shows[nearest] >= _SHOWS)
    none = (away > _OFF) | (true.shows[nearest] < _HARDLY)
    terms = sign_terms(read, lay(read.signs, read.signs.confidence * read.real))
    return terms[real | none], real[real | none]


def _pairs_of(
    read: ReadSigns, true: TrueSigns, sign_weights: Floats, pair_weights: Floats | None = None
) -> tuple[Floats, Bools]:
    """(P, 8) what speaks for each pair of signs in a picture, and (P,) whether it is of one strip. How long strips
    are is told as the eyes do by the ``pair_weights``, or without these by the pairs that are of one."""
    read, laid = candidates(read, sign_weights)
    near = near_each_other(read, laid)
    sign = _sign_of(read, true)
    i, j = sign[near.first], sign[near.second]
    right = (i >= 0) & (j >= 0) & (i // 2 == j // 2) & (i != j)
    if not len(read):
        return pair_terms(near, 1.0), right
    if pair_weights is not None:
        middle = of_one_size(read, near, pair_weights).signs.middle[0]
    else:
        middle = np.median(near.ahead[right]) / 2 if right.any() else np.median(read.signs.middle)
    return pair_terms(near, float(middle)), right


def _alone_of(
    read: ReadSigns, true: TrueSigns, sign_weights: Floats, pair_weights: Floats
) -> tuple[Floats, Bools]:
    """(M, 6) what speaks for each sign without a fellow, and (M,) whether it is of a strip that no pair is of; of two
    of one strip the likelier is."""
    read, laid = candidates(read, sign_weights)
    if not len(read):
        return np.zeros((0, len(ALONE_TERMS))), np.zeros(0, bool)
    near = near_each_other(read, laid)
    read = of_one_size(read, near, pair_weights)
    log_odds = pair_terms(near, read.signs.middle[0]) @ pair_weights
    pairs = fellows(near, log_odds)
    which, terms = alone_terms(read, laid, near, log_odds, pairs)
    strip = _sign_of(read, true) // 2
    told = {int(strip[index]) for pair in pairs for index in pair}
    right = np.zeros(len(which), bool)
    for row in np.argsort(-read.real[which]):
        own = int(strip[which[row]])
        right[row] = own >= 0 and own not in told
        told.add(own)
    return terms, right


def _nearest(read: ReadSigns, true: TrueSigns) -> tuple[Ints, Floats]:
    """(N,) the true sign nearest to each mark, and how far it is, in half widths."""
    away = np.linalg.norm(read.signs.centre_px[:, None] - true.signs.centre_px[None], axis=-1)
    away = away / np.linalg.norm(true.signs.across_px, axis=1)
    return away.argmin(1), away.min(1)


def _sign_of(read: ReadSigns, true: TrueSigns) -> Ints:
    """(N,) which true sign each mark is, or none; of two that are of one the likelier is it."""
    nearest, away = _nearest(read, true)
    sign = np.where(away < _NEAR, nearest, 2 * _NONE)
    for number in set(sign[sign >= 0].tolist()):
        same = np.flatnonzero(sign == number)
        sign[same[same != same[read.real[same].argmax()]]] = 2 * _NONE
    return sign


def _fit(names: tuple[str, ...], found: list[tuple[Floats, Bools]]) -> tuple[Floats, dict[str, float]]:
    """The weights of the terms of those ``names``, and how well they tell what was ``found``."""
    terms, right = (np.concatenate([each[i] for each in found]) for i in (0, 1))
    assert terms.shape[1] == len(names)
    weights = _fitted(terms, right)
    odds = terms @ weights
    return weights, {
        "asked": len(terms),
        "so": int(right.sum()),
        "log_loss": round(float(np.logaddexp(0, -(2 * right - 1) * odds).mean()), 4),
        "told_wrong": int(((odds > 0) != right).sum()),
    }


def _fitted(terms: NDArray[np.float64], right: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(F,) the weights of the likeliest logistic regression."""
    from scipy.optimize import minimize

    sign = 2.0 * right - 1

    def loss(weights: NDArray[np.float64]) -> float:
        return float(np.logaddexp(0, -sign * (terms @ weights)).sum() + _PENALTY * (weights**2).sum() / 2)

    return np.asarray(minimize(loss, np.zeros(terms.shape[1])).x)


if __name__ == "__main__":
    main()

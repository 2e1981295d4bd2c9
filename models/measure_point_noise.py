"""``python -m models.measure_point_noise PICTURES``: how often the eyes misread a card with points.

Counted are cards in play in pictures with truth, as far as a table is filmed so (see ``_LEAST_PX``), read a few at a
time. Of which colour alike a card may be besides, ``models.measure_cell_noise`` counts in films. Writes the shares
into ``models/simulated/noise-punto.json``, beside what ``models.measure_cell_noise`` counts in films.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from models.simulated.noise import of_game
from referee import punto
from vision.point_cards.faces import FacesSeen, read_faces
from vision.sources.pictures import read_picture

_LEAST_PX = 28.0  # a side, of a card as it shows in a film
_AMONG = (1, 2, 3, 4, 8)  # so many cards at once
_UNSURE = 0.9  # a probability: of a card that is read well


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), default=of_game(punto.ID), show_default=True)
def main(folder: Path, out: Path) -> None:
    """Count misread cards in the pictures in a FOLDER, each with its truth beside it (.json).

    Example: python -m models.measure_point_noise pictures
    """
    rng, errors, of, pictures = np.random.default_rng(0), Counter[str](), Counter[str](), []
    for path in sorted(folder.glob("*.jpg")):
        cards = _in_sight(json.loads(path.with_suffix(".json").read_text("utf-8")))
        if len(cards) >= max(_AMONG):
            pictures.append(path.stem)
            _count(rng, read_picture(path), cards, errors, of)
    told = json.loads(out.read_text("utf-8"))
    told["card"]["faces"] = {
        "made_by": "python -m models.measure_point_noise",
        "measured_on": pictures,
        "counted": {kind: [errors[kind], of[kind]] for kind in of},
    }
    share = {kind: round((errors[kind] + 0.5) / (of[kind] + 1), 6) for kind in of}
    told["noise"] |= {kind: share[kind] for kind in ("misread", "unsure")}
    out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(told["noise"], indent=1))


def _in_sight(truth: dict[str, Any]) -> list[dict[str, Any]]:
    """The cards in play that show large enough, and whole."""
    whole = [card for card in truth["cells"] if card["covered"] < 0.05]
    return [card for card in whole if cv2.contourArea(np.float32(card["corners_px"])) > _LEAST_PX**2]


def _count(
    rng: np.random.Generator,
    bgr: np.ndarray,
    cards: list[dict[str, Any]],
    errors: Counter[str],
    of: Counter[str],
) -> None:
    """Read some of the cards among one another, a few at a time."""
    for count in _AMONG:
        some = [cards[i] for i in rng.permutation(len(cards))[:count]]
        corners_px = np.array([card["corners_px"] for card in some], float)
        faces = read_faces(bgr, corners_px).averaged(read_faces(bgr, corners_px, turn=1))
        for place, card in enumerate(some):
            _count_one(faces, place, card, errors, of)


def _count_one(
    faces: FacesSeen, place: int, card: dict[str, Any], errors: Counter[str], of: Counter[str]
) -> None:
    points, wrong = faces.points[place], int(faces.points[place].argmax()) != card["points"]
    told = {
        "misread": wrong,
        "unsure": not wrong and points[card["points"]] < _UNSURE,
    }
    for kind, is_so in told.items():
        errors[kind] += int(is_so)
        of[kind] += 1


if __name__ == "__main__":
    main()

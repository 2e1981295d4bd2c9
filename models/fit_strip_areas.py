"""``python -m models.fit_strip_areas``: fit by what strips before players are told from those in the middle.

The games of some numbers are laid out as for films, and not drawn: each strip that is new after an act lies in one of
the areas, and where those before it lay is known. Writes ``models/weights/strip-areas.json``, with a card.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from companion.eyes.strips.areas import TERMS, WEIGHTS, Happened, sides_of, terms, ways_of
from models.fitting.examples import Example
from models.fitting.logit import fit, log_loss, posteriors
from models.scenes.camera import project
from models.scenes.filmed.film import Wanted
from models.scenes.strips.recording import plan
from models.scenes.strips.scene import Strip, StripScene
from models.scenes.strips.truth import strip_corners_mm

_SIZE = 1280, 720
_PENALTY = 0.01
_GAP_MM = (0.0, 45.0)  # some people leave nothing between what is theirs and the middle

Floats = NDArray[np.float64]


@click.command()
@click.option("--games", type=int, default=60, show_default=True)
@click.option("--seed-from", type=int, default=7_000_001, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
def main(games: int, seed_from: int, out: Path) -> None:
    """Fit on so many games from that number on; a fifth of them is held out and told in the card."""
    every = [list(examples(seed_from + i)) for i in range(games)]
    held_out = [each for game in every[: games // 5] for each in game]
    fitted = [each for game in every[games // 5 :] for each in game]
    weights = fit(fitted, [0] * len(TERMS), _PENALTY, np.zeros(len(TERMS)))
    right = posteriors(held_out, weights, {})[2]
    told = {
        "card": {
            "made_by": "python -m models.fit_strip_areas",
            "games": games,
            "strips": len(fitted),
            "strips_held_out": len(held_out),
            "log_loss_held_out": round(log_loss(held_out, weights, {}), 4),
            "told_wrong_held_out": int((~right).sum()),
        },
        "weights": {name: round(float(value), 3) for name, value in zip(TERMS, weights, strict=True)},
    }
    out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(told, indent=1))


def examples(seed: int) -> Iterator[Example]:
    """Each strip that is new when hands have gone, with what speaks for each of the areas."""
    recording = plan(Wanted(seed, *_SIZE, max_acts=24, framing="close"), gap_mm=_GAP_MM)
    seats_px, middle_px = recording.game.seen["seats"], recording.game.seen["middle"]
    assert isinstance(seats_px, dict)
    ways = ways_of(sides_of({name: np.array(px) for name, px in seats_px.items()}, np.array(middle_px)))
    known_px, known = np.zeros((0, 2)), np.zeros(0, int)
    before: set[Strip] = set()
    for shot in recording.film.shots:
        if shot.scene.hands:
            continue
        middle = len(ways)
        gone = any(strip.group == middle for strip in before - set(shot.scene.strips))
        new = [strip for strip in shot.scene.strips if strip not in before]
        for strip in new:
            at, along = _lies_px(strip, shot.scene)
            if len(known):
                length = 2 * float(np.linalg.norm(along))
                rows = terms(at, along, length, known_px, known, ways, Happened(len(new), gone))
                yield Example(rows.astype(np.float32), strip.group, "plain")
            known_px, known = np.vstack([known_px, at]), np.append(known, strip.group)
        before = set(shot.scene.strips)


def _lies_px(strip: Strip, scene: StripScene) -> Floats:
    """(2, 2) a strip's middle in the picture, and from there to the middle of its first end."""
    corners = project(strip_corners_mm(strip, scene.strip_set), scene.camera)
    return np.array([corners.mean(0), corners[:2].mean(0) - corners.mean(0)])


if __name__ == "__main__":
    main()

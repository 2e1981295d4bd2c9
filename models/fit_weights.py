"""``python -m models.fit_weights GAME``: fit the weights by which a game is followed, and write them with a card.

Fitted on one half of the games, with a temperature for each condition found on the other half; what is told of them in
the card is of games that were in neither.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import click
import numpy as np

from companion.follow.branches import Grower
from companion.follow.weights import COMMON, Weights
from companion.follow.weights import SIGNS as COMMON_SIGNS
from models.fitting.examples import Example, examples
from models.fitting.logit import fit, log_loss, posteriors, temperatures
from models.simulated.noise import read_noise
from models.simulated.registry import GAMES, simulated

CONDITIONS = ("plain", "moved", "lamp", "sway")
FOLDER = Path(__file__).with_name("weights")
_PENALTY = 0.1
_SURE = (0.9, 0.99, 0.999)


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option(
    "--games", "count", type=click.IntRange(4), default=120, show_default=True, help="So many are simulated."
)
@click.option("--seed-from", type=int, default=1, show_default=True)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    default=3,
    show_default=True,
    help="Branches are proposed anew so often.",
)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Where to write; by default models/weights/GAME.json."
)
def main(game: str, count: int, seed_from: int, rounds: int, jobs: int, out: Path | None) -> None:
    """Fit the weights of one GAME on simulated games.

    Example: python -m models.fit_weights one-two-three-four --games 120
    """
    start = time.perf_counter()
    names = (*simulated(game).GAME.FEATURES, *COMMON)
    signs = {**simulated(game).SIGNS, **COMMON_SIGNS}
    weights = Weights({name: 0.5 * signs.get(name, 0) for name in names}, dict.fromkeys(CONDITIONS, 1.0))
    third = max(1, count // 3)
    parts = [range(seed_from + i * third, seed_from + (i + 1) * third) for i in range(3)]
    for _ in range(rounds):
        fitted = _gathered(game, parts[0], weights, jobs)
        vector = fit(fitted, [signs.get(name, 0) for name in names], _PENALTY, weights.vector(names))
        weights = Weights(dict(zip(names, vector.tolist(), strict=True)), weights.temperature)
    heat = temperatures(_gathered(game, parts[1], weights, jobs), vector, CONDITIONS)
    held_out = _gathered(game, parts[2], weights, jobs)
    told = {
        "game": game,
        "features": {
            n: {"weight": round(w, 4), "sign": signs.get(n, 0)} for n, w in weights.features.items()
        },
        "temperature": {name: round(t, 3) for name, t in heat.items()},
        "card": {
            "made_by": f"python -m models.fit_weights {game} --games {count} --seed-from {seed_from} --rounds {rounds}",
            "fitted_on": f"{len(fitted)} looks of simulated games {parts[0].start} to {parts[0].stop - 1}",
            "temperature_on": f"simulated games {parts[1].start} to {parts[1].stop - 1}",
            "held_out": f"{len(held_out)} looks of simulated games {parts[2].start} to {parts[2].stop - 1}",
            "log_loss_held_out": round(log_loss(held_out, vector, heat), 5),
            "reliability_held_out": _reliability(held_out, vector, heat),
        },
    }
    told["card"]["hash"] = hashlib.sha256(json.dumps(told["features"], sort_keys=True).encode()).hexdigest()[
        :12
    ]
    path = out or FOLDER / f"{game}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(told["card"], indent=1))
    click.echo(f"{path}: {time.perf_counter() - start:.0f} s")


def _gathered(game: str, seeds: Iterable[int], weights: Weights, jobs: int) -> list[Example]:
    with Pool(jobs) as pool:
        every = pool.map(_of_one_game, [(game, seed, weights) for seed in seeds], chunksize=4)
    found = [example for part, _ in every for example in part]
    missed = sum(count for _, count in every)
    click.echo(f"{len(found)} looks, {missed} whose branch was not proposed", err=True)
    return found


def _of_one_game(job: tuple[str, int, Weights]) -> tuple[list[Example], int]:
    game, seed, weights = job
    module = simulated(game)
    grower: Grower[Any, Any, Any, Any] = Grower(module.GAME, weights)
    rng = np.random.default_rng(seed)
    every = list(_all(grower, module.moments(seed, read_noise()), rng))
    return [example for example in every if example is not None], sum(example is None for example in every)


def _all(grower: Any, moments: Any, rng: np.random.Generator) -> Iterator[Example | None]:
    yield from examples(grower, moments, rng)


def _reliability(held_out: list[Example], vector: np.ndarray, heat: dict[str, float]) -> dict[str, list[int]]:
    """Of the looks of which the likeliest branch is surer than so: how many it is right of, and how many there are."""
    _, best, right = posteriors(held_out, vector, heat)
    return {f"above {sure}": [int(right[best > sure].sum()), int((best > sure).sum())] for sure in _SURE}


if __name__ == "__main__":
    main()

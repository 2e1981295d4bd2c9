"""``python -m models.fit_weights GAME``: fit the weights by which a game is followed, and write them with a card.

On simulated games, and on logs of films where these are given. Of each, three parts in five are fitted on, one gives
the temperature for each condition, and one is told of in the card.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import click
import numpy as np

from companion.follow.branches import Grower
from companion.follow.weights import COMMON, Weights
from companion.follow.weights import SIGNS as COMMON_SIGNS
from models.catalogue import seal
from models.fitting.examples import Example, Moment, examples
from models.fitting.logit import fit, log_loss, posteriors, temperatures, usual
from models.simulated.noise import read_noise
from models.simulated.registry import game_ids, simulated
from referee import registry

CONDITIONS = ("plain", "moved", "lamp", "sway")
Source = int | Path  # the number of a simulated game, or a film's log
FOLDER = Path(__file__).with_name("weights")


_PENALTY = 0.1  # of 0.01, 0.1 and 1 none told other games better than the others, beyond chance
# The looks at a table while it rests are one witness, however many they are: three, as a rule.
_A_LOOK_COUNTS = 1 / 3
# So many simulated looks a filmed one counts. At 13, films weighed as much as all games: unseen ones were told worse.
_A_FILM_COUNTS = 2.0
_ENOUGH_FILMS = 10  # to tell by them alone how sure one may be
_SURE = (0.9, 0.99, 0.999)


@click.command()
@click.argument("game", type=click.Choice(game_ids()))
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
@click.option(
    "--logs", type=click.Path(exists=True, path_type=Path), multiple=True, help="Logs of films, or folders."
)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Where to write; by default models/weights/GAME.json."
)
def main(
    game: str, count: int, seed_from: int, rounds: int, logs: tuple[Path, ...], jobs: int, out: Path | None
) -> None:
    """Fit the weights of one GAME.

    Example: python -m models.fit_weights one-two-three-four --games 120
    """
    start = time.perf_counter()
    module = simulated(game)
    names, signs = (*module.GAME.FEATURES, *COMMON), {**module.SIGNS, **COMMON_SIGNS}
    bounds = [signs.get(name, 0) for name in names]
    expected = np.array([module.EXPECTED.get(name, 0.0) for name in names])
    weights = Weights({name: 0.5 * signs.get(name, 0) for name in names}, dict.fromkeys(CONDITIONS, 1.0))
    files = sorted(file for each in logs for file in (each.glob("*.npz") if each.is_dir() else [each]))
    games = _parts([*range(seed_from, seed_from + count)])
    films = _parts(files)
    enough = len(films[1]) >= _ENOUGH_FILMS
    heat_on, held_out_on = (films[i] if enough else [*games[i], *films[i]] for i in (1, 2))
    for number in range(rounds):
        # Which false accounts are carried on depends on the weights: one round more, until that settles.
        rivals = number > 0 or rounds == 1
        played, filmed = (_gathered(game, of[0], weights, jobs, with_rivals=rivals) for of in (games, films))
        counts_for = [_A_LOOK_COUNTS] * len(played) + [_A_FILM_COUNTS * _A_LOOK_COUNTS] * len(filmed)
        vector = fit(
            [*played, *filmed], bounds, _PENALTY, _drawn_to(expected, played, names, game), counts_for
        )
        weights = Weights(dict(zip(names, vector.tolist(), strict=True)), weights.temperature)
    heat = temperatures(_gathered(game, heat_on, weights, jobs), vector, CONDITIONS, _A_LOOK_COUNTS)
    held_out = _gathered(game, held_out_on, weights, jobs)
    features = {n: {"weight": round(w, 4), "sign": signs.get(n, 0)} for n, w in weights.features.items()}
    card = {
        "made_by": f"python -m models.fit_weights {' '.join(sys.argv[1:])}",
        "fitted_on": [
            f"{len(of)} looks of {_told(part[0])}" for of, part in ((played, games), (filmed, films)) if of
        ],
        "a_filmed_look_counts": _A_FILM_COUNTS,
        "temperature_on": _told(heat_on),
        "held_out": f"{len(held_out)} looks of {_told(held_out_on)}",
        "log_loss_held_out": round(log_loss(held_out, vector, heat), 5),
        "reliability_held_out": _reliability(held_out, vector, heat),
        "hash": seal(features),
    }
    temperature = {name: round(t, 3) for name, t in heat.items()}
    path = out or FOLDER / f"{game}.json"
    path.parent.mkdir(exist_ok=True)
    told = {"game": game, "features": features, "temperature": temperature, "card": card}
    path.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(card, indent=1))
    click.echo(f"{path}: {time.perf_counter() - start:.0f} s")


def _drawn_to(expected: np.ndarray, fitted: Sequence[Example], names: Sequence[str], game: str) -> np.ndarray:
    """(F,) where to draw the weights: those of what the tracker says of a branch to how often it is so, each fault to
    how often it is the one where there is one."""
    drawn_to, of_fault = expected.copy(), names.index("fault")
    common = [names.index(name) for name in COMMON]
    faults = [names.index(name) for fault in registry.game(game).FAULTS if (name := f"act: {fault}") in names]
    drawn_to[common] = usual(fitted, common)
    with_fault = [example for example in fitted if example.features[example.label, of_fault]]
    drawn_to[faults] = usual(with_fault, faults) if with_fault else 0.0
    return drawn_to


def _parts(source: Sequence[Source]) -> tuple[Sequence[Source], Sequence[Source], Sequence[Source]]:
    """Three parts in five to fit on, one for the temperature, one to be told of; at least one game in each."""
    fifth = max(1, len(source) // 5) if source else 0
    return source[: -2 * fifth], source[-2 * fifth : -fifth], source[len(source) - fifth :]


def _told(source: Sequence[Source]) -> str:
    """Which games these are, in words."""
    games = [each for each in source if not isinstance(each, Path)]
    films = [each.stem for each in source if isinstance(each, Path)]
    parts = (("simulated games", games), ("films", films))
    return ", ".join(f"{what} {some[0]} to {some[-1]}" for what, some in parts if some)


def _gathered(
    game: str, source: Sequence[Source], weights: Weights, jobs: int, with_rivals: bool = True
) -> list[Example]:
    with Pool(jobs) as pool:
        every = pool.map(_of_one_game, [(game, each, weights, with_rivals) for each in source], chunksize=2)
    found = [example for part, _ in every for example in part]
    missed = sum(count for _, count in every)
    click.echo(f"{len(found)} looks, {missed} whose branch was not proposed", err=True)
    return found


def _of_one_game(job: tuple[str, Source, Weights, bool]) -> tuple[list[Example], int]:
    game, source, weights, with_rivals = job
    module = simulated(game)
    grower: Grower[Any, Any, Any, Any] = Grower(module.GAME, weights)
    moments = _of_film(game, source) if isinstance(source, Path) else module.moments(source, read_noise(game))
    try:
        every = list(examples(grower, moments, np.random.default_rng(1), with_rivals))
    except ValueError as why:  # nothing can be learnt from such a film
        click.echo(f"{source}: {why}", err=True)
        return [], 0
    return [example for example in every if example is not None], sum(example is None for example in every)


def _of_film(game: str, log: Path) -> Iterator[Moment[Any, Any, Any]]:
    """A logged film."""
    from models.evaluation.cell_logs import read_cell_log
    from models.evaluation.look_logs import read_log
    from models.evaluation.strips.logs import read_strip_log
    from models.fitting import cell_moments, film_moments, strip_moments
    from referee import four_colour_cards

    if game in cell_moments.GAMES:
        return cell_moments.moments(read_cell_log(log))
    if game == four_colour_cards.ID:
        return strip_moments.moments(read_strip_log(log))
    return film_moments.moments(read_log(log))


def _reliability(held_out: list[Example], vector: np.ndarray, heat: dict[str, float]) -> dict[str, list[int]]:
    """Of the looks of which the likeliest branch is surer than so: how many it is right of, and of how many."""
    _, best, right = posteriors(held_out, vector, heat)
    return {f"above {sure}": [int(right[best > sure].sum()), int((best > sure).sum())] for sure in _SURE}


if __name__ == "__main__":
    main()

"""``python -m models.evaluate_noise GAME…``: what becomes of simulated games where each kind of noise is doubled."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path

import click

from companion.follow.weights import read_weights
from models.evaluate_simulated import WEIGHTS
from models.evaluation import figures
from models.evaluation.simulated import Result, evaluate
from models.evaluation.tally import Tally
from models.simulated.noise import KINDS, Noise, read_noise
from models.simulated.registry import game_ids

AS_COUNTED = "as counted"


@click.command()
@click.argument("games", nargs=-1, required=True, type=click.Choice(game_ids()))
@click.option("--games", "count", type=click.IntRange(1), default=60, show_default=True, help="Of each kind.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="These alone; else all.")
@click.option("--seed-from", type=int, default=1_000_001, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True)
@click.option("--csv", "path", type=click.Path(path_type=Path, dir_okay=False), help="Keep the figures.")
def main(
    games: tuple[str, ...], count: int, kinds: tuple[str, ...], seed_from: int, jobs: int, path: Path | None
) -> None:
    """Play the same simulated GAMES with the noise as it was counted, and with each kind of it twice as frequent.

    Example: python -m models.evaluate_noise one-two-three-four --games 100 --csv noise.csv
    """
    tally = Tally()
    with Pool(jobs) as pool:
        for game in games:
            for kind, noise in doubled(read_noise(game), kinds or KINDS):
                seeds = range(seed_from, seed_from + count)
                total = Result()
                for result in pool.imap_unordered(_one, [(game, seed, noise) for seed in seeds], chunksize=4):
                    total.add(result)
                noted(tally, game, kind, total)
                click.echo(
                    f"{game}, {kind}: {total.exact} of {total.acts} acts, {total.false_alarms} false alarms"
                )
    if path is not None:
        figures.write_csv(path, tally, "models.evaluate_noise", sys.argv[1:])


def doubled(noise: Noise, kinds: Sequence[str]) -> Iterator[tuple[str, Noise]]:
    """The noise as it is, then with each of the ``kinds`` that there is twice as frequent."""
    yield AS_COUNTED, noise
    for kind in kinds:
        if getattr(noise, kind):
            yield kind, noise.times(kind, 2)


def noted(tally: Tally, game: str, kind: str, total: Result) -> None:
    """Count what came of a game's games with one kind of noise doubled."""
    groups = {game: kind}
    tally.count("act exact", True, groups, total.exact)
    tally.count("act exact", False, groups, total.acts - total.exact)
    tally.count("false alarm (of acts done)", True, groups, total.false_alarms)
    tally.count("false alarm (of acts done)", False, groups, total.acts - total.false_alarms)
    tally.count("asked (of acts done)", True, groups, total.unclear)
    tally.count("asked (of acts done)", False, groups, total.acts - total.unclear)


def _one(job: tuple[str, int, Noise]) -> Result:
    game, seed, noise = job
    return evaluate(game, seed, read_weights(WEIGHTS / f"{game}.json"), noise)


if __name__ == "__main__":
    main()

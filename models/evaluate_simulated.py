"""``python -m models.evaluate_simulated GAME``: are the acts of simulated games told as they were done?"""

from __future__ import annotations

from multiprocessing import Pool
from pathlib import Path

import click

from companion.follow.weights import Weights, read_weights
from models.evaluation.simulated import Result, evaluate
from models.simulated.noise import Noise, read_noise
from models.simulated.registry import game_ids

WEIGHTS = Path(__file__).with_name("weights")


@click.command()
@click.argument("game", type=click.Choice(game_ids()))
@click.option("--games", "count", type=click.IntRange(1), default=200, show_default=True)
@click.option("--seed-from", type=int, default=1_000_001, show_default=True)
@click.option(
    "--noise", "noises", multiple=True, help="KIND=FACTOR: one kind of noise so many times as frequent."
)
@click.option("--errors", is_flag=True, help="Name each error.")
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True)
@click.option(
    "--weights", "path", type=click.Path(path_type=Path, exists=True), help="Other than the game's own."
)
def main(
    game: str, count: int, seed_from: int, noises: tuple[str, ...], errors: bool, jobs: int, path: Path | None
) -> None:
    """Play simulated games of one GAME through the tracker.

    Example: python -m models.evaluate_simulated one-two-three-four --games 1000 --noise arm=2
    """
    weights, noise = read_weights(path or WEIGHTS / f"{game}.json"), read_noise(game)
    for each in noises:
        kind, _, factor = each.partition("=")
        noise = noise.times(kind, float(factor))
    total = Result()
    with Pool(jobs) as pool:
        jobs_due = [(game, seed, weights, noise) for seed in range(seed_from, seed_from + count)]
        for result in pool.imap_unordered(_one, jobs_due, chunksize=4):
            total.add(result)
    if errors:
        click.echo("\n".join(total.lines))
    click.echo(
        f"{game}: {count} games, acts exact {total.exact}/{total.acts} "
        f"({100 * total.exact / max(1, total.acts):.2f} %), "
        f"{total.begun} more put back at once, late {total.late}, "
        f"false alarms {total.false_alarms}, unclear {total.unclear}, "
        f"{1000 * total.seconds / max(1, total.looks):.2f} ms a look"
    )
    click.echo(f"missed {dict(total.missed.most_common())}; invented {dict(total.invented.most_common())}")


def _one(job: tuple[str, int, Weights, Noise]) -> Result:
    return evaluate(*job)


if __name__ == "__main__":
    main()

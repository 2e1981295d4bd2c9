"""``python -m models.evaluate_decisions LOGS``: judge logged games of Just 4 Fun Colours anew, without their films.

The tracker decides by what the eyes saw, look by look, as it would at the table; beside it stands what was told while
the film was watched (then), and both are held against the truth as ``models.evaluation.recordings`` does.
"""

from __future__ import annotations

from multiprocessing import Pool
from pathlib import Path

import click

from companion.follow.weights import Weights, read_weights
from models.evaluation import figures
from models.evaluation.decisions import Anew, Judgement, decided, judged
from models.evaluation.tally import Tally
from models.fit_weights import FOLDER

GAME = "just4fun-colours"


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--errors", is_flag=True, help="Name each error.")
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True)
@click.option(
    "--weights", "path", type=click.Path(path_type=Path, exists=True), help="Other than the game's own."
)
def main(logs: tuple[Path, ...], errors: bool, jobs: int, path: Path | None) -> None:
    """Judge the games logged in files or folders anew.

    Example: python -m models.evaluate_decisions logs --errors
    """
    weights = read_weights(path or FOLDER / f"{GAME}.json")
    files = sorted(file for each in logs for file in (each.glob("*.npz") if each.is_dir() else [each]))
    then, now, looks, seconds = Tally(), Tally(), 0, 0.0
    with Pool(jobs) as pool:
        for anew in pool.imap(_decided, [(file, weights) for file in files]):
            both = judged(anew)
            click.echo(in_words(both))
            if errors:
                click.echo("".join(f"    {line}\n" for line in both.anew.lines), nl=False)
            then.add(both.then.judged.tally)
            now.add(both.anew.judged.tally)
            looks, seconds = looks + anew.looks, seconds + anew.seconds
    for name, tally in (("then", then), ("anew", now)):
        click.echo(f"\n{name}")
        rows = (row for row in figures.rows(tally) if row.by in (figures.ALL, "act", "verdict due"))
        click.echo("\n".join(f"  {figures.in_words(row)}" for row in rows))
    click.echo(f"\n{len(files)} games, {looks} looks, {1000 * seconds / max(1, looks):.1f} ms a look decided")


def in_words(both: Judgement) -> str:
    """A game's outcome as one line."""
    told = [
        f"{name}: exact {game.exact} false {game.false_alarms} unclear {game.unclear}"
        for name, game in (("then", both.then), ("anew", both.anew))
    ]
    return f"{both.name:24s} acts {both.then.acts}  " + "  ".join(told)


def _decided(job: tuple[Path, Weights]) -> Anew:
    return decided(*job)


if __name__ == "__main__":
    main()

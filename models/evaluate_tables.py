"""``python -m models.evaluate_tables GAME FOLDER...``: what is seen in pictures of tables of a game.

The truth of a picture NAME lies beside it as ``NAME.json``, as ``models.scenes.make`` writes it. The first game's
boards are measured by ``models.evaluate``.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

import click

from models.evaluation.cases import Judged
from models.evaluation.films import GAMES
from models.evaluation.labelled import TruthError
from models.evaluation.report import Report, judged_each
from vision.pictures import Picture

Truth = dict[str, Any]


class PicturedGame(Protocol):
    """What ``models.evaluation.<its table>.pictures`` gives of a game."""

    def find_tables(self, folder: Path) -> Iterator[tuple[Path, Truth]]:
        """The pictures below a folder that show a table of it, each with its truth; raises TruthError."""
        ...

    def read_table(self, bgr: Picture, size: int | None) -> object:
        """What is seen in a picture."""
        ...

    def judge_table(self, path: Path, truth: Truth, reading: object, ms: float) -> Judged:
        """Hold a reading, which took ``ms``, against the truth."""
        ...


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--limit", type=int, help="Only the first N.")
@click.option("--size-given", is_flag=True, help="Tell the eyes how many cells a side the board has.")
@click.option("--errors", is_flag=True, help="Name each error.")
@click.option(
    "--csv", "csv_path", type=click.Path(dir_okay=False, path_type=Path), help="Write every row too."
)
@click.option("--worst", type=click.Path(dir_okay=False, path_type=Path), help="Write a page of the worst.")
def main(
    game: str,
    folders: tuple[Path, ...],
    limit: int | None,
    size_given: bool,
    errors: bool,
    csv_path: Path | None,
    worst: Path | None,
) -> None:
    """Measure the eyes on the labelled pictures of tables of GAME below FOLDERS.

    Example: python -m models.evaluate_tables punto data/points --errors
    """
    pictured = cast(PicturedGame, import_module(f"models.evaluation.{GAMES[game]}.pictures"))
    try:
        tables = [table for folder in folders for table in pictured.find_tables(folder)][:limit]
    except TruthError as error:
        raise click.ClickException(str(error)) from error
    if not tables:
        raise click.UsageError(f"no table of {game} there: each NAME.jpg needs its NAME.json beside it")
    report = Report("models.evaluate_tables", f"tables of {game}", errors, csv_path, worst)

    def read(bgr: Picture, truth: Truth) -> object:
        return pictured.read_table(bgr, truth.get("size") if size_given else None)

    report.of(judged_each(tables, read, pictured.judge_table))


if __name__ == "__main__":
    main()

"""``python -m models.evaluate_points FOLDER...``: what is seen in pictures of tables of Punto.

The truth of a picture NAME lies beside it as ``NAME.json``, as ``models.scenes.point_cards.truth`` writes it.
"""

from __future__ import annotations

from pathlib import Path

import click

from models.evaluation.labelled import TruthError
from models.evaluation.point_cards.pictures import find_tables, judge_points
from models.evaluation.report import Report, judged_each


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--limit", type=int, help="Only the first N.")
@click.option("--errors", is_flag=True, help="Name each error.")
@click.option(
    "--csv", "csv_path", type=click.Path(dir_okay=False, path_type=Path), help="Write every row too."
)
@click.option("--worst", type=click.Path(dir_okay=False, path_type=Path), help="Write a page of the worst.")
def main(
    folders: tuple[Path, ...],
    limit: int | None,
    errors: bool,
    csv_path: Path | None,
    worst: Path | None,
) -> None:
    """Measure the eyes on the labelled pictures of tables of Punto below FOLDERS.

    Example: python -m models.evaluate_points data/points --errors
    """
    try:
        tables = [table for folder in folders for table in find_tables(folder)][:limit]
    except TruthError as error:
        raise click.ClickException(str(error)) from error
    if not tables:
        raise click.UsageError("no table of Punto there: each NAME.jpg needs its NAME.json beside it")
    from vision.point_cards.look import look_at_points

    report = Report("models.evaluate_points", "tables of Punto", errors, csv_path, worst)
    report.of(judged_each(tables, lambda bgr, _: look_at_points(bgr), judge_points))


if __name__ == "__main__":
    main()

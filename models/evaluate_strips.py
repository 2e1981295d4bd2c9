"""``python -m models.evaluate_strips FOLDER...``: what is seen in pictures of tables of Four Colour Cards.

The truth of a picture NAME lies beside it as ``NAME.json``, as ``models.scenes.strips.truth`` writes it.
"""

from __future__ import annotations

from pathlib import Path

import click

from models.evaluation.labelled import TruthError
from models.evaluation.report import Report, judged_each
from models.evaluation.strips.pictures import find_tables, judge_strips


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--limit", type=int, help="Only the first N.")
@click.option("--errors", is_flag=True, help="Name each error.")
@click.option(
    "--csv", "csv_path", type=click.Path(dir_okay=False, path_type=Path), help="Write every row too."
)
@click.option("--worst", type=click.Path(dir_okay=False, path_type=Path), help="Write a page of the worst.")
def main(
    folders: tuple[Path, ...], limit: int | None, errors: bool, csv_path: Path | None, worst: Path | None
) -> None:
    """Measure the eyes on the labelled pictures of tables of strips below FOLDERS.

    Example: python -m models.evaluate_strips data/strips --errors
    """
    try:
        tables = [table for folder in folders for table in find_tables(folder)][:limit]
    except TruthError as error:
        raise click.ClickException(str(error)) from error
    if not tables:
        raise click.UsageError("no table of strips there: each NAME.jpg needs its NAME.json beside it")
    from vision.strips.look import look_at_strips

    report = Report("models.evaluate_strips", "tables of strips", errors, csv_path, worst)
    report.of(judged_each(tables, lambda bgr, _: look_at_strips(bgr), judge_strips))


if __name__ == "__main__":
    main()

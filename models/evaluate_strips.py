"""``python -m models.evaluate_strips FOLDER...``: what is seen in pictures of tables of Four Colour Cards.

The truth of a picture NAME lies beside it as ``NAME.json``, as ``models.scenes.strips.truth`` writes it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np

from models.evaluation import figures
from models.evaluation.cases import Case, Judged
from models.evaluation.labelled import TruthError
from models.evaluation.page import write_page
from models.evaluation.strips.pictures import Truth, find_tables, judge_strips
from models.evaluation.tally import Tally


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
    tally, cases = Tally(), list[Case]()
    for judged in judged_each(tables):
        tally.add(judged.tally)
        cases += judged.cases
    click.echo(figures.text(tally))
    if errors:
        click.echo("".join(f"{case.title}: {line}\n" for case in cases for line in case.lines), nl=False)
    if csv_path:
        figures.write_csv(csv_path, tally, "models.evaluate_strips", sys.argv[1:])
    if worst:
        write_page(worst, f"Read wrong: {len(tables)} tables of strips", tally, cases, len(cases))


def judged_each(tables: list[tuple[Path, Truth]]) -> Iterator[Judged]:
    """Read and judge one after the other; raises click.ClickException for a picture that cannot be read."""
    import cv2

    from vision.strips.look import look_at_strips

    for path, truth in tables:
        bgr = cv2.imread(str(path))
        if bgr is None:
            raise click.ClickException(f"{path} cannot be read as a picture")
        start = time.perf_counter()
        reading = look_at_strips(np.asarray(bgr, np.uint8))
        yield judge_strips(path, truth, reading, (time.perf_counter() - start) * 1e3)


if __name__ == "__main__":
    main()

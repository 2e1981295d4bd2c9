"""``python -m models.evaluate_tiles FOLDER...``: what is seen in pictures of tables of One Two Three … Four.

The truth of a picture NAME lies beside it as ``NAME.json``, as ``models.scenes.tiles.truth`` writes it.
"""

from __future__ import annotations

from pathlib import Path

import click

from models.evaluation.labelled import TruthError
from models.evaluation.report import Report, judged_each
from models.evaluation.tiles.pictures import Truth, find_tables, judge_tiles
from vision.pictures import Picture
from vision.tile_table.reading import TileReading


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--limit", type=int, help="Only the first N.")
@click.option("--size-given", is_flag=True, help="Tell the eyes how many cells the board has.")
@click.option("--errors", is_flag=True, help="Name each error.")
@click.option(
    "--csv", "csv_path", type=click.Path(dir_okay=False, path_type=Path), help="Write every row too."
)
@click.option("--worst", type=click.Path(dir_okay=False, path_type=Path), help="Write a page of the worst.")
def main(
    folders: tuple[Path, ...],
    limit: int | None,
    size_given: bool,
    errors: bool,
    csv_path: Path | None,
    worst: Path | None,
) -> None:
    """Measure the eyes on the labelled pictures of tables of tiles below FOLDERS.

    Example: python -m models.evaluate_tiles data/tiles --errors
    """
    try:
        tables = [table for folder in folders for table in find_tables(folder)][:limit]
    except TruthError as error:
        raise click.ClickException(str(error)) from error
    if not tables:
        raise click.UsageError("no table of tiles there: each NAME.jpg needs its NAME.json beside it")
    from vision.tile_table.look import look_at_tiles

    report = Report("models.evaluate_tiles", "tables of tiles", errors, csv_path, worst)

    def read(bgr: Picture, truth: Truth) -> TileReading:
        return look_at_tiles(bgr, truth["size"] if size_given else None)

    report.of(judged_each(tables, read, judge_tiles))


if __name__ == "__main__":
    main()

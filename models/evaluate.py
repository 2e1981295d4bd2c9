"""``python -m models.evaluate FOLDER...``: what the shipped networks see in pictures and recordings, as figures.

The truth of a picture or recording NAME lies beside it as ``NAME.json`` with the keys that
``models.scenes.truth`` and ``models.scenes.recording`` write.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
import numpy as np

from models.evaluation import figures
from models.evaluation.cases import Case, Judged
from models.evaluation.labelled import Labelled, TruthError, find_labelled
from models.evaluation.page import write_page
from models.evaluation.pictures import evaluate_picture
from models.evaluation.recordings import evaluate_recording
from models.evaluation.tally import Tally


@click.command()
@click.argument("places", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--limit", type=int, help="Only the first N.")
@click.option("--errors", is_flag=True, help="Name each error.")
@click.option(
    "--csv", "csv_path", type=click.Path(dir_okay=False, path_type=Path), help="Write every row here too."
)
@click.option(
    "--worst", type=click.Path(dir_okay=False, path_type=Path), help="Write a page of the worst cases."
)
@click.option("--worst-count", default=40, show_default=True, help="How many cases the page shows.")
def main(
    places: tuple[Path, ...],
    limit: int | None,
    errors: bool,
    csv_path: Path | None,
    worst: Path | None,
    worst_count: int,
) -> None:
    """Measure the shipped networks on the labelled pictures and recordings in PLACES, folders or single files.

    Example: python -m models.evaluate data/held-out --csv models/figures/held_out.csv --worst worst.html
    """
    try:
        labelled = list(find_labelled(places))[:limit]
    except TruthError as error:
        raise click.ClickException(str(error)) from error
    if not labelled:
        raise click.UsageError(
            "nothing labelled there: each NAME.jpg or NAME.mp4 needs its NAME.json beside it"
        )
    tally, cases = gather(judged_each(labelled))
    click.echo(figures.text(tally))
    if errors:
        click.echo("".join(f"{case.title}: {line}\n" for case in cases for line in case.lines), nl=False)
    if csv_path:
        figures.write_csv(csv_path, tally, "models.evaluate", sys.argv[1:])
    if worst:
        title = f"Read wrong: {len(labelled)} pictures and recordings"
        click.echo(f"{worst}: {write_page(worst, title, tally, cases, worst_count)} cases", err=True)


def judged_each(labelled: Iterable[Labelled]) -> Iterator[Judged]:
    """Read and judge one after the other; raises click.ClickException for a picture that cannot be read."""
    import cv2

    for shown in labelled:
        if shown.is_recording:
            yield evaluate_recording(shown).judged
            continue
        bgr = cv2.imread(str(shown.path))
        if bgr is None:
            raise click.ClickException(f"{shown.path} cannot be read as a picture")
        yield evaluate_picture(shown, np.asarray(bgr, np.uint8))


def gather(judged: Iterable[Judged]) -> tuple[Tally, list[Case]]:
    """All counts added up, and all cases."""
    tally, cases = Tally(), list[Case]()
    for one in judged:
        tally.add(one.tally)
        cases += one.cases
    return tally, cases


if __name__ == "__main__":
    main()

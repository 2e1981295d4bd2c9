"""``python -m models.evaluate_acts VIDEO...``: are the acts of recorded games told as they were done?

A recording's truth lies beside it as ``NAME.json`` (see ``models.scenes.recording``); what counts as told is said
in ``models.evaluation.recordings``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click
import numpy as np

from models.evaluation import figures
from models.evaluation.cases import Case
from models.evaluation.labelled import TruthError
from models.evaluation.page import write_page
from models.evaluation.poor_cameras import CAMERAS
from models.evaluation.recordings import GameResult, evaluate
from models.evaluation.tally import Tally


@click.command()
@click.argument("videos", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--errors", is_flag=True, help="Name each error.")
@click.option("--table", is_flag=True, help="Show all figures, by camera angle, kind of act and so on.")
@click.option(
    "--disturb",
    is_flag=True,
    help="In mid-game switch a lamp on, let the sun go in, knock the camera and carry it round.",
)
@click.option("--camera", type=click.Choice(list(CAMERAS)), help="Seen through a camera that does so.")
@click.option(
    "--every",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="One frame in so many is seen, as by a slow camera or computer.",
)
@click.option(
    "--csv", "csv_path", type=click.Path(dir_okay=False, path_type=Path), help="Write every row here too."
)
@click.option(
    "--worst", type=click.Path(dir_okay=False, path_type=Path), help="Write a page of what went wrong."
)
def main(
    videos: tuple[Path, ...],
    errors: bool,
    table: bool,
    disturb: bool,
    camera: str | None,
    every: int,
    csv_path: Path | None,
    worst: Path | None,
) -> None:
    """Measure the whole pipeline on recorded games.

    Example: python -m models.evaluate_acts companion/recordings/game.mp4 --errors
    """
    tally, cases = Tally(), list[Case]()
    for video in videos:
        try:
            result = evaluate(video, disturb=disturb, camera=camera, every=every)
        except TruthError as error:
            raise click.ClickException(str(error)) from error
        tally.add(result.judged.tally)
        cases += result.judged.cases
        click.echo(in_words(result))
        if errors:
            click.echo("".join(f"    {line}\n" for line in result.lines), nl=False)
    over_all = [row for row in figures.rows(tally) if row.by == figures.ALL]
    click.echo(figures.text(tally) if table else "\n".join(figures.in_words(row) for row in over_all))
    if csv_path:
        figures.write_csv(csv_path, tally, "models.evaluate_acts", sys.argv[1:])
    if worst:
        write_page(worst, f"JudgedAct wrong: {len(videos)} recordings", tally, cases, len(cases))


def in_words(result: GameResult) -> str:
    """A recording's outcome as one line."""
    delay = f"{np.median(result.delays_s):.2f} s" if result.delays_s else "-"
    return (
        f"{result.name:12s} acts {result.exact}/{result.acts}  false {result.false_alarms}  "
        f"unclear {result.unclear}  told after {delay}  winner {'right' if result.won_right else 'WRONG'}  "
        f"{result.frames_per_s:.0f} frames/s"
    )


if __name__ == "__main__":
    main()

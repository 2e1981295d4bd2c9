"""``python -m models.evaluate_films FILM...``: are the acts of filmed games told as they were done?

Of any game that the tracker follows at a table: its eyes watch, the tracker decides. A film's truth lies beside it as
``NAME.json`` (see ``models.scenes.recording``); what counts as told is said in ``models.evaluation.recordings``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.follow.weights import read_weights
from models.evaluate_acts import in_words
from models.evaluation import figures
from models.evaluation.films import evaluate_film
from models.evaluation.labelled import TruthError
from models.evaluation.tally import Tally


@click.command()
@click.argument("films", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--errors", is_flag=True, help="Name each error.")
@click.option("--table", is_flag=True, help="Show all figures, by camera angle, kind of act and so on.")
@click.option("--disturb", is_flag=True, help="Lay lamp, sun, knock and the camera carried round over it.")
@click.option(
    "--weights", "path", type=click.Path(path_type=Path, exists=True), help="Other than those that ship."
)
@click.option(
    "--logs",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Write down here what the eyes saw.",
)
@click.option(
    "--csv", "csv_path", type=click.Path(dir_okay=False, path_type=Path), help="Write every row here too."
)
def main(
    films: tuple[Path, ...],
    errors: bool,
    table: bool,
    disturb: bool,
    path: Path | None,
    logs: Path | None,
    csv_path: Path | None,
) -> None:
    """Measure eyes and tracker on filmed games.

    Example: python -m models.evaluate_films recordings/t1.mp4 --errors
    """
    weights = read_weights(path) if path else None
    tally = Tally()
    for film in films:
        try:
            result = evaluate_film(film, weights, disturb=disturb, logs=logs)
        except TruthError as error:
            raise click.ClickException(str(error)) from error
        tally.add(result.judged.tally)
        click.echo(in_words(result))
        if errors:
            click.echo("".join(f"    {line}\n" for line in result.lines), nl=False)
    over_all = [row for row in figures.rows(tally) if row.by == figures.ALL]
    click.echo(figures.text(tally) if table else "\n".join(figures.in_words(row) for row in over_all))
    if csv_path:
        figures.write_csv(csv_path, tally, "models.evaluate_films", sys.argv[1:])


if __name__ == "__main__":
    main()

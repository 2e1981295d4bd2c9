"""``python -m models.evaluate_photos DIR``: what the shipped networks see in real photographs of other boards.

Reported apart from made pictures, always; what can be judged, and the truth's format, is said in
``models.evaluation.photographs``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from models.evaluation import figures
from models.evaluation.cases import Case
from models.evaluation.labelled import TruthError
from models.evaluation.page import write_page
from models.evaluation.photographs import evaluate_photographs, find_photographs
from models.evaluation.tally import Tally


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--errors", is_flag=True, help="Name each error, and what was left out.")
@click.option(
    "--csv", "csv_path", type=click.Path(dir_okay=False, path_type=Path), help="Write every row here too."
)
@click.option(
    "--worst", type=click.Path(dir_okay=False, path_type=Path), help="Write a page of all, worst first."
)
def main(folder: Path, errors: bool, csv_path: Path | None, worst: Path | None) -> None:
    """Measure the shipped networks on the real photographs below FOLDER, each NAME with its NAME.gt.json.

    Example: python -m models.evaluate_photos photos --csv models/figures/photographs.csv
    """
    tally, cases = Tally(), list[Case]()
    try:
        photographs, left_out = find_photographs(folder)
        if not photographs:
            raise click.UsageError("no photograph there: each NAME.jpg needs its NAME.jpg.gt.json beside it")
        for judged in evaluate_photographs(photographs):
            tally.add(judged.tally)
            cases += judged.cases
    except TruthError as error:
        raise click.ClickException(str(error)) from error
    click.echo(figures.text(tally))
    click.echo(f"\n{len(photographs)} photographs; left out, as no board there can be read: {len(left_out)}")
    if errors:
        click.echo("".join(f"{case.title}: {line}\n" for case in cases for line in case.lines), nl=False)
        click.echo("".join(f"left out: {line}\n" for line in left_out), nl=False)
    if csv_path:
        figures.write_csv(csv_path, tally, "models.evaluate_photos", sys.argv[1:])
    if worst:
        write_page(worst, f"{len(photographs)} real photographs", tally, cases, len(cases))


if __name__ == "__main__":
    main()

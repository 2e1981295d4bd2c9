"""What a command that measures pictures prints and writes."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from models.evaluation import figures
from models.evaluation.cases import Case, Judged
from models.evaluation.page import write_page
from models.evaluation.tally import Tally


@dataclass(frozen=True)
class Report:
    """``command``: the module that measures, ``what`` its pictures show. ``errors``: whether each is named;
    ``csv_path`` and ``worst``: where every row and a page of the worst go, if anywhere."""

    command: str
    what: str
    errors: bool
    csv_path: Path | None
    worst: Path | None

    def of(self, judged: Iterable[Judged]) -> None:
        """Print and write what all the pictures judged amount to."""
        tally, cases, count = Tally(), list[Case](), 0
        for each in judged:
            tally.add(each.tally)
            cases += each.cases
            count += 1
        click.echo(figures.text(tally))
        if self.errors:
            click.echo("".join(f"{case.title}: {line}\n" for case in cases for line in case.lines), nl=False)
        if self.csv_path:
            figures.write_csv(self.csv_path, tally, self.command, sys.argv[1:])
        if self.worst:
            write_page(self.worst, f"Read wrong: {count} {self.what}", tally, cases, len(cases))

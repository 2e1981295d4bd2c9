"""What a command that measures pictures prints and writes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import click
import numpy as np

from models.evaluation import figures
from models.evaluation.cases import Case, Judged
from models.evaluation.page import write_page
from models.evaluation.tally import Tally
from vision.pictures import Picture

T = TypeVar("T")  # what is true of a picture
R = TypeVar("R")  # what is read of it


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


def judged_each(
    tables: Iterable[tuple[Path, T]],
    read: Callable[[Picture, T], R],
    judge: Callable[[Path, T, R, float], Judged],
) -> Iterator[Judged]:
    """Read and judge pictures with their truth, one after the other; a reading is judged with the milliseconds that
    it took. Raises click.ClickException for a picture that cannot be read."""
    import cv2

    for path, truth in tables:
        bgr = cv2.imread(str(path))
        if bgr is None:
            raise click.ClickException(f"{path} cannot be read as a picture")
        start = time.perf_counter()
        reading = read(np.asarray(bgr, np.uint8), truth)
        yield judge(path, truth, reading, (time.perf_counter() - start) * 1e3)

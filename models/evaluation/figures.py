"""The figures of a tally: a table to read, and a CSV to keep.

The figures of the shipped networks are kept at ``models/figures``; each file says at its head by which command
and by which networks it came about.
"""

from __future__ import annotations

import csv
import io
import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import numpy as np

from models.catalogue import NAMES, card
from models.evaluation.reliability import bins, expected_calibration_error
from models.evaluation.tally import ALL, Key, Tally, wilson

FOLDER = Path(__file__).parents[1] / "figures"
CONFIDENCE = "confidence"
_QUANTILES = (("median", 0.5), ("95 of 100", 0.95), ("most", 1.0))
_SPREAD = tuple(name for name, _ in _QUANTILES[1:])


@dataclass(frozen=True)
class Row:
    """One figure of one part: a share ``hits`` / ``of`` with its Wilson interval, or a measure's quantile.

    ``value`` is the share (0..1) or the measure; ``told`` the mean confidence where it was broken down by that.
    """

    figure: str
    by: str
    group: str
    hits: int | None
    of: int
    value: float
    low: float | None = None
    high: float | None = None
    told: float | None = None


def rows(tally: Tally) -> list[Row]:
    """All figures, those over all first, then by each thing they were broken down by."""
    found = [_share(key, *counted) for key, counted in tally.counts.items() if counted[1]]
    for key, values in tally.measures.items():
        found += [
            Row(f"{key.figure}, {name}", key.by, key.group, None, len(values), float(np.quantile(values, q)))
            for name, q in _QUANTILES
        ]
    found += _reliability(tally)
    order = {figure: n for n, figure in enumerate(dict.fromkeys(row.figure for row in found))}
    found.sort(
        key=lambda row: (
            row.by != ALL,
            row.by == CONFIDENCE,
            row.by,
            order[row.figure],
            _natural(row.group),
        )
    )
    return found


def _share(key: Key, hits: int, of: int) -> Row:
    return Row(*key, hits, of, hits / of, *wilson(hits, of))


def _reliability(tally: Tally) -> list[Row]:
    found = []
    for what, told in tally.told.items():
        for b in bins(told):
            group = f"{b.low:g} to {b.high:g}"
            low, high = wilson(b.right, b.of)
            found.append(
                Row(f"{what} right", CONFIDENCE, group, b.right, b.of, b.share, low, high, b.mean_told)
            )
        error = expected_calibration_error(told)
        found.append(Row(f"{what}: expected calibration error", ALL, ALL, None, len(told), error))
    return found


def _natural(group: str) -> list[tuple[bool, float, str]]:
    """So that 'below 10' comes before '10 to 15', and 40 before 120."""
    number = re.search(r"\d+(\.\d+)?", group)
    if number is None:
        return [(False, 0.0, group)]
    return [(True, float(number[0]) - group.startswith("below"), group)]


def text(tally: Tally) -> str:
    """The figures as a table for people: a block over all, then one for each breakdown with the medians only."""
    lines: list[str] = []
    block: str | None = None
    for row in rows(tally):
        if row.by != ALL and row.figure.endswith(_SPREAD):
            continue
        if row.by != block:
            block = row.by
            lines += ["", "all" if block == ALL else f"by {block}"]
        lines.append("  " + in_words(row))
    return "\n".join(lines[1:])


def in_words(row: Row) -> str:
    """A row as one line of the table."""
    label = row.figure if row.group == ALL else f"{row.figure}: {row.group}"
    if row.hits is None:
        return f"{label:56s} {row.value:9.3f}   (of {row.of})"
    told = "" if row.told is None else f"  told {100 * row.told:.1f} %"
    interval = f"({100 * (row.low or 0):.2f} to {100 * (row.high or 0):.2f})"
    return f"{label:56s} {row.hits:7d} / {row.of:7d}  {100 * row.value:6.2f} %  {interval}{told}"


def write_csv(path: Path, tally: Tally, module: str, arguments: Sequence[str]) -> None:
    """Every row, below a head of ``#`` lines with the command and the networks; whole or not at all. Of the file
    itself the head tells the name alone: where it lay is nobody's business."""
    command = shlex.join(path.name if word == str(path) else word for word in arguments)
    out = io.StringIO(newline="")
    out.write(f"# made by: python -m {module} {command}\n")
    out.write("# networks: " + ", ".join(f"{name} {card(name)['sha256'][:12]}" for name in NAMES) + "\n")
    out.write(
        "# shares with Wilson intervals at 95 %; measures (no hits) as quantiles; told: mean confidence\n"
    )
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([field.name for field in fields(Row)])
    writer.writerows([_cell(value) for value in astuple(row)] for row in rows(tally))
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(out.getvalue(), encoding="utf-8")
    os.replace(part, path)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.5f}" if isinstance(value, float) else str(value)

"""``python -m models.measure_tile_noise LOGS``: how often and by how much the eyes err that look at tiles.

Writes ``models/simulated/noise-one-two-three-four.json``, by which games of tiles are simulated; what is not counted
here is as in ``noise.json``. Counted are the last looks of the stretches of logged films with truth (see
``models.evaluate_tile_films --logs``).
"""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np

from companion.follow.one_two_three_four import table_with
from models.evaluation.tiles.logs import read_tile_log
from models.fitting.tile_moments import moments
from models.measure_noise import HIDDEN, SHADED, UNSURE, Counts, shares
from models.simulated.noise import of_game
from referee.one_two_three_four_acts import ID


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), default=of_game(ID), show_default=True)
def main(logs: tuple[Path, ...], out: Path) -> None:
    """Count the errors of the eyes in LOGS of films of tiles.

    Example: python -m models.measure_tile_noise logs
    """
    files = sorted(file for each in logs for file in (each.glob("*.npz") if each.is_dir() else [each]))
    counts = Counts()
    for file in files:
        _count(counts, file)
    spreads = {
        name: [round(float(np.mean(each)), 3), round(float(np.std(each)), 3)]
        for name, each in (("changed_still", counts.still), ("changed_touched", counts.touched))
    }
    told = {
        "card": {
            "made_by": "python -m models.measure_tile_noise",
            "measured_on": [file.stem for file in files],
            "counted": {kind: [counts.errors[kind], counts.of[kind]] for kind in counts.of},
        },
        "noise": {**shares(counts), **spreads},
    }
    out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(told, indent=1))


def _count(counts: Counts, file: Path) -> None:
    before: np.ndarray | None = None
    for moment in moments(read_tile_log(file)):
        seen, condition = moment.seen.cells, moment.seen.condition
        lies = table_with(moment.state, moment.fault)
        counts.add("knock", condition == "moved", 1)
        counts.add("lamp", condition == "lamp", 1)
        counts.add("arm", bool((seen.hidden > HIDDEN).any()), 1)
        if moment.half_done:
            before = None
            continue
        # What lies there still reads as it did: rightly or not, that is one reading.
        new = np.ones(len(lies), bool) if before is None else lies != before
        in_sight = (seen.hidden < HIDDEN) & new
        p = seen.p[np.arange(len(lies)), lies]
        wrong = seen.p.argmax(1) != lies
        counts.add("misread", (in_sight & wrong).sum(), in_sight.sum())
        counts.add("unsure", (in_sight & ~wrong & (p < UNSURE)).sum(), in_sight.sum())
        if before is not None and seen.changed:
            change = seen.changed[max(seen.changed)]
            told, touched = np.isfinite(change), lies != before
            times = np.log(np.maximum(change, 0.1))
            counts.still += times[told & ~touched & (change < SHADED)].tolist()
            counts.touched += times[told & touched].tolist()
            counts.add("shade", (told & ~touched & (change >= SHADED)).sum(), (told & ~touched).sum())
        before = lies


if __name__ == "__main__":
    main()

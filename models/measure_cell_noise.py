"""``python -m models.measure_cell_noise LOGS``: how often and by how much the eyes err that look at a table of cells.

Writes ``models/simulated/noise-<game>.json`` for the game of the logs, by which its games are simulated; what is not
counted here is as it was there, or as in ``noise.json``. Counted are the last looks of the stretches of logged films
with truth (see ``models.evaluate_films --logs``).
"""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np

from models.evaluation.cell_logs import CellLog, read_cell_log
from models.fitting.cell_moments import game_of, moments
from models.measure_noise import HIDDEN, MAY_BE, SHADED, UNSURE, Counts, shares
from models.simulated.noise import ALIKE_AMONG, of_game

_ALIKE = tuple(f"alike among {count + 1}" for count in range(ALIKE_AMONG))


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--leave", multiple=True, help="A kind of error of which these films tell nothing: see noise.json."
)
@click.option("--out", type=click.Path(path_type=Path), help="Another file than the game's.")
def main(logs: tuple[Path, ...], leave: tuple[str, ...], out: Path | None) -> None:
    """Count the errors of the eyes in LOGS of films of one game.

    Example: python -m models.measure_cell_noise logs
    """
    files = sorted(file for each in logs for file in (each.glob("*.npz") if each.is_dir() else [each]))
    counts, games = Counts(), set[str]()
    for file in files:
        log = read_cell_log(file)
        games.add(log.truth["header"]["game"])
        _count(counts, log)
    if len(games) != 1:
        raise click.UsageError(f"logs of one game are due, not of {', '.join(sorted(games)) or 'none'}")
    spreads = {
        name: [round(float(np.mean(each)), 3), round(float(np.std(each)), 3)]
        for name, each in (
            ("changed_still", counts.still),
            ("changed_touched", counts.touched),
            ("changed_covered", counts.covered),
        )
        if each
    }
    path = out or of_game(*games)
    before = json.loads(path.read_text("utf-8")) if path.exists() else {"card": {}, "noise": {}}
    counted = {kind: share for kind, share in {**shares(counts), **spreads}.items() if kind not in leave}
    alike = [counted.pop(kind) for kind in _ALIKE if kind in counted]
    told = {
        "card": before["card"]
        | {
            "made_by": "python -m models.measure_cell_noise",
            "measured_on": [file.stem for file in files],
            "counted": {
                kind: [counts.errors[kind], counts.of[kind]] for kind in counts.of if kind not in leave
            },
        },
        "noise": before["noise"] | counted | ({"alike": alike} if alike else {}),
    }
    path.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(told, indent=1))


def _count(counts: Counts, log: CellLog) -> None:
    game, before, most = game_of(log), None, 0
    for moment in moments(log):
        seen, condition = moment.seen.cells, moment.seen.condition
        lies = game.lies(moment.state, moment.fault)
        counts.add("knock", condition == "moved", 1)
        counts.add("lamp", condition == "lamp", 1)
        counts.add("arm", bool((seen.hidden > HIDDEN).any()), 1)
        if moment.half_done:
            before = None
            continue
        # What lies there still reads as it did: rightly or not, that is one reading.
        new = np.ones(len(lies), bool) if before is None else lies != before
        in_sight = (seen.hidden < HIDDEN) & new & ((lies > 0) | game.bare_errs)
        p = seen.p[np.arange(len(lies)), lies]
        wrong = seen.p.argmax(1) != lies
        most = max(most, int((lies > 0).sum()))
        if game.alike is not None and most and before is not None:
            may_be = seen.p[np.arange(len(lies)), game.alike[lies]] > MAY_BE
            kind = _ALIKE[min(most, ALIKE_AMONG) - 1]
            counts.add(kind, (in_sight & may_be).sum(), in_sight.sum())
        counts.add("misread", (in_sight & wrong).sum(), in_sight.sum())
        counts.add("unsure", (in_sight & ~wrong & (p < UNSURE)).sum(), in_sight.sum())
        if before is not None and seen.changed:
            change = seen.changed[max(seen.changed)]
            told, touched = np.isfinite(change), lies != before
            times = np.log(np.maximum(change, 0.1))
            counts.still += times[told & ~touched & (change < SHADED)].tolist()
            on_another = (before > 0) & (lies > 0)
            counts.touched += times[told & touched & ~on_another].tolist()
            counts.covered += times[told & touched & on_another].tolist()
            counts.add("shade", (told & ~touched & (change >= SHADED)).sum(), (told & ~touched).sum())
        before = lies


if __name__ == "__main__":
    main()

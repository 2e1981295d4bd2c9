"""Make pictures of tables before and after some of their towers were changed, or a stone came beside them, with their
truth.

``python -m models.scenes.make_changes OUT --seed-from A --count N`` writes of each table ``NNNNNN.before.jpg``,
``NNNNNN.jpg`` (after) and last ``NNNNNN.json``, the truth of the latter with what stood there ``before``
and the cells ``changed``; what is there already is left alone.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
import numpy as np

from models.scenes.camera import expose
from models.scenes.just4fun_colours.recording_table import Cell, FilmedTable, sample_stage
from models.scenes.make import encoded, write_whole
from models.scenes.scene import Scene
from models.scenes.truth import truth

Stacks = list[list[list[str]]]

_SIZES = ((640, 480), (960, 540), (1280, 720))
_MOST_CHANGED, _MOST_LAID = 4, 4
_OF_ITS_COLOUR = 0.5  # a stone laid beside a tower is of the colour of its top so often; else of any
_HIGHER = 0.35  # each stone has another on it with this probability
# Stones more; whether the top is of another colour then.
_CHANGES = ((1, True), (1, False), (0, True), (0, False), (-1, None))
_SHARES = (0.3, 0.12, 0.28, 0.08, 0.22)


@dataclass(frozen=True)
class ChangedTable:
    """One table twice: ``stacks`` (n, n) of stones' colours from the bottom up as they stood ``before``, and the
    cells that were ``changed`` or touched, those on which no stone stood among them."""

    before: Scene
    after: Scene
    stacks: Stacks
    changed: tuple[Cell, ...]


def sample_change(seed: int) -> ChangedTable:
    """A table by lot, in play, on which some towers then grew, shrank, had their top changed or were touched, and
    stones were laid beside others."""
    rng = np.random.default_rng([seed, 31])
    width, height = _SIZES[int(rng.integers(len(_SIZES)))]
    stage = sample_stage(seed, width, height)
    table = FilmedTable(rng, stage, int(rng.integers(2, 5)))
    colours = list(table.owners)
    size = stage.board.size
    cells = [(int(i) // size, int(i) % size) for i in rng.permutation(size * size)[: rng.integers(5, 17)]]
    stacks: Stacks = [[[] for _ in range(size)] for _ in range(size)]
    for row, col in cells:
        for _ in range(min(int(rng.geometric(1 - _HIGHER)), 6)):
            stacks[row][col].append(str(rng.choice(colours)))
            table.put(stacks[row][col][-1], (row, col))
    before = table.scene()
    changed = _apart(cells)[:_MOST_CHANGED]
    for row, col in changed:
        _change(rng, table, stacks[row][col], (row, col), colours)
    changed += _lay_beside(rng, table, stacks, colours)
    return ChangedTable(before, table.scene(), stacks, tuple(changed))


def _lay_beside(
    rng: np.random.Generator, table: FilmedTable, stacks: Stacks, colours: Sequence[str]
) -> list[Cell]:
    """Lay stones on some empty fields beside towers; the cells. From the camera a stone behind a tower, of the colour
    of its top, looks much like one on it."""
    size = len(stacks)
    fields = [(row, col) for row in range(size) for col in range(size)]
    empty = {
        cell: [stacks[row][col][-1] for row, col in fields if stacks[row][col] and beside((row, col), cell)]
        for cell in fields
        if not stacks[cell[0]][cell[1]]
    }
    cells = [cell for cell, tops in empty.items() if tops]
    laid = [cells[int(i)] for i in rng.permutation(len(cells))[: rng.integers(_MOST_LAID + 1)]]
    for cell in laid:
        table.put(str(rng.choice(empty[cell] if rng.random() < _OF_ITS_COLOUR else colours)), cell)
    return laid


def _change(
    rng: np.random.Generator, table: FilmedTable, stack: Sequence[str], cell: Cell, colours: Sequence[str]
) -> None:
    """Change the tower ``stack`` on a cell by lot; a single stone is not taken: that is no tower any more."""
    kinds = [i for i, (more, _) in enumerate(_CHANGES) if more >= 0 or len(stack) > 1]
    shares = np.array(_SHARES)[kinds]
    more, other = _CHANGES[int(rng.choice(kinds, p=shares / shares.sum()))]
    if more <= 0:
        table.lift(cell)
    if more >= 0:
        top = stack[-1]
        table.put(str(rng.choice([name for name in colours if name != top])) if other else top, cell)


def _apart(cells: Sequence[Cell]) -> list[Cell]:
    """Those of the ``cells`` in order that are no neighbours of others taken before."""
    taken: list[Cell] = []
    for cell in cells:
        if not any(beside(cell, other) for other in taken):
            taken.append(cell)
    return taken


def beside(cell: Cell, other: Cell) -> bool:
    """Whether two fields touch, be it by a corner."""
    return max(abs(cell[0] - other[0]), abs(cell[1] - other[1])) == 1


def towers_near(changed: Sequence[Cell], stacks: Stacks) -> tuple[list[Cell], list[Cell]]:
    """Of what stood there before: the towers that were ``changed`` or touched, and those beside such fields that were
    not."""
    towers = [(row, col) for row, line in enumerate(stacks) for col, stack in enumerate(line) if stack]
    touched = [cell for cell in towers if cell in changed]
    untouched = [cell for cell in towers if cell not in changed and any(beside(cell, c) for c in changed)]
    return touched, untouched


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--seed-from", type=int, default=0, show_default=True, help="Number of the first table.")
@click.option("--count", type=int, default=10, show_default=True, help="How many tables.")
@click.option("--step", type=int, default=1, show_default=True, help="Take every step-th table.")
def main(out: Path, seed_from: int, count: int, step: int) -> None:
    """Make two pictures each of COUNT tables in OUT."""
    from models.scenes.quick import render as quick

    out.mkdir(parents=True, exist_ok=True)
    begun, made = time.monotonic(), 0
    for seed in range(seed_from, seed_from + count, step):
        stem = out / f"{seed:06d}"
        if stem.with_suffix(".json").exists():
            continue
        table = sample_change(seed)
        for kind, scene, frame in ((".before.jpg", table.before, 0), (".jpg", table.after, 1)):
            camera = replace(scene.camera, seed=seed * 2 + frame)
            write_whole(stem, kind, encoded(".jpg", expose(quick.render(scene)[0], camera)))
        camera = table.after.camera
        told = truth(table.after, np.zeros((camera.height, camera.width), np.uint8))
        write_whole(
            stem, ".json", json.dumps(told | {"before": table.stacks, "changed": table.changed}).encode()
        )
        made += 1
        click.echo(f"{seed:06d}  {(time.monotonic() - begun) / made:.2f} s a table")


if __name__ == "__main__":
    main()

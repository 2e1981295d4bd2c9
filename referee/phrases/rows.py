"""Rows as they are told: by their ends, for nobody follows a list of cells by ear."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.grid import runs
from referee.table import Cell, cell_name


def told_rows(
    cells: Sequence[Cell], shortest: int, name: Callable[[Cell], str] = cell_name
) -> list[dict[str, str]]:
    """Return where each straight row among `cells` begins and ends, if it is at least as long as the `shortest`.

    >>> told_rows([(2, 0), (2, 1), (2, 2), (2, 3)], 4)
    [{'first': 'a3', 'last': 'd3'}]
    """
    return [{"first": name(row[0]), "last": name(row[-1])} for row in runs(cells, shortest)]

"""What a photographed table would score: the rows, or the areas with their tie-breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.grid import areas as split_areas
from referee.grid import cells_in_lines
from referee.table import cell_name


def score(told: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The score of a table as ``look --json`` tells it: ``row`` cells by owner, and ``areas`` by owner.

    Fields that are hidden count as they are guessed. A tower's lower stones cannot be seen: its height counts.
    """
    cells = told["board"]["cells"]
    size = len(cells)
    owned: dict[str, list[tuple[int, int]]] = {}
    for row in range(size):
        for col in range(size):
            owner = cells[row][col]["owner"]
            if owner:
                owned.setdefault(owner, []).append((row, col))
    rows, areas = {}, {}
    for owner, mine in owned.items():
        if line := cells_in_lines(mine, size, int(options.get("row", 4))):
            rows[owner] = sorted(line)
        areas[owner] = max(
            ((len(area), sum(cells[r][c]["height"] for r, c in area), area) for area in split_areas(mine)),
            key=lambda sized: sized[:2],
        )
    return {"rows": rows, "areas": areas}


def score_sentences(scored: dict[str, Any]) -> Iterator[str]:
    """The score in words."""
    for owner, line in scored["rows"].items():
        yield f"{owner} has a row: {' '.join(cell_name(cell) for cell in line)}"
    ranked = sorted(scored["areas"].items(), key=lambda item: item[1][:2], reverse=True)
    for owner, (fields, stones, _) in ranked:
        yield f"{owner}: largest area {fields} {'field' if fields == 1 else 'fields'}, {stones} stones in it"
    if not ranked:
        yield "the board is empty"

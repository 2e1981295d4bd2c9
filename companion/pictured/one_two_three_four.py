"""A table of One Two Three … Four in one picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.pictured import Told
from referee.table import cell_name
from vision.tile_table.look import look_at_tiles

if TYPE_CHECKING:
    from companion.eyes.known_table import KnownTable
    from vision.pictures import Picture
    from vision.tile_table.reading import TileReading


def read(bgr: Picture, size: int | None, known: KnownTable | None) -> TileReading:
    """Board and tiles. What a profile knows is of another game's set."""
    return look_at_tiles(bgr, size)


def sentences(told: Told, options: Mapping[str, Any]) -> Iterator[str]:
    """Whose tile lies where, and how the board is marked."""
    for row in told["board"]["cells"]:
        yield "  ".join(_cell(cell) for cell in row)
    corners, direction = told["board"]["corner_colours"], told["board"]["direction"]
    yield f"corners, clockwise from {cell_name((0, 0))}: {', '.join(corners or ['not made out'])}"
    yield f"tiles go {direction or 'one way or the other: no arrow tells'}"
    if told["hand"]:
        yield "something is in the way: what it covers is a guess (?)"


def _cell(cell: dict[str, Any]) -> str:
    return f"{cell['owner'] or '-'}{'?' if cell['hidden'] else ' '}".ljust(7)

"""A table of Punto in one picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.pictured import Told
from vision.point_cards.look import look_at_points

if TYPE_CHECKING:
    from companion.eyes.known_table import KnownTable
    from vision.pictures import Picture
    from vision.point_cards.reading import PointReading


def read(bgr: Picture, size: int | None, known: KnownTable | None) -> PointReading:
    """The grid and its cards. What a profile knows is of another game's set."""
    return look_at_points(bgr)


def sentences(told: Told, options: Mapping[str, Any]) -> Iterator[str]:
    """Which card lies where, and which are not in play."""
    cells = {tuple(card["cell"]): card for card in told["board"]["cells"]}
    rows, cols = (range(1 + max(cell[axis] for cell in cells)) for axis in (0, 1))
    for row in rows:
        yield "  ".join(_card(cells.get((row, col))).ljust(10) for col in cols).rstrip()
    yield f"cards not in play: {', '.join(map(_card, told['cards'])) or 'none'}"
    if told["hand"]:
        yield "a hand is in the picture: what it covers is a guess (?)"


def _card(card: Mapping[str, Any] | None) -> str:
    return "-" if card is None else f"{card['colour']} {card['points']}{'?' * card['hidden']}"

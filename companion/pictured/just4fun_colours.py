"""A table of Just 4 Fun Colours in one picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.paper.scoring import score, score_sentences
from companion.pictured import Told
from vision.stone_table.look import look

if TYPE_CHECKING:
    from companion.eyes.known_table import KnownTable
    from vision.pictures import Picture
    from vision.stone_table.reading import Reading

USUAL_SIZE = 6


def read(bgr: Picture, size: int | None, known: KnownTable | None) -> Reading:
    """Board, stones and cards."""
    return known.read(bgr) if known else look(bgr, size or USUAL_SIZE)


def sentences(told: Told, options: Mapping[str, Any]) -> Iterator[str]:
    """What lies there and what it would score."""
    for row in told["board"]["cells"]:
        yield "  ".join(_cell(cell) for cell in row)
    face_up = [card["colour"] + "?" * card["hidden"] for card in told["cards"] if card["face_up"]]
    yield f"cards lying open: {', '.join(face_up) or 'none'}"
    if told["hand"]:
        yield "a hand is in the picture: what it covers is a guess (?)"
    yield from score_sentences(score(told, options))


def _cell(cell: dict[str, Any]) -> str:
    mark = "?" if cell["hidden"] else " "
    tower = f"{cell['owner']}x{cell['height']}" if cell["owner"] else "-"
    return f"{cell['field']:6s} {tower + mark:9s}"

"""The rows and areas of Just 4 Fun Colours in one picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.paper.scoring import score
from companion.pictured.just4fun_colours import read, sentences
from companion.scored import Asked, Counted, NotCounted
from companion.session.overlay import draw, draw_areas

if TYPE_CHECKING:
    from vision.pictures import Picture

TAKES = ("known",)


def count(bgr: Picture, asked: Asked) -> Counted | NotCounted:
    """What lies there, and each player's row or largest area, outlined."""
    reading = read(bgr, asked.options.get("size"), asked.known)
    told = reading.to_json("", 0.0)
    if not told["found"]:
        return NotCounted("no board was found, so there is nothing to count")
    areas = {owner: area for owner, (_, _, area) in score(told, asked.options)["areas"].items()}
    lines = tuple(sentences(told, asked.options))
    return Counted(lines, draw_areas(draw(bgr, reading), reading, areas))

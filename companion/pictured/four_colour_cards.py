"""A table of Four Colour Cards in one picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.pictured import Told
from vision.strips.look import look_at_strips

if TYPE_CHECKING:
    from companion.eyes.known_table import KnownTable
    from vision.pictures import Picture
    from vision.strips.reading import StripsReading


def read(bgr: Picture, size: int | None, known: KnownTable | None) -> StripsReading:
    """The strips and the groups that they make. What a profile knows is of another game's set."""
    return look_at_strips(bgr)


def sentences(told: Told, options: Mapping[str, Any]) -> Iterator[str]:
    """What lies together, and which side of the picture it faces."""
    for group in told["groups"]:
        yield f"{group['side']}: {', '.join(group['cards'])}"

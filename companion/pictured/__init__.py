"""The games whose tables are read in single pictures: a game more is a line here, and a module beside this one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from companion.eyes.known_table import KnownTable
    from vision.pictures import Picture

Told = dict[str, Any]  # what `tableref look --json` prints of a picture


class PictureRead(Protocol):
    """A reading of one picture."""

    def to_json(self, image: str, ms: float) -> Told:
        """The line that ``look --json`` prints."""
        ...


class PicturedTable(Protocol):
    """The module of one game."""

    def read(self, bgr: Picture, size: int | None, known: KnownTable | None) -> PictureRead:
        """Read a picture whole; ``size``: cells a side, None where nobody said."""
        ...

    def sentences(self, told: Told, options: Mapping[str, Any]) -> Iterator[str]:
        """What lies there, in lines a person reads."""
        ...


@dataclass(frozen=True)
class Pictured:
    """Which ``module`` reads the table of a game, and how many cells a side its board may have: none where there is
    no board."""

    module: str
    sizes: range

    def table(self) -> PicturedTable:
        """The module."""
        return cast("PicturedTable", import_module(f"{__name__}.{self.module}"))


PICTURED: Mapping[str, Pictured] = {
    "just4fun-colours": Pictured("just4fun_colours", range(5, 11)),
    "one-two-three-four": Pictured("one_two_three_four", range(5, 9)),
    "punto": Pictured("punto", range(0)),
    "four-colour-cards": Pictured("four_colour_cards", range(0)),
}

"""How people call the places where pieces lie: cells have names, and games without a board say it in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.messages import cells_named, message
from companion.session.judged_game import LANGUAGES
from referee import phrases
from referee.table import Cell, Piece, PointCard, cell_name


class Places(Protocol):
    """What is said of some places of a game, in every language."""

    def unsure(self, cells: Sequence[Cell]) -> dict[str, str]:
        """What lies there cannot be made out."""
        ...

    def differ(self, cells: Sequence[Cell]) -> dict[str, str]:
        """There the table does not match the game."""
        ...

    def missing(self, piece: Piece, cell: Cell) -> dict[str, str]:
        """A piece is not there."""
        ...


class Cells:
    """The places are cells, each with its name."""

    def unsure(self, cells: Sequence[Cell]) -> dict[str, str]:
        """What lies there cannot be made out."""
        return message("unsure_cells", cells=cells_named(cells))

    def differ(self, cells: Sequence[Cell]) -> dict[str, str]:
        """There the table does not match the game."""
        return message("differs", cells=", ".join(map(cell_name, cells)))

    def missing(self, piece: Piece, cell: Cell) -> dict[str, str]:
        """A piece is not there."""
        if isinstance(piece, PointCard):
            colour, points = plain(piece.colour, "adjective"), str(piece.points)
            return message("card_missing", colour=colour, points=points, cell=cell_name(cell))
        return message("tile_missing", colour=plain(piece), cell=cell_name(cell))


class Fields(Cells):
    """The same, and what lies on them are stones."""

    def missing(self, piece: Piece, cell: Cell) -> dict[str, str]:
        """A stone is not there."""
        return message("stone_missing", colour=plain(str(piece)), cell=cell_name(cell))


CELLS = Cells()
FIELDS = Fields()


def plain(colour: str, form: str = "plain") -> dict[str, str]:
    """A colour in every language, in one of its forms where a language has that."""
    words = {lang: phrases.catalogue(lang)["colours"][colour] for lang in LANGUAGES}
    return {lang: str(said.get(form, said["plain"])) for lang, said in words.items()}

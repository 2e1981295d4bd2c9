"""A game's acts declared field by field: what an editor needs to know to let a person say what was done.

>>> Form("pass", (Field("player", "player"),)).told()
{'act': 'pass', 'fields': [{'name': 'player', 'type': 'player'}]}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

FieldType = Literal[
    "player",  # one of those who play
    "colour",  # one of `choices`
    "word",  # one of `choices`, a word that is said
    "cell",  # [row, col] on the board
    "number",  # from `least` to `most`
    "tally",  # a list with so many of each of `choices`, up to `most` of one
    "pieces",  # a list of [colour, cell], each colour one of `choices`; it may be empty
    "card",  # a card with points: one of `choices`, and `least` to `most` points
    "strip",  # one of `choices`, a narrow card by its name
    "strips",  # a list of such cards
    "placed_cards",  # a list of [card, cell]; it may be empty
    "piles",  # which cards lie on each cell, from the bottom up: a list of [cell, cards]
    "table",  # what lies on each cell, row by row: a list from the bottom up of `choices`, up to `most`
]


@dataclass(frozen=True)
class Field:
    """A field of an act: its ``name`` in records. ``optional``: it may be left out, and is then none or nought."""

    name: str
    type: FieldType
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    optional: bool = False

    def told(self) -> Mapping[str, object]:
        """The field as the page is told of it."""
        told: dict[str, object] = {"name": self.name, "type": self.type}
        if self.choices:
            told["choices"] = list(self.choices)
        if self.most:
            told |= {"least": self.least, "most": self.most}
        return told | {"optional": True} if self.optional else told


@dataclass(frozen=True)
class Form:
    """A kind of ``act``, as records name it, and its fields in the order in which people say them."""

    act: str
    fields: tuple[Field, ...]

    def told(self) -> Mapping[str, object]:
        """The form as the page is told of it."""
        return {"act": self.act, "fields": [dict(field.told()) for field in self.fields]}
